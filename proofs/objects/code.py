# SPDX-License-Identifier: MIT
"""Runs the machine code of an object's function, or of a kernel as the generator encodes it."""

from dataclasses import dataclass

from asmgen.errors import Fault, KernelError, short_path
from asmgen.operands import Label, Mem
from asmgen.stream import Instr

from ..calling import Constant
from ..errors import Refused
from .decode import GUARD, Decoder
from .image import ALLOC, EXECUTE, PAGE, START, WRITE, Image, Section


@dataclass
class Code:
    """An Image to run. variables: {name: bytes} of the variables that other objects define."""

    image: Image
    variables: dict
    limit: int = 5_000_000  # instructions of one call, at most
    longest: int = 0  # instructions of the longest call so far
    decoders: list = None

    def __post_init__(self):
        self.decoders = [
            (s, Decoder(self.image.bits, s.base, s.content)) for s in self.image.sections if s.flags & EXECUTE
        ]

    def constants(self):
        """Returns the Constants: everything that may be read besides the caller's buffers."""
        made = [Constant("the stack guard", self.image.bits // 8, GUARD)]
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


def of_unit(unit, symbol):
    """Returns the Code of a kernel's function. Each decoded instruction must be the generator's."""
    content = bytearray(unit.code())
    at, entry, meant = 0, None, []
    for f, gap, items in unit.placed()[0]:
        at += len(gap)
        if f.symbol == symbol:
            entry = at
        for item, _, code in items:
            if f.symbol == symbol and isinstance(item, Instr):
                meant.append((START + at, item))
            at += len(code)
    section = Section("its code", ALLOC | EXECUTE, content, START)
    code = Code(Image(unit.bits, [section], START + entry), {})
    for address, item in meant:
        read, (file, line) = code.fetch(address)[0], item.where
        _compare(read, item)
        read.note += f"  ; {short_path(file)}:{line}"
    return code


def _compare(read, meant):
    """Raises KernelError unless the decoder has read the generator's instruction."""
    if (
        read is None
        or read.form.mnemonic != meant.form.mnemonic
        or len(read.operands) != len(meant.operands)
        or not all(map(_same, read.operands, meant.operands))
    ):
        raise KernelError(
            f"{meant.form.mnemonic}: is encoded as '{read.note if read else 'nop'}'", meant.where
        )


def _same(read, meant):
    """Returns whether two operands are equal."""
    if isinstance(meant, Label):
        return isinstance(read, Label)
    if isinstance(meant, int):
        return isinstance(read, int) and any((read - meant) % (1 << n) == 0 for n in (8, 16, 32, 64))
    if isinstance(meant, Mem):
        if not isinstance(read, Mem) or read.width != meant.width:
            return False
        a, b = read.address, meant.address
        if b.label:
            return a.index is None and (a.base is None or b.origin is not None)
        return (
            (a.base, a.index, a.disp) == (b.base, b.index, b.disp)
            and (a.index is None or a.scale == b.scale)
            or ({a.base, a.index} == {b.base, b.index} and a.scale == b.scale == 1 and a.disp == b.disp)
        )
    return read == meant
