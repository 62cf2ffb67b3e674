// SPDX-License-Identifier: MIT
//! C functions for the crates of RustCrypto: sha1, whirlpool, des, cbc and pbkdf2. A pointer that a function
//! named *_new returns is freed by the function named *_free. Sizes of ciphers are multiples of 8 bytes.

use cbc::cipher::array::Array;
use cbc::cipher::{Block, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, BlockSizeUser, KeyInit, KeyIvInit};
use des::{Des, TdesEde3};
use sha1::{Digest, Sha1};
use std::slice::{from_raw_parts, from_raw_parts_mut};
use whirlpool::Whirlpool;

/// Defines the functions of a hash: a running one, and one of a whole message.
macro_rules! hash {
    ($hash:ty, $size:literal, $new:ident, $update:ident, $finish:ident, $whole:ident) => {
        #[no_mangle]
        pub extern "C" fn $new() -> *mut $hash {
            Box::into_raw(Box::new(<$hash>::new()))
        }

        /// # Safety
        /// `state` must come from the function above, and `data` must point to `size` bytes.
        #[no_mangle]
        pub unsafe extern "C" fn $update(state: *mut $hash, data: *const u8, size: usize) {
            unsafe { (*state).update(from_raw_parts(data, size)) }
        }

        /// Writes the digest and frees the state.
        ///
        /// # Safety
        /// As above, and `digest` must point to the bytes of a digest.
        #[no_mangle]
        pub unsafe extern "C" fn $finish(state: *mut $hash, digest: *mut [u8; $size]) {
            unsafe { *digest = Box::from_raw(state).finalize().into() }
        }

        /// # Safety
        /// As above.
        #[no_mangle]
        pub unsafe extern "C" fn $whole(data: *const u8, size: usize, digest: *mut [u8; $size]) {
            unsafe { *digest = <$hash>::digest(from_raw_parts(data, size)).into() }
        }
    };
}

hash!(Sha1, 20, og_peer_sha1_new, og_peer_sha1_update, og_peer_sha1_finish, og_peer_sha1_whole);
hash!(Whirlpool, 64, og_peer_whirlpool_new, og_peer_whirlpool_update, og_peer_whirlpool_finish,
      og_peer_whirlpool_whole);

/// Returns the whole blocks of an input and of an output of `size` bytes.
///
/// # Safety
/// `data` and `out` must point to `size` bytes each.
unsafe fn blocks<'a, C: BlockSizeUser>(data: *const u8, out: *mut u8, size: usize)
                                       -> (&'a [Block<C>], &'a mut [Block<C>]) {
    let (from, to) = unsafe { (from_raw_parts(data, size), from_raw_parts_mut(out, size)) };
    (Array::slice_as_chunks(from).0, Array::slice_as_chunks_mut(to).0)
}

/// Defines the functions of a cipher in ECB, for encryption, and in CBC, which carries the chaining block on.
macro_rules! cipher {
    ($cipher:ty, $key:literal, $ecb_new:ident, $ecb:ident, $ecb_free:ident,
     $enc_new:ident, $enc:ident, $enc_free:ident, $dec_new:ident, $dec:ident, $dec_free:ident) => {
        /// # Safety
        /// `key` must point to the bytes of a key.
        #[no_mangle]
        pub unsafe extern "C" fn $ecb_new(key: *const u8) -> *mut $cipher {
            let key = unsafe { from_raw_parts(key, $key) };
            Box::into_raw(Box::new(<$cipher>::new_from_slice(key).unwrap()))
        }

        /// # Safety
        /// `state` must come from the function above, and `data` and `out` must point to `size` bytes.
        #[no_mangle]
        pub unsafe extern "C" fn $ecb(state: *mut $cipher, data: *const u8, out: *mut u8, size: usize) {
            let (from, to) = unsafe { blocks::<$cipher>(data, out, size) };
            unsafe { (*state).encrypt_blocks_b2b(from, to).unwrap() }
        }

        /// # Safety
        /// As above.
        #[no_mangle]
        pub unsafe extern "C" fn $ecb_free(state: *mut $cipher) {
            drop(unsafe { Box::from_raw(state) })
        }

        mode!($cipher, cbc::Encryptor<$cipher>, $key, encrypt_blocks_b2b, $enc_new, $enc, $enc_free);
        mode!($cipher, cbc::Decryptor<$cipher>, $key, decrypt_blocks_b2b, $dec_new, $dec, $dec_free);
    };
}

/// Defines the functions of CBC in one direction.
macro_rules! mode {
    ($cipher:ty, $mode:ty, $key:literal, $blocks:ident, $new:ident, $run:ident, $free:ident) => {
        /// # Safety
        /// `key` must point to the bytes of a key, and `iv` to 8 bytes.
        #[no_mangle]
        pub unsafe extern "C" fn $new(key: *const u8, iv: *const u8) -> *mut $mode {
            let (key, iv) = unsafe { (from_raw_parts(key, $key), from_raw_parts(iv, 8)) };
            Box::into_raw(Box::new(<$mode>::new_from_slices(key, iv).unwrap()))
        }

        /// # Safety
        /// As above.
        #[no_mangle]
        pub unsafe extern "C" fn $run(state: *mut $mode, data: *const u8, out: *mut u8, size: usize) {
            let (from, to) = unsafe { blocks::<$cipher>(data, out, size) };
            unsafe { (*state).$blocks(from, to).unwrap() }
        }

        /// # Safety
        /// As above.
        #[no_mangle]
        pub unsafe extern "C" fn $free(state: *mut $mode) {
            drop(unsafe { Box::from_raw(state) })
        }
    };
}

cipher!(Des, 8, og_peer_des_ecb_new, og_peer_des_ecb, og_peer_des_ecb_free,
        og_peer_des_cbc_enc_new, og_peer_des_cbc_enc, og_peer_des_cbc_enc_free,
        og_peer_des_cbc_dec_new, og_peer_des_cbc_dec, og_peer_des_cbc_dec_free);
cipher!(TdesEde3, 24, og_peer_des3_ecb_new, og_peer_des3_ecb, og_peer_des3_ecb_free,
        og_peer_des3_cbc_enc_new, og_peer_des3_cbc_enc, og_peer_des3_cbc_enc_free,
        og_peer_des3_cbc_dec_new, og_peer_des3_cbc_dec, og_peer_des3_cbc_dec_free);

/// Sets the key of a DES state that og_peer_des_ecb_new returned.
///
/// # Safety
/// `state` must come from og_peer_des_ecb_new, and `key` must point to 8 bytes.
#[no_mangle]
pub unsafe extern "C" fn og_peer_des_key(state: *mut Des, key: *const u8) {
    unsafe { *state = Des::new_from_slice(from_raw_parts(key, 8)).unwrap() }
}

/// Derives `size` bytes with PBKDF2-HMAC-SHA1, or with Whirlpool if `is_whirlpool` is not 0.
///
/// # Safety
/// `password` must point to 24 bytes, `salt` to 8 and `out` to `size`.
#[no_mangle]
pub unsafe extern "C" fn og_peer_pbkdf2(is_whirlpool: i32, password: *const u8, salt: *const u8, rounds: u32,
                                        out: *mut u8, size: usize) {
    let (password, salt, out) =
        unsafe { (from_raw_parts(password, 24), from_raw_parts(salt, 8), from_raw_parts_mut(out, size)) };
    if is_whirlpool != 0 {
        pbkdf2::pbkdf2_hmac::<Whirlpool>(password, salt, rounds, out);
    } else {
        pbkdf2::pbkdf2_hmac::<Sha1>(password, salt, rounds, out);
    }
}
