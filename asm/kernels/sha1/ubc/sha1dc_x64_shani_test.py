# SPDX-License-Identifier: MIT
"""differences := the state before round 60 to which the block of the other half of a collision leads, compared
with the state that it must have (M. Stevens, "Counter-cryptanalysis", CRYPTO 2013)

Inputs     after: the chaining value after both halves, 5 words; state: a to e of the other half before round
           60; words: W[60..79] of the block; block: 64 bytes; dm: the difference of the expanded messages, 80
           words. All with any alignment
Output     differences: the or of the exclusive ors of the five words, 0 for a collision
Approach   Rounds 60 to 79 with the words of the other half lead from state to its last state. The chaining
           value before its block is `after` minus that. Rounds 0 to 59 lead from it to the state before 60.
           No round is computed backwards, and none twice, so that 20 sha1rnds4 in a chain bound the time.
Loop       none: 5 and 15 unrolled groups of four rounds
Notes      W[t] is word t of the other half's message schedule, W[16..19] a vector of four words, which is
           called group 4. Element 3 is the highest 32-bit element of a vector and holds the oldest word.
           sha1rnds4 adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group
           xmm3 xmm4 xmm5 xmm6  groups: group g < 16 in xmm(3 + g mod 4)
           xmm7                 pshufb mask that reverses 16 bytes
           xmm8                 temporary
           xmm9 xmm10           the state before round 60 as vectors a b c d and e
           rdi rsi rdx          differences, after, state
           rcx r8 r9            words, block, dm
Frame      none
Lab notes  2026-11-29, AMD EPYC (Zen 3, family 25 model 1): 129 cycles a call that depends on the one before,
           120 of them the chain of sha1rnds4. A candidate block costs og_sha1dc 108 ticks of the time-stamp
           counter; by twenty rounds in general registers and a call of sha1_x64_shani 213.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import words
from ..shani._shani import FLIP, GROUPS, REVERSE, VECTORS, group_rounds, load, rounds
from ._test_blocks import collisions

SAVED = 15  # the group of rounds 60 to 63
KERNEL = Kernel(
    stem="sha1dc_x64_shani_test",
    arch="x64",
    isa=("ssse3", "shani"),
    summary="the exact test of a block with the SHA extensions, forwards from step 60 and to step 60",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, CRYPTO 2013"),
    inputs=collisions,
)


def xor_difference(f, r, group, g):
    """Turns group g of the block into that of the other half."""
    f.movdqu(r.temporary, xmmword[r.dm + 16 * g])
    f.pshufd(r.temporary, r.temporary, FLIP)
    f.pxor(group, r.temporary, note=words(4 * g))


@KERNEL.function("sha1dc.test")
def test(f):
    r = f.frame(
        arguments={"differences": rdi, "after": rsi, "state": rdx, "words": rcx, "block": r8, "dm": r9},
        registers={**VECTORS, "temporary": xmm8, "abcd_60": xmm9, "e_60": xmm10},
    )
    e, m = (r.e, r.e1), (r.m0, r.m1, r.m2, r.m3)
    load(f, r, r.state)
    f.movdqa(r.abcd_60, r.abcd)
    f.movdqa(r.e_60, r.e)
    for g in range(SAVED, GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        f.movdqu(m[g % 4], xmmword[r.words + 16 * (g - SAVED)])
        f.pshufd(m[g % 4], m[g % 4], FLIP)
        xor_difference(f, r, m[g % 4], g)
        group_rounds(f, g, r.abcd, e[(g - SAVED) % 2], e[(g - SAVED + 1) % 2], m[g % 4], first=SAVED)
    f.phase("the chaining value before the block of the other half")
    f.pxor(r.temporary, r.temporary)
    f.sha1nexte(r.e1, r.temporary, note="e after round 79")
    f.movdqu(r.temporary, xmmword[r.after])
    f.pshufd(r.temporary, r.temporary, FLIP)
    f.psubd(r.temporary, r.abcd)
    f.movdqa(r.abcd, r.temporary, note="a b c d")
    f.movd(r.e, dword[r.after + 16])
    f.pslldq(r.e, 12)
    f.psubd(r.e, r.e1, note="e")
    f.movdqa(r.reverse, xmmword[f.constant("reverse", REVERSE)], note="reverses 16 bytes")
    for g, group in enumerate(m):
        f.movdqu(group, xmmword[r.block + 16 * g])
        f.pshufb(group, r.reverse)
        xor_difference(f, r, group, g)
    rounds(f, r.abcd, e, m, SAVED)
    f.phase("compare the state before round 60")
    f.pxor(r.temporary, r.temporary)
    f.sha1nexte(r.e1, r.temporary, note="e")
    f.pxor(r.abcd, r.abcd_60)
    f.pxor(r.e1, r.e_60)
    f.por(r.abcd, r.e1)
    f.pshufd(r.temporary, r.abcd, 0x4E, note="exchanges the halves")
    f.por(r.abcd, r.temporary)
    f.pshufd(r.temporary, r.abcd, 0xB1, note="exchanges neighbours")
    f.por(r.abcd, r.temporary)
    f.movd(dword[r.differences], r.abcd)
    f.leave()
