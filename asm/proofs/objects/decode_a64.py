# SPDX-License-Identifier: MIT
"""Decodes words of 32 bits to instructions of the generator's A64 table with capstone.

asm/asmgen/a64/encode.py must encode what capstone has read as the same word. Only forms in the table are accepted.
An alias that capstone prints is replaced by the table's spelling.
"""

import re

from asmgen.a64 import A64
from asmgen.a64.registers import BY_NAME, A64Reg, Shift
from asmgen.errors import KernelError
from asmgen.operands import Address, Label, Mem, Reg
from asmgen.stream import Instr
from asmgen.words import signed

from ..errors import Refused
from .decoder import MACHINE_CODE, Decoder

try:
    import capstone
except ImportError:
    capstone = None

SIZE = 4  # bytes of an instruction
BTI = {"": 32, "c": 34, "j": 36, "jc": 38}  # landing pads, by the number of the hint
WHOLE = {"and", "orr", "eor", "tst"}  # capstone may print their immediates as negative numbers
FIELDS = {"uxtb": 8, "uxth": 16}  # bits of the field at bit 0


def _with_reserved():
    """Returns the registers by name, with those that kernels do not have."""
    found = dict(BY_NAME)
    for number in (18, 29, 30):
        for letter, width in (("x", 64), ("w", 32)):
            name = f"{letter}{number}"
            found[name] = A64Reg(name, "gpr", number, width, f"x{number}", 64, clears=width == 32)
    return found


REGISTERS = _with_reserved()
FRAME_POINTER = REGISTERS["x29"]


# -- the text of an operand ------------------------------------------------------------------------
def _number(text):
    return int(text.removeprefix("#"), 0)


def _distance(text):
    """Returns a displacement. capstone prints some negative ones as unsigned."""
    return signed(_number(text) % (1 << 64), 64)


def _register(text):
    """Returns a register or a lane of one. Raises LookupError for any other text."""
    lane = re.fullmatch(r"v(\d+)\.([bhsd])\[(\w+)\]", text)
    if lane:
        return REGISTERS[lane[2] + lane[1]][int(lane[3], 0)]
    return REGISTERS[text]


def _list(text, index):
    """Returns the registers of a list, or the one lane of which index is the number."""
    names = text.split(", ")
    return [_register(name + index) for name in names]


def _memory(text, writeback):
    """Returns the operand that [text] is."""
    base, *rest = text.split(", ")
    address = Address(_register(base))
    if len(rest) == 1 and rest[0].startswith("#"):
        address += _distance(rest[0])
    elif rest:
        index, scale = _register(rest[0]), 1
        if rest[1:]:
            shift = re.fullmatch(r"lsl #(\d+)", rest[1])
            scale = 1 << int(shift[1])
        address = Address(address.base, index, scale)
    return Mem(address, 0, writeback)


OPERAND = re.compile(
    r"\{(?P<list>[^}]*)\}(?P<index>\[\w+\])?"
    r"|\[(?P<memory>[^]]*)\](?P<before>!)?(?:, (?P<after>#\S+))?"
    r"|(?P<shift>lsl|lsr|ror) #(?P<amount>\d+|0x[0-9a-f]+)"
    r"|(?P<number>#[^\s,]+)"
    r"|(?P<register>[a-z][a-z0-9.]*(?:\[\w+\])?)"
)


def _operands(text):
    """Returns the operands that capstone prints. Raises LookupError or ValueError for unknown ones."""
    found, at = [], 0
    while at < len(text):
        part = OPERAND.match(text, at)
        if part is None:
            raise LookupError(text)
        at = part.end()
        if text[at:] and not text.startswith(", ", at):
            raise LookupError(text)
        at += 2
        if part["list"] is not None:
            found += _list(part["list"], part["index"] or "")
        elif part["memory"] is not None and part["after"]:
            mem = _memory(part["memory"], "post")
            if mem.disp or mem.index:
                raise LookupError(text)
            found.append(Mem(mem.address + _distance(part["after"]), 0, "post"))
        elif part["memory"] is not None:
            found.append(_memory(part["memory"], "pre" if part["before"] else ""))
        elif part["shift"]:
            found.append(Shift(part["shift"], int(part["amount"], 0)))
        else:
            found.append(_number(part["number"]) if part["number"] else _register(part["register"]))
    return found


# -- the table's spelling --------------------------------------------------------------------------
def _constants(reg, value):
    """Yields the moves of a constant that capstone prints as mov."""
    value %= 1 << reg.width
    for name, bits in (("movz", value), ("movn", value ^ ((1 << reg.width) - 1))):
        for amount in range(0, reg.width, 16):
            part = bits >> amount
            if part << amount == bits and part < 1 << 16:
                yield name, (reg, part, Shift("lsl", amount)) if amount else (reg, part)


