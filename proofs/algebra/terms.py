# SPDX-License-Identifier: MIT
"""Bits as terms: sums mod 2 of atoms, each with one number, so that equal terms are equal numbers.

A bit is the number of a form. A form is a set of atoms and means their sum over GF(2); atom 0 is
the constant one, so form 0 is the bit 0 and form 1 the bit 1. An atom is

    an input bit,
    a product of other atoms (kept as the set of its factors),
    the name of a form with many terms, in a product,
    a bit of a sum of words (words.py), or
    a Boolean function of a few forms, its arguments (functions.py).

Forms over independent atoms are a normal form: what polynomials over GF(2) can tell, meets. Equal
numbers mean equal bits for all inputs; different numbers prove nothing.

Every form also carries its value at one random input, its shadow; every rule asserts that the
shadow of its result is what plain arithmetic makes of the shadows of its operands.
"""

import random

from .functions import MOST, Arguments

PRODUCT = 40  # products of forms with more monomials than this are functions instead
ROOM = 1 << 26  # atoms of all forms: some gigabytes


class Unsupported(Exception):
    """A question that the terms have no answer to: no proof, and no counterexample either."""


class Terms:
    def __init__(self, seed=1, room=ROOM):
        """room: forms may have so many atoms in all."""
        self.chance, self.room = random.Random(seed), room
        self.forms = [frozenset(), frozenset((0,))]
        self.shadows = [0, 1]  # of forms
        self.numbers = {form: i for i, form in enumerate(self.forms)}
        self.factors = [frozenset()]  # of atoms: an atom that is no product is its own factor
        self.single = [1]  # the form that is one atom alone
        self.owners = {}  # atom -> the Arguments of which it is a function
        self.products = {}  # factors -> atom
        self.names = {}  # form -> the atom that stands for it in products
        self.named = set()  # these atoms
        self.meanings = {}  # the same the other way round
        self.xors, self.ands = {}, {}
        self.takers = {}  # form -> all Arguments that it is one of
        self.reaching = {}  # atom -> all Arguments that have it, or of which a form does

    def forget(self):
        """Takes terms and functions apart, which hold each other, so that their memory is free."""
        for known in (self.owners, self.takers, self.reaching):
            known.clear()

    # -- atoms and forms -------------------------------------------------------------------------
    def atom(self, shadow, factors=None):
        """A new atom; returns the number of the form that it is."""
        number = len(self.factors)
        self.factors.append(factors or frozenset((number,)))
        self.single.append(self._form(frozenset((number,)), shadow))
        return self.single[-1]

    def inputs(self, count):
        """So many unknown bits."""
        return tuple(self.atom(self.chance.getrandbits(1)) for _ in range(count))

    def _form(self, atoms, shadow):
        number = self.numbers.get(atoms)
        if number is None:
            self.room -= len(atoms)
            if self.room < 0:
                raise Unsupported("more terms than there is room for")
            number = self.numbers[atoms] = len(self.forms)
            self.forms.append(atoms)
            self.shadows.append(shadow)
        elif self.shadows[number] != shadow:
            raise AssertionError("a rule of the term algebra is wrong: shadows differ")
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
            number = self.xors[key] = self._form(
                self.forms[a] ^ self.forms[b], self.shadows[a] ^ self.shadows[b]
            )
        return number

    def sum(self, bits):
        """All of them added up, without a number for what lies between."""
        atoms, shadow = frozenset(), 0
        for bit in bits:
            atoms, shadow = atoms ^ self.forms[bit], shadow ^ self.shadows[bit]
        return self._form(atoms, shadow)

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
            if self.shadows[number] != self.shadows[a] & self.shadows[b]:
                raise AssertionError("a rule of the term algebra is wrong: a product's shadow")
        return number

    def _and(self, a, b):
        if self.forms[a] ^ self.forms[b] == self.forms[1]:
            return 0
        if self.takers:
            known = self.covering((a, b))
            if known:
                return self._function((a, b), known, (0b1000,))[0]
        if self.few(a, b):
            return self._product(a, b)
        return self.single[self._monomial(self._literal(a), self._literal(b))]

    def _literal(self, form):
        """An atom that stands for a form with too many terms to multiply out: itself a product of
        such, or a name. So products of them meet, whatever the order of their factors."""
        atoms = self.forms[form]
        if len(atoms) == 1:
            return next(iter(atoms))
        if form not in self.names:
            named = self.atom(self.shadows[form])
            self.names[form] = next(iter(self.forms[named]))
            self.named.add(self.names[form])
            self.meanings[self.names[form]] = form
        return self.names[form]

    def _is_literal(self, form):
        atoms = self.forms[form]
        return len(atoms) == 1 and not self.named.isdisjoint(self.factors[next(iter(atoms))])

    def few(self, a, b):
        """Is their product multiplied out?"""
        if self.named and (self._is_literal(a) or self._is_literal(b)):
            return False
        sizes = len(self.forms[a]), len(self.forms[b])
        return min(sizes) == 1 or sizes[0] * sizes[1] <= PRODUCT

    def _product(self, a, b):
        total, shadow = set(), self.shadows[a] & self.shadows[b]
        for x in self.forms[a]:
            for y in self.forms[b]:
                total ^= {self._monomial(x, y)}
        return self._form(frozenset(total), shadow)

    def _monomial(self, x, y):
        factors = self.factors[x] | self.factors[y]
        if len(factors) == 1:
            return next(iter(factors))
        if not factors:
            return 0
        number = self.products.get(factors)
        if number is None:
            number = self.products[factors] = len(self.factors)
            self.atom(int(all(self.shadows[self.single[f]] for f in factors)), factors)
        return number

    def disjoint(self, a, b):
        """Are the two never both 1? False also where the answer would be dear."""
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
        """Functions of the same bits: bit p of a table is the value where bits[i] is bit i of p."""
        return self._function(bits, self.covering(bits) or self._new_arguments(bits), tables)

    def _function(self, bits, arguments, tables):
        found = arguments.compose([arguments.table_of(bit) for bit in bits], tables)
        point = sum(self.shadows[bit] << i for i, bit in enumerate(bits))
        for number, table in zip(found, tables):
            if self.shadows[number] != table >> point & 1:
                raise AssertionError("a rule of the term algebra is wrong: a function's shadow")
        return found

    def covering(self, bits):
        """Known Arguments of which all bits are functions, or None. Such have all of their atoms; of
        each bit's the newest is in the fewest."""
        few = None
        for bit in bits:
            if bit > 1:
                candidates = self.reaching.get(max(self.forms[bit]))
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
        # one of a form and its complement
        wanted = [bit for i, bit in enumerate(wanted) if self.xor(bit, 1) not in wanted[:i]]
        if len(wanted) > MOST:
            raise Unsupported(f"a function of {len(wanted)} bits")
        known = Arguments(self, tuple(wanted))
        for bit in wanted:
            self.takers.setdefault(bit, []).append(known)
        for atom in known.reach | known.atoms.keys():
            self.reaching.setdefault(atom, []).append(known)
        return known
