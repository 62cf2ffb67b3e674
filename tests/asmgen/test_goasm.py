# SPDX-License-Identifier: MIT
"""Go's dialect: `go tool asm` makes the generator's bytes of every kernel, in a frame that is large enough.

The frame's own instructions are Go's, and its padding and the lengths of branches follow from them. So each
instruction is compared by itself, a branch by its target and a reference to a constant by its relocation."""

import hashlib
import re
import shutil
import sys
from dataclasses import replace

import built
import go_listing
import pytest
import toolchain

from asmgen import analyses, dialects, exporting, kernel
from asmgen.a64.go_frame import FRAME_POINTER
from asmgen.a64.registers import BY_NAME as A64
from asmgen.a64.registers import LINK
from asmgen.a64.registers import VECTORS as V
from asmgen.a64.registers import at as memory
from asmgen.cli import KERNELS
from asmgen.dialects import goasm
from asmgen.errors import KernelError
from asmgen.operands import Mem
from asmgen.stream import Instr, LabelHere
from asmgen.x86.registers import BY_NAME, qword, xmmword

ARCH = {k.stem: k.arch.name for k in kernel.catalogue(KERNELS) if k.arch.name != "x86"}
STEMS = list(ARCH)
DIALECTS = {"x64": dialects.find("goasm"), "a64": dialects.find("goasm-a64")}
OF_GO = {"x64": 8, "a64": 16}  # bytes that Go adds to a frame
EMULATORS = {"a64": "qemu-aarch64-static"}


def dialect_of(stem):
    return DIALECTS[ARCH[stem]]


def text_of(stem):
    return built.text(stem, dialect_of(stem).name)


def unit_of(stem):
    return built.unit_for(kernel.find(stem, KERNELS), dialect_of(stem).name)


def lines_of(text, f):
    """Returns {item of a function: number of its line}, of instructions and labels."""
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"TEXT {goasm.DOT}{f.symbol}(SB)")) + 1
    found = {}
    for item in DIALECTS[f.arch.name].shown(f):
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
    return destination(f, first.operands[0]) if first.form.mnemonic in ("jmp", "b") else label


def branch_of(arch, item, at, code):
    """Returns (the bytes of a branch that do not depend on its distance, its target)."""
    if arch == "a64":
        word, wide = int.from_bytes(code, "little"), item.form.mnemonic == "b"
        low, count = (0, 26) if wide else (5, 19)
        field = word >> low & ((1 << count) - 1)
        distance = 4 * (field - (field >> (count - 1) << count))
        return (word & ~(((1 << count) - 1) << low)).to_bytes(4, "little"), at + distance
    size = 1 if len(code) == 2 else 4
    return code[:-size], at + len(code) + int.from_bytes(code[-size:], "little", signed=True)


def compare_constant(f, item, made, at, code):
    """Compares a reference to a constant. Of AArch64, Go makes two instructions of it, adrp and add."""
    said = f"{f.symbol}: {item.form.signature}"
    mem = next(v for v in item.operands if isinstance(v, Mem) and v.label)
    (hole, (name, past)), *more = [r for r in made.references.items() if at <= r[0] < at + len(code)]
    if f.arch.name == "a64":
        register = item.operands[0].number
        two = (0x90000000 | register, 0x91000000 | register << 5 | register)
        assert code == b"".join(word.to_bytes(4, "little") for word in two), said
    else:
        assert code == f.arch.encoder.draft(item, True), said
        past += at + len(code) - hole - 4  # an immediate follows the distance
    assert not more and name == f"{f.kernel.stem}_{mem.label.name}" and past == mem.disp, said


