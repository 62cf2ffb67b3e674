# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Each register holds two columns of the matrix. ShiftColumns is one pshufb per register;
           SubBytes and the reductions of MixRows look nibbles up in tables of 16 bytes by pshufb,
           so no address depends on the data. All bytes after MixRows differ by 0x53 from the true
           ones: the key is kept so, its tables remove it, and in the data it cancels when the key
           is added.
Loop       Per block: transpose the message to columns, ten rounds, add what went in. Per round: a
           round of the key, then a round of the data. Neither depends on the round before it, only
           on the one before that, so the CPU overlaps the end of one with the start of the next. A
           list scheduler has ordered the instructions of a round; the side notes name each one's
           step.
Registers  xmm0-15              columns, temporaries and tables
           rdi rsi rdx          cv, next block, blocks left
           rax rcx              this round's constants, their end
Frame      rsp+0 +64 +128       key, data, chaining value ^ message, 64 bytes each; wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 13.90 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_vec.md.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._columns import INTERLEAVE, round_constants
from ._loop import every_round
from ._registers import schedule_and_emit
from ._round import OFFSET, PAIRS, Round
from ._schedule import NO_PORT, Graph

KERNEL = Kernel(
    stem="whirlpool_x64_ssse3",
    arch="x64",
    isa=("ssse3",),
    summary="vector permutations in SSE registers, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
)

POOL = (xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15)
ALIVE = 12  # values at a time that the scheduler aims at
KEYS = 16 * len(PAIRS)  # bytes of the constants of a round


def round_(f, state, add, **facts):
    """Emits a round of the key or the data in memory. add: the address of the round constant or
    round key."""
    g = Graph()
    mix = Round(g, lanes=1, vex=False, **facts)
    places = [xmmword[state + 16 * q] for q in PAIRS]
    mix.step("load the state")
    y = mix.all_but_key([g.op("movdqa", place, ports=NO_PORT) for place in places])
    mix.step("AddRoundKey")
    for q in PAIRS:
        g.op("movdqa", places[q], mix.xor(y[q], xmmword[add + 16 * q]), ports=NO_PORT, result=False)
    schedule_and_emit(f, g, POOL, ALIVE)


def transpose(f, rows, spare, mask):
    """As _columns.transpose, for instructions of two operands."""
    (a, b, c, d), (x, y) = rows, spare
    for row in rows:
        f.pshufb(row, mask)
    for low, high, first, second in ((a, x, a, b), (c, y, c, d)):
        f.movdqa(high, first)
        f.punpcklwd(low, second)  # a0 b0 c0 d0 a1 ..
        f.punpckhwd(high, second)
    f.movdqa(b, a)
    f.punpckldq(a, c)
    f.punpckhdq(b, c)
    f.movdqa(c, x)
    f.movdqa(d, x)
    f.punpckldq(c, y)
    f.punpckhdq(d, y)


@KERNEL.function("whirlpool.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in POOL} | {"rc": rax, "end": rcx},
        scratch=3 * BLOCK,
    )
    key, data, start = (r.scratch + BLOCK * i for i in range(3))
    next_block, done = f.label("next_block"), f.label("done")
    mask = xmmword[f.constant("interleave", INTERLEAVE)]
    constants = f.constant("rc", round_constants((0,)))
    h, message, spare = POOL[:4], POOL[4:8], POOL[8:10]
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value")
    for q in PAIRS:
        f.movdqu(h[q], xmmword[r.cv + 16 * q])
    transpose(f, h, spare, mask)
    f.lea(r.end, constants + KEYS * ROUNDS)
    f.here(next_block)
    f.phase("key = chaining value, data = key ^ message", round=0)
    for row, column in zip(PAIRS, message):
        f.movdqu(column, xmmword[r.blocks + 16 * row])
    transpose(f, message, spare, mask)
    f.movdqa(spare[0], xmmword[f.constant("offset", bytes([OFFSET] * 16))])
    for q in PAIRS:
        f.pxor(message[q], h[q])
        f.pxor(h[q], spare[0])
        f.movdqa(xmmword[key + 16 * q], h[q])
        f.movdqa(xmmword[data + 16 * q], message[q])
        f.movdqa(xmmword[start + 16 * q], message[q])
    f.lea(r.rc, constants)
    with every_round(f, r.rc, r.end, KEYS):
        f.phase("a round of the key", round=1, times=ROUNDS)
        round_(f, key, r.rc, offset=OFFSET)
        f.phase("a round of the data", round=1, times=ROUNDS)
        round_(f, data, key)
    f.phase("feed forward: add chaining value and message")
    for q in PAIRS:
        f.movdqa(h[q], xmmword[data + 16 * q])
        f.pxor(h[q], xmmword[start + 16 * q])
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.phase("store the chaining value")
    transpose(f, h, spare, mask)
    for q in PAIRS:
        f.movdqu(xmmword[r.cv + 16 * q], h[q])
    f.here(done)
    f.leave()
