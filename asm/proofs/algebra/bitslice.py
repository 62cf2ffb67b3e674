# SPDX-License-Identifier: MIT
"""Bit slices: words whose bit positions are all the same function of different blocks.

A block index says which block, or which message of a multi-buffer kernel, a bit position belongs to. A
`View` is a word that has the same generic polynomial in each of its positions. Bit j of a generic block
is a generic monomial. So a gate on views costs as much as a gate on one block.

Instantiating a generic polynomial for one block gives either an input bit of that block or a monomial with
a fixed name. The standard is also evaluated once on generic bits (`each`). So both sides use the same names
and compare equal.

A bit position that belongs to no block, such as the padding of a partial batch, is treated as an extra
block with unconstrained input.
"""


class View:
    """A word of n bits. blocks: the block index of each bit, or None if all blocks have the same bit."""

    __slots__ = ("n", "polynomial", "blocks")

    def __init__(self, n, polynomial, blocks):
        self.n, self.polynomial, self.blocks = n, polynomial, blocks


MIXED = -1  # in place of a block index: the bit depends on several blocks


class BitSlices:
    """The generic polynomials of all views, and their instances in the blocks."""

    def __init__(self, terms):
        self.terms = terms
        self.generic = {}  # position in a block -> its generic polynomial, one monomial
        self.declared = set()  # these polynomials
        self.origin = {}  # monomial of a block -> (its generic polynomial, block)
        self.inputs = {}  # (generic polynomial of an input bit, block) -> the input bit
        self.fixed = {}  # monomial -> whether it is the same in all blocks
        self.named = {}  # (generic polynomial, block) -> the monomial that names its instance
        self.lifted = {}  # tuple of bits -> View or None
        self.spread = {}  # (polynomial, blocks) -> tuple of bits
        self.values = {}  # generic monomial -> its sample in each block, one bit for each block
        self.polynomial_values = {}  # generic polynomial -> the same
        self.extra = {}  # bit position outside of all blocks -> index of its extra block
        self.count = 0

    # -- inputs ----------------------------------------------------------------------------------
    def declare(self, what, block, bit):
        """Declares that an input bit is position `what` of a block.

        The case with the most blocks must be declared first.
        """
        if what not in self.generic:
            self.generic[what] = self.terms.monomial(self.terms.chance.getrandbits(1))
            self.declared.add(self.generic[what])
        polynomial = self.generic[what]
        if block >= self.count:
            if self.values:
                raise AssertionError("the case with most blocks must be declared first")
            self.count = block + 1
        (monomial,) = self.terms.polynomials[bit]
        self.origin[monomial] = polynomial, block
        self.inputs[polynomial, block] = bit
        self.fixed[next(iter(self.terms.polynomials[polynomial]))] = False

    # -- from bits to generic polynomials ------------------------------------------------------------
    def lift(self, bits):
        """Returns the View that equals a tuple of bits, or None."""
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
        """Returns (generic polynomial, block) of a bit. The block is None if all blocks have the same bit."""
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
        """Returns the extra block of a bit position, or None if it cannot have this bit.

        Only an input of an extra block is unconstrained. What is computed from inputs is not.
        """
        if wanted not in self.declared:
            return None
        if place not in self.extra:
            self.extra[place], self.count = self.count, self.count + 1
            self.values.clear()  # they lack the new block
            self.polynomial_values.clear()
        block = self.extra[place]
        return block if self.inputs.setdefault((wanted, block), bit) == bit else None

    # -- gates -----------------------------------------------------------------------------------
    def pair(self, a, b):
        """Returns (polynomial, polynomial, blocks) of two views of the same blocks, or None."""
        if a is None or b is None:
            return None
        a = a if isinstance(a, View) else self.lift(a)
        b = b if a is None or isinstance(b, View) else self.lift(b)
        if a is None or b is None or None not in (a.blocks, b.blocks) and a.blocks != b.blocks:
            return None
        return a.polynomial, b.polynomial, a.blocks or b.blocks

    def join(self, parts):
        """Returns the concatenation of views, or None if it is no view."""
        first = parts[0].polynomial
        if any(not isinstance(part, View) or part.polynomial != first for part in parts):
            return None
        blocks = [part.blocks for part in parts]
        if None in blocks:
            return View(sum(part.n for part in parts), first, None) if not any(blocks) else None
        return View(sum(part.n for part in parts), first, sum(blocks, ()))

    # -- from generic polynomials to bits ------------------------------------------------------------
    def bits(self, view):
        """Returns the bits of a view."""
        if view.blocks is None:
            return (view.polynomial,) * view.n
        key = view.polynomial, view.blocks
        if key not in self.spread:
            self.spread[key] = tuple([self.instance(view.polynomial, block) for block in view.blocks])
        return self.spread[key]

    def instance(self, polynomial, block):
        """Returns the instance of a generic polynomial in a block: an input bit or its name."""
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
        """Returns the polynomials that a monomial is a function of."""
        terms = self.terms
        if monomial in terms.owners:
            return terms.owners[monomial].polynomials
        if len(terms.factors[monomial]) > 1:
            return [terms.single[factor] for factor in terms.factors[monomial]]
        return [terms.meanings[monomial]] if monomial in terms.meanings else []

    def _is_fixed(self, monomial):
        """Returns whether a monomial is the same in all blocks."""
        if monomial not in self.fixed:
            self.fixed[monomial] = monomial not in self.origin and all(
                self._is_fixed(a)
                for polynomial in self._parts(monomial)
                for a in self.terms.polynomials[polynomial]
            )
        return self.fixed[monomial]

    # -- samples ---------------------------------------------------------------------------------
    def _value(self, monomial):
        """Returns the sample of a monomial in each block, as the bits of a number."""
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

    # -- the standard ----------------------------------------------------------------------------
    def each(self, function, bits):
        """Returns function(bits). If all bits are of one block, evaluates the function on generic bits."""
        found = [self._generic(bit) for bit in bits]
        blocks = {block for _, block in found} - {None}
        if len(blocks) != 1 or MIXED in blocks:
            return function(bits)
        block = blocks.pop()
        return [
            self.instance(polynomial, block)
            for polynomial in function([polynomial for polynomial, _ in found])
        ]
