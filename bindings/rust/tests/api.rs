// SPDX-License-Identifier: MIT
//! The public names with their types. Where this does not compile, programs do not either, and the crate needs a version
//! that says so.
#![cfg(all(feature = "std", feature = "des", feature = "whirlpool"))]
#![allow(clippy::type_complexity)]

use core::fmt::{Debug, Display};
use oldguard::{Error, crypt, des, pbkdf2, sha1, sha1dc, whirlpool};
use std::panic::{RefUnwindSafe, UnwindSafe};

type Digest20 = digest::Output<sha1::Sha1>;
type Done = Result<(), Error>;
type Bytes = &'static [u8];
type Text = &'static str;

trait Plain: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static {}
impl<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static> Plain for T {}
fn plain<T: Plain>() {}

fn hasher<T>()
where
    T: digest::Digest + digest::FixedOutputReset + digest::common::BlockSizeUser + Default + Clone + Debug,
    T: digest::HashMarker + digest::common::AlgorithmName + std::io::Write + Plain,
{
}

fn cipher<T>()
where
    T: cipher::BlockCipherEncrypt + cipher::BlockCipherDecrypt + cipher::KeyInit + Clone + Debug,
    T: cipher::BlockSizeUser<BlockSize = cipher::typenum::U8> + cipher::AlgorithmName + Plain,
{
}

/// Every variant, and that programs have an arm for those to come.
fn error(error: Error) -> u8 {
    #[deny(unreachable_patterns)]
    match error {
        Error::Length => 0,
        Error::Salt => 1,
        Error::Password => 2,
        Error::Iterations => 3,
        Error::State => 4,
        _ => 5,
    }
}

/// Every variant, and that there is no other.
fn result(result: sha1dc::CollisionResult) -> Digest20 {
    match result {
        sha1dc::CollisionResult::Ok(digest) => digest,
        sha1dc::CollisionResult::Mitigated(digest) => digest,
        sha1dc::CollisionResult::Collision(digest) => digest,
    }
}

