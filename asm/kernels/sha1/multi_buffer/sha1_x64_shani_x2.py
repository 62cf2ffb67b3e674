# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0, 1
(FIPS 180-4 section 6.1.2); or iterations of PBKDF2-HMAC-SHA1 for two output blocks (RFC 8018 section 5.2)

Inputs     cv: 2 chaining values of 5 words; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
           PBKDF2: u, sums: 5 words of each of 2 chains, word i of all chains after the other; keys: the
           chaining values after the inner and the outer HMAC keys, 5 words each in the same order;
           iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   The sha1rnds4 chains of two messages are interleaved instruction by instruction. One chain leaves
           its execution unit idle while it waits for the latency; two chains fill half of it and take no
           longer than one. All schedule words stay in registers and are replaced in place, each step as
           soon as its operands are there: sha1msg1 three groups ahead, the xor two groups ahead, sha1msg2
           one group ahead.
           PBKDF2: a b c d of a digest are the first four words of the next message, its e the fifth. The
           other words are constants. A sum of the keys contains the e of the next hash, so one paddd is
           between two hashes.
Loop       One iteration compresses one block of each message in 20 unrolled groups of four rounds. PBKDF2:
           two hashes of each chain.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
Registers  xmm0, xmm7           a b c d of messages 0 and 1, a in element 3
           xmm1-2, xmm8-9       by turns: e + the group's words; a b c d before the group
           xmm3-6, xmm10-13     the last four groups: group g in number g mod 4 of these
           xmm14                pshufb mask that reverses 16 bytes
           rdi rsi rdx          cv, pointer array, blocks left
           r8 r9                addresses of the blocks
           xmm14 xmm15          PBKDF2: groups 2 and 3 of every message
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           rax r8 r9            PBKDF2: a word, the vectors of a chain, chains left
Frame      rsp+0 to +63         the saved chaining values: for each message a b c d, then e; wiped on return
           PBKDF2: for each chain the keys, sums of them, the sums and U as vectors; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 0.963 cycles/byte, 61.6 a block; OpenSSL on one
           message in the same run 1.924. The chain's bound is 60.5. With the ring of words in
           memory, as sha1_x64_shani_x4 has it, 0.982; two instructions of each message in turn
           instead of one 1.026, a whole group 1.043.
           PBKDF2: 2026-11-28, Zen 3 (family 25 model 1): 119.1 cycles an iteration and chain, half of a
           chain alone; sha1.lanes in a loop in C 147.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._shani_pbkdf2 import RegisterChain, equivalents, pbkdf2
from .._spec import words
from ._shani_lanes import GROUPS, SLOT, WORDS, Lane, body, load_pointers, reverse_mask

POINTERS = (r8, r9)
LANES = ((xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6), (xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13))
MASK = xmm14
CONSTANTS = (xmm14, xmm15)  # of PBKDF2

KERNEL = Kernel(
    stem="sha1_x64_shani_x2",
    arch="x64",
    isa=("ssse3", "shani"),
    lanes=2,
    min_size=128,
    summary="SHA-1 of two messages at once with the SHA extensions",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2", "Intel SDM volume 2, SHA1RNDS4"),
    equivalents=equivalents(RegisterChain, LANES, CONSTANTS[1]),
)


class RegisterLane(Lane):
    """Keeps the last four groups in registers: group g in groups[g % 4]."""

    def __init__(self, f, r, number):
        state, e, self.copy, *self.groups = LANES[number]
        super().__init__(f, state, e, POINTERS[number], r.cv + 20 * number, r.scratch + 2 * SLOT * number)
        self.first = self.groups[0]

    def group(self, g, mask):
        """Emits the rounds of group g and the next step of the three groups after it."""
        f, n = self.f, 4 * g

        def slot(i):
            return self.groups[i % WORDS]

        yield from self.rounds(g, self.e, slot(g), self.copy)
        self.e, self.copy = self.copy, self.e
        if g + 1 < WORDS:
            yield from self.message(slot(g + 1), g + 1, mask)
        elif g + 1 < GROUPS:
            yield f.sha1msg2(slot(g + 1), slot(g), note=words(n + 4))
        if WORDS <= g + 2 < GROUPS:
            yield f.pxor(slot(g + 2), slot(g), note=f"for {words(n + 8)}: ^ {words(n)}")
        if WORDS <= g + 3 < GROUPS:
            yield f.sha1msg1(
                slot(g + 3), slot(g), note=f"for {words(n + 12)}: {words(n - 4)} ^ {words(n - 2)}"
            )


@KERNEL.function("sha1.lanes")
def lanes(f):
    vectors = [v for lane in LANES for v in lane] + [MASK]
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in [*vectors, *POINTERS]},
        scratch=2 * SLOT * len(LANES),
    )
    load_pointers(f, r, POINTERS)
    f.movaps(MASK, reverse_mask(f), note="reverses 16 bytes")
    body(f, r, [RegisterLane(f, r, i) for i in range(len(LANES))], MASK)


@KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")
def derive(f):
    pbkdf2(f, RegisterChain, LANES, spare=CONSTANTS)
