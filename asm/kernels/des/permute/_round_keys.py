# SPDX-License-Identifier: MIT
"""The round keys of one og_des_key for all blocks: a dword of four equal bytes for each S-box and round.

A pass has K(1) and K(16), and then D(i) = K(i-1) ^ K(i+1) of its 16 rounds; see _rounds.py.
"""

from asmgen.x86.registers import dword

from .._spec import ROUNDS
from ._maps import matrix
from ._network import BITS, BOXES, INPUTS

WORD = 4  # bytes that a broadcast reads
ROUND_KEY = WORD * BOXES
ENDS = 2 * ROUND_KEY  # bytes of K(1) and K(16)
SIZE = ENDS + ROUND_KEY * ROUNDS  # of a pass
VECTOR = 64


def _place(box, number):
    """Returns where the byte of an S-box and a round is in the two vectors: the S-boxes 1 3 5 7 are in the
    first, 2 4 6 8 in the second."""
    return VECTOR * (box % 2) + ROUNDS * (box // 2) + number


def _order(backwards):
    """Returns two vectors of indices: the byte of an og_des_key for each byte of the two vectors."""
    indices = [0] * (2 * VECTOR)
    for box in range(BOXES):
        for number in range(ROUNDS):
            key = ROUNDS - 1 - number if backwards else number
            indices[_place(box, number)] = 8 * key + 4 * (box % 2) + box // 2
    return bytes(indices)


def _spread(numbers):
    """Returns the indices of the dwords of two rounds."""
    return bytes(_place(box, number) for number in numbers for box in range(BOXES) for _ in range(WORD))


def _matrices(odd):
    """Returns the matrices that bring the bits of a field, from bit 2 on, to the bits of the S-box's byte."""
    content = b""
    for box in range(odd, BOXES, 2):
        rows = [0] * 8
        for i in range(INPUTS):
            rows[BITS[box][i]] = 1 << (2 + i)
        content += matrix(rows) * 2
    return content


class Expansion:
    """Emits the expansion. v: the vector interface. keys_at, order, other, to: general registers with the
    og_des_key, the order of its round keys, the opposite order, and the destination."""

    orders = _order(False) + _order(True)

    def __init__(self, v, keys_at, order, other, to):
        self.v, self.keys_at, self.order, self.other, self.to = v, keys_at, order, other, to

    def forwards(self):
        f = self.v.f
        orders = f.constant("orders", self.orders, "where a round's bytes are; backwards")
        f.lea(self.order, orders)
        f.lea(self.other, orders + len(self.orders) // 2)

    def turn(self, spare):
        """Exchanges the orders."""
        f = self.v.f
        f.mov(spare, self.order)
        f.mov(self.order, self.other)
        f.mov(self.other, spare)

    def one_pass(self):
        """Writes SIZE bytes, and leaves `to` behind them."""
        v = self.v
        f = v.f

        def constant(name, content):
            return v.at[f.constant(name, content)]

        low, high, low4, high4, odd, even, chosen, a, b, two = v.registers[:10]
        v.move_unaligned(low, v.at[self.keys_at])
        v.move_unaligned(high, v.at[self.keys_at + VECTOR])
        f.vprold(low4, low, 28, note="the fields of S2 S4 S6 S8 are rotated left by 4")
        f.vprold(high4, high, 28)
        v.move_unaligned(odd, v.at[self.order])
        f.vpermi2b(odd, low, high, note="S1 S3 S5 S7, 16 rounds each")
        v.move_unaligned(even, v.at[self.order + VECTOR])
        f.vpermi2b(even, low4, high4, note="S2 S4 S6 S8")
        f.vgf2p8affineqb(odd, odd, constant("odd_fields", _matrices(0)), 0)
        f.vgf2p8affineqb(even, even, constant("even_fields", _matrices(1)), 0)
        v.move_unaligned(chosen, constant("ends", _spread((0, ROUNDS - 1))))
        f.vpermi2b(chosen, odd, even, note="K(1) and K(16)")
        v.move(v.at[self.to], chosen)
        before = bytes([0x80, *range(ROUNDS - 1)]) * 4
        after = bytes([*range(1, ROUNDS), 0x80]) * 4
        for register in (odd, even):
            f.vpshufb(a, register, constant("before", before), note="K(i-1)")
            f.vpshufb(b, register, constant("after", after), note="K(i+1)")
            v.op("pxor", register, a, b)
        v.move_unaligned(a, constant("first_two", _spread((0, 1))))
        v.broadcast(two, dword[f.constant("two", b"\2" * WORD)])
        for number in range(0, ROUNDS, 2):
            v.move(chosen, a)
            f.vpermi2b(chosen, odd, even, note=f"D({number + 1}) and D({number + 2})")
            v.move(v.at[self.to + (ENDS + ROUND_KEY * number)], chosen)
            if number < ROUNDS - 2:
                f.vpaddd(a, a, two)
        f.add(self.to, SIZE)
