# SPDX-License-Identifier: MIT
"""Right code and a standard that is wrong from some round on: the prover must report that round."""

import itertools
import re

import pytest
from planted import function, instruction, target_of

from asmgen.x86.registers import BY_NAME
from proofs.cli import target_of_bytes
from proofs.prove import of_function, prove
from proofs.report import as_json, describe
from spec.des import cipher as des
from spec.sha1 import compression as sha1
from spec.whirlpool import compression as whirlpool

LAST = re.compile(
    r"round (\d+) is the last right one, in \w+ at "
    r"(0x[0-9a-f]+, '.*  ; asm/kernels/.*:\d+'|asm/kernels/.*:\d+); "
    r"round (\d+) of (\w+) (\d+) is not computed$"
)


def reported(verdict):
    """Returns (last right round, unit, number of the unit)."""
    last, _, following, unit, which = LAST.match(verdict.rounds).groups()
    assert int(following) == int(last) + 1
    return int(last), unit, int(which)


def wrong_from(monkeypatch, module, name, call, calls, spoil):
    """Replaces a module's function by one that is wrong from a call on.

    call: number of the first wrong call, from 1. calls: calls in each evaluation of the standard.
    """
    right, number = getattr(module, name), itertools.count()

    def wrong(w, *arguments, **more):
        made = right(w, *arguments, **more)
        return spoil(w, made) if next(number) % calls + 1 >= call else made

    monkeypatch.setattr(module, name, wrong)


def mixed(n):
    """Returns a function that adds the second word to the first.

    A complement or another order would not do, because the prover recognises them.
    """
    return lambda w, words: [w.xor(words[0], words[1], n), *words[1:]]


@pytest.mark.parametrize(
    "stem,abi", [("sha1_x64_shani", "win64"), ("sha1_x64_avx2", "sysv64"), ("sha1_x86_fast", "cdecl32")]
)
def test_rounds_of_sha1(monkeypatch, stem, abi):
    target, _ = target_of_bytes(*function(stem, abi, "sha1.blocks"))
    monkeypatch.setattr(sha1, "K", (*sha1.K[:2], sha1.K[2] ^ 1, sha1.K[3]))
    verdict = prove(target, 1)
    assert reported(verdict) == (39, "compression", 1)
    assert verdict.rounds in describe(verdict) and as_json(verdict)["rounds"] == verdict.rounds


def test_the_message_schedule(monkeypatch):
    target, _ = target_of_bytes(*function("sha1_x64_fast", "sysv64", "sha1.blocks"))
    right = sha1.schedule

    def wrong(w, block):
        W = right(w, block)
        W[23] = w.not_(W[23], 32)
        return W

    monkeypatch.setattr(sha1, "schedule", wrong)
    assert reported(prove(target, 1)) == (22, "compression", 1)


def test_a_later_block(monkeypatch):
    target, _ = target_of_bytes(*function("sha1_x64_shani", "sysv64", "sha1.blocks"))
    wrong_from(monkeypatch, sha1, "f", 80 + 30, 2 * 80, lambda w, x: w.not_(x, 32))
    monkeypatch.setattr(target, "least", 2)
    assert reported(prove(target, 2)) == (28, "compression", 2)


def test_one_lane(monkeypatch):
    target, _ = target_of_bytes(*function("sha1_x64_shani_x2", "sysv64", "sha1.lanes"))
    monkeypatch.setattr(target, "least", 1)
    wrong_from(monkeypatch, sha1, "f", 80 + 11, 2 * 80, lambda w, x: w.not_(x, 32))
    assert reported(prove(target, 1)) == (9, "compression", 2)


def test_what_follows_the_rounds(monkeypatch):
    target, _ = target_of_bytes(*function("sha1_x64_shani", "sysv64", "sha1.blocks"))
    wrong_from(monkeypatch, sha1, "compress", 1, 1, mixed(32))
    assert prove(target, 1).rounds == ("the rounds of every compression are right; the error is after them")


def test_the_first_round(monkeypatch):
    target, _ = target_of_bytes(*function("sha1_x64_shani", "sysv64", "sha1.blocks"))
    wrong_from(monkeypatch, sha1, "f", 1, 80, lambda w, x: w.not_(x, 32))
    assert prove(target, 1).rounds == "round 0 of compression 1 is not computed"


# kernels with half blocks in words, with the output of E, and bit-sliced
@pytest.mark.parametrize(
    "stem,op",
    [("des_x64_sp", "des.encrypt2"), ("des_x64_eform", "des3.cbc_enc"), ("des_x64_sse2_x128", "des.ecb")],
)
def test_rounds_of_des(monkeypatch, stem, op):
    target, _ = target_of_bytes(*function(stem, "sysv64", op))
    monkeypatch.setattr(target, "least", 1)
    ciphers = 3 if op.startswith("des3") else 1
    wrong_from(monkeypatch, des, "substituted", 16 * ciphers - 11, 16 * ciphers, mixed(1))
    assert reported(prove(target, 1)) == (16 * ciphers - 12, "cipher", 1)


def test_rounds_of_whirlpool(monkeypatch):
    _, f = function("whirlpool_x64_sse41", "sysv64", "whirlpool.blocks")
    # the rounds of the key and of the state alternate
    wrong_from(monkeypatch, whirlpool, "round_function", 2 * 6, 2 * 10, mixed(8))
    assert reported(prove(of_function(f), 1)) == (5, "compression", 1)


def test_a_planted_instruction():
    _, f = function("sha1_x64_shani", "sysv64", "sha1.blocks")
    rounds = [
        i
        for i, item in enumerate(f.stream)
        if getattr(item, "form", None) and item.form.mnemonic == "sha1rnds4"
    ]
    first = BY_NAME[f.stream[rounds[6]].operands[0].name]
    stream = f.stream[: rounds[6] + 1] + [instruction("pxor", first, first)] + f.stream[rounds[6] + 1 :]
    assert reported(prove(target_of(f, stream), 1)) == (27, "compression", 1)


def test_no_round_is_reported_without_a_failure_or_rounds():
    unit, f = function("des_x64_key_avx2", "sysv64", "des.key")
    target, _ = target_of_bytes(unit, f)
    assert prove(target).rounds == ""
    last = f.stream[:-1] + [instruction("not", BY_NAME["rax"]), f.stream[-1]]
    assert prove(target_of(f, last)).rounds == ""
