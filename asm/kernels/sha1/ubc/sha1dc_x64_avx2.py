# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2);
info[i].mask := the disturbance vectors (DVs) that the conditions on block i do not exclude

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv; info: nblocks records of 124 bytes: W[60..79], cv before the block, a to e before round 60,
           mask
Approach   The rounds use general registers, the message schedules of two consecutive blocks the low and high
           128-bit lanes of ymm registers, as in sha1_x64_avx2. Between the rounds of the second block the
           kernel evaluates the UBCs on both blocks: vpmovmskb makes bit planes, general registers compute
           from these the violations of each kind of UBCs, and vector shifts move each violation to the bits
           of the DVs that it excludes. A 64-bit plane has 32 bits of each block, so that an instruction
           serves both.
Loop       One iteration compresses two blocks, each in 20 unrolled windows of four rounds. If the last block
           has no partner, it is both blocks of its pair, the iteration ends after the first and the UBCs
           are evaluated after it. The chaining value is added from info.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0
           to 19, 20 to 39, 40 to 59 and 60 to 79. W[35].1 is bit 1 of W[35]. A UBC is one of the 156
           unavoidable bit conditions of M. Stevens and D. Shumow, W[t].bi ^ W[t+d].bj = c; those that
           differ in t only are of one kind. Bit plane b has W[35].b to W[66].b of a block.
Registers  eax ebx ecx ebp r8d  a b c d e at the start of a block; the roles rotate from round to round
           r9d r10d             temporaries of the rounds
           rsi rdx rdi          address of the first block of the pair, blocks left, its info
           r11                  address of the second block of the pair
           r12 r13 r14          the table + 128, + 384, + 640
           r15                  first block: info of the second; second block: a plane, violations
           ymm0 to ymm7         the last eight groups: group g in ymm(g mod 8)
           ymm8                 temporary of the schedule (with ymm9)
           ymm4-7, ymm9-14      temporaries of the conditions
Frame      rsp+0 to +1135       contains, from a multiple of 32 on: the table, at 32 * g group g + K of the
                                first block, 16 bytes further that of the second; at 640 the bit planes; at
                                736 the violations of the kinds, in the order of the shifts; wiped on return
           rsp+1136             the address of cv
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 3.50 cycles/byte. sha1_x64_avx2 takes 3.25, so that
           info and conditions cost 16 cycles a block. An odd last block costs 469 cycles: the schedule of
           a pair, and conditions without rounds beside them.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import words
from ..vector._rounds_wk import GROUPS, load_chaining_value, round_bmi, window
from ..vector._schedule_avx2_x2 import EQUIVALENTS, FAR, GROUP, TABLE, VECTOR, Pair
from ._bitplanes import FIRST, INFO, INFO_CV, INFO_MASK, INFO_STATE, shift_vectors, violation
from ._bitplanes_avx2 import Conditions, dv_mask, or_elements
from ._test_blocks import inputs

CONDITIONS = Conditions(shift_vectors(4, 2), 2)
PLANES, SUMS = TABLE, TABLE + 96  # offsets after the table
SIZE = SUMS + VECTOR * len(CONDITIONS.vectors)
SCRATCH = SIZE + VECTOR - 16

KERNEL = Kernel(
    stem="sha1dc_x64_avx2",
    arch="x64",
    isa=("avx2", "bmi1", "bmi2"),
    summary="general registers, schedules and conditions of two blocks at once in AVX2",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
    equivalents={
        **EQUIVALENTS,
        f"mov ecx, {SCRATCH // 8:#x} -> mov ecx, {SCRATCH // 8 + 1:#x}": "the address of cv follows the area and is not needed any more",
    },
)

TEMPORARIES = (ymm4, ymm5, ymm6, ymm7, ymm9, ymm10, ymm11, ymm12, ymm13, ymm14)
# vpshufb mask: the low bytes of four words, then their high bytes
SPLIT_BYTES = bytes((0, 4, 8, 12, 3, 7, 11, 15, *[0x80] * 8)) * 2
LOW, HIGH = 0x20, 0x31  # vperm2i128: the low 128-bit lanes of both, the high ones


