# SPDX-License-Identifier: MIT
"""The conditions of _bitplanes.py in the baseline's general registers, from planes that SSE makes, for
sha1dc_x64_shani_ssse3.

The pairs of kinds are those of _bitplanes_bmi.py. Planes stay in registers: six are needed at a time if those of the
low bytes come first.
"""

from asmgen.operands import Size
from asmgen.x86.registers import *  # noqa: F403
from spec.sha1 import CONDITIONS, VECTORS

from .._spec import words
from ._bitplanes import dv_names, result_bits, violation
from ._bitplanes_bmi import ALL_DVS, BITS, KINDS, PLANE_WORDS, SPLIT_BYTES, pairs_of_one_message, width_of

# the low and the high bytes of W[64..66] and W[35..47], then of W[48..63]
LOW, HIGH = (xmm12, xmm14), (xmm13, xmm15)
PLANES = (r9, rbx, rbp, r12, r13, r14)
X, X_HIGH, TERM, TOTAL = rax, r10, r11, r8
REGISTERS = (*LOW, *HIGH, *PLANES, X, X_HIGH, TERM, TOTAL)
# pshufb masks: SPLIT_BYTES, and the same for the words W[66], W[65], W[64], W[35] in ascending order of the elements
SPLIT = SPLIT_BYTES[:16]
SPLIT_LAST = bytes((8, 4, 0, 12, 11, 7, 3, 15, *[0x80] * 8))


# The sum differs from the copy in bits that no mask reads. At all places but one a carry can pass into a bit that is
# read, which random blocks seldom have.
UNSEEN = {
    f"mov {to}, {x} -> add {to}, {x}": "the bits added are not read, unless a carry passes several others"
    for to, sources in (
        (X.view(32), (rbp.view(32), r12.view(32), r13.view(32), r14.view(32))),
        (X_HIGH.view(32), (r13.view(32), r14.view(32))),
        (TERM, (X,)),
        (TERM.view(32), (X.view(32),)),
    )
    for x in sources
}


def equivalents():
    """Returns what asmgen/mutate.py may find equivalent."""
    made = {
        f"constant {name} -> byte {at} flipped": "punpckldq reads the low half"
        for name in ("split", "split_last")
        for at in range(8, 16)
    }
    made["constant masks -> byte 40 flipped"] = "x of a kind and again, 6 places higher: bits 32 to 37 are 0"
    made["constant masks -> byte 256 flipped"] = "the conditions of I(46,2) imply W[39].1 ^ W[47].1 = 1"
    return made


def constant(f, name, content):
    """Returns the memory operand of 16 bytes."""
    return xmmword[f.constant(name, bytes(content))]


def keep_word_35(f, group):
    """Keeps W[35], element 0 of its group, for `bytes_of_words`."""
    f.movdqa(LOW[0], group, note="W[35] for the planes")


def bytes_of_words(f, group, temporary):
    """Computes LOW and HIGH. group(n): register of W[32 + 4n .. 35 + 4n], n = 1 to 8."""
    f.phase("the bytes of which the bit planes are made")
    split = constant(f, "split", SPLIT)
    for half, (low, high) in enumerate(zip(LOW, HIGH)):
        for n, to in ((4 * half, low), (4 * half + 2, temporary)):
            if n:
                f.movdqa(to, group(n))
                f.pshufb(to, split, note=f"{words(32 + 4 * n)}: low bytes, high bytes")
            else:
                f.palignr(to, group(8), 4, note="W[66..64], W[35]")
                f.pshufb(to, constant(f, "split_last", SPLIT_LAST), note="low bytes, high bytes")
            f.movdqa(high, group(n + 1))
            f.pshufb(high, split, note=words(36 + 4 * n))
            f.punpckldq(to, high)
        f.movdqa(high, low)
        f.punpckhqdq(high, temporary, note="16 high bytes")
        f.punpcklqdq(low, temporary, note="16 low bytes")


def bits_of(pair):
    """Returns the bits that the kinds of a pair compare."""
    return {bit for kind in (pair.low, pair.high) if kind for bit in (kind.bi, kind.bj)}


def compared_halves(bit):
    """Returns whether a condition compares this bit of a word in bits 0 to 15 of a plane, and in the others."""
    places = {
        t % PLANE_WORDS
        for i, bi, j, bj, *_ in CONDITIONS
        for t, compared in ((i, bi), (j, bj))
        if compared == bit
    }
    return min(places) < PLANE_WORDS // 2, max(places) >= PLANE_WORDS // 2


