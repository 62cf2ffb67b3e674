# SPDX-License-Identifier: MIT
"""Encodes instructions. The tests compare the bytes with those of every assembler.

A form's `enc` reads "LAYOUT[/digit] bytes... [iN]". LAYOUT names where the operands go:
    MR RM    ModRM.rm and ModRM.reg, in the order of the operands
    M M1 MI  ModRM.rm, digit in ModRM.reg; M1 drops a fixed second operand
    O OI     register in the low bits of the opcode
    I NP J   immediate only; nothing; a branch (short opcode or -, then the long one)
    RVM RMV  three operands, V in VEX.vvvv; VMI: V is written, digit in ModRM.reg
A further I (RMI, MRI, RVMI) is an immediate after them.
"W" is REX.W; "VEX.L0.pp.map.W0" starts a VEX prefix, "EVEX.L2.pp.map.W0" an EVEX prefix,
with which 8-bit displacements count whole operands. iN is an immediate of N bits. An operand of the
kind "kz" is in the prefix and not among these operands.
"""

from ..errors import KernelError
from ..operands import Mem, Reg
from ..words import little_endian, signed

_PP = {"NP": 0, "66": 1, "F3": 2, "F2": 3}
_MAPS = {"0F": 1, "0F38": 2, "0F3A": 3}


