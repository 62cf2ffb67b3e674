# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) for 256 blocks at once: a register is one bit of each of them

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in; nblocks: may be 0; ks: 1 or 3
           og_des_key; encrypt: 0 or 1, or iv: the chaining block
Output     out; iv: the last block of in
Approach   IP, E, P and FP are names of memory; the S-boxes are circuits of AND, OR, XOR and AND-NOT
           (src/des/sbox_circuits.txt). _batch.py has the batch, _sboxes_2in.py a round,
           _transpose.py the way from blocks to slices and back.
Registers  ymm0-15              values of a circuit, blocks in transposition
           rdi rsi rdx          out, in, blocks left
           r8 r9 r10            left and right half, round key
           rbp                  slices, stage, keys; wiped
Lab notes  docs/kernels/des_slice.md
"""

from asmgen.kernel import Kernel

from ._batch import define

KERNEL = Kernel(
    stem="des_x64_avx2_x256",
    bits=64,
    isa=("avx2",),
    min_size=256,
    at_once=256,
    summary="bit slices: 256 blocks at once, S-boxes as circuits of gates, constant time",
    refs=(
        "FIPS 46-3",
        "SP 800-67",
        "SP 800-38A sections 6.1 and 6.2",
        "E. Biham, A Fast New DES Implementation in Software, FSE 1997",
    ),
)
define(KERNEL)
