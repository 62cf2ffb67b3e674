# SPDX-License-Identifier: MIT
"""DES, FIPS 46-3: lists of bits, bit 1 of the standard first. The tables are src/des/fips46.h's."""

import importlib.util
import os

from . import step

_SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "des")


def _tables():
    spec = importlib.util.spec_from_file_location("des_tables", os.path.join(_SOURCES, "derive_tables.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with open(os.path.join(_SOURCES, "fips46.h"), encoding="ascii") as file:
        text = file.read()
    sizes = {"IP": 64, "FP": 64, "E": 48, "P": 32, "S": 512, "PC1": 56, "PC2": 48, "shifts": 16}
    return {name: module.read_table(text, name, size) for name, size in sizes.items()}


TABLES = _tables()


def pick(bits, name):
    return [bits[i - 1] for i in TABLES[name]]


def xor(w, a, b):
    return [w.xor(x, y, 1) for x, y in zip(a, b)]


def round_keys(key):
    """The key schedule KS: sixteen keys of 48 bits from 64."""
    chosen = pick(key, "PC1")
    c, d, found = chosen[:28], chosen[28:], []
    for shift in TABLES["shifts"]:
        c, d = c[shift:] + c[:shift], d[shift:] + d[:shift]
        found.append(pick(c + d, "PC2"))
    return found


def box(w, number, six):
    """S1 to S8, from 0: row by the first and last bit, column by the four between."""
    b1, b2, b3, b4, b5, b6 = six
    table = TABLES["S"][64 * number : 64 * number + 64]
    four = w.lookup(table, w.concat([b5, b4, b3, b2, b6, b1], 1), 4)
    return [w.bit(four, i) for i in (3, 2, 1, 0)]


def expanded(w, right, key, salt=None):
    """E(R) + K, of f(R, K). salt: crypt(3)'s; its bit i exchanges bits i + 1 and i + 25 of E's
    output."""
    bits = pick(right, "E")
    if salt:
        bits = [w.select(salt[i % 24], bits[(i + 24) % 48], bits[i], 1) for i in range(48)]
    return xor(w, bits, key)


def substituted(w, bits):
    """P of the S-boxes, the rest of f(R, K)."""
    out = [bit for number in range(8) for bit in box(w, number, bits[6 * number : 6 * number + 6])]
    return pick(out, "P")


def rounds(w, left, right, keys, salt=None, before=0):
    """L16 and R16; to decipher, the keys in reverse order. before: rounds of what went before."""
    for number, key in enumerate(keys, before):
        bits = expanded(w, right, key, salt)
        step(w, "cipher", number, bits, 1)  # some code has no R without a key
        left, right = right, xor(w, left, substituted(w, bits))
    step(w, "cipher", before + len(keys), right, 1)
    return left, right


def cipher(w, block, keys, salt=None, before=0):
    """One block of 64 bits."""
    permuted = pick(block, "IP")
    left, right = rounds(w, permuted[:32], permuted[32:], keys, salt, before)
    return pick(right + left, "FP")


def triple(w, block, three, encrypt):
    """SP 800-67 section 3: E with the first key, D with the second, E with the third; or back."""
    for i, keys in enumerate(three if encrypt else three[::-1]):
        block = cipher(w, block, keys if encrypt == (i != 1) else keys[::-1], before=16 * i)
    return block
