# SPDX-License-Identifier: MIT
"""Proofs of AArch64 kernels, from the generator's instruction list: there is no decoder of their machine code."""

import random

import pytest
from planted import function, target_of

from asmgen import kernel
from asmgen.cli import KERNELS
from proofs import faults
from proofs.cli import target_of_bytes, target_of_list
from proofs.errors import Refused
from proofs.prove import prove

KERNELS_A64 = [k.stem for k in kernel.catalogue(KERNELS) if k.arch.name == "a64"]
FAULTS = 12


def functions(stem):
    unit = kernel.find(stem, KERNELS).build("aapcs64")
    return [(unit, f) for f in unit.functions]


@pytest.mark.parametrize("stem", KERNELS_A64)
def test_proved_for_any_number_of_blocks(stem):
    for unit, f in functions(stem):
        verdict = prove(target_of_list(unit, f))
        assert not verdict.failure and verdict.cases
        assert verdict.any_number
        assert any("not decoded" in text for text in verdict.assumed)


@pytest.mark.parametrize("stem", KERNELS_A64)
def test_planted_faults_are_refused(stem):
    """A changed instruction is refused, or has no effect on random inputs."""
    for _, f in functions(stem):
        planted, passed, wrong = faults.judge(faults.mutations(f, FAULTS, random.Random(3)))
        assert planted == FAULTS and len(passed) < FAULTS // 2 and not wrong


@pytest.mark.parametrize("family", ["x19", "v8"])
def test_a_lost_register_is_refused(family):
    """Each callee-saved register must have its value at the return, v8 in its low half."""
    unit, f = function("sha1_a64_ce", "aapcs64", "sha1.blocks")
    target = target_of(f, f.stream)
    run = target.run

    def losing(machine):
        run(machine)
        machine.registers[family] = machine.words.add(machine.registers[family], 1, 64)

    target.run = losing
    assert f"returns with {family} changed" in prove(target, 1).failure


def test_machine_code_is_refused():
    with pytest.raises(Refused, match="sha1_a64_ce: there is no decoder for a64"):
        target_of_bytes(*function("sha1_a64_ce", "aapcs64", "sha1.blocks"))
