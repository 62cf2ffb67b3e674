# SPDX-License-Identifier: MIT
"""What the standards say, as literally as Python allows, over any word algebra.

With `asmgen.words.Ints` they compute, which the tests compare with published vectors; with
`proofs.algebra.words.Symbols` they are the terms that code must equal.
"""


def step(w, unit, number, words, n):
    """Tells an algebra that keeps `steps` what a round has made; number None: what its whole unit
    has, a compression or a cipher. words: of n bits."""
    if getattr(w, "steps", None) is not None:
        w.steps.add(unit, number, [bit for word in words for bit in w.bits(word, n)])
