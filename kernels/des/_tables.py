# SPDX-License-Identifier: MIT
"""The numbers of FIPS 46-3 for the kernels: tables of src/des/fips46.h, and the combined S and P
tables that src/des/derive_tables.py derives from them."""

import importlib.util
import os
import struct

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "des")
STANDARD = os.path.join(SOURCES, "fips46.h")
BOX = 256  # bytes of one S-box's 64 words


def load_script(stem):
    """Returns src/des/STEM.py as a module."""
    spec = importlib.util.spec_from_file_location("des_" + stem, os.path.join(SOURCES, stem + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_DERIVE = load_script("derive_tables")


def standard_table(name, size):
    """Returns the `size` numbers of a table of fips46.h."""
    with open(STANDARD, encoding="utf-8") as file:
        return _DERIVE.read_table(file.read(), name, size)


SP = b"".join(struct.pack("<64I", *words) for words in _DERIVE.tables(STANDARD))
E, P, S = _DERIVE.standard(STANDARD)
