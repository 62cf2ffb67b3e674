# SPDX-License-Identifier: MIT
"""The ISA table of AArch64. Importing the package fills it."""

from . import integer, loads, neon, sha1  # noqa: F401 (each module adds its forms)
from .core import BASELINE, FLAGS, IMPLIED, ISA_BITS, KINDS, TABLE, kind_width, memory

__all__ = ["BASELINE", "FLAGS", "IMPLIED", "ISA_BITS", "KINDS", "TABLE", "kind_width", "memory"]
