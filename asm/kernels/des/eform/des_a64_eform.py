# SPDX-License-Identifier: MIT
"""out := DES or Triple DES of in: one block, ECB, or CBC (FIPS 46-3, SP 800-38A 6.1, 6.2)

Inputs     ks, or k1 k2 k3: one schedule or three (og_des_key). data: a block in two words. out, in: 8 *
           nblocks bytes, any alignment, out may be in. nblocks: may be 0. encrypt: 0 or 1. iv: the
           chaining block.
Output     data, or out and in CBC iv
Idea       Expanded form: a half block is kept as E(half), eight 6-bit fields in the bytes of a
           register, and eight tables of 64 words hold E(P(S)). A look-up is ubfx and a load. Look-ups
           depend on secrets. CBC encryption is one chain of rounds, so round keys, IP and FP are kept
           off this chain as in des_x64_eform. The other functions process up to three blocks at a time,
           whose chains fill each other's gaps.
Loop       CBC encryption: an iteration is a block with all rounds written out. IP and E of the next block
           are between its rounds, and round 1 of the next block is beside the last round. ECB and CBC
           decryption: an iteration is three blocks, two, or the last one alone, and has a loop of two
           rounds. Four blocks are two and two.
Registers  x0 x1 x2             data or out, k1 or in, k2 or nblocks
           x3                   k3 or ks; in ECB and CBC decryption the address of the first round key in
                                the order of use; in CBC encryption the left half before FP
           x4                   encrypt, iv; in CBC encryption the first field of the next round
           x5 x6                x and y: the half that a round reads, the half that it changes
           x7 x8 x9 x10         x and y of two more blocks, or fields and entries
           x11 x12              fields and entries; outside the rounds IP and FP
           x13                  x ^ round key; in CBC encryption fields and entries
           x14                  round key; in CBC encryption the next block, then its left half
           x15 x16              address of the next round key, and its step; in CBC encryption keys
           x17                  iterations of the loop over the rounds that are left; in CBC encryption the
                                right half before FP
           x19-26               the eight tables
           x27                  CBC encryption: the right half of the next block. CBC decryption: the
                                ciphertext block before. ECB of Triple DES: bytes of an og_des_key, signed
                                (x28 is left to Go)
Frame      CBC encryption: keys (differences of round keys, wiped on return), iv. The caller's x19 to x28.
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25, CBC encryption: 19.5
           cycles/byte on Neoverse N1, 17.8 on V1 and V2, three passes 58.2 and 52.8. A round is 10
           cycles: ubfx, load, and four levels of eor for loads two a cycle. On V1 and V2 it is 9, because
           the first field of a round does not depend on the last two S-boxes of the round before and
           is extracted before these are added. More is in the oldguard repository,
           docs/kernels/des_a64.md.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.kernel import Kernel

from ._blocks_a64 import block, block3, bulk
from ._chain_a64 import cbc_enc
from ._tables import DISJOINT

# the pairs of registers in which two entries are added to each other
PAIRS = ((x7, x8), (x8, x9), (x9, x10), (x10, x11), (x11, x12), (x12, x13), (x13, x8))
KERNEL = Kernel(
    stem="des_a64_eform",
    arch="a64",
    constant_time=False,
    blocks_per_iteration=3,
    summary="DES on AArch64: state in E-form, 4 KiB of tables, up to three blocks at once",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A sections 6.1 and 6.2"),
    equivalents={
        **{f"eor {a}, {a}, {b} -> orr {a}, {a}, {b}": DISJOINT for a, b in PAIRS},
        **{
            f"eor {right}, {left}, {left}, 0x21 -> eor {right}, {right}, {left}, 0x21": (
                "the right half is the low word of the block before FP"
            )
            for left, right in ((x5, x6), (x7, x8))
        },
    },
)


def add(op, build, *arguments):
    """Registers the function of an operation."""
    name = op.removeprefix("des.").replace(".", "_")
    KERNEL.function(op, name)(lambda f: build(f, *arguments))


add("des.encrypt1", block, True)
add("des.encrypt2", block, False)
add("des.encrypt3", block3, True)
add("des.decrypt3", block3, False)
for passes, cipher in ((1, "des"), (3, "des3")):
    add(f"{cipher}.ecb", bulk, passes, False)
    add(f"{cipher}.cbc_enc", cbc_enc, passes)
    add(f"{cipher}.cbc_dec", bulk, passes, True)
