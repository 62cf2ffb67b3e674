# SPDX-License-Identifier: MIT
"""Every Whirlpool kernel in the interpreter, compared with a byte-wise implementation of the specification,
which is itself checked against published digests."""

import random

import pytest

from asmgen import kernel
from asmgen.call import call
from asmgen.cli import KERNELS
from spec import whirlpool as spec

FAMILY = ("whirlpool.blocks", "whirlpool.lanes", "pbkdf2.whirlpool_blocks")
CASES = [
    (k, abi, op.name)
    for k in kernel.catalogue(KERNELS)
    for abi in k.abis()
    for op, _, _ in k.entries
    if op.name in FAMILY
]
IDS = [f"{k.stem}-{abi}-{op}" for k, abi, op in CASES]
# ISO/IEC 10118-3:2004, example values of hash-function 7: "", "a", "abc"
PUBLISHED = {
    b"": "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
    "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3",
    b"a": "8aca2602792aec6f11a67206531fb7d7f0dff59413145e6973c45001d0087b42"
    "d11bc645413aeff63a42391a39145a591a92200d560195e53b478584fdae231a",
    b"abc": "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
    "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
}


def multiply(x, y):
    total = 0
    for bit in range(8):
        if y >> bit & 1:
            total ^= x << bit
    for bit in range(14, 7, -1):
        if total >> bit & 1:
            total ^= spec.POLYNOMIAL << (bit - 8)
    return total


TIMES = {c: [multiply(x, c) for x in range(256)] for c in spec.CIRCULANT}


def xor(*parts):
    return bytes(a ^ b ^ (c[0] if c else 0) for a, b, *c in zip(*parts))


def round_of(state, key):
    shifted = [[spec.SBOX[state[8 * ((i - j) % 8) + j]] for j in range(8)] for i in range(8)]
    mixed = bytearray(64)
    for i in range(8):
        for j in range(8):
            for k in range(8):
                mixed[8 * i + j] ^= TIMES[spec.CIRCULANT[(j - k) % 8]][shifted[i][k]]
    return xor(mixed, key)


def compress(cv, block):
    key, state = cv, xor(cv, block)
    for number in range(1, spec.ROUNDS + 1):
        key = round_of(key, spec.round_constant(number) + bytes(56))
        state = round_of(state, key)
    return xor(state, cv, block)


def fold(cv, blocks):
    for at in range(0, len(blocks), 64):
        cv = compress(cv, blocks[at : at + 64])
    return cv


def padded(message):
    zeros = -(len(message) + 33) % 64
    return message + b"\x80" + bytes(zeros) + (8 * len(message)).to_bytes(32, "big")


def parts(data):
    return [data[at : at + 64] for at in range(0, len(data), 64)]


def wanted(op, buffers, count):
    """Returns the expected contents of the writable buffers."""
    if op == "whirlpool.blocks":
        return {"cv": fold(buffers["cv"], buffers["blocks"])}
    if op == "whirlpool.lanes":
        return {"cv": b"".join(map(fold, parts(buffers["cv"]), buffers["blocks"]))}
    padding = padded(bytes(128))[128:]
    u, sums = parts(buffers["u"]), parts(buffers["sums"])
    keys = parts(buffers["keys"])  # the inner keys of all lanes, then the outer keys
    for _ in range(count):
        for of_lanes in (keys[: len(u)], keys[len(u) :]):
            u = [fold(key, digest + padding) for key, digest in zip(of_lanes, u)]
        sums = [xor(a, b) for a, b in zip(sums, u)]
    return {"u": b"".join(u), "sums": b"".join(sums)}


@pytest.fixture(scope="module")
def units():
    return {}


def function(units, k, abi, op):
    if (k.stem, abi) not in units:
        units[k.stem, abi] = {f.op.name: f for f in k.build(abi).functions}
    return units[k.stem, abi][op]


def test_the_reference_knows_the_published_digests():
    for message, digest in PUBLISHED.items():
        assert fold(bytes(64), padded(message)).hex() == digest


@pytest.mark.parametrize("k,abi,op", CASES, ids=IDS)
def test_against_the_reference(units, k, abi, op):
    """The kernels agree with the reference on random chaining values. A count of 0 changes nothing."""
    f = function(units, k, abi, op)
    for count in (0, 1, 3):
        counts = {name: count for name in f.op.counts()}
        buffers = f.op.random_buffers(random.Random(count + 1), counts, k.lanes)
        made = call(f, buffers, counts)
        assert {name: made[name] for name in wanted(op, buffers, count)} == wanted(op, buffers, count)


@pytest.mark.parametrize("k,abi,op", CASES, ids=IDS)
def test_edges(units, k, abi, op):
    """The kernels agree with the reference on bytes that are all 0 or all 255, the ends of every table."""
    f = function(units, k, abi, op)
    counts = {name: 1 for name in f.op.counts()}
    for byte in (b"\0", b"\xff"):
        buffers = {
            name: [byte * len(lane) for lane in data] if isinstance(data, list) else byte * len(data)
            for name, data in f.op.random_buffers(random.Random(), counts, k.lanes).items()
        }
        made = call(f, buffers, counts)
        for name, data in wanted(op, buffers, 1).items():
            assert made[name] == data
