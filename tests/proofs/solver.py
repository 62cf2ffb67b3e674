# SPDX-License-Identifier: MIT
"""Translates terms to z3, and implements the word algebra on z3's bit vectors."""

import functools

import z3

from proofs.algebra.sums import Sum


class Vectors:
    """The operations of asm/asmgen/words.py on z3's bit vectors."""

    def add(self, a, b, n):
        return a + b

    def sub(self, a, b, n):
        return a - b

    def mul(self, a, b, n):
        return a * b

    def and_(self, a, b, n):
        return a & b

    def or_(self, a, b, n):
        return a | b

    def xor(self, a, b, n):
        return a ^ b

    def not_(self, a, n):
        return ~a

    def shl(self, a, k, n):
        return a << k

    def shr(self, a, k, n):
        return z3.LShR(a, k)

    def sar(self, a, k, n):
        return a >> k

    def rol(self, a, k, n):
        return z3.RotateLeft(a, k)

    def extract(self, a, low, n):
        return z3.Extract(low + n - 1, low, a)

    def zext(self, a, n, to):
        return z3.ZeroExt(to - n, a)

    def lookup(self, table, index, n):
        found = z3.BitVecVal(table[0], n)
        for at, word in enumerate(table):
            found = z3.If(index == at, z3.BitVecVal(word, n), found)
        return found


class Meanings:
    """Translates the words of one `Symbols` to z3. Inputs are free variables."""

    def __init__(self, symbols):
        self.symbols, self.terms = symbols, symbols.terms
        self.known = {0: z3.BoolVal(True)}
        names = {monomial: polynomial for polynomial, monomial in self.terms.names.items()}
        bits = {}  # monomial -> (the sum that it is a bit of, index of the bit)
        for polynomials, total in symbols.by_bits.items():
            # the low half of a wide sum is that of a narrow one; the solver has to prove it
            for i in range(32 if total.n > 32 else 0, total.n):
                (monomial,) = self.terms.polynomials[polynomials[i]]
                bits[monomial] = total, i
        self.names, self.sums = names, bits

    def monomial(self, number):
        if number not in self.known:
            self.known[number] = self._monomial(number)
        return self.known[number]

    def _monomial(self, number):
        factors = self.terms.factors[number]
        if len(factors) > 1:
            return z3.And([self.monomial(factor) for factor in factors])
        if number in self.names:
            return self.bit(self.names[number])
        if number in self.terms.owners:
            return self._function(self.terms.owners[number], number)
        if number in self.sums:
            total, i = self.sums[number]
            return z3.Extract(i, i, self.word(total, total.n)) == 1
        return z3.Bool(f"input{number}")

    def _function(self, arguments, number):
        table = arguments.monomials[number]
        inputs = [self.bit(polynomial) for polynomial in arguments.polynomials]
        return z3.Or(
            [
                z3.And([bit if p >> i & 1 else z3.Not(bit) for i, bit in enumerate(inputs)])
                for p in range(arguments.points)
                if table >> p & 1
            ]
        )

    def bit(self, polynomial):
        monomials = [self.monomial(monomial) for monomial in sorted(self.terms.polynomials[polynomial])]
        return functools.reduce(z3.Xor, monomials) if monomials else z3.BoolVal(False)

    def word(self, word, n):
        if isinstance(word, int):
            return z3.BitVecVal(word, n)
        if isinstance(word, Sum):
            return sum((self.word(bits, n) * k for bits, k in word.terms), z3.BitVecVal(word.const, n))
        bits = [z3.If(self.bit(polynomial), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)) for polynomial in word]
        return z3.Concat(bits[::-1]) if n > 1 else bits[0]


def counterexample(symbols, word, wanted, n):
    """Returns an input at which a word differs from a bit vector, or None if there is none."""
    solver = z3.Solver()
    solver.set("timeout", 60000)
    solver.add(Meanings(symbols).word(word, n) != wanted)
    answer = solver.check()
    assert answer != z3.unknown, "the solver gave up"
    return solver.model() if answer == z3.sat else None


def inputs(symbols, n):
    """Returns (an unknown word, the same word for the solver)."""
    word = symbols.inputs(n)
    return word, Meanings(symbols).word(word, n)
