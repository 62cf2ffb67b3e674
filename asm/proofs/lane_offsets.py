# SPDX-License-Identifier: MIT
"""Loops that keep the pointer of each lane constant and add an offset register to it.

The offset register contains the number of bytes of each lane that the loop has processed.
"""

from asmgen.errors import Fault

from .algebra.counts import BELOW, Count
from .scenario import names, size_of


class LaneOffset:
    """An unknown number of earlier iterations, whose bytes the offset registers have counted.

    The lanes' buffers may be accessed through these registers only. So byte 0 of a buffer in the machine
    is the first byte that the next iteration processes.
    """

    def __init__(self, f, units, words):
        """units: the units of work of one iteration."""
        self.words, self.n = words, f.abi.bits
        self.iterations = Count(words, self.n, BELOW[self.n])
        self.stride = stride(f, units)
        self.streams = {name for a in f.op.arguments if a.per_lane for name in names(a, f.lanes)}

    def move(self, machine, families, more):
        """Advances the offset registers by the unknown number of iterations plus `more`.

        Every later memory access of the machine uses plain() and check().
        """
        words = self.words
        done = words.add(words.mul(self.iterations.bits, self.stride, self.n), more * self.stride, self.n)
        for family in families:
            machine.registers[family] = words.add(machine.registers[family], done, self.n)
        machine.lane_offset = self

    def plain(self, address):
        """Returns the address without the unknown offset, and whether it contained the offset."""
        found = self.iterations.linear(address)
        if found is None or found[0] != self.stride:
            return address, False
        return found[1] % (1 << self.n), True

    def check(self, region, moves):
        """Raises Fault unless the lanes' buffers, and nothing else, are accessed with the offset."""
        if (region.name in self.streams) != moves:
            raise Fault(
                f"accesses '{region.name}' "
                + ("with the offset of the lanes" if moves else "without the offset of the lanes")
            )


def stride(f, units):
    """Returns the bytes of a lane in `units`, or 0 if no argument is an array of lane pointers."""
    return next((size_of(a, dict.fromkeys(f.op.counts(), units)) for a in f.op.arguments if a.per_lane), 0)


def families(after, fresh, places, step):
    """Returns the registers among the places whose value in `after` is larger by `step`."""
    found = set()
    for family in {family for family, _ in places if family in after.registers}:
        values = after.registers[family], fresh.registers[family]
        if all(isinstance(value, int) for value in values) and values[0] - values[1] == step:
            found.add(family)
    return found
