# SPDX-License-Identifier: MIT
"""sha1dc.blocks and sha1dc.lanes in the interpreter: compares the traces of blocks with FIPS 180-4 and the
published unavoidable bit conditions."""

import random
import struct

import pytest

from asmgen import kernel
from asmgen.call import call
from asmgen.cli import KERNELS
from kernels.sha1.ubc._test_blocks import blocks
from spec.sha1 import CONDITIONS


def cases(op):
    return [(k, abi) for k in kernel.catalogue(KERNELS) for abi in k.abis() if k.entries[0][0].name == op]


CASES, LANES = cases("sha1dc.blocks"), cases("sha1dc.lanes")
K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)


def rol(word, n):
    return (word << n | word >> (32 - n)) & 0xFFFFFFFF


def f(t, b, c, d):
    if t < 20:
        return b & c | ~b & d
    return b & c | b & d | c & d if 40 <= t < 60 else b ^ c ^ d


def trace(cv, block):
    """Returns (the bytes of the trace, the next chaining value) by FIPS 180-4 and the conditions."""
    w = list(struct.unpack(">16I", block))
    for t in range(16, 80):
        w.append(rol(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1))
    a, b, c, d, e = cv
    for t in range(80):
        if t == 60:
            state = (a, b, c, d, e)
        new = (rol(a, 5) + f(t, b, c, d) + e + K[t // 20] + w[t]) & 0xFFFFFFFF
        a, b, c, d, e = new, a, rol(b, 30), c, d
    mask = 0xFFFFFFFF
    for i, bi, j, bj, want, vectors in CONDITIONS:
        if (w[i] >> bi ^ w[j] >> bj) & 1 != want:
            for v in vectors:
                mask &= ~(1 << v)
    after = tuple((x + y) & 0xFFFFFFFF for x, y in zip(cv, (a, b, c, d, e)))
    return struct.pack("<31I", *w[60:], *cv, *state, mask & 0xFFFFFFFF), after


@pytest.mark.parametrize("k,case_abi", CASES, ids=[f"{k.stem}-{abi}" for k, abi in CASES])
def test_traces(k, case_abi):
    function = k.build(case_abi).functions[0]
    chance = random.Random(9)
    suspects = 0
    for count in (0, 1, 2, 3, None):
        cv = chance.randbytes(20)
        data = b"".join(blocks()) if count is None else chance.randbytes(64 * count)
        count = len(data) // 64
        out = call(function, {"cv": cv, "blocks": data, "info": bytes(124 * count)}, {"nblocks": count})
        state, wanted = struct.unpack("<5I", cv), b""
        for at in range(0, len(data), 64):
            one, state = trace(state, data[at : at + 64])
            wanted += one
            suspects += one[-4:] != bytes(4)
        assert out["info"] == wanted
        assert out["cv"] == struct.pack("<5I", *state)
    assert suspects >= 10


@pytest.mark.parametrize("k,case_abi", LANES, ids=[f"{k.stem}-{abi}" for k, abi in LANES])
def test_traces_of_lanes(k, case_abi):
    function = k.build(case_abi).functions[0]
    chance = random.Random(10)
    some = blocks()
    suspects = [0] * k.lanes
    for count in (0, 1, 3, 12):
        data = [b"".join(chance.sample(some, count)) for _ in range(k.lanes)]
        cvs = chance.randbytes(20 * k.lanes)
        out = call(
            function, {"cv": cvs, "blocks": data, "info": bytes(24 * k.lanes * count)}, {"nblocks": count}
        )
        states = [struct.unpack_from("<5I", cvs, 20 * lane) for lane in range(k.lanes)]
        wanted = b""
        for at in range(0, 64 * count, 64):
            row = []
            for lane in range(k.lanes):
                one, states[lane] = trace(states[lane], data[lane][at : at + 64])
                row.append(struct.unpack("<6I", one[80:100] + one[-4:]))
                suspects[lane] += one[-4:] != bytes(4)
            wanted += struct.pack(f"<{6 * k.lanes}I", *(word for words in zip(*row) for word in words))
        assert out["info"] == wanted
        assert out["cv"] == b"".join(struct.pack("<5I", *state) for state in states)
    assert all(suspects)
