# SPDX-License-Identifier: MIT
"""Output in place of the input: code that is right only for separate buffers."""

import pytest
from planted import function, instruction, target_of, unless

from asmgen.stream import Instr
from asmgen.x86.registers import Mem, al, byte, dword, eax, r8, r9, r12, r13, r14, rdi, rdx, rsi
from proofs.prove import prove


def changed(before):
    """Returns a kernel with more instructions before it reads a block.

    r12 and r13 are its pointers to output and input, r14 is the number of remaining blocks.
    """
    _, f = function("des_x64_eform", "sysv64", "des.cbc_enc")
    at = next(
        i
        for i, item in enumerate(f.stream)
        if isinstance(item, Instr)
        and any(isinstance(o, Mem) and o.address.base == r13 for o in item.operands)
    )
    return target_of(f, [*f.stream[:at], *before, *f.stream[at:]])


def store(at):
    return instruction("mov", dword[r12 + at], r14.view(32))


# right for separate buffers, wrong in place
FAULTS = {
    "writes before it reads": [store(0)],
    "writes where the next iteration reads": unless("cmp", (r14, 1), "je", store(8)),
    "compares the pointers": unless("cmp", (r12, r13), "jne", store(0)),
}


@pytest.mark.parametrize("most", [None, 2])
@pytest.mark.parametrize("before", FAULTS.values(), ids=FAULTS)
def test_a_fault_in_place_only_is_seen(before, most):
    verdict = prove(changed(before), most)
    assert "in place: " in verdict.failure
    assert any(not case.in_place for case in verdict.cases)


def same(*more):
    """Returns instructions that set al if output and input are one buffer, without a branch."""
    return [instruction("xor", eax, eax), instruction("cmp", rsi, rdi), instruction("sete", al), *more]


SPOILT = instruction("xor", byte[r8], al)  # changes the chaining value if al is 1
ONLY_OF_1000 = [
    instruction("xor", r9.view(32), r9.view(32)),
    instruction("cmp", rdx, 1000),
    instruction("sete", r9.view(8)),
    instruction("and", al, r9.view(8)),
]


@pytest.mark.parametrize("most", [None, 2])
def test_what_depends_on_it_without_a_branch_is_seen(most):
    _, f = function("des_x64_eform", "sysv64", "des.cbc_enc")
    assert "in place: " in prove(target_of(f, [*same(SPOILT), *f.stream]), most).failure


def test_nor_of_a_count_that_is_not_tried():
    _, f = function("des_x64_eform", "sysv64", "des.cbc_enc")
    verdict = prove(target_of(f, [*same(*ONLY_OF_1000, SPOILT), *f.stream]))
    assert not verdict.any_number


def test_bit_slices_in_place_for_each_count():
    _, f = function("des_x64_sse2_x128", "sysv64", "des.cbc_dec")
    fault = unless("cmp", (rdx, 1), "jne", *unless("cmp", (rsi, rdi), "jne", instruction("ret")))
    assert "nblocks = 1, in place: " in prove(target_of(f, [*fault, *f.stream])).failure
