# SPDX-License-Identifier: MIT
"""The conditions of _bitplanes.py in general registers, for kernels with the SHA extensions.

AVX2 instructions make the bit planes of a block. Bit t mod 32 of a plane belongs to W[t], t = 35 to 66. The
violations x of a kind have 32 bits, so that a 64-bit register has room for two: of two kinds, of one kind and
again of this kind some places higher, or of two messages. A rotation moves both to the bits of DVs, and an
operation with a mask keeps the DVs that have the condition.
"""

from collections import namedtuple

from asmgen.operands import Mem, Size
from asmgen.x86.registers import r10, r10d, r11, rax, ymmword

from ._bitplanes import Kind, dv_names, shifts, violation

PLANE_WORDS = 32  # of a plane: t mod 32 is the bit of W[t]
ALL_DVS = (1 << 32) - 1
KINDS = sorted(shifts(PLANE_WORDS))
LOW_BITS, HIGH_BITS = (7, 6, 5, 4, 3, 2, 1, 0), (30, 29, 28)  # that the conditions compare
BITS = (*LOW_BITS, *HIGH_BITS)
# vpshufb mask on words in descending order: the low bytes in ascending order, then the high bytes
SPLIT_BYTES = bytes((12, 8, 4, 0, 15, 11, 7, 3, *[0x80] * 8)) * 2

# Two x's in a register: that of `low` in bits 0 to 31, that of `high` from bit 32 + up on; high may be None.
# terms: [(bits by which the register rotates down, mask)]
Pair = namedtuple("Pair", "low high up terms")

# The pairs that save instructions on one message, with the best `up` of each. Any other kind is alone.
PAIRS = (
    (Kind(4, 3, 29, 0), Kind(4, 3, 29, 0), 2),
    (Kind(29, 1, 29, 0), Kind(29, 1, 29, 0), 6),
    (Kind(3, 4, 28, 0), Kind(4, 4, 29, 0), -3),
    (Kind(1, 1, 6, 1), Kind(1, 1, 6, 1), 2),
    (Kind(4, 2, 4, 1), Kind(4, 2, 4, 1), 2),
    (Kind(6, 1, 1, 0), Kind(6, 2, 6, 0), -6),
    (Kind(29, 2, 29, 1), Kind(29, 3, 29, 1), 0),
    (Kind(1, 2, 1, 1), Kind(1, 4, 1, 1), -6),
)


def pair_with_itself(of, up):
    """Returns the terms of a kind and itself. of: {count: mask}."""
    left, terms = dict(of), []
    for count in sorted(left, reverse=True):
        if count in left and count - up in left:
            terms.append((count, left.pop(count) | left.pop(count - up) << 32))
    return terms + list(left.items())


def pair_of_kinds(low, high, up):
    """Returns the terms of two kinds. low, high: {count: mask}."""
    counts = sorted({*low, *(count + up for count in high)})
    return [(count, low.get(count, 0) | high.get(count - up, 0) << 32) for count in counts]


def check_pair(of, low, high, up):
    """Asserts that no bit of an x that the terms read is overwritten by the other x. The x's overlap if up is
    not 0, since the register rotates."""

    def read(kind):
        bits = 0
        for count, mask in of[kind].items():
            bits |= mask << count if count >= 0 else mask >> -count
        assert bits <= ALL_DVS
        return bits

    moved = ALL_DVS << 32 + up
    assert read(low) & (moved | moved >> 64) & ALL_DVS == 0
    assert low == high or read(high) << 32 + up & ~(ALL_DVS << 32) == 0


def pairs_of_one_message():
    """Returns the conditions on a message as a list of Pair."""
    of, made = shifts(PLANE_WORDS), []
    for low, high, up in PAIRS:
        check_pair(of, low, high, up)
        terms = pair_with_itself(of[low], up) if low == high else pair_of_kinds(of[low], of[high], up)
        made.append(Pair(low, high, up, terms))
    paired = {kind for low, high, _ in PAIRS for kind in (low, high)}
    return made + [Pair(kind, None, 0, list(of[kind].items())) for kind in KINDS if kind not in paired]


def pairs_of_two_messages():
    """Returns the conditions on two messages as a list of Pair. The planes of the second one are in the high
    halves of 64-bit integers, and each has bit 0, W[64], of the other: a rotation by d moves bit d - 1 of a
    half to the top of the half below."""
    of = shifts(PLANE_WORDS)
    return [
        Pair(kind, None, 0, [(count, mask | mask << 32) for count, mask in of[kind].items()])
        for kind in KINDS
    ]


