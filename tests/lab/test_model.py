# SPDX-License-Identifier: MIT
"""Tests the model of AArch64 kernels: which instructions it takes, and that docs/model.md is up to date."""

import copy
import json

import pytest
from conftest import lab

from asmgen import kernel
from asmgen.cli import KERNELS
from asmgen.operations import OPERATIONS
from lab.model import command, mca, record, report, source, steady

# As llvm-objdump prints it. Per iteration of the outer loop: 1 + 3 * (2 + 2 * 2 + 2) + 3 instructions.
NESTED = """
code.o:\tfile format elf64-littleaarch64

Disassembly of section .text:

0000000000000000 <$x>:
0000000000000000 <outer>:
       0:      \tldr\tx3, [x1], #0x8

0000000000000004 <.Lmiddle>:
       4:      \tadd\tx4, x4, x3
       8:      \tcbz\tx4, 0x1c <.Lforward>

000000000000000c <.Linner>:
000000000000000c <.Lalso>:
       c:      \tsub\tx5, x5, #0x1            // =1
      10:      \tcbnz\tx5, 0xc <.Lalso>
      14:      \tsubs\tx6, x6, #0x1
      18:      \tb.ne\t0x4 <.Lmiddle>

000000000000001c <.Lforward>:
      1c:      \tmov\tx5, x4
      20:      \tsubs\tx2, x2, #0x1
      24:      \tb.hi\t0x0 <outer>
      28:      \tret

000000000000002c <.Lother>:
      2c:      \ttbnz\tw0, #0x3, 0x2c <.Lother>
      30:      \tbl\t0x0 <outer>
      34:      \tret
"""
STRAIGHT = """
0000000000000000 <f>:
       0:      \tadrp\tx1, 0x0 <f>
       4:      \tb.eq\t0xc <f+0xc>
       8:      \tret
       c:      \tnop
"""


def taken(text, *where):
    return source.body(source.listing(text), *where)


def test_a_loop_with_its_inner_loops_written_out():
    lines, is_loop = taken(NESTED, "outer", {".Lmiddle": 3, ".Linner": 2})
    inner = ["sub x5, x5, #0x1", "cbnz x5, .Lalso"]
    middle = ["add x4, x4, x3", "cbz x4, .Lforward", *inner, *inner, "subs x6, x6, #0x1", "b.ne .Lmiddle"]
    last = ["mov x5, x4", "subs x2, x2, #0x1", "b.hi outer"]
    assert is_loop and list(lines) == ["ldr x3, [x1], #0x8", *middle * 3, *last]
    assert len(taken(NESTED, "outer")[0]) == 10
    assert len(taken(NESTED, ".Linner")[0]) == 2


def test_code_without_a_loop_ends_before_ret():
    assert taken(STRAIGHT) == (("adrp x1, f", "b.eq f"), False)


def test_loops_that_are_not_there():
    with pytest.raises(source.SourceError, match=r"name one of the loops: .*\.Lother \(1 instructions\)"):
        taken(NESTED)
    with pytest.raises(source.SourceError, match="no loop begins at .Lforward"):
        taken(NESTED, ".Lforward")


def test_places():
    assert source.place("a.s") == source.Place("a.s", "", {}, 0)
    assert source.place("a/b.s:.L1,.L2*10@128") == source.Place("a/b.s", ".L1", {".L2": 10}, 128)
    for wrong in ("", ":x", "a.s:x,y", "a.s:x,y*0", "a.s@x"):
        with pytest.raises(source.SourceError):
            source.place(wrong)


def body(stem):
    k = kernel.find(stem, KERNELS)
    return steady.body(k, k.build("aapcs64").functions[0])


def test_an_iteration_of_a_kernel():
    one, two = body("sha1_a64_ce"), body("sha1_a64_ce_x2")
    names = [line.split()[0] for line in one.lines]
    assert names[0] == "ldp" and names[-1] == "cbnz" and names.count("sha1h") == 20
    assert (one.unit, one.units, one.chained, two.units) == ("byte", 64, False, 128)
    eform = kernel.find("des_a64_eform", KERNELS)
    chosen = {f.op.name: steady.body(eform, f) for f in eform.build("aapcs64").functions}
    assert (chosen["des.ecb"].units, chosen["des.cbc_enc"].units) == (24, 8)
    assert (chosen["des.encrypt1"].unit, chosen["des.encrypt1"].chained) == ("call", True)
    # the rounds are an inner loop
    assert sum(line.startswith("sub x4,") for line in body("whirlpool_a64_neon").lines) == 10


