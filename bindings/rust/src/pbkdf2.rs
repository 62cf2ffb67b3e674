// SPDX-License-Identifier: MIT
//! PBKDF2 (RFC 8018 section 5.2) with HMAC-SHA1 and HMAC-Whirlpool, for existing keys and volumes. The blocks of all
//! derivations of a call fill the lanes of a kernel.
//!
//! ```
//! let mut key = [0; 20];
//! oldguard::pbkdf2::sha1(b"password", b"salt", 2, &mut key)?;
//! assert_eq!(key[..4], [0xea, 0x6c, 0x01, 0x4d]); // RFC 6070
//! # Ok::<(), oldguard::Error>(())
//! ```

use crate::cpu::SHORT;
use crate::many::{Hash, pad};
use crate::{Error, kernels, sha1, wipe};

/// A derivation of [`sha1_many`] and `whirlpool_many`. `{:?}` shows neither password nor key.
pub struct Derivation<'a> {
    /// The password.
    pub password: &'a [u8],
    /// The salt.
    pub salt: &'a [u8],
    /// The number of iterations, from 1.
    pub iterations: u64,
    /// Gets the key.
    pub out: &'a mut [u8],
}

impl core::fmt::Debug for Derivation<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Derivation").field("iterations", &self.iterations).finish_non_exhaustive()
    }
}

/// Chains of iterations at a time.
const CHAINS: usize = 16;

/// The chain of iterations of an output block. keys: the chaining values after the inner and the outer key block.
struct Chain<H: Hash> {
    keys: [H::Cv; 2],
    u: H::Cv,
    sum: H::Cv,
    left: u64,
    derivation: usize,
    at: usize, // of the output
}

impl<H: Hash> Clone for Chain<H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hash> Copy for Chain<H> {}

/// A hash whose chaining value is as long as its digest.
trait Prf: Hash {
    const SIZE: usize;
    /// Runs as many iterations of the first chains as all of these need, by a kernel for them. Returns the number of
    /// chains, or 0 without a kernel.
    fn iterate(chains: &mut [Chain<Self>]) -> usize
    where
        Self: Sized;
    /// Adds b to a by XOR.
    fn add(a: &mut Self::Cv, b: &Self::Cv);
}

/// Returns the least number of iterations that are left.
fn least<H: Hash>(chains: &[Chain<H>]) -> u64 {
    chains.iter().map(|chain| chain.left).min().unwrap_or(0)
}

/// Returns the chaining value of a message of which `before` bytes led to cv: two more parts, the second of at most a
/// block.
fn after<H: Prf<State = ()>>(cv: &H::Cv, before: u64, a: &[u8], b: &[u8]) -> H::Cv {
    let (mut cv, mut end) = (*cv, [0; 192]);
    let (whole, rest) = a.split_at(a.len() & !63);
    H::blocks(&mut cv, &mut (), whole);
    let n = rest.len() + b.len();
    end[..rest.len()].copy_from_slice(rest);
    end[rest.len()..n].copy_from_slice(b);
    let size = pad::<H>(&mut end, n, before + (a.len() + b.len()) as u64);
    H::blocks(&mut cv, &mut (), &end[..size]);
    wipe(&mut end);
    cv
}

/// Returns the chaining values after the key blocks of HMAC.
fn keys_of<H: Prf<State = ()>>(password: &[u8]) -> [H::Cv; 2] {
    let mut key = [0; 64];
    if password.len() > 64 {
        let mut cv = after::<H>(&H::START, 0, password, &[]);
        key[..H::SIZE].copy_from_slice(&H::digest(&cv));
        wipe(&mut cv);
    } else {
        key[..password.len()].copy_from_slice(password);
    }
    let keys = [0x36, 0x5c].map(|x| {
        let (mut cv, mut block) = (H::START, key.map(|byte| byte ^ x));
        H::blocks(&mut cv, &mut (), &block);
        wipe(&mut block);
        cv
    });
    wipe(&mut key);
    keys
}

