// SPDX-License-Identifier: MIT
//! Distributes messages of any lengths over the lanes of a kernel.

use crate::Error;
use crate::cpu::{LONG, SHORT};
use core::{fmt, ptr};
use digest::array::{Array, ArraySize};
use digest::block_api::{
    AlgorithmName, Block, BlockSizeUser, Buffer, BufferKindUser, Eager, FixedOutputCore, OutputSizeUser,
    Reset, UpdateCore,
};
use digest::typenum::U64;
use digest::{HashMarker, Output};

const BLOCK: usize = 64;
/// Bytes of a padded message that is copied to its lane, and so takes one step.
const WHOLE: usize = 4 * BLOCK;
/// Lanes of the widest kernel.
pub const MOST: usize = 16;
/// Short messages that are sorted by their numbers of blocks, and how many must have a number, on average, so that those
/// of different numbers are hashed apart.
const WINDOW: usize = 64;
const GROUP: usize = 4;

/// A hash function with kernels of several lanes. It, its types and those that implement it are public, because traits of
/// `digest` show them, and have no name outside: they are in private modules.
pub trait Hash: 'static {
    /// The chaining value.
    type Cv: Copy;
    /// What a message has beside it: the state of detection.
    type State: Copy;
    /// The multiple of 2^64 in the bits of a message that was restored.
    type Base: Copy + Default;
    /// A kernel of several lanes.
    type Kernel: Copy;
    /// What a kernel finds of the blocks of a step.
    type Info;
    /// The size of a digest.
    type Size: ArraySize;
    /// The name of the function.
    const NAME: &'static str;
    /// Bytes of the length in the padding.
    const LENGTH: usize;
    /// The most blocks of each lane in a call.
    const ROWS: usize;
    /// The most blocks of a message.
    const MOST_BLOCKS: u64;
    /// Where messages begin.
    const START: Self::Cv;
    /// The state at the start of a message.
    const STATE: Self::State;

    /// Returns the kernel for a number of messages and its lanes, or None where they are better hashed one by one.
    fn kernel(messages: usize, lengths: u8) -> Option<(Self::Kernel, usize)>;
    /// Returns room for what a kernel finds.
    fn info() -> Self::Info;
    /// Compresses n blocks of each lane.
    ///
    /// # Safety
    /// cv and at are those of the kernel's lanes, and each pointer has n blocks.
    unsafe fn lanes(
        kernel: Self::Kernel,
        cv: *mut Self::Cv,
        at: *const *const u8,
        n: usize,
        info: &mut Self::Info,
    );
    /// Tests the blocks of lane i after a step.
    fn test(
        _cv: &mut Self::Cv,
        _state: &mut Self::State,
        _blocks: &[u8],
        _info: &Self::Info,
        _i: usize,
        _width: usize,
    ) {
    }
    /// Compresses whole blocks of one message.
    fn blocks(cv: &mut Self::Cv, state: &mut Self::State, blocks: &[u8]);
    /// Returns the state at the start of the next message.
    fn fresh(_last: &Self::State) -> Self::State {
        Self::STATE
    }
    /// Adds the multiple of 2^64 to the length in a padding.
    #[inline]
    fn lengthen(_end: &mut [u8], _base: &Self::Base) {}
    /// Returns the digest of a chaining value.
    fn digest(cv: &Self::Cv) -> Array<u8, Self::Size>;
}

/// A hash of blocks, below the buffer of a hasher.
pub struct Core<H: Hash> {
    pub(crate) cv: H::Cv,
    pub(crate) state: H::State,
    pub(crate) blocks: u64, // that are compressed
    pub(crate) base: H::Base,
}

impl<H: Hash> Core<H> {
    /// Returns whether a message may have n more blocks.
    #[inline]
    fn may_have(&self, n: usize) -> bool {
        n as u64 <= H::MOST_BLOCKS - self.blocks
    }
}

