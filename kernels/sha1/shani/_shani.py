# SPDX-License-Identifier: MIT
"""SHA-1 with the SHA extensions: what sha1_x64_shani and sha1_x86_shani share, all but the frame
and the way to the pshufb mask.

Vectors hold four words, the first in the top lane. W(g) below is the vector of W[4g .. 4g+3].
"""

from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS

GROUPS = ROUNDS // 4
# pshufb mask: the first word of the message to the top lane, its bytes in big-endian order
REVERSE = bytes(range(15, -1, -1))
FLIP = 0x1B  # pshufd: the four words in reverse order
VECTORS = {
    "abcd": xmm0,
    "e": xmm1,
    "e1": xmm2,
    "m0": xmm3,
    "m1": xmm4,
    "m2": xmm5,
    "m3": xmm6,
    "reverse": xmm7,
}
AHEAD = 4  # groups from a word's schedule to its rounds, in the wide ring
SUM = 0x96  # vpternlogd: a ^ b ^ c
SCRATCH = 32  # bytes: the chaining value as vectors


def load(f, r, cv):
    f.phase("load the chaining value")
    f.movdqu(r.abcd, xmmword[cv])
    f.movd(r.e, dword[cv + 16])
    f.pshufd(r.abcd, r.abcd, FLIP, note="a to the top")
    f.pslldq(r.e, 12)


def block(f, r, reverse, run):
    """One block, whose address register `blocks` moves on. reverse: the mask, a register or place;
    run: its rounds, as `rounds`, from the abcd, (e, e1) and W(0) to W(3)."""
    m = (r.m0, r.m1, r.m2, r.m3)
    abcd_in, e_in = xmmword[r.scratch], xmmword[r.scratch + 16]
    f.movdqu(abcd_in, r.abcd)
    f.movdqu(e_in, r.e)
    for g, words in enumerate(m):
        f.movdqu(words, xmmword[r.blocks + 16 * g])
        f.pshufb(words, reverse, note=f"W({g})")
    run(f, r.abcd, (r.e, r.e1), m)
    f.phase("add the chaining value")
    f.movdqu(r.m0, abcd_in)
    f.movdqu(r.m1, e_in)
    f.sha1nexte(r.e, r.m1)
    f.paddd(r.abcd, r.m0)
    f.add(r.blocks, BLOCK)


def store(f, r, cv):
    f.phase("store the chaining value")
    f.pshufd(r.abcd, r.abcd, FLIP)
    f.psrldq(r.e, 12)
    f.movdqu(xmmword[cv], r.abcd)
    f.movd(dword[cv + 16], r.e)


def compress(f, r, cv):
    """All blocks, from loading the chaining value at register cv to storing it.

    r: VECTORS with the mask in `reverse`, and blocks, nblocks (not 0), scratch.
    """
    load(f, r, cv)
    next_block = f.label("next_block")
    f.align(32)
    f.here(next_block)
    block(f, r, r.reverse, rounds)
    f.dec(r.nblocks)
    f.jne(next_block)
    store(f, r, cv)


def rounds(f, abcd, e, m):
    """Twenty groups of four rounds on abcd; e: (the vector that holds E, a free one).

    m: W(0) to W(3), the ring of message words. Leaves in e[0] the abcd before the last group, of
    which sha1nexte makes E.

    sha1rnds4 follows sha1rnds4, 20 times its latency: that chain is the limit and everything else
    hides behind it. W(g + 3) is begun when W(g) is there, in the register of W(g - 1).
    """
    for g in range(GROUPS):
        new, newer = e[g % 2], e[1 - g % 2]
        f.phase(f"rounds {4 * g} to {4 * g + 3}")
        if 3 <= g < GROUPS - 1:
            f.sha1msg2(m[(g + 1) % 4], m[g % 4], note=f"W({g + 1}) done")
        if 1 <= g < GROUPS - 3:
            f.sha1msg1(m[(g + 3) % 4], m[g % 4], note=f"W({g + 3}) = W({g - 1}), W({g})")
        if g:
            f.sha1nexte(new, m[g % 4], note=f"E + W({g})")
        else:
            f.paddd(new, m[0], note="E + W(0)")
        f.movdqa(newer, abcd)
        f.sha1rnds4(abcd, new, g // 5)
        if 2 <= g < GROUPS - 2:
            f.pxor(m[(g + 2) % 4], m[g % 4], note=f"W({g + 2}) ^= W({g})")


def word(f, g, new, back, temporary):
    """W(g) into another register; back[n]: W(g-n).

    From W(8) on by the recurrence's square, which looks back 6, 16, 28 and 32 words: new holds W(g-8)
    then, and seven VEX instructions do instead of sha1msg1, pxor and sha1msg2. They are cheaper where
    sha1msg2 is made of many, as on Golden Cove, and no dearer elsewhere.
    """
    if g < 8:
        f.movdqa(new, back[4])
        f.sha1msg1(new, back[3])
        f.pxor(new, back[2])
        f.sha1msg2(new, back[1], note=f"W({g}) done")
        return
    f.vpalignr(temporary, back[2], back[1], 8, note="the words 6 back")
    f.vpxor(new, new, back[7])
    f.vpxor(new, new, back[4])
    f.vpxor(new, new, temporary)
    f.vpslld(temporary, new, 2)
    f.vpsrld(new, new, 30)
    f.vpor(new, new, temporary, note=f"W({g}) done")


def word_by_avx512(f, g, new, back, temporary):
    """As `word`, in eight and in four operations; the first four groups by the standard's formula
    (_sse.py has the mathematics)."""
    if g < 8:
        f.vpalignr(new, back[4], back[3], 8, note="W(t-14)")
        f.vpslldq(temporary, back[1], 4, note="W(t-3) but for the last word")
        f.vpternlogd(new, back[4], back[2], SUM)
        f.vpxor(new, new, temporary)
        f.vpsrldq(temporary, new, 12, note="what the last word lacks")
        f.vprold(new, new, 1)
        f.vprold(temporary, temporary, 2)
        f.vpxor(new, new, temporary, note=f"W({g}) done")
        return
    f.vpalignr(temporary, back[2], back[1], 8, note="the words 6 back")
    f.vpternlogd(new, back[7], back[4], SUM)
    f.vpxor(new, new, temporary)
    f.vprold(new, new, 2, note=f"W({g}) done")


def rounds_in_wide_ring(f, abcd, e, ring, temporary, after=None, make=word):
    """`rounds` with W(0) to W(7) in a ring of eight vectors, of which the first four are there.

    make: as `word`, for the groups from 4 on. after(g, W(g), abcd before group g): adds what it likes
    at the end of group g; it leaves these registers, but for temporary, as they are.
    """
    for g in range(GROUPS):
        new, newer = e[g % 2], e[1 - g % 2]
        f.phase(f"rounds {4 * g} to {4 * g + 3}")
        if g:
            f.sha1nexte(new, ring[g % 8], note=f"E + W({g})")
        else:
            f.paddd(new, ring[0], note="E + W(0)")
        f.movdqa(newer, abcd)
        f.sha1rnds4(abcd, new, g // 5)
        if after:
            after(g, ring[g % 8], newer)
        if g < GROUPS - AHEAD:
            ahead = g + AHEAD
            make(f, ahead, ring[ahead % 8], [ring[(ahead - n) % 8] for n in range(8)], temporary)
