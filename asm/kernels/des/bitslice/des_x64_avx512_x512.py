# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) on bit slices of 512 blocks: ECB and CBC decryption of DES and Triple DES

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in. nblocks: may be 0. ks: 1 or 3
           og_des_key. encrypt (ECB): 0 or 1. iv (CBC decryption): the chaining block.
Output     out. iv: the last block of in.
Idea       Slice i holds bit i of every block, so a permutation is a renumbering of slices and costs
           nothing: IP, E, P and FP only choose which slice is loaded or stored. An S-box is a circuit
           of gates with three inputs (vpternlogq), 20.1 and four for the outputs on average.
           No address and no branch depends on data or key.
Loop       Once: expand the round keys to a dword of ones or zeros for each bit. Then for each batch of
           512 blocks: blocks to slices, 16 or 48 rounds, two in an iteration, slices to blocks.
           A partial batch is filled up with zeros and costs what a full one costs.
Complement The circuits compute S(x) ^ S(0), as the smaller circuits of two-input gates do that they
           were found from. A half block that has taken an odd number of results differs from the
           standard's by P(S(0)). The rounds 2, 3, 6, 7, 10, 11, 14 and 15 read a half that differs. Their
           round keys repair it: the key bits for the complemented inputs are stored complemented.
Notes      L[i], R[i] and K[i] are numbered from 1 as in FIPS 46-3. L is the half that a round changes,
           R the half that it reads. x0 to x5 are the inputs of an S-box, x6 and up its gates: f is the
           truth table in the immediate. S3.2 is output 2 of S3. k is the byte of a block that an
           iteration works on, g its group of vectors.
Registers  zmm0 to zmm31        values of an S-box, blocks and slices in transposition
           rdi rsi rdx rcx      out, in, blocks left, ks
           r8 r9                addresses of the slices of the two half blocks, exchanged by a pass
           r10                  round key; in transposition a pointer
           r11                  passes left; in transposition a pointer
           rbx r12              pointers, indices and words
           r13 r14              where this batch is read and written
           rax                  loop counter
           rbp                  the frame, from a multiple of 64
Frame      Slices, which are also the stage, and round keys. For CBC also the block before the batch
           and the batch. CBC decryption of Triple DES has room for the round keys of one pass and
           expands them again for each batch. Each function has a map. Wiped on return.
Lab notes  2026-11-23, Granite Rapids VM, 16 KiB: ECB 0.72 cycles/byte, CBC decryption 0.74, Triple DES
           1.77 and 1.85. With 25.4 gates on average and transposition by swaps 0.84, 0.86, 2.01 and
           2.09 in the same run. Two ports serve 512-bit vectors: 161 gates and 80 xors are 121 cycles
           a round. It takes 134: loads seem to slow these operations. Interleaving bytes as AVX2 does,
           on one port, seemed slower than swaps. Another order of the S-boxes: no change.
"""

from asmgen.kernel import Kernel

from .._many_blocks import define
from ._batch_avx512 import BatchAvx512

KERNEL = Kernel(
    stem="des_x64_avx512_x512",
    arch="x64",
    isa=("avx512f",),
    min_size=256,
    blocks_per_iteration=512,
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
define(KERNEL, BatchAvx512)
