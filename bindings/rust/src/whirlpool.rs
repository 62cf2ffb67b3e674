// SPDX-License-Identifier: MIT
//! Whirlpool (ISO/IEC 10118-3), one message or many at once.
//!
//! ```
//! use oldguard::whirlpool::{Digest, Whirlpool};
//!
//! let digest = Whirlpool::digest(b"abc");
//! assert_eq!(digest[..4], [0x4e, 0x24, 0x48, 0xa4]);
//! ```
//!
//! Where no vector kernel serves, tables are looked up at addresses that depend on the message.

pub use digest::{self, Digest};

use crate::kernels::{WHIRLPOOL_BLOCKS, WHIRLPOOL_LANES, WhirlpoolLanes};
use crate::many::{self, Hash};
use crate::tables::{ROUND_CONSTANTS, WHIRLPOOL};
use crate::{Error, state};
use digest::Output;
use digest::array::Array;
use digest::block_api::Buffer;
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::typenum::{U64, U72};

pub(crate) type Cv = [u8; 64];
/// The upper 192 bits of the length of a message in bits, in big-endian order.
type Base = [u8; 24];
/// Bits of the number of blocks that are below those of Base.
const LOW_BITS: u32 = 55;

/// Adds to the upper bits of a length.
fn add(to: &mut [u8], base: &Base) {
    let mut carry = 0;
    for (byte, more) in to.iter_mut().zip(base).rev() {
        carry += u16::from(*byte) + u16::from(*more);
        *byte = carry as u8;
        carry >>= 8;
    }
}

/// Compresses the whole blocks of a buffer.
#[inline]
pub(crate) fn compress(cv: &mut Cv, blocks: &[u8]) {
    let n = blocks.len() / 64;
    match WHIRLPOOL_BLOCKS.whole() {
        // SAFETY: the processor has the kernel's instructions, and blocks has n blocks.
        Some(kernel) => unsafe { kernel(cv.as_mut_ptr(), blocks.as_ptr(), n) },
        None => blocks.chunks_exact(64).for_each(|block| plain(cv, block)),
    }
}

fn words(bytes: &[u8]) -> [u64; 8] {
    core::array::from_fn(|i| {
        bytes[8 * i..][..8].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    })
}

/// Applies SubBytes, ShiftColumns and MixRows. A row is a word, column 0 lowest. The table of column k is that of
/// column 0, rotated by k bytes.
fn mix(m: &[u64; 8]) -> [u64; 8] {
    let column = |i: usize, k: usize| {
        WHIRLPOOL[(m[(8 + i - k) % 8] >> (8 * k) & 255) as usize].rotate_left(8 * k as u32)
    };
    core::array::from_fn(|i| (0..8).fold(0, |row, k| row ^ column(i, k)))
}

/// Compresses a block: Miyaguchi-Preneel with the cipher W.
fn plain(cv: &mut Cv, block: &[u8]) {
    let (mut key, x) = (words(cv), words(block));
    let mut state: [u64; 8] = core::array::from_fn(|i| x[i] ^ key[i]);
    let first = state;
    for constant in ROUND_CONSTANTS {
        key = mix(&key);
        key[0] ^= constant;
        state = mix(&state);
        state.iter_mut().zip(key).for_each(|(word, k)| *word ^= k);
    }
    for (to, word) in cv.chunks_exact_mut(8).zip(state.iter().zip(first)) {
        to.copy_from_slice(&(word.0 ^ word.1).to_le_bytes());
    }
}

digest::buffer_fixed!(
    /// A Whirlpool hasher.
    pub struct Whirlpool(many::Core<Lanes>);
    oid: "1.0.10118.3.0.55";
    impl: FixedHashTraits;
);

/// The state as the crate `whirlpool` 0.11 serializes it. It counts 2^64 - 1 blocks, and `serialize` panics for a
/// longer message, which only a state of `deserialize` or [`Whirlpool::restore`] can lead to.
impl SerializableState for many::Core<Lanes> {
    type SerializedStateSize = U72;

    fn serialize(&self) -> SerializedState<Self> {
        let blocks = (u128::from(state::number(&self.base, 16)) << LOW_BITS) + u128::from(self.blocks);
        let blocks = u64::try_from(blocks).ok().filter(|_| self.base[..16] == [0; 16]);
        let mut out = SerializedState::<Self>::default();
        out[..64].copy_from_slice(&self.cv);
        out[64..].copy_from_slice(&blocks.expect("at most 2^64 - 1 blocks").to_le_bytes());
        out
    }

