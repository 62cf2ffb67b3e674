# SPDX-License-Identifier: MIT
"""The dialect of armasm64, which does not run here: the text of a whole kernel, names that armasm64 has otherwise,
and unwind data that is compared with clang's. armasm_text.py reads the text for the other tests."""

import re

import armasm_text
import built
import pytest
import toolchain

from asmgen import dialects
from asmgen.a64.registers import at, v0, v1, v9, v15, w9, x0, x1, x2, x3, x21, x28, xzr
from asmgen.kernel import Kernel


def kernel():
    """Returns a kernel with a frame, a loop, a constant and the names that armasm64 does not share."""
    k = Kernel(stem="golden", arch="a64", isa=("armsha1",), summary="a short kernel")

    @k.function("sha1.blocks")
    def blocks(f):
        r = f.frame({"cv": x0, "blocks": x1, "nblocks": x2}, {"n": x21, "x": w9, "table": x3}, scratch=16)
        again = f.label("again")
        f.adr(r.table, f.constant("table", bytes(range(20)), "a table") + 4)
        f.ldr(v0.q, at[r.cv])
        f.mov(r.n, r.nblocks)
        f.phase("a loop")
        f.align(32)
        f.here(again)
        f.ext(v1.b16, v0.b16, v0.b16, 4, note="a rotation")
        f.mov(v0.b16, v1.b16)
        f.sha1h(v1.s, v0.s, note="rotate")
        f.add(r.table, r.table, 4096)
        f.subs(r.n, r.n, 1)
        f.b_hi(again)
        f.str(v0.q, at[r.cv])
        f.leave()

    return k


GOLDEN = """\
    AREA    |.text|, CODE, READONLY, ALIGN=6

    EXPORT  og_golden
og_golden PROC
    DCD     0xd503245f                          ; hint bti c
    stp     x21, x22, [sp, #-16]!
    sub     sp, sp, #16
    adr     x3, Lgolden_table+4
    ldr     q0, [x0]
    mov     x21, x2

    ; a loop
    DCD     0xd503201f, 0xd503201f              ; nop, 8 bytes: align 32
Lgolden_again
    ext8    v1.16b, v0.16b, v0.16b, #4          ; a rotation
    orr     v0.16b, v1.16b, v1.16b
    DCD     0x5e280801                          ; sha1h rotate
    add     x3, x3, #1, lsl #12
    subs    x21, x21, #1
    b.hi    Lgolden_again
    str     q0, [x0]

    ; wipe the scratch area
    movi    v0.2d, #0
    str     xzr, [sp]
    str     xzr, [sp, #8]
    add     sp, sp, #16
    ldp     x21, x22, [sp], #16
    ret
    ENDP
"""
TAIL = """\
Lgolden_table                                   ; a table
    DCB     0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f
    DCB     0x10, 0x11, 0x12, 0x13

    AREA    |.xdata|, READONLY, ALIGN=2
unwind_og_golden
"""
END = """\

    AREA    |.pdata|, READONLY, ALIGN=2
    DCD     og_golden
    RELOC   2
    DCD     unwind_og_golden
    RELOC   2

    END
"""


def test_golden_text():
    text = dialects.find("armasm64").print(kernel().build("aapcs64"))
    assert GOLDEN in text and TAIL in text and text.endswith(END)
    assert all(
        line == "" or line[0] in "; " or re.fullmatch(r"\w+( PROC)?( +;.*)?", line)
        for line in text.splitlines()
    )


def large():
    """Returns a kernel with every code of the frame: pairs of both kinds, and two sizes of the scratch area."""
    k = Kernel(stem="large", arch="a64", summary="two functions and their frames")
    for name, scratch, registers in (
        ("small", 16, {"n": x21}),
        ("vectors", 0, {"v": v9.q}),
        ("pages", 9000, {"v": v9.q, "u": v15.s, "z": x28}),
    ):

        @k.function("sha1.blocks", name)
        def function(f, scratch=scratch, registers=registers):
            f.frame({"cv": x0, "blocks": x1, "nblocks": x2}, registers, scratch)
            f.str(xzr, at[x0])
            f.leave()

    return k


