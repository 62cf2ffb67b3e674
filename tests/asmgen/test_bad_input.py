# SPDX-License-Identifier: MIT
"""Every planted fault gives one line with file and line, a non-zero exit status, and no output file."""

import os
import re

import planting
import pytest
import toolchain
from planting import kernel

FRAME64 = """\
    r = f.frame({"cv": rdi, "blocks": rsi, "nblocks": rdx}, {"x": eax}, scratch=0)
"""
FRAME32 = """\
    r = f.frame({"cv": IN_MEMORY, "blocks": esi, "nblocks": IN_MEMORY}, {"x": eax}, scratch=0)
"""
LOOP = (
    FRAME64
    + """\
    again, done = f.label("again"), f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.here(again)
    {inside}
    f.add(r.blocks, 64)
    f.dec(r.nblocks)
    f.jne(again)
    f.here(done)
    f.leave()
"""
)


def in_loop(text):
    return LOOP.replace("{inside}", text)


def straight(text):
    return FRAME64 + f"    {text}\n    f.leave()\n"


# name: (body with the guilty line marked by # FAULT, expected words, arch, dialect, other facts)
PLANTED = {
    "undefined register": (straight("f.add(r.x, ecx)  # FAULT"), "reads eax, which is undefined"),
    "callee-saved register read": (straight("f.mov(eax, ebx)  # FAULT"), "reads ebx, which is undefined"),
    "undefined on one path": (
        FRAME64
        + """\
    over = f.label("over")
    f.test(r.nblocks, r.nblocks)
    f.je(over)
    f.mov(r.x, 5)
    f.here(over)
    f.mov(ecx, r.x)  # FAULT
    f.leave()
""",
        "reads eax, which is undefined on some path",
    ),
    "half a register": (straight("f.mov(al, 1); f.mov(ecx, eax)  # FAULT"), "reads eax, which is undefined"),
    "undefined flag": (straight("f.setb(al)  # FAULT"), "reads CF, which is undefined"),
    "flag an instruction leaves undefined": (
        straight("f.mov(eax, 1); f.imul(eax, eax); f.sete(cl)  # FAULT"),
        "reads ZF, which is undefined",
    ),
    "callee-saved register lost": (straight("f.mov(ebx, 1)  # FAULT"), "writes rbx, which sysv64"),
    "stack pointer lost": (
        straight("f.push(rdi)").replace("f.leave()", "f.leave()  # FAULT"),
        "the stack pointer is off by -8",
    ),
    "undeclared ISA": (straight("f.rorx(eax, edi, 5)  # FAULT"), "'rorx' needs bmi2"),
    "register of a64": (
        "    from asmgen.a64.registers import x1\n" + straight("f.mov(eax, dword[x1])  # FAULT"),
        "x64 has no register x1",
    ),
    "register of a64 in the frame": (
        "    from asmgen.a64.registers import w9\n"
        + straight("").replace("eax}, scratch=0)", "w9}, scratch=0)  # FAULT", 1),
        "x64 has no register w9",
    ),
    "shift of a64": (
        "    from asmgen.a64.registers import lsl\n" + straight("f.mov(eax, lsl(3))  # FAULT"),
        "lsl #3 is no operand of x86",
    ),
    "instruction of a64": (
        straight("f.eor(eax, eax)  # FAULT"),
        "no instruction 'eor' in the ISA table of x64",
    ),
    "no such instruction": (straight("f.frobnicate(eax)  # FAULT"), "no instruction 'frobnicate'"),
    "no such form": (straight("f.add(eax, rdi)  # FAULT"), "no x64 form of 'add' takes"),
    "address of half registers": (
        straight("f.mov(eax, dword[edi])  # FAULT"),
        "an address must be built from 64-bit registers",
    ),
    "ambiguous constant": (straight("f.mov(rax, 4)  # FAULT"), "write mov eax, 0x4"),
    "ah beside rex": (
        straight("f.mov(eax, 1); f.mov(r8b, ah)  # FAULT"),
        "cannot appear in an instruction with a REX prefix",
    ),
    "count out of range": (straight("f.rol(edi, 32)  # FAULT"), "a count must be 1..31"),
    "branch to nowhere": (straight("f.jmp(f.label('lost'))  # FAULT"), "label 'lost', which is"),
    "no ret": (FRAME64 + "    f.mov(eax, 1)  # FAULT\n", "runs past its end without a ret"),
    "dead code": (
        FRAME64
        + """\
    over = f.label("over")
    f.jmp(over)
    f.mov(eax, 1)  # FAULT
    f.here(over)
    f.leave()
""",
        "no path leads here",
    ),
    "never executed": (
        FRAME64
        + """\
    over = f.label("over")
    f.cmp(r.nblocks, 1000)
    f.jne(over)
    f.mov(eax, 1)  # FAULT
    f.here(over)
    f.leave()
""",
        "never executed",
    ),
    "reads past the blocks": (
        in_loop("f.mov(eax, dword[r.blocks + 61])  # FAULT"),
        "reads 4 bytes outside every buffer: 'blocks' holds 64 bytes",
    ),
    "reads before the blocks": (
        in_loop("f.mov(eax, dword[r.blocks - 1])  # FAULT"),
        "the access is at offset -1",
    ),
    "reads a block that is not there": (
        straight("f.mov(eax, dword[r.blocks])  # FAULT"),
        "'blocks' holds 0 bytes",
    ),
    "writes past the chaining value": (
        straight("f.mov(dword[r.cv + 17], 0)  # FAULT"),
        "writes 4 bytes outside every buffer",
    ),
    "writes the message": (in_loop("f.mov(dword[r.blocks], 0)  # FAULT"), "which is read-only"),
    "below the stack pointer": (straight("f.mov(dword[rsp - 8], edi)  # FAULT"), "below the stack pointer"),
    "scratch before it is written": (
        FRAME64.replace("scratch=0", "scratch=16") + "    f.mov(eax, dword[r.scratch])  # FAULT\n"
        "    f.leave()\n",
        "that nothing has written",
    ),
    "a frame pointer": (
        straight("f.emit('leave', ())  # FAULT"),
        "the stack pointer moves by an unknown amount",
    ),
    "return address overwritten": (
        straight("f.mov(qword[rsp], rdi)").replace("f.leave()", "f.leave()  # FAULT"),
        "the return address changed",
    ),
    "secret address": (
        straight("f.mov(eax, dword[r.cv]); f.and_(eax, 15); " "f.mov(eax, dword[r.cv + rax])  # FAULT"),
        "the address depends on secret data",
    ),
    "secret branch": (
        FRAME64
        + """\
    over = f.label("over")
    f.mov(eax, dword[r.cv])
    f.test(eax, 1)
    f.je(over)  # FAULT
    f.mov(ecx, 1)
    f.here(over)
    f.leave()
""",
        "the branch depends on secret data",
    ),
    "secret left on the stack": (
        FRAME64 + "    f.push(rdi)\n    f.mov(eax, dword[r.cv])\n    f.mov(dword[rsp], eax)\n"
        "    f.pop(rcx)\n    f.leave()  # FAULT\n",
        "leaves secret data on the stack",
    ),
    "what a secret looked up left on the stack": (
        FRAME64 + "    f.push(rdi)\n    f.push(rdi)\n    f.mov(eax, dword[r.cv])\n"
        "    f.and_(eax, 7)\n    f.mov(rax, qword[rsp + rax])\n    f.mov(qword[rsp], rax)\n"
        "    f.pop(rcx)\n    f.pop(rcx)\n    f.leave()  # FAULT\n",
        "leaves secret data on the stack",
        "x64",
        "gas-elf",
        "constant_time=False, ",
    ),
    "direction flag": (
        straight("f.std()").replace("f.leave()", "f.leave()  # FAULT"),
        "returns with the direction flag set",
    ),
    "vzeroupper forgotten": (
        straight("f.vpxor(ymm0, ymm0, ymm0)").replace("f.leave()", "f.leave()  # FAULT"),
        "dirty ymm upper halves",
        "x64",
        "gas-elf",
        "isa=('avx2',), ",
    ),
    "vzeroupper forgotten on one path": (
        FRAME64
        + """\
    over = f.label("over")
    f.vpxor(ymm0, ymm0, ymm0)
    f.test(r.nblocks, r.nblocks)
    f.je(over)
    f.vzeroupper()
    f.here(over)
    f.leave()  # FAULT
""",
        "dirty ymm upper halves",
        "x64",
        "gas-elf",
        "isa=('avx2',), ",
    ),
    "register above 15 not cleared": (
        straight(
            "f.vpbroadcastd(zmm17, dword[r.cv]); f.vpxorq(zmm16, zmm17, zmm17)\n" "    f.vzeroupper()"
        ).replace("f.leave()", "f.leave()  # FAULT"),
        "returns with what it wrote to zmm17",
        "x64",
        "gas-elf",
        "isa=('avx512f',), ",
    ),
    "SHA-NI on dirty upper halves": (
        straight(
            "f.pxor(xmm0, xmm0); f.vpxor(ymm1, ymm1, ymm1); f.sha1nexte(xmm0, xmm0)  # FAULT\n"
            "    f.vzeroupper()"
        ),
        "sha1nexte: legacy SSE code while ymm upper halves are dirty",
        "x64",
        "gas-elf",
        "isa=('avx2', 'shani'), ",
    ),
    "SHA-NI on the caller's dirty upper halves": (
        straight("f.pxor(xmm0, xmm0); f.sha1nexte(xmm0, xmm0)  # FAULT"),
        "sha1nexte: SHA code where the caller's ymm upper halves may be dirty",
        "x64",
        "gas-elf",
        "isa=('avx', 'shani'), ",
    ),
    "upper half that a legacy write leaves undefined": (
        straight("f.pxor(xmm0, xmm0); f.vpaddd(ymm1, ymm0, ymm0)  # FAULT\n    f.vzeroupper()"),
        "reads ymm0, which is undefined",
        "x64",
        "gas-elf",
        "isa=('avx2',), ",
    ),
    "unaligned operand": (
        in_loop("f.movdqa(xmm0, xmmword[r.blocks])  # FAULT"),
        "16-byte operand must be aligned",
    ),
    "constant overrun": (
        straight("f.mov(eax, dword[f.constant('k', bytes(4)) + 1])  # FAULT"),
        "reads 4 bytes outside every buffer: 'k' holds 4 bytes",
    ),
    "constant written": (
        straight("f.mov(dword[f.constant('k', bytes(4))], edi)  # FAULT"),
        "writes 4 bytes of 'k', which is read-only",
    ),
    "constant with an index": (
        straight("f.mov(eax, dword[f.constant('k', bytes(4)) + rdi])  # FAULT"),
        "lea the address of a table first",
    ),
    "constant of 32-bit code": (
        FRAME32 + "    f.mov(eax, dword[f.constant('k', bytes(4))])  # FAULT\n    f.leave()\n",
        "load its address with table()",
        "x86",
    ),
    "copy that assemblers encode differently": (
        straight("f.vmovdqu(xmm8, xmmword[rdi]); f.vmovdqa(xmm1, xmm8)  # FAULT"),
        "assemblers choose different opcodes",
        "x64",
        "gas-elf",
        "isa=('avx',), ",
    ),
    "emms forgotten": (
        straight("f.movq(mm0, qword[r.cv])").replace("f.leave()", "f.leave()  # FAULT"),
        "emms is missing",
    ),
    "endless loop": (
        FRAME64 + "    again = f.label('again')\n    f.here(again)\n"
        "    f.jmp(again)\n    f.leave()  # FAULT\n",
        "no path leads here",
    ),
    "wrong arguments": (
        "    f.frame({'cv': rdi}, {})  # FAULT\n    f.leave()\n",
        "takes the arguments cv, blocks, nblocks",
    ),
    "argument registers in a circle": (
        "    f.frame({'cv': rsi, 'blocks': rdi, 'nblocks': rdx}, {})  # FAULT\n    f.leave()\n",
        "form a cycle",
    ),
    "a step over the guard page": (
        FRAME64 + "    f.sub(rsp, 5000)\n    f.mov(qword[rsp], rdi)  # FAULT\n"
        "    f.add(rsp, 5000)\n    f.leave()\n",
        "beyond its guard page",
    ),
    "a Python error": (straight("None + 1  # FAULT"), "TypeError"),
    "an instruction of 1997 in a dialect of 1996": (
        FRAME32 + "    f.mov(r.x, 1)\n    f.movd(mm0, r.x)  # FAULT\n    f.emms()\n    f.leave()\n",
        "'movd' needs an assembler of class mmx; the oldest of dialect bsdi knows 486",
        "x86",
        "bsdi",
        "isa=('mmx',), ",
    ),
    "a register that 32-bit code lacks": (
        FRAME32 + "    f.mov(r8d, 1)  # FAULT\n    f.leave()\n",
        "32-bit code has no register r8d",
        "x86",
    ),
    "xmm6 under win64": (
        straight("f.pxor(xmm6, xmm6)  # FAULT"),
        "writes vec6, which win64",
        "x64",
        "gas-coff",
    ),
    "every register cleared under win64": (
        straight("f.vzeroall()  # FAULT"),
        "writes vec6, which win64",
        "x64",
        "gas-coff",
        "isa=('avx',), ",
    ),
}


