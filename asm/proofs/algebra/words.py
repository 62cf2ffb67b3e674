# SPDX-License-Identifier: MIT
"""The word algebra of asm/asmgen/words.py over terms: an operation is computed for all inputs at once.

A word is an integer if all of its bits are known, a tuple of bits (terms.py), lowest first, a View of bit
slices (bitslice.py), or a `Sum`: a sum of words mod 2**n whose bits have not been needed. A sum is a
constant and words with odd coefficients, in a normal form:

    the known bits of a word are part of the constant    2*t is the shifted word t
    one of t and -1 - t is used                          p + q is p ^ q if p & q = 0

The bits of a sum are new monomials. A word that consists of them is recognised as the sum. The low 32 bits of
a wider sum are those of the sum of the low halves.
"""

from asmgen.words import Ints, Words, signed

from .bitslice import View
from .terms import Unsupported

SHORT = 2  # sums of at most this number of bits are computed bit by bit
SLICE = 128  # bits of the narrowest bit-sliced word


class Symbolic(Exception):
    """An address or a branch condition is unknown."""


class Sum:
    """A sum of n bits. terms: ((bits, coefficient), ...). bits: a tuple, or None if they were not needed."""

    __slots__ = ("n", "const", "terms", "bits")

    def __init__(self, n, const, terms):
        self.n, self.const, self.terms, self.bits = n, const, terms, None


def narrow(bits):
    """Returns bits as a word, which is an integer if all bits are known."""
    if max(bits) > 1:
        return bits
    return sum(bit << i for i, bit in enumerate(bits))