/// Replaces U of each of the first chains and adds it, by a kernel for many messages, or one by one: as many times as
/// all of these need. Returns the number of chains.
fn by_blocks<H: Prf<State = ()>>(chains: &mut [Chain<H>]) -> usize {
    let kernel = if chains.len() < 2 {
        None
    } else {
        H::kernel(chains.len(), SHORT).filter(|chosen| chosen.1 <= CHAINS)
    };
    let width = kernel.map_or(1, |chosen| chosen.1);
    let busy = width.min(chains.len());
    let mut blocks = [[0; 128]; CHAINS];
    let mut size = 0;
    for (i, block) in blocks[..width].iter_mut().enumerate() {
        block[..H::SIZE].copy_from_slice(&H::digest(&chains[if i < busy { i } else { 0 }].u));
        size = pad::<H>(block, H::SIZE, 64 + H::SIZE as u64);
    }
    let mut info = H::info();
    let mut cv = [H::START; CHAINS];
    for _ in 0..least(&chains[..busy]) {
        for key in 0..2 {
            for i in 0..width {
                cv[i] = chains[if i < busy { i } else { 0 }].keys[key];
            }
            let at: [*const u8; CHAINS] = core::array::from_fn(|i| blocks[i].as_ptr());
            match kernel {
                // SAFETY: width <= CHAINS, and each lane has the blocks of a digest.
                Some((kernel, _)) => unsafe {
                    H::lanes(kernel, cv.as_mut_ptr(), at.as_ptr(), size / 64, &mut info)
                },
                None => H::blocks(&mut cv[0], &mut (), &blocks[0][..size]),
            }
            for (block, cv) in blocks[..width].iter_mut().zip(&cv) {
                block[..H::SIZE].copy_from_slice(&H::digest(cv));
            }
        }
        for (chain, cv) in chains[..busy].iter_mut().zip(&cv) {
            chain.u = *cv;
            H::add(&mut chain.sum, cv);
        }
    }
    wipe(&mut blocks);
    wipe(&mut cv);
    busy
}