impl<H: Hash> fmt::Debug for Core<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Core {{ ... }}", H::NAME)
    }
}

#[cfg(feature = "zeroize")]
impl<H: Hash> Drop for Core<H> {
    fn drop(&mut self) {
        crate::wipe(self);
    }
}

#[cfg(feature = "zeroize")]
impl<H: Hash> digest::zeroize::ZeroizeOnDrop for Core<H> {}

impl<H: Hash> Clone for Core<H> {
    #[inline]
    fn clone(&self) -> Self {
        Core { ..*self }
    }
}

impl<H: Hash> Default for Core<H> {
    #[inline]
    fn default() -> Self {
        Core { cv: H::START, state: H::STATE, blocks: 0, base: H::Base::default() }
    }
}

impl<H: Hash> Reset for Core<H> {
    #[inline]
    fn reset(&mut self) {
        *self = Core { state: H::fresh(&self.state), ..Self::default() };
    }
}

impl<H: Hash> HashMarker for Core<H> {}

impl<H: Hash> BlockSizeUser for Core<H> {
    type BlockSize = U64;
}

impl<H: Hash> BufferKindUser for Core<H> {
    type BufferKind = Eager;
}

impl<H: Hash> OutputSizeUser for Core<H> {
    type OutputSize = H::Size;
}

impl<H: Hash> AlgorithmName for Core<H> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(H::NAME)
    }
}

impl<H: Hash> UpdateCore for Core<H> {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        assert!(self.may_have(blocks.len()), "a message is longer than the standard allows");
        self.blocks += blocks.len() as u64;
        H::blocks(&mut self.cv, &mut self.state, Array::cast_slice_to_core(blocks).as_flattened());
    }
}

impl<H: Hash> FixedOutputCore for Core<H> {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        let tail = buffer.get_data();
        let mut end = [0; 2 * BLOCK];
        let size = pad_copy::<H>(&mut end, tail, self.blocks * BLOCK as u64 + tail.len() as u64);
        H::lengthen(&mut end[..size], &self.base);
        H::blocks(&mut self.cv, &mut self.state, &end[..size]);
        clear(&mut end);
        *out = H::digest(&self.cv);
    }
}

/// Defines the functions for many messages and streams of a hasher, and its std::io::Write.
macro_rules! functions {
    ($hasher:ident, $hash:ty, $result:ty, $convert:expr) => {
        #[cfg(feature = "std")]
        impl std::io::Write for $hasher {
            #[inline]
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                digest::Update::update(self, data);
                Ok(data.len())
            }

            #[inline]
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }

        /// Hashes each message, in lanes of a kernel where that is faster. The messages are independent and of any
        /// lengths. [`Error::Length`] unless there is a place for each result.
        pub fn digest_many<M: AsRef<[u8]>>(messages: &[M], out: &mut [$result]) -> Result<(), Error> {
            $crate::same(messages.len(), out.len())?;
            digest_parts(messages.len(), |i| [&[], messages[i].as_ref()], out);
            Ok(())
        }

        /// Hashes each message of two parts, such as the header and the body of a git object, without joining them.
        /// [`Error::Length`] unless there is a place for each result.
        pub fn digest_many_two_part<A: AsRef<[u8]>, B: AsRef<[u8]>>(
            messages: &[(A, B)],
            out: &mut [$result],
        ) -> Result<(), Error> {
            $crate::same(messages.len(), out.len())?;
            digest_parts(messages.len(), |i| [messages[i].0.as_ref(), messages[i].1.as_ref()], out);
            Ok(())
        }

        fn digest_parts<'a>(n: usize, parts: impl Fn(usize) -> [&'a [u8]; 2], out: &mut [$result]) {
            let (cv, state) = (<$hash>::START, <$hash>::STATE);
            let message = |i| many::Message { cv, state, parts: parts(i), padded: true };
            many::run::<$hash>(n, message, |i, cv, state| out[i] = $convert(cv, state));
        }

        /// Appends a piece to each hasher, as `update` does for one, in lanes of a kernel where that is faster.
        /// [`Error::Length`] unless there is a piece for each, or if a message would be too long; the hashers are then
        /// unchanged.
        pub fn update_many<M: AsRef<[u8]>>(hashers: &mut [$hasher], pieces: &[M]) -> Result<(), Error> {
            $crate::same(hashers.len(), pieces.len())?;
            many::streams::<$hash, _>(hashers, |i| pieces[i].as_ref())
        }

        impl many::Stream<$hash> for $hasher {
            fn start(&self) -> (&many::Core<$hash>, &[u8]) {
                (&self.core, self.buffer.get_data())
            }
            fn set(&mut self, core: many::Core<$hash>, tail: &[u8]) {
                self.core = core;
                self.buffer.reset();
                self.buffer.digest_blocks(tail, |_| ()); // in place: what is moved is not wiped
            }
        }
    };
}
pub(crate) use functions;

