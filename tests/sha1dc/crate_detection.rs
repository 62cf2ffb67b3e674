// SPDX-License-Identifier: MIT
//! The functions of libsha1detectcoll that git calls, by the crate sha1dc. The caller's SHA1_CTX, of more than
//! 2,000 bytes in steps of 8, holds the hasher. git copies a context byte by byte.

use sha1dc::Hasher;

const _: () = assert!(size_of::<Hasher>() <= 2000 && align_of::<Hasher>() <= 8);

#[no_mangle]
pub unsafe extern "C" fn SHA1DCInit(context: *mut Hasher) {
    unsafe { context.write(Hasher::new()) }
}

/// git asks for the digest of SHA-1, which this hasher always has.
#[no_mangle]
pub extern "C" fn SHA1DCSetSafeHash(_: *mut Hasher, _: i32) {}

#[no_mangle]
pub unsafe extern "C" fn SHA1DCUpdate(context: *mut Hasher, data: *const u8, size: usize) {
    if size > 0 {
        unsafe { (*context).update(std::slice::from_raw_parts(data, size)) }
    }
}

#[no_mangle]
pub unsafe extern "C" fn SHA1DCFinal(digest: *mut [u8; 20], context: *mut Hasher) -> i32 {
    let (found, bytes) = match unsafe { context.read() }.finalize() {
        Ok(digest) => (0, digest.to_bytes()),
        Err(collision) => (1, collision.digest().to_bytes()),
    };
    unsafe { digest.write(bytes) };
    found
}
