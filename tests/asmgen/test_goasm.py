# SPDX-License-Identifier: MIT
"""Go's dialect: `go tool asm` makes the generator's bytes of every kernel, in a frame that is large enough.

The frame's own instructions are Go's, and its padding and the lengths of branches follow from them. So each
instruction is compared by itself, a branch by its target and a reference to a constant by its relocation."""

import sys

import built
import go_listing
import pytest
import toolchain

from asmgen import analyses, dialects, kernel
from asmgen.cli import KERNELS
from asmgen.dialects import goasm
from asmgen.errors import KernelError
from asmgen.operands import Mem
from asmgen.stream import Instr, LabelHere
from asmgen.x86.registers import BY_NAME, qword, xmmword

DIALECT = dialects.find("goasm")
ALL = [k for k in kernel.catalogue(KERNELS) if k.arch.name == "x64"]
STEMS = [k.stem for k in ALL]


def lines_of(text, f):
    """Returns {item of a function: number of its line}, of instructions and labels."""
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"TEXT {goasm.DOT}{f.symbol}(SB)")) + 1
    found = {}
    for item in DIALECT.shown(f):
        if isinstance(item, Instr | LabelHere):
            while not lines[at].strip() or lines[at].lstrip().startswith(("//", "PCALIGN")):
                at += 1
            found[id(item)] = at + 1
            at += 1
    return found


def destination(f, label):
    """Returns the label at the end of a chain of jumps, to which Go's assembler branches at once."""
    items = [item for item in f.stream if isinstance(item, Instr | LabelHere)]
    at = next(n for n, item in enumerate(items) if isinstance(item, LabelHere) and item.label == label)
    first = next(item for item in items[at:] if isinstance(item, Instr))
    return destination(f, first.operands[0]) if first.form.mnemonic == "jmp" else label


def compare(text, unit, symbols):
    """Compares the instructions of a unit with what the assembler made of its text."""
    for f in unit.functions:
        made, lines = symbols[f.symbol], lines_of(text, f)
        size = f.frame_record.size
        assert (made.frame, made.arguments) == (size + (8 if size else 0), goasm.argument_bytes(f.op))
        labels = {item.label: lines[id(item)] for item in f.stream if isinstance(item, LabelHere)}
        count = 0
        for item in DIALECT.shown(f):
            if not isinstance(item, Instr) or item.form.mnemonic == "ret":
                continue
            at, code = made.of_line(lines[id(item)])
            wanted, said = f.arch.encoder.draft(item, len(code) > 2), f"{f.symbol}: {item.form.signature}"
            count += 1
            if item.is_branch:
                short = len(code) == 2
                distance = int.from_bytes(code[-1 if short else -4 :], "little", signed=True)
                target = labels[destination(f, item.operands[-1])]
                after = min(line for _, line in made.places if line > target)
                assert code[: 1 if short else -4] == wanted[: 1 if short else -4], said
                assert at + len(code) + distance == made.of_line(after)[0], said
                continue
            assert code == wanted, f"{said}: {code.hex()}, {wanted.hex()}"
            mem = next((v for v in item.operands if isinstance(v, Mem) and v.label), None)
            if mem:
                (hole, (name, past)), *more = [
                    r for r in made.references.items() if at <= r[0] < at + len(code)
                ]
                past += at + len(code) - hole - 4  # an immediate follows the distance
                assert not more and name == f"{f.kernel.stem}_{mem.label.name}" and past == mem.disp, said
        assert count > 10
    for data in unit.constants:
        made = symbols[f"{unit.kernel.stem}_{data.label.name}"]
        assert bytes(made.code[: len(data.content)]) == data.content and not any(
            made.code[len(data.content) :]
        )


@pytest.mark.parametrize("stem", STEMS)
def test_same_bytes(tmp_path, stem):
    text = built.text(stem, "goasm")
    path = tmp_path / "kernel_amd64.s"
    path.write_text(text)
    compare(text, built.unit(stem, "goabi0"), go_listing.assemble(path))


def test_another_instruction_is_seen(tmp_path):
    """The comparison notices one wrong register, one wrong constant and one wrong branch."""
    stem = "sha1_x64_ssse3"
    for old, new in (
        ("ROLL    $30, BX", "ROLL    $30, DX"),
        ("_k<>+0(SB), X8", "_k<>+16(SB), X8"),
        ("JEQ     done", "JEQ     next_block"),
    ):
        text = built.text(stem, "goasm").replace(old, new, 1)
        assert text != built.text(stem, "goasm")
        path = tmp_path / "kernel_amd64.s"
        path.write_text(text)
        with pytest.raises(AssertionError):
            compare(text, built.unit(stem, "goabi0"), go_listing.assemble(path))


