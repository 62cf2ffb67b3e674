// SPDX-License-Identifier: MIT
//! SHA-1 with detection of the known collision attacks, for data that an attacker may have chosen.
//!
//! The names are those of the crate `sha1-checked`, so that a `use` line suffices:
//!
//! ```
//! use oldguard::sha1dc::{CollisionResult, Digest, Sha1};
//!
//! match Sha1::try_digest(b"hello world") {
//!     CollisionResult::Ok(digest) => assert_eq!(digest[..4], [0x2a, 0xae, 0x6c, 0x35]),
//!     CollisionResult::Mitigated(_) | CollisionResult::Collision(_) => panic!("an attack"),
//! }
//! let mut hasher = Sha1::new();
//! hasher.update(b"hello world");
//! assert!(!hasher.try_finalize().has_collision());
//! ```
//!
//! Each block of an attack is compressed three times, unless [`Builder::safe_hash`] says otherwise, so that the two
//! messages of a collision get different digests, and neither is SHA-1. All other messages have their SHA-1 digest.
//! An attack along another than the 32 known disturbance vectors is not detected. The method is that of M. Stevens
//! and D. Shumow, "Speeding up detection of SHA-1 collision attacks using unavoidable attack conditions", USENIX
//! Security 2017.

pub use digest::{self, Digest};

use crate::kernels::{SHA1DC_BLOCKS, SHA1DC_LANES, SHA1DC_TEST, Sha1dcLanes};
use crate::many::{self, Hash};
use crate::sha1::{Cv, START, compress, plain, to_bytes};
use crate::tables::{CONDITIONS, DIFFERENCES, VECTORS};
use crate::{Error, state};
use core::mem::MaybeUninit;
use digest::Output;
use digest::array::Array;
use digest::block_api::{Buffer, FixedOutputCore};
use digest::typenum::U20;

// The flags of a hash, those of the C library, and that of no detection.
const SAFE_HASH: u32 = 1;
const REDUCED: u32 = 2;
const EVERY_VECTOR: u32 = 4;
const FLAGS: u32 = 15;
const PLAIN: u32 = 16;

/// What detection knows of a compressed block.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Info {
    pub(crate) w: [u32; 20], // W[60..79] of the expanded message
    pub(crate) cv: Cv,       // the chaining value before the block
    pub(crate) state: Cv,    // a to e before step 60
    pub(crate) mask: u32,    // bit v: no condition excludes disturbance vector v
}

/// Blocks that are compressed before the first of them is tested.
const AHEAD: usize = 16;

/// An attack that detection has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    vector: u8,
    at: u64,
}

impl Collision {
    /// Returns the offset of the first attack block, in bytes.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Returns the number of its disturbance vector, 0 to 31.
    pub fn vector(&self) -> u8 {
        self.vector
    }

    /// Returns the name of the vector in the literature, such as `II(52,0)`.
    pub fn vector_name(&self) -> &'static str {
        VECTORS[usize::from(self.vector)].0
    }
}

mod lanes {
    /// SHA-1 with detection in lanes. See [`Hash`](super::Hash).
    pub struct Detecting;

    /// The state of detection between the blocks of a message.
    #[derive(Clone, Copy)]
    pub struct State {
        pub(super) flags: u32,
        pub(super) blocks: u64, // that are compressed
        pub(super) found: Option<super::Collision>,
    }
}
use lanes::{Detecting, State};

const DEFAULT: State = State { flags: SAFE_HASH, blocks: 0, found: None };

/// Compresses blocks and returns their info.
pub(crate) fn detect<'a>(cv: &mut Cv, blocks: &[u8], info: &'a mut [MaybeUninit<Info>]) -> &'a [Info] {
    let n = blocks.len() / 64;
    let info = &mut info[..n];
    if let Some(kernel) = SHA1DC_BLOCKS.whole() {
        // SAFETY: the processor has the kernel's instructions, and both buffers have room for n blocks.
        unsafe { kernel(cv.as_mut_ptr(), blocks.as_ptr(), n, info.as_mut_ptr().cast()) };
    } else {
        for (each, block) in info.iter_mut().zip(blocks.chunks_exact(64)) {
            each.write(detect_plain(cv, block));
        }
    }
    // SAFETY: every field of n elements has been written.
    unsafe { core::slice::from_raw_parts(info.as_ptr().cast(), n) }
}

