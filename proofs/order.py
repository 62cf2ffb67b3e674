# SPDX-License-Identifier: MIT
"""May an output lie in the place of an input?

Where a run with the two apart reads each byte of the input before it writes the output's byte of
the same place, a run with both in one place that takes the same way does the same: nothing that it
reads has changed.
"""


class Order:
    """Of a run's reads of one region and its writes of another."""

    def __init__(self, source, out):
        self.source, self.out = source, out
        self.written = set()
        self.late = False           # has a byte been read whose place had been written?
        self.first = None           # the first byte that is read after a loop's head

    def head(self):
        """Here begins what a loop does again and again."""
        self.first = len(self.source.data)

    def read(self, region, at, size):
        if region is self.source:
            self.late = self.late or not self.written.isdisjoint(range(at, at + size))
            if self.first is not None:
                self.first = min(self.first, at)

    def write(self, region, at, size):
        if region is self.out:
            self.written.update(range(at, at + size))

    def lead(self, done):
        """By how many bytes a turn writes beyond its own units, where it reads nothing that earlier
        turns may have written; else None. done: {region: bytes of these units}."""
        lead = max(self.written, default=-1) + 1 - done[self.out.name]
        return lead if self.keeps(lead) else None

    def keeps(self, lead):
        """Are all reads before the writes of the same place, those of earlier turns included?"""
        return not self.late and (self.first is None or self.first >= lead)
