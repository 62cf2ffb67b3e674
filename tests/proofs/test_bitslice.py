# SPDX-License-Identifier: MIT
"""Bit slices: gates on views against the same gates on numbers, bit by bit."""

import random

import pytest

from proofs.algebra.bitslice import BitSlices, View
from proofs.algebra.terms import Terms
from proofs.algebra.words import SLICE, Symbols

INPUTS = 5  # bits of a block


def slices(seed, extra=0):
    """Returns (Symbols, columns). A column has one input bit of all blocks, then `extra` zero bits."""
    chance = random.Random(seed)
    words = Symbols(Terms(seed))
    words.slices = BitSlices(words.terms)
    order = list(range(SLICE - extra))
    chance.shuffle(order)  # the order of the blocks is arbitrary
    columns = []
    for j in range(INPUTS):
        bits = {}
        for block in order:
            (bits[block],) = words.inputs(1)
            words.slices.declare(j, block, bits[block])
        columns.append(tuple(bits[block] for block in order) + (0,) * extra)
    return words, columns


def gates(words, columns, chance, count):
    """Returns [(word, its value at the sample input)] of random gates."""
    (key,) = words.inputs(1)
    made = [(word, words.sample(word, SLICE)) for word in (*columns, (key,) * SLICE)]
    for _ in range(count):
        (a, x), (b, y) = chance.choice(made), chance.choice(made)
        name = chance.choice(("and_", "or_", "xor", "not_"))
        if name == "not_":
            made.append((words.not_(a, SLICE), x ^ (1 << SLICE) - 1))
        else:
            number = {"and_": x & y, "or_": x | y, "xor": x ^ y}[name]
            made.append((getattr(words, name)(a, b, SLICE), number))
    return made


@pytest.mark.parametrize("extra", [0, 3])
def test_views_mean_what_their_bits_do(extra):
    for seed in range(25):
        words, columns = slices(seed, extra)
        made = gates(words, columns, random.Random(seed), 30)
        assert sum(isinstance(word, View) for word, _ in made) > 10
        for word, number in made:
            bits = words.bits(word, SLICE)
            assert sum(words.terms.samples[bit] << i for i, bit in enumerate(bits)) == number


def test_one_bit_chooses_a_view():
    """The word at an address that a bit shared by all blocks chooses has the terms of the standard's selection."""
    for seed in range(25):
        words, columns = slices(seed)
        made = [word for word, _ in gates(words, columns, random.Random(seed), 30)]
        (bit,) = words.inputs(1)
        for a, b in zip(made[5:], made[6:]):
            wanted = words.xor(a, words.and_((bit,) * SLICE, words.xor(a, b, SLICE), SLICE), SLICE)
            other = words.terms.xor(bit, 1)
            for index, table in (((bit,), (a, b)), ((other,), (b, a))):
                word = words.lookup(table, index, SLICE)
                assert isinstance(word, View) >= isinstance(wanted, View)
                assert words.bits(word, SLICE) == words.bits(wanted, SLICE)
                assert words.sample(word, SLICE) == words.sample(table[words.sample(index, 1)], SLICE)


def test_a_bit_of_one_block_chooses_no_view():
    words, columns = slices(4)
    index, table = (columns[0][3],), columns[1:3]
    word = words.lookup(table, index, SLICE)
    assert not isinstance(word, View)
    assert words.sample(word, SLICE) == words.sample(table[words.sample(index, 1)], SLICE)


def test_other_orders_of_blocks_are_no_view():
    words, columns = slices(3)
    turned = columns[1][1:] + columns[1][:1]
    assert isinstance(words.and_(columns[0], columns[1], SLICE), View)
    mixed = words.and_(columns[0], turned, SLICE)
    assert not isinstance(mixed, View)
    assert words.sample(mixed, SLICE) == words.sample(columns[0], SLICE) & words.sample(turned, SLICE)


def test_an_extra_block_has_one_input():
    """A position outside of all blocks must contain the same bit everywhere."""
    words, columns = slices(4, extra=1)
    (other,) = words.inputs(1)
    assert words.slices.lift(columns[0])
    assert words.slices.lift(columns[0][:-1] + (other,)) is None
    assert words.slices.lift(columns[1][:-1] + (other,))


def test_the_standard_and_gates_get_the_same_names():
    """A function evaluated once on generic bits has the same name in each block as the gates give it."""
    words, columns = slices(6)
    chosen = words.or_(words.and_(columns[0], columns[1], SLICE), columns[2], SLICE)
    bits = words.bits(chosen, SLICE)

    def choose(b):
        return [words.or_(words.and_(b[0], b[1], 1), b[2], 1)]

    for place in (0, 17, SLICE - 1):
        (got,) = words.each(choose, [(column[place],) for column in columns[:3]])
        assert got == (bits[place],)


def sliced(words, column, place, bit):
    """Returns the column with another bit in one position."""
    return column[:place] + (bit,) + column[place + 1 :]


def test_a_position_of_two_blocks():
    """Two words that differ only in a position that mixes two blocks are not equal."""
    words, (column, *_) = slices(2)
    xor = words.terms.xor
    a, b = (sliced(words, column, 0, xor(column[0], column[other])) for other in (1, 2))
    assert words.bits(words.xor(a, b, SLICE), SLICE)[0] == xor(column[1], column[2]) != 0


def test_a_computed_bit_is_no_input_of_an_extra_block():
    words, (a, b, *_) = slices(4)
    product = words.bits(words.and_(a, b, SLICE), SLICE)
    a, b, product = (sliced(words, word, 0, bit) for word, bit in ((a, 0), (b, 1), (product, 1)))
    found = words.xor(words.and_(a, b, SLICE), product, SLICE)
    assert words.terms.samples[words.bits(found, SLICE)[0]] == 1
