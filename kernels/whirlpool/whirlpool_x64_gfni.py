# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   A state is one zmm register, row after row as in memory. ShiftColumns is one vpermb;
           SubBytes is two vpermi2b, one for either half of the S-box, and a selection by the top
           bit; a row of the matrix turns by vprolq, and a multiple is one vgf2p8affineqb. MixRows:
           y = a + p + 2 a6 + 4 (a2 + a5) + 8 (a4 + a7), where ai is a turned by i bytes and p the
           sum of the columns of the other parity, (a + a2 + a4 + a6) turned by one.
Registers  zmm0 zmm1            data, key
           zmm2                 chaining value ^ message
           zmm3-7 zmm8-12       temporaries of data and key
           zmm13 zmm14 zmm15    a quarter of the S-box, another, ShiftColumns
           rdi rsi rdx          cv, next block, blocks left
           rax rcx              this round's constant, their end
Lab notes  docs/kernels/whirlpool_vec.md
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._spec import BLOCK, POLYNOMIAL, ROUNDS, SBOX, multiply, round_constant

KERNEL = Kernel(
    stem="whirlpool_x64_gfni", bits=64, isa=("avx512f", "avx512vbmi", "gfni"),
    summary="one AVX-512 register per state: byte permutations and affine maps, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"))

DATA, KEY, START = zmm0, zmm1, zmm2
DATA_SPARE, KEY_SPARE = (zmm3, zmm4, zmm5, zmm6, zmm7), (zmm8, zmm9, zmm10, zmm11, zmm12)
THIRD, FIRST, SHIFT = zmm13, zmm14, zmm15
CHOOSE, SUM = 0xCA, 0x96        # vpternlogq: b or c as a says; a ^ b ^ c

# Column j of row i comes from row i - j.
SHIFT_COLUMNS = bytes(8 * ((i - j) % 8) + j for i in range(8) for j in range(8))


def matrix(image):
    """The 8 x 8 bit matrix of a linear map in each quadword, row 7 first."""
    rows = [sum((image(1 << j) >> i & 1) << j for j in range(8)) for i in range(8)]
    return bytes(rows[::-1]) * 8


def constant(f, name, content):
    return zmmword[f.constant(name, content)]


def quarter(f, number):
    return constant(f, f"sbox{number}", bytes(SBOX[64 * number:64 * number + 64]))


def times(f, number):
    return constant(f, f"times{number}", matrix(lambda x: multiply(x, number, POLYNOMIAL)))


def round_(f, a, spare, key):
    x, y, z, u, v = spare
    f.vpermb(x, SHIFT, a)
    f.vgf2p8affineqb(a, x, constant(f, "top_bit", matrix(lambda b: 0xFF * (b >> 7))), 0)
    f.vmovdqu64(y, x)
    f.vpermi2b(x, FIRST, quarter(f, 1))
    f.vpermi2b(y, THIRD, quarter(f, 3))
    f.vpternlogq(a, y, x, CHOOSE)
    f.vprolq(x, a, 16)
    f.vprolq(y, a, 40)
    f.vprolq(z, a, 32)
    f.vprolq(u, a, 56)
    f.vpxorq(y, y, x)
    f.vpxorq(u, u, z)
    f.vgf2p8affineqb(y, y, times(f, 4), 0)
    f.vgf2p8affineqb(u, u, times(f, 8), 0)
    f.vprolq(v, a, 48)
    f.vpternlogq(x, z, a, SUM)
    f.vpxorq(x, x, v)
    f.vgf2p8affineqb(v, v, times(f, 2), 0)
    f.vprolq(x, x, 8)
    f.vpternlogq(a, x, v, SUM)
    f.vpternlogq(a, y, u, SUM)
    f.vpxorq(a, a, key)


@KERNEL.function("whirlpool.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in (DATA, KEY, START, *DATA_SPARE, *KEY_SPARE, THIRD, FIRST,
                                       SHIFT)} | {"rc": rax, "end": rcx})
    next_block, next_round, done = f.label("next_block"), f.label("next_round"), f.label("done")
    constants = f.constant("rc", b"".join(round_constant(number).ljust(BLOCK, b"\0")
                                          for number in range(1, ROUNDS + 1)))
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.vmovdqu64(SHIFT, constant(f, "shift_columns", SHIFT_COLUMNS))
    f.vmovdqu64(FIRST, quarter(f, 0))
    f.vmovdqu64(THIRD, quarter(f, 2))
    f.vmovdqu64(KEY, zmmword[r.cv])
    f.lea(r.end, constants + BLOCK * ROUNDS)
    f.align(32)
    f.here(next_block)
    f.phase("the chaining value is the key, the message on top of it the data")
    f.vpxorq(DATA, KEY, zmmword[r.blocks])
    f.vmovdqu64(START, DATA)
    f.lea(r.rc, constants)
    f.align(32)
    f.here(next_round)
    f.phase("a round")
    f.weave(f.capture(round_, f, KEY, KEY_SPARE, zmmword[r.rc]),
            f.capture(round_, f, DATA, DATA_SPARE, KEY))
    f.add(r.rc, BLOCK)
    f.cmp(r.rc, r.end)
    f.jne(next_round)
    f.phase("add what went in: chaining value and message")
    f.vpxorq(KEY, DATA, START)
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.vmovdqu64(zmmword[r.cv], KEY)
    f.here(done)
    f.vzeroupper()
    f.leave()
