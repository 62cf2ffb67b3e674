# SPDX-License-Identifier: MIT
"""DES kernels for lanes in the interpreter: each lane with its own key, chain, block and salt against
the standard bit by bit, all ABIs."""

import random

import des_reference as reference
import pytest

from asmgen import kernel
from asmgen.call import call
from asmgen.cli import KERNELS

SALT_BITS = {"des.crypt_lanes": 12, "des.one_salt_lanes": 12, "des.bsdi_lanes": 24}
CASES = [
    (k, abi, op.name)
    for k in kernel.catalogue(KERNELS)
    for abi in k.abis()
    for op, _, _ in k.entries
    if op.name in ("des.lanes", "des3.lanes", *SALT_BITS)
]
QUICK = [(k, abi, op) for k, abi, op in CASES if abi == k.abis()[0] or op == "des.lanes"]
LOOKED_AT = 4  # lanes; and the first and the last one


def lane(data, lanes, i, step=0):
    return data[8 * (lanes * step + i) :][:8]


@pytest.mark.parametrize("k,abi,op", QUICK, ids=[f"{k.stem}-{abi}-{op}" for k, abi, op in QUICK])
def test_like_the_standard(k, abi, op):
    f = next(f for f in k.build(abi).functions if f.op.name == op)
    chance, n, units = random.Random(op), k.lanes, 2 if abi == k.abis()[0] else 1
    buffers = f.op.random_buffers(chance, {"nblocks": units}, n)
    one_salt = chance.getrandbits(32)
    made = call(f, buffers, {"nblocks": units, "iterations": units, "salt": one_salt})
    salts = buffers.get("salts", n * one_salt.to_bytes(8, "little"))
    for i in (0, n - 1, *chance.sample(range(n), min(n, LOOKED_AT))):
        if op in SALT_BITS:
            block = lane(buffers["blocks"], n, i)
            salt = int.from_bytes(lane(salts, n, i), "little") % (1 << SALT_BITS[op])
            for _ in range(units):
                block = reference.block(block, [lane(buffers["keys"], n, i)], True, salt)
            assert lane(made["blocks"], n, i) == block
            continue
        keys = [lane(buffers["keys"], n, i, number) for number in range(3 if "3" in op else 1)]
        data = b"".join(lane(buffers["in"], n, i, step) for step in range(units))
        out, iv = reference.cbc(data, keys, lane(buffers["iv"], n, i), True)
        assert b"".join(lane(made["out"], n, i, step) for step in range(units)) == out
        assert lane(made["iv"], n, i) == iv


@pytest.mark.parametrize("k,abi,op", CASES, ids=[f"{k.stem}-{abi}-{op}" for k, abi, op in CASES])
def test_no_step_changes_nothing(k, abi, op):
    f = next(f for f in k.build(abi).functions if f.op.name == op)
    buffers = f.op.random_buffers(random.Random(1), {"nblocks": 0}, k.lanes)
    made = call(f, buffers, {"nblocks": 0, "iterations": 0, "salt": 0})
    assert all(made[name] == buffers[name] for name in made)