    fn deserialize(from: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let blocks = from[64..].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let mut core = Self { blocks: blocks % (1 << LOW_BITS), ..Self::default() };
        core.cv.copy_from_slice(&from[..64]);
        core.base[16..].copy_from_slice(&(blocks >> LOW_BITS).to_be_bytes());
        if blocks == 0 && core.cv != [0; 64] { Err(DeserializeStateError) } else { Ok(core) }
    }
}

impl Whirlpool {
    /// Returns the digest of a message.
    #[inline]
    pub fn digest(data: impl AsRef<[u8]>) -> Output<Self> {
        let mut cv = [0; 64];
        many::whole::<Lanes>(&mut cv, &mut (), data.as_ref());
        cv.into()
    }

    /// Returns the state as the function `og_whirlpool_export` of the C library does. It holds up to 63 bytes of the
    /// message.
    pub fn save(&self) -> [u8; 172] {
        let (mut out, tail) = ([0; 172], self.buffer.get_data());
        let bytes = self.core.blocks * 64 + tail.len() as u64;
        out[8..72].copy_from_slice(&self.core.cv);
        out[95] = (bytes >> 61) as u8;
        add(&mut out[72..96], &self.core.base);
        out[96..104].copy_from_slice(&(bytes << 3).to_be_bytes());
        out[104..104 + tail.len()].copy_from_slice(tail);
        state::seal(&mut out, b"OGWP");
        out
    }

    /// Restores a saved state. [`Error::State`] if it is damaged, or if no message leads to it.
    pub fn restore(saved: &[u8; 172]) -> Result<Self, Error> {
        state::open(saved, b"OGWP")?;
        let bits = state::number(saved, 96);
        let tail = state::get_tail(&saved[104..168], bits / 8)?;
        let cv: Cv = core::array::from_fn(|i| saved[8 + i]);
        let base: Base = core::array::from_fn(|i| saved[72 + i]);
        if bits % 8 != 0 || bits < 512 && base == [0; 24] && cv != [0; 64] {
            return Err(Error::State);
        }
        let core = many::Core { cv, state: (), blocks: bits / 512, base };
        Ok(Whirlpool { core, buffer: Buffer::<many::Core<Lanes>>::new(tail) })
    }
}

mod lanes {
    /// Whirlpool in lanes. See [`Hash`](super::Hash).
    pub struct Lanes;
}
pub(crate) use lanes::Lanes;

/// The hash of whole blocks, below the buffer of a hasher.
pub mod block_api {
    /// Whirlpool of whole blocks.
    pub type WhirlpoolCore = crate::many::Core<super::Lanes>;
}

impl Hash for Lanes {
    type Cv = Cv;
    type State = ();
    type Base = Base;
    type Kernel = WhirlpoolLanes;
    type Info = ();
    type Size = U64;
    const NAME: &'static str = "Whirlpool";
    const LENGTH: usize = 32;
    const ROWS: usize = usize::MAX;
    const MOST_BLOCKS: u64 = u64::MAX / 64; // nobody can hash as many
    const START: Cv = [0; 64];
    const STATE: () = ();

    fn kernel(messages: usize, lengths: u8) -> Option<(WhirlpoolLanes, usize)> {
        WHIRLPOOL_LANES.at(messages.saturating_mul(64), lengths)
    }
    fn info() {}
    unsafe fn lanes(kernel: WhirlpoolLanes, cv: *mut Cv, at: *const *const u8, n: usize, _: &mut ()) {
        // SAFETY: as the caller says.
        unsafe { kernel(cv.cast(), at, n) }
    }
    #[inline]
    fn blocks(cv: &mut Cv, _: &mut (), blocks: &[u8]) {
        compress(cv, blocks);
    }
    #[inline]
    fn lengthen(end: &mut [u8], base: &Base) {
        let at = end.len() - 32;
        add(&mut end[at..at + 24], base);
    }
    #[inline]
    fn digest(cv: &Cv) -> Array<u8, U64> {
        (*cv).into()
    }
}

many::functions!(Whirlpool, Lanes, [u8; 64], |cv: &Cv, _: &()| *cv);