/// Writes the padded end of a message of `length` bytes, whose last bytes to[..n] has, and returns its size.
pub(crate) fn pad<H: Hash>(to: &mut [u8], n: usize, length: u64) -> usize {
    let size = (n + H::LENGTH + BLOCK) & !(BLOCK - 1);
    to[n] = 0x80;
    to[n + 1..size].fill(0);
    to[size - 8..size].copy_from_slice(&(length << 3).to_be_bytes());
    if H::LENGTH > 8 {
        to[size - 9] = (length >> 61) as u8;
    }
    size
}

/// Returns the first 16 bytes of a buffer, the first byte lowest.
#[inline(always)]
fn load(from: &[u8]) -> u128 {
    from.first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes))
}

/// Returns the last n < 16 bytes of a buffer. Those of a short buffer are all of it.
#[inline(always)]
fn load_end(from: &[u8], n: usize) -> u128 {
    let size = from.len();
    let word = |at: usize| from[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let half = |at: usize| from[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    if size >= 16 {
        load(&from[size - 16..]) >> 8 >> (8 * (15 - n))
    } else if n >= 8 {
        u128::from(word(0)) | u128::from(word(n - 8) >> 8 >> (8 * (15 - n))) << 64
    } else if n >= 4 {
        u128::from(half(0)) | u128::from(half(n - 4)) << (8 * (n - 4))
    } else if n > 0 {
        [0, n / 2, n - 1].iter().fold(0, |x, &at| x | u128::from(from[at]) << (8 * at))
    } else {
        0
    }
}

/// Stores 16 bytes at once. A processor forwards a store to a load soon after only if it wrote all bytes of the load, and
/// the kernels load vectors (src/core/tail64.h).
#[inline(always)]
fn store(to: &mut [u8], x: u128) {
    let to = &mut to[..16];
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    // SAFETY: the processor has SSE2, and `to` 16 bytes.
    unsafe {
        use core::arch::x86_64::{_mm_set_epi64x, _mm_storeu_si128};
        _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_set_epi64x((x >> 64) as i64, x as i64));
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    to.copy_from_slice(&x.to_le_bytes());
}

/// Writes the padded form of the last bytes of a message of `length` bytes, and returns its size.
#[inline]
pub(crate) fn pad_copy<H: Hash>(to: &mut [u8], last: &[u8], length: u64) -> usize {
    let n = last.len();
    let size = (n + H::LENGTH + BLOCK) & !(BLOCK - 1);
    let (to, at) = (&mut to[..size], n & !15);
    to[size - BLOCK..].fill(0);
    let mut end = load_end(last, n % 16) | 0x80 << (8 * (n % 16));
    let mut count = u128::from((length << 3).swap_bytes()) << 64;
    if H::LENGTH > 8 {
        count |= u128::from(length >> 61) << 56;
        if size > BLOCK {
            store(&mut to[size - BLOCK - 16..], 0); // between the message and its last block
        }
    } else if at + 16 == size {
        end |= count;
    }
    store(&mut to[size - 16..], count);
    for i in (0..at).step_by(16) {
        store(&mut to[i..], load(&last[i..]));
    }
    store(&mut to[at..], end);
    size
}

/// Wipes a copy of a part of a message if hashers are wiped.
#[inline(always)]
fn clear<T>(copy: &mut T) {
    if cfg!(feature = "zeroize") {
        crate::wipe(copy);
    }
}

/// Hashes a message. A short one takes a single call of a kernel.
#[inline]
pub(crate) fn whole<H: Hash>(cv: &mut H::Cv, state: &mut H::State, data: &[u8]) {
    let mut end = [0; 2 * BLOCK];
    let n = if data.len() < end.len() - H::LENGTH { 0 } else { data.len() & !(BLOCK - 1) };
    if n > 0 {
        H::blocks(cv, state, &data[..n]);
    }
    let size = pad_copy::<H>(&mut end, &data[n..], data.len() as u64);
    H::blocks(cv, state, &end[..size]);
    clear(&mut end);
}

/// A message of a call: two parts, and where it begins. Without padding it has whole blocks.
pub(crate) struct Message<'a, H: Hash> {
    pub(crate) cv: H::Cv,
    pub(crate) state: H::State,
    pub(crate) parts: [&'a [u8]; 2],
    pub(crate) padded: bool,
}

/// What a lane copies.
type Room = [u8; WHOLE];

/// A lane holds a message: its parts that are not compressed. Its next blocks are `outside`, or, if this is empty,
/// `inside` blocks of its copy from `past`.
struct Lane<'a, H: Hash> {
    index: usize,
    copy: usize, // the number of its copy
    state: H::State,
    head: &'a [u8],
    body: &'a [u8],
    length: u64,
    open: bool, // the padding is to come
    outside: &'a [u8],
    past: usize,
    inside: usize,
}

impl<'a, H: Hash> Lane<'a, H> {
    fn new(index: usize, copy: usize, message: &Message<'a, H>) -> Self {
        let [head, body] = message.parts;
        let length = head.len() as u64 + body.len() as u64;
        Lane {
            index,
            copy,
            state: message.state,
            head,
            body,
            length,
            open: message.padded,
            outside: &[],
            past: 0,
            inside: 0,
        }
    }

    /// Gives the lane the next blocks of its message. Returns false at its end.
    fn advance(&mut self, copies: &mut [Room]) -> bool {
        let copy = &mut copies[self.copy];
        let rest = self.head.len() + self.body.len();
        let fits = rest < WHOLE - H::LENGTH && rest as u64 == self.length;
        (self.past, self.outside) = (0, &[]);
        if self.open && (fits || rest < BLOCK) {
            self.inside = pad_parts::<H>(copy, [self.head, self.body], self.length) / BLOCK;
            (self.head, self.body, self.open) = (&[], &[], false);
        } else if self.head.len() >= BLOCK {
            (self.outside, self.head) = self.head.split_at(self.head.len() & !(BLOCK - 1));
        } else if rest < BLOCK {
            return false;
        } else if !self.head.is_empty() {
            let n = self.head.len();
            let (first, body) = self.body.split_at(BLOCK - n);
            copy[..n].copy_from_slice(self.head);
            copy[n..BLOCK].copy_from_slice(first);
            (self.head, self.body, self.inside) = (&[], body, 1);
        } else {
            (self.outside, self.body) = self.body.split_at(self.body.len() & !(BLOCK - 1));
        }
        true
    }

    fn next<'b>(&self, copies: &'b [Room]) -> &'b [u8]
    where
        'a: 'b,
    {
        match self.outside {
            [] => &copies[self.copy][self.past..][..self.inside * BLOCK],
            outside => outside,
        }
    }

    /// Moves behind n blocks. Returns whether the message goes on.
    fn pass(&mut self, n: usize, copies: &mut [Room]) -> bool {
        if !self.outside.is_empty() {
            self.outside = &self.outside[n * BLOCK..];
            return !self.outside.is_empty() || self.advance(copies);
        }
        self.past += n * BLOCK;
        self.inside -= n;
        self.inside > 0 || self.advance(copies)
    }
}

