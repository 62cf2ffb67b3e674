# SPDX-License-Identifier: MIT
"""Every fault planted in an AArch64 kernel gives one line with file and line, and no output file."""

import re

import planting
import pytest
import toolchain
from planting import kernel

FRAME = """\
    r = f.frame({"cv": x0, "blocks": x1, "nblocks": x2}, {"x": w9}, scratch=0)
"""


def straight(text):
    return FRAME + f"    {text}\n    f.leave()\n"


def with_scratch(text):
    return straight(text).replace("scratch=0", "scratch=32")


def in_frame(register, other):
    """Returns a body whose frame has another register."""
    return straight("").replace(register, other).replace("scratch=0)", "scratch=0)  # FAULT", 1)


# name: (body with the guilty line marked by # FAULT, expected words, other facts)
PLANTED = {
    "instruction above the declared ISA": (
        straight("f.movi(v0.d2, 0); f.sha1h(s0, s0)  # FAULT".replace("s0", "v0.s")),
        "'sha1h' needs armsha1; planted declares only the baseline",
    ),
    "register of x86": (
        "    from asmgen.x86.registers import rdi\n" + straight("f.add(x0, x0, rdi)  # FAULT"),
        "a64 has no register rdi",
    ),
    "register of x86 in the frame": (
        "    from asmgen.x86.registers import eax\n" + in_frame("w9", "eax"),
        "a64 has no register eax",
    ),
    "argument in a register of x86": (
        "    from asmgen.x86.registers import rdi\n" + in_frame("x0", "rdi"),
        "a64 has no register rdi",
    ),
    "register of x86 in an address": (
        "    from asmgen.x86.registers import rdi\n" + straight("f.ldr(x3, at[x0 + rdi * 8])  # FAULT"),
        "a64 has no register rdi",
    ),
    "register of x86 in a list": (
        "    from asmgen.x86.registers import xmm1\n" + straight("f.ld1(v0.b16, xmm1, at[x1])  # FAULT"),
        "a64 has no register xmm1",
    ),
    "memory operand of x86": (
        "    from asmgen.x86.registers import dword\n" + straight("f.ldr(x3, dword[x0])  # FAULT"),
        "ldr accesses 64 bits, not 32: write at[...]",
    ),
    "alignment that is no power of two": (straight("f.align(6)  # FAULT"), "align: 6 is no power of two"),
    "instruction of x86": (straight("f.pxor(v0.b16, v0.b16)  # FAULT"), "no instruction 'pxor'"),
    "reserved register": (straight("f.movz(x18, 1)  # FAULT"), "name 'x18' is not defined"),
    "undefined register": (straight("f.add(r.x, r.x, w3)  # FAULT"), "reads w9, which is undefined"),
    "undefined upper half of a vector": (
        straight("f.ins(v0.s[0], w0); f.mov(v1.b16, v0.b16)  # FAULT"),
        "reads v0.16b, which is undefined",
    ),
    "undefined flag": (
        straight("l = f.label('l'); f.b_eq(l); f.here(l)  # FAULT"),
        "reads ZF, which is undefined",
    ),
    "callee-saved register lost": (straight("f.movz(x19, 1)  # FAULT"), "writes x19, which aapcs64"),
    "low half of v8 lost": (straight("f.movi(v8.b16, 1)  # FAULT"), "writes v8, which aapcs64"),
    "low half of v15 lost": (straight("f.fmov(v15.s, w0)  # FAULT"), "writes v15, which aapcs64"),
    "stack pointer lost": (
        straight("f.sub(sp, sp, 16)").replace("f.leave()", "f.leave()  # FAULT"),
        "the stack pointer is off by -16",
    ),
    "stack pointer lost by a push": (
        straight("f.stp(x0, x1, at.pre(sp, -16))").replace("f.leave()", "f.leave()  # FAULT"),
        "the stack pointer is off by -16",
    ),
    "stack pointer from a register": (
        straight("f.add(sp, x0, 0)  # FAULT"),
        "the stack pointer moves by an unknown amount",
    ),
    "no such form": (straight("f.add(x0, x0, w1)  # FAULT"), "no a64 form of 'add' takes (x0, x0, w1)"),
    "vector without a shape": (straight("f.add(v0, v0, v0)  # FAULT"), "name a view of a vector register"),
    "immediate without encoding": (straight("f.and_(x0, x0, 5)  # FAULT"), "no a64 form of 'and' takes"),
    "offset that is no multiple": (straight("f.ldr(x3, at[x0 + 4])  # FAULT"), "no a64 form of 'ldr' takes"),
    "other spelling": (straight("f.ubfx(w3, w0, 24, 8)  # FAULT"), "write lsr w3, w0, 24"),
    "a move": (straight("f.ubfx(w3, w0, 0, 32)  # FAULT"), "write mov"),
    "other spelling of a rotation": (straight("f.extr(w3, w0, w0, 7)  # FAULT"), "write ror w3, w0, 7"),
    "bit field beyond the register": (straight("f.bfi(w0, w1, 30, 3)  # FAULT"), "ends at bit 33 of 32"),
    "registers that do not follow": (
        straight("f.ld1(v0.b16, v2.b16, at[x0])  # FAULT"),
        "the registers of ld1 must follow each other",
    ),
    "base and target": (straight("f.ldr(x1, at.post(x1, 8))  # FAULT"), "x1 is the base that changes"),
    "one register twice": (straight("f.ldp(x3, x3, at[x1])  # FAULT"), "both registers are x3"),
    "reads past the chaining value": (straight("f.ldr(x3, at[x0 + 16])  # FAULT"), "outside every buffer"),
    "writes the message": (straight("f.str(wzr, at[x1])  # FAULT"), "outside every buffer"),
    "secret address": (
        straight("f.ldr(w3, at[x0]); f.add(x4, x0, x3); f.ldr(w5, at[x4])  # FAULT"),
        "the address depends on secret data",
    ),
    "secret branch": (
        straight("f.ldr(w3, at[x0]); l = f.label('l'); f.cbz(w3, l); f.here(l)  # FAULT"),
        "the branch depends on secret data",
    ),
    "secret left on the stack": (
        "    r = f.frame({'cv': x0, 'blocks': x1, 'nblocks': x2}, {'x': w9}, scratch=32, secret=8)\n"
        "    f.ldr(x9, at[x0]); f.str(x9, at[r.scratch + 8])\n"
        "    f.leave()  # FAULT\n",
        "leaves secret data on the stack",
    ),
    "below the stack pointer": (straight("f.stur(x0, at[sp - 16])  # FAULT"), "below the stack pointer"),
    "SHA-3": (straight("f.eor3(v0.b16, v0.b16, v1.b16, v2.b16)  # FAULT"), "no instruction 'eor3'"),
}