@pytest.mark.parametrize("stem", STEMS)
def test_analyses_pass(stem):
    """In the frame as Go makes it: no access leaves it, at every place that Go's stack pointer can have."""
    analyses.check(built.unit(stem, "goabi0"))


def test_proofs():
    """The prover takes kernels in the model of Go's frame: one without a frame, and one with an aligned area."""
    stems = ("sha1_x64_shani", "sha1_x64_ssse3")
    done = toolchain.run([sys.executable, "asm/proofs/oldguard-prove", "--abi", "goabi0", *stems])
    assert done.returncode == 0 and "3 of 3 proved" in done.stdout, done.stdout + done.stderr


# -- planted faults ----------------------------------------------------------------------------------------
def storing(at, scratch=32, aligned=False):
    """Returns a kernel that stores 16 bytes `at` bytes above the start of its scratch area."""
    k = kernel.Kernel(stem="storing", arch="x64", summary="stores to its frame")

    @k.function("sha1.blocks")
    def build(f):
        names = {"cv": "rdi", "blocks": "rsi", "nblocks": "rdx"}
        zero = BY_NAME["xmm1"]
        r = f.frame({name: BY_NAME[place] for name, place in names.items()}, {"zero": zero}, scratch=scratch)
        f.pxor(zero, zero)
        (f.movdqa if aligned else f.movdqu)(xmmword[r.scratch + at], zero)
        f.mov(BY_NAME["rax"], qword[r.cv])
        f.leave()

    return k.build("goabi0")


@pytest.mark.parametrize("aligned", (False, True))
def test_a_frame_that_is_large_enough(aligned):
    unit = storing(16, aligned=aligned)
    analyses.check(unit)
    assert unit.functions[0].frame_record.size == (48 if aligned else 32)


@pytest.mark.parametrize("at", (24, 32, 40, 64, 96, -16))
def test_a_store_outside_of_the_frame_is_refused(at):
    """It would change what Go's assembler saved, the return address or the caller's frame. Neither Go's assembler
    nor `go vet` would see it."""
    with pytest.raises(KernelError):
        analyses.check(storing(at))


# -- export ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "stem",
    ("sha1_x64_fast", "sha1_x64_sse2_x4", "sha1dc_x64_avx2", "whirlpool_x64_sse2", "whirlpool_x64_avx2"),
)
def test_export(tmp_path, stem):
    """The exported package passes `go vet` and its own test, where the processor runs the kernel."""
    done = toolchain.asmgen("export", stem, "--dialect", "goasm", "-o", tmp_path / stem)
    assert done.returncode == 0, done.stderr
    names = {"LICENSE", "Makefile", "go.mod", "kernel.go", "kernel_test.go", f"{stem}_amd64.s"}
    assert {path.name for path in (tmp_path / stem).iterdir()} == names
    runs = toolchain.processor_runs(kernel.find(stem, KERNELS).isa)
    for words in (("vet", "."), ("test", "-count=1", ".")) if runs else (("vet", "."),):
        done = go_listing.go(*words, cwd=tmp_path / stem)
        assert done.returncode == 0, done.stdout + done.stderr


def test_no_export(tmp_path):
    done = toolchain.asmgen("export", "des_x64_eform_x4", "--dialect", "goasm", "-o", tmp_path / "out")
    assert done.returncode == 2 and "no export for operation des.ecb in Go" in done.stderr


# -- go vet ------------------------------------------------------------------------------------------------
def package(folder, texts):
    """Writes a Go package with these files and the declarations of all kernels in them."""
    units = [built.unit(stem, "goabi0") for stem in texts]
    lines = ["//go:build amd64 && gc && !purego", "", "package og", "", 'import "unsafe"', ""]
    for unit in units:
        for op, symbol, _ in unit.kernel.entries:
            lines += goasm.declaration(op, symbol)
    (folder / "go.mod").write_text("module og\n\ngo 1.25\n")
    (folder / "kernels.go").write_text("\n".join(lines) + "\n")
    for stem, text in texts.items():
        (folder / f"{stem}_amd64.s").write_text(text)


def vet(folder):
    return go_listing.go("vet", ".", cwd=folder)


def test_vet_finds_no_fault(tmp_path):
    package(tmp_path, {stem: built.text(stem, "goasm") for stem in STEMS})
    done = vet(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_vet_sees_a_wrong_argument(tmp_path):
    stem = "sha1_x64_fast"
    package(tmp_path, {stem: built.text(stem, "goasm").replace("cv+0(FP)", "blocks+0(FP)", 1)})
    done = vet(tmp_path)
    assert done.returncode == 1 and "invalid offset blocks+0(FP)" in done.stderr, done.stderr
