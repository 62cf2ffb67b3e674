# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0, 1
(FIPS 180-4 section 6.1.2); or two output blocks of PBKDF2-HMAC-SHA1

Inputs     cv: 2 chaining values of 5 words; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
           PBKDF2, word by word, each of lane 0, then of lane 1: u, sums: 5 words a lane; keys: 10 words a lane,
           the chaining values after the inner and the outer HMAC key; iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   All SHA instructions share one unit on most cores. Two messages would keep it busy for 73 cycles a
           block with all 72 of them. sha1h is therefore written as shl and sri, which other units execute,
           and they read a before the rounds overwrite it. The unit keeps 52 instructions of a block.
Loop       One iteration compresses one block of each message, a group of four rounds of each in turn.
           PBKDF2: one iteration is two hashes of one block in each lane. The digests of one are the next
           messages, in the registers of groups 0 and 1.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Lane 0 of a vector holds the oldest word. K0 to K3 are the constants of rounds 0 to 19, 20 to
           39, 40 to 59 and 60 to 79.
Registers  v0 v2            a b c d of messages 0 and 1, a in lane 0
           v1 v3 v22        by turns: e of message 0, e of message 1, the next e
           v4-7 v28-31      the last four groups: group g in number g mod 4 of these
           v16 v17 v18 v19  K0 to K3 in all lanes
           v20              words + constant
           v24 v25 v26 v27  the chaining values: a b c d and e of message 0, then of message 1
           x0 x1 x2         cv, pointer array, blocks left
           x3 x4            addresses of the blocks
           w5               a constant
           v0-3 v22         PBKDF2: as above
           v4-7 v28-31      PBKDF2: as above
           v16-20           PBKDF2: as above
           v8 v9 v12 v13    PBKDF2: a b c d after the inner and the outer key block of lane 0, then of lane 1
           v10 v11 v14 v15  PBKDF2: e after the key blocks, with the padding of words 5 to 7
           v23-26           PBKDF2: the sums: a b c d and e of lane 0, then of lane 1
           v27              PBKDF2: words 12 to 15 of the padding
           x0 x1 x2 x3      PBKDF2: u, sums, keys, iterations left
           w4               PBKDF2: a constant
Frame      none: sha1.lanes does not touch the stack and saves no register; PBKDF2: d8 to d15 of the caller
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-24, cycles a block and message: 60 on
           Neoverse N1 and N2, 42 on V1, 53 on V2. With sha1h it is 73, 73, 56 and 72. 120 vector instructions
           on the two pipes of N1 take 60. Byte order by rev32 of general registers, through the stack: 58.
           sha1h in 5 of 20 groups: 59, but 44 on V1 and 58 on V2. Neither was adopted.
           2026-11-25: an iteration of PBKDF2 takes 116 cycles an output block on N1 and N2, 86 on V1, 112 on
           V2.
"""

from asmgen.kernel import Kernel

from ._ce_lanes import lanes
from ._ce_lanes_pbkdf2 import pbkdf2

KERNEL = Kernel(
    stem="sha1_a64_ce_x2",
    arch="a64",
    isa=("armsha1",),
    lanes=2,
    min_size=128,
    summary="SHA-1 of two messages at once with the instructions of AArch64, sha1h as shifts",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2"),
)


KERNEL.function("sha1.lanes")(lanes)
KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")(pbkdf2)
