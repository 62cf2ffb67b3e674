# SPDX-License-Identifier: MIT
"""Boolean functions of a few polynomials, as truth tables reduced by a basis.

Each tuple of polynomials has one basis of functions: the constant, the polynomials, and each function that
was requested first and is no sum of earlier ones. The standard is evaluated before the code, so its S-box
outputs are in the basis first. Every later function that is a sum of members of the basis becomes that
sum.
"""

import functools

MOST = 12  # arguments of a function; its table has 4096 bits


def ones(number):
    """Yields the positions of the 1 bits of a number."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class Basis:
    """Linearly independent truth tables. It is immutable.

    Tuples of polynomials for which the same functions are requested in the same order share a Basis and its
    cached answers.
    """

    def __init__(self, size, rows=()):
        self.size, self.rows = size, rows  # (top bit, reduced table, bit mask of members)
        self.answers, self.grown = {}, {}

    def express(self, table):
        """Returns the indices of the members whose sum is a table, or None."""
        if table not in self.answers:
            total = 0
            rest = table
            for top, reduced, members in self.rows:
                if rest >> top & 1:
                    rest ^= reduced
                    total ^= members
            self.answers[table] = None if rest else tuple(ones(total))
        return self.answers[table]

    def with_table(self, table):
        """Returns the basis with one more member, a table that is no sum of members."""
        if table not in self.grown:
            rest, total = table, 1 << self.size
            for top, reduced, members in self.rows:
                if rest >> top & 1:
                    rest ^= reduced
                    total ^= members
            rows = sorted((*self.rows, (rest.bit_length() - 1, rest, total)), reverse=True)
            self.grown[table] = Basis(self.size + 1, tuple(rows))
        return self.grown[table]


_EMPTY = {}  # points -> Basis
_COMPOSED = {}  # (tables of the bits, tables of functions of them) -> tables


@functools.cache
def projection(i, count):
    """Returns the truth table of argument i of `count`."""
    return sum(1 << p for p in range(1 << count) if p >> i & 1)


def _compose(inner, tables, points):
    """Returns the tables of functions whose arguments are the functions of the tables `inner`."""
    key = inner, tables, points
    if key not in _COMPOSED:
        places = [sum((t >> p & 1) << i for i, t in enumerate(inner)) for p in range(points)]
        _COMPOSED[key] = tuple(sum((table >> at & 1) << p for p, at in enumerate(places)) for table in tables)
    return _COMPOSED[key]


class Arguments:
    """A tuple of polynomials, and the monomials that are functions of it."""

    def __init__(self, terms, polynomials):
        self.terms, self.polynomials = terms, polynomials
        self.points = 1 << len(polynomials)
        self.ones = (1 << self.points) - 1
        self.basis = _EMPTY.setdefault(self.points, Basis(0))
        self.members = []  # the polynomial of each member of the basis
        self.tables = {0: 0, 1: self.ones}  # polynomial -> table
        self.monomials = {}  # monomial that is a function of them -> its table
        self.reach = frozenset().union(*(terms.polynomials[f] for f in polynomials)) | {0}
        self.rows = None  # (leading monomial, reduced polynomial, its table)
        self._add(self.ones, 1)
        for i, polynomial in enumerate(polynomials):
            self._add(projection(i, len(polynomials)), polynomial)
        mine = set(polynomials)
        for known in dict.fromkeys(k for f in polynomials for k in terms.takers.get(f, ())):
            if mine.issuperset(known.polynomials):
                self._adopt(known)

    def _add(self, table, polynomial):
        if self.basis.express(table) is None:
            self.basis = self.basis.with_table(table)
            self.members.append(polynomial)
        self.tables[polynomial] = table
        self.tables[self.terms.xor(polynomial, 1)] = table ^ self.ones

    def _adopt(self, part):
        """Adds the monomials of Arguments whose polynomials are a subset of these."""
        inner = tuple(self.tables[f] for f in part.polynomials)
        names = {monomial: self.terms.single[monomial] for monomial in part.monomials}
        tables = _compose(inner, tuple(part.monomials.values()), self.points)
        for (monomial, polynomial), table in zip(names.items(), tables):
            if self.basis.express(table) is None:
                self._add(table, polynomial)
                self.monomials[monomial] = table

    def table_of(self, polynomial):
        """Returns the table of a polynomial as a function of these, or None if it is none."""
        table = self.tables.get(polynomial)
        if table is None:
            monomials = self.terms.polynomials[polynomial]
            if not all(a in self.monomials or a in self.reach for a in monomials):
                return None
            table, rest = 0, set()
            for monomial in monomials:
                if monomial in self.monomials:
                    table ^= self.monomials[monomial]
                else:
                    rest.add(monomial)
            linear = self._linear(frozenset(rest))
            if linear is None:
                return None
            table = self.tables[polynomial] = table ^ linear
        return table

    def _linear(self, monomials):
        """Returns the table of a sum of monomials, if it is a sum of these polynomials, or None."""
        if self.rows is None:
            self.rows = []
            for polynomial in self.polynomials:
                rest, table = self._reduced(self.terms.polynomials[polynomial], self.tables[polynomial])
                if max(rest, default=0):
                    self.rows.append((max(rest), rest, table))
        rest, table = self._reduced(monomials, 0)
        return None if max(rest, default=0) else table ^ self.ones if rest else table

    def _reduced(self, monomials, table):
        """Eliminates the leading monomial of each row. Returns (monomials, table)."""
        for top, row, value in self.rows:
            if top in monomials:
                monomials, table = monomials ^ row, table ^ value
        return monomials, table

    def compose(self, inner, tables):
        """Returns the polynomials of functions. inner: tables of the functions' arguments."""
        return [self._polynomial(table) for table in _compose(tuple(inner), tuple(tables), self.points)]

    def _polynomial(self, table):
        members = self.basis.express(table)
        if members is None:
            point = sum(self.terms.samples[f] << i for i, f in enumerate(self.polynomials))
            polynomial = self.terms.monomial(table >> point & 1)
            monomial = next(iter(self.terms.polynomials[polynomial]))
            self.terms.owners[monomial] = self
            self.terms.reaching[monomial] = [self]
            self.monomials[monomial] = table
            self._add(table, polynomial)
            return polynomial
        return self.terms.sum(self.members[i] for i in members)