def _moves(operands):
    """Yields the instructions that capstone prints as mov."""
    target, source = operands
    if isinstance(source, int):
        yield from _constants(target, source)
    elif "sp" in (target.kind, source.kind):
        yield "add", (target, source, 0)
    elif "lane" in (target.kind, source.kind):
        yield "ins" if target.kind == "lane" else "umov", (target, source)
    else:
        yield "mov", (target, source)


def _spellings(name, operands):
    """Yields (mnemonic, operands) of the instructions that capstone prints so."""
    if name == "mov" and len(operands) == 2:
        yield from _moves(operands)
    elif name in FIELDS and len(operands) == 2:
        yield "ubfx", (*operands, 0, FIELDS[name])
    elif name in ("add", "sub") and isinstance(operands[-2], int) and isinstance(operands[-1], Shift):
        yield name, (*operands[:-2], operands[-2] << operands[-1])
    elif name in WHOLE and type(operands[-1]) is int:
        yield name, (*operands[:-1], operands[-1] % (1 << operands[0].width))
    elif name != "hint":  # hints without a name do something else on some processors
        yield name, tuple(operands)


class A64Decoder(Decoder):
    """Decodes the instructions of one section."""

    arch = A64

    def __init__(self, base, content):
        if capstone is None:
            raise Refused("the decoder is not installed: pip install capstone")
        super().__init__(base, content)
        self.reader = capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_LITTLE_ENDIAN)

    def decode(self, address):
        start = address - self.base
        code = self.content[start : start + SIZE]
        found = next(self.reader.disasm(code, address, 1), None) if not start % SIZE else None
        if found is None:
            raise Refused(f"no instruction at {start:#x}: {code.hex()}")
        text = f"{found.mnemonic} {found.op_str}".strip()
        read = self._instructions(found.mnemonic, found.op_str, (MACHINE_CODE, start), text)
        if not read:
            raise Refused(f"'{text}' at {start:#x} is not in the instruction table")
        item = next((item for item in read if self._code(item, found.mnemonic, address) == code), None)
        if item is None:
            raise Refused(f"the decoder and the encoder disagree on {code.hex()}: '{text}'")
        return item, address + SIZE

    def _instructions(self, name, words, where, text):
        """Returns the instructions of the table that capstone may mean."""
        if name == "bti":
            return [Instr(A64.match("hint", (BTI[words],)), (BTI[words],), where, text)]
        try:
            operands = _operands(words)
            if name in ("adr", "adrp"):
                reg, target = operands
                return [Instr(A64.forms["adr"][0], (reg, Mem(Address(disp=target), 0)), where, text)]
            if name == "b" or name.startswith(("b.", "cb")):
                operands[-1] = Label(f"{operands[-1]:x}")
        except (LookupError, TypeError, ValueError):
            return []
        read = []
        for mnemonic, chosen in _spellings(name, operands):
            try:
                form = A64.match(mnemonic, chosen)
                read.append(Instr(form, A64.complete(form, chosen), where, text))
            except (LookupError, ValueError):
                continue
        return read

    def _code(self, item, name, address):
        """Returns the bytes of an instruction at an address."""
        encoder = A64.encoder
        code = encoder.draft(item, False)
        try:
            if item.is_branch:
                return encoder.branch(item, code, int(item.operands[-1].name, 16) - address)
            if name == "adr":
                return encoder.reference(item, code, item.operands[1].disp - address, None)
            if name == "adrp":
                return _page(item, item.operands[1].disp - (address & -4096))
        except KernelError:
            return None
        return code


def _page(item, distance):
    """Returns the bytes of an adrp, which the table does not have: it gives the address of a page."""
    if distance % 4096:
        return None
    pages = distance >> 12
    word = 0x90000000 | item.operands[0].number | (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5
    return word.to_bytes(SIZE, "little")


def same(read, meant, labels):
    """Returns whether two operands are equal. labels: {label: address}."""
    if isinstance(meant, Label):
        return isinstance(read, Label) and int(read.name, 16) == labels[meant]
    if isinstance(meant, Mem) and meant.label:
        return isinstance(read, Mem) and read.address == Address(disp=labels[meant.label] + meant.disp)
    if isinstance(meant, (Reg, Mem)):
        return read == meant
    return read == meant and type(read) is type(meant) and str(read) == str(meant)
