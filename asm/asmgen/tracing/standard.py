# SPDX-License-Identifier: MIT
"""A standard with all its intermediate values on one input, and their names."""

from dataclasses import dataclass, field


@dataclass
class Standard:
    """The values are (name, number of `unit` bits). Names of the first list win over those of the second."""

    name: str
    title: str
    unit: int
    first: int = 0  # number of the first round in `rounds`
    columns: int = 0  # bytes of a row, of values that are matrices
    expr: list = field(default_factory=list)
    rounds: list = field(default_factory=list)
    values: list = field(default_factory=list)
    partial: list = field(default_factory=list)  # sums and forms that some kernels hold
    how: str = ""  # the form in which a kernel holds the values

    def said(self, expression):
        """Returns the place of an expression in `expr`, which gets it if it is new."""
        if expression not in self.expr:
            self.expr.append(expression)
        return self.expr.index(expression)

    def names(self):
        """Returns {number: name}. Zero has no name."""
        found = {}
        for name, value in self.values + self.partial:
            found.setdefault(value, name)
        found.pop(0, None)
        return found

    def public(self):
        """Returns the object that pages show beside a trace; see the package."""
        return {
            "name": self.name,
            "title": self.title,
            "first": self.first,
            "columns": self.columns,
            "expr": self.expr,
            "rounds": self.rounds,
        }
