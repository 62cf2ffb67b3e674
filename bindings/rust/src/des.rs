// SPDX-License-Identifier: MIT
//! DES and Triple DES (FIPS 46-3, SP 800-67), for data that is still under them.
//!
//! The types have the names of the crate `des` and the traits of `cipher`, so that they take the place of its types,
//! also below the modes of the crate `cbc`. The methods for many blocks take these at once, which is up to 40 times
//! as fast:
//!
//! ```
//! use oldguard::des::{TdesEde3, blocks_mut};
//! use oldguard::des::cipher::KeyInit;
//!
//! let cipher = TdesEde3::new(b"twenty-four bytes of key".into());
//! let mut data = *b"an old record of 32 bytes length";
//! let (mut iv, mut again) = ([7; 8], [7; 8]);
//! cipher.encrypt_cbc(&mut iv, blocks_mut(&mut data)?); // iv is then that of the next part
//! cipher.decrypt_cbc(&mut again, blocks_mut(&mut data)?);
//! assert_eq!(&data, b"an old record of 32 bytes length");
//! # Ok::<(), oldguard::Error>(())
//! ```
//!
//! Short messages and CBC encryption look tables up at addresses that depend on key and data. Keys are wiped when they
//! are dropped.

pub use cipher;

use crate::cpu::LONG;
use crate::kernels::{
    DES_CBC_DEC, DES_CBC_ENC, DES_ECB, DES_KEY, DES_LANES, DES3_CBC_DEC, DES3_CBC_ENC, DES3_ECB, DES3_LANES,
};
use crate::tables::{DES, PC1, PC2, SHIFTS};
use crate::{Error, wipe};
use cipher::inout::{InOut, InOutBuf};
use cipher::typenum::{U8, U16, U24, U256};
use cipher::{
    AlgorithmName, Block, BlockCipherDecBackend, BlockCipherDecClosure, BlockCipherDecrypt,
    BlockCipherEncBackend, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser, Key, KeyInit,
    KeySizeUser, ParBlocks, ParBlocksSizeUser,
};
use core::ptr;

/// A block.
pub type Bytes8 = [u8; 8];

/// Returns data as its blocks. [`Error::Length`] unless it has whole ones.
pub fn blocks_mut(data: &mut [u8]) -> Result<&mut [Bytes8], Error> {
    if data.len() % 8 != 0 {
        return Err(Error::Length);
    }
    // SAFETY: the same bytes, with the alignment of bytes.
    Ok(unsafe { core::slice::from_raw_parts_mut(data.as_mut_ptr().cast(), data.len() / 8) })
}

/// The round keys of a key, in the layout of libdes: a field of six bits for each S-box.
pub(crate) type Schedule = [u32; 32];

pub(crate) fn schedule(key: &Bytes8, ks: &mut Schedule) {
    match DES_KEY.whole() {
        // SAFETY: the buffers of the operation.
        Some(kernel) => unsafe { kernel(ks.as_mut_ptr(), key.as_ptr()) },
        None => plain_schedule(key, ks),
    }
}

/// Follows the standard bit by bit.
fn plain_schedule(key: &Bytes8, ks: &mut Schedule) {
    let word = u64::from_be_bytes(*key);
    let mut cd = PC1.iter().fold(0, |cd, bit| cd << 1 | word >> (64 - bit) & 1);
    for (round, shift) in ks.chunks_exact_mut(2).zip(SHIFTS) {
        for _ in 0..shift {
            cd = (cd << 1 & 0xffffffeffffffe) | (cd >> 27 & 0x10000001);
        }
        for (i, place) in PC2.iter().enumerate() {
            let at = 2 + 4 * (i / 6 % 2) + 8 * (i / 12) + i % 6;
            round[i / 6 % 2] |= ((cd >> (56 - place) & 1) as u32) << (at % 32);
        }
    }
}

