# SPDX-License-Identifier: MIT
"""The builder of a function: `f.add(a, b)` appends an add instruction."""

import functools
import os
import sys
from types import SimpleNamespace

from .encode import needs_address_prefix
from .errors import KernelError, short_path
from .frame import Frame
from .isa import FORMS, match, signed
from .registers import Address, Constant, Label, Mem, Reg
from .stream import Align, Data, Instr, LabelHere, Phase

PACKAGE = os.path.dirname(os.path.abspath(__file__))


class Function:
    """One function of a kernel for one calling convention. Instructions are appended to its stream."""

    def __init__(self, kernel, op, symbol, abi, pool=None):
        self.kernel, self.op, self.symbol, self.abi = kernel, op, symbol, abi
        self.bits = abi.bits
        self.stream = []
        self.labels = []
        self.pool = {} if pool is None else pool  # name -> Data, of the whole unit
        self.constants = []  # the constants of the pool that this function uses
        self.frame_record = None

    # -- the frame -------------------------------------------------------------------------------
    def frame(self, arguments, registers, scratch=0, secret=None):
        """Declares the places of the arguments and the registers in use, and emits the prologue.

        arguments: {name: register or IN_MEMORY}, in the order of the operation's prototype.
        registers: {role: register}. scratch: bytes of memory at the stack pointer. secret: how many
        of them `leave` wipes; None: all. Returns a namespace with the roles and arguments as
        attributes, and `scratch` as the address of the scratch bytes.
        """
        expected = [a.name for a in self.op.arguments]
        if list(arguments) != expected:
            raise KernelError(f"{self.op.name} takes the arguments {', '.join(expected)}", self.where())
        self.frame_record = Frame(self.abi, dict(arguments), list(registers.values()), scratch, secret)
        self.frame_record.prologue(self)
        roles = dict(registers)
        for name, place in arguments.items():
            roles[name] = place if isinstance(place, Reg) else self.frame_record.home(name)
        return SimpleNamespace(scratch=self.frame_record.scratch_address(), **roles)

    def frame_map(self, base, areas):
        """Names parts of the scratch area, an Area each, from the register `base` on. Prints them as
        a map, and as notes of the loads and stores that address them by `base`."""
        self.phase(self.frame_record.map_areas(base, areas))

    def slot_name(self, mem):
        """Returns the name of the frame slot at a memory operand, or an empty string."""
        return self.frame_record.slot_name(mem) if self.frame_record else ""

    def leave(self):
        """Emits the epilogue: wipes the scratch area, restores the saved registers and returns."""
        self.frame_record.epilogue(self)

    # -- labels, comments, padding ---------------------------------------------------------------
    def label(self, name):
        label = Label(name)
        if label in self.labels:
            raise KernelError(f"label '{name}' exists already", self.where())
        self.labels.append(label)
        return label

    def here(self, label):
        self.append(LabelHere(label))

    def align(self, boundary):
        self.append(Align(boundary))

    def constant(self, name, content, note=""):
        """Returns the address of read-only bytes, which are placed once after the unit's last function.

        They are in .text, so that no object format needs a relocation. Only 64-bit code can address
        them, relative to rip. 32-bit code must use `table`.
        """
        if self.bits == 32:
            raise KernelError(
                "32-bit code cannot address a constant without knowing where it is; "
                "load its address with table()",
                self.where(),
            )
        return Address(label=self._pooled(name, content, note))

    def table(self, register, name, content, note=""):
        """Loads the address of a constant into a register and returns the register. 32-bit code gets
        its own address by a call of the next instruction."""
        label = self._pooled(name, content, note)
        if self.bits == 64:
            self.lea(register, Address(label=label))
            return register
        here = self.label(f"at_{name}")
        self.call(here)
        self.here(here)
        self.pop(register)
        self.lea(register, Address(base=register, label=label, origin=here))
        return register

    def _pooled(self, name, content, note):
        known = self.pool.setdefault(name, Data(Constant(name), bytes(content), note))
        if known.content != bytes(content):
            raise KernelError(f"constant '{name}' exists already with other bytes", self.where())
        if known not in self.constants:
            self.constants.append(known)
        return known.label

    def phase(self, text):
        """Appends comment lines to the printed output, the heading of a phase of the algorithm."""
        self.append(Phase(text))

    def append(self, item):
        self.stream.append(item)

    def record(self, build, *arguments):
        """Returns the items that build(*arguments) appends, and leaves the stream as it was."""
        kept, self.stream = self.stream, []
        try:
            build(*arguments)
            return self.stream
        finally:
            self.stream = kept

    def interleave(self, main, filler):
        """Appends two lists of items. Each keeps its order; the filler is spread evenly over main."""
        done = 0
        for i, item in enumerate(main, 1):
            self.append(item)
            due = len(filler) * i // len(main)
            for other in filler[done:due]:
                self.append(other)
            done = due
        self.stream += filler[done:]

    # -- instructions ----------------------------------------------------------------------------
    def __getattr__(self, name):
        mnemonic = name.rstrip("_")
        if mnemonic not in FORMS:
            raise AttributeError(f"no instruction '{mnemonic}' in the ISA table")
        return lambda *operands, note="": self.emit(mnemonic, operands, note)

    def emit(self, mnemonic, operands, note=""):
        where = self.where()
        if mnemonic == "lea" and len(operands) == 2:
            operands = (operands[0], self._lea_source(operands[1]))
        try:
            form = match(mnemonic, operands, self.bits)
        except LookupError as error:
            raise KernelError(str(error), where) from None
        operands = _shorter(form, operands)
        self._refuse_ambiguous(form, operands, where)
        self.append(Instr(form, tuple(operands), where, note))

    def _lea_source(self, source):
        """Returns the memory operand of a lea. A sum of 32-bit registers in 64-bit code uses their
        64-bit views: the low half of the sum is the same, and no address-size prefix is needed."""
        address = source.address if isinstance(source, Mem) else Address.of(source)
        if self.bits == 64 and all(r.width == 32 for r in address.registers()):
            address = address.widened()
        if address.disp > 0x7FFFFFFF:
            address = address.plus(-1 << 32)
        return Mem(address, 0)

    def _refuse_ambiguous(self, form, operands, where):
        """Raises KernelError for operands that assemblers encode differently or that cannot be encoded."""
        if needs_address_prefix(operands, self.bits):
            raise KernelError(f"an address must be built from {self.bits}-bit registers", where)
        for reg in _registers(operands):
            if self.bits == 32 and (
                reg.number > 7
                or reg.name in ("spl", "bpl", "sil", "dil")
                or reg.kind == "gpr"
                and reg.width == 64
            ):
                raise KernelError(f"32-bit code has no register {reg}", where)
        for value in operands:
            if isinstance(value, Mem):
                if value.index is not None and value.index.family == "rsp":
                    raise KernelError("the stack pointer cannot be an index", where)
                if not -(1 << 31) <= value.disp < 1 << 31:
                    raise KernelError(f"displacement {value.disp:#x} does not fit 32 bits", where)
        if (
            form.mnemonic == "mov"
            and isinstance(operands[0], Reg)
            and operands[0].width == 64
            and isinstance(operands[1], int)
        ):
            if 0 <= operands[1] < 1 << 32:
                raise KernelError(
                    f"write mov {operands[0].view(32)}, {operands[1]:#x}: assemblers "
                    "disagree about the 64-bit form",
                    where,
                )
            if operands[1] >= (1 << 64) - (1 << 31):
                raise KernelError(
                    f"write {signed(operands[1], 64)}: a sign-extended constant is "
                    "given as a negative number",
                    where,
                )
        if (
            form.mnemonic in ("vmovdqa", "vmovdqu")
            and isinstance(operands[1], Reg)
            and isinstance(operands[0], Reg)
            and operands[1].number > 7 >= operands[0].number
        ):
            raise KernelError(
                f"{form.mnemonic} from a register above 7 to one below 8: assemblers "
                "choose different opcodes; exchange roles instead of copying",
                where,
            )
        if (
            form.mnemonic in ("rol", "ror", "shl", "shr", "sar")
            and isinstance(operands[1], int)
            and not 0 < operands[1] < operands[0].width
        ):
            raise KernelError(f"a count must be 1..{operands[0].width - 1}, not {operands[1]}", where)
        high = [v for v in operands if isinstance(v, Reg) and v.kind == "gpr" and v.low]
        if high and any(
            isinstance(r, Reg) and (r.number > 7 or r.width == 64 or r.name in ("spl", "bpl", "sil", "dil"))
            for r in _registers(operands)
            if r not in high
        ):
            raise KernelError(f"{high[0]} cannot appear in an instruction with a REX prefix", where)

    def instructions(self):
        return [item for item in self.stream if isinstance(item, Instr)]

    def where(self):
        """Returns (file, line) of the innermost caller outside the generator."""
        frame = sys._getframe(1)
        while _is_generator(frame.f_code.co_filename):
            frame = frame.f_back
        return short_path(frame.f_code.co_filename), frame.f_lineno


@functools.cache
def _is_generator(path):
    return os.path.dirname(path).startswith(PACKAGE)


def _shorter(form, operands):
    """Returns the operands with commutative sources in the order of the shorter VEX prefix. Some assemblers
    swap them by themselves."""
    if form.commutes and isinstance(operands[2], Reg) and operands[2].number > 7 and operands[1].number < 8:
        return operands[0], operands[2], operands[1]
    return operands


def _registers(operands):
    for value in operands:
        if isinstance(value, Reg):
            yield value
        elif isinstance(value, Mem):
            yield from value.address.registers()
