# SPDX-License-Identifier: MIT
"""The variants that are built: compilers by flags by word sizes."""

import dataclasses
import struct

from .compilers import Compiler

LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
FRAMES = (
    "-fno-omit-frame-pointer",
    "-fomit-frame-pointer",
)  # only varied at 32 bits, where registers are few
NATIVE = ("-O3", "-march=native")
BITS = (64, 32)


@dataclasses.dataclass(frozen=True)
class Variant:
    compiler: Compiler
    flags: tuple
    bits: int

    @property
    def name(self):
        """Returns the name of the module, which is also the first part of its rows' names."""
        return self.compiler.name + "".join(self.flags)

    @property
    def key(self):
        return f"{self.name}/{self.bits}"

    def describe(self):
        return {
            "name": self.name,
            "bits": self.bits,
            "compiler": self.compiler.name,
            "version": self.compiler.version,
            "flags": " ".join(self.flags),
        }


def flag_sets(bits):
    if bits == 64:
        return [(level,) for level in LEVELS] + [NATIVE]
    return [(level, frame) for level in LEVELS for frame in FRAMES] + [NATIVE]


def variants(compilers, bits=BITS, only=()):
    """Returns the variants. only: sets of flags must contain one of these, unless it is empty."""
    return [
        Variant(compiler, flags, width)
        for compiler in compilers
        for width in bits
        for flags in (_of_tcc(width) if compiler.name == "tcc" else flag_sets(width))
        if not only or set(flags) & set(only)
    ]


def _of_tcc(bits):
    """Returns the sets of flags of tcc. It ignores optimisation flags and only compiles for the system's word size."""
    return [("-O2",)] if bits == 8 * struct.calcsize("P") else []
