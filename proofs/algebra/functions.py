# SPDX-License-Identifier: MIT
"""Boolean functions of a few forms, by truth tables reduced against a basis.

For each tuple of forms there is one list of functions that stand for themselves, its basis: the
constant, the forms, then what was asked for first. As a standard runs before the code, its S-box
outputs come first; every later function that is a sum of these becomes exactly that sum.
"""

import functools

MOST = 12  # arguments of a function: tables of 4096 bits


def ones(number):
    """The places of its bits that are 1."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class Basis:
    """Truth tables, linearly independent. Immutable: tuples of forms that see the same functions in
    the same order share it, and what it has answered."""

    def __init__(self, size, rows=()):
        self.size, self.rows = size, rows  # rows: (top bit, reduced table, members' sum)
        self.answers, self.grown = {}, {}

    def express(self, table):
        """The members whose sum the table is, or None."""
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
        """The basis with one more member, the table, which it cannot express."""
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
    """The table of argument i among so many."""
    return sum(1 << p for p in range(1 << count) if p >> i & 1)


def _compose(inner, tables, points):
    """Tables of functions of bits that are given by tables themselves."""
    key = inner, tables, points
    if key not in _COMPOSED:
        places = [sum((t >> p & 1) << i for i, t in enumerate(inner)) for p in range(points)]
        _COMPOSED[key] = tuple(sum((table >> at & 1) << p for p, at in enumerate(places)) for table in tables)
    return _COMPOSED[key]


class Arguments:
    """A tuple of forms and the functions of it that are atoms."""

    def __init__(self, terms, forms):
        self.terms, self.forms = terms, forms
        self.points = 1 << len(forms)
        self.ones = (1 << self.points) - 1
        self.basis = _EMPTY.setdefault(self.points, Basis(0))
        self.members = []  # the form of each member of the basis
        self.tables = {0: 0, 1: self.ones}  # form -> table
        self.atoms = {}  # atom that is a function of these -> its table
        self.reach = frozenset().union(*(terms.forms[f] for f in forms)) | {0}
        self.rows = None  # (an atom, a sum of forms that has it, its table)
        self._add(self.ones, 1)
        for i, form in enumerate(forms):
            self._add(projection(i, len(forms)), form)
        mine = set(forms)
        for known in dict.fromkeys(k for f in forms for k in terms.takers.get(f, ())):
            if mine.issuperset(known.forms):
                self._adopt(known)

    def _add(self, table, form):
        if self.basis.express(table) is None:
            self.basis = self.basis.with_table(table)
            self.members.append(form)
        self.tables[form] = table
        self.tables[self.terms.xor(form, 1)] = table ^ self.ones

    def _adopt(self, part):
        """Functions of some of these forms keep their atoms."""
        inner = tuple(self.tables[f] for f in part.forms)
        names = {atom: self.terms.single[atom] for atom in part.atoms}
        tables = _compose(inner, tuple(part.atoms.values()), self.points)
        for (atom, form), table in zip(names.items(), tables):
            if self.basis.express(table) is None:
                self._add(table, form)
                self.atoms[atom] = table

    def table_of(self, form):
        """The table of a form that is a function of these, or None."""
        table = self.tables.get(form)
        if table is None:
            atoms = self.terms.forms[form]
            if not all(a in self.atoms or a in self.reach for a in atoms):
                return None
            table, rest = 0, set()
            for atom in atoms:
                if atom in self.atoms:
                    table ^= self.atoms[atom]
                else:
                    rest.add(atom)
            linear = self._linear(frozenset(rest))
            if linear is None:
                return None
            table = self.tables[form] = table ^ linear
        return table

    def _linear(self, atoms):
        """The table of what adds up to these atoms, if these forms do, or None."""
        if self.rows is None:
            self.rows = []
            for form in self.forms:
                rest, table = self._reduced(self.terms.forms[form], self.tables[form])
                if max(rest, default=0):
                    self.rows.append((max(rest), rest, table))
        rest, table = self._reduced(atoms, 0)
        return None if max(rest, default=0) else table ^ self.ones if rest else table

    def _reduced(self, atoms, table):
        """Without the atom that stands for each row: (atoms, what the rows' tables made of it)."""
        for top, row, value in self.rows:
            if top in atoms:
                atoms, table = atoms ^ row, table ^ value
        return atoms, table

    def compose(self, inner, tables):
        """The forms of functions of bits whose tables over these forms are given."""
        return [self._form(table) for table in _compose(tuple(inner), tuple(tables), self.points)]

    def _form(self, table):
        members = self.basis.express(table)
        if members is None:
            point = sum(self.terms.shadows[f] << i for i, f in enumerate(self.forms))
            form = self.terms.atom(table >> point & 1)
            atom = next(iter(self.terms.forms[form]))
            self.terms.owners[atom] = self
            self.terms.reaching[atom] = [self]
            self.atoms[atom] = table
            self._add(table, form)
            return form
        return self.terms.sum(self.members[i] for i in members)