def plant(tmp_path, name):
    body, words, arch, dialect, facts, *_ = PLANTED[name] + ("x64", "gas-elf", "")[len(PLANTED[name]) - 2 :]
    return *planting.plant(tmp_path, kernel(arch, body, facts)), words, dialect


@pytest.mark.parametrize("name", PLANTED, ids=[n.replace(" ", "-") for n in PLANTED])
def test_planted_fault_is_caught(tmp_path, name):
    planting.check(tmp_path, *plant(tmp_path, name))


def test_the_template_itself_is_fine(tmp_path):
    """The templates pass without a fault, so a planted kernel fails for its fault alone."""
    for body in (straight("f.mov(r.x, 5)"), in_loop("f.mov(eax, dword[r.blocks + 60])")):
        folder = tmp_path / f"k{len(os.listdir(tmp_path))}"
        folder.mkdir()
        (folder / "planted.py").write_text(kernel("x64", body))
        done = toolchain.asmgen("--kernels", folder, "emit", "planted", "--dialect", "gas-elf")
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "fault,dialect,status",
    [(True, "gas-elf", 1), (False, "tasm", 2), (False, "gas-elf", 0)],
    ids=["fault", "request", "right"],
)
def test_the_program_does_what_its_function_does(tmp_path, monkeypatch, fault, dialect, status):
    """All other tests of this file call the function of the program, in one process."""
    monkeypatch.chdir(toolchain.ROOT)
    folder, _ = planting.plant(tmp_path, kernel("x64", straight("f.mov(r.x, 5)  # FAULT")))
    if fault:
        text = (folder / "planted.py").read_text()
        (folder / "planted.py").write_text(text.replace("f.mov(r.x, 5)", "f.mov(eax, ebx)"))
    arguments = ("--kernels", folder, "emit", "planted", "--dialect", dialect)
    process, function = toolchain.asmgen_process(*arguments), toolchain.asmgen(*arguments)
    assert process.returncode == function.returncode == status
    assert process.stdout == function.stdout and bool(process.stdout) == (status == 0)
    assert process.stderr == function.stderr and bool(process.stderr) == (status != 0)


