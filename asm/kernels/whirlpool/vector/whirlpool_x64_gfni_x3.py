# SPDX-License-Identifier: MIT
"""H[i] := W[H[i]](m) ^ H[i] ^ m for each 64-byte block m of message i in turn, i = 0 .. 2; or three
output blocks of PBKDF2-HMAC-Whirlpool

Inputs     cv: 3 chaining values of 64 bytes; blocks: 3 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
           PBKDF2: u, sums: 3 * 64 bytes each; keys: the chaining values after the 3
           inner HMAC keys, then those after the outer keys, 64 bytes each; iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   A state is one zmm register, with its rows in the order of memory. ShiftColumns is one
           vpermb; SubBytes is two vpermi2b, one for each half of the S-box, and a choice by the top
           bit. MixRows multiplies the bytes by vgf2p8affineqb, rotates the rows by vprolq (M in the
           side notes) and adds the eight products as a tree of rotations by 1, 2 and 4. A round has
           a latency of 23 cycles, in which the ports have time for two more states.
Loop       Per block of each message ten rounds. Per round: for each message a round of the key, then
           a round of the data under it. PBKDF2: per iteration two hashes of two blocks; the round
           keys of the first block are constant and precomputed.
Registers  zmm0-2 zmm3-5        data, keys
           zmm6-10              temporaries
           zmm11-12 zmm13       quarters 0 and 2 of the S-box, ShiftColumns
           rdi rsi rdx          cv, pointer array, blocks left
           rax rcx              this round's constant, their end
           r8-10 r11            the messages, bytes done of each
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           rax r8               PBKDF2: this round's constant, their end
           r9 r10 r11           PBKDF2: round keys, those of the round, what went in
Frame      rsp+0                chaining values ^ messages, 64 bytes each; wiped on return
           PBKDF2, from a multiple of 64: two schedules of 2112 bytes (r9), what went in, 64 bytes
           per block (r11); wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 8 messages of 16 KiB: 4.92 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_vec.md.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._gfni import ISA, Cipher
from ._gfni_pbkdf2 import DATA, KEYS, QUARTERS, SHIFT, SPARE, pbkdf2
from ._loop import every_round

KERNEL = Kernel(
    stem="whirlpool_x64_gfni_x3",
    arch="x64",
    isa=ISA,
    lanes=3,
    min_size=192,
    summary="one AVX-512 register per state: byte permutations and affine maps, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
)

LANES = range(3)


@KERNEL.function("whirlpool.lanes")
def lanes(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in (*DATA, *KEYS, *SPARE, *QUARTERS, SHIFT, r8, r9, r10)}
        | {"rc": rax, "end": rcx, "at": r11},
        scratch=BLOCK * len(LANES),
    )
    cipher = Cipher(f, QUARTERS, SHIFT, SPARE)
    messages = (r8, r9, r10)
    starts = [zmmword[r.scratch + BLOCK * i] for i in LANES]
    next_block, done = f.label("next_block"), f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    cipher.load()
    for i in LANES:
        f.vmovdqu64(KEYS[i], zmmword[r.cv + BLOCK * i])
        f.mov(messages[i], qword[r.blocks + 8 * i])
    f.lea(r.end, cipher.constants + BLOCK * ROUNDS)
    f.xor(r.at.view(32), r.at.view(32))
    f.here(next_block)
    f.phase("keys = chaining values, data = keys ^ messages", round=0)
    for i in LANES:
        f.vpxorq(DATA[i], KEYS[i], zmmword[messages[i] + r.at])
        f.vmovdqu64(starts[i], DATA[i])
    f.lea(r.rc, cipher.constants)
    with every_round(f, r.rc, r.end, BLOCK):
        f.phase("a round of the keys and of the data", round=1, times=ROUNDS)
        for i in LANES:
            cipher.round(KEYS[i], zmmword[r.rc])
            cipher.round(DATA[i], KEYS[i])
    f.phase("feed forward: add chaining values and messages")
    for i in LANES:
        f.vpxorq(KEYS[i], DATA[i], starts[i])
    f.add(r.at, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    for i in LANES:
        f.vmovdqu64(zmmword[r.cv + BLOCK * i], KEYS[i])
    f.here(done)
    f.vzeroupper()
    f.leave()


@KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")
def pbkdf2_(f):
    pbkdf2(f)
