# SPDX-License-Identifier: MIT
"""Runs each kernel on an emulated CPU that has the declared ISA and, where a model exists, no more."""

import signal

import pytest
import toolchain

from asmgen import dialects, kernel
from asmgen.cli import KERNELS

ALL = kernel.catalogue(KERNELS)
# emulator, compiler, dialect
MACHINES = {
    "x86": ("qemu-i386-static", "gcc -m32 -march=i486 -fcf-protection=none", "gas-elf"),
    "x64": ("qemu-x86_64-static", "gcc -m64 -march=x86-64 -fcf-protection=none", "gas-elf"),
    "a64": ("qemu-aarch64-static", "aarch64-linux-gnu-gcc -march=armv8-a", "elf-a64"),
}
# the smallest CPU model of qemu 7.2 for each ISA
MODELS = {
    ("x86", ()): "486",
    ("x64", ()): "qemu64",
    ("x64", ("bmi1", "bmi2")): "Haswell",
    ("x86", ("ssse3",)): "n270",
    ("x64", ("ssse3",)): "Conroe",
    ("x64", ("avx2",)): "Haswell",
    ("x64", ("avx2", "bmi1", "bmi2")): "Haswell",
    # Armv8.0-A; qemu has no model without the SHA instructions
    ("a64", ()): "cortex-a53",
    ("a64", ("armsha1",)): "cortex-a53",
}
# ISA bits that qemu 7.2 does not emulate. These kernels run on the real CPU if it has them
# (test_export.py), and only analyses/isa.py checks that they use nothing undeclared.
NOT_EMULATED = {"shani", "avx512bw"}
# the first operation of a kernel -> the sources of the program around it
PROGRAMS = {
    "sha1.blocks": "bare.c",
    "sha1.lanes": "bare.c",
    "des.encrypt1": "bare_des.c ../../asm/asmgen/export/des/set_key.c",
}
RUNNABLE = [k for k in ALL if k.entries[0][0].name in PROGRAMS]


def run_on(tmp_path, k, model):
    emulator, compiler, dialect = MACHINES[k.arch.name]
    toolchain.need(emulator)
    toolchain.need(compiler.split()[0])
    source, program = tmp_path / "kernel.S", tmp_path / "bare"
    dialect = dialects.find(dialect)
    source.write_text(dialect.print(k.build(dialect.abi_for(k))))
    op, symbol, _ = k.entries[0]
    if op.name == "des.encrypt1":
        symbol = f"og_{k.stem}"
    program_files = " ".join(f"tests/asmgen/{name}" for name in PROGRAMS[op.name].split())
    done = toolchain.run(
        f"{compiler} -O1 -fno-stack-protector -fno-pic -ffreestanding -nostdlib -static -Wall -Wextra "
        f"-Ibindings/libdes -Iasm/spec/des -DKERNEL={symbol} -DLANES={k.lanes} {program_files} {source} "
        f"-o {program}"
    )
    assert done.returncode == 0, done.stderr
    return toolchain.run([emulator, "-cpu", model, str(program)]).returncode


@pytest.mark.parametrize("k", RUNNABLE, ids=[k.stem for k in RUNNABLE])
def test_needs_no_more_than_it_declares(tmp_path, k):
    missing = NOT_EMULATED & set(k.isa)
    if missing:
        pytest.skip(f"{k.stem}: qemu emulates no {', '.join(missing)}; NOT run on a baseline CPU")
    assert run_on(tmp_path, k, MODELS[k.arch.name, k.isa]) == 0


@pytest.mark.parametrize(
    "stem,model",
    [
        ("sha1_x64_bmi2", "qemu64"),
        ("sha1_x64_ssse3", "qemu64"),
        ("sha1_x86_ssse3", "pentium3"),
        ("sha1_x64_avx2", "Conroe"),
    ],
)
def test_an_undeclared_instruction_would_be_seen(tmp_path, stem, model):
    """A kernel must fail on a model without the declared ISA, otherwise the test above proves nothing."""
    assert run_on(tmp_path, kernel.find(stem, KERNELS), model) == -signal.SIGILL


def test_cmov_on_a_486_would_be_seen(tmp_path):
    k = kernel.Kernel(stem="newer", arch="x86", isa=("cmov",), summary="needs a 686")

    @k.function("sha1.blocks")
    def newer(f):
        from asmgen.frame import IN_MEMORY
        from asmgen.x86.registers import eax, ecx

        f.frame({"cv": IN_MEMORY, "blocks": IN_MEMORY, "nblocks": IN_MEMORY}, {"x": eax})
        f.xor(eax, eax)
        f.mov(ecx, 1)
        f.cmove(eax, ecx)
        f.leave()

    assert run_on(tmp_path, k, "486") == -signal.SIGILL
    assert run_on(tmp_path, k, "pentium3") == 1  # it runs, and computes no SHA-1
