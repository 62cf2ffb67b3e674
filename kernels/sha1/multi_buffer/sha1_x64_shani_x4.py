# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 3

Inputs     cv: 4 chaining values of 5 words; blocks: 4 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
Output     cv
Approach   Four chains of sha1rnds4 woven into each other keep its unit busy. Four registers carry
           a message: `state` is a b c d; the other three rotate through the roles `old` (the state
           before the last group, of which sha1nexte makes e), `word` (the newest schedule words)
           and `dead`, which becomes the next copy of the state. The register that was e is dead
           after sha1rnds4 and receives the next words. Older words wait in a ring of four slots a
           message, all within a byte's displacement of one base.
Registers  xmm0-3 4-7 8-11 12-15    state and the three roles of each message
           rdi rsi rdx              cv, pointer array, blocks left
           r8 r9 r10 r11            the message pointers
           rcx                      the middle of the rings
           rsp                      the rings, the chaining values at the start of the block; wiped
                                    on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 0.660 cycles/byte, 42.2 a block; OpenSSL on one
           message in the same run 1.924. sha1rnds4 starts every second cycle, so the bound is 40.
           The words stored ahead of sha1nexte instead of behind sha1rnds4 0.676. Messages two,
           three or five instructions apart 0.672 to 0.702. docs/kernels/sha1_lanes.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._shani_lanes import GROUPS, SLOT, WORDS, Lane, body, flip, pointers

KERNEL = Kernel(
    stem="sha1_x64_shani_x4",
    bits=64,
    isa=("ssse3", "shani"),
    lanes=4,
    min_size=192,
    summary="SHA-1 of four messages at once with the SHA extensions",
    refs=("FIPS 180-4 section 6.1", "Intel SDM volume 2, SHA1RNDS4"),
)

POINTERS = (r8, r9, r10, r11)
LANES = (
    (xmm0, xmm1, xmm2, xmm3),
    (xmm4, xmm5, xmm6, xmm7),
    (xmm8, xmm9, xmm10, xmm11),
    (xmm12, xmm13, xmm14, xmm15),
)
RINGS = rcx
RING = WORDS * SLOT  # bytes of one message's ring
SAVED = RING * len(LANES)  # offset in the scratch area


class RingLane(Lane):
    """The newest schedule words in a register, W(4i) .. W(4i+3) in slot i % 4 of the ring."""

    def __init__(self, f, r, number):
        state, e, word, dead = LANES[number]
        super().__init__(
            f, state, e, POINTERS[number], r.cv + 20 * number, r.scratch + (SAVED + 2 * SLOT * number)
        )
        self.first = word
        self.roles = e, word, dead
        self.ring = [xmmword[RINGS + (RING * number + SLOT * i - 128)] for i in range(WORDS)]

    def group(self, g, mask):
        f, (old, word, dead) = self.f, self.roles
        yield from self.rounds(g, old, word, dead)
        if g + 2 < GROUPS:  # the last words are never looked back at
            yield f.movaps(self.ring[g % WORDS], word)
        # 20 groups are no multiple of three roles: one exchange brings e back to its register
        made, free = (word, old) if g == 0 else (old, word)
        if g + 1 < WORDS:
            yield from self.message(made, g + 1, mask)
        elif g + 1 < GROUPS:
            yield f.movaps(made, self.ring[(g - 3) % WORDS])
            yield f.sha1msg1(made, self.ring[(g - 2) % WORDS])
            yield f.pxor(made, self.ring[(g - 1) % WORDS])
            yield f.sha1msg2(made, word)
        self.roles = dead, made, free


@KERNEL.function("sha1.lanes")
def lanes(f):
    vectors = [v for lane in LANES for v in lane]
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in [*vectors, *POINTERS, RINGS]},
        scratch=SAVED + 2 * SLOT * len(LANES),
    )
    pointers(f, r, POINTERS)
    f.lea(RINGS, r.scratch + 128)
    body(f, r, [RingLane(f, r, i) for i in range(len(LANES))], flip(f))
