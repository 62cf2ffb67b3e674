# SPDX-License-Identifier: MIT
"""Runs each kernel on an emulated CPU that has the declared ISA and, where a model exists, no more."""

import signal

import pytest
import toolchain

from asmgen import dialects, kernel
from asmgen.cli import KERNELS

ALL = kernel.catalogue(KERNELS)
# the smallest CPU model of qemu 7.2 for each ISA
MODELS = {
    (32, ()): "486",
    (64, ()): "qemu64",
    (64, ("bmi1", "bmi2")): "Haswell",
    (32, ("ssse3",)): "n270",
    (64, ("ssse3",)): "Conroe",
    (64, ("avx2",)): "Haswell",
    (64, ("avx2", "bmi1", "bmi2")): "Haswell",
}
# ISA bits that qemu 7.2 does not emulate. These kernels run on the real CPU if it has them
# (test_export.py), and only analyses/isa.py checks that they use nothing undeclared.
NOT_EMULATED = {"shani", "avx512bw"}
# the first operation of a kernel -> the sources of the program around it
PROGRAMS = {
    "sha1.blocks": "bare.c",
    "sha1.lanes": "bare.c",
    "des.encrypt1": "bare_des.c ../../asmgen/export/des/set_key.c",
}
RUNNABLE = [k for k in ALL if k.entries[0][0].name in PROGRAMS]


def run_on(tmp_path, k, model):
    emulator = "qemu-x86_64-static" if k.bits == 64 else "qemu-i386-static"
    toolchain.need(emulator)
    toolchain.need("gcc")
    source, program = tmp_path / "kernel.S", tmp_path / "bare"
    dialect = dialects.find("gas-elf")
    source.write_text(dialect.print(k.build(dialect.abi_for(k))))
    op, symbol, _ = k.entries[0]
    if op.name == "des.encrypt1":
        symbol = f"og_{k.stem}"
    here = f"{toolchain.ROOT}/tests/asmgen"
    program_files = " ".join(f"{here}/{name}" for name in PROGRAMS[op.name].split())
    march = "-march=i486" if k.bits == 32 else "-march=x86-64"
    done = toolchain.run(
        f"gcc -m{k.bits} {march} -O1 -fno-stack-protector -fno-pic -ffreestanding "
        f"-fcf-protection=none -nostdlib -static -Wall -Wextra "
        f"-I{toolchain.ROOT}/compat/libdes -I{toolchain.ROOT}/spec/des "
        f"-DKERNEL={symbol} -DLANES={k.lanes} {program_files} {source} "
        f"-o {program}"
    )
    assert done.returncode == 0, done.stderr
    return toolchain.run([emulator, "-cpu", model, str(program)]).returncode


@pytest.mark.parametrize("k", RUNNABLE, ids=[k.stem for k in RUNNABLE])
def test_needs_no_more_than_it_declares(tmp_path, k):
    missing = NOT_EMULATED & set(k.isa)
    if missing:
        pytest.skip(f"{k.stem}: qemu emulates no {', '.join(missing)}; NOT run on a baseline CPU")
    assert run_on(tmp_path, k, MODELS[k.bits, k.isa]) == 0


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