class Evaluation:
    """The steps from LOW and HIGH to the mask of DVs."""

    def __init__(self, f):
        self.f, self.pairs = f, pairs_of_one_message()
        self.offsets, content = {}, b""
        for mask in (mask for pair in self.pairs for _, mask in pair.terms):
            if mask not in self.offsets:
                self.offsets[mask] = len(content)
                content += mask.to_bytes(width_of(mask) // 8, "little")
        self.masks = f.constant("masks", content)

    def excluded(self):
        """Computes TOTAL: its two halves have the excluded DVs. A pair of kinds follows the last of its planes."""
        self.f.phase("the DVs that a violated condition excludes")
        self.plane, self.terms, free, left = {}, 0, list(PLANES), self.pairs
        for bits in (*((bit,) for bit in BITS if bit not in (29, 28)), (29, 28)):
            for bit in bits:
                self.plane[bit] = free.pop()
                self.make_plane(bit)
            for pair in left:
                if bits_of(pair) <= set(self.plane):
                    self.exclude(pair)
            left = [pair for pair in left if not bits_of(pair) <= set(self.plane)]
            for old in set(self.plane) - {bit for pair in left for bit in bits_of(pair)}:
                free.append(self.plane.pop(old))

    def make_plane(self, bit):
        """Computes a bit plane, after those of higher bits in the same bytes."""
        f, to = self.f, self.plane[bit].view(32)
        halves, top = (LOW, 7) if bit < 8 else (HIGH, 31)
        if bit < top:
            for half in halves:
                f.paddb(half, half, note=f"bit {bit} to the top of each byte")
        low, high = compared_halves(bit)
        upper = TERM.view(32) if low else to
        if low:
            f.pmovmskb(to, halves[0], note=f"bit plane {bit}" + (", bits 0 to 15" if high else ""))
        if high:
            f.pmovmskb(upper, halves[1])
            f.shl(upper, 16, note=f"bit plane {bit}, bits 16 to 31")
        if low and high:
            f.or_(to, upper)

    def rotate(self, x, count, note=""):
        """Rotates x down."""
        if count % x.width:
            self.f.ror(x, count % x.width, note=note)

    def violations(self, to, kind):
        """Computes x of a kind, but for the complement if want is 1."""
        self.f.mov(to, self.plane[kind.bj].view(32), note=violation(KINDS.index(kind), kind))
        self.rotate(to, kind.distance)
        self.f.xor(to, self.plane[kind.bi].view(32), note=f"^ bit plane {kind.bi}")

    def exclude(self, pair):
        """Adds the DVs that a pair excludes to TOTAL."""
        f = self.f
        self.violations(X.view(32), pair.low)
        if pair.high == pair.low:
            f.mov(X_HIGH, X)
        elif pair.high:
            self.violations(X_HIGH.view(32), pair.high)
        if pair.high:
            self.rotate(X_HIGH, 32 - pair.up, note="to the high half")
            f.or_(X, X_HIGH)
        if pair.low.want:
            f.not_(X)
        for count, mask in pair.terms:
            width = width_of(mask)
            x, to = X.view(width), TERM.view(width)
            if (count, mask) == pair.terms[-1]:
                to = x
            else:
                f.mov(to, x)
            self.rotate(to, count, note="bits of W[t] to bits of DVs")
            note = f"exclude {dv_names(mask & ALL_DVS | mask >> 32)}"
            f.and_(to, Size(width)[self.masks + self.offsets[mask]], note=note)
            if self.terms:
                f.or_(TOTAL, to.view(64))
            else:
                f.mov(TOTAL, to.view(64))
            self.terms += 1

    def result(self, mask, temporary):
        """Stores the mask of the DVs that no condition excludes in the memory operand `mask`.

        Byte n of a vector takes the byte of TOTAL that has the bit of DV n, and isolates that bit.
        """
        f, bits = self.f, result_bits(VECTORS)
        total, high, low = TOTAL.view(32), X.view(32), TERM.view(32)
        f.phase("the DVs that no condition excludes")
        f.mov(X, TOTAL)
        f.shr(X, 32)
        f.or_(total, high, note="of both halves")
        for n, to in enumerate((low, high)):
            some = bits[16 * n : 16 * n + 16]
            bit = constant(f, f"bit{n}", (1 << at % 8 for at in some))
            f.movd(temporary, total)
            f.pshufb(temporary, constant(f, f"byte{n}", (at // 8 for at in some)), note="has the bit of a DV")
            f.pand(temporary, bit, note="the bit")
            f.pcmpeqb(temporary, bit, note="ones if the DV is excluded")
            f.pmovmskb(to, temporary)
        f.shl(high, 16)
        f.or_(high, low)
        f.not_(high)
        f.mov(mask, high, note="info of the block before: mask")
