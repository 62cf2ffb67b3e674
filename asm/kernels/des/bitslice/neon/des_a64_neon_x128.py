# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) on bit slices of 128 blocks: ECB and CBC decryption of DES and Triple DES

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in. nblocks: may be 0. ks: 1 or 3
           og_des_key. encrypt (ECB): 0 or 1. iv (CBC decryption): the chaining block.
Output     out. iv: the last block of in.
Idea       Slice i holds bit i of every block, so a permutation is a renumbering of slices and costs
           nothing: IP, E, P and FP only choose which slice is loaded or stored. An S-box is a circuit
           of AND, OR, XOR, AND-NOT and selections (bsl, bit, bif), 31.8 gates on average.
           These overwrite one of their operands, which 4 of them in a round must copy before.
           No address and no branch depends on data or key.
Loop       Once: expand the round keys, to a vector of ones or zeros for each bit with one key, to a dword
           with three. Then for each batch of 128 blocks: blocks to slices, 16 or 48 rounds, two in an
           iteration, slices to blocks. A partial batch is filled up with zeros and costs what a full one
           costs.
Complement No gate gives 1 where all inputs are 0, so a circuit computes S(x) ^ S(0). A half block that
           has taken an odd number of results differs from the standard's by P(S(0)). The rounds 2, 3,
           6, 7, 10, 11, 14 and 15 read a half that differs. Their round keys repair it: the key bits for
           the complemented inputs are stored complemented.
Notes      L[i], R[i] and K[i] are numbered from 1 as in FIPS 46-3. L is the half that a round changes,
           R the half that it reads. x0 to x5 are the inputs of an S-box, x6 and up its gates. S3.2 is
           output 2 of S3. k is the byte of a block that an iteration works on, g its group of vectors.
Registers  v0-31            values of an S-box, blocks and slices in transposition, key bits
           x0 x1 x2 x3      out, in, blocks left, ks
           x4               encrypt (ECB), iv (CBC decryption)
           x5 x6            addresses of the slices of the two half blocks, exchanged by a pass
           x7               round key
           x8               loop counter
           x9 x10           pointers and words
           x11              passes left
           x12              where the result of a partial batch is copied to
           x13              from one round key of an og_des_key to the next; the block before the batch
           x14 x15          from one og_des_key to the next; zero
Frame      Slices and round keys. For CBC also the block before the batch and the batch. Each function has
           a map of it. Wiped on return. Above it d8 to d15 of the caller.
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25: ECB 3.99, 1.80 and 1.79
           cycles/byte on Neoverse N1, V1 and V2, CBC decryption 4.05, 1.82 and 1.82, Triple DES 11.5, 5.29
           and 5.24, and 11.5, 5.31 and 5.27. With circuits of 31.1 gates on average and 33 copies ECB 4.20,
           1.90 and 1.91, Triple DES 11.9, 5.53 and 5.56. More is in the oldguard repository,
           docs/kernels/des_slice.md.
"""

from asmgen.kernel import Kernel

from ..._many_blocks import define
from ._batch import EQUIVALENTS
from ._bulk import Bulk

KERNEL = Kernel(
    stem="des_a64_neon_x128",
    arch="a64",
    min_size=336,
    blocks_per_iteration=128,
    summary="bit slices: 128 blocks at once, S-boxes as circuits of gates that select, constant time",
    refs=(
        "FIPS 46-3",
        "SP 800-67",
        "SP 800-38A sections 6.1 and 6.2",
        "E. Biham, A Fast New DES Implementation in Software, FSE 1997",
    ),
    equivalents=EQUIVALENTS,
)
define(KERNEL, Bulk)
