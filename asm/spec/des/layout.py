# SPDX-License-Identifier: MIT
"""Blocks and key schedules of DES as bytes."""

import struct

from . import cipher


def bits_of(data):
    """Returns the bits of a byte string, the standard's first bit first."""
    return [byte >> (7 - i) & 1 for byte in data for i in range(8)]


def bytes_of(bits):
    """Returns the byte string that bits_of() takes apart."""
    return bytes(int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits), 8))


def schedule(key):
    """Returns an og_des_key, 128 bytes.

    The first word of a round has the fields of S-boxes 1, 3, 5 and 7 from bit 2 of its bytes. The second
    has those of S-boxes 2, 4, 6 and 8 from bit 6, modulo 32. The first bit of a field is the lowest.
    """
    words = []
    for bits in cipher.round_keys(bits_of(key)):
        pair = [0, 0]
        for box in range(8):
            for i in range(6):
                at = 2 + 4 * (box % 2) + 8 * (box // 2) + i
                pair[box % 2] |= bits[6 * box + i] << at % 32
        words += pair
    return struct.pack("<32I", *words)
