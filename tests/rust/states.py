# SPDX-License-Identifier: MIT
"""Prints saved states as the standards give them: hash, state, the rest of the message, and its digest or `refused`.

tests/states/ compares the C library with the same model.
"""

import os
import random
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "states"))
import model  # noqa: E402

NAMES = {"sha1": b"OGS1", "sha1dc": b"OGSD", "whirlpool": b"OGWP"}
MESSAGE = random.Random(1).randbytes(700)


def put(name, state, rest, digest):
    print(name, state.hex(), rest.hex(), digest.hex() if digest else "refused")


for name, magic in NAMES.items():
    chain = model.Whirlpool(MESSAGE) if name == "whirlpool" else model.Sha1(MESSAGE)
    verdict = model.verdict(model.SAFE_HASH, -1, 0) if name == "sha1dc" else b""
    for size in (*range(0, 200, 3), 447, 448, 699, 700):
        put(name, model.seal(magic, chain.body(size) + verdict), MESSAGE[size:], chain.digest())
    for power in (
        32,
        38,
        60,
        *((61, 64, 69, 252) if name == "whirlpool" else ()),
    ):  # of messages that nobody can hash
        for before in ((1 << power) - 128, 1 << power):
            state = model.seal(magic, chain.body(100, before) + verdict)
            put(name, state, MESSAGE[100:], chain.digest(before))
    body = chain.body(100) + verdict
    put(name, model.seal(magic, body, 2), b"", None)
    put(name, model.seal(b"OGXX", body), b"", None)
    value, count = (64, 32) if name == "whirlpool" else (20, 8)
    held = body[: value + count], body[value + count + 64 :]
    put(name, model.seal(magic, held[0] + bytes(63) + b"x" + held[1]), b"", None)
    put(name, model.seal(magic, b"x" + chain.body(9)[1:] + verdict), b"", None)
    if name != "whirlpool":
        before = (1 << 61) - 704  # the longest message but three bytes
        put(name, model.seal(magic, chain.body(100, before) + verdict), MESSAGE[100:], chain.digest(before))
        put(name, model.seal(magic, body[:20] + struct.pack(">Q", 1 << 61) + body[28:]), b"", None)
for flags, vector, at in ((16, -1, 0), (1, 32, 0), (1, -1, 64), (1, 3, 63), (1, 3, 64), (1, 3, 1 << 63)):
    body = model.Sha1(MESSAGE).body(100)
    put("sha1dc", model.seal(b"OGSD", body + model.verdict(flags, vector, at)), b"", None)