/// Writes the padded form of the last bytes of a message, which are in two parts, and returns its size.
fn pad_parts<H: Hash>(to: &mut Room, [head, body]: [&[u8]; 2], length: u64) -> usize {
    if head.is_empty() {
        return pad_copy::<H>(to, body, length);
    }
    let (n, rest) = (head.len(), head.len() + body.len());
    to[..n].copy_from_slice(head);
    to[n..rest].copy_from_slice(body);
    pad::<H>(to, rest, length)
}

/// Returns the number of bytes of a short message, whose padded form is copied as a whole.
fn short<H: Hash>(message: &Message<'_, H>) -> Option<usize> {
    let [head, body] = message.parts;
    head.len().checked_add(body.len()).filter(|bytes| *bytes < WHOLE - H::LENGTH)
}

/// Hashes n messages. `message` returns one by its index, and `done` gets the results in any order.
pub(crate) fn run<'a, H: Hash>(
    n: usize,
    message: impl Fn(usize) -> Message<'a, H>,
    mut done: impl FnMut(usize, &H::Cv, &H::State),
) {
    let all_short = (0..n).all(|i| short(&message(i)).is_some());
    let lengths = if all_short { SHORT } else { LONG };
    let window = if all_short { WINDOW } else { n };
    let mut next = 0;
    while next < n {
        let end = n.min(next + window);
        match if end - next < 2 { None } else { H::kernel(end - next, lengths) } {
            Some((_, lanes)) if lanes > 4 => {
                in_lanes::<H, MOST>(end, &mut next, lengths, &message, &mut done);
            }
            Some(_) => in_lanes::<H, 4>(end, &mut next, lengths, &message, &mut done),
            None => {}
        }
        while next < end {
            alone(next, &message, &mut done);
            next += 1;
        }
    }
}

