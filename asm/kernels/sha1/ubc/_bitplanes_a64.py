# SPDX-License-Identifier: MIT
"""The conditions of _bitplanes.py in AArch64. Nothing of them is in memory.

Bit t mod 32 of bit plane b is bit b of W[t], t = 33 to 64, so that a rotation aligns two planes:
    x = plane(bi) ^ (plane(bj) rotated right by distance), complemented if want is 1.
A mask of x, rotated by a number of bits, excludes DVs. The result has 64 bits, in which each family of DVs has
a place that gives few rotations. Bits of it that belong to no DV may take anything, so that nearly all
masks are one run of ones, which is an immediate of `and`.

The planes are the transposition of a matrix of bits. W[t] is a row of the bytes 0 and 3 of 32 words. Each of
three steps exchanges one bit of the number t with one bit of the number of the plane: bit 2 by shifts by 4
between vectors of words with bit 2 of t clear and set, bit 1 by shifts by 2, bit 0 by shifts by 1.
"""

from collections import defaultdict

from asmgen.a64.logical import fields
from asmgen.a64.registers import *  # noqa: F403
from spec.sha1 import CONDITIONS, VECTORS

from .._spec import words
from ._bitplanes import INFO, INFO_MASK, Kind, names, violation

FIRST, LAST = 33, 64  # the schedule words of which the planes consist
# {(type, b) of a family: its place}. DV I(K,b) or II(K,b) is bit K - place of the result. Of all places in 64
# bits these give the fewest rotations, 64, and the fewest instructions.
PLACES = {(1, 0): 43, (2, 0): 35, (1, 2): 13, (2, 2): 7}
RESULT_BITS = [dv["K"] - PLACES[dv["type"], dv["b"]] for dv in VECTORS]

EVEN_LOW, EVEN_HIGH, ODD_LOW, ODD_HIGH, LATE_LOW, LATE_HIGH, SPARE = TEMPORARIES = (
    v23, v24, v25, v28, v29, v30, v31,
)  # fmt: skip
UPPER_PAIRS, UPPER_BITS = MASKS = (v26, v27)  # 0xCC and 0xAA in each byte
NIBBLES = (LATE_LOW, ODD_LOW, ODD_HIGH)  # bits 0 to 3, 4 to 7, 28 to 31 of all words, from `pack` to `planes`
PLANES = {
    0: w4, 4: w10, 2: w5, 6: w11, 1: w6, 5: w12, 3: w7, 7: w13, 28: w8, 30: w14, 29: w9,
}  # fmt: skip
X, TERM = w16, w17  # violations of a kind, those of them that a mask keeps
FIRST_KIND = Kind(2, 1, 7, 1)  # alone reads planes 2 and 7
SUMS = (x15, PLANES[7].view(64))
TABLE = x16


def rotations():
    """Returns {kind: {rotation to the right: numbers of DVs}}, FIRST_KIND first."""
    made = defaultdict(lambda: defaultdict(list))
    for i, bi, j, bj, want, dvs in CONDITIONS:
        for dv in dvs:
            made[Kind(bi, j - i, bj, want)][(i - 32 - RESULT_BITS[dv]) % 64].append(dv)
    return dict(sorted(made.items(), key=lambda item: (item[0] != FIRST_KIND, item[0])))


def _mask(wanted, others):
    """Returns the mask that has the bits `wanted` and none of `others`: one run of ones if possible, else 16 bits.
    None: there is neither."""
    run = (1 << wanted.bit_length()) - (wanted & -wanted)
    if not run & others:
        return run
    return (
        wanted if not wanted & others and wanted.bit_length() - (wanted & -wanted).bit_length() < 16 else None
    )


def masks(by):
    """Returns [(mask of x, [(rotation, numbers of DVs)])] of a kind. by: {rotation: numbers of DVs}.

    A mask may contain bits that go to no DV, so that one mask may serve several rotations.
    """
    made = []
    for rotation, dvs in sorted(by.items()):
        places = {dv: 1 << (bit + rotation) % 64 for dv, bit in enumerate(RESULT_BITS)}
        wanted = sum(places[dv] for dv in dvs)
        others = sum(places.values()) - wanted
        for entry in made:
            if _mask(entry[0] | wanted, entry[1] | others) is not None:
                entry[0], entry[1] = entry[0] | wanted, entry[1] | others
                entry[2].append((rotation, dvs))
                break
        else:
            made.append([wanted, others, [(rotation, dvs)]])
    return [(_mask(wanted, others), moves) for wanted, others, moves in made]