def bytes_of_words(f, group, temporaries):
    """Computes the low bytes and the high bytes of the words in order of the bits of a plane. Returns the two
    registers, of the temporaries, that hold them.

    group(n): register or memory operand of W[32 + 4n .. 35 + 4n], n = 1 to 7; for n = 0 of W[64..66] and W[35].
    temporaries: four ymm registers.
    """
    split = ymmword[f.constant("split", SPLIT_BYTES)]
    for n, q in enumerate(temporaries):
        low = group(n)
        if isinstance(low, Mem):
            f.vmovdqa(q.view(128), low)
        f.vinserti128(q, q if isinstance(low, Mem) else low.view(256), group(n + 4), 1)
        f.vpshufb(q, q, split, note="low bytes, high bytes")
    a, b, c, d = temporaries
    f.vpunpckldq(a, a, b)
    f.vpunpckldq(c, c, d)
    f.vpunpcklqdq(b, a, c, note="32 low bytes")
    f.vpunpckhqdq(d, a, c, note="32 high bytes")
    return b, d


def move_bits_to_top(f, low, high):
    """Yields each bit of BITS with the register in which it is now the highest of each byte. low, high: what
    bytes_of_words returns."""
    for held, bits, top in ((low, LOW_BITS, 7), (high, HIGH_BITS, 31)):
        for bit in bits:
            if bit < top:
                f.vpaddb(held, held, held, note=f"bit {bit} to the top of each byte")
            yield bit, held


def width_of(mask):
    """Returns the bits of the operations with a mask."""
    return 64 if mask >> 32 else 32


def equivalents(totals):
    """Returns what asmgen/mutate.py may find equivalent. totals: the names of the registers for totals."""
    made = {
        f"or {total}, r11 -> or {other}, r11": "the result is the or of both"
        for total, other in (totals, totals[::-1])
    }
    for at in range(len(SPLIT_BYTES)):
        if at % 16 >= 8:
            made[f"constant split -> byte {at} flipped"] = "vpunpckldq reads the low half of each lane"
    return made


class Evaluation:
    """The steps from the bit planes to the DVs that a violated condition excludes."""

    def __init__(self, f, pairs, plane, totals):
        """pairs: the conditions. plane(bit): memory operand of a bit plane. totals: registers that get the
        excluded DVs, whose or is the result. The steps also write rax, r10 and r11."""
        self.f, self.plane, self.totals = f, plane, totals
        masks = [mask for pair in pairs for _, mask in pair.terms]
        self.masks = f.constant(
            "masks", b"".join(mask.to_bytes(width_of(mask) // 8, "little") for mask in masks)
        )
        self.steps = []
        for pair in pairs:
            self.steps.append((self.violations, pair))
            self.steps += [(self.exclude, pair, *term) for term in pair.terms]
        self.done = self.used = self.offset = 0  # steps, masks, bytes of masks

    def run(self, part, parts):
        """Emits the steps up to part + 1 of equal parts."""
        end = len(self.steps) * (part + 1) // parts
        for step, *arguments in self.steps[self.done : end]:
            step(*arguments)
        self.done = end

    def one(self, to, kind):
        """Computes x of a kind, but for the complement if want is 1."""
        f, note = self.f, violation(KINDS.index(kind), kind)
        if kind.distance:
            f.rorx(to, self.plane(kind.bj), kind.distance, note=note)
        else:
            f.mov(to, self.plane(kind.bj), note=note)
        f.xor(to, self.plane(kind.bi), note=f"^ bit plane {kind.bi}")

    def violations(self, pair):
        """Computes both x's of a pair in rax."""
        f = self.f
        self.one(rax.view(self.plane(0).width), pair.low)
        if pair.high == pair.low:
            f.rorx(r11, rax, 32 - pair.up, note="again, higher")
            f.or_(rax, r11)
        elif pair.high:
            self.one(r10d, pair.high)
            f.rorx(r10, r10, 32 - pair.up, note="to the high half")
            f.or_(rax, r10)

    def exclude(self, pair, count, mask):
        """Adds the DVs that a term excludes to a total."""
        f, at = self.f, self.used
        self.used += 1
        total, first = self.totals[at % len(self.totals)], at < len(self.totals)
        width = width_of(mask)
        to, x = (total if first else r11).view(width), rax.view(width)
        kept = Size(width)[self.masks + self.offset]
        self.offset += width // 8
        note = f"exclude {dv_names(mask & ALL_DVS | mask >> 32)}"
        if count:
            f.rorx(to, x, count % width, note="bits of W[t] to bits of DVs")
        if pair.low.want:
            f.andn(to, to if count else x, kept, note=note)
        elif count:
            f.and_(to, kept, note=note)
        else:
            f.mov(to, kept)
            f.and_(to, x, note=note)
        if not first:
            f.or_(total, r11)
