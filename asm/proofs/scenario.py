# SPDX-License-Identifier: MIT
"""The arguments of an operation, with unknown contents, and calls with them.

A second call can continue the first one: its pointers are some units of work (blocks or iterations)
further in the same buffers.
"""

from asmgen.errors import Fault, KernelError

from .algebra.bitslice import BitSlices
from .algebra.terms import Unsupported
from .algebra.words import narrow
from .calling import Buffer, Call
from .contracts import PLACES

IN_PLACE = {"out": "in"}  # an output and the input that it may replace


def size_of(argument, counts):
    """Returns the number of bytes that a pointer argument points to."""
    return argument.size if isinstance(argument.size, int) else argument.size(counts)


def names(argument, lanes):
    """Returns the names of an argument's buffers: one, or one for each lane."""
    return [f"{argument.name}[{i}]" for i in range(lanes)] if argument.per_lane else [argument.name]


class Scenario:
    """One case of an operation.

    cells: {name: bytes before the call}. An argument with a pointer for each lane has a list of them.
    counts: {name: value} of the counts and flags. values: {name: argument word}.
    """

    def __init__(self, f, words, counts, in_place=False):
        self.f, self.words, self.in_place = f, words, in_place
        self.counts, self.values, self.cells = dict(counts), {}, {}
        for argument in f.op.arguments:
            name = argument.name
            if argument.size is None:
                self._value(argument)
                continue
            made = [
                self._unknown(argument, own, size_of(argument, self._counts()))
                for own in names(argument, f.lanes)
            ]
            self.cells[name] = made if argument.per_lane else made[0]
        if in_place:
            for out, source in IN_PLACE.items():
                if out in self.cells:
                    self.cells[out] = self.cells[source]

    def _counts(self, units=None):
        """Returns the counts that buffer sizes depend on. units: instead of the scenario's counts."""
        counts = {**self.counts, "lanes": self.f.lanes}
        if units is not None:
            counts.update(dict.fromkeys(self.f.op.counts(), units))
        return counts

    def _value(self, argument):
        words, name = self.words, argument.name
        if argument.number:
            self.counts[name] = words.named(name, 32)
        self.values[name] = self.counts[name]
        if (argument.number or argument.flag) and self.f.abi.bits == 64:
            self.values[name] = words.concat([self.counts[name], words.named((name, "upper"), 32)], 32)

    def _unknown(self, argument, name, size):
        """Returns unknown bytes. In an og_des_key the bits that contain no key are 0."""
        words = self.words
        if words.known and self.f.sliced and self.f.lanes > 1:
            step = 8 * self.f.lanes  # the same numbers in all lanes, so that the standard runs once
            return [words.named((name, i // step, i % 8), 8) for i in range(size)]
        if "og_des_key" not in argument.c_type or argument.writable:
            return [words.named((name, i), 8) for i in range(size)]
        bits = [0] * (8 * size)
        for at in range(0, size, 128):
            for place in PLACES.values():
                (bits[8 * at + place],) = words.bits(words.named((name, at, place), 1), 1)
        return [narrow(tuple(bits[i : i + 8])) for i in range(0, 8 * size, 8)]

    def declare_slices(self):
        """Declares for each input bit its block and its position in the block.

        If each lane has its own key, the lanes are the blocks.
        """
        words, units = self.words, next((self.counts[name] for name in self.f.op.counts()), 1)
        words.slices = words.slices or BitSlices(words.terms)
        words.slices.extra.clear()  # the positions outside of all blocks differ between cases
        for argument in self.f.op.arguments:
            if (
                argument.size is None
                or "og_des_key" in argument.c_type
                or (self.f.lanes == 1 and argument.name != "in")
            ):
                continue
            blocks = self.f.lanes if self.f.lanes > 1 else units
            for at, cell in enumerate(self.cells[argument.name]):
                what = argument.name, at // (8 * blocks), at % 8
                for i, bit in enumerate(words.bits(cell, 8)):
                    words.slices.declare((*what, i), at // 8 % blocks, bit)

    # -- parts of the work -----------------------------------------------------------------------
    def end(self, argument, units):
        """Returns the offset at which the first units of a buffer end; 0 if all units share the buffer."""
        return size_of(argument, self._counts(units)) if self.streams(argument) else 0

    def streams(self, argument):
        """Returns whether each unit of work has its own part of the buffer."""
        return not isinstance(argument.size, int) and not size_of(argument, self._counts(0))

    def first(self, units):
        """Returns (counts, cells) of the first units of work, for a contract."""

        def cut(argument, cells):
            return cells[: self.end(argument, units)] if self.streams(argument) else cells

        counts = {**self.counts, **dict.fromkeys(self.f.op.counts(), units)}
        return counts, {
            a.name: [cut(a, cells) for cells in self.cells[a.name]]
            if a.per_lane
            else cut(a, self.cells[a.name])
            for a in self.f.op.arguments
            if a.size is not None
        }

    def after(self, units, results):
        """Returns the cells after the first units of work.

        The parts of finished units are None. Buffers that all units share contain the results.
        """

        def rest(argument, cells):
            end = self.end(argument, units)
            return [None] * end + list(cells[end:])

        left = {
            a.name: [rest(a, cells) for cells in self.cells[a.name]]
            if a.per_lane
            else rest(a, self.cells[a.name])
            for a in self.f.op.arguments
            if a.size is not None
        }
        left.update(
            {a.name: results[a.name] for a in self.f.op.arguments if a.writable and not self.streams(a)}
        )
        return left

    # -- calls -----------------------------------------------------------------------------------
    def call(self, count=None, cells=None, done=0, lanes_too=True):
        """Returns (a Call, {name: Buffer or a list of Buffers}).

        count: instead of the scenario's count. cells: contents of the buffers. done: units by which the
        pointers are advanced. lanes_too: whether that includes the pointers of the lanes.
        """
        cells, values, buffers = cells or self.cells, [], {}
        for argument in self.f.op.arguments:
            name = argument.name
            if argument.size is None:
                own = name in self.f.op.counts() and count is not None
                values.append(count if own else self.values[name])
                continue
            odd, start = argument.c_type.startswith("const uint8_t"), self.end(argument, done)
            if argument.per_lane and not lanes_too:
                start = 0
            contents = cells[name] if argument.per_lane else [cells[name]]
            made = [
                Buffer(own, list(content), argument.writable, odd, start)
                for own, content in zip(names(argument, self.f.lanes), contents)
            ]
            buffers[name] = made if argument.per_lane else made[0]
            values.append(buffers[name])
        if self.in_place:
            for out, source in IN_PLACE.items():
                if out in buffers:
                    at = [a.name for a in self.f.op.arguments].index(source)
                    buffers[source] = values[at] = buffers[out]
        if self.f.passed:
            named = dict(zip((a.name for a in self.f.op.arguments), values))
            values = [p.of(named, self.words, self.f.abi.bits) for p in self.f.passed]
        return Call(self.f.abi, values, self.f.constants), buffers

    def run(self, call, watch=None):
        """Runs the function. Returns (the machine after the call or None, the failure or "").

        watch: function from the machine to the function that is called before each instruction.
        """
        machine = None
        try:
            machine = call.machine(self.words)
            machine.public |= self._public()
            machine.watch = watch and watch(machine)
            self.f.run(machine)
            call.check_return(machine)
        except (KernelError, Fault) as error:
            return None, str(error)
        except Unsupported as error:
            return None, f"not supported: {error}"
        finally:
            if machine:
                machine.watch = None  # it refers to the machine
        return machine, ""

    def _public(self):
        """Returns the monomials of the numbers, such as a salt, which are public like counts."""
        words = self.words
        bits = [bit for a in self.f.op.arguments if a.number for bit in words.bits(self.counts[a.name], 32)]
        return frozenset().union(*(words.terms.polynomials[bit] for bit in bits))

    def difference(self, made, wanted):
        """Returns (a text about the first byte that is not proved equal or "", whether the samples of this
        byte differ, too)."""
        words = self.words
        for name, cells in wanted.items():
            for at, (cell, want) in enumerate(zip(made[name], cells)):
                if cell == want or words.bits(cell, 8) == words.bits(want, 8):
                    continue
                bit = next(
                    i for i, (x, y) in enumerate(zip(words.bits(cell, 8), words.bits(want, 8))) if x != y
                )
                text, values = (
                    f"byte {at} of '{name}' differs, first in bit {bit}",
                    (words.sample(cell, 8), words.sample(want, 8)),
                )
                if values[0] == values[1]:
                    return text, False
                return f"{text}: {values[0]:#04x} where the standard has {values[1]:#04x}", True
        return "", False
