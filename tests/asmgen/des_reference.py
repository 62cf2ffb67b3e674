# SPDX-License-Identifier: MIT
"""DES as FIPS 46-3 reads, bit by bit from the tables of src/des/fips46.h, for every operation."""

import importlib.util
import os
import struct

import toolchain

SOURCES = os.path.join(toolchain.ROOT, "src", "des")


def _tables():
    path = os.path.join(SOURCES, "derive_tables.py")
    spec = importlib.util.spec_from_file_location("des_tables", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with open(os.path.join(SOURCES, "fips46.h"), encoding="ascii") as file:
        text = file.read()
    sizes = {"IP": 64, "FP": 64, "E": 48, "P": 32, "S": 512, "PC1": 56, "PC2": 48, "shifts": 16}
    return {name: module.read_table(text, name, size) for name, size in sizes.items()}


T = _tables()


def bits_of(data):
    return [byte >> (7 - i) & 1 for byte in data for i in range(8)]


def bytes_of(bits):
    return bytes(int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits), 8))


def pick(bits, table):
    return [bits[i - 1] for i in table]


def round_keys(key):
    """Sixteen keys of 48 bits."""
    cd = pick(bits_of(key), T["PC1"])
    c, d, found = cd[:28], cd[28:], []
    for shift in T["shifts"]:
        c, d = c[shift:] + c[:shift], d[shift:] + d[:shift]
        found.append(pick(c + d, T["PC2"]))
    return found


def schedule(key):
    """An og_des_key: fields first bit lowest; boxes 1, 3, 5, 7 from bit 2, the others from bit 6."""
    words = []
    for bits in round_keys(key):
        pair = [0, 0]
        for box in range(8):
            for i in range(6):
                at = 2 + 4 * (box % 2) + 8 * (box // 2) + i
                pair[box % 2] |= bits[6 * box + i] << at % 32
        words += pair
    return struct.pack("<32I", *words)


def _f(right, key, salt):
    expanded = pick(right, T["E"])
    salted = [expanded[(i + 24) % 48 if salt >> i % 24 & 1 else i] for i in range(48)]
    mixed = [a ^ b for a, b in zip(salted, key)]
    out = []
    for box in range(8):
        six = mixed[6 * box : 6 * box + 6]
        row, column = six[0] << 1 | six[5], six[1] << 3 | six[2] << 2 | six[3] << 1 | six[4]
        value = T["S"][64 * box + 16 * row + column]
        out += [value >> (3 - i) & 1 for i in range(4)]
    return pick(out, T["P"])


def rounds(left, right, key, encrypt, salt=0):
    """The sixteen rounds; returns R16 and L16, which FP takes in this order. salt: that of crypt(3),
    whose bit i exchanges bits i + 1 and i + 25 of E's output."""
    keys = round_keys(key)
    for k in keys if encrypt else keys[::-1]:
        left, right = right, [a ^ b for a, b in zip(left, _f(right, k, salt))]
    return right, left


def block(data, keys, encrypt, salt=0):
    """One block under one key, or under the three of Triple DES."""
    ways = [encrypt] if len(keys) == 1 else [encrypt, not encrypt, encrypt]
    for key, way in zip(keys if encrypt else keys[::-1], ways):
        bits = pick(bits_of(data), T["IP"])
        first, second = rounds(bits[:32], bits[32:], key, way, salt)
        data = bytes_of(pick(first + second, T["FP"]))
    return data


def crypt25(key, salt):
    """25 encryptions of a block of zeros."""
    data = bytes(8)
    for _ in range(25):
        data = block(data, [key], True, salt)
    return data


def without_permutations(data, key, encrypt):
    """des.encrypt2: data[0] is the right half, data[1] the left one, bit 1 lowest."""
    right, left = ([word >> i & 1 for i in range(32)] for word in struct.unpack("<2I", data))
    halves = rounds(left, right, key, encrypt)[::-1]
    return struct.pack("<2I", *(sum(bit << i for i, bit in enumerate(half)) for half in halves))


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def ecb(data, keys, encrypt):
    return b"".join(block(data[i : i + 8], keys, encrypt) for i in range(0, len(data), 8))


def cbc(data, keys, iv, encrypt):
    """(the result, the last ciphertext block)"""
    out = []
    for i in range(0, len(data), 8):
        piece = data[i : i + 8]
        if encrypt:
            iv = block(xor(piece, iv), keys, True)
            out.append(iv)
        else:
            out.append(xor(block(piece, keys, False), iv))
            iv = piece
    return b"".join(out), iv
