# SPDX-License-Identifier: MIT
"""Output in the place of the input: what runs with the two apart tell of it, and what they do not."""

import pytest
from planted import function, instruction, target_of, unless

from asmgen.registers import Mem, dword, r12, r13, r14
from asmgen.stream import Instr
from proofs import prove as proving
from proofs.prove import prove


def changed(before):
    """A kernel that writes block by block, with more instructions before it reads a block.

    r12, r13: where output and input go on; r14: blocks that are left."""
    _, f = function("des_x64_eform", "sysv64", "des.cbc_enc")
    at = next(i for i, item in enumerate(f.stream) if isinstance(item, Instr) and any(
        isinstance(o, Mem) and o.address.base == r13 for o in item.operands))
    return target_of(f, [*f.stream[:at], *before, *f.stream[at:]])


def store(at):
    return instruction("mov", dword[r12 + at], r14.view(32))


# right where the two are apart, and wrong in one place
FAULTS = {"writes before it reads": [store(0)],
          "writes where the next turn reads": unless("cmp", (r14, 1), "je", store(8)),
          "looks whether it is in place": unless("cmp", (r12, r13), "jne", store(0))}


@pytest.mark.parametrize("most", [None, 2])
@pytest.mark.parametrize("before", FAULTS.values(), ids=FAULTS)
def test_a_fault_in_place_only_is_seen(before, most):
    verdict = prove(changed(before), most)
    assert "in place: " in verdict.failure
    assert any(not case.in_place for case in verdict.cases)


@pytest.mark.parametrize("most", [None, 2])
def test_what_is_read_in_time_is_not_proved_again(most, monkeypatch):
    """Numbers show that it goes the same way."""
    unknown, whole = [], proving.prove_case

    def counted(f, case, *args, **more):
        unknown.append(case.in_place)
        return whole(f, case, *args, **more)
    monkeypatch.setattr(proving, "prove_case", counted)
    verdict = prove(changed([]), most)
    assert not verdict.failure and any(case.in_place for case in verdict.cases)
    assert unknown and not any(unknown)
