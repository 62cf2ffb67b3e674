# SPDX-License-Identifier: MIT
"""H[i] := W[H[i]](m) ^ H[i] ^ m for each 64-byte block m of message i in turn, i = 0, 1; or two
output blocks of PBKDF2-HMAC-Whirlpool

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

from .._spec import BLOCK, ROUNDS
from ._columns import INTERLEAVE, round_constants, transpose
from ._nibbles_pbkdf2 import POOL, Pair, equivalents, pbkdf2
from ._round import OFFSET, PAIRS

KERNEL = Kernel(
    stem="whirlpool_x64_avx2_x2",
    bits=64,
    isa=("avx2",),
    lanes=2,
    min_size=128,
    summary="vector permutations: two messages in the lanes of AVX2 registers, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents={
        **equivalents(Pair),
        "vmovdqa ymm13, [r +0] -> dropped": "the second of the two loads: the register holds nothing else in between",
    },
)

KEYS = 32 * len(PAIRS)  # bytes of the constants of a round
STATE = 32 * len(PAIRS)  # bytes of a state of both messages


@KERNEL.function("whirlpool.lanes")
def lanes(f):
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
    f.lea(r.rc, constants)
    Pair(f).full_rounds(data, key, r.rc, r.end)
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


@KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")
def pbkdf2_(f):
    pbkdf2(f, Pair)
