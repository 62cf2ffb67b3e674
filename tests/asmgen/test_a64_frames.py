# SPDX-License-Identifier: MIT
"""Frames of AArch64: saved pairs, scratch areas of more than a page, stack arguments, constants, landing pads.
They run in the interpreter and through every assembler."""

import random
import re

import objects
import pytest
import toolchain

from asmgen import analyses, dialects
from asmgen.a64.registers import BY_NAME, VECTORS, at, sp, w9, w10, x0, x1, x2, x3, x21, x26
from asmgen.call import call
from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.operations import OPERATIONS, Argument, Operation

DIALECTS = ("elf-a64", "macho-a64", "coff-a64", "armasm64")
CASES = [(name, i) for name in DIALECTS for i in range(len(toolchain.ASSEMBLERS[name]))]
TABLE = bytes(range(64))


def adds_blocks(scratch, registers):
    """Builds a function that adds every word of every block, and a constant, to cv[0]."""

    def build(f):
        r = f.frame(
            {"cv": IN_MEMORY, "blocks": x1, "nblocks": x26},
            {"n": x21, "x": w9, "y": w10, **registers},
            scratch,
        )
        again, done = f.label("again"), f.label("done")
        for register in registers.values():
            f.movi(VECTORS[register.number].d2, 0) if register.kind == "simd" else f.movz(register, 1)
        f.ldr(x3, r.cv)
        f.ldr(r.x, at[x3])
        f.ldr(r.y, at[f.table(x2, "table", TABLE) + 8])
        f.add(r.x, r.x, r.y)
        f.mov(r.n, r.nblocks)
        f.cbz(r.n, done)
        f.align(32)
        f.here(again)
        for _ in range(16):
            f.ldr(r.y, at.post(r.blocks, 4))
            f.add(r.x, r.x, r.y)
        if scratch:
            f.str(r.x, at[r.scratch + 4])
        f.subs(r.n, r.n, 1)
        f.b_ne(again)
        f.here(done)
        f.str(r.x, at[x3])
        f.leave()

    return build


def kernel():
    k = Kernel(stem="two", arch="a64", summary="two functions and their frames")
    k.function("sha1.blocks", "small")(adds_blocks(16, {}))
    k.function("sha1.blocks", "large")(
        adds_blocks(9000, {"v": VECTORS[9].q, "u": VECTORS[15].s, "z": BY_NAME["w28"]})
    )
    return k


@pytest.fixture(scope="module")
def unit():
    return kernel().build("aapcs64")


@pytest.mark.parametrize("name,index", CASES)
def test_same_bytes(tmp_path, name, index, unit):
    """Two functions, their padding and the constant that they share are the same in every dialect."""
    text = objects.of_unit(tmp_path, name, index, unit)[".text"]
    wanted = unit.code()
    assert text.data[: len(wanted)] == wanted and not text.relocations
    assert len(unit.functions) == 2 and any(gap for _, gap in unit.placed()) and wanted.count(TABLE) == 1


def test_runs_and_keeps_the_convention(unit):
    analyses.check(unit)
    data = random.Random(1).randbytes(192)
    total = sum(int.from_bytes(data[i : i + 4], "little") for i in range(0, 192, 4))
    total += int.from_bytes(TABLE[8:12], "little")
    for f in unit.functions:
        out = call(f, {"cv": bytes(20), "blocks": data}, {"nblocks": 3})["cv"]
        assert out == (total & 0xFFFFFFFF).to_bytes(4, "little") + bytes(16)


def test_the_large_frame(unit):
    """The prologue saves whole pairs, and touches each page of the scratch area."""
    text = dialects.find("elf-a64").print(unit).partition("og_two_large:")[2]
    code = [" ".join(line.split("/*")[0].split()) for line in text.splitlines() if line[4:5].isalpha()]
    assert code[:9] == [
        "hint #34",
        "stp x21, x22, [sp, #-80]!",
        "stp x25, x26, [sp, #16]",
        "stp x27, x28, [sp, #32]",
        "stp d8, d9, [sp, #48]",
        "stp d14, d15, [sp, #64]",
        "sub sp, sp, #4096",
        "str xzr, [sp]",
        "sub sp, sp, #4096",
    ]