def _modrm(reg, rm, bits, whole=False):
    """Returns ModRM, SIB and displacement in their shortest form, and the REX bits R, X, B. Bit 1 of
    R and X are the bits of EVEX. whole: an 8-bit displacement counts operands, not bytes."""
    r = reg >> 3
    reg = (reg & 7) << 3
    if isinstance(rm, Reg):
        return bytes([0xC0 | reg | (rm.number & 7)]), (r, rm.number >> 4, rm.number >> 3 & 1)
    unit = rm.width // 8 if whole else 1
    base, index = rm.base, rm.index
    disp = signed(rm.disp, 32)
    if rm.origin:  # layout.py fills in the distance, from origin or from rip
        return (
            bytes([0x80 | reg | (base.number & 7)]) + (b"\x24" if base.number & 7 == 4 else b"") + bytes(4),
            (r, 0, base.number >> 3),
        )
    if rm.label:
        return bytes([reg | 5]) + bytes(4), (r, 0, 0)
    if base is None:
        if index is None and bits == 32:
            return bytes([reg | 5]) + little_endian(disp, 32), (r, 0, 0)
        scaled = {1: 0, 2: 1, 4: 2, 8: 3}[rm.scale] << 6
        middle = (index.number & 7) << 3 if index else 0x20
        return (
            bytes([reg | 4, scaled | middle | 5]) + little_endian(disp, 32),
            (r, index.number >> 3 if index else 0, 0),
        )
    if disp == 0 and base.number & 7 != 5:
        mod, tail = 0, b""
    elif disp % unit == 0 and -128 <= disp // unit <= 127:
        mod, tail = 0x40, little_endian(disp // unit, 8)
    else:
        mod, tail = 0x80, little_endian(disp, 32)
    if index is None and base.number & 7 != 4:
        return bytes([mod | reg | (base.number & 7)]) + tail, (r, 0, base.number >> 3)
    scaled = {1: 0, 2: 1, 4: 2, 8: 3}[rm.scale] << 6
    middle = (index.number & 7) << 3 if index else 0x20
    return (
        bytes([mod | reg | 4, scaled | middle | (base.number & 7)]) + tail,
        (r, index.number >> 3 if index else 0, base.number >> 3),
    )


def _byte_register(value):
    """True for spl, bpl, sil and dil, which need a REX prefix."""
    return (
        isinstance(value, Reg)
        and value.kind == "gpr"
        and value.width == 8
        and value.low == 0
        and 4 <= value.number < 8
    )


def encode(entry, operands, bits):
    """Returns the bytes of one instruction that is not a branch."""
    kinds = [kind for _, kind in entry.operands]
    mask = 0  # of EVEX: 0 for none, else its number, with the bit for zeros in place of kept elements
    if "kz" in kinds:
        at = kinds.index("kz")
        mask = 0x80 | operands[at].number
        operands = operands[:at] + operands[at + 1 :]
    tokens = entry.enc.split()
    layout, _, digit = tokens[0].partition("/")
    immediate = tokens.pop() if tokens[-1][0] == "i" else None
    rest, rex_w, vex, evex = tokens[1:], 0, None, False
    if rest and rest[0] == "W":
        rex_w, rest = 8, rest[1:]
    if rest and "VEX" in rest[0]:
        evex = rest[0][0] == "E"
        vex, rest = rest[0].split(".")[1:], rest[1:]
    code = bytes(int(t, 16) for t in rest)
    prefix = b""
    while not vex and len(code) > 1 and code[0] in (0x66, 0xF2, 0xF3) and layout != "NP":
        prefix, code = prefix + code[:1], code[1:]

    tail = b""
    if immediate:
        tail = little_endian(operands[-1], int(immediate[1:]))
    if layout in ("NP", "I"):
        body, rxb = b"", (0, 0, 0)
    elif layout in ("O", "OI"):
        number = operands[0].number
        code = code[:-1] + bytes([code[-1] + (number & 7)])
        body, rxb = b"", (0, 0, number >> 3)
    elif layout in ("M", "M1", "MI"):
        body, rxb = _modrm(int(digit), operands[0], bits)
    elif layout == "VMI":
        body, rxb = _modrm(int(digit), operands[1], bits, evex)
    elif layout in ("MR", "MRI"):
        body, rxb = _modrm(operands[1].number, operands[0], bits, evex)
    elif layout in ("RM", "RMI", "RMV"):
        body, rxb = _modrm(operands[0].number, operands[1], bits, evex)
    elif layout in ("RVM", "RVMI"):
        body, rxb = _modrm(operands[0].number, operands[2], bits, evex)
    else:
        raise ValueError(f"unknown encoding layout in '{entry.enc}'")
    r, x, b = rxb

    if vex:
        length, pp, opmap, wide = vex
        vvvv = {"RVM": 1, "RVMI": 1, "RMV": 2, "VMI": 0}.get(layout)
        second = operands[vvvv].number if vvvv is not None else 0
        w = int(wide[1])
        if evex:  # no broadcast; register numbers of five bits
            high, r = r >> 1 ^ 1, r & 1
            head = bytes(
                [
                    0x62,
                    ((r ^ 1) << 7) | ((x ^ 1) << 6) | ((b ^ 1) << 5) | (high << 4) | _MAPS[opmap],
                    (w << 7) | ((second & 15 ^ 15) << 3) | 4 | _PP[pp],
                    mask | (int(length[1]) << 5) | (second >> 4 ^ 1) << 3,
                ]
            )
            return head + code + body + tail
        last = (w << 7) | ((second ^ 15) << 3) | (int(length[1]) << 2) | _PP[pp]
        if not x and not b and not w and opmap == "0F":
            head = bytes([0xC5, ((r ^ 1) << 7) | (last & 0x7F)])
        else:
            head = bytes([0xC4, ((r ^ 1) << 7) | ((x ^ 1) << 6) | ((b ^ 1) << 5) | _MAPS[opmap], last])
        return head + code + body + tail
    rex = rex_w | (r << 2) | (x << 1) | b
    if rex or any(_byte_register(v) for v in operands):
        prefix += bytes([0x40 | rex])
    return prefix + code + body + tail


# -- where the distance to a label is part of the bytes -------------------------------------------------
# Padding before a loop head is executed, so it must be cheap. Before the 686 the long 0F 1F form is
# an illegal instruction: 32-bit code uses lea and mov of esi to itself.
_NOPS = {
    64: (
        *"90 6690 0F1F00 0F1F4000 0F1F440000 660F1F440000 0F1F8000000000 0F1F840000000000".split(),
        "660F1F840000000000",
    ),
    32: ("90", "89F6", "8D7600", "8D742600", "908D742600", "8DB600000000", "8DB42600000000"),
}


class X86Encoder:
    """Instructions to bytes, for layout.py."""

    def __init__(self, bits):
        self.bits = bits

    def padding(self, length):
        """Returns `length` bytes of the longest nops."""
        nops = [bytes.fromhex(n) for n in _NOPS[self.bits]]
        out = b""
        while length:
            step = min(length, len(nops))
            out += nops[step - 1]
            length -= step
        return out

    def draft(self, item, far):
        """Returns the bytes of an instruction, with zeros for the distance to a label. far: a branch in its
        long form."""
        if not item.is_branch:
            if self.bits not in item.codes:
                item.codes[self.bits] = encode(item.form, item.operands, self.bits)
            return item.codes[self.bits]
        short, *long = item.form.enc.split()[1:]
        if short == "-" or far:  # there is no short form
            return bytes.fromhex("".join(long)) + bytes(4)
        return bytes.fromhex(short) + bytes(1)

    def branch(self, item, code, distance):
        """Returns the bytes of a branch to a label `distance` bytes after its start, or None if it needs its
        long form."""
        distance -= len(code)
        if len(code) > 2:
            return code[:-4] + little_endian(distance, 32)
        return code[:-1] + little_endian(distance, 8) if -128 <= distance <= 127 else None

    def reference(self, item, code, distance, origin):
        """Returns the bytes of an instruction whose memory operand is a constant `distance` bytes after its
        start. origin: the distance of the label whose address is in the base register, or None."""
        last = item.form.enc.split()[-1]
        hole = len(code) - 4 - (int(last[1:]) // 8 if last[0] == "i" else 0)
        distance -= len(code) if origin is None else origin
        if origin is not None and distance < 128:
            mem = next(v for v in item.operands if isinstance(v, Mem))
            raise KernelError(
                "so near, assemblers would choose a short displacement: "
                f"{distance} bytes to '{mem.label.name}'",
                item.where,
            )
        return code[:hole] + little_endian(distance, 32) + code[hole + 4 :]