/// Hashes a message by itself.
fn alone<'a, H: Hash>(
    i: usize,
    message: &impl Fn(usize) -> Message<'a, H>,
    done: &mut impl FnMut(usize, &H::Cv, &H::State),
) {
    let mut first = message(i);
    if let (true, [[], body]) = (first.padded, first.parts) {
        whole::<H>(&mut first.cv, &mut first.state, body);
        return done(i, &first.cv, &first.state);
    }
    let mut copies = [[0; WHOLE]];
    let mut lane = Lane::new(i, 0, &first);
    let more = lane.advance(&mut copies);
    finish(lane, first.cv, more, &mut copies, done);
    clear(&mut copies);
}

/// Compresses the rest of a lane by itself.
fn finish<H: Hash>(
    mut lane: Lane<'_, H>,
    mut cv: H::Cv,
    mut more: bool,
    copies: &mut [Room],
    done: &mut impl FnMut(usize, &H::Cv, &H::State),
) {
    let mut state = lane.state;
    while more {
        H::blocks(&mut cv, &mut state, lane.next(copies));
        more = lane.advance(copies);
    }
    done(lane.index, &cv, &state);
}

/// Hashes the short messages from `first` to `end`. Those with the same number of blocks take a step together. Returns
/// false, and has done nothing, if few messages have the same number.
fn in_groups<'a, H: Hash, const W: usize>(
    first: usize,
    end: usize,
    message: &impl Fn(usize) -> Message<'a, H>,
    done: &mut impl FnMut(usize, &H::Cv, &H::State),
    copies: &mut [Room; W],
    info: &mut H::Info,
) -> bool {
    const NUMBERS: usize = WHOLE / BLOCK + 1;
    let blocks = |i| {
        let message = message(i);
        let bytes = short(&message).filter(|_| message.padded);
        bytes.map_or(0, |bytes| (bytes + H::LENGTH) / BLOCK + 1)
    };
    let (mut counts, mut order) = ([0; NUMBERS], [0; WINDOW]);
    for i in first..end {
        counts[blocks(i)] += 1;
    }
    let numbers = counts.iter().filter(|count| **count > 0).count();
    if counts[0] > 0 || numbers * GROUP > end - first {
        return false;
    }
    let mut place = 0;
    let mut places = counts.map(|count| {
        place += count;
        place - count
    });
    for i in first..end {
        let place = &mut places[blocks(i)];
        order[*place] = i;
        *place += 1;
    }
    let mut begin = 0;
    for rows in 1..NUMBERS {
        let mut left = &order[begin..begin + counts[rows]];
        begin += counts[rows];
        while !left.is_empty() {
            let kernel = if left.len() > 1 { H::kernel(left.len(), SHORT) } else { None };
            let Some((kernel, width)) = kernel.filter(|&(_, width)| width <= W) else {
                left.iter().for_each(|&i| alone(i, message, done));
                break;
            };
            let some;
            (some, left) = left.split_at(width.min(left.len()));
            let (mut cv, mut states) = ([H::START; W], [H::STATE; W]);
            for (k, &i) in some.iter().enumerate() {
                let each = message(i);
                (cv[k], states[k]) = (each.cv, each.state);
                let length = each.parts[0].len() as u64 + each.parts[1].len() as u64;
                pad_parts::<H>(&mut copies[k], each.parts, length);
            }
            let at: [_; W] = core::array::from_fn(|k| copies[if k < some.len() { k } else { 0 }].as_ptr());
            // SAFETY: width <= W, and each copy has rows blocks.
            unsafe { H::lanes(kernel, cv.as_mut_ptr(), at.as_ptr(), rows, info) };
            for (k, &i) in some.iter().enumerate() {
                H::test(&mut cv[k], &mut states[k], &copies[k][..rows * BLOCK], info, k, width);
                done(i, &cv[k], &states[k]);
            }
        }
    }
    true
}