def equivalents():
    """Returns the changes of instructions that change no result, and why, for mutation testing."""
    made = {}
    for by in rotations().values():
        before = 0
        for mask, moves in masks(by):
            if fields(mask, 32):
                text, low = f"and {TERM}, {X}, ", 1
            else:
                text, low = f"movz {TERM}, ", 1 << ((mask & -mask).bit_length() - 1 & 16)
            shown, other = (f"{value // low:#x}{', 0x10' if low > 1 else ''}" for value in (mask, mask ^ low))
            if before & mask == mask and fields(mask, 32):
                made[f"{text}{shown} -> and {TERM}, {TERM}, {shown}"] = "the mask before has these bits"
            if not any((low.bit_length() - 1 - rotation) % 64 in RESULT_BITS for rotation, _ in moves):
                made[f"{text}{shown} -> {text}{other}"] = "the other bit goes to no DV"
            before = mask
    return made


def prepare(f):
    """Loads MASKS."""
    f.movi(UPPER_PAIRS.b16, 0xCC, note="bits 2, 3, 6 and 7 of each byte")
    f.movi(UPPER_BITS.b16, 0xAA, note="odd bits of each byte")


def _halves(f, low, high, a, b, note):
    """Splits eight words into their low and their high halves."""
    f.uzp1(low.h8, a.h8, b.h8, note=f"low halves of {note}")
    f.uzp2(high.h8, a.h8, b.h8, note=f"high halves of {note}")


