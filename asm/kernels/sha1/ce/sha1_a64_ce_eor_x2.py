# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0, 1
(FIPS 180-4 section 6.1.2); or two output blocks of PBKDF2-HMAC-SHA1

Inputs     cv: 2 chaining values of 5 words; blocks: 2 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
           PBKDF2, word by word, each of lane 0, then of lane 1: u, sums: 5 words a lane; keys: 10 words a lane,
           the chaining values after the inner and the outer HMAC key; iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   All SHA instructions share one unit on most cores. Other units execute sha1h here as shl and sri,
           which read a before the rounds overwrite it, and sha1su0 as ext and two eor. The unit keeps 36
           instructions of a block, so that the chain of the rounds bounds the kernel on cores with four
           vector pipes. On cores with two, sha1_a64_ce_x2 has fewer instructions.
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
           v21              W[2..5] of a group
           v24 v25 v26 v27  the chaining values: a b c d and e of message 0, then of message 1
           x0 x1 x2         cv, pointer array, blocks left
           x3 x4            addresses of the blocks
           w5               a constant
           v0-3 v22         PBKDF2: as above
           v4-7 v28-31      PBKDF2: as above
           v16-21           PBKDF2: as above
           v8 v9 v12 v13    PBKDF2: a b c d after the inner and the outer key block of lane 0, then of lane 1
           v10 v11 v14 v15  PBKDF2: e after the key blocks, with the padding of words 5 to 7
           v23-26           PBKDF2: the sums: a b c d and e of lane 0, then of lane 1
           v27              PBKDF2: words 12 to 15 of the padding
           x0 x1 x2 x3      PBKDF2: u, sums, keys, iterations left
           w4               PBKDF2: a constant
Frame      none: sha1.lanes does not touch the stack and saves no register; PBKDF2: d8 to d15 of the caller
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-24, cycles a block and message: 41 on
           Neoverse V1 and V2, which is the bound of the chain, 20 * 4 + 2 cycles for two blocks, and 76 on N1
           and N2, where sha1_a64_ce_x2 takes 60.
           2026-11-25: an iteration of PBKDF2 takes 85 cycles an output block on V1 and V2, 148 on N1 and N2.
"""

from asmgen.a64.registers import v21
from asmgen.kernel import Kernel

from ._ce_lanes import lanes
from ._ce_lanes_pbkdf2 import pbkdf2

KERNEL = Kernel(
    stem="sha1_a64_ce_eor_x2",
    arch="a64",
    isa=("armsha1",),
    lanes=2,
    min_size=128,
    summary="SHA-1 of two messages at once with the instructions of AArch64, rounds and sha1su1 only",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2"),
)
SHIFTED = v21


def partial(f, old, second, third, note):
    """Adds W[2..5] and W[8..11] to W[0..3], as sha1su0 does."""
    f.ext(SHIFTED.b16, old.b16, second.b16, 8)
    f.eor(old.b16, old.b16, third.b16)
    f.eor(old.b16, old.b16, SHIFTED.b16, note=note)


@KERNEL.function("sha1.lanes")
def two_messages(f):
    lanes(f, partial, (SHIFTED,))


@KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")
def two_output_blocks(f):
    pbkdf2(f, partial, (SHIFTED,))
