# SPDX-License-Identifier: MIT
"""Registers that run ahead of pointers: a loop that leaves a pointer for each lane as it is, and
counts in a register how many bytes of each lane it has done."""

from asmgen.errors import Fault

from .algebra.counts import BELOW, Count
from .scenario import names, size_of


class LaneOffset:
    """The same, any number of turns later: the registers hold as much more, and the buffers of the
    lanes are reached through them alone, so that their bytes are those of the turns to come."""

    def __init__(self, f, units, words):
        """units: units of work in one units."""
        self.words, self.n = words, f.abi.bits
        self.iterations = Count(words, self.n, BELOW[self.n])
        self.stride = stride(f, units)
        self.streams = {name for a in f.op.arguments if a.per_lane for name in names(a, f.lanes)}

    def move(self, machine, families, more):
        """Any number of turns, and so many more, are done. Later accesses of the machine ask
        here."""
        words = self.words
        done = words.add(words.mul(self.iterations.bits, self.stride, self.n), more * self.stride, self.n)
        for family in families:
            machine.registers[family] = words.add(machine.registers[family], done, self.n)
        machine.lane_offset = self

    def plain(self, address):
        """(the address as it is in the first units, is it one that moves?)"""
        found = self.iterations.linear(address)
        if found is None or found[0] != self.stride:
            return address, False
        return found[1] % (1 << self.n), True

    def check(self, region, moves):
        if (region.name in self.streams) != moves:
            raise Fault(
                f"reaches '{region.name}' "
                + (
                    "through what counts the bytes of lanes"
                    if moves
                    else "past what counts the bytes of lanes"
                )
            )


def stride(f, units):
    """Bytes of a lane in a units; 0 where no argument is a pointer for each lane."""
    return next((size_of(a, dict.fromkeys(f.op.counts(), units)) for a in f.op.arguments if a.per_lane), 0)


def families(after, fresh, places, step):
    """The registers among these places that are so much further in one machine."""
    found = set()
    for family in {family for family, _ in places if family in after.registers}:
        values = after.registers[family], fresh.registers[family]
        if all(isinstance(value, int) for value in values) and values[0] - values[1] == step:
            found.add(family)
    return found
