# SPDX-License-Identifier: MIT
"""The generator's interpreter on terms: the same instructions, the same meanings, over `Symbols`.

Addresses, branches and counters are concrete; all else is unknown. An address that is not concrete
must lie in read-only bytes, whatever the unknown bits are: a table.
"""

from dataclasses import dataclass, field

from asmgen.errors import Fault
from asmgen.isa import signed
from asmgen.machine import Machine, Memory, Region

from .algebra.bitslice import View
from .algebra.functions import MOST
from .algebra.words import Sum, Symbolic, narrow
from .errors import Refused


class SymbolicMemory(Memory):
    """Regions of bytes: numbers, tuples of eight bits, or None where nothing has written."""

    def __init__(self, regions, words):
        super().__init__(regions)
        self.words = words
        self.ceiling = None  # from here on the stack is the caller's

    def load(self, address, size):
        region, at = self.find(address, size, "reads")
        if region.refusal:
            raise Refused(region.refusal)
        parts = region.data[at : at + size]
        if None in parts:
            raise Fault(f"reads {size} bytes of '{region.name}' that nothing has written")
        return self.words.concat(parts, 8)

    def store(self, address, size, value):
        region, at = self.find(address, size, "writes")
        if not region.writable:
            raise Fault(f"writes {size} bytes of '{region.name}', which is read-only")
        if self.ceiling and region is self.stack and address + size > self.ceiling:
            raise Fault(f"writes {size} bytes of the caller's part of the stack")
        region.data[at : at + size] = split(self.words, value, size)


def split(words, value, size):
    """A word's bytes, lowest first."""
    if isinstance(value, int):
        return list(value.to_bytes(size, "little"))
    if isinstance(value, View):
        return [words.extract(value, i, 8) for i in range(0, 8 * size, 8)]
    bits = words.bits(value, 8 * size)
    return [narrow(bits[i : i + 8]) for i in range(0, 8 * size, 8)]


class CallerRegisters(dict):
    """Family -> what a caller left in this part of the register, unknown until it is written."""

    def __init__(self, words, part, n=None):
        self.words, self.part, self.n = words, part, n

    def __missing__(self, family):
        n = self.n or (128 if family.startswith("vec") else 64)
        word = self[family] = self.words.named((self.part, family), n)
        return word

    def get(self, family, default=None):
        return self[family]

    def pop(self, family, default=None):
        """Machine takes away what an instruction clears: zeros are left, not what the caller had."""
        self[family] = 0


class SymbolicMachine(Machine):
    """`tables` learns the names of regions that are read at unknown places. watch: called with
    every instruction before it runs. ahead: an ahead.Ahead, where registers run ahead of pointers."""

    def __init__(self, bits, memory, words):
        super().__init__(bits, memory, words)
        self.tables, self.watch, self.lane_offset = set(), None, None
        self.registers = CallerRegisters(words, "low")
        self.uppers, self.tops = CallerRegisters(words, "upper", 128), CallerRegisters(words, "top", 256)

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

    def stack_step(self, name, operands):
        self.words.concrete(self.registers["rsp"])
        return super().stack_step(name, operands)

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
        """The choice among all places that an unknown address can be."""
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
        table = self._choices(const % (1 << self.bits), places, size)
        return w.lookup(table, tuple(steps), 8 * size)

    def _choices(self, start, places, size):
        """The words at start + places, which are all in one region."""
        low = min(places)
        region, at = self.memory.find((start + low) % (1 << self.bits), size, "reads")
        if region.refusal:
            raise Refused(region.refusal)
        last, _ = self.memory.find((start + max(places)) % (1 << self.bits), size, "reads")
        if last is not region or not region.lookups:
            raise Fault("an unknown address is not in read-only data or on the stack")
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
            raise Fault(f"reads {size} bytes of '{region.name}' that nothing has written")
        return self.words.concat(cells, 8)


@dataclass
class Cells(Region):
    """A region on terms. lookups: may it be read at unknown places? content: bytes for good."""

    lookups: bool = False
    content: bytes = None
    refusal: str = ""  # why nothing can be read here
    seen: dict = field(default_factory=dict)
