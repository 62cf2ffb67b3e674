# SPDX-License-Identifier: MIT
"""What becomes of the parts of a vector register that an instruction does not write: callers leave
anything there, VEX makes zeros of it, and what came before keeps it. Which addresses depend on data."""

import pytest

from asmgen.stream import Instr
from asmgen.x86 import X64
from asmgen.x86.registers import xmm0, xmm1, ymm0, ymm1, zmm0
from proofs.algebra.terms import Terms
from proofs.algebra.words import Symbols
from proofs.machine import Cells, SymbolicMachine, SymbolicMemory


@pytest.mark.parametrize(
    "name,operands,kept",
    [
        ("movdqa", (xmm0, xmm1), 384),
        ("vmovdqa", (xmm0, xmm1), 0),
        ("vmovdqa", (ymm0, ymm1), 0),
        ("vpaddd", (xmm0, xmm1, xmm1), 0),
        ("vpaddd", (ymm0, ymm1, ymm1), 0),
        ("vzeroupper", (), 0),
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_the_parts_above(name, operands, kept, whole):
    """whole: whether the whole register was written before."""
    words = Symbols(Terms(1))
    machine = SymbolicMachine(64, SymbolicMemory([], words), words)
    if whole:
        machine.write(zmm0, words.inputs(512))
    before = words.bits(machine.read(zmm0), 512)
    machine.step(Instr(X64.match(name, operands), operands, ("a test", 1)))
    after = words.bits(machine.read(zmm0), 512)
    low = 512 - max(kept, 512 - max((r.width for r in operands), default=128))
    assert len(set(before)) == 512
    assert after[low:] == (before[low:] if kept else (0,) * (512 - low))


def test_a_public_number_is_no_data():
    words = Symbols(Terms())
    terms, place = words.terms, 0x10000
    table = Cells("a table", place, list(range(8)), False, lookups=True, content=bytes(range(8)))
    machine = SymbolicMachine(64, SymbolicMemory([table], words), words)
    salt, data = words.inputs(2)
    machine.public |= terms.polynomials[salt]
    both = terms.xor(salt, data), terms.and_(salt, data)
    for bit, secret in ((salt, False), (terms.xor(salt, 1), False), (data, True), *((b, True) for b in both)):
        machine.tables.clear()
        address = words.bits(place, 64)
        assert words.sample(machine._table((bit, *address[1:]), 1), 8) == terms.samples[bit]
        assert machine.tables == ({"a table"} if secret else set())
