# SPDX-License-Identifier: MIT
"""Decodes bytes to instructions of the generator's table with iced-x86.

If capstone is installed, it must read the same instruction. Only forms in the table are accepted: no prefix
that changes a meaning, and no mask but one that clears elements.
"""

from asmgen.operands import Address, Label, Mem
from asmgen.stream import Instr
from asmgen.words import signed
from asmgen.x86 import X64, X86
from asmgen.x86.registers import BY_NAME

from ..errors import Refused
from .decoder import MACHINE_CODE, Decoder

try:
    import iced_x86
except ImportError:
    iced_x86 = None
try:
    import capstone
except ImportError:
    capstone = None

LONGEST = 15  # bytes of an instruction
GUARD = 0x7FF00000  # address of the word that gcc's stack protector reads at fs:40 or gs:20
# name of capstone -> name of iced-x86
SYNONYMS = {"movabs": "mov", "repz ret": "ret", "rep ret": "ret"}


# with an operand-size prefix these move another number of bytes or jump elsewhere, on some processors
STACK_AND_BRANCHES = {"push", "pop", "leave", "ret", "call"}
LEGACY = bytes.fromhex("26 2e 36 3e 64 65 66 67 f0 f2 f3")


def _prefixes(code):
    """Returns the legacy prefixes of an instruction."""
    return code[: len(code) - len(code.lstrip(LEGACY))]


def _names(kind):
    return {value: name.lower() for name, value in vars(kind).items() if isinstance(value, int)}


