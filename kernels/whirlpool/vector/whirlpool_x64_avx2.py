# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn; or one output block of
PBKDF2-HMAC-Whirlpool

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
           PBKDF2: u, sums: 64 bytes each; keys: the chaining values after the inner and the outer
           HMAC key, 64 bytes each; iterations: may be 0
Output     cv; PBKDF2: u, the last digest, and sums, xored with all digests
Approach   The data fill the low 128-bit lanes and the key the high ones, two columns of the matrix
           each, so one instruction works on both. ShiftColumns is one vpshufb per register;
           SubBytes and the reductions of MixRows look nibbles up in tables of 16 bytes by vpshufb,
           so no address depends on the data. All bytes after MixRows differ by 0x53 from the true
           ones. In the key the round constants remove the difference. In the data it cancels when
           the key is added.
Loop       Per block: transpose the message to columns, ten rounds, add what went in. Per round: a
           round of data and key at once, then the new key is added to the data. A list scheduler
           has ordered the instructions of a round; the side notes name each one's step.
           PBKDF2: per iteration two hashes of two blocks. The round keys of the first block's
           compression are constant and precomputed, those of the second are computed beside the
           data. There a state is two registers, data in ymm12-13 and key in ymm14-15.
Registers  ymm12-15             columns 0 and 1, 2 and 3, 4 and 5, 6 and 7
           ymm0-11              temporaries, and tables while there is room
           rdi rsi rdx          cv, next block, blocks left
           rax rcx              this round's constants, their end
           PBKDF2: rdi rsi rdx rcx: u, sums, keys, iterations left; rax r8: a round's constants,
           their end; r9 r10 r11: round keys, those of the round, the states below
Frame      rsp+0                chaining value ^ message, 64 bytes; wiped on return
           PBKDF2, from a multiple of 32: two schedules of 704 bytes (r9), then key, data, what went
           in and sums, 64 bytes each (r11); wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 9.01 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_vec.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._columns import INTERLEAVE, round_constants, transpose
from ._loop import every_round
from ._nibbles_pbkdf2 import One, equivalents, pbkdf2
from ._registers import schedule_and_emit
from ._round import OFFSET, PAIRS, Round
from ._schedule import LANE_CROSSING, Graph

KERNEL = Kernel(
    stem="whirlpool_x64_avx2",
    bits=64,
    isa=("avx2",),
    summary="vector permutations: data and key in the lanes of AVX2 registers, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents={
        **equivalents(One),
        "vmovdqa ymm8, [r +0] -> dropped": "in PBKDF2 the register still holds it from the key's rounds",
    },
)

SPARE = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymm8, ymm9, ymm10, ymm11)
STATE = (ymm12, ymm13, ymm14, ymm15)
ALIVE = 12  # values at a time that the scheduler aims at
KEYS = 32 * len(PAIRS)  # bytes of the constants of a round


def round_(f, rc):
    """Emits a round of the data in the low lane and of the key in the high lane."""
    g = Graph()
    mix = Round(g, lanes=2)
    y = mix.all_but_key([g.input(s) for s in STATE])
    new = {}
    for q in PAIRS:
        # vextracti128 clears the high lane, so that the key lane gets its constant alone
        mix.step("key schedule: new key, to the data's lane")
        key = g.op("vextracti128", y[q], 1, width=128, **LANE_CROSSING)
        mix.step("AddRoundKey; in the key's lane the round constant")
        new[mix.xor(y[q], ymmword[rc + 32 * q], key)] = STATE[q]
    schedule_and_emit(f, g, SPARE + STATE, ALIVE, new)


@KERNEL.function("whirlpool.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in SPARE + STATE} | {"rc": rax, "end": rcx},
        scratch=BLOCK,
    )
    next_block, done = f.label("next_block"), f.label("done")
    mask = xmmword[f.constant("interleave", INTERLEAVE)]
    constants = f.constant("rc", round_constants((0, OFFSET)))
    low, message, spare = ([v.view(128) for v in registers] for registers in (STATE, SPARE[:4], SPARE[4:8]))
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value")
    for q in PAIRS:
        f.vmovdqu(low[q], xmmword[r.cv + 16 * q])
    transpose(f, low, spare, mask)
    f.lea(r.end, constants + KEYS * ROUNDS)
    f.here(next_block)
    f.phase("the key to the high lane; key ^ message to the low lane, the data")
    for row, column in zip(PAIRS, message):
        f.vmovdqu(column, xmmword[r.blocks + 16 * row])
    transpose(f, message, spare, mask)
    for q in PAIRS:
        f.vinserti128(STATE[q], STATE[q], low[q], 1)
        f.vpxor(STATE[q], STATE[q], message[q].view(256))
        f.vmovdqa(xmmword[r.scratch + 16 * q], low[q])
    f.lea(r.rc, constants)
    with every_round(f, r.rc, r.end, KEYS):
        f.phase("a round of data and key")
        round_(f, r.rc)
    f.phase("feed forward: add chaining value and message")
    for q in PAIRS:
        f.vpxor(low[q], low[q], xmmword[r.scratch + 16 * q])
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.phase("store the chaining value")
    transpose(f, low, spare, mask)
    for q in PAIRS:
        f.vmovdqu(xmmword[r.cv + 16 * q], low[q])
    f.here(done)
    f.vzeroupper()
    f.leave()


@KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")
def pbkdf2_(f):
    pbkdf2(f, One)