def split_words(f, pair, blocks):
    """Returns, for the first `blocks` blocks of the pair, (register of the low bytes of W[FIRST] to
    W[FIRST + 31], register of their high bytes)."""
    group, after, a, b, c, d, *halves = TEMPORARIES
    split = ymmword[f.constant("split", SPLIT_BYTES)]

    def load(register, g):
        f.vmovdqa(register, ymmword[pair.table(VECTOR * g)])
        f.vpsubd(register, register, ymmword[pair.k + VECTOR * (g // 5)], note=words(4 * g))

    load(group, FIRST // 4)
    for half in (0, 1):
        for n, q in enumerate((a, b, c, d)):
            load(after, FIRST // 4 + 4 * half + n + 1)
            f.vpalignr(q, after, group, 4 * (FIRST % 4), note=words(FIRST + 16 * half + 4 * n))
            f.vpshufb(q, q, split, note="low bytes, high bytes")
            group, after = after, group
        f.vpunpckldq(a, a, b)
        f.vpunpckldq(c, c, d)
        f.vpunpcklqdq(halves[2 * half], a, c, note="16 low bytes of each block")
        f.vpunpckhqdq(halves[2 * half + 1], a, c, note="16 high bytes")
    low, high, low2, high2 = halves
    made = ((a, b, LOW), (c, d, HIGH))[:blocks]
    for n, (lows, highs, order) in enumerate(made):
        f.vperm2i128(lows, low, low2, order, note=f"block {n}: 32 low bytes")
        f.vperm2i128(highs, high, high2, order, note=f"block {n}: 32 high bytes")
    return [(lows, highs) for lows, highs, _ in made]


def conditions(f, r, pair, blocks):
    """Evaluates the conditions on the first `blocks` blocks of the pair and stores the first mask.

    Returns a register with the excluded DVs, in even 32-bit elements of the first block and in odd ones
    of the second, and two free registers. A single block serves as both.
    """

    def plane(bit, of=qword, block=0):
        return of[r.far + (PLANES - FAR + 8 * CONDITIONS.bits.index(bit) + 4 * block)]

    f.phase("the bit planes of both blocks")
    bytes_of = split_words(f, pair, blocks)
    t = TEMPORARIES[0]
    for bit in CONDITIONS.bits:
        for n, (low, high) in enumerate(bytes_of):
            held, up = (low, 7 - bit) if bit < 8 else (high, 31 - bit)
            if up:
                f.vpsllw(t, held, up, note=f"bit {bit} to the top of each byte")
                held = t
            f.vpmovmskb(r.spare.view(32), held)
            f.mov(plane(bit, dword, n), r.spare.view(32), note=f"block {n}: bit plane {bit}")
        if blocks == 1:
            f.mov(plane(bit, dword, 1), r.spare.view(32))
    f.phase("the violations of each kind")
    for number, kind in enumerate(CONDITIONS.kinds):
        note = violation(number, kind)
        if kind.distance:
            f.rorx(r.spare, plane(kind.bj), kind.distance, note=note)
        else:
            f.mov(r.spare, plane(kind.bj), note=note)
        f.xor(r.spare, plane(kind.bi), note=f"^ bit plane {kind.bi}")
        if kind.want:
            f.not_(r.spare)
        for n, element in CONDITIONS.elements(kind):
            at = r.far + (SUMS - FAR + VECTOR * n + 8 * element)
            f.mov(qword[at], r.spare, note=f"violations of kind {number}")
    f.phase("the DVs that no condition excludes")
    total, x, y, *_ = TEMPORARIES

    def load(n, note):
        f.vmovdqu(x, ymmword[r.far + (SUMS - FAR + VECTOR * n)], note=note)

    CONDITIONS.excluded(f, total, x, y, load)
    or_elements(f, total, y, (0x4E,))
    f.vpbroadcastd(x, total.view(128), note="the first block")
    dv_mask(f, r.spare.view(32), x, y)
    f.mov(dword[r.info + INFO_MASK], r.spare.view(32), note="info of the first block: mask")
    return total, x, y


def conditions_on_both(f, r, pair):
    """Evaluates the conditions on both blocks and stores both masks."""
    total, x, y = conditions(f, r, pair, 2)
    low = total.view(128)
    f.vpshufd(low, low, 0x55)
    f.vpbroadcastd(x, low, note="the second block")
    dv_mask(f, r.spare.view(32), x, y)
    f.mov(dword[r.info + (INFO + INFO_MASK)], r.spare.view(32), note="info of the second block: mask")


def store(f, at, state, note):
    for i, word in enumerate(state[:5]):
        f.mov(dword[at + 4 * i], word, note=f"{note}{'abcde'[i]}")


def add(f, at, state):
    for i, word in enumerate(state[:5]):
        f.add(word, dword[at + 4 * i], note=f"{'abcde'[i]} += cv[{i}]")


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
        scratch=SIZE + VECTOR - f.abi.alignment,
    )
    pair = Pair(f, r)
    next_pair, alone, finish, done = (f.label(name) for name in ("next_pair", "alone", "finish", "done"))
    roles = (r.a, r.b, r.c, r.d, r.e, r.x, r.y)

    def group(g):
        pair.group(g)
        if g >= 15:
            w, name = GROUP[g % 8], words(4 * g)
            f.vmovdqu(xmmword[r.info + 16 * (g - 15)], w.view(128), note=f"info of the first block: {name}")
            f.vextracti128(xmmword[r.spare + 16 * (g - 15)], w, 1, note="and of the second")

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    pair.place_table(r.scratch)
    f.phase("load the first pair and the chaining value")
    pair.choose_second()
    for g in range(4):
        pair.load(g)
    f.mov(r.spare, r.cv)
    load_chaining_value(f, r.spare, roles)

    f.align(32)
    f.here(next_pair)
    f.lea(r.spare, r.info + INFO, note="info of the second block")
    f.cmp(r.nblocks, 2)
    f.cmovb(r.spare, r.info, note="or of the first if there is no second")
    store(f, r.info + INFO_CV, roles, "info: cv, ")
    for g in range(GROUPS):
        f.phase(f"first block, rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        if g == 15:
            store(f, r.info + INFO_STATE, roles, "info: before round 60, ")
        rounds, roles = window(f, round_bmi, pair.wk(0), g, roles)
        f.interleave(rounds, f.record(group, g + 4) if g < 16 else [])
    f.phase("add the chaining value")
    add(f, r.info + INFO_CV, roles)
    f.cmp(r.nblocks, 1)
    f.je(alone)

    pair.move_on()
    store(f, r.info + (INFO + INFO_CV), roles, "info: cv, ")
    beside = f.record(conditions_on_both, f, r, pair)
    for g in range(GROUPS):
        f.phase(f"second block, rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        if g == 15:
            store(f, r.info + (INFO + INFO_STATE), roles, "info: before round 60, ")
        rounds, roles = window(f, round_bmi, pair.wk(1), g, roles)
        some = beside[len(beside) * g // GROUPS : len(beside) * (g + 1) // GROUPS]
        f.interleave(rounds, some + (f.record(pair.load, g // 4 - 1) if g % 4 == 0 and g else []))
    f.phase("add the chaining value")
    add(f, r.info + (INFO + INFO_CV), roles)
    f.add(r.info, 2 * INFO)
    f.test(r.nblocks, r.nblocks)
    f.jne(next_pair)
    f.jmp(finish)

    f.here(alone)
    conditions(f, r, pair, 1)
    f.here(finish)
    f.phase("store the chaining value")
    f.mov(r.spare, r.cv)
    store(f, r.spare, roles, "cv: ")
    f.vzeroupper()
    f.here(done)
    f.leave()
