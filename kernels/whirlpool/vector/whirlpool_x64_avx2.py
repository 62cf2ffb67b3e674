# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn; or one output block of
PBKDF2-HMAC-Whirlpool

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Data in the lower lanes, key in the upper ones, a pair of columns in each: ShiftColumns is
           one vpshufb, SubBytes five lookups in tables of 16 bytes, and the round needs no address
           that depends on the data. The new key crosses over to the data at the end of a round.
           _round.py has the mathematics, _schedule.py makes the order of the instructions. The
           derivation keeps half a state in a register: _halves.py, _nibbles_pbkdf2.py.
Registers  ymm12-15             columns 0 and 1, 2 and 3, 4 and 5, 6 and 7
           ymm0-11              temporaries, and tables while there is room
           rdi rsi rdx          cv, next block, blocks left
           rax rcx              this round's constants, their end
           rsp                  chaining value ^ message; wiped on return
Lab notes  docs/kernels/whirlpool_vec.md
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._columns import INTERLEAVE, round_constants, transpose
from ._loop import every_round
from ._nibbles_pbkdf2 import One, equivalents, pbkdf2
from ._registers import write
from ._round import OFFSET, PAIRS, Round
from ._schedule import Graph

KERNEL = Kernel(
    stem="whirlpool_x64_avx2",
    bits=64,
    isa=("avx2",),
    summary="vector permutations: data and key in the lanes of AVX2 registers, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents={
        **equivalents(One),
        "vmovdqa ymm8, [r +0] -> dropped": "in PBKDF2: the rounds that made the round keys have left it there",
    },
)

SPARE = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymm8, ymm9, ymm10, ymm11)
STATE = (ymm12, ymm13, ymm14, ymm15)
ALIVE = 12  # values at a time, temporaries included
KEYS = 32 * len(PAIRS)  # bytes of the constants of a round


def round_(f, rc):
    """The key in the upper lane; the state in the lower one, where the new key is added."""
    g = Graph()
    mix = Round(g, lanes=2)
    y = mix.all_but_key([g.input(s) for s in STATE])
    new = {}
    for q in PAIRS:
        key = g.op("vextracti128", y[q], 1, latency=3, ports="5", width=128)
        new[mix.xor(y[q], ymmword[rc + 32 * q], key)] = STATE[q]
    write(f, g, SPARE + STATE, ALIVE, new)


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
    f.phase("the key into the upper lane, the message on top of it into the lower")
    for row, column in zip(PAIRS, message):
        f.vmovdqu(column, xmmword[r.blocks + 16 * row])
    transpose(f, message, spare, mask)
    for q in PAIRS:
        f.vinserti128(STATE[q], STATE[q], low[q], 1)
        f.vpxor(STATE[q], STATE[q], message[q].view(256))
        f.vmovdqa(xmmword[r.scratch + 16 * q], low[q])
    f.lea(r.rc, constants)
    with every_round(f, r.rc, r.end, KEYS):
        f.phase("a round")
        round_(f, r.rc)
    f.phase("add what went in: chaining value and message")
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
