// SPDX-License-Identifier: MIT
//! The traditional crypt(3), based on DES, and its extended form of BSDi, for existing password files.
//!
//! ```
//! let hash = oldguard::crypt::hash(b"rasmuslerdorf", b"rl")?;
//! assert_eq!(&hash, b"rl.3StKT.4T8M");
//! let extended = oldguard::crypt::hash_bsdi(b"rasmuslerdorf", b"_J9..rasm")?;
//! assert_eq!(&extended, b"_J9..rasmBYk8r9AiWNc");
//! # Ok::<(), oldguard::Error>(())
//! ```
//!
//! Only eight characters of a traditional password count, and an attacker can search all keys. One password, a few, and
//! what is left of many are hashed by tables at addresses that depend on them. Only what fills the lanes of a kernel is
//! hashed in constant time: many passwords, and the extended form where the crate has kernels for x86-64.

use crate::cpu::LONG;
use crate::des::{Bytes8, plain, schedule};
use crate::kernels::{DES_BSDI_LANES, DES_CRYPT_LANES, DES_CRYPT25, DesCryptLanes};
use crate::{Error, wipe};

const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The most bytes of a password of the extended form.
const LONGEST: usize = 511;
/// Lanes of the widest kernel.
const MOST: usize = 512;

/// Returns the number of some digits, the lowest first.
fn number(digits: &[u8]) -> Option<u32> {
    let value = |digit: &u8| DIGITS.iter().position(|known| known == digit);
    digits.iter().rev().try_fold(0, |number, digit| Some(number << 6 | value(digit)? as u32))
}

/// Returns salt and count of a setting: `salt` characters, and at most 11 more, which libxcrypt would accept.
fn read_setting(setting: &[u8], extended: bool) -> Result<(u32, u32), Error> {
    let size = if extended { 9 } else { 2 };
    let accepted = |c: &u8| c.is_ascii_graphic() && !b"!*:;\\".contains(c);
    if setting.len() < size || setting.len() > size + 11 || !setting[size..].iter().all(accepted) {
        return Err(Error::Salt);
    }
    if !extended {
        return Ok((number(&setting[..2]).ok_or(Error::Salt)?, 25));
    }
    match (setting[0], number(&setting[1..5]), number(&setting[5..9])) {
        (b'_', Some(count), Some(salt)) => Ok((salt, count.max(1))),
        _ => Err(Error::Salt),
    }
}

/// Returns the key of the first eight characters, and the rest.
fn read_key(password: &[u8]) -> (Bytes8, &[u8]) {
    let (some, rest) = password.split_at(password.len().min(8));
    let mut key = [0; 8];
    key.iter_mut().zip(some).for_each(|(byte, c)| *byte = c << 1);
    (key, rest)
}

fn check(password: &[u8], most: usize) -> Result<(), Error> {
    if password.contains(&0) || password.len() > most { Err(Error::Password) } else { Ok(()) }
}

/// Writes the digits of a block: 64 bits, and two zeros.
fn write_digits(out: &mut [u8], block: &Bytes8) {
    let bits = u128::from(u64::from_be_bytes(*block)) << 2;
    for (i, digit) in out.iter_mut().enumerate() {
        *digit = digit_of((bits >> (60 - 6 * i)) as u8 & 63);
    }
}

/// Returns a digit without a look-up at an address that depends on a hash.
fn digit_of(value: u8) -> u8 {
    let is_from = |first: u8| (u16::from(value) + 0x100 - u16::from(first)) >> 8;
    (u16::from(b'.') + u16::from(value) + 7 * is_from(12) + 6 * is_from(38)) as u8
}

/// The lanes of a call.
struct Lanes {
    blocks: [Bytes8; MOST],
    keys: [Bytes8; MOST],
    salts: [u64; MOST],
}

impl Lanes {
    fn new() -> Self {
        Lanes { blocks: [[0; 8]; MOST], keys: [[0; 8]; MOST], salts: [0; MOST] }
    }

    fn run(&mut self, kernel: DesCryptLanes, iterations: u32) {
        let (blocks, keys) = (self.blocks.as_mut_ptr().cast(), self.keys.as_ptr().cast());
        // SAFETY: no kernel has more than MOST lanes; the callers have compared.
        unsafe { kernel(blocks, keys, self.salts.as_ptr(), iterations as usize) }
    }
}

fn hash_alone(password: &[u8], setting: &[u8], salt: u32, out: &mut [u8; 13]) {
    let (mut key, mut block) = (read_key(password).0, [0; 8]);
    let mut ks = [0; 32];
    schedule(&key, &mut ks);
    match DES_CRYPT25.whole() {
        // SAFETY: the buffers of the operation.
        Some(kernel) => unsafe { kernel(block.as_mut_ptr(), ks.as_ptr(), salt) },
        None => plain(&mut block, &ks, true, salt, 25),
    }
    out[..2].copy_from_slice(&setting[..2]);
    write_digits(&mut out[2..], &block);
    wipe(&mut key);
    wipe(&mut ks);
}

/// Hashes a password, whose first 8 bytes count, and the lower 7 bits of each. setting: two characters of salt, and
/// what follows in a hash. [`Error::Salt`] for another setting, and [`Error::Password`] for a password with a NUL.
pub fn hash(password: &[u8], setting: &[u8]) -> Result<[u8; 13], Error> {
    let mut out = [[0; 13]];
    hash_many(&[(password, setting)], &mut out)?;
    Ok(out[0])
}