/// Exchanges the bits of a at mask with those of b at mask << shift.
fn exchange(a: &mut u32, b: &mut u32, shift: u32, mask: u32) {
    let t = (*b >> shift ^ *a) & mask;
    *a ^= t;
    *b ^= t << shift;
}

/// Performs DES with the tables of src/des/des_sp.h, `times` times. salt: the bits of crypt(3) that exchange fields of
/// E's output; 0: DES.
pub(crate) fn plain(block: &mut Bytes8, ks: &Schedule, encrypt: bool, salt: u32, times: u32) {
    const STEPS: [(u32, u32); 5] =
        [(4, 0x0f0f0f0f), (16, 0xffff), (2, 0x33333333), (8, 0xff00ff), (1, 0x55555555)];
    let mut halves = [0, 4].map(|i| u32::from_le_bytes([block[i], block[i + 1], block[i + 2], block[i + 3]]));
    let swap = |halves: &mut [u32; 2], i: usize| {
        let [a, b] = halves;
        let (a, b) = if i % 2 == 0 { (a, b) } else { (b, a) };
        exchange(a, b, STEPS[i].0, STEPS[i].1);
    };
    (0..5).for_each(|i| swap(&mut halves, i));
    let odd_salt = (salt & 63) << 2 | (salt >> 12 & 63) << 10;
    let even_salt = (salt >> 6 & 63) << 2 | (salt >> 18 & 63) << 10;
    let salted = |half: u32, salt: u32| {
        let t = (half ^ half >> 16) & salt;
        half ^ t ^ t << 16
    };
    let [mut right, mut left] = halves.map(|half| half.rotate_left(3));
    for _ in 0..times {
        for n in 0..16 {
            let round = if encrypt { 2 * n } else { 30 - 2 * n };
            let odd = salted(right, odd_salt) ^ ks[round];
            let even = salted(right.rotate_right(4), even_salt) ^ ks[round + 1].rotate_right(4);
            for i in 0..4 {
                left ^= DES[2 * i][(odd >> (8 * i + 2) & 63) as usize];
                left ^= DES[2 * i + 1][(even >> (8 * i + 2) & 63) as usize];
            }
            (left, right) = (right, left);
        }
        (left, right) = (right, left);
    }
    let mut halves = [right, left].map(|half| half.rotate_right(3));
    (0..5).rev().for_each(|i| swap(&mut halves, i));
    block[..4].copy_from_slice(&halves[0].to_le_bytes());
    block[4..].copy_from_slice(&halves[1].to_le_bytes());
}

/// The round keys of one key or of three. They are wiped when they are dropped.
#[derive(Clone)]
struct Keys<const K: usize>([Schedule; K]);

impl<const K: usize> Drop for Keys<K> {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

impl<const K: usize> Keys<K> {
    /// Makes the round keys. With `turned`, encryption and decryption with the second key are exchanged, which differ in
    /// the order of its round keys. This happens in place, because what is moved is not wiped.
    fn new(keys: [&[u8]; K], turned: bool) -> Self {
        let mut made = Keys([[0; 32]; K]);
        for (i, (ks, key)) in made.0.iter_mut().zip(keys).enumerate() {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(key);
            schedule(&bytes, ks);
            wipe(&mut bytes);
            if turned && i == 1 {
                (0..16).for_each(|k| ks.swap(k, k ^ 30));
            }
        }
        made
    }

    fn plain(&self, block: &mut Bytes8, encrypt: bool) {
        for i in 0..K {
            plain(block, &self.0[if encrypt { i } else { K - 1 - i }], (i % 2 == 0) == encrypt, 0, 1);
        }
    }

