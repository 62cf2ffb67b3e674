# SPDX-License-Identifier: MIT
"""Proofs of AArch64 kernels, from their machine code and from the generator's instruction list."""

import pytest
import turns
from planted import function, target_of

from asmgen import kernel
from asmgen.cli import KERNELS
from proofs import faults
from proofs.cli import target_of_bytes
from proofs.prove import of_function, prove

A64 = [k.stem for k in kernel.catalogue(KERNELS) if k.arch.name == "a64"]
KERNELS_A64 = turns.part(A64, turns.LONG)
FAULTS = 4  # of each kind


def functions(stem):
    unit = kernel.find(stem, KERNELS).build("aapcs64")
    return [(unit, f) for f in unit.functions]


@pytest.mark.parametrize("stem", KERNELS_A64)
def test_proved_for_all_inputs(stem):
    for unit, f in functions(stem):
        verdict = prove(target_of_bytes(unit, f)[0])
        assert not verdict.failure and verdict.cases
        assert verdict.any_number or verdict.sets_of or not f.op.counts()


@pytest.mark.parametrize("stem", KERNELS_A64)
def test_planted_faults_are_refused(stem):
    """A flipped bit and a changed instruction are refused, or have no effect on random inputs. Of a bit-sliced
    kernel, whose proofs take seconds each, one function is tested."""
    found = functions(stem)
    sliced = of_function(found[0][1]).sliced
    for unit, f in found[: 1 if sliced else None]:
        target, machine_code = target_of_bytes(unit, f)
        planted, passed, wrong = faults.plant(f, machine_code, target, FAULTS, seed=3)
        assert planted == 2 * FAULTS and len(passed) < planted and not wrong


def test_the_instruction_list():
    """--stream: the proof needs no decoder."""
    _, f = function("sha1_a64_ce", "aapcs64", "sha1.blocks")
    verdict = prove(of_function(f))
    assert not verdict.failure and verdict.any_number


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
