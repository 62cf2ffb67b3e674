# SPDX-License-Identifier: MIT
"""The ISA table. Importing the package fills it."""

from . import avx, avx512, integer, vector  # noqa: F401 (each module adds its forms)
from .core import (
    CPU_CLASSES,
    FLAGS,
    FORMS,
    ISA_BITS,
    KINDS,
    X64_BASELINE,
    Form,
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
    "FORMS",
    "Form",
    "X64_BASELINE",
    "closure",
    "kind_width",
    "match",
    "signed",
]
