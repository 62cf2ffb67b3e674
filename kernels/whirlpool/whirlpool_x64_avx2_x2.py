# SPDX-License-Identifier: MIT
"""H[i] := W[H[i]](m) ^ H[i] ^ m for each 64-byte block m of message i in turn, i = 0, 1

Inputs     cv: 2 chaining values of 64 bytes; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
Output     cv
Approach   One message in each lane, a pair of columns of it in each register; keys and data apart,
           a round of the keys before each round of the data. Neither round waits for the one before
           it, but for the last but one, so the end of one and the start of the next overlap.
           _round.py has the mathematics, _schedule.py makes the order of the instructions.
Registers  ymm0-15              columns, temporaries, and tables while there is room
           rdi rsi rdx          cv, pointer array, blocks left
           rax rcx              this round's constants, their end
           r8                   keys, data, and chaining value ^ message, on the stack; wiped
           r9 r10 r11           the messages, bytes done of each
Lab notes  docs/kernels/whirlpool_vec.md
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._columns import INTERLEAVE, round_constants, transpose
from ._loop import every_round
from ._registers import write
from ._round import OFFSET, PAIRS, Round
from ._schedule import Graph
from ._spec import BLOCK, ROUNDS

KERNEL = Kernel(
    stem="whirlpool_x64_avx2_x2", bits=64, isa=("avx2",), lanes=2, min_size=128,
    summary="vector permutations: two messages in the lanes of AVX2 registers, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
    equivalents={"vmovdqa ymm13, [r +0] -> dropped":
                 "the second of the two loads: the register holds nothing else in between"})

POOL = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7,
        ymm8, ymm9, ymm10, ymm11, ymm12, ymm13, ymm14, ymm15)
ALIVE = 12                      # values at a time, temporaries included
KEYS = 32 * len(PAIRS)          # bytes of the constants of a round
STATE = 32 * len(PAIRS)         # bytes of a state of both messages


def round_(f, state, add, **facts):
    """Of the two states in memory; add: the address of what is added to them."""
    g = Graph()
    mix = Round(g, lanes=2, **facts)
    places = [ymmword[state + 32 * q] for q in PAIRS]
    y = mix.all_but_key([g.op("vmovdqa", place, ports="") for place in places])
    for q in PAIRS:
        g.op("vmovdqa", places[q], mix.xor(y[q], ymmword[add + 32 * q]), ports="", result=False)
    write(f, g, POOL, ALIVE)


@KERNEL.function("whirlpool.lanes")
def lanes(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in POOL} | {"rc": rax, "end": rcx, "key": r8, "first": r9,
                                               "second": r10, "at": r11},
        scratch=3 * STATE + 32)
    next_block, done = f.label("next_block"), f.label("done")
    mask = ymmword[f.constant("interleave", INTERLEAVE * 2)]
    constants = f.constant("rc", round_constants((0, 0)))
    h, message, spare = POOL[:4], POOL[4:8], POOL[8:12]
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("on a multiple of 32 bytes: keys, data and what is added to them in the end")
    f.lea(r.key, r.scratch + 31)
    f.and_(r.key, -32)
    key, data, start = (r.key + STATE * i for i in range(3))
    f.phase("load the chaining values")
    for q in PAIRS:
        f.vmovdqu(h[q].view(128), xmmword[r.cv + 16 * q])
        f.vinserti128(h[q], h[q], xmmword[r.cv + (16 * q + BLOCK)], 1)
    transpose(f, h, spare, mask)
    f.mov(r.first, qword[r.blocks])
    f.mov(r.second, qword[r.blocks + 8])
    f.xor(r.at.view(32), r.at.view(32))
    f.lea(r.end, constants + KEYS * ROUNDS)
    f.here(next_block)
    f.phase("the chaining values are the keys, the messages on top of them the data")
    for row, column in zip(PAIRS, message):
        f.vmovdqu(column.view(128), xmmword[r.first + r.at + 16 * row])
        f.vinserti128(column, column, xmmword[r.second + r.at + 16 * row], 1)
    transpose(f, message, spare, mask)
    offset = ymmword[f.constant("offset", bytes([OFFSET] * 32))]
    for q in PAIRS:
        f.vmovdqa(ymmword[data + 32 * q], h[q])
        f.vpxor(h[q], h[q], offset)
        f.vpxor(message[q], message[q], ymmword[data + 32 * q])
        f.vmovdqa(ymmword[key + 32 * q], h[q])
        f.vmovdqa(ymmword[data + 32 * q], message[q])
        f.vmovdqa(ymmword[start + 32 * q], message[q])
    with every_round(f, r, constants, KEYS):
        f.phase("a round of the keys")
        round_(f, key, r.rc, offset=OFFSET)
        f.phase("a round of the data")
        round_(f, data, key)
    f.phase("add what went in: chaining values and messages")
    for q in PAIRS:
        f.vmovdqa(h[q], ymmword[data + 32 * q])
        f.vpxor(h[q], h[q], ymmword[start + 32 * q])
    f.add(r.at, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.phase("store the chaining values")
    transpose(f, h, spare, mask)
    for q in PAIRS:
        f.vmovdqu(xmmword[r.cv + 16 * q], h[q].view(128))
        f.vextracti128(xmmword[r.cv + (16 * q + BLOCK)], h[q], 1)
    f.here(done)
    f.vzeroupper()
    f.leave()
