// SPDX-License-Identifier: MIT
//! The crates sha1dc and sha1-checked as C functions: one message at `data`, its first `header` bytes
//! in a call of their own where there are any. Each writes the digest of 20 bytes and returns whether
//! a collision attack was found. The digest is plain SHA-1's, as git wants it.

use sha1_checked::Digest;
use std::slice::from_raw_parts;

/// # Safety
/// `data` points to `len` bytes, of which `header` are at most `len`, and `digest` to 20.
#[no_mangle]
pub unsafe extern "C" fn og_peer_sha1dc(data: *const u8, len: usize, header: usize,
                                        digest: *mut [u8; 20]) -> i32 {
    let mut hasher = sha1dc::Hasher::new();
    let (first, rest) = unsafe { from_raw_parts(data, len) }.split_at(header);
    if header > 0 {
        hasher.update(first);
    }
    hasher.update(rest);
    let (found, bytes) = match hasher.finalize() {
        Ok(digest) => (0, digest.to_bytes()),
        Err(collision) => (1, collision.digest().to_bytes()),
    };
    unsafe { *digest = bytes };
    found
}

/// # Safety
/// As above.
#[no_mangle]
pub unsafe extern "C" fn og_peer_sha1_checked(data: *const u8, len: usize, header: usize,
                                              digest: *mut [u8; 20]) -> i32 {
    let mut hasher = sha1_checked::Sha1::builder().safe_hash(false).build();
    let (first, rest) = unsafe { from_raw_parts(data, len) }.split_at(header);
    if header > 0 {
        hasher.update(first);
    }
    hasher.update(rest);
    let result = hasher.try_finalize();
    unsafe { (*digest).copy_from_slice(result.hash()) };
    result.has_collision() as i32
}
