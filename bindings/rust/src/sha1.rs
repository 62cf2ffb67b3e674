// SPDX-License-Identifier: MIT
//! SHA-1 (FIPS 180-4), one message or many at once.
//!
//! [`Sha1`] implements the traits of the crate `digest`, so that it takes the place of `sha1::Sha1`. SHA-1 is broken:
//! the module [`sha1dc`](crate::sha1dc) detects the known attacks.
//!
//! ```
//! use oldguard::sha1::{Digest, Sha1};
//!
//! let digest = Sha1::new().chain_update(b"a").chain_update(b"bc").finalize();
//! assert_eq!(digest[..4], [0xa9, 0x99, 0x3e, 0x36]);
//!
//! let mut pieces = [[0; 20]; 2]; // the pieces of a torrent, in the lanes of vector registers
//! oldguard::sha1::digest_many(&[b"abc", b"xyz"], &mut pieces)?;
//! assert_eq!(pieces[0], digest.0);
//! # Ok::<(), oldguard::Error>(())
//! ```

pub use digest::{self, Digest};

use crate::kernels::{SHA1_BLOCKS, SHA1_LANES, Sha1Lanes};
use crate::many::{self, Hash};
use crate::{Error, state};
use digest::Output;
use digest::array::Array;
use digest::block_api::Buffer;
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::typenum::{U20, U28};

pub(crate) type Cv = [u32; 5];

/// The chaining value before a message (section 5.3.1).
pub(crate) const START: Cv = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];

/// Compresses the whole blocks of a buffer.
#[inline]
pub(crate) fn compress(cv: &mut Cv, blocks: &[u8]) {
    let n = blocks.len() / 64;
    match SHA1_BLOCKS.whole() {
        // SAFETY: the processor has the kernel's instructions, and blocks has n blocks.
        Some(kernel) => unsafe { kernel(cv.as_mut_ptr(), blocks.as_ptr(), n) },
        None => blocks.chunks_exact(64).for_each(|block| {
            plain(cv, block);
        }),
    }
}

/// Executes 20 rounds. After five of them each variable has its role again.
#[inline(always)]
fn rounds(state: &mut Cv, words: &[u32], k: u32, f: impl Fn(u32, u32, u32) -> u32) {
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    let round = |a: u32, b: &mut u32, c: u32, d: u32, e: &mut u32, word: u32| {
        let sum = e.wrapping_add(f(*b, c, d)).wrapping_add(word).wrapping_add(k);
        *e = sum.wrapping_add(a.rotate_left(5));
        *b = b.rotate_left(30);
    };
    for five in words.chunks_exact(5) {
        round(a, &mut b, c, d, &mut e, five[0]);
        round(e, &mut a, b, c, &mut d, five[1]);
        round(d, &mut e, a, b, &mut c, five[2]);
        round(c, &mut d, e, a, &mut b, five[3]);
        round(b, &mut c, d, e, &mut a, five[4]);
    }
    *state = [a, b, c, d, e];
}

/// Follows section 6.1.2. Returns the expanded message and the state before step 60.
pub(crate) fn plain(cv: &mut Cv, block: &[u8]) -> ([u32; 80], Cv) {
    let mut w = [0; 80];
    for (to, word) in w.iter_mut().zip(block.chunks_exact(4)) {
        *to = u32::from_be_bytes([word[0], word[1], word[2], word[3]]);
    }
    for t in 16..32 {
        w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
    }
    for t in (32..80).step_by(4) {
        // The recurrence applied to itself, in which four words do not depend on each other.
        let (before, next) = w.split_at_mut(t);
        if let (Some(v), Some(four)) = (before.last_chunk::<32>(), next.first_chunk_mut::<4>()) {
            *four = core::array::from_fn(|k| (v[26 + k] ^ v[16 + k] ^ v[4 + k] ^ v[k]).rotate_left(2));
        }
    }
    let mut state = *cv;
    rounds(&mut state, &w[..20], 0x5a827999, |b, c, d| (c ^ d) & b ^ d);
    rounds(&mut state, &w[20..40], 0x6ed9eba1, |b, c, d| b ^ c ^ d);
    rounds(&mut state, &w[40..60], 0x8f1bbcdc, |b, c, d| (b | c) & d | b & c);
    let before_60 = state;
    rounds(&mut state, &w[60..], 0xca62c1d6, |b, c, d| b ^ c ^ d);
    for (sum, x) in cv.iter_mut().zip(state) {
        *sum = sum.wrapping_add(x);
    }
    (w, before_60)
}

