# SPDX-License-Identifier: MIT
"""Instructions carry the rounds that they serve and the names of their registers, and print as without."""

import built
import pytest

from asmgen import dialects, kernel
from asmgen.cli import KERNELS
from asmgen.function import Function
from asmgen.stream import Rounds
from asmgen.x86.registers import eax

ROUNDS = {"sha1": range(80), "whirlpool": range(1, 11), "des": range(1, 17)}


def serving(stem, op):
    k = kernel.find(stem, KERNELS)
    f = next(f for f in built.unit(stem, k.abis()[0]).functions if f.op.name == op)
    return [item.serves for item in f.instructions()]


# In every family of kernels that run through the rounds of one standard.
EVERY = [
    (k.stem, op.name)
    for k in kernel.catalogue(KERNELS)
    for op, _, _ in k.entries
    if op.name
    in ("sha1.blocks", "sha1.lanes", "sha1dc.blocks", "sha1dc.lanes", "whirlpool.blocks", "whirlpool.lanes")
    or op.name in ("des.encrypt1", "des.ecb", "des.lanes", "des.cbc_enc")
]


@pytest.mark.parametrize("stem, op", EVERY)
def test_the_rounds_of_all_iterations_are_those_of_the_standard(stem, op):
    found = set()
    for rounds in filter(None, serving(stem, op)):
        for iteration in range(rounds.times):
            first, count = rounds.at(iteration)
            found |= set(range(first, first + count))
    family = op.partition(".")[0].removesuffix("dc")
    assert found - {0} == set(ROUNDS[family]) - {0}


def test_recorded_instructions_keep_their_rounds():
    known = built.unit("sha1_x64_fast", "sysv64").functions[0]
    f = Function(known.kernel, known.op, known.symbol, known.abi)

    def later():
        f.phase("round 5", round=5)
        f.inc(eax)

    f.phase("rounds 0 to 3", round=0, rounds=4)
    ahead = f.record(later)
    f.interleave(f.record(lambda: (f.dec(eax), f.dec(eax))), ahead)
    f.phase("the end")
    f.dec(eax)
    f.phase("a part of it", inside=True)
    f.dec(eax)
    assert [(i.form.mnemonic, i.serves and i.serves.at(0)) for i in f.instructions()] == [
        ("dec", (0, 4)),
        ("dec", (0, 4)),
        ("inc", (5, 1)),
        ("dec", None),
        ("dec", None),
    ]


def test_rounds_of_a_loop():
    loop = Rounds(2, count=1, step=2, times=8)
    assert [loop.at(n) for n in (0, 1, 7, 8)] == [(2, 1), (4, 1), (16, 1), (2, 1)]


@pytest.mark.parametrize("stem", ["sha1_x64_fast", "whirlpool_x64_ssse3", "des_x64_sp", "sha1_a64_ce"])
def test_recording_roles_changes_nothing_else(stem):
    k = kernel.find(stem, KERNELS)
    abi = k.abis()[0]
    unit = k.build(abi, with_roles=True)
    assert unit.code() == built.code(stem, abi)
    name = next(name for name, d in dialects.DIALECTS.items() if d.abis.get(k.arch.name) == abi)
    assert dialects.find(name).print(unit) == built.text(stem, name)
    assert all(item.roles is None for f in built.unit(stem, abi).functions for item in f.instructions())


def test_roles_rotate_with_the_rounds():
    f = kernel.find("sha1_x64_fast", KERNELS).build("sysv64", with_roles=True).functions[0]
    a = {}
    for item in f.instructions():
        if item.serves:
            a.setdefault(item.serves.first, {v: k for k, v in item.roles.items()}.get("a"))
    assert [a[t] for t in range(6)] == ["rax", "r8", "rbp", "rcx", "rbx", "rax"]
