# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 3
(FIPS 180-4 section 6.1.2); or iterations of PBKDF2-HMAC-SHA1 for four output blocks (RFC 8018 section 5.2)

Inputs     cv: 4 chaining values of 5 words; blocks: 4 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
           PBKDF2: u, sums: 5 words of each of 4 chains, word i of all chains after the other; keys: the
           chaining values after the inner and the outer HMAC keys, 5 words each in the same order;
           iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   The sha1rnds4 chains of four messages are interleaved instruction by instruction, which keeps
           their execution unit busy. A message has four registers: the state and three that rotate
           through the roles `old` (the state before the last group, from which sha1nexte makes e), `word`
           (the newest group of schedule words) and `dead` (the next copy of the state). sha1rnds4 is the
           last use of the register that holds e, and the next group is made in it. Older groups are in a
           ring of four vectors in memory.
           PBKDF2: a b c d of a digest are the first four words of the next message, its e the fifth. The
           other words are constants. A sum of the keys contains the e of the next hash, so one paddd is
           between two hashes.
Loop       One iteration compresses one block of each message in 20 unrolled groups of four rounds. PBKDF2:
           two hashes of each chain.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
Registers  xmm0 xmm4 xmm8 xmm12  a b c d of messages 0 to 3, a in element 3
           xmm1-3 xmm5-7 xmm9-11 xmm13-15  the three roles of each message
           rdi rsi rdx          cv, pointer array, blocks left
           r8 r9 r10 r11        addresses of the blocks
           rcx                  rsp + 128, the middle of the rings: every displacement is one byte
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           rax r8 r9            PBKDF2: a word, the vectors of a chain, chains left
Frame      rsp+0 to +255        the rings: group g of message i at 64 * i + 16 * (g mod 4); wiped on return
           rsp+256 to +383      the saved chaining values: for each message a b c d, then e; wiped on return
           PBKDF2: for each chain the keys, sums of them, the sums and a ring of groups; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 0.660 cycles/byte, 42.2 a block; OpenSSL on one
           message in the same run 1.924. sha1rnds4 starts every second cycle, so the bound is 40.
           With the words stored before sha1nexte instead of after sha1rnds4 0.676. With the messages
           two, three or five instructions apart 0.672 to 0.702.
           PBKDF2: 2026-11-28, Zen 3 (family 25 model 1): 84.9 cycles an iteration and chain, where the
           unit of sha1rnds4 is busy for 80; sha1.lanes in a loop in C 102 to 105.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._shani_pbkdf2 import RingChain, equivalents, pbkdf2
from .._spec import words
from ._shani_lanes import GROUPS, SLOT, WORDS, Lane, body, load_pointers, reverse_mask

POINTERS = (r8, r9, r10, r11)
LANES = (
    (xmm0, xmm1, xmm2, xmm3),
    (xmm4, xmm5, xmm6, xmm7),
    (xmm8, xmm9, xmm10, xmm11),
    (xmm12, xmm13, xmm14, xmm15),
)
KERNEL = Kernel(
    stem="sha1_x64_shani_x4",
    arch="x64",
    isa=("ssse3", "shani"),
    lanes=4,
    min_size=192,
    summary="SHA-1 of four messages at once with the SHA extensions",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2", "Intel SDM volume 2, SHA1RNDS4"),
    equivalents=equivalents(RingChain, LANES),
)

RINGS = rcx
RING = WORDS * SLOT  # bytes of one message's ring
SAVED = RING * len(LANES)  # offset in the scratch area


class RingLane(Lane):
    """Keeps the newest group in a register and group g in slot g % 4 of a ring in memory."""

    def __init__(self, f, r, number):
        state, e, word, dead = LANES[number]
        super().__init__(
            f, state, e, POINTERS[number], r.cv + 20 * number, r.scratch + (SAVED + 2 * SLOT * number)
        )
        self.first = word
        self.roles = e, word, dead
        self.ring = [xmmword[RINGS + (RING * number + SLOT * i - 128)] for i in range(WORDS)]

    def group(self, g, mask):
        """Emits the rounds of group g, stores the group and makes the next one."""
        f, (old, word, dead), n = self.f, self.roles, 4 * g
        yield from self.rounds(g, old, word, dead)
        if g + 2 < GROUPS:  # no later group depends on the last two
            yield f.movaps(self.ring[g % WORDS], word, note=words(n))
        # 20 is no multiple of the three roles: one exchange returns e to its register after a block
        made, free = (word, old) if g == 0 else (old, word)
        if g + 1 < WORDS:
            yield from self.message(made, g + 1, mask)
        elif g + 1 < GROUPS:
            yield f.movaps(made, self.ring[(g - 3) % WORDS], note=words(n - 12))
            yield f.sha1msg1(made, self.ring[(g - 2) % WORDS], note=f"{words(n - 12)} ^ {words(n - 10)}")
            yield f.pxor(made, self.ring[(g - 1) % WORDS], note=f"^ {words(n - 4)}")
            yield f.sha1msg2(made, word, note=words(n + 4))
        self.roles = dead, made, free


@KERNEL.function("sha1.lanes")
def lanes(f):
    vectors = [v for lane in LANES for v in lane]
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in [*vectors, *POINTERS, RINGS]},
        scratch=SAVED + 2 * SLOT * len(LANES),
    )
    load_pointers(f, r, POINTERS)
    f.lea(RINGS, r.scratch + 128, note="middle of the rings")
    body(f, r, [RingLane(f, r, i) for i in range(len(LANES))], reverse_mask(f))


@KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")
def derive(f):
    pbkdf2(f, RingChain, LANES)
