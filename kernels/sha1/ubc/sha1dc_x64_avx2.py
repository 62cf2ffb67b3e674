# SPDX-License-Identifier: MIT
"""sha1.blocks with a trace of each block, for the detection of collision attacks

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0; info: nblocks
           records of 124 bytes: W[60..79], cv before the block, state before step 60, mask
Output     cv, info
Approach   The pairs of sha1_x64_avx2. Between the rounds of the second block the conditions on both
           are looked at by bit planes (_planes.py): of each plane 32 bits are the first block's and
           32 the second's, so that an instruction serves both. The chaining value is added from the
           trace. An odd last block is its own partner; its conditions follow its rounds.
Registers  eax ebx ecx ebp r8d  a b c d e; their roles rotate from round to round
           r9d r10d             temporaries
           rsi rdx rdi          first block of the pair, blocks left, its trace
           r11                  second block of the pair
           r12 r13 r14          +128, +384, +640 of the table W + K
           r15                  the second block's trace; then a plane, a kind's x
           ymm0 to ymm7         the last eight groups of the schedule
           ymm8                 temporary of the schedule
           ymm4 to 7, 9 to 14   temporaries of the conditions
           rsp                  W + K of 20 groups; planes; x's; cv's address; wiped on return
Lab notes  docs/kernels/sha1dc.md.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ..vector._rounds_wk import GROUPS, round_bmi, window
from ..vector._schedule_avx2_x2 import EQUIVALENTS, FAR, GROUP, TABLE, VECTOR, Pair
from ._bitplanes import FIRST, vectors
from ._bitplanes_avx2 import TRACE, TRACE_CV, TRACE_MASK, TRACE_STATE, Conditions, fold, left
from ._test_blocks import inputs

CONDITIONS = Conditions(vectors(4), 2)
PLANES, SUMS = TABLE, TABLE + 96  # behind the table
SIZE = SUMS + VECTOR * len(CONDITIONS.packed)
SCRATCH = SIZE + VECTOR - 16

KERNEL = Kernel(
    stem="sha1dc_x64_avx2",
    bits=64,
    isa=("avx2", "bmi1", "bmi2"),
    summary="general registers, schedules and conditions of two blocks at once in AVX2",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
    equivalents={
        **EQUIVALENTS,
        f"mov ecx, {SCRATCH // 8:#x} -> mov ecx, {SCRATCH // 8 + 1:#x}": "behind the area lies cv's address, which is not needed any more",
    },
)

TEMPORARIES = (ymm4, ymm5, ymm6, ymm7, ymm9, ymm10, ymm11, ymm12, ymm13, ymm14)
# the low bytes of four words, then their high bytes
SPLIT_BYTES = bytes((0, 4, 8, 12, 3, 7, 11, 15, *[0x80] * 8)) * 2
LOW, HIGH = 0x20, 0x31  # vperm2i128: both low halves, both high halves


def packed(f, pair, blocks):
    """For each of so many blocks of the pair a register with the low bytes of W[FIRST ..], in order,
    and one with the high bytes."""
    group, after, a, b, c, d, *halves = TEMPORARIES
    split = ymmword[f.constant("split", SPLIT_BYTES)]

    def words(register, g):
        f.vmovdqa(register, ymmword[pair.table(VECTOR * g)])
        f.vpsubd(register, register, ymmword[pair.k + VECTOR * (g // 5)], note=f"W({4 * g}) ..")

    words(group, FIRST // 4)
    for half in (0, 1):
        for n, q in enumerate((a, b, c, d)):
            words(after, FIRST // 4 + 4 * half + n + 1)
            f.vpalignr(q, after, group, 4 * (FIRST % 4))
            f.vpshufb(q, q, split)
            group, after = after, group
        f.vpunpckldq(a, a, b)
        f.vpunpckldq(c, c, d)
        f.vpunpcklqdq(halves[2 * half], a, c)
        f.vpunpckhqdq(halves[2 * half + 1], a, c)
    low, high, low2, high2 = halves
    made = ((a, b, LOW), (c, d, HIGH))[:blocks]
    for lows, highs, order in made:
        f.vperm2i128(lows, low, low2, order)
        f.vperm2i128(highs, high, high2, order)
    return [(lows, highs) for lows, highs, _ in made]


def conditions(f, r, pair, blocks):
    """On the first one or both blocks; leaves the vectors that they exclude in a register, the first
    block's in every other dword. Where there is one, its planes stand for the second's."""

    def plane(bit, of=qword, block=0):
        return of[r.far + (PLANES - FAR + 8 * CONDITIONS.bits.index(bit) + 4 * block)]

    f.phase("the bit planes of both blocks")
    bytes_of = packed(f, pair, blocks)
    t = TEMPORARIES[0]
    for bit in CONDITIONS.bits:
        for n, (low, high) in enumerate(bytes_of):
            held, up = (low, 7 - bit) if bit < 8 else (high, 31 - bit)
            if up:
                f.vpsllw(t, held, up)
                held = t
            f.vpmovmskb(r.spare.view(32), held)
            f.mov(plane(bit, dword, n), r.spare.view(32))
        if blocks == 1:
            f.mov(plane(bit, dword, 1), r.spare.view(32))
    f.phase("where two bits do not sum to what they should")
    for kind in CONDITIONS.kinds:
        if kind.distance:
            f.rorx(r.spare, plane(kind.bj), kind.distance)
        else:
            f.mov(r.spare, plane(kind.bj))
        f.xor(r.spare, plane(kind.bi))
        if kind.want:
            f.not_(r.spare)
        for n, lane in CONDITIONS.places(kind):
            f.mov(qword[r.far + (SUMS - FAR + VECTOR * n + 8 * lane)], r.spare)
    f.phase("the vectors that are left")
    total, x, y, *_ = TEMPORARIES
    CONDITIONS.excluded(f, total, x, y, lambda n: ymmword[r.far + (SUMS - FAR + VECTOR * n)])
    fold(f, total, y, (0x4E,))
    f.vpbroadcastd(x, total.view(128))
    left(f, r.spare.view(32), x, y)
    f.mov(dword[r.info + TRACE_MASK], r.spare.view(32))
    return total, x, y


def second_mask(f, r, total, x, y):
    low = total.view(128)
    f.vpshufd(low, low, 0x55)
    f.vpbroadcastd(x, low)
    left(f, r.spare.view(32), x, y)
    f.mov(dword[r.info + (TRACE + TRACE_MASK)], r.spare.view(32))


def store(f, at, words):
    for i, word in enumerate(words[:5]):
        f.mov(dword[at + 4 * i], word)


def add(f, at, words):
    for i, word in enumerate(words[:5]):
        f.add(word, dword[at + 4 * i])


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": rsi, "nblocks": rdx, "info": rdi},
        registers={
            "a": eax,
            "b": ebx,
            "c": ecx,
            "d": ebp,
            "e": r8d,
            "x": r9d,
            "y": r10d,
            "second": r11,
            "near": r12,
            "middle": r13,
            "far": r14,
            "spare": r15,
            "t": ymm8,
            "u": ymm9,
            **{str(v): v for v in {*GROUP, *TEMPORARIES}},
        },
        scratch=SCRATCH,
    )
    pair = Pair(f, r)
    next_pair, alone, finish, done = (f.label(name) for name in ("next_pair", "alone", "finish", "done"))
    roles = (r.a, r.b, r.c, r.d, r.e, r.x, r.y)

    def group(g):
        pair.group(g)
        if g >= 15:
            words = GROUP[g % 8]
            f.vmovdqu(xmmword[r.info + 16 * (g - 15)], words.view(128))
            f.vextracti128(xmmword[r.spare + 16 * (g - 15)], words, 1)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    pair.place_table(r.scratch)
    f.phase("load the first pair and the chaining value")
    pair.choose_second()
    for g in range(4):
        pair.load(g)
    f.mov(r.spare, r.cv)
    for i, word in enumerate(roles[:5]):
        f.mov(word, dword[r.spare + 4 * i])

    f.align(32)
    f.here(next_pair)
    f.lea(r.spare, r.info + TRACE)
    f.cmp(r.nblocks, 2)
    f.cmovb(r.spare, r.info)
    store(f, r.info + TRACE_CV, roles)
    for g in range(GROUPS):
        f.phase(f"first block, rounds {4 * g} to {4 * g + 3}")
        if g == 15:
            store(f, r.info + TRACE_STATE, roles)
        rounds, roles = window(f, round_bmi, pair.wk(0), g, roles)
        f.interleave(rounds, f.record(group, g + 4) if g < 16 else [])
    f.phase("add the chaining value")
    add(f, r.info + TRACE_CV, roles)
    f.cmp(r.nblocks, 1)
    f.je(alone)

    pair.move_on()
    store(f, r.info + (TRACE + TRACE_CV), roles)
    beside = f.record(both, f, r, pair)
    for g in range(GROUPS):
        f.phase(f"second block, rounds {4 * g} to {4 * g + 3}")
        if g == 15:
            store(f, r.info + (TRACE + TRACE_STATE), roles)
        rounds, roles = window(f, round_bmi, pair.wk(1), g, roles)
        some = beside[len(beside) * g // GROUPS : len(beside) * (g + 1) // GROUPS]
        f.interleave(rounds, some + (f.record(pair.load, g // 4 - 1) if g % 4 == 0 and g else []))
    f.phase("add the chaining value")
    add(f, r.info + (TRACE + TRACE_CV), roles)
    f.add(r.info, 2 * TRACE)
    f.test(r.nblocks, r.nblocks)
    f.jne(next_pair)
    f.jmp(finish)

    f.here(alone)
    conditions(f, r, pair, 1)
    f.here(finish)
    f.phase("store the chaining value")
    f.mov(r.spare, r.cv)
    store(f, r.spare, roles)
    f.vzeroupper()
    f.here(done)
    f.leave()


def both(f, r, pair):
    second_mask(f, r, *conditions(f, r, pair, 2))
