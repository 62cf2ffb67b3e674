# SPDX-License-Identifier: MIT
"""The algebra of word operations in which the meaning of every instruction is written.

A word is a value of a known width in bits. Every operation takes the width `n` of its operands.
`Ints` computes on Python integers, for the interpreter. `Tainted` computes on integers that record
whether they depend on secret data, for the constant-time analysis. The prover has a third algebra, on
symbolic terms: it must implement the methods of `Ints` and may inherit those of `Words`.

Conditions are words of one bit. Shift counts are words that the caller has already masked.
"""

import functools
import struct


def signed(value, width):
    """Returns the integer that a word of `width` bits is in two's complement."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def little_endian(value, n):
    """Returns the low n bits of an integer as bytes."""
    return (value & ((1 << n) - 1)).to_bytes(n // 8, "little")


class Words:
    """Operations that are defined by other operations, for every kind of word."""

    def lanes(self, a, n, count):
        """Splits a into count lanes of n bits, least significant first."""
        return [self.extract(a, i * n, n) for i in range(count)]

    def bit(self, a, index):
        return self.extract(a, index, 1)

    def pick(self, source, index):
        """Returns the byte that pshufb chooses: source[index & 15], or 0 if bit 7 of index is set."""
        chosen = self.lookup(source, self.extract(index, 0, 4), 8)
        return self.select(self.bit(index, 7), self.const(0, 8), chosen, 8)

    def borrow(self, a, b, r, n):
        """Returns the borrow out of r = a - b - borrow in. At the top bit there is one if a is 0 and
        b is 1, or if they are equal and r is 1."""
        not_a = self.not_(a, n)
        return self.bit(self.or_(self.and_(not_a, b, n), self.and_(self.or_(not_a, b, n), r, n), n), n - 1)

    def odd_bytes(self, a, n):
        """Returns in bit 0 of each byte the parity of the byte. All bytes are computed at once: the
        shifts move bits of the next byte only into positions that do not reach bit 0."""
        for distance in (4, 2, 1):
            a = self.xor(a, self.shr(a, self.const(distance, 16), n), n)
        return self.and_(a, self.const(int.from_bytes(b"\1" * (n // 8), "little"), n), n)


@functools.cache
def _packing(n, count):
    """Returns the struct of count lanes of n bits."""
    return struct.Struct(f"<{count}{ {8: 'B', 16: 'H', 32: 'I', 64: 'Q'}[n]}")


class Ints(Words):
    """Words are non-negative Python integers below 2**n."""

    def const(self, value, n):
        return value & ((1 << n) - 1)

    def concrete(self, word):
        """Returns the integer value of a word that must be known: an address or a branch condition."""
        return word

    def add(self, a, b, n):
        return (a + b) & ((1 << n) - 1)

    def sub(self, a, b, n):
        return (a - b) & ((1 << n) - 1)

    def mul(self, a, b, n):
        return (a * b) & ((1 << n) - 1)

    def and_(self, a, b, n):
        return a & b

    def or_(self, a, b, n):
        return a | b

    def xor(self, a, b, n):
        return a ^ b

    def not_(self, a, n):
        return a ^ ((1 << n) - 1)

    def shl(self, a, k, n):
        return (a << k) & ((1 << n) - 1) if k < n else 0

    def shr(self, a, k, n):
        return a >> k

    def sar(self, a, k, n):
        sign = a >> (n - 1)
        k = min(k, n - 1)
        return (a >> k) | (((1 << n) - (1 << (n - k))) if sign else 0)

    def rol(self, a, k, n):
        k %= n
        return ((a << k) | (a >> (n - k))) & ((1 << n) - 1)

    def ror(self, a, k, n):
        return self.rol(a, -k % n, n)

    def bswap(self, a, n):
        return int.from_bytes(a.to_bytes(n // 8, "little"), "big")

    def extract(self, a, low, n):
        """Returns bits low .. low+n-1."""
        return (a >> low) & ((1 << n) - 1)

    def concat(self, parts, n):
        """Joins parts of n bits each, least significant first."""
        if 8 <= n <= 64:
            return int.from_bytes(_packing(n, len(parts)).pack(*parts), "little")
        word = 0
        for i, part in enumerate(parts):
            word |= part << (i * n)
        return word

    def insert(self, a, part, low, n, total):
        """Returns the total-bit word a with bits low .. low+n-1 replaced by part."""
        return (a & ~(((1 << n) - 1) << low)) | (part << low)

    def zext(self, a, n, to):
        return a

    def sext(self, a, n, to):
        return a | (((1 << to) - (1 << n)) if a >> (n - 1) else 0)

    def select(self, condition, a, b, n):
        return a if condition else b

    def eq(self, a, b, n):
        return int(a == b)

    def lookup(self, table, index, n):
        """Returns table[index], as an instruction whose time does not depend on the index."""
        return table[index]

    # -- faster than those of Words: the interpreter spends its time here ------------------------
    def lanes(self, a, n, count):
        if not 8 <= n <= 64:
            return Words.lanes(self, a, n, count)
        packing = _packing(n, count)
        return list(packing.unpack(a.to_bytes(packing.size, "little")))

    def bit(self, a, index):
        return a >> index & 1

    def pick(self, source, index):
        return 0 if index & 0x80 else source[index & 15]


class Secret(int):
    """An integer that depends on secret data. `Tainted` computes with it."""

    __slots__ = ()


OF_ONE = frozenset(("not_", "extract", "zext", "sext", "bit"))
OF_TWO = frozenset(("add", "sub", "and_", "or_", "xor"))  # their results are always new integers


class SecretUse(Exception):
    """A secret word was used as an address or a branch condition."""


def _tainting(name):
    plain = getattr(Ints, name)

    def operation(self, *args):
        result = plain(self, *args)
        return Secret(result) if Secret in map(type, args) else int(result)

    def of_one(self, a, *numbers):  # int(): the result may be the operand itself
        return (Secret if type(a) is Secret else int)(plain(self, a, *numbers))

    def of_two(self, a, b, n):
        result = plain(self, a, b, n)
        return Secret(result) if type(a) is Secret or type(b) is Secret else result

    # the analyses spend their time in the two special cases
    return of_one if name in OF_ONE else of_two if name in OF_TWO else operation


class Tainted(Ints):
    """`Ints` with taint: a result is secret if an operand is. strict: a secret must not become concrete."""

    def __init__(self, strict):
        self.strict = strict

    def concrete(self, word):
        if self.strict and type(word) is Secret:
            raise SecretUse
        return int(word)

    def concat(self, parts, n):
        result = Ints.concat(self, parts, n)
        return Secret(result) if Secret in map(type, parts) else int(result)

    def lookup(self, table, index, n):
        return self._chosen(Ints.lookup(self, table, index, n), table, index)

    def pick(self, source, index):
        return self._chosen(Ints.pick(self, source, index), source, index)

    def _chosen(self, word, table, index):
        secret = type(index) is Secret or Secret in map(type, table)
        return Secret(word) if secret else int(word)

    def lanes(self, a, n, count):
        lanes = Ints.lanes(self, a, n, count)
        return [Secret(lane) for lane in lanes] if type(a) is Secret else lanes


for _name in (
    "add sub mul and_ or_ xor not_ shl shr sar rol ror bswap extract insert zext sext select eq bit"
).split():
    setattr(Tainted, _name, _tainting(_name))
