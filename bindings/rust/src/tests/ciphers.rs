// SPDX-License-Identifier: MIT
//! DES against the crates `des` and `cbc`, and crypt(3) against published hashes and the plain implementation.

use super::Random;
use crate::des::{Message, blocks_mut, cipher, encrypt_cbc_many, plain, schedule};
use crate::{Error, crypt, des};
use cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, KeyInit, KeyIvInit,
};

const LONGEST: usize = if cfg!(miri) { 3 } else { 1100 };

macro_rules! tests {
    ($tests:ident, $cipher:ident, $key:literal, $many:literal) => {
        #[test]
        fn $tests() {
            let mut random = Random::new(1);
            for n in (0..20).chain((20..LONGEST).step_by(97)).filter(|n| *n < LONGEST) {
                let key: [u8; $key] = core::array::from_fn(|_| random.next() as u8);
                let (data, iv) = (random.bytes(8 * n), random.next().to_be_bytes());
                let (mine, theirs) = (des::$cipher::new(&key.into()), ::des::$cipher::new(&key.into()));
                let (mut ours, mut ecb) = (data.clone(), data.clone());
                mine.encrypt_ecb(blocks_mut(&mut ours).unwrap());
                let blocks: Vec<_> =
                    data.chunks(8).map(|block| cipher::Block::<des::Des>::try_from(block).unwrap()).collect();
                for (block, out) in blocks.iter().zip(ecb.chunks_mut(8)) {
                    let mut block = *block;
                    theirs.encrypt_block(&mut block);
                    out.copy_from_slice(&block);
                }
                assert_eq!(ours, ecb, "ECB, {n} blocks");
                let mut traits = blocks.clone();
                mine.encrypt_blocks(&mut traits);
                assert_eq!(traits.as_flattened_bytes(), ecb, "traits, {n} blocks");
                mine.decrypt_blocks_b2b(&traits.clone(), &mut traits).unwrap();
                assert_eq!(traits, blocks);
                mine.decrypt_ecb(blocks_mut(&mut ours).unwrap());
                assert_eq!(ours, data);

                let mut cbc = blocks.clone();
                ::cbc::Encryptor::<::des::$cipher>::new(&key.into(), &iv.into()).encrypt_blocks(&mut cbc);
                let mut chain = iv;
                let (first, rest) = ours.split_at_mut(n / 3 * 8);
                mine.encrypt_cbc(&mut chain, blocks_mut(first).unwrap());
                mine.encrypt_cbc(&mut chain, blocks_mut(rest).unwrap());
                assert_eq!(cbc.as_flattened_bytes(), ours, "CBC, {n} blocks");
                assert_eq!(chain[..], cbc.last().map_or(&iv[..], |block| &block[..])[..]);
                ::cbc::Decryptor::<des::$cipher>::new(&key.into(), &iv.into()).decrypt_blocks(&mut cbc);
                assert_eq!(cbc, blocks, "our cipher below the crate cbc");
                chain = iv;
                let (first, rest) = ours.split_at_mut(n / 3 * 8);
                mine.decrypt_cbc(&mut chain, blocks_mut(first).unwrap());
                mine.decrypt_cbc(&mut chain, blocks_mut(rest).unwrap());
                assert_eq!(ours, data);
            }
            let many: &[usize] = if $many { &[0, 1, 2, 3, 9, 30, 130, 300] } else { &[] };
            for n in many.iter().copied().filter(|n| *n < LONGEST) {
                let keys: Vec<[u8; $key]> =
                    (0..n).map(|_| core::array::from_fn(|_| random.next() as u8)).collect();
                let mut data: Vec<Vec<u8>> = (0..n).map(|_| random.bytes(8 * random_below(n))).collect();
                let mut ivs: Vec<_> = (0..n).map(|i| [i as u8; 8]).collect();
                let (mut wanted, mut chains) = (data.clone(), ivs.clone());
                for ((key, data), iv) in keys.iter().zip(&mut wanted).zip(&mut chains) {
                    des::$cipher::new(key.into()).encrypt_cbc(iv, blocks_mut(data).unwrap());
                }
                let mut messages: Vec<_> = (keys.iter().zip(&mut data).zip(&mut ivs))
                    .map(|((key, data), iv)| Message { key, iv, blocks: blocks_mut(data).unwrap() })
                    .collect();
                encrypt_cbc_many(&mut messages);
                assert_eq!((data, ivs), (wanted, chains), "{n} messages");
            }
        }
    };
}

