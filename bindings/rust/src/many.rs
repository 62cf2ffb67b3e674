// SPDX-License-Identifier: MIT
//! Distributes messages of any lengths over the lanes of a kernel.

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

/// A hash function with kernels of several lanes. Its types are public, because traits of `digest` show them, and
/// cannot be named outside.
pub trait Hash: 'static {
    /// The chaining value.
    type Cv: Copy;
    /// What a message has beside it: the state of detection.
    type State: Copy;
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
    /// Returns the digest of a chaining value.
    fn digest(cv: &Self::Cv) -> Array<u8, Self::Size>;
}

/// A hash of blocks, below the buffer of a hasher.
pub struct Core<H: Hash> {
    pub(crate) cv: H::Cv,
    pub(crate) state: H::State,
    pub(crate) blocks: u64, // that are compressed
}

impl<H: Hash> Clone for Core<H> {
    #[inline]
    fn clone(&self) -> Self {
        Core { ..*self }
    }
}

impl<H: Hash> Default for Core<H> {
    #[inline]
    fn default() -> Self {
        Core { cv: H::START, state: H::STATE, blocks: 0 }
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
        self.blocks += blocks.len() as u64;
        H::blocks(&mut self.cv, &mut self.state, Array::cast_slice_to_core(blocks).as_flattened());
    }
}

impl<H: Hash> FixedOutputCore for Core<H> {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        let tail = buffer.get_data();
        let mut end = [0; 2 * BLOCK];
        end[..tail.len()].copy_from_slice(tail);
        let size = pad::<H>(&mut end, tail.len(), self.blocks * BLOCK as u64 + tail.len() as u64);
        H::blocks(&mut self.cv, &mut self.state, &end[..size]);
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
        /// [`Error::Length`] unless there is a piece for each.
        pub fn update_many<M: AsRef<[u8]>>(hashers: &mut [$hasher], pieces: &[M]) -> Result<(), Error> {
            $crate::same(hashers.len(), pieces.len())?;
            many::streams::<$hash, _>(hashers, |i| pieces[i].as_ref());
            Ok(())
        }

        impl many::Stream<$hash> for $hasher {
            fn start(&self) -> (&many::Core<$hash>, &[u8]) {
                (&self.core, self.buffer.get_data())
            }
            fn set(&mut self, core: many::Core<$hash>, tail: &[u8]) {
                *self = $hasher { core, buffer: Buffer::<many::Core<$hash>>::new(tail) };
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

/// Hashes a message. A short one takes a single call of a kernel.
#[inline]
pub(crate) fn whole<H: Hash>(cv: &mut H::Cv, state: &mut H::State, data: &[u8]) {
    let mut end = [0; 2 * BLOCK];
    let n = if data.len() < end.len() - H::LENGTH { 0 } else { data.len() & !(BLOCK - 1) };
    if n > 0 {
        H::blocks(cv, state, &data[..n]);
    }
    let tail = data.len() - n;
    end[..tail].copy_from_slice(&data[n..]);
    let size = pad::<H>(&mut end, tail, data.len() as u64);
    H::blocks(cv, state, &end[..size]);
}

/// A message of a call: two parts, and where it begins. Without padding it has whole blocks.
pub(crate) struct Message<'a, H: Hash> {
    pub(crate) cv: H::Cv,
    pub(crate) state: H::State,
    pub(crate) parts: [&'a [u8]; 2],
    pub(crate) padded: bool,
}

/// A lane holds a message: its parts that are not compressed, and a buffer for what is copied. Its next blocks are
/// `outside`, or, if this is empty, `inside` blocks of the buffer from `past`.
struct Lane<'a, H: Hash> {
    index: usize,
    state: H::State,
    head: &'a [u8],
    body: &'a [u8],
    length: u64,
    open: bool, // the padding is to come
    outside: &'a [u8],
    past: usize,
    inside: usize,
    buffer: [u8; WHOLE],
}

impl<'a, H: Hash> Lane<'a, H> {
    fn new(index: usize, message: &Message<'a, H>) -> Self {
        let [head, body] = message.parts;
        let length = head.len() as u64 + body.len() as u64;
        Lane {
            index,
            state: message.state,
            head,
            body,
            length,
            open: message.padded,
            outside: &[],
            past: 0,
            inside: 0,
            buffer: [0; WHOLE],
        }
    }

    /// Gives the lane the next blocks of its message. Returns false at its end.
    fn advance(&mut self) -> bool {
        let rest = self.head.len() + self.body.len();
        let fits = rest < WHOLE - H::LENGTH && rest as u64 == self.length;
        (self.past, self.outside) = (0, &[]);
        if self.open && (fits || rest < BLOCK) {
            let n = self.head.len();
            self.buffer[..n].copy_from_slice(self.head);
            self.buffer[n..rest].copy_from_slice(self.body);
            self.inside = pad::<H>(&mut self.buffer, rest, self.length) / BLOCK;
            (self.head, self.body, self.open) = (&[], &[], false);
        } else if self.head.len() >= BLOCK {
            (self.outside, self.head) = self.head.split_at(self.head.len() & !(BLOCK - 1));
        } else if rest < BLOCK {
            return false;
        } else if !self.head.is_empty() {
            let n = self.head.len();
            let (first, body) = self.body.split_at(BLOCK - n);
            self.buffer[..n].copy_from_slice(self.head);
            self.buffer[n..BLOCK].copy_from_slice(first);
            (self.head, self.body, self.inside) = (&[], body, 1);
        } else {
            (self.outside, self.body) = self.body.split_at(self.body.len() & !(BLOCK - 1));
        }
        true
    }

