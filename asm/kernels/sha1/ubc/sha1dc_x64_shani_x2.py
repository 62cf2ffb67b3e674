# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0, 1
(FIPS 180-4 section 6.1.2);
mask[i] := the disturbance vectors (DVs) that the conditions on the block do not exclude

Inputs     cv: 2 chaining values of 5 words; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
Output     cv; info: nblocks records of 6 x 2 words: word 0 of the chaining values before the block, words
           1 to 4, the masks
Approach   The sha1rnds4 chains of two messages are interleaved instruction by instruction, and take no longer
           than one. The schedules run ahead of the rounds, as in sha1dc_x64_shani. vpmovmskb makes 11 bit planes
           of each message, which are the halves of 64-bit integers. So each UBC is evaluated on both messages
           at once.
Loop       One iteration compresses one block of each message in 20 unrolled groups of four rounds. The last
           words and the planes follow group 8, and then the kinds up to group 18 and the masks. The
           SHA extensions are slow while upper halves of ymm registers are dirty: each piece of ymm code ends in
           vzeroupper.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
           W[35].1 is bit 1 of W[35]. A UBC is one of the 156 unavoidable bit conditions of M. Stevens and
           D. Shumow, W[t].bi ^ W[t+d].bj = c; those that differ in t only are of one kind. Bit plane b of
           a message has W[35].b to W[66].b, of which W[t].b is bit t mod 32. Bits 0 to 2, W[64..66], are in
           the half of the other message: a rotation of both halves together moves them back.
Registers  xmm0, xmm7           a b c d of messages 0 and 1, a in element 3
           xmm1-2, xmm8-9       by turns: e + the group's words; a b c d before the group
           xmm3-6, xmm10-13     the last four groups: group g in number g mod 4 of these; ymm: the bytes of the
                                words
           ymm14 ymm15          temporaries of info, of the planes and of the masks
           rdi rdx rcx          cv, blocks left, info
           rbx rsi              addresses of the blocks
           r8 r9                excluded DVs
           rax r11              the violations of a kind, temporary
Frame      rsp+0 to +87         the bit planes; wiped on return, as are
           rsp+96 to +159       the saved chaining values: for each message a b c d, then e
           rsp+160, rsp+384     groups that are used after their registers are replaced
Lab notes  2026-11-28, AMD EPYC (family 25 model 1): 100 cycles a block and message in calls of one block, 93 of
           four, 90 of 16; sha1dc_x64_shani 130, 124 and 121.5 in the same run, sha1_x64_shani_x2 66.5, 62 and 60.
           657 instructions at 3.7 a cycle: dispatch is the limit, not a latency. With the schedule as early as in
           sha1dc_x64_shani, which stores ten groups more, 109, 97 and 91. The schedule and the planes before all
           rounds: 155 and 93 in calls of one block and of 32. Planes later, masks at short displacements and
           violations of registers in place of planes in memory: no change, no change, 86.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK
from ..multi_buffer._shani_lanes import load_pointers
from ..shani._shani import FLIP, GROUPS, group_rounds
from ._bitplanes_avx2 import dv_mask
from ._bitplanes_bmi import BITS, Evaluation, equivalents, move_bits_to_top, pairs_of_two_messages
from ._shani_ahead import FIRST, LAST, Words
from ._test_blocks import lane_inputs

KERNEL = Kernel(
    stem="sha1dc_x64_shani_x2",
    arch="x64",
    isa=("avx2", "bmi1", "bmi2", "ssse3", "shani"),
    lanes=2,
    min_size=128,
    summary="two messages with the SHA extensions, conditions on both at once",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=lane_inputs(2, 2),
    equivalents=equivalents(("r8", "r9")),
)