def compare(text, unit, symbols):
    """Compares the instructions of a unit with what the assembler made of its text. Returns the digests of functions
    whose instructions are the assembler's, but for distances and the frame."""
    arch, digests = unit.arch.name, {}
    constants = b"".join(constant.content for constant in unit.constants)
    for f, _, items in unit.placed()[0]:
        function = {id(item): code for item, _, code in items}
        made, lines = symbols[f.symbol], lines_of(text, f)
        size = f.frame_record.declared
        assert made.frame == size + (OF_GO[arch] if size else 0)
        assert made.arguments == goasm.argument_bytes(f.op)
        labels = {item.label: lines[id(item)] for item in f.stream if isinstance(item, LabelHere)}
        count = 0
        for item in DIALECTS[arch].shown(f):
            if not isinstance(item, Instr) or item.form.mnemonic == "ret":
                continue
            at, code = made.of_line(lines[id(item)])
            said = f"{f.symbol}: {item.form.signature}"
            count += 1
            if item.is_branch:
                wanted = f.arch.encoder.draft(item, len(code) > 2)
                target = labels[destination(f, item.operands[-1])]
                after = min(line for _, line in made.places if line > target)
                got, to = branch_of(arch, item, at, code)
                assert got == branch_of(arch, item, at, wanted)[0] and to == made.of_line(after)[0], said
            elif any(isinstance(v, Mem) and v.label for v in item.operands):
                compare_constant(f, item, made, at, code)
            else:
                wanted = f.arch.encoder.draft(item, len(code) > 2)
                assert code == wanted, f"{said}: {code.hex()}, {wanted.hex()}"
                function[id(item)] = code
        assert count > 10
        digests[f.symbol] = hashlib.sha256(b"".join(function.values()) + constants).hexdigest()
    for data in unit.constants:
        made = symbols[f"{unit.kernel.stem}_{data.label.name}"]
        assert bytes(made.code[: len(data.content)]) == data.content and not any(
            made.code[len(data.content) :]
        )
    return digests


def assemble(tmp_path, stem, text):
    dialect = dialect_of(stem)
    path = tmp_path / f"kernel{dialect.extension}"
    path.write_text(text)
    return go_listing.assemble(path, dialect.processor)


@pytest.mark.parametrize("stem", STEMS)
def test_same_bytes(tmp_path, stem):
    """The digest above a function is that of the bytes that the interpreter and the prover read, in which the
    instructions are those of Go's assembler."""
    text = text_of(stem)
    digests = compare(text, unit_of(stem), assemble(tmp_path, stem, text))
    assert digests == unit_of(stem).digests()
    assert re.findall("frame: (.*)", text) == [*digests.values()]


@pytest.mark.parametrize(
    "stem,old,new",
    (
        ("sha1_x64_ssse3", "ROLL    $30, BX", "ROLL    $30, DX"),
        ("sha1_x64_ssse3", "_k<>+0(SB), X8", "_k<>+16(SB), X8"),
        ("sha1_x64_ssse3", "JEQ     done", "JEQ     next_block"),
        ("sha1_a64_ce", "SHA1H   V3, V2", "SHA1H   V3, V1"),
        ("sha1_a64_ce", "VREV32  V4.B16", "VREV32  V5.B16"),
        ("des_a64_neon_x128", "WORD $0x4e", "WORD $0x0e"),
        ("sha1_a64_ce", "CBZ     R2, done", "CBZ     R2, next_block"),
        ("whirlpool_a64_neon", "_rc<>+0(SB)", "_rc<>+16(SB)"),
    ),
)
def test_another_instruction_is_seen(tmp_path, stem, old, new):
    text = text_of(stem).replace(old, new, 1)
    assert text != text_of(stem)
    with pytest.raises(AssertionError):
        compare(text, unit_of(stem), assemble(tmp_path, stem, text))


@pytest.mark.parametrize("stem", STEMS)
def test_analyses_pass(stem):
    """In the frame as Go makes it: no access leaves it, at every place that Go's stack pointer can have."""
    analyses.check(unit_of(stem))


@pytest.mark.parametrize(
    "abi,stems,count",
    (("goabi0", ("sha1_x64_shani", "sha1_x64_ssse3"), 3), ("goarm64", ("sha1_a64_ce", "sha1dc_a64_ce"), 3)),
)
def test_proofs(abi, stems, count):
    """The prover takes kernels in the model of Go's frame: without a frame, and with an area in it."""
    done = toolchain.run([sys.executable, "asm/proofs/oldguard-prove", "--abi", abi, *stems])
    assert done.returncode == 0 and f"{count} of {count} proved" in done.stdout, done.stdout + done.stderr