/// Writes a chaining value as the digest.
#[inline]
pub(crate) fn to_bytes(cv: &Cv) -> [u8; 20] {
    let mut out = [0; 20];
    for (to, word) in out.chunks_exact_mut(4).zip(cv) {
        to.copy_from_slice(&word.to_be_bytes());
    }
    out
}

digest::buffer_fixed!(
    /// A SHA-1 hasher.
    ///
    /// # Panics
    /// A message has at most 2^61 - 1 bytes, because the standard writes its length in 64 bits. `update` panics before a
    /// message gets longer.
    pub struct Sha1(many::Core<Plain>);
    oid: "1.3.14.3.2.26";
    impl: FixedHashTraits;
);

/// The state as the crate `sha1` 0.11 serializes it.
impl SerializableState for many::Core<Plain> {
    type SerializedStateSize = U28;

    fn serialize(&self) -> SerializedState<Self> {
        let mut out = SerializedState::<Self>::default();
        for (to, word) in out.chunks_exact_mut(4).zip(self.cv) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        out[20..].copy_from_slice(&self.blocks.to_le_bytes());
        out
    }

    fn deserialize(from: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let (cv, blocks) = from.split_at(20);
        let mut core = Self::default();
        for (word, bytes) in core.cv.iter_mut().zip(cv.chunks_exact(4)) {
            *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        core.blocks = blocks.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        if core.blocks > Plain::MOST_BLOCKS || core.blocks == 0 && core.cv != START {
            return Err(DeserializeStateError);
        }
        Ok(core)
    }
}

impl Sha1 {
    /// Returns the digest of a message.
    #[inline]
    pub fn digest(data: impl AsRef<[u8]>) -> Output<Self> {
        let mut cv = START;
        many::whole::<Plain>(&mut cv, &mut (), data.as_ref());
        to_bytes(&cv).into()
    }

    /// Returns the state as the function `og_sha1_export` of the C library does. It holds up to 63 bytes of the
    /// message.
    pub fn save(&self) -> [u8; 104] {
        let mut out = [0; 104];
        state::put_sha1(&mut out, &self.core.cv, self.core.blocks, self.buffer.get_data());
        state::seal(&mut out, b"OGS1");
        out
    }

    /// Restores a saved state. [`Error::State`] if it is damaged, or if no message leads to it.
    pub fn restore(saved: &[u8; 104]) -> Result<Self, Error> {
        state::open(saved, b"OGS1")?;
        let (cv, blocks, tail) = state::get_sha1(saved)?;
        Ok(Sha1 {
            core: many::Core { cv, state: (), blocks, base: () },
            buffer: Buffer::<many::Core<Plain>>::new(tail),
        })
    }
}

mod lanes {
    /// SHA-1 in lanes. See [`Hash`](super::Hash).
    pub struct Plain;
}
pub(crate) use lanes::Plain;

/// The hash of whole blocks, below the buffer of a hasher.
pub mod block_api {
    /// SHA-1 of whole blocks.
    pub type Sha1Core = crate::many::Core<super::Plain>;

    /// Compresses blocks into a chaining value.
    #[inline]
    pub fn compress(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
        super::compress(state, blocks.as_flattened());
    }
}

impl Hash for Plain {
    type Cv = Cv;
    type State = ();
    type Base = ();
    type Kernel = Sha1Lanes;
    type Info = ();
    type Size = U20;
    const NAME: &'static str = "Sha1";
    const LENGTH: usize = 8;
    const ROWS: usize = usize::MAX;
    const MOST_BLOCKS: u64 = state::MOST_BYTES / 64;
    const START: Cv = START;
    const STATE: () = ();

    fn kernel(messages: usize, lengths: u8) -> Option<(Sha1Lanes, usize)> {
        SHA1_LANES.at(messages.saturating_mul(64), lengths)
    }
    fn info() {}
    unsafe fn lanes(kernel: Sha1Lanes, cv: *mut Cv, at: *const *const u8, n: usize, _: &mut ()) {
        // SAFETY: as the caller says.
        unsafe { kernel(cv.cast(), at, n) }
    }
    #[inline]
    fn blocks(cv: &mut Cv, _: &mut (), blocks: &[u8]) {
        compress(cv, blocks);
    }
    #[inline]
    fn digest(cv: &Cv) -> Array<u8, U20> {
        to_bytes(cv).into()
    }
}

many::functions!(Sha1, Plain, [u8; 20], |cv, _: &()| to_bytes(cv));
