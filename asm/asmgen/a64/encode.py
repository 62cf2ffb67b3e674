# SPDX-License-Identifier: MIT
"""Encodes A64 instructions, which are words of 32 bits (Arm ARM, chapter C4).

A form's `enc` is the word with zeros for the operands, then one token for each operand:
    d n m a     a register number in bits 0, 5, 16 or 10
    uN@P[*S]    an unsigned number of N bits from bit P on, in units of S; sN: in two's complement
    cN@P        what the number lacks to 1 << N; eN@P: the number and 1 << N more; -: no bits
    logN        a logical immediate of N bits
    lsbN widthN lastN   bit field operations of N bits: see _field
    laneN@P     the number of a lane of N bits, with the lane's size, in imm5 or imm4
    tableN      the number of a lane of N bits in Q, S and size
    imm8        abc in bits 16, defgh in bits 5
    mem         a memory operand, by its kind
    b19 b26 adr the distance to a label
"""

from ..errors import KernelError
from .isa.core import memory
from .logical import fields

NOP = 0xD503201F
PLACES = {"d": 0, "n": 5, "m": 16, "a": 10}


def _number(token, value):
    """Returns the bits of a token such as u12@10*8."""
    form, _, place = token.partition("@")
    place, _, unit = place.partition("*")
    width = int(form[1:])
    value = int(value) // int(unit or 1)
    if form[0] == "c":
        value = (1 << width) - value
    elif form[0] == "e":
        value += 1 << width
        width += 1
    return (value & ((1 << width) - 1)) << int(place)


def _memory(kind, mem):
    """Returns the bits of an address."""
    bits, mode = memory(kind)
    size, word = bits // 8, mem.base.number << 5
    if mode == "x":
        return word | mem.index.number << 16 | int(mem.scale > 1) << 12
    if mode in ("", "b", "bpost"):
        return word | (mem.disp // size << 10 if mode == "" else 0)
    if mode[0] == "s":
        return word | (mem.disp // (size // 2) & 0x7F) << 15
    return word | (mem.disp & 0x1FF) << 12


def _lane(token, reg):
    """Returns the bits of a lane number: index and size in a field of five bits, or the index alone in four."""
    width, _, place = token[4:].partition("@")
    scale = {8: 0, 16: 1, 32: 2, 64: 3}[int(width)]
    index = reg.low // reg.width
    return index << scale << 11 if place == "11" else (2 * index + 1) << scale << 16


def _table(reg):
    """Returns the bits of a lane number in Q (30), S (12) and size (10), for ld1 and st1."""
    at = reg.low // 8
    return (at >> 3) << 30 | (at >> 2 & 1) << 12 | (at & 3) << 10


def _field(token, value, operands):
    """Returns immr and imms of ubfm and bfm for an alias.

    lsl: the amount; lsb: the lowest bit of the source; to: the lowest bit of the target; width: the operand
    before it is lsb; into: the operand before it is to.
    """
    name, n = token.rstrip("0123456789"), int(token.lstrip("abcdefghijklmnopqrstuvwxyz"))
    if name == "lsl":
        return (-value % n) << 16 | (n - 1 - value) << 10
    if name in ("lsb", "to"):
        return (value if name == "lsb" else -value % n) << 16
    return (value - 1 + (operands[-2] if name == "width" else 0)) << 10


def _bits(token, kind, value, operands):
    if token == "-":
        return 0
    if token == "r":  # both sources
        return value.number << 5 | value.number << 16
    if token in PLACES:
        return value.number << PLACES[token]
    if token == "mem":
        return _memory(kind, value)
    if token == "imm8":
        return value >> 5 << 16 | (value & 31) << 5
    if token.startswith("log"):
        n, immr, imms = fields(value, int(token[3:]))
        return n << 22 | immr << 16 | imms << 10
    if token.startswith("lane"):
        return value.number << (0 if token.endswith("d") else 5) | _lane(token.rstrip("dn"), value)
    if token.startswith("table"):
        return value.number | _table(value)
    if token[0] in "usce" and "@" in token:
        return _number(token, value)
    if token in ("b19", "b26", "adr"):
        return 0
    return _field(token, value, operands)


def encode(entry, operands):
    """Returns the bytes of one instruction, with zeros for the distance to a label."""
    word, *tokens = entry.enc.split()
    word = int(word, 16)
    for i, (token, (_, kind), value) in enumerate(zip(tokens, entry.operands, operands)):
        word |= _bits(token, kind, value, operands[: i + 1])
    return word.to_bytes(4, "little")


def _add(code, bits):
    return (int.from_bytes(code, "little") | bits).to_bytes(4, "little")


class A64Encoder:
    """Instructions to bytes, for layout.py."""

    def padding(self, length):
        """Returns `length` bytes of nops, after zeros up to a multiple of 4: they follow a constant."""
        return bytes(length % 4) + NOP.to_bytes(4, "little") * (length // 4)

    def draft(self, item, far):
        """Returns the bytes of an instruction, with zeros for the distance to a label."""
        if 64 not in item.codes:
            item.codes[64] = encode(item.form, item.operands)
        return item.codes[64]

    def branch(self, item, code, distance):
        """Returns the bytes of a branch to a label `distance` bytes after its start."""
        width = int(item.form.enc.split()[-1][1:])
        if not -(1 << (width + 1)) <= distance < 1 << (width + 1):
            raise KernelError(f"{item.form.mnemonic}: the label is {distance} bytes away", item.where)
        return _add(code, (distance // 4 & ((1 << width) - 1)) << (5 if width == 19 else 0))

    def reference(self, item, code, distance, origin):
        """Returns the bytes of an adr of a constant `distance` bytes after its start."""
        if not -(1 << 20) <= distance < 1 << 20:
            raise KernelError(f"{item.form.mnemonic}: the constant is {distance} bytes away", item.where)
        return _add(code, (distance & 3) << 29 | (distance >> 2 & 0x7FFFF) << 5)
