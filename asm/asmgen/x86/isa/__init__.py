# SPDX-License-Identifier: MIT
"""The ISA table of x86. Importing the package fills it."""

from . import avx, avx512, control, integer, shifts, vector  # noqa: F401 (each module adds its forms)
from .core import CPU_CLASSES, FLAGS, IMPLIED, ISA_BITS, KINDS, TABLE, X64_BASELINE, kind_width

__all__ = ["CPU_CLASSES", "FLAGS", "IMPLIED", "ISA_BITS", "KINDS", "TABLE", "X64_BASELINE", "kind_width"]
