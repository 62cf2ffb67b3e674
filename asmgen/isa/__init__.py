# SPDX-License-Identifier: MIT
"""The ISA table. Importing the package fills it."""

from . import avx, avx512, integer, vector  # noqa: F401 (each module adds its rows)
from .core import (
    CPU_CLASSES,
    FLAGS,
    ISA_BITS,
    KINDS,
    ROWS,
    X64_BASELINE,
    Row,
    closure,
    kind_width,
    match,
    signed,
)

__all__ = [
    "CPU_CLASSES",
    "FLAGS",
    "ISA_BITS",
    "KINDS",
    "ROWS",
    "Row",
    "X64_BASELINE",
    "closure",
    "kind_width",
    "match",
    "signed",
]
