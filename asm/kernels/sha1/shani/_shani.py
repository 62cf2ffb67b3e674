# SPDX-License-Identifier: MIT
"""SHA-1 of one message with the SHA extensions.

A vector holds four words, the oldest in the highest 32-bit element: abcd holds a in element 3, a group
W[4g..4g+3] holds W[4g] there. The vector of e holds it in element 3. One sha1rnds4 computes four rounds.
sha1nexte adds to the next group's words the e that follows from a vector abcd of four rounds ago.
"""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS, words

GROUPS = ROUNDS // 4
# pshufb mask: reverses 16 bytes, which puts the first word into element 3 in big-endian byte order
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
SCHEDULE_DISTANCE = 4  # groups from the computation of a group to its rounds, in the ring of eight
SCRATCH = 32  # bytes: the chaining value as vectors


def load(f, r, cv):
    """Loads the chaining value at register cv into abcd and e."""
    f.phase("load the chaining value")
    f.movdqu(r.abcd, xmmword[cv])
    f.movd(r.e, dword[cv + 16])
    f.pshufd(r.abcd, r.abcd, FLIP, note="a to element 3")
    f.pslldq(r.e, 12, note="e to element 3")


def block(f, r, reverse, run, saved=None):
    """Emits the compression of one block and advances the register `blocks`.

    reverse: the pshufb mask, a register or a memory operand. run(f, abcd, e, m): emits the rounds, as
    `rounds` does. saved: two registers for the chaining value; None: SCRATCH bytes at r.scratch.
    """
    m = (r.m0, r.m1, r.m2, r.m3)
    abcd_in, e_in = saved or (xmmword[r.scratch], xmmword[r.scratch + 16])
    copy = f.movdqa if saved else f.movdqu
    copy(abcd_in, r.abcd, note="chaining value: a b c d")
    copy(e_in, r.e, note="chaining value: e")
    for g, group in enumerate(m):
        f.movdqu(group, xmmword[r.blocks + 16 * g])
        f.pshufb(group, reverse, note=words(4 * g))
    run(f, r.abcd, (r.e, r.e1), m)
    f.phase("add the chaining value")
    if not saved:
        f.movdqu(r.m0, abcd_in)
        f.movdqu(r.m1, e_in)
        abcd_in, e_in = r.m0, r.m1
    f.sha1nexte(r.e, e_in, note="e = e of the chaining value + ROTL 30 (a before round 76)")
    f.paddd(r.abcd, abcd_in)
    f.add(r.blocks, BLOCK)


def store(f, r, cv):
    """Stores abcd and e at register cv."""
    f.phase("store the chaining value")
    f.pshufd(r.abcd, r.abcd, FLIP, note="a to element 0")
    f.psrldq(r.e, 12, note="e to element 0")
    f.movdqu(xmmword[cv], r.abcd)
    f.movd(dword[cv + 16], r.e)


def compress_blocks(f, r, cv, saved=None):
    """Emits the loop over all blocks, from the load of the chaining value at register cv to its store.

    r: VECTORS with the mask in `reverse`, blocks, nblocks (not 0) and scratch. saved: as for `block`.
    """
    load(f, r, cv)
    next_block = f.label("next_block")
    f.align(32)
    f.here(next_block)
    block(f, r, r.reverse, rounds, saved)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    store(f, r, cv)


def group_rounds(f, g, abcd, e, spare, group, first=0):
    """Emits rounds 4g to 4g + 3 and copies abcd before them to spare, for the e of the next group.

    e: e for g = first, else the copy that the group before made. group: W[4g..4g+3].
    """
    if g > first:
        f.sha1nexte(e, group, note=f"e + {words(4 * g)}")
    else:
        f.paddd(e, group, note=f"e + {words(4 * g)}")
    f.movdqa(spare, abcd, note=f"a to d before round {4 * g}")
    f.sha1rnds4(abcd, e, g // 5, note=f"rounds {4 * g} to {4 * g + 3}, K{g // 5}")


def rounds(f, abcd, e, m, groups=GROUPS):
    """Emits groups of four rounds from the first on with the schedule by sha1msg1, pxor and sha1msg2.

    abcd: a to d. e: (the vector of e, a free vector). m: W[0..3] to W[12..15], the ring of groups.
    Leaves in e[groups % 2] the abcd before the last group, from which sha1nexte makes the last e.

    sha1rnds4 depends on the sha1rnds4 before it: that chain, 20 times its latency, is the limit, and
    the rest executes beside it. The schedule of group g + 3 begins when group g is complete, in the
    register of group g - 1.
    """
    for g in range(groups):
        f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        if 3 <= g < groups - 1:
            f.sha1msg2(m[(g + 1) % 4], m[g % 4], note=words(4 * g + 4))
        if 1 <= g < groups - 3:
            f.sha1msg1(
                m[(g + 3) % 4],
                m[g % 4],
                note=f"for {words(4 * g + 12)}: {words(4 * g - 4)} ^ {words(4 * g - 2)}",
            )
        group_rounds(f, g, abcd, e[g % 2], e[1 - g % 2], m[g % 4])
        if 2 <= g < groups - 2:
            f.pxor(m[(g + 2) % 4], m[g % 4], note=f"for {words(4 * g + 8)}: ^ {words(4 * g)}")


def word(f, g, new, back, temporary, vex=True):
    """Computes group g >= 4 in the register new. back[n]: group g-n. vex: whether the encoding is that of AVX.

    From group 8 on, the recurrence is applied twice in one step:
    W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32]), where new holds group g-8. These seven
    operations replace sha1msg1, pxor and sha1msg2. They are faster where sha1msg2 decodes to many
    micro-operations, as on Golden Cove, and not slower elsewhere.
    """

    def op(mnemonic, to, a, *more, note=""):
        if vex:
            f.emit("v" + mnemonic, (to, a, *more), note=note)
            return
        if to != a:
            f.movdqa(to, a)
        f.emit(mnemonic, (to, *more), note=note)

    n = 4 * g
    if g < 8:
        f.movdqa(new, back[4])
        f.sha1msg1(new, back[3], note=f"{words(n - 16)} ^ {words(n - 14)}")
        f.pxor(new, back[2], note=f"^ {words(n - 8)}")
        f.sha1msg2(new, back[1], note=words(n))
        return
    op("palignr", temporary, back[2], back[1], 8, note=words(n - 6))
    op("pxor", new, new, back[7], note=f"{words(n - 32)} ^ {words(n - 28)}")
    op("pxor", new, new, back[4], note=f"^ {words(n - 16)}")
    op("pxor", new, new, temporary, note=f"^ {words(n - 6)}")
    op("pslld", temporary, new, 2)
    op("psrld", new, new, 30)
    op("por", new, new, temporary, note=f"ROTL 2: {words(n)}")


def rounds_in_ring_of_eight(f, abcd, e, ring, temporary, after=None, make=word):
    """Emits twenty groups of four rounds with the schedule in a ring of eight vectors.

    abcd, e: as in `rounds`. ring: W[0..3] to W[12..15] and four free vectors. make: `word` or a function
    like it, for the groups from 4 on. after(g, group, abcd): emits further instructions at the end of
    group g, which may write no register of these but temporary; group is W[4g..4g+3] and abcd the vector
    before group g.
    """
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        group_rounds(f, g, abcd, e[g % 2], e[1 - g % 2], ring[g % 8])
        if after:
            after(g, ring[g % 8], e[1 - g % 2])
        made = g + SCHEDULE_DISTANCE
        if made < GROUPS:
            make(f, made, ring[made % 8], [ring[(made - n) % 8] for n in range(8)], temporary)