def pack(f, g, ring):
    """Collects the bytes 0 and 3 of W[33..64] in NIBBLES. Called for each group g while the groups g to g + 2
    are in the ring."""

    def two(h):
        return ring[h % 4], ring[(h + 2) % 4], f"{words(4 * h)} and {words(4 * h + 8)}"

    if g == 8:
        _halves(f, EVEN_LOW, EVEN_HIGH, *two(g))
    elif g == 9:
        _halves(f, ODD_LOW, ODD_HIGH, *two(g))
    elif g == 12:
        _halves(f, LATE_LOW, LATE_HIGH, *two(g))
    elif g == 13:
        a, b, note = two(g)
        f.uzp1(SPARE.h8, a.h8, b.h8, note=f"low halves of {note}")
        f.uzp1(ODD_LOW.b16, ODD_LOW.b16, SPARE.b16, note="low bytes of the words with bit 2 of t set")
        f.uzp2(SPARE.h8, a.h8, b.h8, note=f"high halves of {note}")
        f.uzp2(ODD_HIGH.b16, ODD_HIGH.b16, SPARE.b16, note="their high bytes")
    elif g == 14:
        word_64 = ring[64 // 4 % 4]
        f.ins(EVEN_LOW.h[0], word_64.h[0], note="W[64] in the place of W[32]")
        f.ins(EVEN_HIGH.h[0], word_64.h[1])
        f.uzp1(EVEN_LOW.b16, EVEN_LOW.b16, LATE_LOW.b16, note="low bytes of the words with bit 2 of t clear")
        f.uzp2(EVEN_HIGH.b16, EVEN_HIGH.b16, LATE_HIGH.b16, note="their high bytes")
        f.mov(LATE_LOW.b16, EVEN_LOW.b16)
        f.sli(LATE_LOW.b16, ODD_LOW.b16, 4, note="bits 0 to 3")
        f.sri(ODD_LOW.b16, EVEN_LOW.b16, 4, note="bits 4 to 7")
        f.sri(ODD_HIGH.b16, EVEN_HIGH.b16, 4, note="bits 28 to 31")


def _exchange(f, low, high, shift, mask, note):
    """Exchanges the bits of `low` that mask has with those below them of `high`. Writes two temporaries."""
    raised, lowered = EVEN_LOW, EVEN_HIGH
    f.shl(raised.b16, high.b16, shift)
    f.ushr(lowered.b16, low.b16, shift)
    f.bit(low.b16, raised.b16, mask.b16, note=note[0])
    f.bif(high.b16, lowered.b16, mask.b16, note=note[1])


def planes(f):
    """Computes PLANES from NIBBLES."""
    low, middle, top = NIBBLES
    a, b = LATE_HIGH, SPARE
    f.uzp1(a.h8, low.h8, middle.h8, note="words with bit 1 of t clear")
    f.uzp2(b.h8, low.h8, middle.h8, note="words with bit 1 of t set")
    _exchange(f, a, b, 2, UPPER_PAIRS, ("bits 0, 1, 4, 5", "bits 2, 3, 6, 7"))
    f.uzp1(low.b16, a.b16, b.b16, note="words with bit 0 of t clear")
    f.uzp2(middle.b16, a.b16, b.b16, note="words with bit 0 of t set")
    _exchange(f, low, middle, 1, UPPER_BITS, ("bit planes 0, 4, 2, 6", "bit planes 1, 5, 3, 7"))
    # one vector has all of bits 28 to 31, so that each step makes the shifted halves of one vector
    for uzp1, uzp2, shape, shift, mask, note in (
        (f.uzp1, f.uzp2, "h8", 2, UPPER_PAIRS, "bits 28, 29, then 30, 31"),
        (f.uzp1, f.uzp2, "b16", 1, UPPER_BITS, "bit planes 28, 30, 29, 31"),
    ):
        raised, lowered = EVEN_LOW, EVEN_HIGH
        f.shl(raised.b16, top.b16, shift)
        f.ushr(lowered.b16, top.b16, shift)
        uzp2(getattr(raised, shape), getattr(raised, shape), getattr(top, shape))
        uzp1(getattr(top, shape), getattr(top, shape), getattr(lowered, shape))
        f.bit(top.b16, raised.b16, mask.b16, note=note)
    pairs = ((low, 0, 4), (low, 2, 6), (middle, 1, 5), (middle, 3, 7), (top, 28, 30), (top, 29, None))
    for n, (source, lower, upper) in enumerate(pairs):
        target = PLANES[lower].view(64)
        note = f"bit planes {lower}, {upper}" if upper else f"bit plane {lower}"
        if n % 2:
            f.umov(target, source.d[1], note=note)
        else:
            f.fmov(target, source.d, note=note)
        if upper:
            f.lsr(PLANES[upper].view(64), target, 32, note=f"bit plane {upper}")


def _exclude(f, number, kind, by, used):
    """Adds the DVs that violations of a kind exclude to the sums. used: how often the sums were used."""
    f.emit(
        "eon" if kind.want else "eor",
        (X, PLANES[kind.bi], PLANES[kind.bj], *([ror(kind.distance)] if kind.distance else [])),
        note=violation(number, kind),
    )
    for mask, moves in masks(by):
        if fields(mask, 32):
            f.and_(TERM, X, mask, note="those that a DV has")
        else:
            half = (mask & -mask).bit_length() - 1 & 16
            f.movz(TERM, mask >> half, *([lsl(half)] if half else []))
            f.and_(TERM, X, TERM, note="those that a DV has")
        for rotation, dvs in moves:
            total, term, note = SUMS[used % 2], TERM.view(64), names(VECTORS[dv] for dv in dvs)
            if used < 2:
                f.ror(total, term, rotation, note=note)
            else:
                f.orr(total, total, term, *([ror(rotation)] if rotation else []), note=note)
            used += 1


def result(f, info):
    """Stores the mask of the DVs that no condition excludes. Byte v of a vector takes the byte of the result
    that has the bit of DV v and is compared with that bit. The sum of eight of its bits is a byte of the mask."""
    excluded, low, high, table = EVEN_LOW, EVEN_HIGH, LATE_HIGH, SPARE
    bytes_of, bits_of = ([bit // 8 for bit in RESULT_BITS], [1 << bit % 8 for bit in RESULT_BITS])
    f.adr(
        TABLE,
        f.constant(
            "dvs",
            bytes(bytes_of + bits_of + [1 << bit for bit in range(8)] * 2),
            "bytes of the DVs, bits of the DVs, bits of a byte",
        ),
    )
    f.orr(SUMS[0], SUMS[0], SUMS[1])
    f.fmov(excluded.d, SUMS[0], note="all excluded DVs")
    f.ldp(low.q, high.q, at[TABLE])
    for half, offset in ((low, 32), (high, 48)):
        f.tbl(half.b16, excluded.b16, half.b16)
        f.ldr(table.q, at[TABLE + offset])
        f.cmtst(half.b16, half.b16, table.b16, note="ones if the DV is excluded")
    f.ldr(table.q, at[TABLE + 64])
    for half in (low, high):
        f.bic(half.b16, table.b16, half.b16)
    f.addp(low.b16, low.b16, high.b16)
    for _ in range(2):
        f.addp(low.b16, low.b16, low.b16)
    f.stur(low.s, at[info + (INFO_MASK - INFO)], note="info of the block before: mask")


def conditions(f, info):
    """Emits the conditions on the words in NIBBLES. info: the record after that of their block."""
    planes(f)
    used = 0
    for number, (kind, by) in enumerate(rotations().items()):
        _exclude(f, number, kind, by, used)
        used += len(by)
    result(f, info)