def test_stack_arguments(monkeypatch):
    """The ninth argument is the first one on the caller's stack."""
    values = [f"v{i}" for i in range(9)]
    op = Operation(
        "test.sum",
        (Argument("out", "uint64_t *{}", 8, writable=True), *(Argument(v, "size_t {}") for v in values)),
    )
    monkeypatch.setitem(OPERATIONS, op.name, op)
    k = Kernel(stem="sum", arch="a64", summary="adds its arguments")

    @k.function("test.sum")
    def total(f):
        r = f.frame({"out": x0, **{v: IN_MEMORY for v in values}}, {"x": x2, "y": x3})
        f.ldr(r.x, r.v0)
        for v in values[1:]:
            f.ldr(r.y, getattr(r, v))
            f.add(r.x, r.x, r.y)
        f.str(r.x, at[r.out])
        f.leave()

    out = call(k.build("aapcs64").functions[0], {"out": bytes(8)}, {v: 10**i for i, v in enumerate(values)})[
        "out"
    ]
    assert int.from_bytes(out, "little") == 111111111


@pytest.mark.parametrize("index", range(len(toolchain.ASSEMBLERS["elf-a64"])))
def test_cfi_ends_where_it_began(tmp_path, unit, index):
    """The DWARF frame address at the ret is again the stack pointer, and no register is saved."""
    toolchain.need("readelf")
    toolchain.assemble_unit(tmp_path, "elf-a64", index, unit)
    shown = toolchain.run(f"readelf --debug-dump=frames-interp {tmp_path}/unit.o").stdout
    tables = [
        [line.split() for line in part.splitlines() if re.match(r"[0-9a-f]+ sp\+", line)]
        for part in shown.split("LOC")[2:]
    ]
    assert len(tables) == 2
    for rows in tables:
        assert rows[0][1] == rows[-1][1] == "sp+0"
        assert set(rows[-1][2:]) <= {"u", "ra"}
    deepest = max((row for row in tables[1]), key=lambda row: int(row[1].split("+")[1]))
    assert int(deepest[1].split("+")[1]) == 9008 + 80 and sum(cell.startswith("c-") for cell in deepest) == 10


def test_windows_unwind_codes(tmp_path, unit):
    """clang accepts the directives: it counts the instructions of prologue and epilogue."""
    sections = objects.of_unit(tmp_path, "coff-a64", 0, unit)
    assert len(sections[".pdata"].data) == 16 and sections[".xdata"].data


def test_a_leaf_has_no_unwind_codes(tmp_path):
    k = Kernel(stem="leaf", arch="a64", summary="touches no stack")

    @k.function("sha1.blocks")
    def leaf(f):
        f.frame({"cv": x0, "blocks": x1, "nblocks": x2}, {"x": w9})
        f.leave()

    unit = k.build("aapcs64")
    assert unit.code() == bytes.fromhex("5f2403d5 c0035fd6")
    assert not any(sp in item.operands for item in unit.functions[0].instructions())
    assert ".pdata" not in objects.of_unit(tmp_path, "coff-a64", 0, unit)


@pytest.mark.parametrize("index", range(len(toolchain.ASSEMBLERS["elf-a64"])))
def test_landing_pads_are_declared(tmp_path, unit, index):
    """The linker finds no function without a landing pad, and the symbols are hidden."""
    toolchain.need("aarch64-linux-gnu-ld")
    blob = toolchain.assemble_unit(tmp_path, "elf-a64", index, unit)
    assert objects.visibility(blob) == {"og_two_small": True, "og_two_large": True}
    done = toolchain.run(f"aarch64-linux-gnu-ld -shared -z force-bti {tmp_path}/unit.o -o {tmp_path}/two.so")
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert "AArch64 feature: BTI, PAC" in toolchain.run(f"readelf -n {tmp_path}/two.so").stdout


def test_big_endian_is_refused(tmp_path, unit):
    """A compiler for big-endian code stops."""
    toolchain.need("aarch64-linux-gnu-gcc")
    src = tmp_path / "two.S"
    src.write_text(dialects.find("elf-a64").print(unit))
    done = toolchain.run(f"aarch64-linux-gnu-gcc -mbig-endian -c {src} -o {tmp_path}/two.o")
    assert done.returncode != 0 and "this code is for little-endian AArch64" in done.stderr
