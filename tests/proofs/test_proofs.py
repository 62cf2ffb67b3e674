# SPDX-License-Identifier: MIT
"""Kernels proved from their bytes, and faults that must be refused."""

import random

import pytest
import turns
from planted import function

from asmgen import kernel, mutate
from asmgen.cli import KERNELS
from asmgen.operations import OPERATIONS
from proofs import contracts, faults
from proofs.cli import target_of_bytes
from proofs.errors import Refused
from proofs.objects import decode_x86
from proofs.prove import CONTRACTS, of_function, prove
from spec.sha1 import compression as sha1

# one kernel of each family and technique; all calling conventions
QUICK = [
    ("sha1_x64_fast", "sysv64", "sha1.blocks"),
    ("sha1_x64_shani", "win64", "sha1.blocks"),
    ("sha1_x64_shani_vl", "win64", "sha1.blocks"),
    ("sha1_x86_ssse3", "cdecl32", "sha1.blocks"),
    ("sha1_x64_avx2", "sysv64", "sha1.blocks"),
    ("sha1dc_x64_shani", "sysv64", "sha1dc.blocks"),
    ("des_x64_sp", "win64", "des.encrypt1"),
    ("des_x64_eform", "sysv64", "des.cbc_enc"),
    ("des_x86_i586", "cdecl32", "des.encrypt2"),
    ("des_x64_key_avx2", "sysv64", "des.key"),
    ("whirlpool_x64_ssse3", "sysv64", "whirlpool.blocks"),
]


@pytest.mark.parametrize("stem,abi,op", QUICK, ids=[q[0] for q in QUICK])
def test_proved(stem, abi, op):
    target, _ = target_of_bytes(*function(stem, abi, op))
    verdict = prove(target, 1)
    assert not verdict.failure
    assert verdict.cases
    assert bool(verdict.tables) == (not target.constant_time)


def test_every_operation_has_a_contract():
    ops = {op.name for k in kernel.catalogue(KERNELS) for op, _, _ in k.entries}
    assert ops <= set(CONTRACTS)
    with pytest.raises(Refused, match="no contract for none.such"):
        CONTRACTS["none.such"]


def test_a_contract_that_returns_another_size_is_refused():
    """The table of operations says how many bytes a buffer has."""
    op = OPERATIONS["sha1.blocks"]
    short = contracts._checked(op, lambda w, counts, before: {"cv": before["cv"][:16]})
    with pytest.raises(AssertionError, match=r"sha1.blocks: returns {'cv': 16} bytes; .*{'cv': 20}"):
        short(None, {"nblocks": 0}, {"cv": [0] * 20, "blocks": []})


def test_a_wrong_standard_is_refused(monkeypatch):
    target, _ = target_of_bytes(*function("sha1_x64_shani", "sysv64", "sha1.blocks"))
    for constants in (
        (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D7),
        (0x5A82799A, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6),
    ):
        monkeypatch.setattr(sha1, "K", constants)
        verdict = prove(target, 1)
        assert "byte" in verdict.failure and verdict.counterexample
    monkeypatch.undo()
    wrong = list(contracts.PLACES.values())
    monkeypatch.setitem(contracts.PLACES, (0, 0), wrong[1])
    target, _ = target_of_bytes(*function("des_x64_key_avx2", "sysv64", "des.key"))
    assert prove(target).failure


def test_a_counterexample_is_one():
    """If the samples differ, the code is wrong on random numbers, too."""
    _, f = function("des_x64_key_avx2", "sysv64", "des.key")
    found = 0
    for _, target in faults.mutations(f, 12, random.Random(3)):
        verdict = prove(target)
        if verdict.counterexample:
            found += 1
            assert faults.harmful(target)
    assert found


@pytest.mark.parametrize(
    "stem,op,count",
    [
        ("des_x64_key_avx2", "des.key", 30),
        ("des_x64_sp", "des.encrypt2", 6),
        ("sha1_x64_shani", "sha1.blocks", 4),
    ],
)
def test_planted_faults_are_refused(stem, op, count):
    unit, f = function(stem, "sysv64", op)
    target, code = target_of_bytes(unit, f)
    planted, passed, wrong = faults.plant(f, code, target, count)
    assert planted == 2 * count
    assert not wrong
    assert len(passed) < planted / 3


def test_mutants_that_no_run_sees_are_refused():
    """Each one listed survives at a place at which the prover refuses it. Otherwise it belongs to another list."""
    unit, f = function("sha1dc_x64_shani_ssse3", "sysv64", "sha1dc.blocks")
    left, wanted = set(turns.part(sorted(unit.kernel.unseen), turns.LONG)), []
    for item, text, apply, undo in mutate._changes(f):
        change, _ = mutate.explain(unit, item, text)
        if change in left and not mutate._killed(f, item, wanted, apply, undo):
            apply()
            left -= {change} if prove(of_function(f)).failure else set()
            undo()
    assert unit.kernel.unseen and not left


def test_a_false_claim_of_constant_time_is_refused():
    target, _ = target_of_bytes(*function("des_x64_sp", "sysv64", "des.encrypt2"))
    target.constant_time = True
    assert "constant-time" in prove(target).failure


def test_a_buffer_one_byte_short_is_noticed(monkeypatch):
    """The proof includes memory safety."""
    target, _ = target_of_bytes(*function("sha1_x64_fast", "sysv64", "sha1.blocks"))
    target.op = type(target.op)(
        target.op.name,
        tuple(
            type(a)(
                a.name,
                a.c_type,
                (lambda counts: 64 * counts["nblocks"] - 1) if a.name == "blocks" else a.size,
                a.writable,
            )
            for a in target.op.arguments
        ),
    )
    target.least = 1
    assert "outside every buffer" in prove(target, 1).failure


def test_decoders_that_disagree_are_noticed(monkeypatch):
    """The test environment has both decoders."""
    unit, f = function("des_x64_key_avx2", "sysv64", "des.key")
    assert decode_x86.capstone
    monkeypatch.setattr(decode_x86.X86Decoder, "_same", lambda self, other, operands: False)
    with pytest.raises(Refused, match="two decoders disagree"):
        target_of_bytes(unit, f)


@pytest.mark.parametrize("code,clears", [("62f17d8972ca1e", True), ("62f17d0972ca1e", False)])
def test_a_mask_must_clear_elements(code, clears):
    """vprold xmm0{k1}, xmm2, 30 with and without {z}. The table has only the form that clears."""
    decoder = decode_x86.X86Decoder(64, 0, bytes.fromhex(code))
    if clears:
        assert [str(operand) for operand in decoder.at(0)[0].operands] == ["xmm0", "k1", "xmm2", "30"]
    else:
        with pytest.raises(Refused, match="unknown prefix"):
            decoder.at(0)