@pytest.mark.parametrize(
    "summary,words",
    [
        ("ends */ early", "cannot be part of a comment"),
        ("continues \\\\", "cannot be part of a comment"),
        ("na\\u00efve", "not plain ASCII"),
    ],
)
def test_texts_that_would_break_the_output(tmp_path, summary, words):
    folder = tmp_path / "kernels"
    folder.mkdir()
    text = kernel("x64", straight("f.mov(r.x, 5)"))
    (folder / "planted.py").write_text(text.replace("a planted fault", summary))
    done = toolchain.asmgen("--kernels", folder, "emit", "planted", "--dialect", "gas-elf")
    assert done.returncode == 1 and words in done.stderr and not done.stdout


@pytest.mark.parametrize(
    "arguments,words",
    [
        (("emit", "sha1_x64_quick", "--dialect", "gas-elf"), "unknown stem 'sha1_x64_quick'; known:"),
        (("emit", "sha1_x64_fast", "--dialect", "tasm"), "unknown dialect 'tasm'; known:"),
        (
            ("emit", "sha1_x64_fast", "--dialect", "nasm-elf32"),
            "dialect nasm-elf32 is for kernels of x86; sha1_x64_fast is a kernel of x64, whose dialects are nasm-elf64 ",
        ),
        (("bytes", "sha1_x64_fast", "--abi", "watcall"), "unknown ABI 'watcall'; known:"),
        (("bytes", "sha1_x64_fast", "--abi", "cdecl32"), "cdecl32 is a convention of x86"),
        (("catalogue",), "add --json"),
        (
            ("export", "sha1_x64_fast", "--dialect", "bsdi", "-o", "{tmp}/x"),
            "a kernel of x64, whose dialects are gas-elf ",
        ),
    ],
)
def test_bad_requests(tmp_path, arguments, words):
    done = toolchain.asmgen(*(a.format(tmp=tmp_path) for a in arguments))
    assert done.returncode == 2 and words in done.stderr and not done.stdout
    assert not os.listdir(tmp_path)