# -- planted faults ----------------------------------------------------------------------------------------
def kernel_of(arch, body):
    """Returns a unit for Go of a kernel whose function body(f) emits."""
    k = kernel.Kernel(stem="planted", arch=arch, summary="has a fault")
    k.function("sha1.blocks")(body)
    return k.build(DIALECTS[arch].abis[arch])


def storing(arch, at, scratch=32, aligned=False):
    """Returns a kernel that stores 16 bytes `at` bytes above the start of its scratch area."""

    def x64(f):
        names = {"cv": "rdi", "blocks": "rsi", "nblocks": "rdx"}
        zero = BY_NAME["xmm1"]
        r = f.frame({name: BY_NAME[place] for name, place in names.items()}, {"zero": zero}, scratch=scratch)
        f.pxor(zero, zero)
        (f.movdqa if aligned else f.movdqu)(xmmword[r.scratch + at], zero)
        f.mov(BY_NAME["rax"], qword[r.cv])
        f.leave()

    def a64(f):
        names = {"cv": "x0", "blocks": "x1", "nblocks": "x2"}
        r = f.frame({name: A64[place] for name, place in names.items()}, {"t": A64["x3"]}, scratch=scratch)
        f.add(r.t, r.scratch.base, r.scratch.disp)
        f.movi(V[1].d2, 0)
        f.stp(V[1].d, V[1].d, memory[r.t + at])
        f.ldr(r.t, memory[r.cv])
        f.leave()

    return kernel_of(arch, x64 if arch == "x64" else a64)


@pytest.mark.parametrize("arch,aligned,size", (("x64", False, 32), ("x64", True, 48), ("a64", False, 40)))
def test_a_frame_that_is_large_enough(arch, aligned, size):
    unit = storing(arch, 16, aligned=aligned)
    analyses.check(unit)
    assert unit.functions[0].frame_record.declared == size


@pytest.mark.parametrize(
    "arch,at",
    [("x64", at) for at in (24, 32, 40, 64, 96, -16)]
    + [("a64", at) for at in (24, 32, 40, 48, -16, -24, -32)],
)
def test_a_store_outside_of_the_frame_is_refused(arch, at):
    """It would change what Go's assembler saved, the return address or the caller's frame. Neither Go's assembler
    nor `go vet` would see it."""
    with pytest.raises(KernelError):
        analyses.check(storing(arch, at))


@pytest.mark.parametrize("scratch", (0, 16))
def test_a_store_to_the_callers_return_address_is_refused(scratch):
    """Of AArch64 it is between the frame and the arguments."""

    def body(f):
        r = f.frame({"cv": A64["x0"], "blocks": A64["x1"], "nblocks": A64["x2"]}, {"t": A64["x3"]}, scratch)
        f.ldr(r.t, memory[r.cv])
        f.str(A64["xzr"], memory[A64["sp"] + f.frame_record.size])
        f.leave()

    with pytest.raises(KernelError, match="what the caller has"):
        analyses.check(kernel_of("a64", body))


@pytest.mark.parametrize("register", (A64["x28"], LINK, FRAME_POINTER))
def test_a_register_of_go_is_refused(register):
    """Even if a kernel saves and restores it: a signal handler of Go reads x28."""

    def body(f):
        names = {"cv": A64["x0"], "blocks": A64["x1"], "nblocks": A64["x2"]}
        r = f.frame(names, {"t": A64["x3"]}, scratch=16)
        f.str(register, memory[r.scratch])
        f.movz(register, 1)
        f.ldr(register, memory[r.scratch])
        f.ldr(r.t, memory[r.cv])
        f.leave()

    with pytest.raises(KernelError, match="is not a kernel's in Go"):
        analyses.check(kernel_of("a64", body))