pub(crate) fn detect_plain(cv: &mut Cv, block: &[u8]) -> Info {
    let before = *cv;
    let (w, state) = plain(cv, block);
    let mut excluded = [0; 4];
    for (i, bi, j, bj, want, masks) in &CONDITIONS {
        let (x, y) = (&w[usize::from(*i)..][..4], &w[usize::from(*j)..][..4]);
        for lane in 0..4 {
            let bit = (x[lane] >> bi ^ y[lane] >> bj ^ want) & 1;
            excluded[lane] |= masks[lane] & bit.wrapping_neg();
        }
    }
    let mask = !excluded.iter().fold(0, |all, some| all | some);
    let mut late = [0; 20];
    late.copy_from_slice(&w[60..]);
    Info { w: late, cv: before, state, mask }
}

/// A compressed block: its bytes, what the kernel returned, and the chaining value after it.
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) info: &'a Info,
    pub(crate) after: Cv,
}

impl State {
    /// Compresses and tests whole blocks.
    fn compress(&mut self, cv: &mut Cv, mut blocks: &[u8]) {
        if self.flags & PLAIN != 0 {
            self.blocks += (blocks.len() / 64) as u64;
            return compress(cv, blocks);
        }
        let mut room = [const { MaybeUninit::uninit() }; AHEAD];
        let mut ahead = AHEAD;
        while !blocks.is_empty() {
            let some = &blocks[..blocks.len().min(64 * ahead)];
            let info = detect(cv, some, &mut room);
            let done = self.test(cv, some, info);
            // At most half of the work is wasted on a message that consists of attacks.
            ahead = if done < info.len() { 1 } else { (2 * ahead).min(AHEAD) };
            self.blocks += done as u64;
            blocks = &blocks[64 * done..];
        }
    }

    /// Tests blocks that are compressed. Returns their number, or after an attack the number of blocks up to and
    /// including its block; the chaining value is then the one after it.
    #[inline]
    fn test(&mut self, cv: &mut Cv, blocks: &[u8], info: &[Info]) -> usize {
        let always = if self.flags & EVERY_VECTOR != 0 { u32::MAX } else { 0 };
        if self.found.is_some() && self.flags & SAFE_HASH == 0 {
            return info.len();
        }
        match info.iter().position(|each| each.mask | always != 0) {
            Some(first) => self.judge(cv, blocks, info, first, always),
            None => info.len(),
        }
    }

    /// Decides on the blocks from `first` on.
    #[cold]
    fn judge(&mut self, cv: &mut Cv, blocks: &[u8], info: &[Info], first: usize, always: u32) -> usize {
        for i in first..info.len() {
            let after = info.get(i + 1).map_or(*cv, |next| next.cv);
            let block = Block { bytes: &blocks[64 * i..][..64], info: &info[i], after };
            let mut mask = info[i].mask | always;
            while mask != 0 {
                let vector = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                if !block.is_attack(vector, self.flags & REDUCED != 0) {
                    continue;
                }
                let at = 64 * (self.blocks + i as u64);
                self.found.get_or_insert(Collision { vector: vector as u8, at });
                if self.flags & SAFE_HASH == 0 {
                    return info.len();
                }
                *cv = after;
                for _ in 0..2 {
                    compress(cv, block.bytes);
                }
                return i + 1;
            }
        }
        info.len()
    }
}

