// SPDX-License-Identifier: MIT
//! One kernel of SHA-1 (FIPS 180-4) that returns what detection of collision attacks needs. It does not ask whether the processor can run it.
#![no_std]

core::arch::global_asm!(include_str!("@STEM@.S"), options(@OPTIONS@));

unsafe extern "C" {
@DECLARATIONS@
}

/// What the kernel writes of a block. Bit v of mask: no condition excludes disturbance vector v, so that an exact test must
/// decide.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Info {
    /// W[60..79] of the expanded message.
    pub w: [u32; 20],
    /// The chaining value before the block.
    pub cv: [u32; 5],
    /// a, b, c, d, e before step 60.
    pub state: [u32; 5],
    /// The vectors.
    pub mask: u32,
}

/// Compresses the whole blocks of a buffer into the chaining value, and writes the info of each. Panics if info has no
/// room for it.
///
/// # Safety
/// The processor has @NEEDS@.
pub unsafe fn compress(cv: &mut [u32; 5], blocks: &[u8], info: &mut [Info]) {
    let info = &mut info[..blocks.len() / 64];
    // SAFETY: as the caller says; the buffer and info have as many blocks.
    unsafe { @SYMBOL@(cv.as_mut_ptr(), blocks.as_ptr(), info.len(), info.as_mut_ptr().cast()) }
}

/// Returns the digest of a message.
///
/// # Safety
/// As for [`compress`].
pub unsafe fn digest(message: &[u8]) -> [u8; 20] {
    let mut cv = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]; // section 5.3.1
    let (whole, rest) = message.split_at(message.len() & !63);
    let mut end = [0; 128];
    end[..rest.len()].copy_from_slice(rest);
    end[rest.len()] = 0x80;
    let size = (rest.len() + 8 + 64) & !63;
    end[size - 8..size].copy_from_slice(&(8 * message.len() as u64).to_be_bytes());
    // SAFETY: as the caller says.
    unsafe {
        for block in whole.chunks_exact(64).chain(end[..size].chunks_exact(64)) {
            compress(&mut cv, block, &mut [Info::default()]);
        }
    }
    let mut out = [0; 20];
    for (to, word) in out.chunks_exact_mut(4).zip(cv) {
        to.copy_from_slice(&word.to_be_bytes());
    }
    out
}

#[cfg(test)]
mod tests;
