# SPDX-License-Identifier: MIT
"""Round keys of an og_des_key as dwords of ones and zeros, one for each bit, in the order of use.

A circuit gives S(x) ^ S(0): a half block carries the bits of S(0) wherever it has taken up an odd
number of results, in rounds 2 and 3, 6 and 7, and so on. There the key's bits are changed as well.
"""

import struct

from asmgen.registers import dword

from .._spec import ROUNDS, SCHEDULE
from ._circuits import BOXES, CHANGED, INPUTS
from ._sboxes_2in import KEY_ORDER, ROUND_KEY

SIZE = ROUNDS * ROUND_KEY  # bytes of one pass
TURN, TURNED = 4, (1, 2)  # the changes: of each so many rounds, these
HALVES = BOXES // 2


def _tables():
    """The bits' places in the two words of a round key, and what is left of them where the bit is
    1, or 0 if it is to be changed."""
    places, changed = [], []
    for number, box in enumerate(KEY_ORDER):
        for i in range(INPUTS):
            place = 8 * (number % HALVES) + 2 + i + 4 * (number // HALVES)
            places.append(1 << place % 32)
            changed.append(0 if CHANGED[INPUTS * box + i] else places[-1])
    return [struct.pack("<48I", *words) for words in (places, changed)]


def expand(vectors, passes, encrypt, ks, step, to, count):
    """Writes SIZE bytes for each pass from `to` on. encrypt: the flag in memory, or None to
    decrypt; ks, step, to, count: general registers, which are spent."""
    f = vectors.f
    if encrypt is None:
        f.mov(step, -8)
        f.add(ks, SCHEDULE * passes - 8)
    else:
        forwards = f.label("forwards")
        f.mov(step.view(32), 8)
        f.cmp(encrypt, 0)
        f.jne(forwards)
        f.neg(step)
        f.add(ks, SCHEDULE * passes - 8)
        f.here(forwards)
    for number in range(passes):
        f.phase(f"the round keys of pass {number + 1}")
        if number == 2:
            f.neg(step)
        if number:  # 15 steps further, or 17 back, and the other way
            f.lea(ks, ks + step * 8)
            f.lea(ks, ks + step * 8)
            (f.sub if number == 1 else f.add)(ks, step)
        if number == 1:
            f.neg(step)
        expand_pass(vectors, ks, step, to, count, f"expand_{number + 1}")


def expand_pass(vectors, ks, step, to, count, name):
    """The sixteen round keys from ks on, a step of bytes after the other. name: of the label."""
    f = vectors.f
    places, changed = (f.constant(table, words) for table, words in zip(("places", "changed"), _tables()))
    again = f.label(name)
    f.mov(count, ROUNDS // TURN)
    f.here(again)
    for i in range(TURN):
        for word in range(2):
            _word(
                vectors,
                dword[ks + 4 * word],
                places,
                changed if i in TURNED else places,
                4 * INPUTS * HALVES * word,
                to + ROUND_KEY * i,
            )
        f.add(ks, step)
    f.add(to, ROUND_KEY * TURN)
    f.dec(count)
    f.jne(again)


def _word(vectors, source, places, wanted, offset, to):
    word, bits = vectors.registers[:2]
    vectors.broadcast(word, source)
    for at in range(offset, offset + 4 * INPUTS * HALVES, vectors.size):
        vectors.op("pand", bits, word, vectors.at[places + at])
        vectors.op("pcmpeqd", bits, bits, vectors.at[wanted + at])
        vectors.move(vectors.at[to + at], bits)
