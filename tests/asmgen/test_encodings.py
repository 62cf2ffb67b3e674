# SPDX-License-Identifier: MIT
"""Every instruction form, through every printer and assembler, has the bytes of encode.py."""

import functools

import forms
import objects
import pytest
import toolchain

from asmgen.kernel import Unit
from asmgen.layout import layout
from asmgen.x86.encode import encode
from asmgen.x86.registers import Label

REPEATS = 6
# Numbers of assemblers in toolchain.ASSEMBLERS: gcc, number 1 of gas-elf, calls number 0.
CASES = [
    (dialect, index, bits)
    for bits in (64, 32)
    for dialect, indices in (
        ("gas-elf", (0, 2)),
        ("gas-intel", (0, 1)),
        (f"nasm-elf{bits}", (0, 1)),
        ("masm", (0,)),
    )
    for index in indices
]


@functools.cache
def every_form(bits):
    f = forms.blank(bits)
    f.kernel.entries.append((f.op, f.symbol, every_form))
    chooser = forms.Chooser(bits, seed=bits)
    for form in forms.all_forms(bits):
        if form.operands != (("r", "rel"),):
            for _ in range(REPEATS):
                chooser.instance(f, form)
    return f


@pytest.mark.parametrize("dialect,index,bits", CASES)
def test_every_form(tmp_path, dialect, index, bits):
    f = every_form(bits)
    got = objects.of_unit(tmp_path, dialect, index, Unit(f.kernel, f.abi, [f]))[".text"].data
    at = 0
    for item in f.instructions():
        code = encode(item.form, item.operands, bits)
        assert got[at : at + len(code)] == code, (
            f"{item.form.signature}: {item.form.mnemonic} {', '.join(map(str, item.operands))}: "
            f"encode.py {code.hex()}, "
            f"{toolchain.ASSEMBLERS[dialect][index][0]} {got[at:at + 12].hex()}"
        )
        at += len(code)


@functools.cache
def branches(bits):
    f = forms.blank(bits)
    f.kernel.entries.append((f.op, f.symbol, branches))
    number = 0
    for form in forms.all_forms(bits):
        if form.operands != (("r", "rel"),):
            continue
        for gap in (0, 63, 64, 90):
            back, ahead = Label(f"back{number}"), Label(f"ahead{number}")
            number += 1
            f.here(back)
            f.emit(form.mnemonic, (ahead,))
            for _ in range(gap):
                f.mov(forms.BY_NAME["eax"], forms.BY_NAME["ecx"])
            f.emit(form.mnemonic, (back,))
            f.here(ahead)
    return f


@pytest.mark.parametrize("dialect,index,bits", CASES)
def test_branches(tmp_path, dialect, index, bits):
    """Branches, short and long, forward and backward, at the limits of the short range."""
    f = branches(bits)
    got = objects.of_unit(tmp_path, dialect, index, Unit(f.kernel, f.abi, [f]))[".text"].data
    own = b"".join(code for _, _, code in layout(f.stream, f.arch.encoder))
    assert got[: len(own)] == own
