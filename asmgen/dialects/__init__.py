# SPDX-License-Identifier: MIT
"""The dialects, by name."""

from ..errors import UsageError
from . import gas

_ALL = (gas.Elf, gas.ElfIntel, gas.Macho, gas.Coff, gas.Aout, gas.Bsdi, gas.Solaris)
DIALECTS = {cls.name: cls() for cls in _ALL}


def find(name):
    if name not in DIALECTS:
        raise UsageError(f"unknown dialect '{name}'; known: {' '.join(DIALECTS)}")
    return DIALECTS[name]
