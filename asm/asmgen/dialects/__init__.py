# SPDX-License-Identifier: MIT
"""The dialects by name."""

import re

from ..errors import UsageError
from . import a64, armasm, cpp, gas, goasm, goasm_a64, masm, nasm

_ALL = (
    gas.Elf,
    gas.ElfIntel,
    gas.Macho,
    gas.Coff,
    nasm.NasmElf32,
    nasm.NasmElf64,
    nasm.NasmWin32,
    nasm.NasmWin64,
    nasm.NasmMacho32,
    nasm.NasmMacho64,
    nasm.NasmAout,
    nasm.NasmAoutb,
    masm.Masm,
    gas.Aout,
    gas.Bsdi,
    gas.Solaris,
    cpp.Cpp,
    a64.Elf,
    a64.Macho,
    a64.Coff,
    armasm.Armasm64,
    goasm.Goasm,
    goasm_a64.GoasmA64,
)
DIALECTS = {cls.name: cls() for cls in _ALL}


def find(name):
    if name not in DIALECTS:
        raise UsageError(f"unknown dialect '{name}'; known: {' '.join(DIALECTS)}")
    return DIALECTS[name]


def nearest(name, arch):
    """Returns the dialects for kernels of an architecture. Those that share words with the name, such as the
    object format, come first."""
    words = re.findall("[a-z]{3,}", name)
    fitting = [other for other, dialect in DIALECTS.items() if arch in dialect.abis]
    return sorted(fitting, key=lambda other: -sum(word in other for word in words))
