# SPDX-License-Identifier: MIT
"""Whirlpool on pairs of columns for one message, with data and key in the lanes of a register."""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._columns import INTERLEAVE, round_constants, transpose
from ._loop import every_round
from ._registers import schedule_and_emit
from ._round import PAIRS
from ._schedule import LANE_CROSSING, Graph

SPARE = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymm8, ymm9, ymm10, ymm11)
STATE = (ymm12, ymm13, ymm14, ymm15)
ALIVE = 12  # values at a time that the scheduler aims at
KEYS = 32 * len(PAIRS)  # bytes of the constants of a round


def _round(f, rc, method):
    """Emits a round of the data in the low lane and of the key in the high lane."""
    g = Graph()
    mix = method.whole(g, lanes=2)
    y = mix.all_but_key([g.input(s) for s in STATE])
    new = {}
    for q in PAIRS:
        # vextracti128 clears the high lane, so that the key lane gets its constant alone
        mix.step("key schedule: new key, to the data's lane")
        key = g.op("vextracti128", y[q], 1, width=128, **LANE_CROSSING)
        mix.step("AddRoundKey; in the key's lane the round constant")
        new[mix.xor(y[q], ymmword[rc + 32 * q], key)] = STATE[q]
    schedule_and_emit(f, g, SPARE + STATE, ALIVE, new)


def blocks(f, method):
    """Emits whirlpool.blocks. method: see _methods.py."""
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in SPARE + STATE} | {"rc": rax, "end": rcx},
        scratch=BLOCK,
    )
    next_block, done = f.label("next_block"), f.label("done")
    mask = xmmword[f.constant("interleave", INTERLEAVE)]
    constants = f.constant("rc", round_constants((0, method.offset)))
    low, message, spare = ([v.view(128) for v in registers] for registers in (STATE, SPARE[:4], SPARE[4:8]))
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value")
    for q in PAIRS:
        f.vmovdqu(low[q], xmmword[r.cv + 16 * q])
    transpose(f, low, spare, mask)
    f.lea(r.end, constants + KEYS * ROUNDS)
    f.here(next_block)
    f.phase("the key to the high lane; key ^ message to the low lane, the data", round=0)
    for row, column in zip(PAIRS, message):
        f.vmovdqu(column, xmmword[r.blocks + 16 * row])
    transpose(f, message, spare, mask)
    for q in PAIRS:
        f.vinserti128(STATE[q], STATE[q], low[q], 1)
        f.vpxor(STATE[q], STATE[q], message[q].view(256))
        f.vmovdqa(xmmword[r.scratch + 16 * q], low[q])
    f.lea(r.rc, constants)
    with every_round(f, r.rc, r.end, KEYS):
        f.phase("a round of data and key", round=1, times=ROUNDS)
        _round(f, r.rc, method)
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