/// The exact test, as src/sha1/sha1dc_test.c has it (M. Stevens, Counter-cryptanalysis, CRYPTO 2013): the states of both
/// blocks of an attack agree at a step near 60, which gives the state of the other block before step 60. The rounds
/// from there on with its words give its last state, and subtracting this from the chaining value that both blocks lead
/// to gives the chaining value before it. From that value the other block must lead to the common one.
impl Block<'_> {
    /// Returns whether the block is half of an attack along a vector.
    pub(crate) fn is_attack(&self, vector: usize, reduced: bool) -> bool {
        let state = self.other_state(vector);
        if let Some(kernel) = if reduced { None } else { SHA1DC_TEST.whole() } {
            let (mut differences, info, dm) = (0, self.info, &DIFFERENCES[vector]);
            let (after, words) = (self.after.as_ptr(), info.w.as_ptr());
            // SAFETY: the processor has the kernel's instructions. The buffers are those of the operation.
            unsafe {
                kernel(&mut differences, after, state.as_ptr(), words, self.bytes.as_ptr(), dm.as_ptr())
            };
            return differences == 0;
        }
        let (other, before, last) = self.other(vector, state);
        let mut end = before;
        compress(&mut end, &other);
        end == self.after || reduced && self.is_reduced(&other, &last)
    }

    /// Returns the state of the other block before step 60.
    fn other_state(&self, vector: usize) -> Cv {
        let (dm, step, w) = (&DIFFERENCES[vector], VECTORS[vector].1, &self.info.w);
        let [mut a, mut b, mut c, mut d, mut e] = self.info.state;
        if step < 60 {
            // Since step 58 or 59 only the words of these rounds differ, each of which is added to a new a.
            let w59 = w[15].rotate_right(1) ^ w[12] ^ w[7] ^ w[1]; // the recurrence, solved for W[t - 16]
            let w58 = w[14].rotate_right(1) ^ w[11] ^ w[6] ^ w[0];
            let change = |word: u32, t: usize| if step <= t { (word ^ dm[t]).wrapping_sub(word) } else { 0 };
            let other_b = b.wrapping_add(change(w58, 58));
            let turned = other_b.rotate_left(5).wrapping_sub(b.rotate_left(5));
            a = a.wrapping_add(turned).wrapping_add(change(w59, 59));
            b = other_b;
        }
        // To the step with the words of this block, and back with those of the other one.
        for t in 60..step {
            (a, b, c, d, e) = round(a, b, c, d, e, w[t - 60]);
        }
        for t in (60..step).rev() {
            let next = a;
            (a, b, c, d) = (b, c.rotate_right(30), d, e);
            e = next.wrapping_sub(round(a, b, c, d, 0, w[t - 60] ^ dm[t]).0);
        }
        [a, b, c, d, e]
    }

    /// Returns the other block, the chaining value before it and its last state.
    fn other(&self, vector: usize, state: Cv) -> ([u8; 64], Cv, Cv) {
        let (dm, mut other) = (&DIFFERENCES[vector], [0; 64]);
        for ((to, from), d) in other.chunks_exact_mut(4).zip(self.bytes.chunks_exact(4)).zip(dm) {
            for ((to, from), d) in to.iter_mut().zip(from).zip(d.to_be_bytes()) {
                *to = from ^ d;
            }
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (word, difference) in self.info.w.iter().zip(&dm[60..]) {
            (a, b, c, d, e) = round(a, b, c, d, e, word ^ difference);
        }
        let last = [a, b, c, d, e];
        (other, core::array::from_fn(|i| self.after[i].wrapping_sub(last[i])), last)
    }

    /// Returns whether both blocks make a collision of round-reduced SHA-1: whether the other one leads from the
    /// chaining value before this one to its last state.
    fn is_reduced(&self, other: &[u8; 64], last: &Cv) -> bool {
        let mut cv = self.info.cv;
        compress(&mut cv, other);
        (0..5).all(|i| cv[i].wrapping_sub(self.info.cv[i]) == last[i])
    }
}

/// Executes one of rounds 60 to 79 (FIPS 180-4 section 6.1.2).
#[inline(always)]
fn round(a: u32, b: u32, c: u32, d: u32, e: u32, word: u32) -> (u32, u32, u32, u32, u32) {
    let sum = a.rotate_left(5).wrapping_add(b ^ c ^ d).wrapping_add(e).wrapping_add(0xca62c1d6);
    (sum.wrapping_add(word), a, b.rotate_left(30), c, d)
}

digest::buffer_fixed!(
    /// A SHA-1 hasher that detects collision attacks. `reset` keeps its configuration.
    ///
    /// # Panics
    /// As [`sha1::Sha1`](crate::sha1::Sha1).
    pub struct Sha1(many::Core<Detecting>);
    oid: "1.3.14.3.2.26";
    impl: BaseFixedTraits AlgorithmName Default Clone HashMarker Reset FixedOutputReset ZeroizeOnDrop;
);