    /// Encrypts or decrypts n blocks.
    ///
    /// # Safety
    /// `from` and `to` have n blocks and are equal or do not overlap.
    unsafe fn ecb(&self, from: *const u8, to: *mut u8, n: usize, encrypt: bool) {
        let order = if K == 1 { &DES_ECB } else { &DES3_ECB };
        // SAFETY: as the caller says.
        unsafe {
            match order.at(8 * n, LONG) {
                Some((kernel, _)) => kernel(to, from, n, self.0.as_ptr().cast(), i32::from(encrypt)),
                None => {
                    for i in 0..n {
                        let mut block = from.cast::<Bytes8>().add(i).read();
                        self.plain(&mut block, encrypt);
                        to.cast::<Bytes8>().add(i).write(block);
                    }
                }
            }
        }
    }

    fn cbc(&self, iv: &mut Bytes8, blocks: &mut [Bytes8], encrypt: bool) {
        let order = match (K, encrypt) {
            (1, true) => &DES_CBC_ENC,
            (1, false) => &DES_CBC_DEC,
            (_, true) => &DES3_CBC_ENC,
            (_, false) => &DES3_CBC_DEC,
        };
        if let Some((kernel, _)) = order.at(8 * blocks.len(), LONG) {
            let at = blocks.as_mut_ptr().cast();
            // SAFETY: the blocks are the output and the input.
            return unsafe { kernel(at, at, blocks.len(), self.0.as_ptr().cast(), iv.as_mut_ptr()) };
        }
        for block in blocks {
            let before = *block;
            if encrypt {
                block.iter_mut().zip(*iv).for_each(|(byte, x)| *byte ^= x);
            }
            self.plain(block, encrypt);
            if !encrypt {
                block.iter_mut().zip(*iv).for_each(|(byte, x)| *byte ^= x);
            }
            *iv = if encrypt { *block } else { before };
        }
    }
}

macro_rules! block_cipher {
    ($name:ident, $size:ty, $keys:literal, [$($at:literal)*], $turned:literal, $text:literal) => {
        #[doc = $text]
        #[derive(Clone)]
        pub struct $name(Keys<$keys>);

        impl $name {
            /// Encrypts each block by itself.
            pub fn encrypt_ecb(&self, blocks: &mut [Bytes8]) {
                let at = blocks.as_mut_ptr().cast();
                // SAFETY: the blocks are the input and the output.
                unsafe { self.0.ecb(at, at, blocks.len(), true) }
            }

            /// Decrypts each block by itself.
            pub fn decrypt_ecb(&self, blocks: &mut [Bytes8]) {
                let at = blocks.as_mut_ptr().cast();
                // SAFETY: the blocks are the input and the output.
                unsafe { self.0.ecb(at, at, blocks.len(), false) }
            }

            /// Encrypts blocks in CBC, and replaces iv by the last of them.
            pub fn encrypt_cbc(&self, iv: &mut Bytes8, blocks: &mut [Bytes8]) {
                self.0.cbc(iv, blocks, true);
            }

            /// Decrypts blocks in CBC, and replaces iv by the last block of ciphertext.
            pub fn decrypt_cbc(&self, iv: &mut Bytes8, blocks: &mut [Bytes8]) {
                self.0.cbc(iv, blocks, false);
            }
        }

        impl KeySizeUser for $name {
            type KeySize = $size;
        }

        impl KeyInit for $name {
            fn new(key: &Key<Self>) -> Self {
                $name(Keys::new([$(&key[$at..$at + 8]),*], $turned))
            }
        }

        impl BlockSizeUser for $name {
            type BlockSize = U8;
        }

        impl ParBlocksSizeUser for $name {
            type ParBlocksSize = U256;
        }

        #[cfg(feature = "zeroize")]
        impl cipher::zeroize::ZeroizeOnDrop for $name {}

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), " { .. }"))
            }
        }

        impl AlgorithmName for $name {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        block_cipher!(direction $name BlockCipherEncrypt BlockCipherEncBackend BlockCipherEncClosure
            encrypt_with_backend encrypt_block encrypt_par_blocks encrypt_tail_blocks true);
        block_cipher!(direction $name BlockCipherDecrypt BlockCipherDecBackend BlockCipherDecClosure
            decrypt_with_backend decrypt_block decrypt_par_blocks decrypt_tail_blocks false);
    };
    (direction $name:ident $cipher:ident $backend:ident $closure:ident $with:ident $block:ident $par:ident $tail:ident
        $encrypt:literal) => {
        impl $cipher for $name {
            #[inline]
            fn $with(&self, f: impl $closure<BlockSize = U8>) {
                f.call(self)
            }
        }

        // SAFETY in all three: an InOut has an input and an output that are equal or do not overlap.
        impl $backend for $name {
            #[inline]
            fn $block(&self, block: InOut<'_, '_, Block<Self>>) {
                let (from, to) = block.into_raw();
                unsafe { self.0.ecb(from.cast(), to.cast(), 1, $encrypt) }
            }
            #[inline]
            fn $par(&self, blocks: InOut<'_, '_, ParBlocks<Self>>) {
                let (from, to) = blocks.into_raw();
                unsafe { self.0.ecb(from.cast(), to.cast(), 256, $encrypt) }
            }
            #[inline]
            fn $tail(&self, blocks: InOutBuf<'_, '_, Block<Self>>) {
                let n = blocks.len();
                let (from, to) = blocks.into_raw();
                unsafe { self.0.ecb(from.cast(), to.cast(), n, $encrypt) }
            }
        }
    };
}

