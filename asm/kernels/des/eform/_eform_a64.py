# SPDX-License-Identifier: MIT
"""E-form (_form.py) in the general registers of AArch64: tables, round keys, and blocks to and from E-form.

A field is extracted by its position alone, so bits beside the fields of a round key do not matter.
"""

from asmgen.a64.registers import *  # noqa: F403

from .._spec import FIELDS, KEY, ROUNDS, SCHEDULE
from ._form import EXCHANGES
from ._tables import TABLE, TABLES

LOWER_ROTATED = 32 - 3  # right, of the fields of S1 S3 S5 S7: left by 3
UPPER_ROTATED = 1  # right, of the fields of S2 S4 S6 S8
KEY_ROTATED = 4  # right, of the second word of a round key
BASES = (x19, x20, x21, x22, x23, x24, x25, x26)  # the tables, in the order of the bytes of a state


def tables(f):
    """Loads the addresses of the eight tables into BASES."""
    f.table(BASES[0], "tables", TABLES, "E(P(S)), 8 boxes of 64 words of 64 bits: S1 S3 S5 S7 S2 S4 S6 S8")
    for i, base in enumerate(BASES[1:], 1):
        f.add(base, BASES[0], TABLE * i)


# -- round keys ------------------------------------------------------------------------------------
def round_key(f, key, at_key, t):
    """key := the round key at a memory operand in E-form. t is overwritten."""
    f.ldp(key.view(32), t.view(32), at_key, note="a round key")
    f.ror(t.view(32), t.view(32), KEY_ROTATED)
    f.orr(key, key, t, lsl(32))


def key_slots(f, passes, to, source, pair, last, count, t):
    """Writes the differences of round keys in E-form for encryption, as words of 64 bits, to `to`.

    The order is that of the x64 kernels (_eform.py). source: address of the og_des_key. The other operands
    are registers, pair and last two of them. All are overwritten.
    """

    def two_keys(step):
        for key in pair:
            round_key(f, key, at.post(source, step), t)

    for number in range(passes):
        step = -KEY if number % 2 else KEY
        again = f.label(f"next_keys_{number + 1}")
        f.phase(f"the round keys of pass {number + 1} in E-form, as differences")
        if number:
            f.add(source, source, SCHEDULE - KEY if step < 0 else SCHEDULE + KEY)
        two_keys(step)
        first = pair[::-1]
        if number:
            for old, new in zip(last, first):
                f.eor(old, old, new, note="^ K(15), K(16) of the pass before")
            first = last
        f.stp(*first, at.post(to, 16), note="K(2), K(1)")
        f.movz(count, ROUNDS // 2 - 1)
        for old, new in zip(last, pair):
            f.mov(old, new)
        f.here(again)
        two_keys(step)
        for old, new in zip(last, pair):
            f.eor(old, old, new, note="K(i) ^ K(i+2)")
        f.stp(*last, at.post(to, 16))
        for old, new in zip(last, pair):
            f.mov(old, new)
        f.sub(count, count, 1)
        f.cbnz(count, again)
    f.stp(*last, at[to], note="K(15), K(16) of the last pass")


# -- blocks ----------------------------------------------------------------------------------------
def _exchange(f, x, t, keeps, shift, mask):
    """Exchanges bits between the two words of x: those of word `keeps` under the mask with those of
    the other word `shift` places higher. In x they are 32 + shift or 32 - shift bits apart."""
    distance = 32 + shift if keeps == 0 else 32 - shift
    f.eor(t, x, x, lsr(distance), note=f"exchange groups of {shift} bits")
    f.and_(t.view(32), t.view(32), mask if keeps == 0 else mask << shift & 0xFFFFFFFF)
    f.eor(x, x, t)
    f.eor(x, x, t, lsl(distance))


def _expand(f, half, out):
    """out := E of the half block in the low word of `half`, which is overwritten."""
    f.ror(out.view(32), half.view(32), LOWER_ROTATED, note="E: fields of S1 S3 S5 S7")
    f.ror(half.view(32), half.view(32), UPPER_ROTATED, note="fields of S2 S4 S6 S8")
    f.orr(out, out, half, lsl(32))
    f.and_(out, out, FIELDS << 32 | FIELDS)


def to_eform(f, block, left, right, t, permuted=True):
    """left, right := IP and E of the block, or E alone. left may be block. block and t are overwritten."""
    for exchange in EXCHANGES if permuted else ():
        _exchange(f, block, t, *exchange)
    f.lsr(t, block, 32)
    _expand(f, block, right)
    _expand(f, t, left)


def from_eform(f, left, right, t, permuted=True):
    """left := FP of two halves in E-form, or only the block of both. right and t are overwritten.

    The fields of S1 S3 S5 S7 and the fields of S2 S4 S6 S8 overlap in equal bits, so `orr` joins them.
    """
    for half in (left, right):
        f.lsr(t, half, 32, note="E inverted")
        f.orr(half.view(32), half.view(32), t.view(32), ror(32 - KEY_ROTATED))
        f.ror(half.view(32), half.view(32), 32 - LOWER_ROTATED)
    f.orr(left, right, left, lsl(32))
    for exchange in EXCHANGES[::-1] if permuted else ():
        _exchange(f, left, right, *exchange)