/// The result of a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CollisionResult {
    /// There is no attack block. The SHA-1 digest.
    Ok(Output<Sha1>),
    /// There is an attack block. A digest that no other message of the attack has.
    Mitigated(Output<Sha1>),
    /// There is an attack block. The SHA-1 digest, which another message has, too.
    Collision(Output<Sha1>),
}

impl CollisionResult {
    fn new(state: &State, cv: &Cv) -> Self {
        let digest = to_bytes(cv).into();
        match state.found {
            None => CollisionResult::Ok(digest),
            Some(_) if state.flags & SAFE_HASH != 0 => CollisionResult::Mitigated(digest),
            Some(_) => CollisionResult::Collision(digest),
        }
    }

    /// Returns the digest.
    pub fn hash(&self) -> &Output<Sha1> {
        match self {
            CollisionResult::Ok(digest)
            | CollisionResult::Mitigated(digest)
            | CollisionResult::Collision(digest) => digest,
        }
    }

    /// Returns whether there is an attack block.
    pub fn has_collision(&self) -> bool {
        !matches!(self, CollisionResult::Ok(_))
    }
}

impl Sha1 {
    /// Returns a hasher that detects attacks and mitigates them.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a builder, to configure detection.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Hashes a message.
    pub fn try_digest(data: impl AsRef<[u8]>) -> CollisionResult {
        let (mut cv, mut state) = (START, DEFAULT);
        many::whole::<Detecting>(&mut cv, &mut state, data.as_ref());
        CollisionResult::new(&state, &cv)
    }

    /// Ends a message.
    pub fn try_finalize(self) -> CollisionResult {
        self.finish().0
    }

    /// Ends a message. Returns as well what detection has found.
    pub fn finish(mut self) -> (CollisionResult, Option<Collision>) {
        let mut digest = Output::<Self>::default();
        self.core.finalize_fixed_core(&mut self.buffer, &mut digest);
        (CollisionResult::new(&self.core.state, &self.core.cv), self.core.state.found)
    }

    /// Returns what detection has found in the whole blocks so far.
    pub fn peek(&self) -> Option<Collision> {
        self.core.state.found
    }

    /// Returns the state as the function `og_sha1dc_export` of the C library does. It holds up to 63 bytes of the
    /// message. [`Error::State`] of a hasher without detection.
    pub fn save(&self) -> Result<[u8; 120], Error> {
        let State { flags, blocks, found } = self.core.state;
        if flags & PLAIN != 0 {
            return Err(Error::State);
        }
        let mut out = [0; 120];
        state::put_sha1(&mut out, &self.core.cv, blocks, self.buffer.get_data());
        out[100..104].copy_from_slice(&flags.to_be_bytes());
        out[104..108].copy_from_slice(&found.map_or(0, |found| u32::from(found.vector) + 1).to_be_bytes());
        out[108..116].copy_from_slice(&found.map_or(0, |found| found.at).to_be_bytes());
        state::seal(&mut out, b"OGSD");
        Ok(out)
    }

    /// Restores a saved state. [`Error::State`] if it is damaged, or if no message leads to it.
    pub fn restore(saved: &[u8; 120]) -> Result<Self, Error> {
        state::open(saved, b"OGSD")?;
        let (cv, blocks, tail) = state::get_sha1(saved)?;
        let (both, at) = (state::number(saved, 100), state::number(saved, 108));
        let (flags, vector) = ((both >> 32) as u32, both as u32);
        let found = match vector {
            0 if at == 0 => None,
            1..=32 if at % 64 == 0 && at / 64 < blocks => Some(Collision { vector: vector as u8 - 1, at }),
            _ => return Err(Error::State),
        };
        if flags & !FLAGS != 0 {
            return Err(Error::State);
        }
        let core = many::Core { cv, state: State { flags, blocks, found }, blocks, base: () };
        Ok(Sha1 { core, buffer: Buffer::<many::Core<Detecting>>::new(tail) })
    }
}

/// The configuration of a hasher.
#[derive(Clone, Debug)]
pub struct Builder {
    flags: u32,
}