/// Lengths of some messages, none included.
fn random_below(n: usize) -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(7, Relaxed) % [1, 5, 30][n % 3]
}

trait Flat {
    fn as_flattened_bytes(&self) -> Vec<u8>;
}

impl Flat for Vec<cipher::Block<des::Des>> {
    fn as_flattened_bytes(&self) -> Vec<u8> {
        self.iter().flatten().copied().collect()
    }
}

tests!(des_of_one_key, Des, 8, true);
tests!(des_of_two_keys, TdesEde2, 16, true);
tests!(des_of_three_keys, TdesEde3, 24, true);
tests!(des_that_encrypts_thrice_by_two_keys, TdesEee2, 16, false);
tests!(des_that_encrypts_thrice_by_three_keys, TdesEee3, 24, false);

/// All keys of the bytes of weak ones, each with a bit changed, and those with equal parts.
#[test]
fn weak_keys() {
    let mut found = [0; 2];
    let other = [0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe];
    let weak = |key: &[u8]| des::weak_key_test(key).is_err();
    for number in 0..1 << 16 {
        let bytes = |i: usize| [[1, 0x1f, 0xe0, 0xfe], [1, 0x0e, 0xf1, 0xfe]][i / 4][number >> (2 * i) & 3];
        let key: [u8; 8] = core::array::from_fn(bytes);
        assert_eq!(weak(&key), ::des::weak_key_test(&key).is_err(), "{key:02x?}");
        found[usize::from(weak(&key))] += 1;
        if weak(&key) {
            for bit in 0..64 {
                let mut changed = key;
                changed[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(weak(&changed), bit % 8 == 0, "{changed:02x?}"); // parity bits do not count
            }
            assert!(weak(&[key, other].concat()) && weak(&[other, key].concat()));
            assert!(weak(&[other, [3; 8], key].concat()));
        }
    }
    assert_eq!(found, [(1 << 16) - 64, 64]);
    for equal in [[other, other, [3; 8]], [other, [3; 8], other], [[3; 8], other, other]] {
        let mut key = equal.concat();
        assert!(weak(&key));
        key[23] ^= 1;
        assert!(weak(&key));
        key[8] ^= 4;
        key[0] ^= 8;
        assert!(!weak(&key));
    }
    assert!(weak(&[other, other].concat()) && !weak(&[[2; 8], other].concat()));
    assert!(std::panic::catch_unwind(|| des::weak_key_test(&[1; 9])).is_err());
}

#[test]
fn partial_blocks() {
    assert_eq!(blocks_mut(&mut [0; 9]), Err(Error::Length));
}

/// Hashes by the plain implementation, whose digits are those of `wanted`'s end.
fn plain_hash(password: &[u8], salt: u32, count: u32) -> [u8; 8] {
    let key = |some: &[u8]| core::array::from_fn(|i| some.get(i).map_or(0, |c| c << 1));
    let mut parts = password.chunks(8);
    let mut at: [u8; 8] = key(parts.next().unwrap_or(b""));
    for next in parts {
        let next = key(next);
        let mut under = [0; 32];
        schedule(&at, &mut under);
        plain(&mut at, &under, true, 0, 1);
        at = core::array::from_fn(|i| at[i] ^ next[i]);
    }
    let mut block = [0; 8];
    let mut ks = [0; 32];
    schedule(&at, &mut ks);
    plain(&mut block, &ks, true, salt, count);
    block
}

fn digits(block: [u8; 8]) -> Vec<u8> {
    let bits = u128::from(u64::from_be_bytes(block)) << 2;
    let digit = |i: u32| bits >> (60 - 6 * i) & 63;
    let letters: Vec<u8> = (b'.'..=b'9').chain(b'A'..=b'Z').chain(b'a'..=b'z').collect();
    (0..11).map(|i| letters[digit(i) as usize]).collect()
}

#[test]
fn passwords() {
    let mut random = Random::new(9);
    let salts = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for n in [1, 2, 19, 40, 300, 600].into_iter().filter(|n| *n < LONGEST) {
        let password = |random: &mut Random, longest: usize| -> Vec<u8> {
            let length = random.below(longest);
            random.bytes(length).iter().map(|byte| byte % 255 + 1).collect()
        };
        let pairs: Vec<(Vec<u8>, Vec<u8>)> = (0..n)
            .map(|_| (password(&mut random, 12), vec![salts[random.below(64)], salts[random.below(64)]]))
            .collect();
        let mut out = vec![[0; 13]; n];
        crypt::hash_many(&pairs, &mut out).unwrap();
        for ((password, setting), hash) in pairs.iter().zip(&out) {
            let value = |c: u8| salts.iter().position(|salt| *salt == c).unwrap() as u32;
            let some = &password[..password.len().min(8)];
            let wanted = digits(plain_hash(some, value(setting[0]) | value(setting[1]) << 6, 25));
            assert_eq!((&hash[..2], &hash[2..]), (&setting[..], &wanted[..]), "{password:?}");
            assert_eq!(crypt::hash(password, hash), Ok(*hash));
        }
        let pairs: Vec<(Vec<u8>, Vec<u8>)> = (0..n)
            .map(|i| {
                let mut setting = vec![b'_', salts[i % 5], b'.', b'.', b'.'];
                setting.extend((0..4).map(|_| salts[random.below(64)]));
                (password(&mut random, [9, 40, 512][i % 3]), setting)
            })
            .collect();
        let mut out = vec![[0; 20]; n];
        crypt::hash_bsdi_many(&pairs, &mut out).unwrap();
        for ((i, (password, setting)), hash) in pairs.iter().enumerate().zip(&out) {
            let value = |c: &u8| salts.iter().position(|salt| salt == c).unwrap() as u32;
            let salt = setting[5..].iter().rev().fold(0, |salt, c| salt << 6 | value(c));
            let count = crypt::bsdi_count(setting).unwrap();
            assert_eq!(count, (i as u32 % 5).max(1));
            let wanted = digits(plain_hash(password, salt, count));
            assert_eq!((&hash[..9], &hash[9..]), (&setting[..], &wanted[..]), "{password:?}");
        }
    }
}

#[test]
fn refused_passwords() {
    for setting in [&b""[..], b"a", b"a:", b"!!", b"ab3StKT.4T8M..", b"ab c", b"ab*", b"\xffb", b"_J9..rasm"]
    {
        assert_eq!(crypt::hash(b"x", setting), Err(Error::Salt), "{setting:?}");
    }
    for setting in [&b"_J9..ras"[..], b"ab", b"_J9..ra:m", b"_J9..rasmBYk8r9AiWNcx", b"xJ9..rasm"] {
        assert_eq!(crypt::hash_bsdi(b"x", setting), Err(Error::Salt), "{setting:?}");
        assert_eq!(crypt::bsdi_count(setting), Err(Error::Salt));
    }
    assert_eq!(crypt::bsdi_count(b"_zzzzrasm"), Ok(16777215));
    assert_eq!(crypt::bsdi_count(b"_....rasm"), Ok(1));
    assert_eq!(crypt::hash(b"a\0b", b"ab"), Err(Error::Password));
    assert_eq!(crypt::hash_bsdi(&[b'x'; 512], b"_J9..rasm"), Err(Error::Password));
    assert!(crypt::hash_bsdi(&[b'x'; 511], b"_/...rasm").is_ok());
    let mut out = [[1; 13]; 2];
    assert_eq!(crypt::hash_many(&[("a", "ab"), ("b", "?")], &mut out), Err(Error::Salt));
    assert_eq!(out, [[1; 13]; 2]);
    assert_eq!(crypt::hash_many(&[("a", "ab")], &mut out), Err(Error::Length));
}
