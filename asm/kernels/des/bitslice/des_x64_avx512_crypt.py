# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) on bit slices of 512 passwords: the iterations of crypt(3)

Inputs     blocks, keys, salts: 4096 bytes, 8 for each password. iterations: may be 0. one_salt_lanes: one
           salt of 12 bits for all, which is public.
Output     blocks.
Idea       Slice i holds bit i of every block, so a permutation is a renumbering of slices and costs
           nothing: IP, E, P and FP only choose which slice is loaded or stored. An S-box is a circuit
           of gates with three inputs (vpternlogq), 20.1 and four for the outputs on average.
           No address and no branch depends on data or key. Addresses of one_salt_lanes depend on
           the salt.
Keys       C and D are slices as well, each stored twice, back to back. So a rotation of them changes
           the address that PC2 counts from, and no round key is computed.
Salts      Bit i of a salt exchanges bits i + 1 and i + 25 of E's output. Their difference, masked by
           the slice of the salts' bit, is xored to both. S1 and S5 share six differences, S2 and S6
           the other six, so their inputs are computed together. The other S-boxes are first in a round.
           one_salt_lanes reads each of these inputs at one of two addresses instead: for a bit that is set
           a step is added, of 32 slices, or subtracted.
Loop       Once: keys and salts to slices, blocks to slices. Then for each iteration 16 rounds, two in a
           loop. Once: slices to blocks. They are read as after an odd number of iterations; after an
           even number the halves are exchanged before.
Outputs    The circuits compute S(x) ^ S(0). The gates of the outputs add S(0).
Notes      L[i], R[i] and K[i] are numbered from 1 as in FIPS 46-3. L is the half that a round changes,
           R the half that it reads. x0 to x5 are the inputs of an S-box, x6 and up its gates: f is the
           truth table in the immediate. S3.2 is output 2 of S3. k is the byte of a block that an
           iteration works on, g its group of vectors.
Registers  zmm0 to zmm31        values of an S-box, blocks and slices in transposition; zmm20 to zmm31:
                                the inputs of two S-boxes
           rdi rdx rcx          blocks, salts, iterations left
           rsi                  keys, then a step (one_salt_lanes)
           r8 r9                addresses of the slices of the two half blocks, exchanged by a pass
           r10                  the slices of a round's key; in transposition a pointer
           r12                  the rotation of each round's key; in transposition a pointer
           r13 r14              where a batch is read and written
           r11 rbx              pointers
           rax                  loop counter
           rbp                  the frame, from a multiple of 64
Frame      Slices, which are also the stage, key slices and salts, or the steps of the salt. Wiped on return, but
           for the steps.
Lab notes  2026-11-23, Granite Rapids VM: 122 cycles a password, 152 a round of all 512. With 25.4 gates
           on average and differences in registers 141 a password. Two ports bound a round to 127,
           and loads seem to slow it down. Differences that are stored to memory: 178 cycles a round, with
           25.4 gates. S-boxes woven in pairs, an order of gates with fewer copies of registers, or
           another order of the S-boxes: no change.
           2026-11-30, Emerald Rapids (Golden Cove): 118 cycles a password, with one salt 106. 12 steps that are
           loaded once and negated for the second S-box instead of 24 loads: the same. S1 first: 1 more.
"""

from asmgen.kernel import Kernel

from . import _crypt, _one_salt
from ._crypt_avx512 import CryptAvx512

KERNEL = Kernel(
    stem="des_x64_avx512_crypt",
    arch="x64",
    isa=("avx512f",),
    lanes=512,
    min_size=120,
    summary="bit slices: 512 passwords, each with its own key and salt, S-boxes as circuits of gates "
    "with three inputs, constant time",
    equivalents={
        "vmovdqa64 zmm8, zmm1 -> dropped": "the conversion of the keys gives it parity bits alone",
        **{
            f"vmovdqa64 [r10 +{64 * byte}], zmm{8 - byte} -> dropped": "of the salts two bytes are read"
            for byte in range(2, 8)
        },
    },
    refs=("FIPS 46-3", "E. Biham, A Fast New DES Implementation in Software, FSE 1997"),
)
_crypt.define(KERNEL, CryptAvx512)
_one_salt.define(KERNEL, _one_salt.OneSaltAvx512)
