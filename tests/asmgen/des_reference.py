# SPDX-License-Identifier: MIT
"""Every operation of DES on bytes: the standard's functions (spec.des.cipher), computed with integers."""

import struct

from asmgen.words import Ints
from spec.des import cipher
from spec.des.layout import bits_of, bytes_of, schedule  # noqa: F401 (a part of this reference)

W = Ints()


def round_keys(key):
    """Returns sixteen round keys of 48 bits."""
    return cipher.round_keys(bits_of(key))


def salt_bits(salt):
    """Returns the 24 bits of a salt of crypt(3) that count."""
    return [salt >> i & 1 for i in range(24)]


def block(data, keys, encrypt, salt=0):
    """Returns one block under one key, or under the three keys of Triple DES."""
    schedules = [round_keys(key) for key in keys]
    bits = bits_of(data)
    if len(keys) == 3:
        return bytes_of(cipher.triple(W, bits, schedules, encrypt))
    (only,) = schedules
    return bytes_of(cipher.cipher(W, bits, only if encrypt else only[::-1], salt_bits(salt)))


def crypt25(key, salt):
    """Returns a block of zeros encrypted 25 times."""
    data = bytes(8)
    for _ in range(25):
        data = block(data, [key], True, salt)
    return data


def without_permutations(data, key, encrypt):
    """Returns des.encrypt2 of two words: data[0] is the right half, data[1] the left one, bit 1 lowest."""
    right, left = ([word >> i & 1 for i in range(32)] for word in struct.unpack("<2I", data))
    keys = round_keys(key)
    halves = cipher.rounds(W, left, right, keys if encrypt else keys[::-1])
    return struct.pack("<2I", *(sum(bit << i for i, bit in enumerate(half)) for half in halves))


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def ecb(data, keys, encrypt):
    return b"".join(block(data[i : i + 8], keys, encrypt) for i in range(0, len(data), 8))


def cbc(data, keys, iv, encrypt):
    """Returns the result and the last ciphertext block."""
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
