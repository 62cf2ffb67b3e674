# SPDX-License-Identifier: MIT
"""Every A64 instruction form, through every printer and assembler, has the bytes of a64/encode.py."""

import forms_a64 as forms
import objects
import pytest
import toolchain

from asmgen.a64.encode import A64Encoder
from asmgen.a64.logical import fields
from asmgen.a64.registers import BY_NAME
from asmgen.kernel import Unit
from asmgen.layout import layout
from asmgen.operands import Label

REPEATS = 8
DIALECTS = ("elf-a64", "macho-a64", "coff-a64", "armasm64")
CASES = [(name, i) for name in DIALECTS for i in range(len(toolchain.ASSEMBLERS[name]))]


def of_unit(tmp_path, name, index, f):
    """Returns (the .text section that an assembler makes of a function, the bytes of encode.py)."""
    if not f.kernel.entries:
        f.kernel.entries.append((f.op, f.symbol, None))
    unit = Unit(f.kernel, f.abi, [f], list(f.pool.values()))
    return objects.of_unit(tmp_path, name, index, unit)[".text"], unit.code()


@pytest.mark.parametrize("name,index", CASES)
def test_every_form(tmp_path, name, index):
    f = forms.blank()
    chooser = forms.Chooser(seed=64)
    tested = set()
    for form in forms.all_forms():
        if form.branches or form.mnemonic == "adr":
            continue
        for _ in range(REPEATS):
            chooser.instance(f, form)
        tested.add(form)
    assert len(tested) > 300
    got, own = of_unit(tmp_path, name, index, f)
    assert not got.relocations
    for at, item in enumerate(f.instructions()):
        mine, its = own[4 * at : 4 * at + 4], got.data[4 * at : 4 * at + 4]
        assert mine == its, (
            f"{item.form.signature}: {item.form.mnemonic} {', '.join(map(str, item.operands))}: "
            f"encode.py {mine[::-1].hex()}, {toolchain.ASSEMBLERS[name][index][0]} {its[::-1].hex()}"
        )


@pytest.mark.parametrize("name,index", CASES)
def test_branches_and_constants(tmp_path, name, index):
    """Branches forward and backward, and addresses of constants at any distance, need no relocation."""
    got, own = of_unit(tmp_path, name, index, forms.branching(align=32))
    assert not got.relocations and got.data[: len(own)] == own


def test_logical_immediates():
    """fields() inverts DecodeBitMasks of the Arm ARM, for every encoding that it defines."""
    seen = set()
    for width in (32, 64):
        for number in range(1 << 13 if width == 64 else 1 << 12):
            n, immr, imms = number >> 12, number >> 6 & 63, number & 63
            size = 1 << (n << 6 | ~imms & 63).bit_length() >> 1
            if size < 2 or immr >= size or imms & (size - 1) == size - 1:
                continue
            ones = (1 << (imms & (size - 1)) + 1) - 1
            element = (ones >> immr | ones << (size - immr)) & ((1 << size) - 1)
            value = sum(element << i for i in range(0, width, size))
            assert fields(value, width) == (n, immr, imms)
            seen.add((value, width))
    assert len(seen) == 5334 + 1302
    chosen = [value for value in range(1 << 12) if fields(value, 32)]
    assert chosen == sorted(value for value, width in seen if width == 32 and value < 1 << 12)


@pytest.mark.parametrize("value", [0, (1 << 32) - 1, 5, 0x12345678])
def test_what_is_no_logical_immediate(value):
    assert fields(value, 32) is None


def test_distances_out_of_range():
    """A branch or an address beyond the reach of the instruction is refused with the kernel's line."""
    from asmgen.errors import KernelError

    for emit, reach in (
        (lambda f, label: f.cbz(BY_NAME["x0"], label), 1 << 20),
        (lambda f, label: f.b_eq(label), 1 << 20),
    ):
        f = forms.blank()
        label = Label("far")
        emit(f, label)
        item = f.instructions()[0]
        encoder = A64Encoder()
        code = encoder.draft(item, False)
        assert encoder.branch(item, code, reach - 4) != code
        for distance in (reach, -reach - 4):
            with pytest.raises(KernelError, match=r"test_a64_encodings\.py:\d+: .* bytes away"):
                encoder.branch(item, code, distance)
    f = forms.blank()
    f.adr(BY_NAME["x0"], f.constant("c", b"\0"))
    f.stream += [f.stream[0]] * (1 << 18)
    with pytest.raises(KernelError, match="the constant is"):
        layout(f.stream, f.arch.encoder, {f.constants[0].label: 4 << 18})
