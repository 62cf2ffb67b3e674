# SPDX-License-Identifier: MIT
"""The builder of a function: `f.add(a, b)` appends an add instruction."""

import functools
import os
import sys
from types import SimpleNamespace

from . import roles
from .errors import KernelError, short_path
from .operands import Address, Constant, Label, Reg
from .stream import Align, Data, Instr, LabelHere, Phase, Rounds

PACKAGE = os.path.dirname(os.path.abspath(__file__))


class Function:
    """One function of a kernel for one calling convention. Instructions are appended to its stream."""

    def __init__(self, kernel, op, symbol, abi, pool=None, with_roles=False):
        self.kernel, self.op, self.symbol, self.abi = kernel, op, symbol, abi
        self.arch, self.bits = kernel.arch, abi.bits
        self.stream = []
        self.labels = []
        self.pool = {} if pool is None else pool  # name -> Data, of the whole unit
        self.constants = []  # the constants of the pool that this function uses
        self.frame_record = None
        self.serves = None  # the rounds that the next instruction serves
        self.with_roles, self.named = with_roles, {}  # family -> name, for readers of a trace

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
        try:
            self.arch.check_registers((*arguments.values(), *registers.values()))
        except LookupError as error:
            raise KernelError(str(error), self.where()) from None
        self.frame_record = (self.abi.frame or self.arch.frame)(
            self.abi, dict(arguments), list(registers.values()), scratch, secret
        )
        self.frame_record.prologue(self)
        named = dict(registers)
        for name, place in arguments.items():
            named[name] = place if isinstance(place, Reg) else self.frame_record.home(name)
        return SimpleNamespace(scratch=self.frame_record.scratch_address(), **named)

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

    def name_registers(self, names, registers):
        """Names registers for readers of a trace, until they get other names. names: one for each."""
        self.named.update({register.family: name for name, register in zip(names, registers)})

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
        if boundary < 1 or boundary & (boundary - 1):
            raise KernelError(f"align: {boundary} is no power of two", self.where())
        self.append(Align(boundary))

    def constant(self, name, content, note=""):
        """Returns the address of read-only bytes, which are placed once after the unit's last function.

        They are in .text, so that no object format needs a relocation. An instruction must be able to
        address them relative to itself. 32-bit x86 must use `table`.
        """
        if not self.arch.relative:
            raise KernelError(
                f"{self.bits}-bit code cannot address a constant without knowing where it is; "
                "load its address with table()",
                self.where(),
            )
        return Address(label=self._pooled(name, content, note))

    def table(self, register, name, content, note=""):
        """Loads the address of a constant into a register and returns the register."""
        self.arch.table_address(self, register, self._pooled(name, content, note))
        return register

    def _pooled(self, name, content, note):
        known = self.pool.setdefault(name, Data(Constant(name), bytes(content), note))
        if known.content != bytes(content):
            raise KernelError(f"constant '{name}' exists already with other bytes", self.where())
        if known not in self.constants:
            self.constants.append(known)
        return known.label

    def phase(self, text, round=None, rounds=1, step=1, times=1, inside=False):
        """Appends comment lines to the printed output, the heading of a phase of the algorithm.

        The instructions that follow serve `rounds` rounds from `round` on, or none. In a loop of `times`
        iterations the n-th, from 0, serves the rounds from round + step * n on. inside: a part of the
        phase before, whose rounds continue.
        """
        self.append(Phase(text))
        if not inside:
            self.serves = None if round is None else Rounds(round, rounds, step, times)

    def append(self, item):
        self.stream.append(item)

    def record(self, build, *arguments):
        """Returns the items that build(*arguments) appends, and leaves the stream as it was."""
        kept, self.stream = (self.stream, self.serves), []
        try:
            build(*arguments)
            return self.stream
        finally:
            self.stream, self.serves = kept

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
        mnemonic = name.rstrip("_").replace("_", ".")  # b_ne is b.ne
        if mnemonic not in self.arch.forms:
            raise AttributeError(f"no instruction '{mnemonic}' in the ISA table of {self.arch.name}")
        return lambda *operands, note="": self.emit(mnemonic, operands, note)

    def emit(self, mnemonic, operands, note=""):
        where = self.where()
        try:
            operands = self.arch.operands(mnemonic, operands)
            self.arch.check_registers(operands)
            form = self.arch.match(mnemonic, operands)
            operands = self.arch.complete(form, operands)
        except (LookupError, ValueError) as error:
            raise KernelError(str(error), where) from None
        names = roles.here(sys._getframe(1), self.named) if self.with_roles else None
        self.append(Instr(form, operands, where, note, self.serves, names))

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
