# SPDX-License-Identifier: MIT
"""The proofs of the C: their stubs of kernels, the places of their faults, and a proof that covers nothing."""

import re

import pytest

from asmgen.operations import OPERATIONS
from asmgen.words import Ints
from proofs.algebra.counts import BELOW
from proofs.c import run, stubs, table
from proofs.contracts import CONTRACTS
from proofs.scenario import size_of

STUB = re.compile(r"^static void kernel_(\w+)\([^\n]*\) \{\n(.*?)^\}", re.M | re.S)
LINE = re.compile(r"(\w+)\((\w+), (.*)\);")
STUBS = dict(STUB.findall(stubs.text()))


class Words(Ints):
    """Numbers in place of the prover's words."""

    def each(self, block, bits):
        return block(bits)


def sizes(body, what, counts):
    """Returns {argument: bytes} of the lines `what` of a stub, for values of the counts."""
    return {
        name: eval(size.replace("(size_t)", ""), {**counts, "KERNEL_LANES": counts["lanes"]})
        for word, name, size in LINE.findall(body)
        if word == what
    }


def test_each_contract_of_the_prover_has_a_stub():
    without = {op.name for op in OPERATIONS.values() if any(a.per_lane for a in op.arguments)}
    assert without == {"sha1.lanes", "sha1dc.lanes", "whirlpool.lanes"}
    assert STUBS.keys() == {OPERATIONS[name].identifier for name in CONTRACTS.keys() - without}


@pytest.mark.parametrize("op", stubs.stubbed(), ids=lambda op: op.name)
def test_a_stub_is_the_contract(op):
    """The buffers of a stub suffice for the contract, which changes as many bytes of the same ones."""
    body, counts = STUBS[op.identifier], {"lanes": 1, **next(iter(op.inputs(2)))}
    reads, writes, changes = (sizes(body, what, counts) for what in ("READS", "WRITES", "CHANGE"))
    buffers = {a.name: size_of(a, counts) for a in op.arguments if a.size is not None}
    assert {**writes, **reads} == buffers and writes == changes
    after = CONTRACTS[op.name](
        Words(), counts, {name: [0] * size for name, size in {**writes, **reads}.items()}
    )
    assert {name: len(cells) for name, cells in after.items()} == changes


def test_a_stub_claims_what_the_proofs_of_kernels_assume():
    for op in stubs.stubbed():
        body = STUBS[op.identifier]
        assert re.findall(r"COUNT\((\w+), (\d+)\)", body) == [(name, str(BELOW[64])) for name in op.counts()]
        assert re.findall(r"FLAG\((\w+)\)", body) == [a.name for a in op.arguments if a.flag]
        apart = {
            frozenset(pair) for pair in re.findall(r"(?:APART|IN_PLACE)\((\w+), (?:[^,]*, )?(\w+), ", body)
        }
        buffers = [a for a in op.arguments if a.size is not None]
        assert apart == {
            frozenset((a.name, b.name)) for a in buffers for b in buffers if a != b and a.writable
        }


def test_each_fault_has_its_place():
    assert all(proof.faults for proof in table.PROOFS)
    for proof in table.PROOFS:
        for fault in proof.faults:
            assert run.planted(fault) != (run.ROOT / fault.file).read_text()


@pytest.fixture
def machine(tmp_path):
    tools = run.find_tools(run.ROOT / "build/cbmc")
    if tools is None:
        pytest.skip("no cbmc: dev/scripts/fetch-cbmc fetches it")
    return run.Machine(tools, tmp_path)


@pytest.mark.parametrize(
    "body, text",
    [
        ('ASSUME(x > 1 && x < 1); CLAIM(x == 7, "never"); REACHED("the end");', "no input reaches: the end"),
        ('CLAIM(x == x, "always");', "covers nothing"),
        ('CLAIM(x < 255, "small"); REACHED("the end");', "small"),
        ('REACHED("the end");', ""),
    ],
)
def test_a_proof_reaches_its_end(machine, tmp_path, body, text):
    (tmp_path / "planted.c").write_text(
        f'#include "proof.h"\nvoid prove_planted(void) {{ uint8_t x = nondet_u8(); {body} }}\n'
    )
    result = machine.prove(table.Proof("planted", str(tmp_path / "planted.c"), "", "", 1, ()))
    assert text in "\n".join(result.wrong) and bool(result.wrong) == bool(text)
