# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) for 512 blocks at once: a register is one bit of each of them

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in; nblocks: may be 0; ks: 1 or 3
           og_des_key; encrypt: 0 or 1, or iv: the chaining block
Output     out; iv: the last block of in
Approach   IP, E, P and FP are names of memory; the S-boxes are circuits of gates with three inputs
           (src/des/sbox_ternary.txt). _batch.py and _batch_avx512.py have the batch,
           _sboxes_ternlog.py a round, _transpose.py the way from blocks to slices and back.
Registers  zmm0-31              values of a circuit, blocks in transposition
           rdi rsi rdx          out, in, blocks left
           r8 r9 r10            left and right half, round key
           rbp                  slices, keys, in CBC the batch; wiped
Lab notes  docs/kernels/des_slice.md
"""

from asmgen.kernel import Kernel

from ._batch import define
from ._batch_avx512 import WideBulk

KERNEL = Kernel(
    stem="des_x64_avx512_x512",
    bits=64,
    isa=("avx512f",),
    min_size=256,
    at_once=512,
    summary="bit slices: 512 blocks at once, S-boxes as circuits of gates with three inputs, "
    "constant time",
    refs=(
        "FIPS 46-3",
        "SP 800-67",
        "SP 800-38A sections 6.1 and 6.2",
        "E. Biham, A Fast New DES Implementation in Software, FSE 1997",
    ),
    equivalents={"mov eax, 0x1a -> add eax, 0x1a": "the loop before it counted down to nothing"},
)
define(KERNEL, WideBulk)