@pytest.mark.parametrize("name", PLANTED, ids=[n.replace(" ", "-") for n in PLANTED])
def test_planted_fault_is_caught(tmp_path, name):
    body, words = PLANTED[name]
    planting.check(tmp_path, *planting.plant(tmp_path, kernel("a64", body)), words, "elf-a64")


def test_the_template_itself_is_fine(tmp_path):
    for number, body in enumerate((straight("f.movz(r.x, 5)"), with_scratch("f.str(xzr, at[r.scratch])"))):
        folder = tmp_path / f"k{number}"
        folder.mkdir()
        (folder / "planted.py").write_text(kernel("a64", body))
        done = toolchain.asmgen("--kernels", folder, "emit", "planted", "--dialect", "elf-a64")
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arch,arguments,words",
    [
        (
            "a64",
            ("bytes", "planted", "--abi", "sysv64"),
            "sysv64 is a convention of x64; planted is a kernel of a64",
        ),
        ("x64", ("bytes", "planted", "--abi", "aapcs64"), "aapcs64 is a convention of a64"),
        (
            "a64",
            ("emit", "planted", "--dialect", "gas-elf"),
            "for kernels of x86 and x64; planted is a kernel of a64, whose dialects are elf-a64 ",
        ),
        (
            "x64",
            ("emit", "planted", "--dialect", "elf-a64"),
            "for kernels of a64; planted is a kernel of x64, whose dialects are gas-elf ",
        ),
        (
            "a64",
            ("emit", "planted", "--dialect", "masm"),
            "planted is a kernel of a64, whose dialects are armasm64 ",
        ),
        ("a64", ("export", "planted", "--dialect", "cpp", "-o", "/"), "dialect cpp is for kernels of x86"),
        ("x64", ("emit", "planted", "--dialect", "armasm64"), "dialect armasm64 is for kernels of a64"),
        ("a64", ("mutate", "planted", "--abi", "win64"), "win64 is a convention of x64"),
    ],
)
def test_the_other_machine(tmp_path, arch, arguments, words):
    """A convention or a dialect of the other machine is a wrong request."""
    body = straight("f.movz(r.x, 5)")
    if arch == "x64":
        body = body.replace("x0", "rdi").replace("x1", "rsi").replace("x2", "rdx").replace("w9", "eax")
        body = body.replace("movz", "mov")
    (tmp_path / "planted.py").write_text(kernel(arch, body))
    done = toolchain.asmgen("--kernels", tmp_path, *arguments)
    assert done.returncode == 2 and words in done.stderr and not done.stdout
    where = next(
        i for i, line in enumerate(kernel(arch, body).splitlines(), 1) if line.startswith("KERNEL =")
    )
    assert re.match(rf"oldguard-asm: \S*planted\.py:{where}: ", done.stderr)


@pytest.mark.parametrize("bit", ["avx2", "shani"])
def test_isa_bits_of_the_other_machine(tmp_path, bit):
    body = straight("f.movz(r.x, 5)")
    text = kernel("a64", body, f"isa=('{bit}',), ").replace(
        "KERNEL = Kernel(", "KERNEL = Kernel(  # FAULT\n    "
    )
    folder, line = planting.plant(tmp_path, text)
    planting.check(tmp_path, folder, line, f"unknown ISA bit '{bit}'; a64 has: neon armsha1", "elf-a64")