class X86Decoder(Decoder):
    """Decodes the instructions of one section."""

    def __init__(self, bits, base, content):
        if iced_x86 is None:
            raise Refused("the decoder is not installed: pip install iced-x86")
        super().__init__(base, content)
        self.bits = bits
        self.arch = X64 if bits == 64 else X86
        self.formatter = iced_x86.Formatter(iced_x86.FormatterSyntax.NASM)
        self.registers = _names(iced_x86.Register)
        self.second = None
        if capstone:
            self.second = capstone.Cs(
                capstone.CS_ARCH_X86, capstone.CS_MODE_64 if bits == 64 else capstone.CS_MODE_32
            )
            self.second.detail = True

    def decode(self, address):
        start = address - self.base
        chunk = self.content[start : start + LONGEST]
        found = iced_x86.Decoder(self.bits, chunk, ip=address).decode()
        where = (MACHINE_CODE, address - self.base)
        if found.is_invalid:
            raise Refused(f"no instruction at {address - self.base:#x}: {chunk.hex()}")
        text = self.formatter.format(found)
        name = self.formatter.format_mnemonic(found, iced_x86.FormatMnemonicOptions.NO_PREFIXES)
        narrow = (name in STACK_AND_BRANCHES or name[0] == "j") and (0x66 in _prefixes(chunk[: found.len]))
        plain = not (
            narrow
            or found.has_lock_prefix
            or found.has_repne_prefix
            or found.op_mask
            and not found.zeroing_masking
            or found.is_broadcast
            or found.suppress_all_exceptions
            or found.segment_prefix != iced_x86.Register.NONE
            and name != "nop"
            and (name == "lea" or not self._guard(found))
        )
        if found.has_rep_prefix and name != "ret" or not plain:
            raise Refused(f"'{text}' at {address - self.base:#x}: unknown prefix")
        operands = tuple(self._operand(found, i, text) for i in range(found.op_count))
        if found.op_mask:  # the table has it after the first operand
            operands = operands[:1] + (self._register(found.op_mask, text),) + operands[1:]
        after = address + found.len
        if chunk[: found.len].lstrip(b"\x66") == b"\x90":  # some decoders call it xchg ax, ax
            return None, after
        self._agree(chunk[: found.len], address, name, operands, text)
        if name == "nop" or name == "endbr32":
            return None, after
        try:
            row = self.arch.match(name, operands)
        except LookupError:
            raise Refused(
                f"'{text}' at {address - self.base:#x} is not in the instruction " "table"
            ) from None
        return Instr(row, operands, where, text), after

    def _guard(self, found):
        """Returns whether the instruction accesses the stack guard."""
        place = (iced_x86.Register.FS, 40) if self.bits == 64 else (iced_x86.Register.GS, 20)
        return (found.segment_prefix, found.memory_displacement) == place and (
            found.memory_base == found.memory_index == iced_x86.Register.NONE
        )

    def _register(self, number, text):
        name = self.registers[number]
        if name.endswith("l") and name[:2] in ("r8", "r9", "r1"):
            name = name[:-1] + "b"
        if name not in BY_NAME:
            raise Refused(f"'{text}' has an unknown register")
        return BY_NAME[name]

    def _operand(self, found, i, text):
        kinds, kind = iced_x86.OpKind, found.op_kind(i)
        if kind == kinds.REGISTER:
            return self._register(found.op_register(i), text)
        if kind == kinds.MEMORY:
            return self._memory(found, text)
        if kind in (kinds.NEAR_BRANCH32, kinds.NEAR_BRANCH64):
            return Label(f"{found.near_branch_target:x}")
        if kind in (
            kinds.IMMEDIATE8,
            kinds.IMMEDIATE16,
            kinds.IMMEDIATE32,
            kinds.IMMEDIATE64,
            kinds.IMMEDIATE8TO16,
            kinds.IMMEDIATE8TO32,
            kinds.IMMEDIATE8TO64,
            kinds.IMMEDIATE32TO64,
        ):
            value = found.immediate(i)
            return value - (1 << 64) if value >> 63 else value
        raise Refused(f"'{text}' has an unknown operand")

    def _memory(self, found, text):
        width = (
            0
            if found.mnemonic == iced_x86.Mnemonic.LEA
            else (8 * iced_x86.MemorySizeExt.size(found.memory_size))
        )
        disp = found.memory_displacement
        if self._guard(found):
            return Mem(Address(disp=GUARD), width)
        if found.memory_base == iced_x86.Register.RIP:
            return Mem(Address(disp=disp), width)
        parts = [
            None if number == iced_x86.Register.NONE else self._register(number, text)
            for number in (found.memory_base, found.memory_index)
        ]
        if (
            found.mnemonic == iced_x86.Mnemonic.LEA
            and self.bits == 64
            and all(
                reg is None or reg.width == 32 for reg in [*parts, self._register(found.op_register(0), text)]
            )
        ):
            # the low half of a sum is the sum of the low halves
            parts = [reg and reg.view(64) for reg in parts]
            disp = signed(disp, 32)
        if any(reg and (reg.width != self.bits or reg.kind != "gpr") for reg in parts):
            raise Refused(f"'{text}': the address size is not that of the code")
        disp = disp - (1 << self.bits) if disp >> (self.bits - 1) else disp
        return Mem(Address(*parts, scale=found.memory_index_scale, disp=disp), width)

    # -- the second opinion ----------------------------------------------------------------------
    def _agree(self, code, address, name, operands, text):
        if self.second is None or name == "nop":
            return
        other = next(self.second.disasm(code, address, 1), None)
        if (
            other is None
            or other.size != len(code)
            or SYNONYMS.get(other.mnemonic, other.mnemonic) != name
            or not self._same(other, operands)
        ):
            shown = f"{other.mnemonic} {other.op_str}" if other else "nothing"
            raise Refused(f"two decoders disagree on {code.hex()}: '{text}' and '{shown}'")

    def _same(self, other, operands):
        if len(other.operands) != len(operands):
            # only one of the decoders prints the count of a shift by one
            return (
                [op for op in operands if op != 1] == []
                or len(operands) == (len(other.operands) + 1)
                and operands[-1] == 1
            )
        for op, mine in zip(other.operands, operands):
            if op.type == capstone.x86.X86_OP_REG:
                same = other.reg_name(op.reg) == str(mine)
            elif op.type == capstone.x86.X86_OP_MEM:
                same = isinstance(mine, Mem) and self._same_memory(other, op.mem, mine.address)
            elif isinstance(mine, Label):
                same = op.imm % (1 << self.bits) == int(mine.name, 16)
            else:
                same = (
                    isinstance(mine, int)
                    and (op.imm - mine) % (1 << 8) == 0
                    and ((op.imm - mine) % (1 << 8 * op.size) == 0 or -128 <= mine < 256)
                )
            if not same:
                return False
        return True

    def _same_memory(self, other, mem, address):
        def name(number):
            found = other.reg_name(number) if number else None
            # as _memory has it
            return (
                str(BY_NAME[found].view(self.bits))
                if other.mnemonic == "lea" and found in (BY_NAME)
                else found
            )

        if mem.segment and name(mem.segment) in ("fs", "gs"):
            return (
                address.disp == GUARD
                and mem.disp == (40 if self.bits == 64 else 20)
                and (not mem.base and not mem.index)
            )
        if name(mem.base) == "rip":
            return address.base is None and (other.address + other.size + mem.disp) % (
                1 << 64
            ) == address.disp % (1 << 64)
        mine = [None if reg is None else str(reg) for reg in (address.base, address.index)]
        return (
            mine == [name(mem.base), name(mem.index)]
            and (not mem.index or mem.scale == address.scale)
            and (mem.disp - address.disp) % (1 << self.bits) == 0
        )


def same(read, meant, labels):
    """Returns whether two operands are equal. labels: {label: address}."""
    if isinstance(meant, Label):
        return isinstance(read, Label) and int(read.name, 16) == labels[meant]
    if isinstance(meant, int):
        return isinstance(read, int) and any((read - meant) % (1 << n) == 0 for n in (8, 16, 32, 64))
    if isinstance(meant, Mem):
        if not isinstance(read, Mem) or read.width != meant.width:
            return False
        a, b = read.address, meant.address
        if b.label and b.origin is None:
            return a == Address(disp=labels[b.label] + b.disp)
        if b.label:
            return a.index is None
        return (
            (a.base, a.index, a.disp) == (b.base, b.index, b.disp)
            and (a.index is None or a.scale == b.scale)
            or ({a.base, a.index} == {b.base, b.index} and a.scale == b.scale == 1 and a.disp == b.disp)
        )
    return read == meant
