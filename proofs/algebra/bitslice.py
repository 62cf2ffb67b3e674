# SPDX-License-Identifier: MIT
"""Bit slices: registers whose every bit position is the same function of another block's bits.

Each block, or message, is a block. A `View` is a word that holds for each of its blocks the same
generic polynomial, a polynomial over generic monomials that stand for bit j of any block. Gates on views cost what
one block costs. What a generic polynomial is in a block is the block's own input bit, or has one name there. The
standard runs once on generic bits too (`each`), and names meet.

A position that belongs to no block, beside others that do, is a block by itself whose input bits are
whatever it holds.
"""


class View:
    """A word of n bits. blocks: numbers, one for each bit, or None where all blocks have the same."""

    __slots__ = ("n", "polynomial", "blocks")

    def __init__(self, n, polynomial, blocks):
        self.n, self.polynomial, self.blocks = n, polynomial, blocks


MIXED = -1  # in the place of a block's number


class BitSlices:
    def __init__(self, terms):
        self.terms = terms
        self.generic = {}  # what of a block -> generic polynomial, one monomial
        self.declared = set()  # these polynomials
        self.origin = {}  # monomial of a block -> (generic polynomial, block)
        self.inputs = {}  # (generic polynomial of one monomial, block) -> the block's polynomial
        self.fixed = {}  # monomial -> is it the same in all blocks?
        self.named = {}  # (generic polynomial, block) -> polynomial
        self.lifted = {}  # tuple of bits -> View or None
        self.spread = {}  # (polynomial, blocks) -> tuple of bits
        self.values = {}  # monomial -> its value in each block, as bits of a number
        self.polynomial_values = {}  # the same of generic polynomials
        self.extra = {}  # position without a block -> number of the block that it is
        self.count = 0

    # -- inputs ----------------------------------------------------------------------------------
    def declare(self, what, block, bit):
        """An input bit is `what` of a block."""
        if what not in self.generic:
            self.generic[what] = self.terms.monomial(self.terms.chance.getrandbits(1))
            self.declared.add(self.generic[what])
        polynomial = self.generic[what]
        if block >= self.count:
            if self.values:
                raise AssertionError("the most blocks have to be declared first")
            self.count = block + 1
        (monomial,) = self.terms.polynomials[bit]
        self.origin[monomial] = polynomial, block
        self.inputs[polynomial, block] = bit
        self.fixed[next(iter(self.terms.polynomials[polynomial]))] = False

    # -- from blocks to what is generic ------------------------------------------------------------
    def lift(self, bits):
        """A View that a tuple of bits is, or None."""
        if bits not in self.lifted:
            self.lifted[bits] = self._lift(bits)
        return self.lifted[bits]

    def _lift(self, bits):
        first = bits[0]
        if bits.count(first) == len(bits) and self._generic(first)[1] is None:
            return View(len(bits), first, None)
        wanted, blocks, extra = None, [], []
        for place, bit in enumerate(bits):
            polynomial, block = self._generic(bit)
            if block == MIXED:
                return None
            if block is None:
                extra.append((place, bit))
            elif wanted is None:
                wanted = polynomial
            elif polynomial != wanted:
                return None
            blocks.append(block)
        if wanted is None:
            return None
        for place, bit in extra:
            blocks[place] = self._extra(place, wanted, bit)
            if blocks[place] is None:
                return None
        return View(len(bits), wanted, tuple(blocks))

    def _generic(self, bit):
        """(generic polynomial, block) of a polynomial; block None: the same in all blocks; MIXED: of several."""
        total, found = 0, None
        for monomial in self.terms.polynomials[bit]:
            polynomial, block = self.origin.get(monomial, (self.terms.single[monomial], None))
            if block is not None:
                if found not in (None, block):
                    return None, MIXED
                found = block
            total = self.terms.xor(total, polynomial)
        return total, found

    def _extra(self, place, wanted, bit):
        """The block that a position is for itself, if it can hold this bit: an input, which is free, and
        nothing that is worked out of inputs."""
        if wanted not in self.declared:
            return None
        if place not in self.extra:
            self.extra[place], self.count = self.count, self.count + 1
            self.values.clear()  # they know nothing of this block
            self.polynomial_values.clear()
        block = self.extra[place]
        return block if self.inputs.setdefault((wanted, block), bit) == bit else None

    # -- gates -----------------------------------------------------------------------------------
    def pair(self, a, b):
        """Both operands of a gate as views of the same blocks: (polynomial, polynomial, blocks), or None."""
        if a is None or b is None:
            return None
        a = a if isinstance(a, View) else self.lift(a)
        b = b if a is None or isinstance(b, View) else self.lift(b)
        if a is None or b is None or None not in (a.blocks, b.blocks) and a.blocks != b.blocks:
            return None
        return a.polynomial, b.polynomial, a.blocks or b.blocks

    def join(self, parts):
        """Consecutive views as one, or None."""
        first = parts[0].polynomial
        if any(not isinstance(part, View) or part.polynomial != first for part in parts):
            return None
        blocks = [part.blocks for part in parts]
        if None in blocks:
            return View(sum(part.n for part in parts), first, None) if not any(blocks) else None
        return View(sum(part.n for part in parts), first, sum(blocks, ()))

    # -- from what is generic to blocks ------------------------------------------------------------
    def bits(self, view):
        if view.blocks is None:
            return (view.polynomial,) * view.n
        key = view.polynomial, view.blocks
        if key not in self.spread:
            self.spread[key] = tuple([self.instance(view.polynomial, block) for block in view.blocks])
        return self.spread[key]

    def instance(self, polynomial, block):
        """A generic polynomial in a block: an input bit, or a name."""
        known = self.inputs.get((polynomial, block), self.named.get((polynomial, block)))
        if known is None:
            if all(map(self._is_fixed, self.terms.polynomials[polynomial])):
                return polynomial
            known = self.named[polynomial, block] = self.terms.monomial(
                self._polynomial_value(polynomial) >> block & 1
            )
            (made,) = self.terms.polynomials[known]
            self.origin[made] = polynomial, block
        return known

    def _parts(self, monomial):
        """The polynomials that an monomial is a function of."""
        terms = self.terms
        if monomial in terms.owners:
            return terms.owners[monomial].polynomials
        if len(terms.factors[monomial]) > 1:
            return [terms.single[factor] for factor in terms.factors[monomial]]
        return [terms.meanings[monomial]] if monomial in terms.meanings else []

    def _is_fixed(self, monomial):
        """Is it the same in all blocks?"""
        if monomial not in self.fixed:
            self.fixed[monomial] = monomial not in self.origin and all(
                self._is_fixed(a)
                for polynomial in self._parts(monomial)
                for a in self.terms.polynomials[polynomial]
            )
        return self.fixed[monomial]

    # -- the values that samples are -------------------------------------------------------------
    def _value(self, monomial):
        """In each block, at the random input."""
        if monomial not in self.values:
            self.values[monomial] = self._evaluate(monomial)
        return self.values[monomial]

    def _polynomial_value(self, polynomial):
        if polynomial not in self.polynomial_values:
            total = 0
            for monomial in self.terms.polynomials[polynomial]:
                total ^= self._value(monomial)
            self.polynomial_values[polynomial] = total
        return self.polynomial_values[polynomial]

    def _evaluate(self, monomial):
        terms, ones = self.terms, (1 << self.count) - 1
        if self._is_fixed(monomial):
            return ones * terms.samples[terms.single[monomial]]
        polynomials = self._parts(monomial)
        if not polynomials:
            polynomial = terms.single[monomial]
            return sum(
                terms.samples[self.inputs.get((polynomial, block), 0)] << block for block in range(self.count)
            )
        values = [self._polynomial_value(polynomial) for polynomial in polynomials]
        if monomial not in terms.owners:
            total = ones
            for value in values:
                total &= value
            return total
        total, table = 0, terms.owners[monomial].monomials[monomial]
        for point in range(1 << len(values)):
            if table >> point & 1:
                here = ones
                for i, value in enumerate(values):
                    here &= value if point >> i & 1 else value ^ ones
                total |= here
        return total

    # -- standards -------------------------------------------------------------------------------
    def each(self, function, bits):
        """function(bits), by what it makes of generic bits, where all are of one block."""
        found = [self._generic(bit) for bit in bits]
        blocks = {block for _, block in found} - {None}
        if len(blocks) != 1 or MIXED in blocks:
            return function(bits)
        block = blocks.pop()
        return [
            self.instance(polynomial, block)
            for polynomial in function([polynomial for polynomial, _ in found])
        ]
