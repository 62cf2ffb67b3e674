# SPDX-License-Identifier: MIT
"""An unknown count, and comparisons whose answer does not depend on it.

The count has a range. A word that is a multiple of the count plus a constant is recognised. A comparison of
two words of this kind, such as `end - pointer == 0` or `count < 4` at the end of a loop, is decided if its
answer is the same in the whole range.
"""

from asmgen.words import signed

BELOW = {64: 48, 32: 25}  # bits of the code -> bits of a count; more blocks do not fit in memory
SHIFTS = 13  # recognises the multiples 2**0 to 2**12, for the bytes of a unit


class Count:
    """`width` unknown bits in a word of n bits. range: the least and the largest value."""

    def __init__(self, words, n, width):
        self.n, self.sums, self.bits = n, words.by_bits, words.terms.inputs(width) + (0,) * (n - width)
        self.multiples = {(0,) * k + self.bits[: n - k]: 1 << k for k in range(SHIFTS)}
        self.range = 0, (1 << width) - 1
        self.asked = False  # whether a comparison has used the count

    def linear(self, word):
        """Returns (factor, constant) of a word that is factor * count + constant, or None."""
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
        """Returns the values for the least and the largest count, not reduced mod 2**n."""
        return [factor * count + constant for count in self.range]

    def equal(self, a, b):
        """Returns whether a == b: 1, 0, or None if it depends on the count."""
        a, b = self.linear(a), self.linear(b)
        if a is None or b is None or a[0] == b[0] == 0:
            return None
        self.asked = True
        factor, constant = a[0] - b[0], signed((a[1] - b[1]) % (1 << self.n), self.n)
        first, last = self._ends(factor, constant)
        if max(abs(first), abs(last)) >= 1 << self.n:
            return None  # may be equal modulo 2**n
        if first == last:
            return int(first == 0)
        return 0 if first * last > 0 else None

    def less(self, a, b):
        """Returns whether a < b as unsigned numbers: 1, 0 or None."""
        ends = self._interval(a), self._interval(b)
        if None in ends:
            return None
        self.asked = True
        answers = {int(x < y) for x, y in zip(*ends)}
        return answers.pop() if len(answers) == 1 else None

    def negative(self, a):
        """Returns the sign bit: 1, 0 or None."""
        ends = self._interval(a)
        if ends is None:
            return None
        self.asked = True
        answers = {int(x >= 1 << self.n - 1) for x in ends}
        return answers.pop() if len(answers) == 1 else None

    def _interval(self, word):
        """Returns the values for the least and the largest count, or None if the word wraps in between."""
        found = self.linear(word)
        if found is None:
            return None
        ends = self._ends(*found)
        turn = ends[0] >> self.n
        if ends[1] >> self.n != turn:
            return None
        return [end - (turn << self.n) for end in ends]
