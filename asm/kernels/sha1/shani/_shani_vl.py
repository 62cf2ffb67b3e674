# SPDX-License-Identifier: MIT
"""SHA-1 of one message with sha1rnds4 and AVX-512VL, for sha1_x64_shani_vl and sha1dc_x64_shani_gfni.

The order of the words in a vector is that of _shani.py. Of the SHA extensions only sha1rnds4 is used. On
Golden Cove sha1nexte occupies the same execution unit, and sha1msg2 decodes to many micro-operations.
All other instructions are VEX or EVEX encoded.
"""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS, words
from ._shani import FLIP, REVERSE

GROUPS = ROUNDS // 4
SUM = 0x96  # vpternlogd: a ^ b ^ c
RING = tuple(BY_NAME[f"xmm{n}"] for n in range(16, 32))  # group g of the schedule is in number g mod 16
SCHEDULE_DISTANCE = 4  # groups from the computation of a group to its rounds
STATE = {"abcd": xmm0, "e": xmm1, "rotated": xmm2}
ELEMENT_3 = k1  # the mask of element 3
ELEMENT_3_BITS = 0b1000


def ring(g):
    """Returns the register of group g."""
    return RING[g % len(RING)]


def word(f, g):
    """Computes group g >= 4 of the schedule.

    Groups 4 to 7 use the formula of the standard. The last word of a group depends on the first, for which
    0 is taken. Let s be the sum for the first word before its rotation: the last word is corrected by
    ROTL 2 (s) = ROTL 1 (ROTL 1 (s)). Later groups apply the recurrence twice in one step, and from group
    16 on four times: W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32]) and
    W[t] = ROTL 4 (W[t-12] ^ W[t-32] ^ W[t-56] ^ W[t-64]).
    """
    n, new = 4 * g, ring(g)
    if g < 8:
        temporary = ring(g + 8)  # of a group that is not yet made
        f.vpalignr(new, ring(g - 4), ring(g - 3), 8, note=words(n - 14))
        f.vpslldq(temporary, ring(g - 1), 4, note=f"W[{n - 3}..{n - 1}], 0")
        f.vpternlogd(new, ring(g - 4), ring(g - 2), SUM, note=f"^ {words(n - 16)} ^ {words(n - 8)}")
        f.vpxord(new, new, temporary)
        rotate_corrected(f, g)
    elif g < 16:
        f.vpalignr(new, ring(g - 2), ring(g - 1), 8, note=words(n - 6))
        f.vpternlogd(new, ring(g - 7), ring(g - 8), SUM, note=f"^ {words(n - 28)} ^ {words(n - 32)}")
        f.vpxord(new, new, ring(g - 4), note=f"^ {words(n - 16)}")
        f.vprold(new, new, 2, note=f"ROTL 2: {words(n)}")
    else:  # the register still has group g - 16
        f.vpternlogd(
            new, ring(g - 14), ring(g - 8), SUM, note=f"{words(n - 64)} ^ {words(n - 56)} ^ {words(n - 32)}"
        )
        f.vpxord(new, new, ring(g - 3), note=f"^ {words(n - 12)}")
        f.vprold(new, new, 4, note=f"ROTL 4: {words(n)}")


def rotate_corrected(f, g):
    """Computes group g < 8 from the sums in its register, in which the first word is missing from the last.
    Writes the register of group g + 8."""
    new, temporary = ring(g), ring(g + 8)
    f.vpsrldq(temporary, new, 12, note=f"s, the sum for W[{4 * g}], as last word")
    f.vprold(new, new, 1)
    f.vprold(temporary, temporary, 2)
    f.vpxord(new, new, temporary, note=words(4 * g))


def set_mask(f):
    """Sets the mask and writes eax.

    The caller may have left upper halves of vector registers in use, with which each sha1rnds4 would take
    about seventy times as long.
    """
    f.vzeroupper()
    f.mov(eax, ELEMENT_3_BITS)
    f.kmovw(ELEMENT_3, eax, note="the mask of element 3")


def load(f, abcd, e, at):
    """Loads five words at address `at` into the vectors abcd and e."""
    f.vmovdqu(abcd, xmmword[at])
    f.vmovd(e, dword[at + 16])
    f.vpshufd(abcd, abcd, FLIP, note="a to element 3")
    f.vpslldq(e, e, 12, note="e to element 3")


def store(f, at, abcd, e):
    """Stores the five words of the vectors at address `at`. Changes the vectors."""
    f.vpshufd(abcd, abcd, FLIP, note="a to element 0")
    f.vpsrldq(e, e, 12, note="e to element 0")
    f.vmovdqu(xmmword[at], abcd)
    f.vmovd(dword[at + 16], e)


def begin(f, r, cv):
    """Sets the mask and loads the chaining value at register cv into r.abcd and r.e. Writes eax."""
    set_mask(f)
    f.phase("load the chaining value")
    load(f, r.abcd, r.e, cv)


def reverse(f):
    """Returns the memory operand of the vpshufb mask that reverses 16 bytes."""
    return xmmword[f.constant("reverse", REVERSE)]


def load_block(f, blocks, mask):
    """Loads W[0..15] from the block at register blocks and advances it.

    mask: what `reverse` returns, or a register with it.
    """
    for g in range(4):
        f.vmovdqu64(ring(g), xmmword[blocks + 16 * g])
        f.vpshufb(ring(g), ring(g), mask, note=words(4 * g))
    f.add(blocks, BLOCK)


def add_words(f, r, g):
    """Adds e and the words of group g, in r.e."""
    f.vpaddd(r.e, r.rotated if g else r.e, ring(g), note=f"e + {words(4 * g)}")


def rounds(f, r, after=None, make=word, add=add_words, distance=SCHEDULE_DISTANCE):
    """Emits twenty groups of four rounds on r.abcd and r.e, and the schedule from W[0..15].

    Leaves the e after round 79 in r.rotated. after(g): emits further instructions after the rounds of group
    g. make, add: `word` and `add_words` or functions like them. distance: groups from the computation of a
    group to its rounds.

    The e of group g+1 is ROTL 30 of the a before group g. vprold with the mask rotates it and clears the
    other elements, so that vpaddd can add the words.
    """
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
        add(f, r, g)
        f.vprold(r.rotated, ELEMENT_3, r.abcd, 30, note=f"e of round {4 * g + 4}, 0, 0, 0")
        f.sha1rnds4(r.abcd, r.e, g // 5, note=f"rounds {4 * g} to {4 * g + 3}, K{g // 5}")
        if after:
            after(g)
        made = g + distance
        if 4 <= made < GROUPS:
            make(f, made)


def end(f, r, cv):
    """Stores r.abcd and r.e at register cv and clears the registers of the schedule."""
    f.phase("store the chaining value")
    store(f, cv, r.abcd, r.e)
    clear_ring(f)


def clear_ring(f):
    """Clears the registers above 15."""
    f.phase("no vzeroupper clears these")
    for register in RING:
        f.vpxord(register, register, register)