block_cipher!(Des, U8, 1, [0], false, "DES, with a key of 8 bytes. Parity bits are ignored.");
block_cipher!(TdesEde2, U16, 3, [0 8 0], false, "Triple DES with two keys, 16 bytes.");
block_cipher!(TdesEde3, U24, 3, [0 8 16], false, "Triple DES with three keys, 24 bytes.");
block_cipher!(TdesEee2, U16, 3, [0 8 0], true, "Triple DES that encrypts three times, 16 bytes.");
block_cipher!(TdesEee3, U24, 3, [0 8 16], true, "Triple DES that encrypts three times, 24 bytes.");

/// The error of [`weak_key_test`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakKeyError;

impl core::fmt::Display for WeakKeyError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the key is weak")
    }
}

impl core::error::Error for WeakKeyError {}

/// Tests a key of DES or Triple DES: whether one of its keys is weak, semi-weak or possibly weak (SP 800-67 section
/// 3.3.2), or two of them are equal. Parity bits do not count.
///
/// # Panics
/// Unless the key has 8, 16 or 24 bytes.
pub fn weak_key_test(key: &[u8]) -> Result<(), WeakKeyError> {
    assert!(matches!(key.len(), 8 | 16 | 24), "a key has 8, 16 or 24 bytes");
    let (mut weak, mut keys) = (false, [1, 3, 5]);
    for (mine, bytes) in keys.iter_mut().zip(key.chunks_exact(8)) {
        let half = |at| bytes[at..at + 4].iter().fold(0u32, |word, byte| word << 8 | u32::from(byte & 0xfe));
        let (first, second) = (half(0), half(4));
        // The bits of a byte above bit 4, and those below, are equal: their number in the four bytes is even.
        let (high, low) = (first >> 7 & 0x01010101, first >> 1 & 0x01010101);
        weak |= (first == high * 0xe0 + low * 0x1e)
            & (second == high * 0xf0 + low * 0x0e)
            & ((high.count_ones() | low.count_ones()) % 2 == 0);
        *mine = u64::from(first) << 32 | u64::from(second);
    }
    weak |= (keys[0] == keys[1]) | (keys[1] == keys[2]) | (keys[0] == keys[2]);
    wipe(&mut keys);
    if weak { Err(WeakKeyError) } else { Ok(()) }
}

/// A message of [`encrypt_cbc_many`], with its own key. KEY: 8 for DES, 16 or 24 for Triple DES. `{:?}` shows no byte
/// of it.
pub struct Message<'a, const KEY: usize> {
    /// The key.
    pub key: &'a [u8; KEY],
    /// The initialization vector, which the last block of ciphertext replaces.
    pub iv: &'a mut Bytes8,
    /// The blocks, which are encrypted in place.
    pub blocks: &'a mut [Bytes8],
}

