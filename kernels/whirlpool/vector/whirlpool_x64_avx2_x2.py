# SPDX-License-Identifier: MIT
"""H[i] := W[H[i]](m) ^ H[i] ^ m for each 64-byte block m of message i in turn, i = 0, 1; or two
output blocks of PBKDF2-HMAC-Whirlpool

Inputs     cv: 2 chaining values of 64 bytes; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
           PBKDF2: u, sums: 2 * 64 bytes each; keys: the chaining values after the inner and the
           outer HMAC key, 64 bytes each; iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   Message i is in 128-bit lane i; each register holds two columns of either message's
           matrix. ShiftColumns is one vpshufb per register; SubBytes and the reductions of MixRows
           look nibbles up in tables of 16 bytes by vpshufb, so no address depends on the data. All
           bytes after MixRows differ by 0x53 from the true ones: the keys are kept so, their tables
           remove it, and in the data it cancels when the key is added.
Loop       Per block: transpose the messages to columns, ten rounds, add what went in. Per round: a
           round of the keys, then a round of the data. Neither depends on the round before it, only
           on the one before that, so the CPU overlaps the end of one with the start of the next. A
           list scheduler has ordered the instructions of a round; the side notes name each one's
           step. PBKDF2: per iteration two hashes of two blocks, the round keys of the first block
           being constant and precomputed.
Registers  ymm0-15              columns, temporaries, and tables while there is room
           rdi rsi rdx          cv, pointer array, blocks left
           rax rcx              this round's constants, their end
           r8                   the states below
           r9 r10 r11           the messages, bytes done of each
           PBKDF2: rdi rsi rdx rcx: u, sums, keys, iterations left; rax r8: a round's constants,
           their end; r9 r10 r11: round keys, those of the round, the states below
Frame      from a multiple of 32 (r8): keys, data, chaining values ^ messages, 128 bytes each; wiped
           on return. PBKDF2: two schedules of 1408 bytes (r9), then keys, data, what went in and
           sums, 128 bytes each (r11); wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 8 messages of 16 KiB: 6.94 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_vec.md.
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
        "vmovdqa ymm13, [r +0] -> dropped": "the second of two loads: the register still holds it",
    },
)

KEYS = 32 * len(PAIRS)  # bytes of the constants of a round
STATE = 32 * len(PAIRS)  # bytes of the states of both messages


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
    f.phase("keys = chaining values, data = keys ^ messages")
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


@KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")
def pbkdf2_(f):
    pbkdf2(f, Pair)
