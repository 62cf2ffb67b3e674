# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0, 1

Inputs     cv: 2 chaining values of 5 words; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
Output     cv
Approach   Two chains of sha1rnds4 woven into each other: one waits for its unit's latency, two
           fill half of it, and cost no more than one. All schedule words stay in registers and are
           extended in place, each step as soon as its words are there: sha1msg1 two groups ahead,
           the xor one group ahead, sha1msg2 for the next group.
Registers  xmm0, xmm7           a b c d of the two messages
           xmm1-2, xmm8-9       e, and the state from which the next e comes, in turn
           xmm3-6, xmm10-13     W(t-16) .. W(t-1), four words each
           xmm14                the shuffle mask that reverses 16 bytes
           rdi rsi rdx          cv, pointer array, blocks left
           r8 r9                the message pointers
           rsp                  the chaining values at the start of the block; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 0.963 cycles/byte, 61.6 a block; OpenSSL on one
           message in the same run 1.924. The chain's bound is 60.5. With the ring of words in
           memory, as sha1_x64_shani_x4 has it, 0.982; two instructions of each message in turn
           instead of one 1.026, a whole group 1.043. docs/kernels/sha1_lanes.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._shani_lanes import GROUPS, SLOT, WORDS, Lane, body, flip, pointers

KERNEL = Kernel(
    stem="sha1_x64_shani_x2",
    bits=64,
    isa=("ssse3", "shani"),
    lanes=2,
    min_size=128,
    summary="SHA-1 of two messages at once with the SHA extensions",
    refs=("FIPS 180-4 section 6.1", "Intel SDM volume 2, SHA1RNDS4"),
)

POINTERS = (r8, r9)
LANES = ((xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6), (xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13))
MASK = xmm14


class RegisterLane(Lane):
    """All schedule words in registers, W(4i) .. W(4i+3) in words[i % 4]."""

    def __init__(self, f, r, number):
        state, e, self.copy, *self.words = LANES[number]
        super().__init__(f, state, e, POINTERS[number], r.cv + 20 * number, r.scratch + 2 * SLOT * number)
        self.first = self.words[0]

    def group(self, g, mask):
        f = self.f

        def words(i):
            return self.words[i % WORDS]

        yield from self.rounds(g, self.e, words(g), self.copy)
        self.e, self.copy = self.copy, self.e
        if g + 1 < WORDS:
            yield from self.message(words(g + 1), g + 1, mask)
        elif g + 1 < GROUPS:
            yield f.sha1msg2(words(g + 1), words(g))
        if WORDS <= g + 2 < GROUPS:
            yield f.pxor(words(g + 2), words(g))
        if WORDS <= g + 3 < GROUPS:
            yield f.sha1msg1(words(g + 3), words(g))


@KERNEL.function("sha1.lanes")
def lanes(f):
    vectors = [v for lane in LANES for v in lane] + [MASK]
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in [*vectors, *POINTERS]},
        scratch=2 * SLOT * len(LANES),
    )
    pointers(f, r, POINTERS)
    f.movaps(MASK, flip(f))
    body(f, r, [RegisterLane(f, r, i) for i in range(len(LANES))], MASK)
