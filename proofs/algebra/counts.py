# SPDX-License-Identifier: MIT
"""A count that is unknown: which comparisons with multiples of it have one answer all the same.

The count lies in a range, and words that are a multiple of it plus a constant are known as such. A
loop's end, `end - pointer == 0` or `count < 4`, is one of them.
"""

from asmgen.isa import signed

BELOW = {64: 48, 32: 25}  # bits of a count, by those of the code: more does not fit its memory
SHIFTS = 13  # multiples up to 2**12: bytes of a unit of work


class Count:
    """`width` unknown bits of a word of n bits; a loop that asks nothing else about it ends for all
    of its values in the same way."""

    def __init__(self, words, n, width):
        self.n, self.sums, self.bits = n, words.by_bits, words.terms.inputs(width) + (0,) * (n - width)
        self.multiples = {(0,) * k + self.bits[: n - k]: 1 << k for k in range(SHIFTS)}
        self.range = 0, (1 << width) - 1
        self.asked = False  # has an answer depended on it?

    def linear(self, word):
        """(factor, constant), or None."""
        if isinstance(word, int):
            return 0, word
        word = self.sums.get(word, word)
        if isinstance(word, tuple):
            known = sum(1 << i for i, bit in enumerate(word) if bit == 1)
            factor = self.multiples.get(tuple([0 if bit == 1 else bit for bit in word]))
            return None if factor is None else (factor, known)
        if word.n != self.n:
            return None
        factor, constant = 0, word.const
        for term, k in word.terms:
            part = self.linear(term)
            if part is None:
                return None
            factor, constant = factor + k * part[0], constant + k * part[1]
        return factor, constant

    def _ends(self, factor, constant):
        """The values for the least count and for the largest, not reduced mod 2**n."""
        return [factor * count + constant for count in self.range]

    def equal(self, a, b):
        """1, 0, or None where it depends on the count."""
        a, b = self.linear(a), self.linear(b)
        if a is None or b is None or a[0] == b[0] == 0:
            return None
        self.asked = True
        factor, constant = a[0] - b[0], signed((a[1] - b[1]) % (1 << self.n), self.n)
        first, last = self._ends(factor, constant)
        if max(abs(first), abs(last)) >= 1 << self.n:
            return None  # may meet by going round
        if first == last:
            return int(first == 0)
        return 0 if first * last > 0 else None

    def less(self, a, b):
        """The same of a < b, as numbers without a sign."""
        ends = self._interval(a), self._interval(b)
        if None in ends:
            return None
        self.asked = True
        answers = {int(x < y) for x, y in zip(*ends)}
        return answers.pop() if len(answers) == 1 else None

    def negative(self, a):
        """The same of the sign."""
        ends = self._interval(a)
        if ends is None:
            return None
        self.asked = True
        answers = {int(x >= 1 << self.n - 1) for x in ends}
        return answers.pop() if len(answers) == 1 else None

    def _interval(self, word):
        """Its two ends as numbers, where none of the values goes round."""
        found = self.linear(word)
        if found is None:
            return None
        ends = self._ends(*found)
        turn = ends[0] >> self.n
        if ends[1] >> self.n != turn:
            return None
        return [end - (turn << self.n) for end in ends]