/// Hashes passwords, each with its own setting. [`Error::Length`] unless there is a place for each hash. An error
/// leaves out unwritten.
pub fn hash_many<P: AsRef<[u8]>, S: AsRef<[u8]>>(
    pairs: &[(P, S)],
    out: &mut [[u8; 13]],
) -> Result<(), Error> {
    crate::same(pairs.len(), out.len())?;
    for (password, setting) in pairs {
        read_setting(setting.as_ref(), false)?;
        check(password.as_ref(), usize::MAX)?;
    }
    let salt_of = |setting: &S| read_setting(setting.as_ref(), false).map_or(0, |read| read.0);
    let mut done = 0;
    let kernel = |left: usize| {
        DES_CRYPT_LANES.at(left.saturating_mul(8), LONG).filter(|chosen| left > 1 && chosen.1 <= MOST)
    };
    while let Some((kernel, width)) = kernel(pairs.len() - done) {
        let some = &pairs[done..pairs.len().min(done + width)];
        let mut lanes = Lanes::new();
        for (i, (password, setting)) in some.iter().enumerate() {
            (lanes.keys[i], _) = read_key(password.as_ref());
            lanes.salts[i] = u64::from(salt_of(setting));
        }
        lanes.run(kernel, 25);
        for (i, (_, setting)) in some.iter().enumerate() {
            out[done + i][..2].copy_from_slice(&setting.as_ref()[..2]);
            write_digits(&mut out[done + i][2..], &lanes.blocks[i]);
        }
        wipe(&mut lanes);
        done += some.len();
    }
    for ((password, setting), out) in pairs[done..].iter().zip(&mut out[done..]) {
        hash_alone(password.as_ref(), setting.as_ref(), salt_of(setting), out);
    }
    Ok(())
}

/// Returns the iterations of a setting of the extended form, 1 to 16777215. Who takes settings from others limits them:
/// the highest count takes half a minute. [`Error::Salt`] for another setting.
pub fn bsdi_count(setting: &[u8]) -> Result<u32, Error> {
    read_setting(setting, true).map(|read| read.1)
}

/// Hashes a password in the extended form: `_`, the count and the salt, four characters each, and what follows in a
/// hash. All characters count, and the lower 7 bits of each. [`Error::Password`] for more than 511 bytes or a NUL.
pub fn hash_bsdi(password: &[u8], setting: &[u8]) -> Result<[u8; 20], Error> {
    let mut out = [[0; 20]];
    hash_bsdi_many(&[(password, setting)], &mut out)?;
    Ok(out[0])
}

/// Hashes passwords in the extended form, each with its own setting and count. One takes as long as a full batch with
/// the same count where a kernel serves. [`Error::Length`] unless there is a place for each hash. An error leaves out
/// unwritten.
pub fn hash_bsdi_many<P: AsRef<[u8]>, S: AsRef<[u8]>>(
    pairs: &[(P, S)],
    out: &mut [[u8; 20]],
) -> Result<(), Error> {
    crate::same(pairs.len(), out.len())?;
    for (password, setting) in pairs {
        read_setting(setting.as_ref(), true)?;
        check(password.as_ref(), LONGEST)?;
    }
    let kernel = DES_BSDI_LANES.at(pairs.len().saturating_mul(8), LONG).filter(|chosen| chosen.1 <= MOST);
    let width = kernel.map_or(1, |chosen| chosen.1);
    for (some, out) in pairs.chunks(width).zip(out.chunks_mut(width)) {
        let mut lanes = Lanes::new();
        let mut rest = [&[][..]; MOST];
        let mut left = [0; MOST];
        for (i, (password, setting)) in some.iter().enumerate() {
            let (salt, count) = read_setting(setting.as_ref(), true)?;
            (lanes.keys[i], rest[i]) = read_key(password.as_ref());
            (lanes.salts[i], left[i]) = (u64::from(salt), count);
        }
        let encrypt = |lanes: &mut Lanes, salted: bool, times: u32| match kernel {
            Some((kernel, _)) => lanes.run(kernel, times),
            None => {
                let salt = if salted { lanes.salts[0] as u32 } else { 0 };
                let mut ks = [0; 32];
                schedule(&lanes.keys[0], &mut ks);
                plain(&mut lanes.blocks[0], &ks, true, salt, times);
                wipe(&mut ks);
            }
        };
        // While there are more characters, the key is encrypted under itself and the next eight are added.
        let salts = core::mem::replace(&mut lanes.salts, [0; MOST]);
        while rest.iter().any(|rest| !rest.is_empty()) {
            lanes.blocks = lanes.keys;
            encrypt(&mut lanes, false, 1);
            for (i, rest) in rest.iter_mut().enumerate().filter(|(_, rest)| !rest.is_empty()) {
                let (mut next, after) = read_key(rest);
                *rest = after;
                lanes.keys[i] = core::array::from_fn(|k| lanes.blocks[i][k] ^ next[k]);
                wipe(&mut next);
            }
        }
        lanes.salts = salts;
        lanes.blocks = [[0; 8]; MOST];
        // A lane whose iterations are done goes on beside the others.
        while let Some(least) = left.iter().copied().filter(|left| *left > 0).min() {
            encrypt(&mut lanes, true, least);
            for (i, (_, setting)) in some.iter().enumerate() {
                let ends = left[i] == least;
                left[i] = left[i].saturating_sub(least);
                if ends {
                    out[i][..9].copy_from_slice(&setting.as_ref()[..9]);
                    write_digits(&mut out[i][9..], &lanes.blocks[i]);
                }
            }
        }
        wipe(&mut lanes);
    }
    Ok(())
}
