# SPDX-License-Identifier: MIT
"""The architectures and their calling conventions by name."""

from .a64 import A64
from .isa import closure
from .x86 import X64, X86
from .x86.go_frame import GOABI0

ARCHITECTURES = {arch.name: arch for arch in (X86, X64, A64)}
# An architecture lists the conventions of C.
ABIS = {abi.name: abi for arch in (X64, X86, A64) for abi in arch.abis} | {GOABI0.name: GOABI0}


def implied(bit):
    """Returns an ISA bit and all that every processor with it has as well."""
    found = {bit}
    for arch in ARCHITECTURES.values():
        found |= closure([bit], arch.implied)
    return found