@pytest.mark.parametrize(
    "op, lanes, amount, found",
    [
        ("sha1.blocks", 1, 2, ("byte", 128)),
        ("sha1.lanes", 2, 1, ("byte", 128)),
        ("des.lanes", 128, 1, ("byte", 1024)),
        ("pbkdf2.sha1_lanes", 2, 1, ("iteration", 2)),
        ("des.encrypt1", 1, 1, ("call", 1)),
    ],
)
def test_work(op, lanes, amount, found):
    assert steady.work(OPERATIONS[op], lanes, amount) == found


def test_the_page_agrees_with_the_kernels():
    done = lab("model", "--check")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_record_out_of_date_is_noticed(monkeypatch):
    here = list(record.kernels("sha1_a64_ce_inorder"))
    monkeypatch.setattr(record, "kernels", lambda: here)
    good = record.document("19", mca.CORES, [record.row(*here[0][:2], "kernel", here[0][2], {})])
    assert record.stale(good) == []
    for change, words in (
        ({"instructions": 1}, "1 instructions are"),
        ({"sha256": ""}, "instructions are"),
        ({"name": "sha1_a64_gone"}, "no such kernel"),
    ):
        bad = copy.deepcopy(good)
        bad["rows"][0] |= change
        assert words in record.stale(bad)[-1]


def test_reports():
    rows = [
        record.row(
            OPERATIONS["sha1.blocks"], name, kind, steady.Body(("nop",), "byte", 64), {"neoverse-n1": 96}
        )
        for name, kind in (("sha1_a64_ce", "kernel"), ("Another 1.0", "rival"))
    ]
    doc = record.document("19.1.7", mca.CORES[:2], rows)
    assert "Another 1.0             1     64  1.50   -" in report.text(doc)
    page = report.markdown(doc)
    assert "## sha1.blocks" in page and "| *Another 1.0* | 1 | 64 | 1.50 | - |" in page
    assert "| `sha1_a64_ce` | 1 | 64 | 1.50 | - |" in page and "model" in page
    assert json.loads(record.text(doc)) == doc


def test_llvm_mca(tmp_path):
    """A chain of additions and a chain through memory, on a core whose model is known."""
    core = mca.CORES[0]
    chain = steady.Body(("add x0, x0, x1",) * 4, "call", 1)
    assert mca.cycles(chain, core) == 4
    memory = ("ldr x0, [x1]", "add x0, x0, x2", "str x0, [x1]")
    assert mca.cycles(steady.Body(memory, "call", 1), core) < 2
    assert mca.cycles(steady.Body(memory, "call", 1, chained=True), core) > 4
    wrong = tmp_path / "wrong.s"
    wrong.write_text("f:\n\tnothing x0\n")
    with pytest.raises(mca.McaError, match="error: unrecognized instruction"):
        mca.disassembled(str(wrong))


def test_the_command(tmp_path):
    other = tmp_path / "other.s"
    other.write_text(
        ".macro two\n\tadd x1, x1, x2\n\tadd x1, x1, x2\n.endm\nf:\n\ttwo\n\t.inst 0xd503201f\n\tcbnz x1, f\n\tret\n"
    )
    rival = f"sha1.blocks/Other 1={other}@1"
    done = lab("model", "--only", "sha1_a64_ce", "--core", "V2", "--rival", rival, "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = {row["name"]: row for row in json.loads(done.stdout)["rows"]}
    assert rows["Other 1"]["instructions"] == 4 and rows["Other 1"]["cycles"] == {"neoverse-v2": 2.0}
    assert rows["sha1_a64_ce"]["kind"] == "kernel"
    for arguments, words in (
        (["--core", "M9"], "unknown core M9"),
        (["--only", "x", "--rival", "sha1/x=y"], "not OPERATION/NAME=FILE"),
        (["--only", "x", "--rival", "sha1.blocks/x=/none.s"], "/none.s: no such file"),
        (["--docs", "--only", "x"], "omit --only"),
    ):
        done = lab("model", *arguments)
        assert done.returncode == 2 and words in done.stderr, done.stderr
    assert command.PAGE.endswith("model.md")