def test_the_register_of_the_system_is_refused():
    def body(f):
        r = f.frame({"cv": A64["x0"], "blocks": A64["x1"], "nblocks": A64["x2"]}, {"t": A64["x3"]})
        f.movz(replace(FRAME_POINTER, name="x18", number=18, family="x18"), 1)
        f.ldr(r.t, memory[r.cv])
        f.leave()

    with pytest.raises(KernelError, match="x18 is not a kernel's in Go"):
        analyses.check(kernel_of("a64", body))


# -- export ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "stem",
    (
        *("sha1_x64_fast", "sha1_x64_sse2_x4", "sha1dc_x64_avx2", "whirlpool_x64_sse2", "whirlpool_x64_avx2"),
        *("sha1_a64_scalar", "sha1_a64_ce_x2", "sha1dc_a64_ce", "whirlpool_a64_neon"),
        *("des_x64_eform", "des_x64_eform_x4", "des_x64_sp", "des_a64_eform"),
    ),
)
def test_export(tmp_path, stem):
    """The exported package passes `go vet` and its own test, where the processor or an emulator runs the kernel."""
    dialect = dialect_of(stem)
    done = toolchain.asmgen("export", stem, "--dialect", dialect.name, "-o", tmp_path / stem)
    assert done.returncode == 0, done.stderr
    names = {"LICENSE", "Makefile", "go.mod", "kernel.go", "kernel_test.go", f"{stem}{dialect.extension}"}
    names |= {"keys.go", "standard_test.go"} if stem.startswith("des") else set()
    assert {path.name for path in (tmp_path / stem).iterdir()} == names
    emulator = EMULATORS.get(ARCH[stem])
    runs = shutil.which(emulator) if emulator else toolchain.processor_runs(kernel.find(stem, KERNELS).isa)
    test = ("test", "-count=1", *(("-exec", emulator) if emulator else ()), ".")
    for words in (("vet", "."), test) if runs else (("vet", "."),):
        done = go_listing.go(*words, arch=dialect.processor, cwd=tmp_path / stem)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_export_of_c_is_one_of_go():
    assert exporting.FAMILIES.keys() <= exporting.GO_FAMILIES.keys()


def test_no_export(tmp_path):
    done = toolchain.asmgen("export", "des_x64_key_avx2", "--dialect", "goasm", "-o", tmp_path / "out")
    assert done.returncode == 2 and "no export for operation des.key in Go" in done.stderr


# -- go vet ------------------------------------------------------------------------------------------------
def package(folder, texts):
    """Writes a Go package with these files and the declarations of all kernels in them."""
    (folder / "go.mod").write_text("module og\n\ngo 1.25\n")
    declared = {arch: [] for arch in DIALECTS}
    for stem, text in texts.items():
        (folder / f"{stem}{dialect_of(stem).extension}").write_text(text)
        for op, symbol, _ in unit_of(stem).kernel.entries:
            declared[ARCH[stem]] += goasm.declaration(op, symbol)
    for arch, lines in declared.items():
        processor = DIALECTS[arch].processor
        head = [f"//go:build {processor} && gc && !purego", "", "package og", "", 'import "unsafe"', ""]
        (folder / f"kernels_{processor}.go").write_text("\n".join([*head, *lines, ""]))


def vet(folder, arch):
    return go_listing.go("vet", ".", arch=DIALECTS[arch].processor, cwd=folder)


@pytest.mark.parametrize("arch", DIALECTS)
def test_vet_finds_no_fault(tmp_path, arch):
    package(tmp_path, {stem: text_of(stem) for stem in STEMS if ARCH[stem] == arch})
    done = vet(tmp_path, arch)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("stem", ("sha1_x64_fast", "sha1_a64_scalar"))
def test_vet_sees_a_wrong_argument(tmp_path, stem):
    package(tmp_path, {stem: text_of(stem).replace("cv+0(FP)", "blocks+0(FP)", 1)})
    done = vet(tmp_path, ARCH[stem])
    assert done.returncode == 1 and "invalid offset blocks+0(FP)" in done.stderr, done.stderr
