# SPDX-License-Identifier: MIT
"""The round keys of one og_des_key for all blocks: a dword of ones or zeros for each key bit.

A round broadcasts the dword to a vector. In the rounds that read a complemented half block
(_circuits.py) the bits for its complemented inputs are stored complemented.
"""

import struct

from asmgen.x86.registers import dword

from .._spec import KEY, ROUNDS, SCHEDULE
from ._circuits import BOXES, COMPLEMENTED, COMPLEMENTED_PERIOD, COMPLEMENTED_ROUNDS, INPUTS

KEY_ORDER = (0, 2, 4, 6, 1, 3, 5, 7)  # of the S-boxes in a round key of an og_des_key
ROUND_KEY = 4 * INPUTS * BOXES  # bytes of an expanded round key
SIZE = ROUNDS * ROUND_KEY  # bytes of the expanded keys of one pass
WORD = ROUND_KEY // 2  # bytes that one word of an og_des_key expands to


def key_offset(box, i):
    """Returns where the dword of input i of an S-box is in an expanded round key."""
    return 4 * (INPUTS * KEY_ORDER.index(box) + i)


def _tables():
    """Returns two tables of 48 dwords: the bit of each key bit in its word, and what the masked word
    is compared with. The comparison gives the key bit, or with 0 its complement."""
    bits, complemented = [], []
    for number, box in enumerate(KEY_ORDER):
        for i in range(INPUTS):
            # the fields of S2 S4 S6 S8 are rotated left by 4 in their word
            place = 8 * (number % 4) + 2 + i + 4 * (number // 4)
            bits.append(1 << place % 32)
            complemented.append(0 if COMPLEMENTED[INPUTS * box + i] else bits[-1])
    return [struct.pack("<48I", *words) for words in (bits, complemented)]


def expand(vectors, passes, encrypt, ks, step, to, count):
    """Writes SIZE bytes for each pass from `to` on.

    encrypt: the flag in memory, or None to decrypt. ks, step, to, count: general registers with the
    og_des_key, nothing, the destination and nothing. All are overwritten.
    """
    f = vectors.f
    if encrypt is None:
        f.mov(step, -KEY, note="decryption: from the last round key down")
        f.add(ks, SCHEDULE * passes - KEY)
    else:
        forwards = f.label("forwards")
        f.mov(step.view(32), KEY, note="bytes from one round key to the next")
        f.cmp(encrypt, 0)
        f.jne(forwards)
        f.neg(step, note="decryption: from the last round key down")
        f.add(ks, SCHEDULE * passes - KEY)
        f.here(forwards)
    for number in range(passes):
        f.phase(f"expand the round keys of pass {number + 1}")
        if number == 2:
            f.neg(step)
        if number:  # 16 steps and one back, or one more
            f.lea(ks, ks + step * 8)
            f.lea(ks, ks + step * 8)
            (f.sub if number == 1 else f.add)(ks, step)
        if number == 1:
            f.neg(step)
        expand_pass(vectors, ks, step, to, count, f"expand_{number + 1}")


def expand_pass(vectors, ks, step, to, count, label):
    """Writes the 16 round keys of a pass to `to`, and leaves `to` behind them.

    ks: the first round key, step: the bytes to the next one.
    """
    f = vectors.f
    bits, complemented = (
        f.constant(name, words, note)
        for name, words, note in zip(
            ("key_bits", "repaired_key_bits"),
            _tables(),
            ("the bit of each key bit in its word", "the same, but 0 for key bits to complement"),
        )
    )
    again = f.label(label)
    f.mov(count, ROUNDS // COMPLEMENTED_PERIOD)
    f.here(again)
    for i in range(COMPLEMENTED_PERIOD):
        repaired = i in COMPLEMENTED_ROUNDS
        f.phase(f"round key {i + 1} of {COMPLEMENTED_PERIOD}" + repaired * ", with the repair of S(0)")
        for word in range(2):
            _expand_word(
                vectors,
                dword[ks + 4 * word],
                bits + WORD * word,
                (complemented if repaired else bits) + WORD * word,
                to + (ROUND_KEY * i + WORD * word),
            )
        f.add(ks, step)
    f.add(to, ROUND_KEY * COMPLEMENTED_PERIOD)
    f.dec(count)
    f.jne(again)


def _expand_word(vectors, source, bits, wanted, to):
    word, ones = vectors.registers[:2]
    boxes = "S1 S3 S5 S7" if source.disp == 0 else "S2 S4 S6 S8"
    vectors.broadcast(word, source, note=f"the key bits of {boxes}")
    for at in range(0, WORD, vectors.size):
        vectors.op("pand", ones, word, vectors.at[bits + at])
        vectors.op("pcmpeqd", ones, ones, vectors.at[wanted + at])
        vectors.move(vectors.at[to + at], ones)
