# SPDX-License-Identifier: MIT
"""Frames that few kernels need: several functions in one kernel, saved xmm registers, scratch areas of
more than a page, stack arguments and constants. They run in the interpreter and through every assembler."""

import random
import re

import forms
import objects
import pytest
import toolchain

from asmgen import analyses, dialects
from asmgen.architectures import ABIS
from asmgen.call import call
from asmgen.frame import IN_MEMORY, Area
from asmgen.function import Function
from asmgen.kernel import Kernel
from asmgen.operations import OPERATIONS, Argument, Operation
from asmgen.x86.registers import BY_NAME, byte, dword, qword, xmmword, ymmword


def add_blocks(f, r):
    """Adds every word of every block to cv[0], in an aligned loop over the blocks."""
    again, done = f.label("again"), f.label("done")
    f.mov(r.p, r.blocks)
    f.mov(r.n, r.nblocks)
    f.mov(r.q, r.cv)
    f.mov(r.x, dword[r.q])
    f.test(r.n, r.n)
    f.je(done)
    f.align(32)
    f.here(again)
    for i in range(16):
        f.add(r.x, dword[r.p + 4 * i])
    f.mov(dword[r.scratch + 4], r.x)
    f.add(r.p, 64)
    f.dec(r.n)
    f.jne(again)
    f.here(done)
    f.mov(dword[r.q], r.x)


def wide(scratch, vectors):
    """Builds a 64-bit function with arguments in memory and callee-saved xmm registers."""

    def build(f):
        r = f.frame(
            {"cv": IN_MEMORY, "blocks": IN_MEMORY, "nblocks": IN_MEMORY},
            {
                "p": BY_NAME["r12"],
                "n": BY_NAME["r13"],
                "q": BY_NAME["rbx"],
                "x": BY_NAME["r15d"],
                **{f"v{i}": BY_NAME[f"xmm{i}"] for i in vectors},
            },
            scratch=scratch,
        )
        for i in vectors:
            f.pxor(BY_NAME[f"xmm{i}"], BY_NAME[f"xmm{i}"])
        for at in range(0, scratch, 16):
            f.movups(xmmword[r.scratch + at], BY_NAME[f"xmm{vectors[0]}"])
        add_blocks(f, r)
        f.leave()

    return build


def narrow(scratch):
    def build(f):
        r = f.frame(
            {"cv": IN_MEMORY, "blocks": IN_MEMORY, "nblocks": IN_MEMORY},
            {"p": BY_NAME["esi"], "n": BY_NAME["edi"], "q": BY_NAME["ebx"], "x": BY_NAME["ebp"]},
            scratch=scratch,
        )
        add_blocks(f, r)
        f.leave()

    return build


def two_functions(bits):
    k = Kernel(stem="two", arch=forms.ARCH[bits].name, summary="two functions and their frames")
    if bits == 64:
        k.function("sha1.blocks", "small")(wide(16, [0, 7]))
        k.function("sha1.blocks", "large")(wide(4400, [6, 8, 15]))
    else:
        k.function("sha1.blocks", "small")(narrow(16))
        k.function("sha1.blocks", "large")(narrow(4400))
    return k


CASES = [
    (name, i, forms.BITS[arch])
    for name, d in dialects.DIALECTS.items()
    for arch in d.abis
    if arch in forms.BITS
    for i in range(len(toolchain.ASSEMBLERS[name]))
]


def build(tmp_path, name, index, bits):
    unit = two_functions(bits).build(dialects.find(name).abis[forms.ARCH[bits].name])
    return unit, objects.of_unit(tmp_path, name, index, unit)


@pytest.mark.parametrize("name,index,bits", CASES)
def test_same_bytes(tmp_path, name, index, bits):
    """Two functions, with padding between them and before a loop, are the same in every dialect."""
    unit, sections = build(tmp_path, name, index, bits)
    wanted = unit.code()
    assert sections[".text"].data[: len(wanted)] == wanted
    assert len(unit.functions) == 2 and any(gap for _, gap in unit.placed())


def test_same_unwind(tmp_path):
    """Five assemblers agree on the unwind data of large allocations and saved xmm registers."""
    tables = [
        objects.unwind_table(build(tmp_path, name, index, 64)[1])
        for name in ("gas-coff", "nasm-win64", "masm")
        for index in range(len(toolchain.ASSEMBLERS[name]))
    ]
    assert len(tables) == 5 and len(tables[0]) == 2
    assert all(table == tables[0] for table in tables), tables
    assert tables[0][0][2] != tables[0][1][2]


@pytest.mark.parametrize("abi", [abi for abi in ABIS if ABIS[abi].arch in forms.BITS])
def test_runs_and_keeps_the_convention(abi):
    unit = two_functions(ABIS[abi].bits).build(abi)
    analyses.check(unit)
    chance = random.Random(1)
    data = chance.randbytes(192)
    total = sum(int.from_bytes(data[i : i + 4], "little") for i in range(0, 192, 4))
    for f in unit.functions:
        out = call(f, {"cv": bytes(20), "blocks": data}, {"nblocks": 3})["cv"]
        assert int.from_bytes(out[:4], "little") == total & 0xFFFFFFFF
        assert out[4:] == bytes(16)


