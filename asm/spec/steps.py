# SPDX-License-Identifier: MIT
"""Reports what each round of a standard computes, for an algebra that wants to know."""


def step(w, unit, number, words, n):
    """Passes the bits of a round's result to `w.steps`, if the algebra has one that is not None.

    unit: "compression" or "cipher". number: of the round; None for the result of the whole unit.
    words: the result, in words of n bits.
    """
    if getattr(w, "steps", None) is not None:
        w.steps.add(unit, number, [bit for word in words for bit in w.bits(word, n)])