def test_output_that_cannot_be_written(tmp_path):
    done = toolchain.asmgen(
        "emit", "sha1_x64_fast", "--dialect", "gas-elf", "-o", tmp_path / "no" / "such" / "folder.S"
    )
    assert done.returncode == 1 and "No such file or directory" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_release_counts_what_an_old_assembler_lacks(tmp_path):
    folder, *_ = plant(tmp_path, "an instruction of 1997 in a dialect of 1996")
    done = toolchain.asmgen("--kernels", folder, "emit-all", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1 and ", 1 from bsdi" in done.stdout
    written = {path.parent.name for path in (tmp_path / "out").glob("*/planted.*")}
    assert "nasm-elf32" in written and "bsdi" not in written


def test_an_old_file_survives_a_failure(tmp_path):
    folder, *_ = plant(tmp_path, "undefined register")
    out = tmp_path / "out.S"
    out.write_text("precious")
    done = toolchain.asmgen("--kernels", folder, "emit", "planted", "--dialect", "gas-elf", "-o", out)
    assert done.returncode == 1 and out.read_text() == "precious"


@pytest.mark.parametrize(
    "text,words",
    [
        ("def (", "SyntaxError"),
        ("import no_such_module_here", "ModuleNotFoundError"),
        ("x = 1", "no KERNEL description"),
        ("from asmgen.kernel import Kernel\nKERNEL = Kernel(stem='other', arch='x64')", "not the file's"),
        (
            "from asmgen.kernel import Kernel\nKERNEL = Kernel(stem='planted', arch='x64')",
            "defines no function",
        ),
        (
            "from asmgen.kernel import Kernel\nKERNEL = Kernel(stem='planted', arch='x16')",
            "unknown architecture 'x16'; known: x86 x64 a64",
        ),
        (
            "from asmgen.kernel import Kernel\nKERNEL = Kernel(stem='planted', arch='x64', isa=('sse9',))",
            "unknown ISA bit 'sse9'",
        ),
        (
            "from asmgen.kernel import Kernel\nKERNEL = Kernel(stem='planted', arch='x64')\n"
            "KERNEL.function('sha1.bricks')",
            "unknown operation 'sha1.bricks'",
        ),
    ],
)
def test_files_that_are_no_kernels(tmp_path, text, words):
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "planted.py").write_text(text + "\n")
    done = toolchain.asmgen("--kernels", folder, "list")
    assert done.returncode == 1 and words in done.stderr
    assert re.match(r"oldguard-asm: \S*planted\.py:\d+: ", done.stderr), done.stderr
    assert done.stderr.count("\n") == 1


def test_a_surviving_constant_is_reported(tmp_path):
    """A changed constant survives if nothing reads it, and is killed if something does."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    body = straight(
        "f.mov(eax, dword[f.constant('used', bytes(4))])\n"
        "    f.mov(dword[r.cv], eax)\n    f.constant('idle', bytes(4))"
    )
    (folder / "planted.py").write_text(kernel("x64", body))
    done = toolchain.asmgen("--kernels", folder, "mutate", "planted")
    assert done.returncode == 1
    assert "constant idle -> byte 0 flipped: survives; NOT EXPLAINED" in done.stdout
    assert "constant used" not in done.stdout


def test_a_surviving_mutant_is_reported(tmp_path):
    """An instruction without effect survives, and the mutation run fails."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    text = kernel("x64", straight("f.mov(r.x, 5)"))
    (folder / "planted.py").write_text(text)
    done = toolchain.asmgen("--kernels", folder, "mutate", "planted")
    assert done.returncode == 1
    assert re.search(r"planted\.py:\d+: mov eax, 0x5 -> dropped: survives; NOT EXPLAINED", done.stdout)
    assert "endbr64 -> dropped: survives; a landing pad" in done.stdout