@pytest.mark.parametrize("abi", ["win64", "sysv64"])
def test_stack_arguments(abi, monkeypatch):
    """Arguments beyond the registers are read from the caller's stack, on win64 above the home space."""
    values = [f"v{i}" for i in range(8)]
    op = Operation(
        "test.sum",
        (Argument("out", "uint64_t *{}", 8, writable=True), *(Argument(v, "size_t {}") for v in values)),
    )
    monkeypatch.setitem(OPERATIONS, op.name, op)
    k = Kernel(stem="sum", arch="x64", summary="adds its arguments")

    @k.function("test.sum")
    def total(f):
        r = f.frame({"out": BY_NAME["rdi"], **{v: IN_MEMORY for v in values}}, {"x": BY_NAME["rax"]})
        f.mov(r.x, r.v0)
        for v in values[1:]:
            f.add(r.x, getattr(r, v))
        f.mov(qword[r.out], r.x)
        f.leave()

    f = k.build(abi).functions[0]
    counts = {v: 10**i for i, v in enumerate(values)}
    out = call(f, {"out": bytes(8)}, counts)["out"]
    assert int.from_bytes(out, "little") == 11111111


CONSTANTS = Kernel(stem="constants", arch="x64", isa=("avx2", "shani"), summary="reads its constants")
TABLE = bytes(range(64))


def constants(f):
    """Builds a function with every way to address a constant, also with an immediate after the displacement."""
    r = f.frame(
        {"cv": BY_NAME["rdi"], "blocks": BY_NAME["rsi"], "nblocks": BY_NAME["rdx"]},
        {"p": BY_NAME["rax"], "x": BY_NAME["ecx"], "y": BY_NAME["ymm9"]},
    )
    x, y = BY_NAME["xmm0"], BY_NAME["ymm9"]
    f.vzeroupper()  # before SHA code
    one, table = f.constant("one", b"\1\0\0\0"), f.constant("table", TABLE, "0 to 63")
    f.lea(r.p, table + 4)
    f.mov(r.x, dword[r.p + 4])
    f.imul(r.x, dword[one], 3)
    f.add(r.x, dword[table + 8])
    f.movdqa(x, xmmword[table + 16])
    f.pshufd(x, xmmword[table + 32], 0x1B)
    f.sha1rnds4(x, xmmword[table], 1)
    f.sha1msg1(x, xmmword[table + 48])
    f.vmovdqu(y, ymmword[table + 1])
    f.vpalignr(y, y, ymmword[table + 32], 4)
    f.vpshufd(BY_NAME["xmm1"], xmmword[table + 32], 0x1B)
    f.vzeroupper()
    f.movd(dword[r.cv], BY_NAME["xmm1"])
    f.mov(dword[r.cv + 4], r.x)
    f.mov(r.x, dword[r.p + 4])
    f.mov(dword[r.cv + 8], r.x)
    f.leave()


CONSTANTS.function("sha1.blocks", "first")(constants)
CONSTANTS.function("sha1.blocks", "second")(constants)


@pytest.mark.parametrize("name,index", [(name, i) for name, i, bits in CASES if bits == 64])
def test_constants_need_no_relocation(tmp_path, name, index):
    unit = CONSTANTS.build(dialects.find(name).abis["x64"])
    text = objects.of_unit(tmp_path, name, index, unit)[".text"]
    assert not text.relocations and text.data[: len(unit.code())] == unit.code()
    assert unit.code().count(TABLE) == 1  # both functions share it


FAR = bytes(i * 7 & 255 for i in range(256))


def table_kernel(bits):
    """Builds two functions that look up their first block byte in the same table."""
    k = Kernel(stem="tables", arch=forms.ARCH[bits].name, constant_time=False, summary="looks a table up")

    def look(f):
        home = [BY_NAME["rdi"], BY_NAME["rsi"], BY_NAME["rdx"]] if bits == 64 else [IN_MEMORY] * 3
        p, i = (BY_NAME["rcx"], BY_NAME["rax"]) if bits == 64 else (BY_NAME["ebx"], BY_NAME["eax"])
        narrow = BY_NAME["eax"]
        r = f.frame(dict(zip(("cv", "blocks", "nblocks"), home)), {"p": p, "i": i})
        f.table(p, "far", FAR, "i * 7")
        f.mov(i, r.cv)
        f.movzx(narrow, byte[i])
        f.movzx(narrow, byte[p + i])
        f.mov(p, r.cv)
        f.mov(dword[p], narrow)
        f.align(256)  # a nearer table is refused
        f.leave()

    k.function("sha1.blocks", "first")(look)
    k.function("sha1.blocks", "second")(look)
    return k