class Symbols(Ints):
    """The algebra. Its public methods are those of asmgen.words.Ints."""

    lanes, bit, pick = Words.lanes, Words.bit, Words.pick

    def __init__(self, terms, known=False):
        """known: uses random numbers instead of unknowns."""
        self.terms, self.known = terms, known
        self.asked = {}  # (name, n) -> word
        self.count = None  # a counts.Count, if the number of blocks is unknown
        self.slices = None  # a bitslice.BitSlices, for bit-sliced functions
        self.steps = None  # a rounds.Steps, if the rounds are recorded
        self.done = {}  # (function, words) -> result of `each`
        self.numbers = {}  # (number, n) -> its bits
        self.sums = {}  # (n, constant, terms) -> Sum
        self.by_bits = {}  # the bits of a sum -> Sum
        self.tables = {}  # (table, width) -> result of `_columns`
        self.found = {}  # (table, index, width) -> word
        self.apart = {}  # (word, word) -> whether they have no 1 bit in common

    def forget(self):
        """Breaks the cycles of references, so that the memory is freed at once."""
        self.terms.forget()
        self.done.clear()
        self.count = self.slices = self.steps = None

    def inputs(self, n):
        """Returns an unknown word."""
        return self.terms.chance.getrandbits(n) if self.known else self.terms.inputs(n)

    def named(self, name, n):
        """Returns the unknown word of a name: the same for all calls and cases, which so share terms."""
        if (name, n) not in self.asked:
            self.asked[name, n] = self.inputs(n)
        return self.asked[name, n]

    def bits(self, word, n):
        """Returns the n bits of a word as a tuple."""
        if isinstance(word, int):
            return self._known_bits(word, n)
        if isinstance(word, View):
            return self.slices.bits(word)
        return self._sum_bits(word) if isinstance(word, Sum) else word

    def _known_bits(self, number, n):
        if (number, n) not in self.numbers:
            self.numbers[number, n] = tuple([number >> i & 1 for i in range(n)])
        return self.numbers[number, n]

    def sample(self, word, n):
        """Returns the word's value at the sample input."""
        if isinstance(word, int):
            return word
        if isinstance(word, Sum) and word.bits is None:
            return (word.const + sum(c * self.sample(t, n) for t, c in word.terms)) % (1 << n)
        samples = self.terms.samples
        return sum(samples[bit] << i for i, bit in enumerate(self.bits(word, n)))

    def concrete(self, word):
        if isinstance(word, int):
            return word
        raise Symbolic

    # -- sums ------------------------------------------------------------------------------------
    def _sum_bits(self, total):
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
        (c, s), (d, t) = self._linear(a, n), self._linear(b, n)
        return self._checked(self._sum(n, c + d, (*s, *t)), n, self.sample(a, n) + self.sample(b, n))

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

    # -- bitwise ---------------------------------------------------------------------------------
    def _gate(self, operation, a, b, n):
        """Applies a gate to all bit positions at once. Returns None if the operands are no matching views."""
        if not self.slices or n < SLICE or isinstance(a, Sum) or isinstance(b, Sum):
            return None
        found = self.slices.pair(*(self._whole(word, n) for word in (a, b)))
        return None if found is None else self._view(n, operation(*found[:2]), found[2])

    def _whole(self, word, n):
        """Returns an integer as a view, if all of its bits are the same."""
        if isinstance(word, int):
            return View(n, word & 1, None) if word in (0, (1 << n) - 1) else None
        return word

    def _view(self, n, polynomial, blocks):
        return polynomial * ((1 << n) - 1) if polynomial < 2 else View(n, polynomial, blocks)

    def _each(self, operation, a, b, n):
        return narrow(tuple(map(operation, self.bits(a, n), self.bits(b, n))))

    def and_(self, a, b, n):
        if isinstance(a, int) and isinstance(b, int):
            return a & b
        if isinstance(a, int):
            a, b = b, a
        if isinstance(b, int):
            if b == (1 << n) - 1:
                return a
            return narrow(tuple([x if one else 0 for x, one in zip(self.bits(a, n), self.bits(b, n))]))
        found = self._gate(self.terms.and_, a, b, n)
        return self._each(self.terms.and_, a, b, n) if found is None else found

    def or_(self, a, b, n):
        if isinstance(a, int) and isinstance(b, int):
            return a | b
        found = self._gate(self._or, a, b, n)
        return self._each(self._or, a, b, n) if found is None else found

    def _or(self, a, b):
        """Returns a or b. For large polynomials it is the complement of a product, so that the order of
        several ORs does not matter."""
        xor, and_ = self.terms.xor, self.terms.and_
        if not a or not b:
            return a or b
        if self.terms.few(a, b):
            return xor(xor(a, b), and_(a, b))
        return xor(and_(xor(a, 1), xor(b, 1)), 1)

    def xor(self, a, b, n):
        if isinstance(a, int) and isinstance(b, int):
            return a ^ b
        xor = self.terms.xor
        found = self._gate(xor, a, b, n)
        if found is not None:
            return found
        # most operands are a known 0, which needs no call
        return narrow(
            tuple([xor(x, y) if x and y else x or y for x, y in zip(self.bits(a, n), self.bits(b, n))])
        )

    def not_(self, a, n):
        return self.xor(a, (1 << n) - 1, n)

    def select(self, condition, a, b, n):
        if isinstance(condition, int):
            return a if condition else b
        xor, and_ = self.terms.xor, self.terms.and_
        (bit,) = self.bits(condition, 1)
        return self._each(lambda x, y: xor(y, and_(bit, xor(x, y))), a, b, n)

    def eq(self, a, b, n):
        if isinstance(a, int) and isinstance(b, int):
            return int(a == b)
        known = self.count and self.count.equal(a, b)
        if known is not None:
            return known
        different = list(map(self.terms.xor, self.bits(a, n), self.bits(b, n)))
        if 1 in different:
            return 0
        same = 1
        for bit in different:
            same = self.terms.and_(same, self.terms.xor(bit, 1))
        return narrow((same,))

    def borrow(self, a, b, r, n):
        if self.count and r == self.sub(a, b, n):
            known = self.count.less(a, b)
            if known is not None:
                return known
        return Words.borrow(self, a, b, r, n)

    def odd_bytes(self, a, n):
        if isinstance(a, int):
            return Ints.odd_bytes(self, a, n)
        bits = self.bits(a, n)
        return self.concat([narrow((self.terms.sum(bits[i : i + 8]),) + (0,) * 7) for i in range(0, n, 8)], 8)

    def each(self, function, words):
        """Returns function(words of one bit).

        It is evaluated once for the same function and words, and once for all blocks of bit slices.
        """

        def once(words):
            key = function, tuple(words)
            if key not in self.done:
                self.done[key] = function(words)
            return self.done[key]

        if not self.slices:
            return once(words)

        def of_polynomials(polynomials):
            return [self.bits(word, 1)[0] for word in once([narrow((f,)) for f in polynomials])]

        found = self.slices.each(of_polynomials, [self.bits(word, 1)[0] for word in words])
        return [narrow((polynomial,)) for polynomial in found]

    # -- places ----------------------------------------------------------------------------------
    def shl(self, a, k, n):
        if isinstance(a, int) and isinstance(k, int):
            return Ints.shl(self, a, k, n)
        k = min(self._count(k), n)
        return narrow((0,) * k + self.bits(a, n)[: n - k])

    def shr(self, a, k, n):
        if isinstance(a, int) and isinstance(k, int):
            return a >> k
        k = min(self._count(k), n)
        return narrow(self.bits(a, n)[k:] + (0,) * k)

    def sar(self, a, k, n):
        if isinstance(a, int) and isinstance(k, int):
            return Ints.sar(self, a, k, n)
        k, bits = min(self._count(k), n - 1), self.bits(a, n)
        return narrow(bits[k:] + bits[-1:] * k)

    def rol(self, a, k, n):
        if isinstance(a, int) and isinstance(k, int):
            return Ints.rol(self, a, k, n)
        k, bits = self._count(k) % n, self.bits(a, n)
        return narrow(bits[n - k :] + bits[: n - k])

    def ror(self, a, k, n):
        return self.rol(a, -self._count(k) % n, n)

    def _count(self, k):
        if not isinstance(k, int):
            raise Unsupported("a shift by an unknown count")
        return k

    def bswap(self, a, n):
        if isinstance(a, int):
            return Ints.bswap(self, a, n)
        bits = self.bits(a, n)
        return tuple([bit for at in range(n - 8, -1, -8) for bit in bits[at : at + 8]])

    def extract(self, a, low, n):
        if isinstance(a, int):
            return (a >> low) & ((1 << n) - 1)
        if isinstance(a, Sum) and not low:
            if a.n == n:
                return a
            if n == 32:
                return self._sum(32, a.const, [(t[:32], c) for t, c in a.terms])
        if self.count and n == 1 and low == self.count.n - 1:
            known = self.count.negative(a)
            if known is not None:
                return known
        if isinstance(a, View):
            return View(n, a.polynomial, a.blocks and a.blocks[low : low + n])
        bits = self.bits(a, a.n if isinstance(a, Sum) else len(a))
        return narrow(bits[low : low + n])

    def concat(self, parts, n):
        if all(isinstance(part, int) for part in parts):
            return Ints.concat(self, parts, n)
        joined = self.slices and isinstance(parts[0], View) and self.slices.join(parts)
        if joined:
            return joined
        return tuple([bit for part in parts for bit in self.bits(part, n)])

    def insert(self, a, part, low, n, total):
        if isinstance(a, int) and isinstance(part, int):
            return Ints.insert(self, a, part, low, n, total)
        bits = self.bits(a, total)
        return narrow(bits[:low] + self.bits(part, n) + bits[low + n :])

    def zext(self, a, n, to):
        if isinstance(a, int) or n == to:
            return a
        return self.bits(a, n) + (0,) * (to - n)

    def sext(self, a, n, to):
        if isinstance(a, int):
            return Ints.sext(self, a, n, to)
        bits = self.bits(a, n)
        return bits + bits[-1:] * (to - n)

    # -- tables ----------------------------------------------------------------------------------
    def lookup(self, table, index, n):
        """Looks an unknown index up in a table of words.

        The result is the sum of monomial * (Boolean function with the truth table of its coefficients).
        """
        if isinstance(index, int):
            return table[index]
        count = (len(table) - 1).bit_length()
        index = self.bits(index, count)
        if len(table) != 1 << count:
            raise Unsupported("a table whose size is no power of two")
        key = tuple(table), index, n
        if key not in self.found:
            places, tables = self._columns(key[0], n)
            found = self.terms.functions(index, tables) if tables else ()
            result = [0] * n
            for (i, monomial), bit in zip(places, found):
                product = self.terms.and_(self.terms.single[monomial], bit)
                result[i] = self.terms.xor(result[i], product)
            self.found[key] = self._checked_lookup(narrow(tuple(result)), table, index, n)
        return self.found[key]

    def _columns(self, table, n):
        """Returns ([(bit of the result, monomial)], [the truth table of each])."""
        key = table, n
        if key not in self.tables:
            columns = {}
            for p, word in enumerate(table):
                for i, bit in enumerate(self.bits(word, n)):
                    for monomial in self.terms.polynomials[bit]:
                        columns[i, monomial] = columns.get((i, monomial), 0) | 1 << p
            self.tables[key] = tuple(columns), tuple(columns.values())
        return self.tables[key]

    def _checked_lookup(self, word, table, index, n):
        at = self.sample(index, len(index))
        if self.sample(word, n) != self.sample(table[at], n):
            raise AssertionError("a rule of the word algebra is wrong: a table's sample")
        return word
