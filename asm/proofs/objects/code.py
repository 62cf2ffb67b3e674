# SPDX-License-Identifier: MIT
"""Runs the machine code of an object's function, or of a kernel as the generator encodes it."""

from dataclasses import dataclass

from asmgen.errors import Fault, KernelError, short_path
from asmgen.operands import Label
from asmgen.stream import Align, Instr, LabelHere

from ..calling import Constant
from ..errors import Refused
from . import decode_a64, decode_x86
from .image import ALLOC, BITS, EXECUTE, PAGE, START, WRITE, Image, Section


@dataclass
class Code:
    """An Image to run. variables: {name: bytes} of the variables that other objects define."""

    image: Image
    variables: dict
    limit: int = 5_000_000  # instructions of one call, at most
    longest: int = 0  # instructions of the longest call so far
    decoders: list = None

    def __post_init__(self):
        self.decoders = [(s, _decoder(self.image.arch, s)) for s in self.image.sections if s.flags & EXECUTE]

    def constants(self):
        """Returns the Constants: everything that may be read besides the caller's buffers."""
        made = []
        if self.image.arch != "a64":
            made.append(Constant("the stack guard", self.image.bits // 8, decode_x86.GUARD))
        made += [
            Constant(s.name, bytes(s.content), s.base, refusal=s.refusal)
            for s in self.image.sections
            if not s.flags & WRITE
        ]
        for name, address in self.image.variables.items():
            content, why = self.variables.get(name), ""
            if content is None:
                content, why = (
                    bytes(PAGE),
                    (f"reads '{name}' of another object: give its value, --variable {name}=HEX"),
                )
            made.append(Constant(name, content, address, refusal=why))
        return made

    def fetch(self, address):
        """Returns (the Instr at an address or None for a no-op, the address of the next one)."""
        for section, decoder in self.decoders:
            if section.base <= address < section.base + len(section.content):
                return decoder.at(address)
        name = next((n for n, at in self.image.variables.items() if at == address), None)
        if name == "__stack_chk_fail":
            raise KernelError("changes its stack guard")
        raise Refused(
            f"calls '{name}' of another object: join both objects with ld -r"
            if name
            else f"jumps to {address:#x}, outside of the object"
        )

    def run(self, machine):
        """Runs the function until it returns to its caller."""
        at, calls = self.image.entry, []
        for steps in range(self.limit):
            item, after = self.fetch(at)
            if item is None:
                at = after
                continue
            if item.form.mnemonic == "call":
                machine.origins[item.operands[0]] = after
                if item.operands[0] != Label(
                    f"{after:x}"
                ):  # a call of the next instruction reads the program counter
                    calls.append(after)
            try:
                went = machine.step(item)
            except Fault as fault:
                raise KernelError(f"at {item.where[1]:#x}, '{item.note}': {fault}") from None
            if went == "ret" and calls:
                at = calls.pop()
                if machine.returned_to != at:
                    raise KernelError("returns with the return address changed")
                continue
            if went == "ret":
                self.longest = max(self.longest, steps)
                return
            at = int(went.name, 16) if went else after
        raise KernelError(f"no return after {self.limit} instructions")


def _decoder(arch, section):
    """Returns the decoder of a section of an architecture's code."""
    if arch == "a64":
        return decode_a64.A64Decoder(section.base, section.content)
    return decode_x86.X86Decoder(BITS[arch], section.base, section.content)


def _addresses(unit, symbol):
    """Returns (the address of a function of a unit at START, [(address, its Instr)], {label: address})."""
    functions, constants = unit.placed()
    at, entry, placed, labels = START, None, [], {}
    for f, gap, items in functions:
        at += len(gap)
        if f.symbol == symbol:
            entry, rest = at, iter(items)
            for item in f.stream:
                if isinstance(item, LabelHere):
                    labels[item.label] = at
                elif isinstance(item, (Instr, Align)):
                    placed.append((at, item))
                    at += len(next(rest)[2])
        else:
            at += sum(len(code) for _, _, code in items)
    for constant, gap in constants:
        labels[constant.label] = at + len(gap)
        at += len(gap) + len(constant.content)
    return entry, [(address, item) for address, item in placed if isinstance(item, Instr)], labels


def of_unit(unit, symbol):
    """Returns the Code of a kernel's function. Each decoded instruction must be the generator's."""
    entry, meant, labels = _addresses(unit, symbol)
    section = Section("its code", ALLOC | EXECUTE, bytearray(unit.code()), START)
    code = Code(Image(unit.arch.name, [section], entry), {})
    same = (decode_a64 if unit.arch.name == "a64" else decode_x86).same
    for address, item in meant:
        read, (file, line) = code.fetch(address)[0], item.where
        _compare(read, item, same, labels)
        read.note += f"  ; {short_path(file)}:{line}"
    return code


def _compare(read, meant, same, labels):
    """Raises KernelError unless the decoder has read the generator's instruction."""
    if (
        read is None
        or read.form.mnemonic != meant.form.mnemonic
        or len(read.operands) != len(meant.operands)
        or not all(same(a, b, labels) for a, b in zip(read.operands, meant.operands))
    ):
        raise KernelError(
            f"{meant.form.mnemonic}: is encoded as '{read.note if read else 'nop'}'", meant.where
        )
