# SPDX-License-Identifier: MIT
"""The term algebra against integers: random expressions at random sample inputs.

A wrong rule changes the sample value of some expression.
"""

import random

import pytest
from expressions import grown

from asmgen.words import Ints
from proofs.algebra.terms import Terms, Unsupported
from proofs.algebra.words import Symbols

PLAIN = Ints()


def expressions(seed, n, steps):
    """Returns [(bits, sample value, number)] of the words of a random expression."""
    chance, found = random.Random(seed), []
    symbols = Symbols(Terms(chance.random()))
    words = []
    for _ in range(3):
        word = symbols.inputs(n)
        words.append((word, symbols.sample(word, n)))
    for _ in range(steps):
        try:
            made, number = grown(chance, (symbols, PLAIN), words, n)
        except Unsupported:
            continue
        words.append((made, number))
        found.append((symbols.bits(made, n), symbols.sample(made, n), number))
    return found


@pytest.mark.parametrize("n", [4, 8, 32, 64])
def test_words_mean_what_numbers_do(n):
    for seed in range(60 if n < 32 else 8):
        for made, sample, number in expressions(seed, n, 12):
            assert sample == number


def test_expressions_with_equal_terms():
    s = Symbols(Terms())
    a, b, c, d = (s.inputs(32) for _ in range(4))
    choose = s.xor(s.and_(a, b, 32), s.and_(s.not_(a, 32), c, 32), 32)
    assert choose == s.xor(c, s.and_(a, s.xor(b, c, 32), 32), 32)
    assert choose == s.add(s.and_(a, b, 32), s.and_(s.not_(a, 32), c, 32), 32)
    assert s.add(s.add(a, b, 32), s.add(c, d, 32), 32) is s.add(s.add(d, a, 32), s.add(c, b, 32), 32)
    assert s.sub(s.add(a, b, 32), b, 32) == a
    assert s.add(a, a, 32) == s.shl(a, 1, 32)
    assert s.add(s.not_(a, 32), 1, 32) is s.sub(0, a, 32)
    assert s.add(a, b, 32) is not s.add(a, c, 32)


def test_a_wrong_rule_is_detected(monkeypatch):
    """Plants two wrong rules: a product that is a sum, and a sum without its constant."""
    monkeypatch.setattr(Terms, "_product", lambda self, a, b: self.xor(a, b))
    with pytest.raises(AssertionError):
        for seed in range(20):
            expressions(seed, 8, 12)
    monkeypatch.undo()
    whole = Symbols._sum
    monkeypatch.setattr(Symbols, "_sum", lambda self, n, const, parts: whole(self, n, 0, parts))
    with pytest.raises(AssertionError):
        for seed in range(20):
            expressions(seed, 8, 12)
