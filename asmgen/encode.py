# SPDX-License-Identifier: MIT
"""Instructions to bytes: the generator's own idea of every form, compared with each assembler.

A row's `enc` reads "LAYOUT[/digit] bytes... [iN]". LAYOUT names where the operands go:
    MR RM    ModRM.rm and ModRM.reg, in the order of the operands
    M M1 MI  ModRM.rm, digit in ModRM.reg; M1 drops a fixed second operand
    O OI     register in the low bits of the opcode
    I NP J   immediate only; nothing; a branch (short opcode or -, then the long one)
    RVM RMV  three operands, V in VEX.vvvv; VMI: V is written, digit in ModRM.reg
A further I (RMI, MRI, RVMI) is an immediate at the end.
"W" is REX.W; "VEX.L0.pp.map.W0" starts a VEX prefix, "EVEX.L2.pp.map.W0" one of 62, whose short
displacements count whole operands. iN is an immediate of N bits.
"""

from .errors import KernelError
from .isa import signed
from .registers import Mem, Reg

ALIGNMENT = 32  # bytes, of functions and constants; every dialect asks for the same
_PP = {"NP": 0, "66": 1, "F3": 2, "F2": 3}
_MAPS = {"0F": 1, "0F38": 2, "0F3A": 3}


def _modrm(reg, rm, bits, whole=False):
    """ModRM, SIB and displacement, always in their shortest form, and the REX bits R, X, B; bit 1 of
    R and X are those of EVEX. whole: a displacement of one byte counts operands."""
    r = reg >> 3
    reg = (reg & 7) << 3
    if isinstance(rm, Reg):
        return bytes([0xC0 | reg | (rm.number & 7)]), (r, rm.number >> 4, rm.number >> 3 & 1)
    unit = rm.width // 8 if whole else 1
    base, index = rm.base, rm.index
    disp = signed(rm.disp, 32)
    if rm.origin:  # `layout` fills in the distance, from origin or from rip
        return (
            bytes([0x80 | reg | (base.number & 7)]) + (b"\x24" if base.number & 7 == 4 else b"") + bytes(4),
            (r, 0, base.number >> 3),
        )
    if rm.label:
        return bytes([reg | 5]) + bytes(4), (r, 0, 0)
    if base is None:
        if index is None and bits == 32:
            return bytes([reg | 5]) + _le(disp, 32), (r, 0, 0)
        scaled = {1: 0, 2: 1, 4: 2, 8: 3}[rm.scale] << 6
        middle = (index.number & 7) << 3 if index else 0x20
        return (
            bytes([reg | 4, scaled | middle | 5]) + _le(disp, 32),
            (r, index.number >> 3 if index else 0, 0),
        )
    if disp == 0 and base.number & 7 != 5:
        mod, tail = 0, b""
    elif disp % unit == 0 and -128 <= disp // unit <= 127:
        mod, tail = 0x40, _le(disp // unit, 8)
    else:
        mod, tail = 0x80, _le(disp, 32)
    if index is None and base.number & 7 != 4:
        return bytes([mod | reg | (base.number & 7)]) + tail, (r, 0, base.number >> 3)
    scaled = {1: 0, 2: 1, 4: 2, 8: 3}[rm.scale] << 6
    middle = (index.number & 7) << 3 if index else 0x20
    return (
        bytes([mod | reg | 4, scaled | middle | (base.number & 7)]) + tail,
        (r, index.number >> 3 if index else 0, base.number >> 3),
    )


def _le(value, n):
    return (value & ((1 << n) - 1)).to_bytes(n // 8, "little")


def _byte_register(value):
    """spl, bpl, sil and dil exist only behind a REX prefix."""
    return (
        isinstance(value, Reg)
        and value.kind == "gpr"
        and value.width == 8
        and value.low == 0
        and 4 <= value.number < 8
    )


def encode(entry, operands, bits):
    """The bytes of one instruction that is not a branch."""
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
        tail = _le(operands[-1], int(immediate[1:]))
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
        if evex:  # no mask, no broadcast; register numbers of five bits
            high, r = r >> 1 ^ 1, r & 1
            head = bytes(
                [
                    0x62,
                    ((r ^ 1) << 7) | ((x ^ 1) << 6) | ((b ^ 1) << 5) | (high << 4) | _MAPS[opmap],
                    (w << 7) | ((second & 15 ^ 15) << 3) | 4 | _PP[pp],
                    (int(length[1]) << 5) | (second >> 4 ^ 1) << 3,
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


def needs_address_prefix(operands, bits):
    return any(isinstance(v, Mem) and any(r.width != bits for r in v.address.registers()) for v in operands)


# Padding that is executed (loop heads) must be cheap; before the 686 the long 0F 1F form is an
# illegal instruction, so 32-bit code uses lea and mov of esi to itself.
_NOPS = {
    64: (
        "90",
        "6690",
        "0F1F00",
        "0F1F4000",
        "0F1F440000",
        "660F1F440000",
        "0F1F8000000000",
        "0F1F840000000000",
        "660F1F840000000000",
    ),
    32: ("90", "89F6", "8D7600", "8D742600", "908D742600", "8DB600000000", "8DB42600000000"),
}


def padding(length, bits):
    nops = [bytes.fromhex(n) for n in _NOPS[bits]]
    out = b""
    while length:
        step = min(length, len(nops))
        out += nops[step - 1]
        length -= step
    return out


def _with_distances(item, at, code, labels, constants):
    """An instruction that addresses a constant, with the distance filled in: from the instruction's
    end, or from the label whose address is known."""
    mem = next((v for v in item.operands if isinstance(v, Mem) and v.label), None)
    if mem is None:
        return code
    last = item.row.enc.split()[-1]
    hole = len(code) - 4 - (int(last[1:]) // 8 if last[0] == "i" else 0)
    distance = constants[mem.label] + mem.disp - (labels[mem.origin] if mem.origin else at + len(code))
    if mem.origin and distance < 128:
        raise KernelError(
            "so near, assemblers would choose a short displacement: "
            f"{distance} bytes to '{mem.label.name}'",
            item.where,
        )
    return code[:hole] + _le(distance, 32) + code[hole + 4 :]


def layout(stream, bits, constants=None):
    """Place a stream: [(item, offset, bytes)] with every branch in its shortest form.

    constants: {label: offset from the stream's start}; without them the distances to constants are
    left as zero, which changes no length.
    """
    from .stream import Align, Instr, LabelHere

    long_branches = set()
    while True:
        placed, offset, labels, grown = [], 0, {}, False
        for item in stream:
            if isinstance(item, LabelHere):
                labels[item.label] = offset
            elif isinstance(item, Align):
                item.length = -offset % item.boundary
                placed.append((item, offset, padding(item.length, bits)))
                offset += item.length
            elif isinstance(item, Instr):
                if item.is_branch:
                    short, *far = item.row.enc.split()[1:]
                    always = short == "-"  # there is no short form
                    code = (
                        bytes.fromhex("".join(far)) + bytes(4)
                        if always or id(item) in long_branches
                        else bytes.fromhex(short) + bytes(1)
                    )
                else:
                    code = item.code(bits)
                placed.append((item, offset, code))
                offset += len(code)
        for i, (item, at, code) in enumerate(placed):
            if not isinstance(item, Instr):
                continue
            if not item.is_branch:
                if constants is not None:
                    placed[i] = (item, at, _with_distances(item, at, code, labels, constants))
                continue
            distance = labels[item.operands[0]] - (at + len(code))
            if len(code) > 2:
                placed[i] = (item, at, code[:-4] + _le(distance, 32))
            elif -128 <= distance <= 127:
                placed[i] = (item, at, code[:-1] + _le(distance, 8))
            else:
                long_branches.add(id(item))
                grown = True
        if not grown:
            return placed
