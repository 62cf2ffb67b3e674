# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn; or one output block of
PBKDF2-HMAC-Whirlpool

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
           PBKDF2: u, sums: 64 bytes each; keys: the chaining values after the inner and the outer
           HMAC key, 64 bytes each; iterations: may be 0
Output     cv; PBKDF2: u, the last digest, and sums, xored with all digests
Approach   A state is one zmm register, with its rows in the order of memory. ShiftColumns is one
           vpermb; SubBytes is two vpermi2b, one for each half of the S-box, and a choice by the top
           bit. MixRows multiplies the bytes by vgf2p8affineqb, rotates the rows by vprolq (M in the
           side notes) and adds the eight products as a tree of rotations by 1, 2 and 4.
Loop       Per block ten rounds. Per round: a round of the key, then a round of the data under it.
           PBKDF2: per iteration two hashes of two blocks; the round keys of the first block are
           constant and precomputed.
Registers  zmm0 zmm1            data, key
           zmm2                 chaining value ^ message
           zmm3-7               temporaries
           zmm8-9 zmm10         quarters 0 and 2 of the S-box, ShiftColumns
           rdi rsi rdx          cv, next block, blocks left
           rax rcx              this round's constant, their end
           zmm0 zmm3            PBKDF2: data, key
           zmm6-10              PBKDF2: temporaries
           zmm11-12 zmm13       PBKDF2: quarters of the S-box, ShiftColumns
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           rax r8               PBKDF2: this round's constant, their end
           r9 r10 r11           PBKDF2: round keys, those of the round, what went in
Frame      none. PBKDF2, from a multiple of 64: two schedules of 704 bytes (r9), what went in (r11);
           wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 5.60 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_vec.md.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._gfni import ISA, Cipher
from ._gfni_pbkdf2 import pbkdf2
from ._loop import every_round

KERNEL = Kernel(
    stem="whirlpool_x64_gfni",
    arch="x64",
    isa=ISA,
    summary="one AVX-512 register per state: byte permutations and affine maps, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
)

DATA, KEY, START = zmm0, zmm1, zmm2
SPARE, QUARTERS, SHIFT = (zmm3, zmm4, zmm5, zmm6, zmm7), (zmm8, zmm9), zmm10


@KERNEL.function("whirlpool.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in (DATA, KEY, START, *SPARE, *QUARTERS, SHIFT)} | {"rc": rax, "end": rcx},
    )
    cipher = Cipher(f, QUARTERS, SHIFT, SPARE)
    next_block, done = f.label("next_block"), f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    cipher.load()
    f.vmovdqu64(KEY, zmmword[r.cv])
    f.lea(r.end, cipher.constants + BLOCK * ROUNDS)
    f.align(32)
    f.here(next_block)
    f.phase("key = chaining value, data = key ^ message", round=0)
    f.vpxorq(DATA, KEY, zmmword[r.blocks])
    f.vmovdqu64(START, DATA)
    f.lea(r.rc, cipher.constants)
    with every_round(f, r.rc, r.end, BLOCK):
        f.phase("a round of the key", round=1, times=ROUNDS)
        cipher.round(KEY, zmmword[r.rc])
        f.phase("a round of the data", round=1, times=ROUNDS)
        cipher.round(DATA, KEY)
    f.phase("feed forward: add chaining value and message")
    f.vpxorq(KEY, DATA, START)
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.vmovdqu64(zmmword[r.cv], KEY)
    f.here(done)
    f.vzeroupper()
    f.leave()


@KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")
def pbkdf2_(f):
    pbkdf2(f)
