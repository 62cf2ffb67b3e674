# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) on bit slices of 256 messages, each under its own key

Inputs     lanes, CBC encryption: out, in: 2048 * nblocks bytes, block 1 of each message, then block 2
           and so on, out may be in. nblocks: steps, may be 0. keys: 2048 bytes for each key of the
           cipher, 8 for each message. iv: 2048 bytes, the chaining blocks.
           crypt_lanes, the iterations of crypt(3): blocks, keys, salts: 2048 bytes, 8 for each
           password. iterations: may be 0. bsdi_lanes: the same with salts of 24 bits. one_salt_lanes:
           one salt of 12 bits for all, which is public.
Output     out, and iv: the last block of each message. crypt_lanes, bsdi_lanes, one_salt_lanes: blocks.
Idea       Slice i holds bit i of every block, so a permutation is a renumbering of slices and costs
           nothing: IP, E, P and FP only choose which slice is loaded or stored. An S-box is a circuit
           of AND, OR, XOR and AND-NOT, 40.1 gates on average.
           No address and no branch depends on data or key. Addresses of one_salt_lanes depend on
           the salt.
Keys       C and D are slices as well, each stored twice, back to back. So a rotation of them changes
           the address that PC2 counts from, and no round key is computed.
Loop       Once: keys to slices. Then for each step: add the chaining blocks, blocks to slices, 16 or
           48 rounds, two in an iteration, with three keys four, slices to blocks. crypt_lanes transposes
           only once.
Salts      Bit i of a salt exchanges bits i + 1 and i + 25 of E's output. Their difference, masked by
           the slice of the salts' bit, is xored to both: S1 and S2 compute it, S5 and S6 load it.
           With 24 bits also S3 and S4, and S7 and S8. one_salt_lanes reads each of these inputs at one of two
           addresses instead: for a bit that is set a step is added, of 16 slices, or subtracted.
Complement No gate gives 1 where all inputs are 0, so a circuit computes S(x) ^ S(0). A half block that
           has taken an odd number of results differs from the standard's by P(S(0)). The rounds 2, 3,
           6, 7, 10, 11, 14 and 15 read a half that differs. With one key 24 inputs of a round have
           a key address of their own, that of the slices or of their complements. With three keys such
           a round complements the 24 inputs. In one_salt_lanes bits 9 and 10 of the salt exchange a slice
           that is complemented with one that is not, so these four inputs choose their key slice, too.
Notes      L[i], R[i] and K[i] are numbered from 1 as in FIPS 46-3. L is the half that a round changes,
           R the half that it reads. x0 to x5 are the inputs of an S-box, x6 and up its gates. S3.2 is
           output 2 of S3. k is the byte of a block that an iteration works on, g its group of vectors.
Registers  ymm0 to ymm15        values of an S-box, blocks and slices in transposition
           rdx rsi              steps left, the chaining blocks (lanes)
           rdi rdx rcx          blocks, salts, iterations left (crypt_lanes)
           rsi rdi              a step, that of a key slice (one_salt_lanes)
           r8 r9                addresses of the slices of the two half blocks, exchanged by a pass
           r10                  the slices of a round's key; in transposition a pointer
           r12                  the rotation of each round's key; in transposition a pointer
           r13 r14              where a step is read and written
           r11 rbx              pointers; the key slices or their complements; passes left, zeros or ones
           rax                  loop counter
           rbp                  the frame, from a multiple of 64
Frame      Slices, stage, spilled values, key slices. For crypt(3) also the salts, or the steps of one. Each
           function has a map of it. Wiped on return, but for the steps of a salt.
Lab notes  2026-11-24, Granite Rapids VM, 16 KiB a lane: 1.51 cycles/byte, Triple DES 4.0. 254 cycles
           for the iterations of one of 512 passwords. With circuits of 50.1 gates 1.74, 4.66 and 299
           in the same run.
           2026-11-28, Zen 3 (family 25 model 1), with one key: 149 cycles a round of crypt(3), 211 with
           four rounds in an iteration and the differences of the salts computed before the S-boxes. The
           code of four rounds, 18 KB, seems to fit the cache of decoded instructions or not: 147 to 204
           with the S-boxes in other orders. In two rounds it is 149 to 171. A step of des.lanes 3,035,
           now 2,834.
           2026-11-30, Emerald Rapids (Golden Cove): 273 cycles for the iterations of one of 512 passwords, with
           one salt 239.
"""

from asmgen.kernel import Kernel

from . import _crypt, _lanes, _one_salt

KERNEL = Kernel(
    stem="des_x64_avx2_lanes",
    arch="x64",
    isa=("avx2",),
    lanes=256,
    min_size=160,
    summary="bit slices: a block of each of 256 messages, each under its own key, constant time",
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
_one_salt.define(KERNEL)
