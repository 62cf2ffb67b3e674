# SPDX-License-Identifier: MIT
"""Every kernel, in every dialect and through every assembler, has the bytes of encode.py."""

import functools
import os
import re
import tempfile

import built
import objects
import pytest
import toolchain

from asmgen import dialects, kernel
from asmgen.cli import KERNELS
from asmgen.layout import ALIGNMENT

ALL = kernel.catalogue(KERNELS)
ARCH = {k.stem: k.arch for k in ALL}


def old(dialect):
    """Returns whether an assembler of the dialect knows only the instructions of the 1990s."""
    return getattr(dialect, "newest_cpu", "later") != "later"


CASES = [
    (k.stem, name, i)
    for k in ALL
    for name, d in dialects.DIALECTS.items()
    if k.arch.name in d.abis and not (k.isa and old(d))
    for i in range(len(toolchain.ASSEMBLERS[name]))
]


def test_every_dialect_has_an_assembler():
    assert set(toolchain.ASSEMBLERS) == set(dialects.DIALECTS)


@functools.cache
def assembled(stem, name, index):
    """Returns the object that one assembler makes of a kernel."""
    with tempfile.TemporaryDirectory() as folder:
        src = os.path.join(folder, stem + dialects.find(name).extension)
        with open(src, "w", encoding="ascii") as out:
            out.write(toolchain.readable(name, index, built.text(stem, name)))
        return toolchain.assemble(name, index, ARCH[stem].bits, src, f"{folder}/out.o")


def build(stem, name, index):
    """Returns the sections of that object."""
    return objects.read(assembled(stem, name, index))


@pytest.mark.parametrize("stem,name,index", CASES)
def test_same_bytes(stem, name, index):
    text = build(stem, name, index)[".text"]
    wanted = built.code(stem, dialects.find(name).abis[ARCH[stem].name])
    assert not text.relocations
    assert text.data[: len(wanted)] == wanted
    # some object formats round the section up
    rest = text.data[len(wanted) :]
    assert len(rest) < ALIGNMENT and set(rest) <= {0x00, 0x90, 0xCC}, rest.hex()


@pytest.mark.parametrize("stem", [k.stem for k in ALL if k.arch.name == "x64"])
def test_same_unwind(stem):
    """GNU as, clang, NASM, YASM and llvm-ml agree on the Win64 unwind codes."""
    seen = {}
    for name in ("gas-coff", "nasm-win64", "masm"):
        for index in range(len(toolchain.ASSEMBLERS[name])):
            seen[name, index] = objects.unwind_table(build(stem, name, index))
    assert len(seen) == 5
    assert len(set(map(str, seen.values()))) == 1, seen


@pytest.mark.parametrize("stem,name,index", [case for case in CASES if re.search("elf|intel|macho", case[1])])
def test_symbols_are_hidden(stem, name, index):
    """A shared library does not export the kernels that are linked into it."""
    symbols = objects.visibility(assembled(stem, name, index))
    prefix = "_" if "macho" in name else ""
    wanted = {prefix + symbol: True for k in ALL if k.stem == stem for _, symbol, _ in k.entries}
    assert symbols == wanted


def test_cpp_needs_a_system(tmp_path):
    src = tmp_path / "k.S"
    assert toolchain.asmgen("emit", "sha1_x86_fast", "--dialect", "cpp", "-o", src).returncode == 0
    done = toolchain.run(f"gcc -m32 -c {src} -o {tmp_path}/k.o")
    assert done.returncode != 0
    assert "-DELF, -DSOL, -DOUT or -DBSDI" in done.stderr


def test_emit_prints_the_same(tmp_path):
    src = tmp_path / "k.S"
    assert toolchain.asmgen("emit", "sha1_x86_fast", "--dialect", "cpp", "-o", src).returncode == 0
    assert src.read_text() == built.text("sha1_x86_fast", "cpp")


def test_output_is_flat():
    """No dialect prints assembler macros."""
    for k in ALL:
        for name, dialect in dialects.DIALECTS.items():
            if k.arch.name not in dialect.abis or k.isa and old(dialect):
                continue
            text = built.text(k.stem, name)
            assert text.count("\n") > 100
            assert not re.search(r"^\s*(\.macro|%macro|\w+\s+MACRO|\.rept|%rep)\b", text, re.M)
            assert max(map(len, text.splitlines())) <= 150
