# SPDX-License-Identifier: MIT
"""The architectures and their calling conventions by name."""

from .a64 import A64
from .a64.go_frame import GOARM64
from .isa import closure
from .x86 import X64, X86
from .x86.go_frame import GOABI0

ARCHITECTURES = {arch.name: arch for arch in (X86, X64, A64)}
# An architecture lists the conventions of C.
ABIS = {abi.name: abi for abi in (*X64.abis, *X86.abis, *A64.abis, GOABI0, GOARM64)}


def implied(bit):
    """Returns an ISA bit and all that every processor with it has as well."""
    found = {bit}
    for arch in ARCHITECTURES.values():
        found |= closure([bit], arch.implied)
    return found
