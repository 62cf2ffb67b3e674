# SPDX-License-Identifier: MIT
"""Compares the assembly kernels with C that was compiled for the same instruction set.

There are two sets: that of the compiler without -march, and that of this processor (-march=native). A kernel
belongs to the first set if it needs no further CPU feature, and every kernel that ran belongs to the second.
"""

import dataclasses
import functools
import os

from asmgen import kernel, sources

from . import results

KERNELS = os.path.join(sources.HOME, "kernels")
NATIVE = "-march=native"
# What a compiler uses without -march: the x86-64 of Debian, and its i686.
BASELINE = {64: {"mmx", "sse", "sse2"}, 32: set()}
NAMES = {False: "baseline", True: "native"}
TIE = 0.02  # smaller differences are ties (docs/bench.md)


@dataclasses.dataclass
class Pair:
    """The best assembly kernel and the best compiled C of one instruction set, as lines of an Operation."""

    op: str
    bits: int
    native: bool
    assembly: dict
    compiled: dict

    @property
    def ratio(self):
        """Returns the cycles of the C divided by those of the assembly."""
        return self.compiled["main"]["cycles_per_call"] / self.assembly["main"]["cycles_per_call"]

    @property
    def set_name(self):
        return NAMES[self.native]

    @property
    def compiled_wins(self):
        return self.ratio < 1 - TIE


def is_native(line):
    """Returns whether a compiled row or line was compiled for this processor."""
    return NATIVE in (line.get("flags") or "").split()


@functools.cache
def features():
    """Returns the CPU features that each assembly kernel of this tree needs: {stem: set}."""
    return {
        found["stem"]: set(found["isa"]) for found in (k.description() for k in kernel.catalogue(KERNELS))
    }


def pairs(doc):
    """Returns the Pairs of all operations that were timed both ways, in the order of the results."""
    return [
        pair
        for rows in results.groups(doc).values()
        for native in (False, True)
        if (pair := _pair(results.operation(rows), native))
    ]


def _pair(operation, native):
    size = results.main_size([line["main"] for line in operation.lines])
    lines = [line for line in operation.lines if line["main"]["size"] == size]
    known = features()
    assembly = [
        line
        for line in lines
        if line["kind"] == "kernel"
        and line["stem"] in known
        and (native or known[line["stem"]] <= BASELINE[operation.bits])
    ]
    compiled = [line for line in lines if line["kind"] == "compiled" and is_native(line) == native]
    if not assembly or not compiled:
        return None
    return Pair(operation.op, operation.bits, native, assembly[0], compiled[0])