impl<const KEY: usize> core::fmt::Debug for Message<'_, KEY> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Message").finish_non_exhaustive()
    }
}

/// Lanes of the widest kernel, and the steps of a call.
const MOST: usize = 256;
const STEPS: usize = 8;

/// What encrypt_cbc_many has on its stack.
struct Room {
    blocks: [Bytes8; STEPS * MOST],
    keys: [Bytes8; 3 * MOST],
    iv: [Bytes8; MOST],
}

/// Encrypts messages in CBC, each under its own key, one block of each at a time in the lanes of a kernel.
pub fn encrypt_cbc_many<const KEY: usize>(messages: &mut [Message<'_, KEY>]) {
    const { assert!(KEY == 8 || KEY == 16 || KEY == 24, "a key has 8, 16 or 24 bytes") };
    let order = if KEY == 8 { &DES_LANES } else { &DES3_LANES };
    let mut next = 0;
    if order.at(messages.len().saturating_mul(8), LONG).is_some_and(|(_, width)| width <= MOST) {
        let mut room = Room { blocks: [[0; 8]; STEPS * MOST], keys: [[0; 8]; 3 * MOST], iv: [[0; 8]; MOST] };
        let mut lanes = [(0, 0); MOST]; // message and blocks that are done
        let mut busy = 0;
        loop {
            let left = busy + messages.len() - next;
            let Some((kernel, width)) =
                order.at(8 * left, LONG).filter(|&(_, width)| left > 0 && width <= MOST)
            else {
                break;
            };
            while busy < width && next < messages.len() {
                lanes[busy] = (next, 0);
                busy += usize::from(!messages[next].blocks.is_empty());
                next += 1;
            }
            let live = busy.min(width);
            let rest = |&(i, done): &(usize, usize)| messages[i].blocks.len() - done;
            let steps = lanes[..live].iter().map(rest).min().unwrap_or(0).min(STEPS);
            if steps == 0 {
                break;
            }
            for (lane, &(i, done)) in lanes[..live].iter().enumerate() {
                for k in 0..if KEY == 8 { 1 } else { 3 } {
                    room.keys[k * width + lane].copy_from_slice(&messages[i].key[8 * k % KEY..][..8]);
                }
                room.iv[lane] = *messages[i].iv;
                for (step, block) in messages[i].blocks[done..done + steps].iter().enumerate() {
                    room.blocks[step * width + lane] = *block;
                }
            }
            let at = ptr::addr_of_mut!(room.blocks).cast();
            // SAFETY: width <= MOST and steps <= STEPS. Idle lanes encrypt old contents.
            unsafe {
                kernel(at, at, steps, ptr::addr_of!(room.keys).cast(), ptr::addr_of_mut!(room.iv).cast())
            };
            for lane in (0..live).rev() {
                let (i, done) = &mut lanes[lane];
                let message = &mut messages[*i];
                *message.iv = room.iv[lane];
                for (step, block) in message.blocks[*done..*done + steps].iter_mut().enumerate() {
                    *block = room.blocks[step * width + lane];
                }
                *done += steps;
                if *done == message.blocks.len() {
                    busy -= 1;
                    lanes.swap(lane, busy);
                }
            }
        }
        wipe(&mut room);
        for &(i, done) in &lanes[..busy] {
            alone(&mut messages[i], done);
        }
    }
    messages[next..].iter_mut().for_each(|message| alone(message, 0));
}

fn alone<const KEY: usize>(message: &mut Message<'_, KEY>, done: usize) {
    let key = |k: usize| &message.key[8 * k % KEY..][..8];
    if KEY == 8 {
        Keys::new([key(0)], false).cbc(message.iv, &mut message.blocks[done..], true);
    } else {
        Keys::new([key(0), key(1), key(2)], false).cbc(message.iv, &mut message.blocks[done..], true);
    }
}
