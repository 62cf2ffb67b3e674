# SPDX-License-Identifier: MIT
"""The interpreter: executes instructions in any word algebra (words.py).

It implements register views, memory regions and branches. The results of an instruction are computed by its
form in the ISA table. The machine of an architecture is a subclass.
"""

from dataclasses import dataclass

from .errors import Fault, KernelError
from .frame import PAGE
from .stream import Instr, LabelHere
from .words import Ints, Secret, SecretUse


@dataclass
class Region:
    """A buffer at an address. secret, known: one flag byte per byte, or None if not tracked."""

    name: str
    base: int
    data: bytearray
    writable: bool = True
    secret: bytearray = None
    known: bytearray = None
    read: set = None  # the offsets that have been read, or None if not tracked


class Memory:
    """The declared regions, which are far apart. Any other access is a Fault."""

    def __init__(self, regions):
        self.regions = list(regions)
        self.floor = None  # function: the lowest address of the stack that may be accessed
        self.ceiling = None  # the address after the caller's arguments, the last bytes that belong to a call
        self.stack = None
        self.touched = None  # the lowest address of the stack that was accessed

    def find(self, address, size, verb):
        for region in self.regions:
            at = address - region.base
            if 0 <= at <= len(region.data) - size:
                if region is self.stack:
                    if address < self.floor():
                        raise Fault(f"{verb} {size} bytes below the stack pointer")
                    if self.ceiling is not None and address + size > self.ceiling:
                        raise Fault(f"{verb} {size} bytes of the caller's frame")
                    if address < self.touched - PAGE:
                        raise Fault(
                            f"{verb} the stack more than a page below all that has been "
                            "touched: that may be beyond its guard page"
                        )
                    self.touched = min(self.touched, address)
                return region, at
        near = min(
            self.regions, key=lambda r: min(abs(address - r.base), abs(address - r.base - len(r.data)))
        )
        raise Fault(
            f"{verb} {size} bytes outside every buffer: '{near.name}' holds "
            f"{len(near.data)} bytes, the access is at offset {address - near.base}"
        )

    def load(self, address, size):
        region, at = self.find(address, size, "reads")
        if region.known is not None and 0 in region.known[at : at + size]:
            raise Fault(f"reads {size} bytes of '{region.name}' that nothing has written")
        if region.read is not None:
            region.read.update(range(at, at + size))
        value = int.from_bytes(region.data[at : at + size], "little")
        if region.secret is not None and 1 in region.secret[at : at + size]:
            return Secret(value)
        return value

    def store(self, address, size, value):
        region, at = self.find(address, size, "writes")
        if not region.writable:
            raise Fault(f"writes {size} bytes of '{region.name}', which is read-only")
        region.data[at : at + size] = int(value).to_bytes(size, "little")
        if region.secret is not None:
            region.secret[at : at + size] = bytes([isinstance(value, Secret)]) * size
        if region.known is not None:
            region.known[at : at + size] = b"\1" * size


class Registers(dict):
    """Family -> word of the family's full width. The machine of x86 keeps less of a vector register here."""

    def __missing__(self, family):
        raise Fault(f"reads {family}, which nothing has written")


class Machine:
    """A processor. bits: of a general register and of an address."""

    def __init__(self, bits, memory, words=None):
        self.bits, self.memory = bits, memory
        self.words = words or Ints()
        self.registers = Registers()
        self.flags = {}  # letter -> function returning a one-bit word
        self.constants = {}  # label -> address
        self.origins = {}  # label -> address, of code
        self.returned_to = None  # the return address that a ret has used

    # -- operands --------------------------------------------------------------------------------
    def read(self, reg):
        whole = self.registers[reg.family]
        if reg.low == 0 and reg.width == reg.whole:
            return whole
        return self.words.extract(whole, reg.low, reg.width)

    def write(self, reg, value):
        if reg.clears:
            value = self.words.zext(value, reg.width, reg.whole)
        elif reg.width != reg.whole:
            old = self.registers.get(reg.family)
            if old is None:
                raise Fault(f"writes a part of {reg.family}, the rest of which is unknown")
            value = self.words.insert(old, value, reg.low, reg.width, reg.whole)
        self.registers[reg.family] = value

    def origin(self, label):
        """Returns the address of the code at a label, which is arbitrary but constant."""
        return self.origins.setdefault(label, 0x08048000 + 4099 * len(self.origins))

    def concrete(self, word, what):
        try:
            return self.words.concrete(word)
        except SecretUse:
            raise Fault(f"{what} depends on secret data in a kernel that claims constant " "time") from None

    def _located(self, entry, address, size):
        """Returns the integer address of an access and checks its alignment if the form requires one."""
        at = self.concrete(address, "the address")
        if entry.aligned and at % size:
            raise Fault(f"its {size}-byte operand must be aligned and is at {at % size} modulo " f"{size}")
        return at

    def fetch(self, entry, address, size):
        """Reads memory. The value at a secret address is secret."""
        found = self.memory.load(self._located(entry, address, size), size)
        return Secret(found) if isinstance(address, Secret) else found

    def put(self, entry, address, size, value):
        self.memory.store(self._located(entry, address, size), size, value)

    def flag(self, letter):
        flag = self.flags.get(letter)
        if flag is None:
            raise Fault(f"reads the flag {letter.upper()}F, which is undefined here")
        return flag()

    # -- execution -------------------------------------------------------------------------------
    def step(self, item):
        """Executes one instruction and returns the Label of a taken branch, "ret", or None."""
        return item.execute(self)

    def run(self, stream, visit=None, limit=10_000_000):
        """Runs a stream from its start to its ret. A Fault becomes a KernelError with the line."""
        program, targets = [], {}
        for item in stream:
            if isinstance(item, LabelHere):
                targets[item.label] = len(program)
            elif isinstance(item, Instr):
                program.append(item)
        at = 0
        for _ in range(limit):
            if at >= len(program):
                raise KernelError("the function runs past its end without a ret", program[-1].where)
            item = program[at]
            if visit is not None:
                visit(item)
            try:
                went = self.step(item)
            except Fault as fault:
                raise KernelError(f"{item.form.mnemonic}: {fault}", item.where) from None
            if went == "ret":
                return
            if went is None:
                at += 1
            elif went in targets:
                at = targets[went]
            else:
                raise KernelError(f"branch to label '{went.name}', which is nowhere", item.where)
        raise KernelError(f"no ret after {limit} instructions", program[-1].where)