/// Hashes the messages from `next` to n in at most W lanes, as long as a kernel serves those that are left.
fn in_lanes<'a, H: Hash, const W: usize>(
    n: usize,
    next: &mut usize,
    lengths: u8,
    message: &impl Fn(usize) -> Message<'a, H>,
    done: &mut impl FnMut(usize, &H::Cv, &H::State),
) {
    let mut lanes: [Option<Lane<'a, H>>; W] = [const { None }; W];
    let mut cv = [H::START; W];
    let mut at = [ptr::null(); W];
    let mut info = H::info();
    let mut copies = [[0; WHOLE]; W];
    if lengths == SHORT && in_groups(*next, n, message, done, &mut copies, &mut info) {
        *next = n;
        return clear(&mut copies);
    }
    let mut free: [usize; W] = core::array::from_fn(|i| i); // from `busy` on: copies that no lane has
    let mut busy = 0;
    let mut chosen = H::kernel(n - *next, lengths);
    loop {
        let left = busy + n - *next;
        if chosen.is_some_and(|(_, width)| left < width) {
            chosen = H::kernel(left, lengths);
        }
        let Some((kernel, width)) = chosen.filter(|&(_, width)| left > 1 && width <= W) else { break };
        while busy < width && *next < n {
            let first = message(*next);
            let lane = lanes[busy].insert(Lane::new(*next, free[busy], &first));
            cv[busy] = first.cv;
            *next += 1;
            if lane.advance(&mut copies) {
                busy += 1;
            } else {
                done(lane.index, &first.cv, &lane.state);
            }
        }
        let live = busy.min(width);
        let blocks =
            |lane: &Option<Lane<'a, H>>| lane.as_ref().map_or(0, |lane| lane.next(&copies).len() / BLOCK);
        let rows = lanes[..live].iter().map(blocks).min().unwrap_or(0).min(H::ROWS);
        if rows == 0 {
            break;
        }
        for i in 0..width {
            let lane = &lanes[if i < live { i } else { 0 }]; // idle lanes compress what the first one does
            at[i] = lane.as_ref().map_or(ptr::null(), |lane| lane.next(&copies).as_ptr());
        }
        // SAFETY: width <= W, and the first `live` lanes have `rows` blocks or more.
        unsafe { H::lanes(kernel, cv.as_mut_ptr(), at.as_ptr(), rows, &mut info) };
        for i in (0..live).rev() {
            let Some(lane) = &mut lanes[i] else { continue };
            let mut state = lane.state;
            H::test(&mut cv[i], &mut state, &lane.next(&copies)[..rows * BLOCK], &info, i, width);
            lane.state = state;
            if !lane.pass(rows, &mut copies) {
                done(lane.index, &cv[i], &lane.state);
                busy -= 1;
                free[busy] = lane.copy;
                if i < busy {
                    lanes.swap(i, busy);
                    cv.swap(i, busy);
                }
            }
        }
    }
    for (lane, cv) in lanes.into_iter().take(busy).flatten().zip(cv) {
        finish(lane, cv, true, &mut copies, done);
    }
    clear(&mut copies);
}

/// A hasher of a stream.
pub(crate) trait Stream<H: Hash> {
    /// Returns the hash of blocks, and the bytes of the partial block.
    fn start(&self) -> (&Core<H>, &[u8]);
    /// Replaces them.
    fn set(&mut self, core: Core<H>, tail: &[u8]);
}

/// Appends a piece to each stream.
pub(crate) fn streams<'a, H: Hash, S: Stream<H>>(
    streams: &mut [S],
    piece: impl Fn(usize) -> &'a [u8],
) -> Result<(), Error> {
    const AT_ONCE: usize = 32;
    let fits = |(i, stream): (usize, &S)| {
        let (core, tail) = stream.start();
        core.may_have((tail.len() + piece(i).len()) / BLOCK)
    };
    if !streams.iter().enumerate().all(fits) {
        return Err(Error::Length);
    }
    for (turn, some) in streams.chunks_mut(AT_ONCE).enumerate() {
        let piece = |i| piece(turn * AT_ONCE + i);
        let mut cores: [Core<H>; AT_ONCE] = core::array::from_fn(|_| Core::default());
        let mut tails = [([0; BLOCK], 0); AT_ONCE];
        for (i, stream) in some.iter().enumerate() {
            let (core, tail) = stream.start();
            cores[i] = core.clone();
            tails[i].0[..tail.len()].copy_from_slice(tail);
            tails[i].1 = tail.len();
        }
        let mut ends = cores.clone();
        let whole = |i: usize| (tails[i].1 + piece(i).len()) & !(BLOCK - 1);
        let message = |i: usize| {
            let (tail, held) = &tails[i];
            let parts =
                if whole(i) == 0 { [&[][..]; 2] } else { [&tail[..*held], &piece(i)[..whole(i) - held]] };
            Message { cv: cores[i].cv, state: cores[i].state, parts, padded: false }
        };
        run::<H>(some.len(), message, |i, cv, state| (ends[i].cv, ends[i].state) = (*cv, *state));
        for (i, (stream, mut core)) in some.iter_mut().zip(ends).enumerate() {
            let (mut tail, mut held) = tails[i];
            let mut rest = piece(i);
            if whole(i) > 0 {
                rest = &rest[whole(i) - held..];
                held = 0;
            }
            tail[held..held + rest.len()].copy_from_slice(rest);
            core.blocks += (whole(i) / BLOCK) as u64;
            stream.set(core, &tail[..held + rest.len()]);
            clear(&mut tail);
        }
        clear(&mut tails);
    }
    Ok(())
}
