# SPDX-License-Identifier: MIT
"""The generator's interpreter over terms: the same instructions with the same meanings.

Addresses, branch conditions and counters are concrete. All other data may be unknown. A read at an unknown
address is a table lookup: for all values of the unknown bits it must be within one region that allows it.
"""

from dataclasses import dataclass, field

from asmgen.a64.machine import A64Machine
from asmgen.errors import Fault
from asmgen.machine import Memory, Region
from asmgen.words import signed
from asmgen.x86.machine import X86Machine

from .algebra.bitslice import View
from .algebra.functions import MOST
from .algebra.sums import Sum
from .algebra.words import Symbolic, narrow
from .errors import Refused


class SymbolicMemory(Memory):
    """Regions of bytes. A byte is a number, a tuple of eight bits, or None if nothing has written it."""

    def __init__(self, regions, words):
        super().__init__(regions)
        self.words = words

    def load(self, address, size):
        region, at = self.find(address, size, "reads")
        if region.refusal:
            raise Refused(region.refusal)
        parts = region.data[at : at + size]
        if None in parts:
            raise Fault(f"reads {size} bytes of '{region.name}', not all of which are written")
        return self.words.concat(parts, 8)

    def store(self, address, size, value):
        region, at = self.find(address, size, "writes")
        if not region.writable:
            raise Fault(f"writes {size} bytes of '{region.name}', which is read-only")
        region.data[at : at + size] = split(self.words, value, size)


def split(words, value, size):
    """Returns the bytes of a word, lowest first."""
    if isinstance(value, int):
        return list(value.to_bytes(size, "little"))
    if isinstance(value, View):
        return [words.extract(value, i, 8) for i in range(0, 8 * size, 8)]
    bits = words.bits(value, 8 * size)
    return [narrow(bits[i : i + 8]) for i in range(0, 8 * size, 8)]


class CallerRegisters(dict):
    """{register family: word}, with an unknown word for a register that was not written."""

    def __init__(self, words, part, n=None):
        self.words, self.part, self.n = words, part, n

    def __missing__(self, family):
        n = self.n or (128 if family.startswith("v") else 64)
        word = self[family] = self.words.named((self.part, family), n)
        return word

    def get(self, family, default=None):
        return self[family]

    def pop(self, family, default=None):
        """Clears a register. X86Machine removes the entry, but here the caller's value would reappear."""
        self[family] = 0


class OverTerms:
    """Makes a machine compute on terms. Precedes the machine of an architecture among the base classes.

    tables: names of the regions that were read at addresses that depend on unknown data. public: monomials that are
    no data. watch: is called with every instruction before it runs. lane_offset: a lane_offsets.LaneOffset or None.
    """

    def __init__(self, bits, memory, words):
        super().__init__(bits, memory, words)
        self.tables, self.watch, self.lane_offset = set(), None, None
        self.public = frozenset((0,))
        self.registers = CallerRegisters(words, "low")

    def concrete(self, word, what):
        try:
            return self.words.concrete(word)
        except Symbolic:
            raise Fault(f"{what} depends on unknown data") from None

    def step(self, item):
        if self.watch:
            self.watch(item)
        try:
            return super().step(item)
        except Symbolic:
            raise Fault("its meaning depends on unknown data") from None

    def _located(self, entry, address, size):
        if not self.lane_offset:
            return super()._located(entry, address, size)
        address, moves = self.lane_offset.plain(address)
        at = super()._located(entry, address, size)
        self.lane_offset.check(self.memory.find(at, size, "reaches")[0], moves)
        return at

    def fetch(self, entry, address, size):
        moves = self.lane_offset and self.lane_offset.plain(address)[1]
        if isinstance(address, int) or entry.aligned or moves:
            return super().fetch(entry, address, size)
        return self._table(address, size)

    def _table(self, address, size):
        """Returns the word at an unknown address, as a lookup in all addresses that it can be."""
        w = self.words
        const, parts = (address.const, address.terms) if isinstance(address, Sum) else (0, ((address, 1),))
        steps = {}  # bit -> what it adds to the address
        for bits, k in parts:
            for i, bit in enumerate(bits):
                if bit == 1:
                    const += k << i
                elif bit:
                    steps[bit] = steps.get(bit, 0) + (k << i)
        if len(steps) > MOST:
            raise Fault(f"the address depends on {len(steps)} unknown bits")
        places = [0]
        for step in steps.values():
            step = signed(step, self.bits)
            places += [place + step for place in places]
        monomials = frozenset().union(*(w.terms.polynomials[bit] for bit in steps))
        table = self._choices(const % (1 << self.bits), places, size, not monomials <= self.public)
        return w.lookup(table, tuple(steps), 8 * size)

    def _choices(self, start, places, size, secret):
        """Returns the words at start + places. Raises Fault unless all are in one region for lookups. secret: whether
        the address depends on more than the public numbers."""
        low = min(places)
        region, at = self.memory.find((start + low) % (1 << self.bits), size, "reads")
        if region.refusal:
            raise Refused(region.refusal)
        last, _ = self.memory.find((start + max(places)) % (1 << self.bits), size, "reads")
        if last is not region or not region.lookups:
            raise Fault("an unknown address is not in read-only data or on the stack")
        if secret:
            self.tables.add(region.name)
        key = at, tuple(places), size
        if region.content is not None and key in region.seen:
            return region.seen[key]
        table = tuple(self._word(region, at + place - low, size) for place in places)
        if region.content is not None:
            region.seen[key] = table
        return table

    def _word(self, region, at, size):
        if region.content is not None:
            return int.from_bytes(region.content[at : at + size], "little")
        cells = region.data[at : at + size]
        if None in cells:
            raise Fault(f"reads {size} bytes of '{region.name}', not all of which are written")
        return self.words.concat(cells, 8)


class SymbolicMachine(OverTerms, X86Machine):
    """x86 over terms."""

    def __init__(self, bits, memory, words):
        super().__init__(bits, memory, words)
        self.uppers, self.tops = CallerRegisters(words, "upper", 128), CallerRegisters(words, "top", 256)

    def stack_step(self, name, operands):
        self.words.concrete(self.registers["rsp"])
        return super().stack_step(name, operands)


class SymbolicA64(OverTerms, A64Machine):
    """AArch64 over terms."""

    def __init__(self, bits, memory, words):
        super().__init__(bits, memory, words)
        self.registers["zr"] = 0


MACHINES = {"x86": SymbolicMachine, "x64": SymbolicMachine, "a64": SymbolicA64}  # by architecture


@dataclass
class Cells(Region):
    """A region. lookups: whether it may be read at unknown addresses. content: its bytes, if constant."""

    lookups: bool = False
    content: bytes = None
    refusal: str = ""  # not empty: why a read is refused
    seen: dict = field(default_factory=dict)
