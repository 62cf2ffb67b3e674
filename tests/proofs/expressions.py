# SPDX-License-Identifier: MIT
"""Random expressions, evaluated in several algebras at once."""

TWO = "add sub and_ or_ xor".split()
SHIFTS = ["shl", "shr", "rol", "sar"]


def grown(chance, algebras, words, n):
    """Returns one more word of n bits as a tuple, one element for each algebra. words: tuples like it."""
    one, two = chance.choice(words), chance.choice(words)
    kind = chance.randrange(9)
    if kind < 5:
        return _applied(algebras, TWO[kind], (one, two), (), n)
    if kind == 5:
        return _applied(algebras, "not_", (one,), (), n)
    if kind == 6:
        return _applied(algebras, chance.choice(SHIFTS), (one,), (chance.randrange(1, n),), n)
    if kind == 7:
        constant = chance.choice([1, 3, 1 << (n - 1), (1 << n) - 1, chance.getrandbits(n)])
        return _applied(algebras, chance.choice([*TWO, "mul"]), (one,), (constant,), n)
    table, low = [chance.getrandbits(n) for _ in range(8)], chance.randrange(n - 2)
    return tuple(w.lookup(table, w.extract(word, low, 3), n) for w, word in zip(algebras, one))


def _applied(algebras, name, operands, constants, n):
    return tuple(
        getattr(w, name)(*(operand[i] for operand in operands), *constants, n) for i, w in enumerate(algebras)
    )
