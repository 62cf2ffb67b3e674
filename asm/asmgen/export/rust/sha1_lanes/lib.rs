// SPDX-License-Identifier: MIT
//! One kernel of SHA-1 (FIPS 180-4) for several messages. It does not ask whether the processor can run it.
#![no_std]

core::arch::global_asm!(include_str!("@STEM@.S"), options(@OPTIONS@));

unsafe extern "C" {
@DECLARATIONS@
}

/// The number of messages.
pub const LANES: usize = @LANES@;

/// Compresses n blocks of each message into its chaining value. Panics if a message has fewer.
///
/// # Safety
/// The processor has @NEEDS@.
pub unsafe fn compress(cv: &mut [[u32; 5]; LANES], messages: &[&[u8]; LANES], n: usize) {
    let at = messages.map(|message| message[..64 * n].as_ptr());
    // SAFETY: as the caller says; each message has n blocks.
    unsafe { @SYMBOL@(cv.as_mut_ptr().cast(), at.as_ptr(), n) }
}

/// Returns the digests of messages of one length. Panics if one is shorter than the first.
///
/// # Safety
/// As for [`compress`].
pub unsafe fn digests(messages: &[&[u8]; LANES]) -> [[u8; 20]; LANES] {
    let start = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]; // section 5.3.1
    let length = messages[0].len();
    let (whole, mut cv, mut ends) = (length & !63, [start; LANES], [[0; 128]; LANES]);
    let size = (length - whole + 8 + 64) & !63;
    for (end, message) in ends.iter_mut().zip(messages) {
        end[..length - whole].copy_from_slice(&message[whole..length]);
        end[length - whole] = 0x80;
        end[size - 8..size].copy_from_slice(&(8 * length as u64).to_be_bytes());
    }
    // SAFETY: as the caller says.
    unsafe {
        compress(&mut cv, messages, whole / 64);
        compress(&mut cv, &ends.each_ref().map(|end| &end[..]), size / 64);
    }
    cv.map(|words| {
        let mut out = [0; 20];
        for (to, word) in out.chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_be_bytes());
        }
        out
    })
}

/// Hashes a message in a lane that its length chooses, beside others.
#[cfg(test)]
unsafe fn digest(message: &[u8]) -> [u8; 20] {
    let others = [[5; 20 * (@LENGTHS@ + 1)], [6; 20 * (@LENGTHS@ + 1)]];
    let mut messages: [&[u8]; LANES] = core::array::from_fn(|lane| &others[lane % 2][..message.len()]);
    let mine = message.len() % LANES;
    messages[mine] = message;
    // SAFETY: as the caller says.
    unsafe { digests(&messages)[mine] }
}

#[cfg(test)]
mod tests;
