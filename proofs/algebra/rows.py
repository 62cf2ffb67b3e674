# SPDX-License-Identifier: MIT
"""Bit slices: registers whose every bit position is the same function of another block's bits.

Each block, or message, is a row. A `View` is a word that holds for each of its rows the same
generic form, a form over generic atoms that stand for bit j of any row. Gates on views cost what
one row costs. What a generic form is in a row is the row's own input bit, or has one name there. The
standard runs once on generic bits too (`each`), and names meet.

A position that belongs to no row, beside others that do, is a row by itself whose input bits are
whatever it holds.
"""


class View:
    """A word of n bits. rows: numbers, one for each bit, or None where all rows have the same."""

    __slots__ = ("n", "form", "rows")

    def __init__(self, n, form, rows):
        self.n, self.form, self.rows = n, form, rows


MIXED = -1  # in the place of a row's number


class Rows:
    def __init__(self, terms):
        self.terms = terms
        self.generic = {}  # what of a row -> generic form, one atom
        self.declared = set()  # these forms
        self.origin = {}  # atom of a row -> (generic form, row)
        self.inputs = {}  # (generic form of one atom, row) -> the row's form
        self.fixed = {}  # atom -> is it the same in all rows?
        self.named = {}  # (generic form, row) -> form
        self.lifted = {}  # tuple of bits -> View or None
        self.spread = {}  # (form, rows) -> tuple of bits
        self.values = {}  # atom -> its value in each row, as bits of a number
        self.form_values = {}  # the same of generic forms
        self.strays = {}  # position without a row -> number of the row that it is
        self.count = 0

    # -- inputs ----------------------------------------------------------------------------------
    def declare(self, what, row, bit):
        """An input bit is `what` of a row."""
        if what not in self.generic:
            self.generic[what] = self.terms.atom(self.terms.chance.getrandbits(1))
            self.declared.add(self.generic[what])
        form = self.generic[what]
        if row >= self.count:
            if self.values:
                raise AssertionError("the most rows have to be declared first")
            self.count = row + 1
        (atom,) = self.terms.forms[bit]
        self.origin[atom] = form, row
        self.inputs[form, row] = bit
        self.fixed[next(iter(self.terms.forms[form]))] = False

    # -- from rows to what is generic ------------------------------------------------------------
    def lift(self, bits):
        """A View that a tuple of bits is, or None."""
        if bits not in self.lifted:
            self.lifted[bits] = self._lift(bits)
        return self.lifted[bits]

    def _lift(self, bits):
        first = bits[0]
        if bits.count(first) == len(bits) and self._generic(first)[1] is None:
            return View(len(bits), first, None)
        wanted, rows, strays = None, [], []
        for place, bit in enumerate(bits):
            form, row = self._generic(bit)
            if row == MIXED:
                return None
            if row is None:
                strays.append((place, bit))
            elif wanted is None:
                wanted = form
            elif form != wanted:
                return None
            rows.append(row)
        if wanted is None:
            return None
        for place, bit in strays:
            rows[place] = self._stray(place, wanted, bit)
            if rows[place] is None:
                return None
        return View(len(bits), wanted, tuple(rows))

    def _generic(self, bit):
        """(generic form, row) of a form; row None: the same in all rows; MIXED: of several."""
        total, found = 0, None
        for atom in self.terms.forms[bit]:
            form, row = self.origin.get(atom, (self.terms.single[atom], None))
            if row is not None:
                if found not in (None, row):
                    return None, MIXED
                found = row
            total = self.terms.xor(total, form)
        return total, found

    def _stray(self, place, wanted, bit):
        """The row that a position is for itself, if it can hold this bit: an input, which is free, and
        nothing that is worked out of inputs."""
        if wanted not in self.declared:
            return None
        if place not in self.strays:
            self.strays[place], self.count = self.count, self.count + 1
            self.values.clear()  # they know nothing of this row
            self.form_values.clear()
        row = self.strays[place]
        return row if self.inputs.setdefault((wanted, row), bit) == bit else None

    # -- gates -----------------------------------------------------------------------------------
    def pair(self, a, b):
        """Both operands of a gate as views of the same rows: (form, form, rows), or None."""
        if a is None or b is None:
            return None
        a = a if isinstance(a, View) else self.lift(a)
        b = b if a is None or isinstance(b, View) else self.lift(b)
        if a is None or b is None or None not in (a.rows, b.rows) and a.rows != b.rows:
            return None
        return a.form, b.form, a.rows or b.rows

    def join(self, parts):
        """Consecutive views as one, or None."""
        first = parts[0].form
        if any(not isinstance(part, View) or part.form != first for part in parts):
            return None
        rows = [part.rows for part in parts]
        if None in rows:
            return View(sum(part.n for part in parts), first, None) if not any(rows) else None
        return View(sum(part.n for part in parts), first, sum(rows, ()))

    # -- from what is generic to rows ------------------------------------------------------------
    def bits(self, view):
        if view.rows is None:
            return (view.form,) * view.n
        key = view.form, view.rows
        if key not in self.spread:
            self.spread[key] = tuple([self.instance(view.form, row) for row in view.rows])
        return self.spread[key]

    def instance(self, form, row):
        """A generic form in a row: an input bit, or a name."""
        known = self.inputs.get((form, row), self.named.get((form, row)))
        if known is None:
            if all(map(self._is_fixed, self.terms.forms[form])):
                return form
            known = self.named[form, row] = self.terms.atom(self._form_value(form) >> row & 1)
            (made,) = self.terms.forms[known]
            self.origin[made] = form, row
        return known

    def _parts(self, atom):
        """The forms that an atom is a function of."""
        terms = self.terms
        if atom in terms.owners:
            return terms.owners[atom].forms
        if len(terms.factors[atom]) > 1:
            return [terms.single[factor] for factor in terms.factors[atom]]
        return [terms.meanings[atom]] if atom in terms.meanings else []

    def _is_fixed(self, atom):
        """Is it the same in all rows?"""
        if atom not in self.fixed:
            self.fixed[atom] = atom not in self.origin and all(
                self._is_fixed(a) for form in self._parts(atom) for a in self.terms.forms[form]
            )
        return self.fixed[atom]

    # -- the values that shadows are -------------------------------------------------------------
    def _value(self, atom):
        """In each row, at the random input."""
        if atom not in self.values:
            self.values[atom] = self._evaluate(atom)
        return self.values[atom]

    def _form_value(self, form):
        if form not in self.form_values:
            total = 0
            for atom in self.terms.forms[form]:
                total ^= self._value(atom)
            self.form_values[form] = total
        return self.form_values[form]

    def _evaluate(self, atom):
        terms, ones = self.terms, (1 << self.count) - 1
        if self._is_fixed(atom):
            return ones * terms.shadows[terms.single[atom]]
        forms = self._parts(atom)
        if not forms:
            form = terms.single[atom]
            return sum(terms.shadows[self.inputs.get((form, row), 0)] << row for row in range(self.count))
        values = [self._form_value(form) for form in forms]
        if atom not in terms.owners:
            total = ones
            for value in values:
                total &= value
            return total
        total, table = 0, terms.owners[atom].atoms[atom]
        for point in range(1 << len(values)):
            if table >> point & 1:
                here = ones
                for i, value in enumerate(values):
                    here &= value if point >> i & 1 else value ^ ones
                total |= here
        return total

    # -- standards -------------------------------------------------------------------------------
    def each(self, function, bits):
        """function(bits), by what it makes of generic bits, where all are of one row."""
        found = [self._generic(bit) for bit in bits]
        rows = {row for _, row in found} - {None}
        if len(rows) != 1 or MIXED in rows:
            return function(bits)
        row = rows.pop()
        return [self.instance(form, row) for form in function([form for form, _ in found])]
