# SPDX-License-Identifier: MIT
"""Sums of words mod 2**n in a normal form.

A sum is a constant and words with odd coefficients:

    the known bits of a word are part of the constant    2*t is the shifted word t
    one of t and -1 - t is used                          p + q is p ^ q if p & q = 0

The bits of a sum are new monomials. A word that consists of them is recognised as the sum. The low 32 bits of
a wider sum are those of the sum of the low halves.
"""

from asmgen.words import Ints, signed

from .bitslice import View
from .terms import Unsupported

BYTE = 8
SHORT = 2  # sums of at most this number of bits are computed bit by bit


class Sum:
    """A sum of n bits. terms: ((bits, coefficient), ...). bits: a tuple, or None if they were not needed."""

    __slots__ = ("n", "const", "terms", "bits")

    def __init__(self, n, const, terms):
        self.n, self.const, self.terms, self.bits = n, const, terms, None


class Sums(Ints):
    """The sums and products of the word algebra. words.py has the words and their bits."""

    def __init__(self):
        self.sums = {}  # (n, constant, terms) -> Sum
        self.by_bits = {}  # the bits of a sum -> Sum
        self.apart = {}  # (word, word) -> whether they have no 1 bit in common

    def sum_bits(self, total):
        if total.bits is None:
            n, low = total.n, ()
            if not any(any(t[: n - SHORT]) for t, _ in total.terms):
                total.bits = self._ripple(total)
                return total.bits
            if n > 32:
                halves = [(t[:32], c) for t, c in total.terms]
                low = self.bits(self._sum(32, total.const, halves), 32)
            value = self.sample(total, n)
            total.bits = low + tuple(self.terms.monomial(value >> i & 1) for i in range(len(low), n))
            self.by_bits[total.bits] = total
        return total.bits

    def _ripple(self, total):
        """Computes the bits of a sum whose terms are 0 except in the top SHORT bits."""
        n, xor, and_ = total.n, self.terms.xor, self.terms.and_
        bits = self.bits(total.const, n)
        for term, k in total.terms:
            for shift in range(n):
                if k >> shift & 1:
                    made, carry = [], 0
                    for x, y in zip(bits, (0,) * shift + term):
                        both = xor(x, y)
                        made.append(xor(both, carry))
                        carry = xor(and_(x, y), and_(both, carry))
                    bits = tuple(made)
        return bits

    def _linear(self, word, n):
        """Returns (constant, [(bits, coefficient)]) of a word."""
        if isinstance(word, int):
            return word, ()
        if isinstance(word, View):
            word = self.bits(word, n)
        total = word if isinstance(word, Sum) else self.by_bits.get(word)
        return (total.const, total.terms) if total else (0, ((word, 1),))

    def add(self, a, b, n):
        if isinstance(a, int) and isinstance(b, int):
            return (a + b) & ((1 << n) - 1)
        if isinstance(a, int):
            a, b = b, a
        if n == BYTE and isinstance(b, int) and not b % (1 << n - SHORT):
            return self._checked(self._add_to_top(a, b, n), n, self.sample(a, n) + b)
        (c, s), (d, t) = self._linear(a, n), self._linear(b, n)
        return self._checked(self._sum(n, c + d, (*s, *t)), n, self.sample(a, n) + self.sample(b, n))

    def _add_to_top(self, word, number, n):
        """Adds a multiple of 2**(n - 2) bit by bit, so that an index for vpshufb keeps its lower bits."""
        xor, (*low, second, top) = self.terms.xor, self.bits(word, n)
        carry = second if number >> n - 2 & 1 else 0
        return (*low, xor(second, number >> n - 2 & 1), xor(xor(top, number >> n - 1 & 1), carry))

    def sub(self, a, b, n):
        if isinstance(a, int) and isinstance(b, int):
            return (a - b) & ((1 << n) - 1)
        if a == b:
            return 0
        (c, s), (d, t) = self._linear(a, n), self._linear(b, n)
        return self._checked(
            self._sum(n, c - d, (*s, *((word, -k) for word, k in t))),
            n,
            self.sample(a, n) - self.sample(b, n),
        )

    def _checked(self, word, n, value):
        if self.sample(word, n) != value % (1 << n):
            raise AssertionError("a rule of the word algebra is wrong: a sum's sample")
        return word

    def _sum(self, n, const, parts):
        """Returns the normal form of constant + sum of coefficient * bits."""
        found, work = {}, list(parts)
        while work:
            bits, k = work.pop()
            if bits in self.by_bits and bits not in found:  # a half of a sum, say
                inner = self.by_bits[bits]
                const += k * inner.const
                work += [(t, k * c) for t, c in inner.terms]
                continue
            bits, k, constant = self._term(n, bits, k)
            const += constant
            if not bits:
                continue
            k = self._least(n, bits, k + found.pop(bits, 0))
            if k and k % 2 == 0:
                work.append((bits, k))
                continue
            other = (
                next((t for t, c in found.items() if c == k and self._apart(bits, t)), None)
                if k in (1, -1)
                else None
            )
            if other:
                del found[other]
                work.append((tuple(map(self.terms.xor, bits, other)), k))
            elif k:
                found[bits] = k
        const %= 1 << n
        if not found:
            return const
        if len(found) == 1:
            ((bits, k),) = found.items()
            ones = self.bits(const, n)
            if k == 1 and not any(map(min, bits, ones)):  # nothing carries
                return tuple(map(max, bits, ones))
            if k == -1 and all(one or not bit for bit, one in zip(bits, ones)):
                return tuple(map(self.terms.xor, bits, ones))  # nothing borrows
        key = n, const, frozenset(found.items())
        if key not in self.sums:
            self.sums[key] = Sum(n, const, tuple(found.items()))
        return self.sums[key]

    def _term(self, n, bits, k):
        """Returns (bits, odd coefficient, constant): k times a word in its normal form."""
        k = self._least(n, bits, k)
        if not k:
            return (), 0, 0
        twos = (k & -k).bit_length() - 1
        if twos:
            bits, k = (0,) * twos + bits[: n - twos], k >> twos
        constant = 0
        if 1 in bits:
            constant = k * sum(1 << i for i, bit in enumerate(bits) if bit == 1)
            bits = tuple([0 if bit == 1 else bit for bit in bits])
        first = next((i for i, bit in enumerate(bits) if bit), n)
        if first == n:
            return (), 0, constant
        if first < n - 1 and len(set(bits[first:])) == 1:  # a sign: 0 or -2**first
            bits = (0,) * first + bits[first : first + 1] + (0,) * (n - first - 1)
            return self._again(n, bits, -k, constant)
        if 0 in self.terms.polynomials[bits[first]]:  # p = 2^first * (-1 - q)
            bits = bits[:first] + tuple([self.terms.xor(bit, 1) for bit in bits[first:]])
            return self._again(n, bits, -k, constant - (k << first))
        return bits, k, constant

    def _least(self, n, bits, k):
        """Returns the smallest equivalent coefficient. Trailing zeros of the word are a factor."""
        zeros = next((i for i, bit in enumerate(bits) if bit), n)
        return k & 1 if zeros == n - 1 else signed(k, n - zeros) if zeros < n else 0

    def _again(self, n, bits, k, constant):
        """Normalises again, because the new word may have known bits or a complement."""
        bits, k, more = self._term(n, bits, k)
        return bits, k, constant + more

    def _apart(self, a, b):
        key = a, b
        if key not in self.apart:
            self.apart[key] = all(map(self.terms.disjoint, a, b))
        return self.apart[key]

    def mul(self, a, b, n):
        if isinstance(a, int) and isinstance(b, int):
            return (a * b) & ((1 << n) - 1)
        if isinstance(a, int):
            a, b = b, a
        if not isinstance(b, int):
            raise Unsupported("a product of two unknown words")
        total = 0
        for i in range(n):
            if b >> i & 1:
                total = self.add(total, self.shl(a, i, n), n)
        return self._checked(total, n, self.sample(a, n) * b)
