# SPDX-License-Identifier: MIT
"""Whirlpool on pairs of columns for two messages, one in each lane of a register."""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._columns import INTERLEAVE, round_constants, transpose
from ._nibbles_pbkdf2 import POOL, Pair
from ._round import PAIRS

KEYS = 32 * len(PAIRS)  # bytes of the constants of a round
STATE = 32 * len(PAIRS)  # bytes of the states of both messages


def lanes(f, method):
    """Emits whirlpool.lanes for two messages. method: see _methods.py."""
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in POOL}
        | {"rc": rax, "end": rcx, "key": r8, "first": r9, "second": r10, "at": r11},
        scratch=3 * STATE + 32,
    )
    next_block, done = f.label("next_block"), f.label("done")
    mask = ymmword[f.constant("interleave2", INTERLEAVE * 2)]
    constants = f.constant("rc", round_constants((0, 0)))
    h, message, spare = POOL[:4], POOL[4:8], POOL[8:12]
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("align the frame to 32 bytes: keys, data, chaining values ^ messages")
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
    f.phase("keys = chaining values, data = keys ^ messages", round=0)
    for row, column in zip(PAIRS, message):
        f.vmovdqu(column.view(128), xmmword[r.first + r.at + 16 * row])
        f.vinserti128(column, column, xmmword[r.second + r.at + 16 * row], 1)
    transpose(f, message, spare, mask)
    offset = ymmword[f.constant("offset", bytes([method.offset] * 32))] if method.offset else None
    for q in PAIRS:
        f.vmovdqa(ymmword[data + 32 * q], h[q])
        if offset:
            f.vpxor(h[q], h[q], offset)
        f.vpxor(message[q], message[q], ymmword[data + 32 * q])
        f.vmovdqa(ymmword[key + 32 * q], h[q])
        f.vmovdqa(ymmword[data + 32 * q], message[q])
        f.vmovdqa(ymmword[start + 32 * q], message[q])
    f.lea(r.rc, constants)
    Pair(f, method).full_rounds(data, key, r.rc, r.end)
    f.phase("feed forward: add chaining values and messages")
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
