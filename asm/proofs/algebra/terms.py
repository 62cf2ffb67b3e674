# SPDX-License-Identifier: MIT
"""Bits as polynomials over GF(2). Equal polynomials have equal numbers.

A bit is the number of a polynomial, which is a set of monomials and means their sum. Monomial 0 is the
constant one, so polynomial 0 is the bit 0 and polynomial 1 is the bit 1. A monomial is one of

    an input bit,
    a product of other monomials, stored as the set of its factors,
    the name of a polynomial with many monomials, as a factor of products,
    a bit of a sum of words (sums.py), or
    a Boolean function of a few polynomials, its arguments (functions.py).

Polynomials over independent monomials are a normal form: whatever the rules of GF(2) make equal has the same
number. Equal numbers mean equal bits for all inputs. Different numbers prove nothing.

Every polynomial also has a sample value: its value at one random input. Every rule asserts that the sample
of its result is what integer arithmetic computes from the samples of its operands.
"""

import random

from .functions import MOST, Arguments

PRODUCT = 40  # monomials; larger products are not multiplied out
ROOM = 1 << 26  # monomials in all polynomials together: some gigabytes


class Unsupported(Exception):
    """The algebra cannot represent the result: neither a proof nor a counterexample."""


class Terms:
    def __init__(self, seed=1, room=ROOM):
        """seed: of the sample input. room: the number of monomials that all polynomials together may have."""
        self.chance, self.room = random.Random(seed), room
        self.polynomials = [frozenset(), frozenset((0,))]
        self.samples = [0, 1]  # of polynomials
        self.numbers = {polynomial: i for i, polynomial in enumerate(self.polynomials)}
        self.factors = [frozenset()]  # of monomials; one that is no product is its own factor
        self.single = [1]  # of monomials: the polynomial that is this monomial
        self.owners = {}  # monomial -> the Arguments that it is a function of
        self.products = {}  # factors -> monomial
        self.names = {}  # polynomial -> the monomial that names it in products
        self.named = set()  # these monomials
        self.meanings = {}  # monomial -> the polynomial that it names
        self.xors, self.ands = {}, {}
        self.takers = {}  # polynomial -> all Arguments that contain it
        self.reaching = {}  # monomial -> all Arguments with a polynomial or function that contains it

    def forget(self):
        """Breaks the cycles of references between terms and functions, so that their memory is freed."""
        for known in (self.owners, self.takers, self.reaching):
            known.clear()

    # -- monomials and polynomials -------------------------------------------------------------------------
    def monomial(self, sample, factors=None):
        """Makes a monomial and returns the polynomial that consists of it."""
        number = len(self.factors)
        self.factors.append(factors or frozenset((number,)))
        self.single.append(self._polynomial(frozenset((number,)), sample))
        return self.single[-1]

    def inputs(self, count):
        """Returns `count` unknown bits."""
        return tuple(self.monomial(self.chance.getrandbits(1)) for _ in range(count))

    def _polynomial(self, monomials, sample):
        number = self.numbers.get(monomials)
        if number is None:
            self.room -= len(monomials)
            if self.room < 0:
                raise Unsupported("the terms exceed the memory limit")
            number = self.numbers[monomials] = len(self.polynomials)
            self.polynomials.append(monomials)
            self.samples.append(sample)
        elif self.samples[number] != sample:
            raise AssertionError("a rule of the term algebra is wrong: samples differ")
        return number

    # -- operations ------------------------------------------------------------------------------
    def xor(self, a, b):
        if a == b:
            return 0
        if not a:
            return b
        if not b:
            return a
        key = (a, b) if a < b else (b, a)
        number = self.xors.get(key)
        if number is None:
            number = self.xors[key] = self._polynomial(
                self.polynomials[a] ^ self.polynomials[b], self.samples[a] ^ self.samples[b]
            )
        return number

    def sum(self, bits):
        """Returns the sum of bits without numbering the partial sums."""
        monomials, sample = frozenset(), 0
        for bit in bits:
            monomials, sample = monomials ^ self.polynomials[bit], sample ^ self.samples[bit]
        return self._polynomial(monomials, sample)

    def and_(self, a, b):
        if not a or not b:
            return 0
        if a == 1 or a == b:
            return b
        if b == 1:
            return a
        key = (a, b) if a < b else (b, a)
        number = self.ands.get(key)
        if number is None:
            number = self.ands[key] = self._and(a, b)
            if self.samples[number] != self.samples[a] & self.samples[b]:
                raise AssertionError("a rule of the term algebra is wrong: a product's sample")
        return number

    def _and(self, a, b):
        if self.polynomials[a] ^ self.polynomials[b] == self.polynomials[1]:
            return 0
        if self.takers:
            known = self.covering((a, b))
            if known:
                return self._function((a, b), known, (0b1000,))[0]
        if self.few(a, b):
            return self._product(a, b)
        return self.single[self._multiply(self._literal(a), self._literal(b))]

    def _literal(self, polynomial):
        """Returns a monomial for a polynomial that is too large to multiply out.

        It is the polynomial's only monomial or its name. So products of large polynomials are equal in any
        order of their factors.
        """
        monomials = self.polynomials[polynomial]
        if len(monomials) == 1:
            return next(iter(monomials))
        if polynomial not in self.names:
            named = self.monomial(self.samples[polynomial])
            self.names[polynomial] = next(iter(self.polynomials[named]))
            self.named.add(self.names[polynomial])
            self.meanings[self.names[polynomial]] = polynomial
        return self.names[polynomial]

    def _is_literal(self, polynomial):
        monomials = self.polynomials[polynomial]
        return len(monomials) == 1 and not self.named.isdisjoint(self.factors[next(iter(monomials))])

    def few(self, a, b):
        """Returns whether the product of two polynomials is multiplied out."""
        if self.named and (self._is_literal(a) or self._is_literal(b)):
            return False
        sizes = len(self.polynomials[a]), len(self.polynomials[b])
        return min(sizes) == 1 or sizes[0] * sizes[1] <= PRODUCT

    def _product(self, a, b):
        total, sample = set(), self.samples[a] & self.samples[b]
        for x in self.polynomials[a]:
            for y in self.polynomials[b]:
                total ^= {self._multiply(x, y)}
        return self._polynomial(frozenset(total), sample)

    def _multiply(self, x, y):
        factors = self.factors[x] | self.factors[y]
        if len(factors) == 1:
            return next(iter(factors))
        if not factors:
            return 0
        number = self.products.get(factors)
        if number is None:
            number = self.products[factors] = len(self.factors)
            self.monomial(int(all(self.samples[self.single[f]] for f in factors)), factors)
        return number

    def disjoint(self, a, b):
        """Returns whether two bits are never both 1. Returns False if the answer would be expensive."""
        if not a or not b:
            return True
        if a == 1 or b == 1 or a == b:
            return False
        key = (a, b) if a < b else (b, a)
        if key in self.ands:
            return self.ands[key] == 0
        return self.few(a, b) and self._product(a, b) == 0

    # -- Boolean functions -----------------------------------------------------------------------
    def functions(self, bits, tables):
        """Returns functions of the same bits. Bit p of a truth table is the value at bits[i] = bit i of p."""
        return self._function(bits, self.covering(bits) or self._new_arguments(bits), tables)

    def _function(self, bits, arguments, tables):
        found = arguments.compose([arguments.table_of(bit) for bit in bits], tables)
        point = sum(self.samples[bit] << i for i, bit in enumerate(bits))
        for number, table in zip(found, tables):
            if self.samples[number] != table >> point & 1:
                raise AssertionError("a rule of the term algebra is wrong: a function's sample")
        return found

    def covering(self, bits):
        """Returns existing Arguments of which all bits are functions, or None.

        These contain all monomials of the bits. The newest monomial of a bit is in the fewest Arguments, so
        the search starts there.
        """
        few = None
        for bit in bits:
            if bit > 1:
                candidates = self.reaching.get(max(self.polynomials[bit]))
                if candidates is None:
                    return None
                if few is None or len(candidates) < len(few):
                    few = candidates
        for known in few or ():
            if all(known.table_of(bit) is not None for bit in bits):
                return known
        return None

    def _new_arguments(self, bits):
        wanted = list(dict.fromkeys(bit for bit in bits if bit > 1))
        # a polynomial and its complement count once
        wanted = [bit for i, bit in enumerate(wanted) if self.xor(bit, 1) not in wanted[:i]]
        if len(wanted) > MOST:
            raise Unsupported(f"a function of {len(wanted)} bits")
        known = Arguments(self, tuple(wanted))
        for bit in wanted:
            self.takers.setdefault(bit, []).append(known)
        for monomial in known.reach | known.monomials.keys():
            self.reaching.setdefault(monomial, []).append(known)
        return known