#[test]
fn names_and_types() {
    fn errors<T: std::error::Error + Display + Debug + Clone + Copy + PartialEq + Eq>() {}
    errors::<Error>();
    plain::<Error>();
    let _: fn(Error) -> u8 = error;

    hasher::<sha1::Sha1>();
    fn saved<T: digest::common::hazmat::SerializableState>() {}
    saved::<sha1::Sha1>();
    fn core<T: digest::block_api::FixedOutputCore + Default + Clone + Debug + Plain>() {}
    core::<sha1::block_api::Sha1Core>();
    let _: fn(&mut [u32; 5], &[[u8; 64]]) = sha1::block_api::compress;
    let _: fn(&[u8]) -> Digest20 = |data| sha1::Sha1::digest(data);
    let _: fn(&sha1::Sha1) -> [u8; 104] = sha1::Sha1::save;
    let _: fn(&[u8; 104]) -> Result<sha1::Sha1, Error> = sha1::Sha1::restore;
    let _: fn(&[Bytes], &mut [[u8; 20]]) -> Done = sha1::digest_many::<Bytes>;
    let _: fn(&[(Bytes, Vec<u8>)], &mut [[u8; 20]]) -> Done = sha1::digest_many_two_part::<Bytes, Vec<u8>>;
    let _: fn(&mut [sha1::Sha1], &[Bytes]) -> Done = sha1::update_many::<Bytes>;

    hasher::<sha1dc::Sha1>();
    let _: fn(sha1dc::CollisionResult) -> Digest20 = result;
    fn results<T: Clone + Debug + PartialEq + Eq>() {}
    results::<sha1dc::CollisionResult>();
    plain::<sha1dc::CollisionResult>();
    let _: fn(&sha1dc::CollisionResult) -> &Digest20 = |result| result.hash();
    let _: fn(&sha1dc::CollisionResult) -> bool = sha1dc::CollisionResult::has_collision;
    let _: fn() -> sha1dc::Sha1 = sha1dc::Sha1::new;
    let _: fn() -> sha1dc::Builder = sha1dc::Sha1::builder;
    let _: fn(&[u8]) -> sha1dc::CollisionResult = |data| sha1dc::Sha1::try_digest(data);
    let _: fn(sha1dc::Sha1) -> sha1dc::CollisionResult = sha1dc::Sha1::try_finalize;
    let _: fn(sha1dc::Sha1) -> (sha1dc::CollisionResult, Option<sha1dc::Collision>) = sha1dc::Sha1::finish;
    let _: fn(&sha1dc::Sha1) -> Option<sha1dc::Collision> = sha1dc::Sha1::peek;
    let _: fn(&sha1dc::Sha1) -> Result<[u8; 120], Error> = sha1dc::Sha1::save;
    let _: fn(&[u8; 120]) -> Result<sha1dc::Sha1, Error> = sha1dc::Sha1::restore;
    fn collisions<T: Clone + Copy + Debug + PartialEq + Eq>() {}
    collisions::<sha1dc::Collision>();
    let _: fn(&sha1dc::Collision) -> u64 = sha1dc::Collision::at;
    let _: fn(&sha1dc::Collision) -> u8 = sha1dc::Collision::vector;
    let _: fn(&sha1dc::Collision) -> &'static str = sha1dc::Collision::vector_name;
    fn builders<T: Default + Clone + Debug>() {}
    builders::<sha1dc::Builder>();
    let _: [fn(sha1dc::Builder, bool) -> sha1dc::Builder; 4] = [
        sha1dc::Builder::detect_collision,
        sha1dc::Builder::safe_hash,
        sha1dc::Builder::use_ubc,
        sha1dc::Builder::reduced_round_collision,
    ];
    let _: fn(sha1dc::Builder) -> sha1dc::Sha1 = sha1dc::Builder::build;
    let _: fn(&[Bytes], &mut [sha1dc::CollisionResult]) -> Done = sha1dc::digest_many::<Bytes>;
    let _: fn(&[(Bytes, Text)], &mut [sha1dc::CollisionResult]) -> Done = sha1dc::digest_many_two_part;
    let _: fn(&mut [sha1dc::Sha1], &[Bytes]) -> Done = sha1dc::update_many::<Bytes>;

    hasher::<whirlpool::Whirlpool>();
    saved::<whirlpool::Whirlpool>();
    core::<whirlpool::block_api::WhirlpoolCore>();
    let _: fn(&[u8]) -> digest::Output<whirlpool::Whirlpool> = |data| whirlpool::Whirlpool::digest(data);
    let _: fn(&whirlpool::Whirlpool) -> [u8; 172] = whirlpool::Whirlpool::save;
    let _: fn(&[u8; 172]) -> Result<whirlpool::Whirlpool, Error> = whirlpool::Whirlpool::restore;
    let _: fn(&[Bytes], &mut [[u8; 64]]) -> Done = whirlpool::digest_many::<Bytes>;
    let _: fn(&[(Bytes, Text)], &mut [[u8; 64]]) -> Done = whirlpool::digest_many_two_part;
    let _: fn(&mut [whirlpool::Whirlpool], &[Bytes]) -> Done = whirlpool::update_many::<Bytes>;

    cipher::<des::Des>();
    cipher::<des::TdesEde2>();
    cipher::<des::TdesEde3>();
    cipher::<des::TdesEee2>();
    cipher::<des::TdesEee3>();
    fn weak<T: std::error::Error + Clone + Copy + PartialEq + Eq + Plain>() {}
    weak::<des::WeakKeyError>();
    let _: fn(&[u8]) -> Result<(), des::WeakKeyError> = des::weak_key_test;
    let _: [fn(&des::Des, &mut [des::Bytes8]); 2] = [des::Des::encrypt_ecb, des::Des::decrypt_ecb];
    let _: [fn(&des::TdesEde3, &mut [u8; 8], &mut [[u8; 8]]); 2] =
        [des::TdesEde3::encrypt_cbc, des::TdesEde3::decrypt_cbc];
    let _: fn(&mut [u8]) -> Result<&mut [[u8; 8]], Error> = des::blocks_mut;
    fn message<'a>(
        key: &'a [u8; 24],
        iv: &'a mut [u8; 8],
        blocks: &'a mut [[u8; 8]],
    ) -> des::Message<'a, 24> {
        des::Message { key, iv, blocks }
    }
    let _: fn(&mut [des::Message<'_, 24>]) = des::encrypt_cbc_many;
    des::encrypt_cbc_many(&mut [message(&[1; 24], &mut [2; 8], &mut [[3; 8]])]);

    let _: fn(&[u8], &[u8]) -> Result<[u8; 13], Error> = crypt::hash;
    let _: fn(&[(Bytes, Text)], &mut [[u8; 13]]) -> Done = crypt::hash_many;
    let _: fn(&[u8]) -> Result<u32, Error> = crypt::bsdi_count;
    let _: fn(&[u8], &[u8]) -> Result<[u8; 20], Error> = crypt::hash_bsdi;
    let _: fn(&[(Bytes, Text)], &mut [[u8; 20]]) -> Done = crypt::hash_bsdi_many;

    let _: [fn(&[u8], &[u8], u64, &mut [u8]) -> Done; 2] = [pbkdf2::sha1, pbkdf2::whirlpool];
    let _: [fn(&mut [pbkdf2::Derivation<'_>]) -> Done; 2] = [pbkdf2::sha1_many, pbkdf2::whirlpool_many];
    let _ = |out| pbkdf2::Derivation { password: b"", salt: b"", iterations: 1u64, out };
}
