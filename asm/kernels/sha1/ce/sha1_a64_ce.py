# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2); or one
output block of PBKDF2-HMAC-SHA1

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
           PBKDF2: u, sums: 5 words each; keys: the chaining values after the inner and the outer HMAC key, 5
           words each; iterations: may be 0
Output     cv; PBKDF2: u, the last digest, and sums, xored with all digests
Approach   sha1c, sha1p and sha1m compute four rounds. Each depends on the one before, so that 20 times their
           latency and one addition bound a block. The schedule and the sums with the constants are two
           groups ahead of the rounds.
Order      sha1h needs the a that the four rounds overwrite. All SHA instructions share one unit on most
           cores. If sha1h comes first, it takes the unit in the cycle in which the rounds could begin, and
           each group loses that cycle. So the kernel copies abcd, and sha1h reads the copy after the rounds.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. PBKDF2: one iteration is
           two hashes of one block. The digest of one is the next message, in the registers of groups 0 and 1.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Lane 0 of a vector holds the oldest word. K0 to K3 are the constants of rounds 0 to 19, 20 to
           39, 40 to 59 and 60 to 79.
Registers  v0               a b c d, a in lane 0
           v1 v2            by turns: e of the group, e of the next group
           v3               a b c d before the group
           v4 v5 v6 v7      the last four groups: group g in v(4 + g mod 4)
           v16 v17 v18 v19  K0 to K3 in all lanes
           v20 v21 v22      words + constant: group g in v(20 + g mod 3)
           v24 v25          the chaining value: a b c d, and e
           x0 x1 x2         cv, address of the block, blocks left
           w3               a constant
           v0 v1 v2 v3      PBKDF2: as above
           v4-7 v16-22      PBKDF2: as above
           v23 v24          PBKDF2: a b c d after the inner and the outer key block
           v25 v26          PBKDF2: the same + K0
           v27 v28          PBKDF2: e after the key blocks, with the padding of words 5 to 7
           v29              PBKDF2: words 12 to 15 of the padding
           v30 v31          PBKDF2: the sums: a b c d, and e
           x0 x1 x2 x3      PBKDF2: u, sums, keys, iterations left
           w4               PBKDF2: a constant
Frame      none: the kernel does not touch the stack and saves no register
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-23: 83 cycles a block on Neoverse N1
           and N2, 82 on V1 and V2. With sha1h first, as OpenSSL, libgcrypt and isa-l_crypto have it, it is
           102 or 103. On the in-order Cortex-A53 and A55 the copy costs: 220 and 189, where
           sha1_a64_ce_inorder takes 161 and 130.
           2026-11-25: an iteration of PBKDF2 takes 165 cycles on N1, V1 and V2 and 167 on N2. The chain of
           two blocks is 164.
"""

from asmgen.kernel import Kernel

from ._ce import AHEAD, GROUPS, add_constant, four_rounds, load_words, schedule
from ._ce_message import ABCD, COPY, RING, SUMS, E, K, next_e, one_message, save_chaining_value
from ._ce_pbkdf2 import pbkdf2

KERNEL = Kernel(
    stem="sha1_a64_ce",
    arch="a64",
    isa=("armsha1",),
    summary="SHA-1 with the instructions of AArch64, one message",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2"),
)


def begin(f, blocks):
    load_words(f, blocks, RING)
    save_chaining_value(f)
    for g in range(AHEAD):
        add_constant(f, g, SUMS, RING, K)


def group(f, g):
    f.mov(COPY.b16, ABCD.b16, note=f"a to d before round {4 * g}")
    four_rounds(f, g, ABCD, E[g % 2], SUMS)
    next_e(f, g, COPY)
    if g + AHEAD < GROUPS:
        add_constant(f, g + AHEAD, SUMS, RING, K)
    schedule(f, g, RING)


@KERNEL.function("sha1.blocks")
def blocks(f):
    one_message(f, begin, group)


KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")(pbkdf2)
