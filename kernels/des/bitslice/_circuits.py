# SPDX-License-Identifier: MIT
"""The S-boxes as circuits, proved for all inputs on the way (src/des/sbox_circuits.py,
sbox_ternary.py), and where their inputs come from and their outputs go."""

import importlib.util
import os

from .._tables import SOURCES

HALF = 32  # bits of a half block
BOXES, INPUTS, OUTPUTS = 8, 6, 4


def load_script(stem):
    spec = importlib.util.spec_from_file_location("des_" + stem, os.path.join(SOURCES, stem + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _derive():
    derive, boxes = load_script("derive_tables"), load_script("sbox_circuits")
    spec = os.path.join(SOURCES, "fips46.h")
    e, p, s = derive.standard(spec)
    with open(spec, encoding="utf-8") as file:
        ip = derive.read_table(file.read(), "IP", 64)
    circuits = boxes.load(os.path.join(SOURCES, "sbox_circuits.txt"), s)
    ternary = load_script("sbox_ternary").load(os.path.join(SOURCES, "sbox_ternary.txt"), boxes.prove, s)
    return circuits, ternary, e, p, ip, boxes.complements(e, p, s)


CIRCUITS, TERNARY, _E, _P, _IP, CHANGED = _derive()
TAKES = [[_E[INPUTS * box + i] - 1 for i in range(INPUTS)] for box in range(BOXES)]
GIVES = [[_P.index(OUTPUTS * box + i + 1) for i in range(OUTPUTS)] for box in range(BOXES)]
# [i]: where bit i of the last byte of a block, 0 the lowest, stands after IP; that of the byte
# before is one place further on.
LAST_BYTE = [_IP.index(64 - i) for i in range(8)]
assert all(_IP[LAST_BYTE[i] + 7 - j] == 8 * j + 8 - i for i in range(8) for j in range(8))