@pytest.mark.parametrize("name,index,bits", CASES)
def test_tables_need_no_relocation(tmp_path, name, index, bits):
    unit = table_kernel(bits).build(dialects.find(name).abis[forms.ARCH[bits].name])
    text = objects.of_unit(tmp_path, name, index, unit)[".text"]
    assert not text.relocations and text.data[: len(unit.code())] == unit.code()
    assert unit.code().count(FAR) == 1


@pytest.mark.parametrize("abi", ["sysv64", "win64", "cdecl32"])
def test_tables_are_read(abi):
    unit = table_kernel(32 if abi == "cdecl32" else 64).build(abi)
    for f in unit.functions:
        analyses.check(unit)
        out = call(f, {"cv": b"\xc8" + bytes(19), "blocks": b""}, {"nblocks": 0})["cv"]
        assert out == FAR[0xC8:0xC9] + bytes(19)


@pytest.mark.parametrize("abi", ["sysv64", "win64"])
def test_constants_are_read(abi):
    unit = CONSTANTS.build(abi)
    analyses.check(unit)
    for f in unit.functions:
        out = call(f, {"cv": bytes(20), "blocks": b""}, {"nblocks": 0})["cv"]
        word = int.from_bytes(TABLE[8:12], "little")
        assert out == TABLE[44:48] + (word + 3).to_bytes(4, "little") + TABLE[8:12] + bytes(8)


def test_slots_are_named():
    """A note names the argument or the element that an instruction addresses, unless it has a note."""
    k = Kernel(stem="named", arch="x64", summary="")

    @k.function("sha1.blocks")
    def blocks(f):
        p = BY_NAME["rax"]
        r = f.frame({"cv": BY_NAME["rdi"], "blocks": IN_MEMORY, "nblocks": IN_MEMORY}, {"p": p}, scratch=48)
        f.frame_map(BY_NAME["rsp"], [Area("count", 8, 8, "rounds left"), Area("keys", 40, 16, "round keys")])
        f.mov(p, r.blocks)
        f.mov(qword[r.scratch], p)
        f.mov(qword[r.scratch + 24], p)
        f.mov(qword[r.scratch + 32], p)
        f.mov(qword[r.scratch + 24], p, note="the first")
        f.mov(qword[r.cv], p)
        f.leave()

    text = dialects.find("gas-elf").print(k.build("sysv64"))
    assert "    /* frame map: bytes from rsp */\n    /*       0 count     rounds left */\n" in text
    moves = re.findall(r"movq +(?:%rax, )?(\d*\(%r..\))(?:, %rax)?(?: +/\* (.*) \*/)?$", text, re.M)
    assert moves == [
        ("48(%rsp)", "blocks"),
        ("(%rsp)", "count"),
        ("24(%rsp)", "keys[1]"),
        ("32(%rsp)", "keys[1] + 8"),
        ("24(%rsp)", "the first"),
        ("(%rdi)", ""),
    ]


def test_weaving_keeps_both_orders():
    """interleave spreads the filler evenly over the main stream and keeps all of it."""
    for main_length, filler_length in ((8, 3), (3, 8), (4, 0), (5, 5)):
        f = Function(CONSTANTS, OPERATIONS["sha1.blocks"], "og_interleaved", ABIS["sysv64"])

        def count(register, length):
            for i in range(length):
                f.add(register, i)

        main = f.record(count, BY_NAME["eax"], main_length)
        filler = f.record(count, BY_NAME["ecx"], filler_length)
        assert not f.stream
        f.interleave(main, filler)
        for register, length in (("eax", main_length), ("ecx", filler_length)):
            mine = [
                (at, item.operands[1])
                for at, item in enumerate(f.stream)
                if item.operands[0].name == register
            ]
            assert [i for _, i in mine] == list(range(length))
        fillers = [item.operands[0].name == "ecx" for item in f.stream]
        assert len(fillers) == main_length + filler_length
        for at in range(1, len(fillers)):  # the filler is never far from its share
            assert abs(sum(fillers[:at]) - at * filler_length / len(fillers)) <= (
                1 + filler_length / main_length
            )


def test_cfi_ends_where_it_began(tmp_path):
    """The DWARF frame address at the ret is again the stack pointer plus one slot."""
    toolchain.need("readelf")
    for bits, sp in ((64, "rsp+8"), (32, "esp+4")):
        build(tmp_path, "gas-elf", 0, bits)
        shown = toolchain.run(f"readelf --debug-dump=frames-interp {tmp_path}/unit.o").stdout
        row = re.compile(r"[0-9a-f]+ \wsp\+")
        tables = [
            [line.split() for line in part.splitlines() if row.match(line)] for part in shown.split("LOC")[2:]
        ]
        assert len(tables) == 2
        for rows in tables:
            first, last, deepest = rows[0], rows[-1], max(rows, key=lambda row: int(row[1].split("+")[1]))
            assert first[1] == last[1] == sp
            assert set(last[2:-1]) <= {"u"} and last[-1].startswith("c-")
            assert int(deepest[1].split("+")[1]) > 16
