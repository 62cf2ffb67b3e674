# SPDX-License-Identifier: MIT
"""The word algebra of asm/asmgen/words.py over terms: an operation is computed for all inputs at once.

A word is an integer if all of its bits are known, a tuple of bits (terms.py), lowest first, a View of bit
slices (bitslice.py), or a `Sum` (sums.py): a sum of words mod 2**n whose bits have not been needed.
"""

from asmgen.words import Ints, Words

from .bitslice import View
from .sums import Sum, Sums
from .terms import Unsupported

SLICE = 128  # bits of the narrowest bit-sliced word


class Symbolic(Exception):
    """An address or a branch condition is unknown."""


def narrow(bits):
    """Returns bits as a word, which is an integer if all bits are known."""
    if max(bits) > 1:
        return bits
    return sum(bit << i for i, bit in enumerate(bits))


class Symbols(Sums):
    """The algebra. Its public methods are those of asmgen.words.Ints."""

    lanes, bit = Words.lanes, Words.bit

    def __init__(self, terms, known=False):
        """known: uses random numbers instead of unknowns."""
        super().__init__()
        self.terms, self.known = terms, known
        self.asked = {}  # (name, n) -> word
        self.count = None  # a counts.Count, if the number of blocks is unknown
        self.slices = None  # a bitslice.BitSlices, for bit-sliced functions
        self.steps = None  # a rounds.Steps, if the rounds are recorded
        self.done = {}  # (function, words) -> result of `each`
        self.numbers = {}  # (number, n) -> its bits
        self.tables = {}  # (table, width) -> result of `_columns`
        self.found = {}  # (table, index, width) -> word

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
        return self.sum_bits(word) if isinstance(word, Sum) else word

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
        chosen = self._choice(table, index, n) if len(table) == 2 else None
        if chosen is not None:
            return chosen
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

    def pick(self, source, index):
        """Returns the byte that pshufb chooses, with an unknown bit 7 as one look-up of five bits: a product of
        bit 7 and what four bits choose is multiplied out where the standard has no function of all of them."""
        if isinstance(self.bit(index, 7), int):
            return Words.pick(self, source, index)
        bits = self.bits(index, 8)
        return self.lookup([*source, *[0] * len(source)], (*bits[:4], bits[7]), 8)

    def _choice(self, table, index, n):
        """Returns the word of a bit slice that one bit, which is the same for all blocks, chooses of two, or None."""
        if (
            not self.slices
            or n < SLICE
            or self.slices.pair(*(self._whole(word, n) for word in table)) is None
        ):
            return None
        terms, (bit,) = self.terms, self.bits(index, 1)
        if 0 in terms.polynomials[bit]:  # the standard multiplies no complements
            bit, table = terms.xor(bit, 1), table[::-1]
        mask, differ = self.slices.lift((bit,) * n), self.xor(*table, n)
        if mask is None or mask.blocks is not None:  # the bit belongs to a block
            return None
        if isinstance(differ, View) and 0 in terms.polynomials[differ.polynomial]:
            word = self.xor(self.and_(mask, self.not_(differ, n), n), mask, n)
        else:
            word = self.and_(mask, differ, n)
        return self._checked_lookup(self.xor(table[0], word, n), table, (bit,), n)

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
