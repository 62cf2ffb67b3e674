# SPDX-License-Identifier: MIT
"""Saved states of hashes as include/oldguard/state.h defines them, computed from the standards in asm/spec/."""

import hashlib
import pathlib
import struct
import sys

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "asm"))
from asmgen.words import Ints  # noqa: E402
from spec.sha1 import compression as sha1_standard  # noqa: E402
from spec.sha1 import disturbance  # noqa: E402
from spec.whirlpool import compression as whirlpool_standard  # noqa: E402

SAFE_HASH = 1
STATE_SIZES = {"sha1": 104, "sha1dc": 120, "whirlpool": 172}

INTS = Ints()


def whole_blocks(message):
    return [message[at : at + 64] for at in range(0, len(message) - len(message) % 64, 64)]


def vector_number(name):
    """Returns the number of a disturbance vector from its name in the literature."""
    names = [disturbance.name_of(*vector[:3]) for vector in disturbance.derive()]
    return names.index(name)


class Sha1:
    """The chaining values of a message after each number of whole blocks.

    attacks: the offsets of the attack blocks, which a hash with SAFE_HASH compresses three times. before: whole blocks,
    in bytes, that a state counts before the message.
    """

    START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)  # FIPS 180-4 section 5.3.1

    def __init__(self, message, attacks=()):
        self.message = message
        self.values = [self.START]
        for i, block in enumerate(whole_blocks(message)):
            value = self.values[-1]
            for _ in range(3 if 64 * i in attacks else 1):
                value = sha1_standard.compress(INTS, value, block)
            self.values.append(value)

    def body(self, size, before=0):
        cv = struct.pack(">5I", *self.values[size // 64])
        return cv + struct.pack(">Q", before + size) + tail(self.message, size)

    def digest(self, before=0):
        size = len(self.message)
        padding = b"\x80" + bytes((55 - size) % 64) + struct.pack(">Q", 8 * (before + size))
        value = self.values[-1]
        for block in whole_blocks(self.message[size - size % 64 :] + padding):
            value = sha1_standard.compress(INTS, value, block)
        return struct.pack(">5I", *value)


class Whirlpool:
    """As Sha1, for Whirlpool (ISO/IEC 10118-3, clause 13)."""

    def __init__(self, message):
        self.message = message
        self.values = [list(bytes(64))]
        for block in whole_blocks(message):
            self.values.append(whirlpool_standard.compress(INTS, self.values[-1], block))

    def body(self, size, before=0):
        count = (8 * (before + size)).to_bytes(32, "big")
        return bytes(self.values[size // 64]) + count + tail(self.message, size)

    def digest(self, before=0):
        size = len(self.message)
        padding = b"\x80" + bytes((31 - size) % 64) + (8 * (before + size)).to_bytes(32, "big")
        value = self.values[-1]
        for block in whole_blocks(self.message[size - size % 64 :] + padding):
            value = whirlpool_standard.compress(INTS, value, block)
        return bytes(value)


def tail(message, size):
    """Returns the unfinished block after `size` bytes, filled with zeros."""
    return message[size - size % 64 : size].ljust(64, b"\0")


def seal(name, body, version=1):
    """Returns the state with this body: name and version before it, the check after it."""
    state = name + struct.pack(">I", version) + body
    return state + hashlib.sha1(state).digest()[:4]


def verdict(flags, vector, at):
    """Returns the last part of the body of a state with detection. vector: -1 for none."""
    return struct.pack(">IIQ", flags, vector + 1, at)
