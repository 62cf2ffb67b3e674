# SPDX-License-Identifier: MIT
"""The round keys of one og_des_key for all blocks: ones or zeros for each key bit, in the order of use.

A bit has a vector where one key is expanded, and a round loads it. Three keys in vectors would take more stack
than a kernel may have, so that each of their bits has a dword, which ld1r repeats: one vector operation more.
In the rounds that read a complemented half block (_circuits.py) the bits for its complemented inputs are
stored complemented.
"""

import struct

from asmgen.a64.registers import VECTORS, at, v24, v25, v26, v27

from ..._spec import KEY, ROUNDS, SCHEDULE
from .._circuits import BOXES, COMPLEMENTED, COMPLEMENTED_PERIOD, COMPLEMENTED_ROUNDS, INPUTS
from ._sboxes_select import SIZE, inputs

DWORD = 4
BITS = INPUTS * BOXES  # of a round key
PER_VECTOR = SIZE // DWORD
LOADED = 4  # vectors that one ld1 loads
_IN_ORDER = inputs()
NUMBER = {place: number for number, place in enumerate(_IN_ORDER)}  # (S-box, input) -> number in a round key
_WORDS = [VECTORS[6 * word : 6 * word + 6] for word in (0, 1)]
_REPAIRS, _COPIES = VECTORS[12:24], VECTORS[28:32]


def key_bits():
    """Returns 48 dwords: the bit of each key bit in its word of an og_des_key."""
    # S2 S4 S6 S8 are in the second word, whose fields are rotated left by 4
    places = [8 * (box // 2) + 2 + i + 4 * (box % 2) for box, i in _IN_ORDER]
    return [1 << place % 32 for place in places]


def repairs():
    """Returns 48 dwords: ones for each key bit that is complemented where the half block is."""
    return [0xFFFFFFFF * COMPLEMENTED[INPUTS * box + i] for box, i in _IN_ORDER]


def element(passes):
    """Returns the bytes that a key bit takes in the expanded keys of one or three passes."""
    return SIZE if passes == 1 else DWORD


def size(passes):
    """Returns the bytes of all expanded keys."""
    return passes * ROUNDS * BITS * element(passes)


def expand(batch, encrypt):
    """Expands the keys of all passes to the area "keys".

    encrypt: the register of the flag, or None to decrypt.
    """
    f, r, passes = batch.f, batch.r, batch.passes
    f.phase("the bit of each key bit in its word, and the key bits to complement")
    for name, words, registers in (
        ("key_bits", key_bits(), [*_WORDS[0], *_WORDS[1]]),
        ("repairs", repairs(), _REPAIRS),
    ):
        f.adr(r.key_step, f.constant(name, struct.pack(f"<{BITS}I", *words), "in the order of use"))
        for first in range(0, len(registers), LOADED):
            group = [register.b16 for register in registers[first : first + LOADED]]
            f.ld1(*group, at.post(r.key_step, SIZE * LOADED))
    f.phase("encryption goes up from the first round key, decryption down from the last")
    backwards = passes * SCHEDULE - KEY
    if encrypt is None:
        _from_the_last(f, r, passes)
        f.add(r.ks, r.ks, backwards)
    else:
        forwards = f.label("forwards")
        f.movz(r.key_step, KEY)
        if passes > 1:
            f.movz(r.schedule_step, SCHEDULE)
        f.cbnz(encrypt, forwards)
        _from_the_last(f, r, passes)
        f.add(r.ks, r.ks, backwards)
        f.here(forwards)
    batch.address(r.round_key, "keys")
    if passes == 1:
        _expand_pass(batch)
        return
    next_key = f.label("next_key")
    f.movz(r.zero, 0)
    f.movz(r.passes_left, passes)
    f.here(next_key)
    _expand_pass(batch)
    f.phase("the next pass reads its keys in the other direction")
    f.sub(r.key_step, r.zero, r.key_step)
    f.add(r.ks, r.ks, r.key_step)
    f.add(r.ks, r.ks, r.schedule_step)
    f.sub(r.passes_left, r.passes_left, 1)
    f.cbnz(r.passes_left, next_key)


def _from_the_last(f, r, passes):
    f.movn(r.key_step, KEY - 1, note=f"-{KEY}")
    if passes > 1:
        f.movn(r.schedule_step, SCHEDULE - 1, note=f"-{SCHEDULE}")


def _expand_pass(batch):
    """Writes the 16 round keys of a pass from r.round_key on, and leaves r.ks behind them."""
    f, r = batch.f, batch.r

    def rounds():
        for i in range(COMPLEMENTED_PERIOD):
            repaired = i in COMPLEMENTED_ROUNDS
            f.phase(f"round key {i + 1} of {COMPLEMENTED_PERIOD}" + repaired * ", with the repair of S(0)")
            f.ldr(v24.d, at[r.ks])
            f.add(r.ks, r.ks, r.key_step)
            f.dup(v25.s4, v24.s[1], note="the key bits of S2 S4 S6 S8")
            f.dup(v24.s4, v24.s[0], note="the key bits of S1 S3 S5 S7")
            _expand_round(batch, repaired)

    batch.loop("expand", ROUNDS // COMPLEMENTED_PERIOD, rounds)


def _expand_round(batch, repaired):
    f, r = batch.f, batch.r
    to = at.post(r.round_key, 2 * SIZE)
    for number, bits in enumerate([*_WORDS[0], *_WORDS[1]]):
        first = PER_VECTOR * number
        ones = (v26, v27)[number % 2]
        f.cmtst(ones.s4, (v24, v25)[number // 6].s4, bits.s4, note=f"key bits {first + 1} to {first + 4}")
        if repaired and any(repairs()[first : first + PER_VECTOR]):
            f.eor(ones.b16, ones.b16, _REPAIRS[number].b16, note="complement some")
        if batch.passes > 1:
            if number % 2:
                f.stp(v26.q, v27.q, to)
            continue
        for i, copy in enumerate(_COPIES):
            f.dup(copy.s4, ones.s[i], note=f"key bit {first + i + 1}")
        for i in range(0, PER_VECTOR, 2):
            f.stp(_COPIES[i].q, _COPIES[i + 1].q, to)
