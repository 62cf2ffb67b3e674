// SPDX-License-Identifier: MIT
//! One kernel of Whirlpool (ISO/IEC 10118-3). It does not ask whether the processor can run it.
#![no_std]

core::arch::global_asm!(include_str!("@STEM@.S"), options(@OPTIONS@));

unsafe extern "C" {
@DECLARATIONS@
}

/// Compresses the whole blocks of a buffer into the chaining value.
///
/// # Safety
/// The processor has @NEEDS@.
pub unsafe fn compress(cv: &mut [u8; 64], blocks: &[u8]) {
    // SAFETY: as the caller says; the buffer has as many blocks.
    unsafe { @SYMBOL@(cv.as_mut_ptr(), blocks.as_ptr(), blocks.len() / 64) }
}

/// Returns the digest of a message.
///
/// # Safety
/// As for [`compress`].
pub unsafe fn digest(message: &[u8]) -> [u8; 64] {
    let mut cv = [0; 64];
    let (whole, rest) = message.split_at(message.len() & !63);
    let mut end = [0; 128];
    end[..rest.len()].copy_from_slice(rest);
    end[rest.len()] = 0x80;
    let size = (rest.len() + 32 + 64) & !63;
    end[size - 8..size].copy_from_slice(&(8 * message.len() as u64).to_be_bytes());
    // SAFETY: as the caller says.
    unsafe {
        compress(&mut cv, whole);
        compress(&mut cv, &end[..size]);
    }
    cv
}

#[cfg(test)]
mod tests;