    fn next(&self) -> &[u8] {
        if self.outside.is_empty() { &self.buffer[self.past..][..self.inside * BLOCK] } else { self.outside }
    }

    /// Moves behind n blocks. Returns whether the message goes on.
    fn pass(&mut self, n: usize) -> bool {
        if !self.outside.is_empty() {
            self.outside = &self.outside[n * BLOCK..];
            return !self.outside.is_empty() || self.advance();
        }
        self.past += n * BLOCK;
        self.inside -= n;
        self.inside > 0 || self.advance()
    }
}

/// Hashes n messages. `message` returns one by its index, and `done` gets the results in any order.
pub(crate) fn run<'a, H: Hash>(
    n: usize,
    message: impl Fn(usize) -> Message<'a, H>,
    mut done: impl FnMut(usize, &H::Cv, &H::State),
) {
    let is_short = |i| {
        let [head, body] = message(i).parts;
        head.len() < WHOLE && body.len() < WHOLE && head.len() + body.len() < WHOLE - H::LENGTH
    };
    let lengths = if (0..n).all(is_short) { SHORT } else { LONG };
    let mut next = 0;
    match if n < 2 { None } else { H::kernel(n, lengths) } {
        Some((_, lanes)) if lanes > 4 => in_lanes::<H, MOST>(n, &mut next, lengths, &message, &mut done),
        Some(_) => in_lanes::<H, 4>(n, &mut next, lengths, &message, &mut done),
        None => {}
    }
    for i in next..n {
        let first = message(i);
        let mut lane = Lane::new(i, &first);
        let more = lane.advance();
        finish(lane, first.cv, more, &mut done);
    }
}

/// Compresses the rest of a lane by itself.
fn finish<H: Hash>(
    mut lane: Lane<'_, H>,
    mut cv: H::Cv,
    mut more: bool,
    done: &mut impl FnMut(usize, &H::Cv, &H::State),
) {
    let mut state = lane.state;
    while more {
        H::blocks(&mut cv, &mut state, lane.next());
        more = lane.advance();
    }
    done(lane.index, &cv, &state);
}

/// Hashes messages in at most W lanes, as long as a kernel serves those that are left.
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
    let mut busy = 0;
    let mut chosen = H::kernel(n, lengths);
    loop {
        let left = busy + n - *next;
        if chosen.is_some_and(|(_, width)| left < width) {
            chosen = H::kernel(left, lengths);
        }
        let Some((kernel, width)) = chosen.filter(|&(_, width)| left > 1 && width <= W) else { break };
        while busy < width && *next < n {
            let first = message(*next);
            let lane = lanes[busy].insert(Lane::new(*next, &first));
            cv[busy] = first.cv;
            *next += 1;
            if lane.advance() {
                busy += 1;
            } else {
                done(lane.index, &first.cv, &lane.state);
            }
        }
        let live = busy.min(width);
        let blocks = |lane: &Option<Lane<'a, H>>| lane.as_ref().map_or(0, |lane| lane.next().len() / BLOCK);
        let rows = lanes[..live].iter().map(blocks).min().unwrap_or(0).min(H::ROWS);
        if rows == 0 {
            break;
        }
        for i in 0..width {
            let lane = &lanes[if i < live { i } else { 0 }]; // idle lanes compress what the first one does
            at[i] = lane.as_ref().map_or(ptr::null(), |lane| lane.next().as_ptr());
        }
        // SAFETY: width <= W, and the first `live` lanes have `rows` blocks or more.
        unsafe { H::lanes(kernel, cv.as_mut_ptr(), at.as_ptr(), rows, &mut info) };
        for i in (0..live).rev() {
            let Some(lane) = &mut lanes[i] else { continue };
            let mut state = lane.state;
            H::test(&mut cv[i], &mut state, &lane.next()[..rows * BLOCK], &info, i, width);
            lane.state = state;
            if !lane.pass(rows) {
                done(lane.index, &cv[i], &lane.state);
                busy -= 1;
                lanes.swap(i, busy);
                cv.swap(i, busy);
            }
        }
    }
    for (lane, cv) in lanes.into_iter().take(busy).flatten().zip(cv) {
        finish(lane, cv, true, done);
    }
}

/// A hasher of a stream.
pub(crate) trait Stream<H: Hash> {
    /// Returns the hash of blocks, and the bytes of the partial block.
    fn start(&self) -> (&Core<H>, &[u8]);
    /// Replaces them.
    fn set(&mut self, core: Core<H>, tail: &[u8]);
}

/// Appends a piece to each stream.
pub(crate) fn streams<'a, H: Hash, S: Stream<H>>(streams: &mut [S], piece: impl Fn(usize) -> &'a [u8]) {
    const AT_ONCE: usize = 32;
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
        }
    }
}
