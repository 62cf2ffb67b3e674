# SPDX-License-Identifier: MIT
"""The rules of the term algebra, each use of which z3 proves for all inputs. A sample is one input only."""

import random

import pytest
from expressions import grown
from solver import Vectors, counterexample, inputs

from proofs.algebra import terms
from proofs.algebra.terms import Terms, Unsupported
from proofs.algebra.words import Symbols

VECTORS = Vectors()


def expression(seed, n, steps):
    """Returns (Symbols, [(word by the rules, bit vector)]) of a random expression."""
    chance = random.Random(seed)
    symbols = Symbols(Terms(chance.random()))
    words, made = [inputs(symbols, n) for _ in range(3)], []
    for _ in range(steps):
        try:
            made.append(grown(chance, (symbols, VECTORS), words, n))
        except Unsupported:
            continue
        words.append(made[-1])
    return symbols, made


@pytest.mark.parametrize("n,product", [(3, terms.PRODUCT), (6, terms.PRODUCT), (6, 2)])
def test_random_expressions(n, product, monkeypatch):
    """product: the limit for multiplying out. Only a small limit names polynomials in these expressions."""
    monkeypatch.setattr(terms, "PRODUCT", product)
    proved, sums, names = 0, 0, 0
    for seed in range(60):
        symbols, made = expression(seed, n, 8)
        sums += len(symbols.by_bits)
        names += len(symbols.terms.names)
        for word, vector in made:
            assert counterexample(symbols, word, vector, n) is None, seed
            proved += 1
    assert proved > 250 and sums > 20 and (names > 20) == (product == 2)


def test_lookups():
    """Looks up a table of constants at an index that is a sum, and another one at the result."""
    for seed in range(6):
        chance = random.Random(seed)
        s = Symbols(Terms(seed))
        (a, x), (b, y) = inputs(s, 8), inputs(s, 8)
        table = [chance.getrandbits(8) for _ in range(16)]
        index = s.extract(s.add(a, b, 8), 2, 4)
        place = VECTORS.extract(x + y, 2, 4)
        word = s.xor(s.lookup(table, index, 8), s.and_(a, b, 8), 8)
        vector = VECTORS.lookup(table, place, 8) ^ x & y
        assert counterexample(s, word, vector, 8) is None
        again = s.lookup(table[::-1], s.extract(word, 0, 4), 8)
        there = VECTORS.lookup(table[::-1], VECTORS.extract(vector, 0, 4), 8)
        assert counterexample(s, again, there, 8) is None


def lemmas(s, w, a, b, c, d):
    """Yields (name, word) of expressions that occur in kernels and standards."""
    yield "choose", s.xor(s.and_(a, b, w), s.and_(s.not_(a, w), c, w), w)
    yield "choose by a mask", s.xor(c, s.and_(a, s.xor(b, c, w), w), w)
    yield "choose as a sum", s.add(s.and_(a, b, w), s.and_(s.not_(a, w), c, w), w)
    yield "majority as a sum", s.add(s.and_(a, b, w), s.and_(c, s.xor(a, b, w), w), w)
    yield "majority", s.or_(s.and_(a, b, w), s.and_(c, s.or_(a, b, w), w), w)
    yield "a sum of sums", s.add(s.add(a, b, w), s.add(c, s.add(a, d, w), w), w)
    yield "a sum of disjoint parts", s.add(s.shl(a, 8, w), s.shr(b, w - 8, w), w)
    yield "a difference", s.sub(s.add(a, b, w), s.add(b, c, w), w)
    yield "twice", s.add(a, a, w)
    yield "negative", s.add(s.not_(a, w), 1, w)
    yield "three times", s.mul(a, 3, w)
    yield "a rotated sum", s.rol(s.add(a, b, w), 5, w)
    yield "xor of sums", s.xor(s.add(a, b, w), s.add(b, a, w), w)


@pytest.mark.parametrize("w", [16, 32, 64])
def test_words_of_the_kernels(w):
    s = Symbols(Terms())
    pairs = [inputs(s, w) for _ in range(4)]
    ours = lemmas(s, w, *[word for word, _ in pairs])
    solvers = lemmas(VECTORS, w, *[vector for _, vector in pairs])
    for (name, word), (_, vector) in zip(ours, solvers, strict=True):
        assert counterexample(s, word, vector, w) is None, name


def test_halves_of_long_sums():
    """64-bit code adds 32-bit words and uses the low halves."""
    s = Symbols(Terms())
    (a, x), (b, y) = inputs(s, 64), inputs(s, 64)
    low = s.extract(s.add(a, b, 64), 0, 32)
    assert counterexample(s, low, VECTORS.extract(x + y, 0, 32), 32) is None
    whole = s.add(s.zext(low, 32, 64), a, 64)
    wanted = VECTORS.zext(VECTORS.extract(x + y, 0, 32), 32, 64) + x
    assert counterexample(s, whole, wanted, 64) is None


def test_the_solver_finds_what_samples_miss(monkeypatch):
    """A planted rule treats words as disjoint that are disjoint at the sample input only."""
    monkeypatch.setattr(Terms, "disjoint", lambda self, a, b: not self.samples[a] & self.samples[b])
    for seed in range(40):
        symbols, made = expression(seed, 3, 8)
        if any(counterexample(symbols, word, vector, 3) is not None for word, vector in made):
            return
    pytest.fail("no counterexample")
