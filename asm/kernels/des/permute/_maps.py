# SPDX-License-Identifier: MIT
"""Linear maps of byte vectors: each bit of a result is a sum of bits of the sources at the same byte.

A source costs one vgf2p8affineqb, which one port executes. Where a result reads different bit numbers of
two sources, a selection, which two ports execute, brings both into one vector first.
"""

from asmgen.x86.registers import dword, qword

from .._vectors import truth_table

SELECT = truth_table(lambda mask, a, b: a if mask else b)


def matrix(rows):
    """Returns the 8 bytes of a matrix for vgf2p8affineqb. rows[i]: the bits whose sum is bit i."""
    return bytes(rows[::-1])


def _terms(rows):
    """Returns the terms whose sum is a result: (source, second source or None, mask, matrix). rows: for
    each bit of the result the set of (source, bit) whose sum it is."""
    sources = sorted({source for row in rows for source, _ in row})
    used = {s: sum({1 << bit for row in rows for source, bit in row if source == s}) for s in sources}
    terms = []
    while sources:
        first = sources.pop(0)
        second = next((s for s in sources if not used[s] & used[first]), None)
        if second is not None:
            sources.remove(second)
        content = matrix([sum(1 << bit for s, bit in row if s in (first, second)) for row in rows])
        terms.append((first, second, used[first], content))
    return terms


class Map:
    """A map to several results. targets: the rows of each; see _terms."""

    def __init__(self, name, targets):
        self.name, self.terms = name, [_terms(rows) for rows in targets]
        self.matrices = b"".join(content for terms in self.terms for *_, content in terms)

    def emit(self, v, number, to, sources, spares):
        """Emits to := result `number`. sources: registers. spares: two other registers."""
        f, (value, factors) = v.f, spares
        at = f.constant(self.name, self.matrices) + 8 * sum(map(len, self.terms[:number]))
        for i, (first, second, mask, _) in enumerate(self.terms[number]):
            source = sources[first]
            if second is not None:
                v.broadcast(value, dword[f.constant(f"bits_{mask:02x}", bytes([mask] * 4))])
                v.gate(value, source, sources[second], SELECT, note="bits of two vectors")
                source = value
            f.vpbroadcastq(factors, qword[at + 8 * i])
            f.vgf2p8affineqb(value if i else to, source, factors, 0)
            if i:
                v.op("pxor", to, to, value)