/// Checks all derivations before the first is computed.
fn derive<H: Prf<State = ()>>(derivations: &mut [Derivation<'_>]) -> Result<(), Error> {
    for derivation in derivations.iter() {
        if derivation.iterations == 0 {
            return Err(Error::Iterations);
        }
        if derivation.out.is_empty() || (derivation.out.len() - 1) / H::SIZE >= u32::MAX as usize {
            return Err(Error::Length);
        }
    }
    let first = Chain { keys: [H::START; 2], u: H::START, sum: H::START, left: 0, derivation: 0, at: 0 };
    let mut chains = [first; CHAINS];
    let (mut busy, mut next, mut at, mut keys) = (0, 0, 0, [H::START; 2]);
    loop {
        while busy < CHAINS && next < derivations.len() {
            let Derivation { password, salt, iterations, out } = &derivations[next];
            if at == 0 {
                keys = keys_of::<H>(password);
            }
            let index = (at / H::SIZE + 1) as u32;
            let mut inner = after::<H>(&keys[0], 64, salt, &index.to_be_bytes());
            let mut u = after::<H>(&keys[1], 64, &H::digest(&inner), &[]);
            chains[busy] = Chain { keys, u, sum: u, left: iterations - 1, derivation: next, at };
            wipe(&mut inner);
            wipe(&mut u);
            busy += 1;
            at += H::SIZE;
            if at >= out.len() {
                (at, next) = (0, next + 1);
            }
        }
        if busy == 0 {
            break;
        }
        if least(&chains[..busy]) > 0 {
            let mut served = H::iterate(&mut chains[..busy]);
            if served == 0 {
                served = by_blocks::<H>(&mut chains[..busy]);
            }
            let done = least(&chains[..served]);
            chains[..served].iter_mut().for_each(|chain| chain.left -= done);
        }
        for i in (0..busy).rev() {
            let chain = &chains[i];
            if chain.left == 0 {
                let out = &mut derivations[chain.derivation].out[chain.at..];
                let n = out.len().min(H::SIZE);
                out[..n].copy_from_slice(&H::digest(&chain.sum)[..n]);
                busy -= 1;
                chains[i] = chains[busy];
            }
        }
    }
    wipe(&mut chains);
    wipe(&mut keys);
    Ok(())
}

impl Prf for sha1::Plain {
    const SIZE: usize = 20;

    fn iterate(chains: &mut [Chain<Self>]) -> usize {
        let Some((kernel, lanes)) = kernels::PBKDF2_SHA1_LANES.at(64 * chains.len(), SHORT) else { return 0 };
        let wider = Self::kernel(chains.len(), SHORT).is_some_and(|(_, width)| width > lanes);
        if lanes > CHAINS || wider && chains.len() > 1 {
            return 0; // the lanes of the hash have other units: src/kdf/pbkdf2_sha1_lanes.c
        }
        let busy = lanes.min(chains.len());
        let (mut u, mut sums, mut keys) = ([0; 5 * CHAINS], [0; 5 * CHAINS], [0; 10 * CHAINS]);
        for lane in 0..lanes {
            let chain = &chains[if lane < busy { lane } else { 0 }];
            for i in 0..5 {
                u[lanes * i + lane] = chain.u[i];
                sums[lanes * i + lane] = chain.sum[i];
                keys[lanes * i + lane] = chain.keys[0][i];
                keys[lanes * (5 + i) + lane] = chain.keys[1][i];
            }
        }
        for_each_part(least(&chains[..busy]), |n| {
            // SAFETY: the buffers of the operation, for `lanes` lanes.
            unsafe { kernel(u.as_mut_ptr(), sums.as_mut_ptr(), keys.as_ptr(), n) }
        });
        for (lane, chain) in chains[..busy].iter_mut().enumerate() {
            chain.u = core::array::from_fn(|i| u[lanes * i + lane]);
            chain.sum = core::array::from_fn(|i| sums[lanes * i + lane]);
        }
        wipe(&mut u);
        wipe(&mut sums);
        wipe(&mut keys);
        busy
    }
    fn add(a: &mut sha1::Cv, b: &sha1::Cv) {
        a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
    }
}

#[cfg(feature = "whirlpool")]
impl Prf for crate::whirlpool::Lanes {
    const SIZE: usize = 64;

    fn iterate(chains: &mut [Chain<Self>]) -> usize {
        let order = &kernels::PBKDF2_WHIRLPOOL_BLOCKS;
        let Some((kernel, lanes)) = order.at(64 * chains.len(), SHORT).filter(|chosen| chosen.1 <= 3) else {
            return 0;
        };
        let busy = lanes.min(chains.len());
        let chain = |lane: usize| &chains[if lane < busy { lane } else { 0 }];
        let mut u: [[u8; 64]; 3] = core::array::from_fn(|lane| chain(lane).u);
        let mut sums: [[u8; 64]; 3] = core::array::from_fn(|lane| chain(lane).sum);
        let mut keys: [[u8; 64]; 6] =
            core::array::from_fn(|i| chain(i % lanes).keys[usize::from(i >= lanes)]);
        for_each_part(least(&chains[..busy]), |n| {
            let (u, sums) = (u.as_mut_ptr().cast(), sums.as_mut_ptr().cast());
            // SAFETY: the buffers of the operation, for `lanes` lanes.
            unsafe { kernel(u, sums, keys.as_ptr().cast(), n) }
        });
        for (lane, chain) in chains[..busy].iter_mut().enumerate() {
            (chain.u, chain.sum) = (u[lane], sums[lane]);
        }
        wipe(&mut u);
        wipe(&mut sums);
        wipe(&mut keys);
        busy
    }
    fn add(a: &mut [u8; 64], b: &[u8; 64]) {
        a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
    }
}

/// Calls f with parts of n that a usize holds.
fn for_each_part(mut n: u64, mut f: impl FnMut(usize)) {
    while n > 0 {
        let some = n.min(1 << 30);
        f(some as usize);
        n -= some;
    }
}

/// Derives a key with HMAC-SHA1. [`Error::Iterations`] without iterations; [`Error::Length`] if out is empty or has more
/// than 2^32 - 1 blocks.
pub fn sha1(password: &[u8], salt: &[u8], iterations: u64, out: &mut [u8]) -> Result<(), Error> {
    sha1_many(&mut [Derivation { password, salt, iterations, out }])
}

/// Derives keys with HMAC-SHA1. The errors are those of [`sha1()`], before the first key is written.
pub fn sha1_many(derivations: &mut [Derivation<'_>]) -> Result<(), Error> {
    derive::<sha1::Plain>(derivations)
}

/// Derives a key with HMAC-Whirlpool. The errors are those of [`sha1()`].
#[cfg(feature = "whirlpool")]
pub fn whirlpool(password: &[u8], salt: &[u8], iterations: u64, out: &mut [u8]) -> Result<(), Error> {
    whirlpool_many(&mut [Derivation { password, salt, iterations, out }])
}

/// Derives keys with HMAC-Whirlpool. The errors are those of [`sha1()`], before the first key is written.
#[cfg(feature = "whirlpool")]
pub fn whirlpool_many(derivations: &mut [Derivation<'_>]) -> Result<(), Error> {
    derive::<crate::whirlpool::Lanes>(derivations)
}