LANES = 2
INFO_MASK, INFO = 4 * 5 * LANES, 4 * 6 * LANES  # the offset of the masks and the size of a record, in bytes
# of each message: a b c d; two registers for e; the ring of groups
VECTORS = ((xmm0, (xmm1, xmm2), (xmm3, xmm4, xmm5, xmm6)), (xmm7, (xmm8, xmm9), (xmm10, xmm11, xmm12, xmm13)))
POINTERS = (rbx, rsi)
SPARE = (ymm14, ymm15)
# {g: the group of rounds after which group g of words is computed}, in place of group g - 4
MADE_AFTER = {
    4: 0,
    5: 1,
    6: 2,
    7: 3,
    8: 4,
    9: 5,
    10: 5,
    11: 6,
    12: 6,
    13: 6,
    14: 7,
    15: 7,
    16: 7,
    17: 8,
    18: 8,
    19: 8,
}
PLANES_AFTER, CONDITIONS_AFTER, RESULT_AFTER = 8, range(9, 19), 18
# The groups with a copy in memory. The planes replace all registers of the ring.
STORED = [g for g in range(GROUPS) if g > PLANES_AFTER or MADE_AFTER[g + 4] < g or FIRST <= g <= LAST]
PLANES = 0  # in the scratch area, as the following
SAVED = 16 * -(-8 * len(BITS) // 16)
WORDS = SAVED + 32 * LANES
SCRATCH = WORDS + 16 * len(STORED) * LANES


class Message:
    """One of the two messages."""

    def __init__(self, f, r, number):
        self.f = f
        self.abcd, self.e, ring = VECTORS[number]
        self.pointer, self.cv = POINTERS[number], r.cv + 20 * number
        self.words = Words(f, ring, r.scratch + (WORDS + 16 * len(STORED) * number), STORED)
        saved = r.scratch + (SAVED + 32 * number)
        self.abcd_in, self.e_in = xmmword[saved], xmmword[saved + 16]

    def load(self):
        """Loads the chaining value."""
        f, (e, _) = self.f, self.e
        f.movdqu(self.abcd, xmmword[self.cv])
        f.movd(e, dword[self.cv + 16])
        f.pshufd(self.abcd, self.abcd, FLIP, note="a to element 3")
        f.pslldq(e, 12, note="e to element 3")

    def store(self):
        """Stores the chaining value."""
        f, (e, _) = self.f, self.e
        f.pshufd(self.abcd, self.abcd, FLIP, note="a to element 0")
        f.psrldq(e, 12, note="e to element 0")
        f.movdqu(xmmword[self.cv], self.abcd)
        f.movd(dword[self.cv + 16], e)

    def begin(self):
        """Saves the chaining value and loads the block."""
        f = self.f
        f.movdqa(self.abcd_in, self.abcd, note="chaining value: a b c d")
        f.movdqa(self.e_in, self.e[0], note="chaining value: e")
        for g in range(4):
            self.words.load(g, self.pointer)

    def group(self, g):
        """Emits the rounds of group g and the groups of words that are computed after them."""
        group_rounds(self.f, g, self.abcd, self.e[g % 2], self.e[1 - g % 2], self.words.at(g))
        for made, after in MADE_AFTER.items():
            if after == g:
                self.words.make(made)

    def end(self):
        """Adds the chaining value and advances to the next block."""
        f = self.f
        f.sha1nexte(self.e[0], self.e_in, note="e = e of the chaining value + ROTL 30 (a before round 76)")
        f.paddd(self.abcd, self.abcd_in)
        f.add(self.pointer, BLOCK)


def by_turns(f, messages, step, *arguments):
    """Emits a step of both messages, one instruction of each in turn."""
    f.interleave(*(f.record(getattr(message, step), *arguments) for message in messages))


def chaining_values_into_info(f, r, messages):
    """Stores the chaining values word by word."""
    first, second = messages
    t = SPARE[0].view(128)
    for n, (unpack, which) in enumerate(((f.vpunpckhdq, "a and b"), (f.vpunpckldq, "c and d"))):
        unpack(t, first.abcd, second.abcd)
        f.vpshufd(t, t, 0x4E)
        f.vmovdqu(xmmword[r.info + 16 * n], t, note=f"info: {which} of both")
    f.vpunpckhdq(t, first.e[0], second.e[0])
    f.movhps(qword[r.info + 32], t, note="info: e of both")


def planes(f, messages, plane):
    """Stores the bit planes of both messages."""
    f.phase("the bit planes of both messages")
    held = []
    for message in messages:
        message.words.held.clear()
    for message, other in (messages, messages[::-1]):
        temporaries = [v.view(256) for v in message.words.ring]
        held.append(message.words.bytes(temporaries, SPARE[0].view(128), other.words))
    for (bit, low), (_, high) in zip(*(move_bits_to_top(f, *registers) for registers in held)):
        f.vpmovmskb(eax, low)
        f.vpmovmskb(r11d, high)
        f.shl(r11, 32)
        f.or_(rax, r11)
        f.mov(plane(bit), rax, note=f"bit plane {bit}")
    f.vzeroupper()


def result(f, r):
    """Stores the masks."""
    total, y = SPARE
    f.phase("the DVs that no condition excludes")
    f.or_(r.total, r.other)
    f.mov(qword[r.scratch + PLANES], r.total, note="where the planes are not needed any more")
    for n in range(LANES):
        f.vpbroadcastd(total, dword[r.scratch + (PLANES + 4 * n)])
        dv_mask(f, eax, total, y)
        f.mov(dword[r.info + (INFO_MASK + 4 * n)], eax, note=f"info: mask of message {n}")
    f.vzeroupper()


@KERNEL.function("sha1dc.lanes")
def lanes(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx, "info": rcx},
        registers={
            **{str(v): v for abcd, e, ring in VECTORS for v in (abcd, *e, *ring)},
            **{str(v): v for v in (*SPARE, POINTERS[0], rax, r11)},
            "total": r8,
            "other": r9,
        },
        scratch=SCRATCH,
    )
    done, next_block = f.label("done"), f.label("next_block")

    def plane(bit):
        return qword[r.scratch + (PLANES + 8 * BITS.index(bit))]

    messages = [Message(f, r, n) for n in range(LANES)]
    evaluation = Evaluation(f, pairs_of_two_messages(), plane, (r.total, r.other))
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.vzeroupper()
    load_pointers(f, r, POINTERS)
    f.phase("load the chaining values")
    by_turns(f, messages, "load")
    f.align(32)
    f.here(next_block)
    f.phase("the chaining values into info, the first words")
    chaining_values_into_info(f, r, messages)
    by_turns(f, messages, "begin")
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3} of each message in turn", round=4 * g, rounds=4)
        conditions = []
        if g in CONDITIONS_AFTER:
            conditions = f.record(evaluation.run, CONDITIONS_AFTER.index(g), len(CONDITIONS_AFTER))
        f.interleave(f.record(by_turns, f, messages, "group", g), conditions)
        if g == PLANES_AFTER:
            planes(f, messages, plane)
        if g == RESULT_AFTER:
            result(f, r)
    f.phase("add the chaining values")
    by_turns(f, messages, "end")
    f.add(r.info, INFO)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    f.phase("store the chaining values")
    by_turns(f, messages, "store")
    f.here(done)
    f.leave()
