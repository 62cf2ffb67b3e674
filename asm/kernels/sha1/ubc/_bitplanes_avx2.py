# SPDX-License-Identifier: MIT
"""The step from the x's of _bitplanes.py to the mask of DVs in AVX2, for the sha1dc.blocks kernels."""

from asmgen.x86.registers import ymmword
from spec.sha1 import VECTORS

from ._bitplanes import masks_note, result_bits


def constant(f, name, values, size, copies=1, note=""):
    """Returns the memory operand of integers of `size` bytes, each of them `copies` times."""
    content = b"".join(v.to_bytes(size, "little") * copies for v in values)
    return ymmword[f.constant(name, content, note)]


# GFNI makes two vectors of bit planes: 0 to 3 and 24 to 27, 4 to 7 and 28 to 31.
def in_second(bit):
    """Returns whether a bit plane is in the second vector of planes, that of bits 4 to 7 and 28 to 31."""
    return bit // 4 % 2


def element_of(bit):
    """Returns the element of a bit plane in its vector of planes."""
    return bit % 4 + (4 if bit >= 24 else 0)


class Conditions:
    """The conditions as a list of ShiftVector.

    vectors: the ShiftVectors. copies: integers in an element, one for each block that is evaluated.
    """

    def __init__(self, vectors, copies):
        self.vectors, self.copies = vectors, copies
        self.kinds = sorted({kind for vector in vectors for kind in vector.kinds})
        self.bits = sorted({bit for kind in self.kinds for bit in (kind.bi, kind.bj)})

    def elements(self, kind):
        """Returns (vector, element) for each place of x of a kind."""
        return [
            (n, element)
            for n, vector in enumerate(self.vectors)
            for element, mine in enumerate(vector.kinds)
            if mine == kind
        ]

    def excluded(self, f, total, x, y, load):
        """Computes in each element of total the DVs that a violated condition excludes.

        The or of all elements is the result. load(n, note): emits the load of the x's of vector n into x.
        """
        first = True
        for n, vector in enumerate(self.vectors):
            numbers = " ".join(str(self.kinds.index(kind)) for kind in vector.kinds)
            load(n, f"violations of kinds {numbers}")
            for k, elements in enumerate(vector.shifts):
                shift = f.vpsllvd if vector.left else f.vpsrlvd
                target = total if first else y
                counts, masks = zip(*elements)
                count = constant(f, f"shift{n}_{k}", counts, 4, self.copies)
                note = masks_note(self.kinds, zip(vector.kinds, masks))
                mask = constant(f, f"mask{n}_{k}", masks, 4, self.copies, note)
                shift(target, x, count, note="bits of W[t] to bits of DVs")
                f.vpand(target, target, mask, note="DVs that have the condition")
                if not first:
                    f.vpor(total, total, y)
                first = False


def or_elements(f, total, y, orders):
    """Combines the elements of total in its low 128-bit lane: the two lanes, then elements in the orders
    of pshufd."""
    low, other = total.view(128), y.view(128)
    f.vextracti128(other, total, 1, note="or of all elements")
    f.vpor(low, low, other)
    for order in orders:
        f.vpshufd(other, low, order)
        f.vpor(low, low, other)


def dv_mask(f, to, total, y):
    """Computes the mask of the DVs that are not excluded in a general register.

    total: the excluded DVs in the order of SEGMENTS, in every 32-bit element. Byte v of a vector takes
    the byte that has the bit of DV v, isolates that bit and compares it with zero.
    """
    bits = result_bits(VECTORS)
    f.vpshufb(
        total, total, constant(f, "byte", [bit // 8 for bit in bits], 1), note="byte v: has the bit of DV v"
    )
    f.vpand(total, total, constant(f, "bit", [1 << bit % 8 for bit in bits], 1), note="the bit of DV v")
    f.vpxor(y, y, y)
    f.vpcmpeqb(total, total, y, note="ones if DV v is not excluded")
    f.vpmovmskb(to, total, note="mask of DVs")