def spelled_out(lines):
    """Returns what the codes of a prologue or an epilogue undo. clang shortens pairs that follow each other, which
    are listed before the first of them, as "save next"."""
    said, shortened = [], 0
    for line in lines:
        text = line.split(";")[1].strip()
        if text.endswith(" next"):
            shortened += 1
            continue
        for i in range(shortened, 0, -1):
            name, first, second, place = re.match(r"(\w+) x(\d+), x(\d+), \[sp(?:, #(\d+)\])?", text).groups()
            said.append(
                f"{name} x{int(first) + 2 * i}, x{int(second) + 2 * i}, [sp, #{int(place or 0) + 16 * i}]"
            )
        shortened = 0
        said.append(text)
    return said


def unwinding(folder, name, unit):
    """Returns the unwind codes of each function as llvm-readobj decodes them: name, length, codes of the prologue
    and of the epilogue. clang and the dialect place the codes of an epilogue in two ways that the format has."""
    toolchain.need("llvm-readobj-19")
    src, obj = folder / f"{name}.S", folder / f"{name}.o"
    src.write_text(toolchain.readable(name, 0, dialects.find(name).print(unit)))
    toolchain.assemble(name, 0, 64, src, obj)
    done = toolchain.run(f"llvm-readobj-19 --unwind {obj}")
    assert done.returncode == 0 and not done.stderr, done.stderr
    return [
        (
            re.search(r"Function: (\w+)", function)[1],
            re.search(r"FunctionLength: (\d+)", function)[1],
            [
                spelled_out(line for line in part.splitlines() if line.strip())
                for part in re.findall(r"(?:Prologue|Epilogue|Opcodes) \[\n(.*?)\n *\]\n", function, re.S)
            ],
        )
        for function in done.stdout.split("RuntimeFunction {")[1:]
    ]


def test_unwind_data_is_that_of_clang(tmp_path):
    for unit in (large().build("aapcs64"), built.unit("des_a64_eform", "aapcs64")):
        mine, its = (unwinding(tmp_path, name, unit) for name in ("armasm64", "coff-a64"))
        assert mine == its
        assert [name for name, _, _ in mine] == [f.symbol for f in unit.functions]
        assert all(len(codes) == 2 and codes[0][-1] == codes[1][-1] == "end" for _, _, codes in mine)


def test_where_an_epilogue_begins(tmp_path):
    """The scope of the epilogue begins at the first instruction that undoes the prologue."""
    unit = large().build("aapcs64")
    unwinding(tmp_path, "armasm64", unit)
    shown = toolchain.run(f"llvm-readobj-19 --unwind {tmp_path}/armasm64.o").stdout
    starts = [4 * int(start) for start in re.findall(r"StartOffset: (\d+)", shown)]
    for f, start in zip(unit.functions, starts, strict=True):
        code = f.instructions()[start // 4 :]
        wanted = ["add"] * (-(-f.frame_record.size // 4096)) + ["ldp"] * len(f.frame_record.pairs) + ["ret"]
        assert [item.form.mnemonic for item in code] == wanted


@pytest.mark.parametrize(
    "line",
    [
        ".text",
        "  Label",
        "name:",
        "    ext     v0.16b, v0.16b, v0.16b, #4",
        "    sha1h   s0, s1",
        "    DCD     og_golden",
        "    AREA    |.data|, DATA",
        "    DCQ     1",
    ],
)
def test_the_reader_refuses_what_the_dialect_does_not_use(line):
    text = dialects.find("armasm64").print(kernel().build("aapcs64"))
    armasm_text.to_gnu(text)
    with pytest.raises((SyntaxError, KeyError)):
        armasm_text.to_gnu(text.replace("    EXPORT", f"{line}\n    EXPORT", 1))
