// SPDX-License-Identifier: MIT
//! C functions for the crates sha1dc and sha1-checked. Each hashes one message at `data`; if `header` is
//! not 0, the first `header` bytes are hashed in a separate call. Each writes the digest of 20 bytes and
//! returns whether a collision attack was found. The digest is that of plain SHA-1, as in git.

use sha1_checked::Digest;
use std::slice::from_raw_parts;

/// # Safety
/// `data` must point to `len` bytes, `header` must be at most `len`, and `digest` must point to 20 bytes.
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
