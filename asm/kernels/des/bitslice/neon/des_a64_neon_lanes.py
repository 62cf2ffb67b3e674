# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) on bit slices of 128 messages, each under its own key

Inputs     lanes, CBC encryption: out, in: 1024 * nblocks bytes, block 1 of each message, then block 2
           and so on, out may be in. nblocks: steps, may be 0. keys: 1024 bytes for each key of the
           cipher, 8 for each message. iv: 1024 bytes, the chaining blocks.
           crypt_lanes, the iterations of crypt(3): blocks, keys, salts: 1024 bytes, 8 for each
           password. iterations: may be 0.
Output     out, and iv: the last block of each message. crypt_lanes: blocks.
Idea       Slice i holds bit i of every block, so a permutation is a renumbering of slices and costs
           nothing: IP, E, P and FP only choose which slice is loaded or stored. An S-box is a circuit
           of AND, OR, XOR, AND-NOT and selections (bsl, bit, bif), 31.8 gates on average.
           These overwrite one of their operands, which 4 of them in a round must copy before.
           No address and no branch depends on data or key.
Keys       C and D are slices as well, each stored twice, back to back. So a rotation of them changes
           the address that PC2 counts from, and no round key is computed.
Loop       Once: keys to slices. Then for each step: add the chaining blocks, blocks to slices, 16 or
           48 rounds, four in an iteration, slices to blocks. crypt_lanes transposes only once.
Salts      Bit i of a salt exchanges bits i + 1 and i + 25 of E's output. So an input of an S-box is one of
           two slices of R, which the slice of the salts' bit selects.
Complement No gate gives 1 where all inputs are 0, so a circuit computes S(x) ^ S(0). A half block that
           has taken an odd number of results differs from the standard's by P(S(0)). The rounds 2, 3,
           6, 7, 10, 11, 14 and 15 read a half that differs. They read complements of the key slices for
           the complemented inputs.
Notes      L[i], R[i] and K[i] are numbered from 1 as in FIPS 46-3. L is the half that a round changes,
           R the half that it reads. x0 to x5 are the inputs of an S-box, x6 and up its gates. S3.2 is
           output 2 of S3. k is the byte of a block that an iteration works on, g its group of vectors.
Registers  v0-31            values of S-boxes, blocks and slices in transposition, key slices
           x0 x1 x2 x3 x4   out, in, steps left, keys, iv (lanes)
           x0 x1 x2 x3      blocks, keys, salts, iterations left (crypt_lanes)
           x5 x6            addresses of the slices of the two half blocks, exchanged by a pass
           x7               the slices of a round's key; in the expansion of keys where a slice is stored
           x8               loop counter
           x9 x10           pointers and words
           x11              passes left
           x12 x13          the slices of the keys, the rotation of each round's key
           x14              the chaining blocks
Frame      Slices and key slices. For crypt(3) also the salts. Each function has a map of it. Wiped on
           return. Above it d8 to d15 of the caller.
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25: 4.05, 1.84 and 1.83 cycles/byte on
           Neoverse N1, V1 and V2, Triple DES 10.5, 4.81 and 4.72, a password of crypt(3) 691, 313 and 310
           cycles. With the differences of two slices, masked and stored before a round, as the kernels of
           x86-64 have them, a password took 760, 344 and 338. More is in the oldguard repository,
           docs/kernels/des_slice.md.
"""

from asmgen.kernel import Kernel

from . import _crypt, _lanes
from ._batch import EQUIVALENTS

KERNEL = Kernel(
    stem="des_a64_neon_lanes",
    arch="a64",
    lanes=128,
    min_size=208,
    summary="bit slices: a block of each of 128 messages, each under its own key, constant time",
    refs=(
        "FIPS 46-3",
        "SP 800-67",
        "SP 800-38A section 6.2",
        "E. Biham, A Fast New DES Implementation in Software, FSE 1997",
    ),
    equivalents=EQUIVALENTS,
)
_lanes.define(KERNEL)
_crypt.define(KERNEL)
