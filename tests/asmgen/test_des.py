# SPDX-License-Identifier: MIT
"""Every DES kernel in the interpreter: FIPS 81's example, and the standard bit by bit, all ABIs."""

import random

import des_reference as reference
import pytest

from asmgen import kernel
from asmgen.call import call
from asmgen.cli import KERNELS
from spec.des import circuits as two_inputs
from spec.des import ternary as three_inputs

BLOCK = ("des.encrypt1", "des.encrypt2", "des.encrypt3", "des.decrypt3")
BULK = tuple(f"{cipher}.{mode}" for cipher in ("des", "des3") for mode in ("ecb", "cbc_enc", "cbc_dec"))
CASES = [
    (k, abi, op.name)
    for k in kernel.catalogue(KERNELS)
    for abi in k.abis()
    for op, _, _ in k.entries
    if op.name in BLOCK + BULK
]
IDS = [f"{k.stem}-{abi}-{op}" for k, abi, op in CASES]
MANY = 256  # bytes: more are tried once for each operation


@pytest.fixture(scope="module")
def units():
    return {}


def function(units, k, abi, op):
    if (k.stem, abi) not in units:
        units[k.stem, abi] = {f.op.name: f for f in k.build(abi).functions}
    return units[k.stem, abi][op]


def run(f, data, keys, encrypt=1, iv=bytes(8)):
    """The result of any operation; (result, iv) of CBC."""
    schedules = [reference.schedule(key) for key in keys]
    if f.op.name in ("des.encrypt3", "des.decrypt3"):
        return call(f, {"data": data, **dict(zip(("k1", "k2", "k3"), schedules))}, {})["data"]
    if f.op.name in BLOCK:
        return call(f, {"data": data, "ks": schedules[0]}, {"encrypt": encrypt})["data"]
    buffers = {"out": bytes(len(data)), "in": data, "ks": b"".join(schedules), "iv": iv}
    if f.op.name.endswith("ecb"):
        del buffers["iv"]
    made = call(f, buffers, {"nblocks": len(data) // 8, "encrypt": encrypt})
    return made["out"] if "iv" not in made else (made["out"], made["iv"])


def wanted(op, data, keys, encrypt, iv):
    if op == "des.encrypt2":
        return reference.without_permutations(data, keys[0], encrypt)
    if op in BLOCK:
        return reference.block(data, keys, encrypt if op == "des.encrypt1" else op == "des.encrypt3")
    if op.endswith("ecb"):
        return reference.ecb(data, keys, encrypt)
    return reference.cbc(data, keys, iv, op.endswith("enc"))


def test_the_reference_knows_fips_81():
    """Tables B1 and C1 of FIPS 81."""
    key, text = [bytes.fromhex("0123456789abcdef")], b"Now is the time for all "
    assert reference.ecb(text, key, True).hex() == ("3fa40e8a984d48156a271787ab8883f9893d51ec4b563b53")
    assert reference.cbc(text, key, bytes.fromhex("1234567890abcdef"), True)[0].hex() == (
        "e5c7cdde872bf27c43e934008c389c0f683788499a7c05f6"
    )


@pytest.mark.parametrize("k,abi,op", CASES, ids=IDS)
def test_like_the_standard(units, k, abi, op):
    f = function(units, k, abi, op)
    chance = random.Random(op)
    sizes = (8, 8) if op in BLOCK else (0, 8, 8 * (k.blocks_per_iteration + 2))
    for size in sizes:
        if size > MANY and abi != k.abis()[0]:
            continue  # minutes of the interpreter
        ways = (1, 0) if "encrypt" in [a.name for a in f.op.arguments] and size <= MANY else (1,)
        for encrypt in ways:
            keys = [chance.randbytes(8) for _ in range(3 if "3" in op else 1)]
            data, iv = chance.randbytes(size), chance.randbytes(8)
            assert run(f, data, keys, encrypt, iv) == wanted(op, data, keys, encrypt, iv)


@pytest.mark.parametrize(
    "module,name",
    [(two_inputs, "sbox_circuits.txt"), (two_inputs, "sbox_select.txt"), (three_inputs, "sbox_ternary.txt")],
)
def test_a_wrong_circuit_is_noticed(module, name):
    """Exchanges two outputs of one S-box; the check at loading must name that S-box."""
    text = two_inputs.read(name)
    two_inputs.prove(module.parse(text))
    for box in range(8):
        circuits = module.parse(text)
        circuits[box].outs[:2] = circuits[box].outs[1::-1]
        with pytest.raises(AssertionError, match=f"circuit of S{box + 1} is wrong at output 1"):
            two_inputs.prove(circuits)


KEYS = [
    (k, abi)
    for k in kernel.catalogue(KERNELS)
    for abi in k.abis()
    if [op.name for op, _, _ in k.entries] == ["des.key"]
]


@pytest.mark.parametrize("k,abi", KEYS, ids=[f"{k.stem}-{abi}" for k, abi in KEYS])
def test_key_schedules(k, abi):
    """Every bit of a key alone, and random keys; what lay in the schedule does not matter."""
    f = k.build(abi).functions[0]
    chance = random.Random(9)
    keys = [(1 << i).to_bytes(8, "big") for i in range(64)]
    for key in keys + [chance.randbytes(8) for _ in range(10)]:
        assert call(f, {"ks": chance.randbytes(128), "key": key}, {})["ks"] == (reference.schedule(key))


DIGITS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SALTED = [
    (k, abi)
    for k in kernel.catalogue(KERNELS)
    for abi in k.abis()
    if [op.name for op, _, _ in k.entries] == ["des.crypt25"]
]


def test_the_reference_knows_crypt():
    """A published hash of crypt(3)."""
    password, hashed = "U*U*U*U*", "CCNf8Sbh3HDfQ"
    salt = DIGITS.index(hashed[0]) | DIGITS.index(hashed[1]) << 6
    block = int.from_bytes(reference.crypt25(bytes(ord(c) << 1 for c in password), salt), "big") << 2
    digits = "".join(DIGITS[block >> 6 * i & 63] for i in range(10, -1, -1))
    assert hashed[:2] + digits == hashed


@pytest.mark.parametrize("k,abi", SALTED, ids=[f"{k.stem}-{abi}" for k, abi in SALTED])
def test_salted_encryptions(k, abi):
    """No bit of a salt, all 24, and random ones with bits above them, which do not count."""
    f = k.build(abi).functions[0]
    chance = random.Random(25)
    for salt in (0, 0xFFFFFF, *(chance.getrandbits(32) for _ in range(4))):
        key = chance.randbytes(8)
        buffers = {"out": chance.randbytes(8), "ks": reference.schedule(key)}
        assert call(f, buffers, {"salt": salt})["out"] == reference.crypt25(key, salt)
