# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   The rounds use general registers. The message schedules of two consecutive blocks use the low
           and high 128-bit lanes of ymm registers. Rounds 4g to 4g+3 of the first block read W + K of
           group g from a table on the stack, and the instructions between them compute group g+4 of
           both blocks and store it + K in the table.
Loop       One iteration compresses two blocks, each in 20 unrolled windows of four rounds. The windows of
           the second block only read the table, and load groups 0 to 3 of the next pair. If the last
           block has no partner, it is both blocks of its pair and the iteration ends after the first.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0
           to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  eax ebx ecx ebp r8d  a b c d e at the start of a block; the roles rotate from round to round
           r9d r10d             temporaries of the rounds
           rdi rsi rdx          cv, address of the first block of the pair, blocks left
           r11                  address of the second block of the pair
           r12 r13 r14          the table + 128, + 384, + 640: every displacement is one byte
           ymm0 to ymm7         the last eight groups: group g in ymm(g mod 8)
           ymm8 ymm9            temporaries of the schedule
Frame      rsp+0 to +655        contains the table, which begins at a multiple of 32: at 32 * g group g + K
                                of the first block, 16 bytes further that of the second; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB: 2.559 cycles/byte; OpenSSL 3.0's EVP without SHA-NI 2.784 and
           libgcrypt 1.10 2.629 beside it. The chain a -> ROTL 5 -> add allows 2.5. With ROTL 30 (b)
           in a spare register and b overwritten, fewer instructions, it was 2.77: the instructions that
           depend on b then delay the chain. Ch with and, xor, xor instead of andn 2.583.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import words
from ._rounds_wk import GROUPS, add_chaining_value, load_chaining_value, round_bmi, window
from ._schedule_avx2_x2 import EQUIVALENTS, GROUP, TABLE, VECTOR, Pair

KERNEL = Kernel(
    stem="sha1_x64_avx2",
    arch="x64",
    isa=("avx2", "bmi1", "bmi2"),
    summary="SHA-1 in general registers, the schedule of two blocks at once in AVX2",
    refs=("FIPS 180-4 section 6.1",),
    equivalents=EQUIVALENTS,
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
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
            "t": ymm8,
            "u": ymm9,
            **{f"w{i}": register for i, register in enumerate(GROUP)},
        },
        scratch=TABLE + VECTOR - f.abi.alignment,
    )
    pair = Pair(f, r)
    next_pair, finish, done = f.label("next_pair"), f.label("finish"), f.label("done")
    roles = (r.a, r.b, r.c, r.d, r.e, r.x, r.y)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    pair.place_table(r.scratch)
    f.phase("load the first pair and the chaining value")
    pair.choose_second()
    for g in range(4):
        pair.load(g)
    load_chaining_value(f, r.cv, roles)

    f.align(32)
    f.here(next_pair)
    for g in range(GROUPS):
        f.phase(
            f"first block, rounds {4 * g} to {4 * g + 3}"
            + (f", {words(4 * g + 16)} of both" if g < 16 else ""),
            round=4 * g,
            rounds=4,
        )
        rounds, roles = window(f, round_bmi, pair.wk(0), g, roles)
        f.interleave(rounds, f.record(pair.group, g + 4) if g < 16 else [])
    add_chaining_value(f, r.cv, roles)
    f.cmp(r.nblocks, 1)
    f.je(finish)

    pair.move_on()
    for g in range(GROUPS):
        f.phase(f"second block, rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        rounds, roles = window(f, round_bmi, pair.wk(1), g, roles)
        f.interleave(rounds, f.record(pair.load, g // 4 - 1) if g % 4 == 0 and g else [])
    add_chaining_value(f, r.cv, roles)
    f.test(r.nblocks, r.nblocks)
    f.jne(next_pair)
    f.here(finish)
    f.vzeroupper()
    f.here(done)
    f.leave()
