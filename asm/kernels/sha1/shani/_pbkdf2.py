# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-SHA1 of one output block with sha1rnds4 and AVX-512VL, for sha1_x64_shani_vl.

Each hash of an iteration compresses one block, a digest and the padding, so words 5 to 15 of its message
schedule are constants, and group 2 is 0. A digest is the next message in the order of _shani.py: its words
a to d are group 0, and e is the first word of group 1. So one addition is between the last sha1rnds4 of a
hash and the first of the next.

The rounds wait for the schedule of the digest, whose latency therefore counts. Groups 4 to 6 are computed
from the digest instead of one from the other.
"""

import struct

from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, TAPS, words
from ._shani_vl import (
    ELEMENT_3,
    RING,
    STATE,
    SUM,
    add_words,
    clear_ring,
    load,
    ring,
    rotate_corrected,
    rounds,
    set_mask,
    store,
)

CV = 20  # bytes of a chaining value, which is a digest
DISTANCE = 2  # groups from the computation of a group to its rounds

# Of the inner and the outer hash: the chaining value a b c d after the key block; what is added to a b c d
# after the rounds to get e + W[0..3] of the next hash; what is added to e to get W[4..7] of the next hash.
HALVES = ("inner", "outer")
ADDENDS = {
    "key_inner": xmm5,
    "key_outer": xmm6,
    "next_inner": xmm7,
    "next_outer": xmm8,
    "tail_inner": xmm9,
    "tail_outer": xmm10,
}

# -- the schedule ----------------------------------------------------------------------------------
BIT = (0, 0x80000000, 0, 0)  # words 4 to 7 of the padding
ZERO = 2  # the group of words 8 to 11
LENGTH = (0, 0, 0, 8 * (BLOCK + CV))  # words 12 to 15: the bits of a key block and a digest
# Two vectors of which groups 4 to 6 are sums: W[2..5], and W[2..5] ^ W[0..3].
LATER, PAIRS = ring(13), ring(14)
SPARE = (ring(15), ring(ZERO))
IN_PLACE, LAST_IS_FIRST = (0, 1, 2, 3), (None, None, None, 0)
# The terms of a group: a vector, the elements that the elements are taken from, the oldest first, and the
# numbers of bits by which they are rotated to the left. Constants are added.
TERMS = {
    4: ((PAIRS, IN_PLACE, (1, 1, 1, 1)), (PAIRS, LAST_IS_FIRST, (2, 2, 2, 2))),
    5: ((PAIRS, (1, 2, 0, 1), (2, 2, 3, 3)), (LATER, (2, 3, 1, 2), (1, 1, 2, 2))),
    6: (
        (PAIRS, (2, 0, 1, 2), (3, 4, 4, 4)),
        (PAIRS, IN_PLACE, (2, 2, 2, 2)),
        (LATER, (3, 1, 2, 3), (3, 3, 3, 3)),
    ),
}


def _rotate(word, bits):
    return (word << bits | word >> 32 - bits) & 0xFFFFFFFF


def _constants(g):
    """Returns what the padding adds to group g of TERMS: its schedule without a digest, and its share of the
    terms."""
    W = [0, 0, 0, 0, *BIT, 0, 0, 0, 0, *LENGTH]
    for t in range(16, 4 * g + 4):
        W.append(_rotate(W[t - TAPS[0]] ^ W[t - TAPS[1]] ^ W[t - TAPS[2]] ^ W[t - TAPS[3]], 1))
    sums = W[4 * g :]
    padding = (0, 0, 0, BIT[1])  # in both vectors
    for _, picks, turns in TERMS[g]:
        for i, (pick, bits) in enumerate(zip(picks, turns)):
            sums[i] ^= 0 if pick is None else _rotate(padding[pick], bits)
    return sums


def constant(f, name, group):
    """Returns the memory operand of four words, the oldest first."""
    return xmmword[f.constant(name, struct.pack("<4I", *reversed(group)))]


def _add(f, new, terms, note):
    """Adds registers and memory operands to register `new`, two with each instruction."""
    for pair in zip(terms[::2], terms[1::2]):
        f.vpternlogd(new, *pair, SUM, note=note)
    if len(terms) % 2:
        f.vpxord(new, new, terms[-1], note=note)


def _sum_of_terms(f, g):
    """Computes a group of TERMS from LATER and PAIRS."""
    places = (ring(g), *SPARE)
    for n, ((vector, picks, turns), place) in enumerate(zip(TERMS[g], places)):
        source = vector if picks == IN_PLACE else place
        if picks == LAST_IS_FIRST:
            f.vpsrldq(place, vector, 12, note="the first word as last word")
        elif picks != IN_PLACE:
            # element 0 is the youngest
            order = sum((3 - pick) << 2 * (3 - i) for i, pick in enumerate(picks))
            f.vpshufd(place, vector, order, note=f"its words {' '.join(map(str, picks))}")
        note = f"ROTL {' '.join(map(str, dict.fromkeys(turns)))}"
        if len(set(turns)) == 1:
            f.vprold(place, source, turns[0], note=note)
        else:
            right = [32 - bits for bits in turns]
            f.vprorvd(place, source, constant(f, f"turns_{g}_{n}", right), note=note)
    padding = constant(f, f"padding_{g}", _constants(g))
    _add(f, ring(g), [*places[1 : len(TERMS[g])], padding], words(4 * g))


def word(f, g):
    """Computes group g >= 4. From group 7 on by the formulas of _shani_vl.word, without group ZERO."""
    n, new = 4 * g, ring(g)

    def groups(*numbers):
        return [ring(s) for s in numbers if s != ZERO]

    if g == 4:
        f.vpalignr(LATER, ring(0), ring(1), 8, note=words(2))
        f.vpxord(PAIRS, LATER, ring(0), note=f"^ {words(0)}")
    if g in TERMS:
        _sum_of_terms(f, g)
    elif g < 8:
        temporary = ring(g + 8)
        f.vpalignr(new, ring(g - 4), ring(g - 3), 8, note=words(n - 14))
        f.vpslldq(temporary, ring(g - 1), 4, note=f"W[{n - 3}..{n - 1}], 0")
        _add(f, new, [*groups(g - 4, g - 2), temporary], f"sums for {words(n)}")
        rotate_corrected(f, g)
    elif g < 16:
        first, second, *third = groups(g - 7, g - 8, g - 4)
        shifted = SPARE[1] if third else new
        f.vpalignr(shifted, ring(g - 2), ring(g - 1), 8, note=words(n - 6))
        if third:  # group g - 1, for which group g waits, is added last
            f.vpxord(new, first, second, note=f"{words(n - 28)} ^ {words(n - 32)}")
            _add(f, new, [*third, shifted], f"^ {words(n - 16)} ^ {words(n - 6)}")
        else:
            _add(f, new, [first, second], "^ two groups, the third is 0")
        f.vprold(new, new, 2, note=f"ROTL 2: {words(n)}")
    else:
        terms = groups(g - 14, g - 8, g - 3)
        if g - 16 == ZERO:
            f.vpxord(new, terms.pop(0), terms.pop(0), note=f"{words(n - 56)} ^ {words(n - 32)}")
        _add(f, new, terms, f"sums for {words(n)}")
        f.vprold(new, new, 4, note=f"ROTL 4: {words(n)}")


# -- the iterations --------------------------------------------------------------------------------
def _add_known_words(f, r, g):
    """Adds e and the words of group g, in r.e, which has those of group 0 before."""
    if g == ZERO:
        f.vmovdqa(r.e, r.rotated, note=f"e, {words(4 * g)} are 0")
    elif g:
        add_words(f, r, g)


def pbkdf2(f):
    """Emits pbkdf2.sha1_lanes."""
    r = f.frame(
        arguments={"u": rdi, "sums": rsi, "keys": rdx, "iterations": rcx},
        registers={
            **STATE,
            "sum_abcd": xmm3,
            "sum_e": xmm4,
            **ADDENDS,
            "temporary": eax,
            "mask": ELEMENT_3,
            **{str(v): v for v in RING},
        },
    )
    next_iteration, done = f.label("next_iteration"), f.label("done")
    bit, length = constant(f, "bit", BIT), constant(f, "length", LENGTH)
    f.test(r.iterations, r.iterations)
    f.je(done)
    set_mask(f)
    f.phase("load U and the sums")
    load(f, r.abcd, r.rotated, r.u)
    load(f, r.sum_abcd, r.sum_e, r.sums)
    f.phase("load the keys and add them up")
    load(f, r.key_inner, r.tail_inner, r.keys)
    load(f, r.key_outer, r.tail_outer, r.keys + CV)
    f.vpaddd(r.e, r.abcd, r.tail_inner, note=f"e + {words(0)}")
    f.vpaddd(r.next_inner, r.key_inner, r.tail_outer)
    f.vpaddd(r.next_outer, r.key_outer, r.tail_inner)
    f.vpor(r.tail_inner, r.tail_inner, bit)
    f.vpor(r.tail_outer, r.tail_outer, bit)
    f.vmovdqa64(ring(0), r.abcd, note=words(0))
    f.vpxord(ring(1), r.rotated, bit, note=words(4))
    f.align(32)
    f.here(next_iteration)
    for half in HALVES:
        key, following, tail = (ADDENDS[f"{name}_{half}"] for name in ("key", "next", "tail"))
        f.phase(f"the {half} hash")
        f.vmovdqa(r.abcd, key, note="a b c d")
        f.vmovdqa64(ring(3), length, note=words(12))
        rounds(f, r, make=word, add=_add_known_words, distance=DISTANCE)
        f.phase("add the chaining value: the digest is the next message")
        f.vpaddd(r.e, r.abcd, following, note=f"e + {words(0)}")
        f.vpaddd(ring(0), r.abcd, key, note=words(0))
        f.vpaddd(ring(1), r.rotated, tail, note=words(4))
    f.phase("add U to the sums")
    f.vpxord(r.sum_abcd, r.sum_abcd, ring(0))
    f.vpternlogd(r.sum_e, ring(1), bit, SUM, note="without the padding")
    f.dec(r.iterations, note="iterations left")
    f.jne(next_iteration)
    f.phase("store U and the sums")
    store(f, r.sums, r.sum_abcd, r.sum_e)
    f.vmovdqa64(r.abcd, ring(0))
    f.vmovdqa64(r.e, ring(1))
    store(f, r.u, r.abcd, r.e)
    clear_ring(f)
    f.here(done)
    f.leave()
