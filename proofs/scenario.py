# SPDX-License-Identifier: MIT
"""An operation's arguments, all unknown, and calls on them.

A later call may go on where an earlier one would: its pointers stand some units of work further in
the same buffers.
"""

from asmgen.errors import Fault, KernelError

from .algebra.bitslice import BitSlices
from .algebra.terms import Unsupported
from .algebra.words import narrow
from .calling import Buffer, Call
from .contracts import PLACES

IN_PLACE = {"out": "in"}  # an output that may lie where an input does


def size_of(argument, counts):
    """Bytes behind a pointer."""
    return argument.size if isinstance(argument.size, int) else argument.size(counts)


def names(argument, lanes):
    """The buffers of an argument."""
    return [f"{argument.name}[{i}]" for i in range(lanes)] if argument.per_lane else [argument.name]


class Scenario:
    """`cells`: {name: bytes before the call}, of a pointer for each lane a list of these."""

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
        """What sizes follow from; units: of work, instead of the scenario's own."""
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
        """Unknown bytes; of an og_des_key only those bits that hold keys."""
        words = self.words
        if words.known and self.f.sliced and self.f.lanes > 1:
            step = 8 * self.f.lanes  # all lanes alike: the standard runs once
            return [words.named((name, i // step, i % 8), 8) for i in range(size)]
        if "og_des_key" not in argument.c_type or argument.writable:
            return [words.named((name, i), 8) for i in range(size)]
        bits = [0] * (8 * size)
        for at in range(0, size, 128):
            for place in PLACES.values():
                (bits[8 * at + place],) = words.bits(words.named((name, at, place), 1), 1)
        return [narrow(tuple(bits[i : i + 8])) for i in range(0, 8 * size, 8)]

    def declare_slices(self):
        """For bit slices: which input bit is which of a block, or, where each lane has a key of its
        own, of a lane."""
        words, units = self.words, next((self.counts[name] for name in self.f.op.counts()), 1)
        words.slices = words.slices or BitSlices(words.terms)
        words.slices.extra.clear()  # other places are without a row in every case
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
        """Where in its buffer the first units of work end; 0 for a buffer that all units share."""
        return size_of(argument, self._counts(units)) if self.streams(argument) else 0

    def streams(self, argument):
        """Does each unit of work have a part of the buffer?"""
        return not isinstance(argument.size, int) and not size_of(argument, self._counts(0))

    def first(self, units):
        """(counts, cells) of the first units of work, as a contract wants them."""

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
        """The cells when the first units of work are done: nobody has them any more, and what all
        units share is what the work made of it."""

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
        """(a Call, {name: Buffer or a list of them}). count: in place of the scenario's own; cells:
        what the buffers hold; done: so many units, which the pointers are beyond; lanes_too: also
        those for each lane."""
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
        """(the machine after the call, or None; what went wrong). watch: machine -> what its `watch`
        shall be."""
        machine = None
        try:
            machine = call.machine(self.words)
            machine.watch = watch and watch(machine)
            self.f.run(machine)
            call.check_return(machine)
        except (KernelError, Fault) as error:
            return None, str(error)
        except Unsupported as error:
            return None, f"beyond this prover: {error}"
        finally:
            if machine:
                machine.watch = None  # which holds the machine
        return machine, ""

    def difference(self, made, wanted):
        """(the first place where bytes are not those wanted, in words; do numbers differ there
        too?)"""
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
