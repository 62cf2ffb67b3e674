# SPDX-License-Identifier: MIT
"""The dialects by name."""

from ..errors import UsageError
from . import a64, armasm, cpp, gas, masm, nasm

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
)
DIALECTS = {cls.name: cls() for cls in _ALL}


def find(name):
    if name not in DIALECTS:
        raise UsageError(f"unknown dialect '{name}'; known: {' '.join(DIALECTS)}")
    return DIALECTS[name]
