// SPDX-License-Identifier: MIT
//! C functions for the crate aws-lc-rs, the Rust interface of AWS-LC. A pointer that a function named *_new
//! returns is freed by the function named *_free or *_finish.

#![allow(deprecated)] // DES

use aws_lc_rs::cipher::{
    EncryptionContext, StreamingEncryptingKey, UnboundCipherKey, DES_EDE3_FOR_LEGACY_USE_ONLY,
    DES_FOR_LEGACY_USE_ONLY,
};
use aws_lc_rs::digest::{digest, Context, SHA1_FOR_LEGACY_USE_ONLY};
use aws_lc_rs::iv::FixedLength;
use aws_lc_rs::pbkdf2::{derive, PBKDF2_HMAC_SHA1};
use std::num::NonZeroU32;
use std::slice::{from_raw_parts, from_raw_parts_mut};

#[no_mangle]
pub extern "C" fn og_peer_sha1_new() -> *mut Context {
    Box::into_raw(Box::new(Context::new(&SHA1_FOR_LEGACY_USE_ONLY)))
}

/// # Safety
/// `state` must come from og_peer_sha1_new, and `data` must point to `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn og_peer_sha1_update(state: *mut Context, data: *const u8, size: usize) {
    unsafe { (*state).update(from_raw_parts(data, size)) }
}

/// Writes the digest and frees the state.
///
/// # Safety
/// As above, and `out` must point to 20 bytes.
#[no_mangle]
pub unsafe extern "C" fn og_peer_sha1_finish(state: *mut Context, out: *mut [u8; 20]) {
    unsafe { (*out).copy_from_slice(Box::from_raw(state).finish().as_ref()) }
}

/// # Safety
/// `data` must point to `size` bytes, and `out` to 20.
#[no_mangle]
pub unsafe extern "C" fn og_peer_sha1_whole(data: *const u8, size: usize, out: *mut [u8; 20]) {
    let found = digest(&SHA1_FOR_LEGACY_USE_ONLY, unsafe { from_raw_parts(data, size) });
    unsafe { (*out).copy_from_slice(found.as_ref()) }
}

/// Returns the state of an encryption with DES, or Triple DES if `is_triple` is not 0: ECB if `iv` is null,
/// otherwise CBC.
///
/// # Safety
/// `key` must point to 24 bytes, and `iv` to 8 bytes unless it is null.
#[no_mangle]
pub unsafe extern "C" fn og_peer_cipher_new(is_triple: i32, key: *const u8, iv: *const [u8; 8])
                                            -> *mut StreamingEncryptingKey {
    let (algorithm, size) =
        if is_triple != 0 { (&DES_EDE3_FOR_LEGACY_USE_ONLY, 24) } else { (&DES_FOR_LEGACY_USE_ONLY, 8) };
    let key = UnboundCipherKey::new(algorithm, unsafe { from_raw_parts(key, size) }).unwrap();
    let state = if iv.is_null() {
        StreamingEncryptingKey::ecb_pkcs7(key)
    } else {
        let iv = EncryptionContext::Iv64(FixedLength::from(unsafe { *iv }));
        StreamingEncryptingKey::less_safe_cbc_pkcs7(key, iv)
    };
    Box::into_raw(Box::new(state.unwrap()))
}

/// Encrypts `size` bytes, a multiple of 8.
///
/// # Safety
/// `state` must come from og_peer_cipher_new, and `data` and `out` must point to `size` bytes each.
#[no_mangle]
pub unsafe extern "C" fn og_peer_cipher(state: *mut StreamingEncryptingKey, data: *const u8, out: *mut u8,
                                        size: usize) {
    let (from, to) = unsafe { (from_raw_parts(data, size), from_raw_parts_mut(out, size)) };
    unsafe { (*state).less_safe_update(from, to).unwrap() };
}

/// # Safety
/// As above.
#[no_mangle]
pub unsafe extern "C" fn og_peer_cipher_free(state: *mut StreamingEncryptingKey) {
    drop(unsafe { Box::from_raw(state) })
}

/// Derives `size` bytes with PBKDF2-HMAC-SHA1.
///
/// # Safety
/// `password` must point to 24 bytes, `salt` to 8 and `out` to `size`.
#[no_mangle]
pub unsafe extern "C" fn og_peer_pbkdf2(password: *const u8, salt: *const u8, rounds: u32, out: *mut u8,
                                        size: usize) {
    let (password, salt, out) =
        unsafe { (from_raw_parts(password, 24), from_raw_parts(salt, 8), from_raw_parts_mut(out, size)) };
    derive(PBKDF2_HMAC_SHA1, NonZeroU32::new(rounds).unwrap(), salt, password, out);
}
