# SPDX-License-Identifier: MIT
"""The combined S and P tables as bytes, derived from the standard's by src/des/derive_tables.py."""

import importlib.util
import os
import struct

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "des")


def _derive():
    path = os.path.join(SOURCES, "derive_tables.py")
    spec = importlib.util.spec_from_file_location("des_derive_tables", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.tables(os.path.join(SOURCES, "fips46.h"))


BOX = 256  # bytes of one S-box's 64 words
SP = b"".join(struct.pack("<64I", *words) for words in _derive())
