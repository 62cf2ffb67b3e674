# SPDX-License-Identifier: MIT
"""A right kernel after code that is wrong for its caller, for the CPU or for the linker."""

import subprocess

import pytest
from test_command import assemble, emitted

STEM = "des_x64_key_avx2"
KERNEL = f"og_{STEM}"
# on a CPU the carry flag of the addition is still set; the kernel runs only if it is clear
COUNT = f"mov $-1, %eax\n add $1, %eax\n mov $1, %ecx\n .byte 0xc1, {{}}\n jnc {KERNEL}\n ret"

# name: (code before the kernel, exit status, part of the message)
WRONG = {
    "the caller's frame": (f"movq $1, 64(%rsp)\n jmp {KERNEL}", 1, "bytes of the caller's frame"),
    "above the return address": (f"movq $1, 8(%rsp)\n jmp {KERNEL}", 1, "bytes of the caller's frame"),
    "shl by 0": (COUNT.format("0xe1, 0"), 1, "shl of 32 bits by 0"),
    "sar by 0": (COUNT.format("0xf9, 0"), 1, "sar of 32 bits by 0"),
    "rol by 32": (COUNT.format("0xc1, 32"), 1, "rol of 32 bits by 0"),
    "pushw": (f".byte 0x66, 0x6a, 5\n pop %rax\n jmp {KERNEL}", 2, "unknown prefix"),
    "leavew": (f"push %rbp\n mov %rsp, %rbp\n .byte 0x66, 0xc9\n jmp {KERNEL}", 2, "unknown prefix"),
    "retw": (f"call {KERNEL}\n .byte 0x66, 0xc3", 2, "unknown prefix"),
    "jmpw": (f".byte 0x66, 0xe9\n .long 0\n jmp {KERNEL}", 2, "unknown prefix"),
    "lea of a segment": (f".byte 0x64\n lea 40, %rax\n jmp {KERNEL}", 2, "unknown prefix"),
    "a byte that the linker fills in": (
        f"cmpb $0, tab(%rip)\n je {KERNEL}\n ret\n .section .rodata\ntab: .byte other\n .text",
        2,
        "relocation of type",
    ),
    "a fixed address": (
        f"mov $five, %eax\n cmp $0x08000000, %eax\n je {KERNEL}\n ret\n" " .globl five\n five = 5",
        2,
        "'five' has a fixed address",
    ),
}


@pytest.fixture(scope="module")
def kernel():
    return emitted(STEM)


@pytest.fixture
def prove_before(tmp_path, prove, kernel):
    """Returns a function that proves code which precedes the kernel."""

    def run(before):
        made = assemble(tmp_path, f".text\n.globl f\nf: {before}\n{kernel}")
        return prove(made, "f", "--op", "des.key")

    return run


@pytest.mark.parametrize("before,wanted,text", WRONG.values(), ids=WRONG)
def test_what_is_wrong_for_others(prove_before, before, wanted, text):
    status, said = prove_before(before)
    assert (status, text in said) == (wanted, True), said
    assert "PROVED for" not in said


def test_what_is_right_for_them(prove_before):
    assert "PROVED for" in prove_before(f"mov $4, %eax\n shl $3, %eax\n jmp {KERNEL}")[1]
    status, said = prove_before(f"call g\n jmp {KERNEL}\n .weak g\ng: ret")
    assert status == 0 and "the weak symbol 'g' is not overridden" in said


def test_the_function_that_others_use(tmp_path, prove, kernel):
    """The global function is proved, not a local one of the same name."""
    parts = {
        "inner": f"f: jmp {KERNEL}\n.globl user\nuser: jmp f\n",
        "outer": ".globl f\nf: ret\n",
        "twin": "f: ret\n",
        "kernel": kernel,
    }
    for name, text in parts.items():
        assemble(tmp_path, text).rename(tmp_path / f"{name}.o")

    def joined(*names):
        subprocess.run(
            ["ld", "-r", "-o", "all.o", *(f"{name}.o" for name in names)],
            cwd=tmp_path,
            check=True,
            stderr=subprocess.DEVNULL,
        )
        return prove(tmp_path / "all.o", "f", "--op", "des.key")

    assert joined("inner", "kernel")[0] == 0
    status, said = joined("inner", "outer", "kernel")
    assert status == 1 and "NOT PROVED" in said
    status, said = joined("inner", "twin", "kernel")
    assert status == 2 and "several local functions 'f'" in said


def test_counts_that_leave_nothing_to_try(tmp_path, prove):
    made = assemble(tmp_path, ".globl f\nf: ret\n")
    for counts in (
        ["--least", "5"],
        ["--blocks", "1", "--least", "2"],
        ["--least", "1", "--step", "5", "--blocks", "4"],
        ["--least", "-5"],
    ):
        status, said = prove(made, "f", "--op", "sha1.blocks", *counts)
        assert status == 2 and "PROVED" not in said


def test_damaged_objects(tmp_path, prove):
    """Changes single bytes of an object. Each result is a message, not a traceback."""
    made = assemble(tmp_path, f".globl f\nf: call {KERNEL}\n ret\n")
    content = made.read_bytes()
    for at in range(16, len(content), 7):
        for value in (1, 0xFF):
            made.write_bytes(content[:at] + bytes([value]) + content[at + 1 :])
            status, said = prove(made, "f", "--op", "des.key")
            assert status in (1, 2) and "PROVED for" not in said and said.count("\n") >= 1


@pytest.mark.parametrize("words", ["²", "٣", "key+99999999999999999999,ks", "key+1000000000,ks", "key/7,ks"])
def test_numbers_of_arguments(tmp_path, prove, words):
    made = assemble(tmp_path, ".globl f\nf: ret\n")
    status, said = prove(made, "f", "--op", "des.key", "--arguments", words)
    assert status == 2 and "--arguments" in said