impl Default for Builder {
    fn default() -> Self {
        Builder { flags: SAFE_HASH }
    }
}

impl Builder {
    fn set(mut self, flag: u32, on: bool) -> Self {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
        self
    }

    /// Sets whether attacks are detected at all. Default: true.
    pub fn detect_collision(self, detect: bool) -> Self {
        self.set(PLAIN, !detect)
    }

    /// Sets whether the digest of an attack is changed. Default: true.
    pub fn safe_hash(self, safe: bool) -> Self {
        self.set(SAFE_HASH, safe)
    }

    /// Sets whether the unavoidable bit conditions exclude vectors. The result is the same without them, 50 times
    /// slower. Default: true.
    pub fn use_ubc(self, ubc: bool) -> Self {
        self.set(EVERY_VECTOR, !ubc)
    }

    /// Sets whether collisions of round-reduced SHA-1 count, which tests use. Default: false.
    pub fn reduced_round_collision(self, reduced: bool) -> Self {
        self.set(REDUCED, reduced)
    }

    /// Returns a hasher.
    pub fn build(self) -> Sha1 {
        let mut hasher = Sha1::default();
        hasher.core.state.flags = self.flags;
        hasher
    }
}

/// Words of a block in what a kernel finds: the chaining value before it and the mask.
const WORDS: usize = 6;
/// Blocks of a lane in a step.
const ROWS: usize = 16;

impl Hash for Detecting {
    type Cv = Cv;
    type State = State;
    type Base = ();
    type Kernel = Sha1dcLanes;
    type Info = [MaybeUninit<u32>; ROWS * WORDS * many::MOST];
    type Size = U20;
    const NAME: &'static str = "Sha1";
    const LENGTH: usize = 8;
    const ROWS: usize = ROWS;
    const MOST_BLOCKS: u64 = state::MOST_BYTES / 64;
    const START: Cv = START;
    const STATE: State = DEFAULT;

    fn kernel(messages: usize, lengths: u8) -> Option<(Sha1dcLanes, usize)> {
        SHA1DC_LANES.at(messages.saturating_mul(64), lengths)
    }
    fn info() -> Self::Info {
        [const { MaybeUninit::uninit() }; ROWS * WORDS * many::MOST]
    }
    unsafe fn lanes(kernel: Sha1dcLanes, cv: *mut Cv, at: *const *const u8, n: usize, info: &mut Self::Info) {
        // SAFETY: as the caller says, and n <= ROWS.
        unsafe { kernel(cv.cast(), at, n, info.as_mut_ptr().cast()) }
    }
    /// Compresses the blocks whose mask is not zero again, by a kernel that returns what the exact test needs. If the
    /// chaining value differs, as it does after an attack, the rest of the step is compressed again.
    fn test(cv: &mut Cv, state: &mut State, blocks: &[u8], info: &Self::Info, i: usize, width: usize) {
        // SAFETY: the kernel has written the words of all lanes of the step.
        let word = |row: usize, k: usize| unsafe { info[(row * WORDS + k) * width + i].assume_init() };
        let before = |row| core::array::from_fn(|k| word(row, k));
        let (rows, start) = (blocks.len() / 64, state.blocks);
        let always = state.flags & EVERY_VECTOR;
        for row in 0..rows {
            if word(row, 5) | always == 0 || state.flags & PLAIN != 0 {
                continue;
            }
            state.blocks = start + row as u64;
            let mut again = before(row);
            state.compress(&mut again, &blocks[64 * row..][..64]);
            let next = if row + 1 < rows { before(row + 1) } else { *cv };
            if again != next {
                state.compress(&mut again, &blocks[64 * (row + 1)..]);
                *cv = again;
                break;
            }
        }
        state.blocks = start + rows as u64;
    }
    #[inline]
    fn blocks(cv: &mut Cv, state: &mut State, blocks: &[u8]) {
        state.compress(cv, blocks);
    }
    fn fresh(last: &State) -> State {
        State { flags: last.flags, ..DEFAULT }
    }
    #[inline]
    fn digest(cv: &Cv) -> Array<u8, U20> {
        to_bytes(cv).into()
    }
}

many::functions!(Sha1, Detecting, CollisionResult, |cv, state| CollisionResult::new(state, cv));
