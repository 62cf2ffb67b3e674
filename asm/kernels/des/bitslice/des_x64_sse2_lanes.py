# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) on bit slices of 128 messages, each under its own key

Inputs     lanes, CBC encryption: out, in: 1024 * nblocks bytes, block 1 of each message, then block 2
           and so on, out may be in. nblocks: steps, may be 0. keys: 1024 bytes for each key of the
           cipher, 8 for each message. iv: 1024 bytes, the chaining blocks.
           crypt_lanes, the iterations of crypt(3): blocks, keys, salts: 1024 bytes, 8 for each
           password. iterations: may be 0. bsdi_lanes: the same with salts of 24 bits.
Output     out, and iv: the last block of each message. crypt_lanes, bsdi_lanes: blocks.
Idea       Slice i holds bit i of every block, so a permutation is a renumbering of slices and costs
           nothing: IP, E, P and FP only choose which slice is loaded or stored. An S-box is a circuit
           of AND, OR, XOR and AND-NOT, 40.1 gates on average.
           No address and no branch depends on data or key.
Keys       C and D are slices as well, each stored twice, back to back. So a rotation of them changes
           the address that PC2 counts from, and no round key is computed.
Loop       Once: keys to slices. Then for each step: add the chaining blocks, blocks to slices, 16 or
           48 rounds, two in an iteration, with three keys four, slices to blocks. crypt_lanes transposes
           only once.
Salts      Bit i of a salt exchanges bits i + 1 and i + 25 of E's output. Their difference, masked by
           the slice of the salts' bit, is xored to both: S1 and S2 compute it, S5 and S6 load it.
           With 24 bits also S3 and S4, and S7 and S8.
Complement No gate gives 1 where all inputs are 0, so a circuit computes S(x) ^ S(0). A half block that
           has taken an odd number of results differs from the standard's by P(S(0)). The rounds 2, 3,
           6, 7, 10, 11, 14 and 15 read a half that differs. With one key 24 inputs of a round have
           a key address of their own, that of the slices or of their complements. With three keys such
           a round complements the 24 inputs.
Notes      L[i], R[i] and K[i] are numbered from 1 as in FIPS 46-3. L is the half that a round changes,
           R the half that it reads. x0 to x5 are the inputs of an S-box, x6 and up its gates. S3.2 is
           output 2 of S3. k is the byte of a block that an iteration works on, g its group of vectors.
Registers  xmm0 to xmm15        values of an S-box, blocks and slices in transposition
           rdx rsi              steps left, the chaining blocks (lanes)
           rdi rdx rcx          blocks, salts, iterations left (crypt_lanes)
           r8 r9                addresses of the slices of the two half blocks, exchanged by a pass
           r10                  the slices of a round's key; in transposition a pointer
           r12                  the rotation of each round's key; in transposition a pointer
           r13 r14              where a step is read and written
           r11 rbx              pointers; the key slices or their complements; passes left, zeros or ones
           rax                  loop counter
           rbp                  the frame, from a multiple of 64
Frame      Slices, stage, spilled values, key slices. For crypt(3) also the salts. Each function has a
           map of it. Wiped on return.
Lab notes  2026-11-24, Granite Rapids VM, 16 KiB a lane: 2.98 cycles/byte, Triple DES 7.90. 510 cycles
           for the iterations of one of 512 passwords. With circuits of 50.1 gates 3.47, 9.36 and 607
           in the same run.
"""

from asmgen.kernel import Kernel

from . import _crypt, _lanes

KERNEL = Kernel(
    stem="des_x64_sse2_lanes",
    arch="x64",
    lanes=128,
    min_size=192,
    summary="bit slices: a block of each of 128 messages, each under its own key, constant time",
    refs=(
        "FIPS 46-3",
        "SP 800-67",
        "SP 800-38A section 6.2",
        "E. Biham, A Fast New DES Implementation in Software, FSE 1997",
    ),
)
_lanes.define(KERNEL)
_crypt.define(KERNEL)
_crypt.define_bsdi(KERNEL)
