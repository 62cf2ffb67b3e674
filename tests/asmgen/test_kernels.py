# SPDX-License-Identifier: MIT
"""Analyses and mutation testing of every kernel, and the SHA-1 kernels in the interpreter: published
vectors, hashlib, other chaining values, all ABIs. Other algorithms have other test files."""

import hashlib
import random
import struct

import built
import pytest
import turns

from asmgen import analyses, kernel, mutate
from asmgen.call import call
from asmgen.cli import KERNELS

EVERY = [(k, abi) for k in kernel.catalogue(KERNELS) for abi in k.abis()]
EVERY_ID = [f"{k.stem}-{abi}" for k, abi in EVERY]
CASES = [(k, abi) for k, abi in EVERY if k.stem.startswith("sha1_")]
IDS = [f"{k.stem}-{abi}" for k, abi in CASES]
IV = struct.pack("<5I", 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)


def padded(message):
    zeros = -(len(message) + 9) % 64
    return message + b"\x80" + bytes(zeros) + (8 * len(message)).to_bytes(8, "big")


def blocks(f, cv, data):
    """Returns the chaining value after these blocks. Other lanes of the kernel get other messages."""
    counts = {"nblocks": len(data) // 64}
    if f.op.name == "sha1.blocks":
        return call(f, {"cv": cv, "blocks": data}, counts)["cv"]
    chance = random.Random(cv + data)
    lane = chance.randrange(f.kernel.lanes)
    buffers = f.op.random_buffers(chance, counts, f.kernel.lanes)
    values = bytearray(buffers["cv"])
    values[20 * lane : 20 * lane + 20] = cv
    buffers["blocks"][lane] = data
    return call(f, {**buffers, "cv": bytes(values)}, counts)["cv"][20 * lane : 20 * lane + 20]


def digest(cv):
    return struct.pack(">5I", *struct.unpack("<5I", cv)).hex()


@pytest.mark.parametrize("k,abi", CASES, ids=IDS)
def test_published_vectors(k, abi):
    """The examples of FIPS 180-4: one block, two blocks, and the empty message."""
    f = built.unit(k.stem, abi).functions[0]
    for message, wanted in (
        (b"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        ),
        (b"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ):
        assert digest(blocks(f, IV, padded(message))) == wanted


@pytest.mark.parametrize("k,abi", CASES, ids=IDS)
def test_against_hashlib(k, abi):
    f = built.unit(k.stem, abi).functions[0]
    chance = random.Random(5)
    for length in (1, 55, 56, 63, 64, 65, 119, 120, 300):
        message = chance.randbytes(length)
        assert digest(blocks(f, IV, padded(message))) == hashlib.sha1(message).hexdigest()


@pytest.mark.parametrize("k,abi", CASES, ids=IDS)
def test_chaining(k, abi):
    """A message gives the same result in one call and in several. A call on no blocks changes nothing."""
    f = built.unit(k.stem, abi).functions[0]
    chance = random.Random(6)
    for cv in (chance.randbytes(20), bytes(20), b"\xff" * 20):
        data = chance.randbytes(192)
        step = cv
        for at in range(0, 192, 64):
            step = blocks(f, step, data[at : at + 64])
        assert blocks(f, cv, data) == step
        assert blocks(f, cv, b"") == cv


@pytest.mark.parametrize(
    "k,abi",
    [(k, abi) for k, abi in CASES if k.lanes > 1],
    ids=[i for (k, _), i in zip(CASES, IDS) if k.lanes > 1],
)
def test_lanes_are_messages_of_their_own(k, abi):
    """All lanes, each with other data, agree with a kernel for one message."""
    f = built.unit(k.stem, abi).functions[0]
    one = kernel.find("sha1_x64_fast", KERNELS).build("sysv64").functions[0]
    counts = {"nblocks": 2}
    buffers = f.op.random_buffers(random.Random(8), counts, k.lanes)
    wanted = b"".join(
        blocks(one, buffers["cv"][20 * i : 20 * i + 20], data) for i, data in enumerate(buffers["blocks"])
    )
    assert call(f, buffers, counts)["cv"] == wanted


def test_kernels_agree():
    """Kernels agree on random chaining values, which hashlib does not accept."""
    chance = random.Random(7)
    for _ in range(5):
        cv, data = chance.randbytes(20), chance.randbytes(128)
        results = {blocks(built.unit(k.stem, abi).functions[0], cv, data) for k, abi in CASES}
        assert len(results) == 1


@pytest.mark.parametrize("k,abi", EVERY, ids=EVERY_ID)
def test_analyses_pass(k, abi):
    analyses.check(built.unit(k.stem, abi))


@pytest.mark.parametrize("k", turns.part(kernel.catalogue(KERNELS), turns.LONG), ids=lambda k: k.stem)
def test_mutants_die(k):
    """A sample of all single-instruction changes dies, for the first calling convention.
    `oldguard-asm mutate` tries every change."""
    unit = k.build(k.abis()[0])
    total, alive = mutate.survivors(unit, sample=20)
    unexplained = [
        (getattr(item, "where", item), text)
        for item, text in alive
        if mutate.explain(unit, item, text)[1] is None
    ]
    assert total > 10 and not unexplained


def test_a_shuffle_by_secret_data_is_constant_time():
    """pshufb may have a secret mask, because it is no address."""
    k = kernel.Kernel(stem="shuffle", arch="x64", isa=("ssse3",), summary="shuffles by the message")

    @k.function("sha1.blocks")
    def shuffle(f):
        from asmgen.x86.registers import rdi, rdx, rsi, xmm0, xmm1, xmmword

        r = f.frame({"cv": rdi, "blocks": rsi, "nblocks": rdx}, {"v": xmm0, "m": xmm1})
        f.movups(r.v, xmmword[r.cv])
        f.movups(r.m, xmmword[r.cv + 4])
        f.pshufb(r.v, r.m)
        f.movups(xmmword[r.cv], r.v)
        f.leave()

    analyses.check(k.build("sysv64"))
    cv = bytes(range(16)) + b"\x80\x03\x13\x00"
    mask = cv[4:]
    wanted = bytes(0 if m & 0x80 else cv[m & 15] for m in mask) + cv[16:]
    out = call(k.build("sysv64").functions[0], {"cv": cv, "blocks": b""}, {"nblocks": 0})
    assert out["cv"] == wanted
