# SPDX-License-Identifier: MIT
"""The standards computed with integers, against published vectors and other implementations."""

import hashlib
import random
import struct

from asmgen.words import Ints
from proofs import contracts
from spec.des import cipher as des
from spec.whirlpool import compression as whirlpool

W = Ints()
# ISO/IEC 10118-3: the digest of "abc"
WHIRLPOOL_ABC = (
    "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
    "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"
)


def bits(data):
    return [byte >> i & 1 for byte in data for i in range(7, -1, -1)]


def data(bits):
    return bytes(int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits), 8))


def test_sha1_is_that_of_hashlib():
    start = struct.pack("<5I", 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
    for size in (0, 3, 55, 56, 200):
        message = random.Random(size).randbytes(size)
        blocks = message + b"\x80" + bytes(-(size + 9) % 64) + (8 * size).to_bytes(8, "big")
        made = contracts.sha1_blocks(W, {}, {"cv": list(start), "blocks": list(blocks)})["cv"]
        words = struct.unpack("<5I", bytes(made))
        assert struct.pack(">5I", *words) == hashlib.sha1(message).digest()


def test_des_is_that_of_fips_81():
    """Tables B1 and C1."""
    keys = des.round_keys(bits(bytes.fromhex("0123456789abcdef")))
    text = b"Now is the time for all "
    blocks = [data(des.cipher(W, bits(text[i : i + 8]), keys)) for i in range(0, 24, 8)]
    assert b"".join(blocks).hex() == "3fa40e8a984d48156a271787ab8883f9893d51ec4b563b53"
    chain, out = bits(bytes.fromhex("1234567890abcdef")), b""
    for i in range(0, 24, 8):
        chain = des.cipher(W, des.xor(W, bits(text[i : i + 8]), chain), keys)
        out += data(chain)
    assert out.hex() == "e5c7cdde872bf27c43e934008c389c0f683788499a7c05f6"
    assert des.cipher(W, chain, keys[::-1]) != chain


def test_whirlpool_knows_the_published_digest():
    block = b"abc\x80" + bytes(58) + (24).to_bytes(2, "big")
    assert bytes(whirlpool.compress(W, [0] * 64, list(block))).hex() == WHIRLPOOL_ABC
