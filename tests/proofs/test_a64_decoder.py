# SPDX-License-Identifier: MIT
"""The decoder of AArch64 reads back every form of the table, and refuses or notices every other word."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import EMIT, ROOT
from planted import function

from asmgen.errors import KernelError
from asmgen.kernel import Unit
from asmgen.layout import layout
from asmgen.operands import Mem
from asmgen.stream import Instr
from proofs import cli
from proofs.cli import target_of_bytes
from proofs.errors import Refused
from proofs.objects import code, decode_a64
from proofs.objects.image import START

sys.path.append(os.path.join(ROOT, "tests", "asmgen"))
import forms_a64 as forms  # noqa: E402 (which the path above leads to)

REPEATS = 8
AT = 0x400000  # address of an instruction
LANDING = (32, 34, 36, 38)  # hints that are landing pads


def read(word):
    """Returns the Instr of a word."""
    return decode_a64.A64Decoder(AT, word).at(AT)[0]


def equal(found, meant):
    return found.form.mnemonic == meant.form.mnemonic and (
        len(found.operands) == len(meant.operands)
        and all(decode_a64.same(a, b, {}) for a, b in zip(found.operands, meant.operands))
    )


def instances():
    """Yields instructions of every form without a label."""
    f, chooser = forms.blank(), forms.Chooser(seed=7)
    for form in forms.all_forms():
        if not form.branches and form.mnemonic not in ("adr", "hint"):
            for _ in range(REPEATS):
                yield chooser.instance(f, form)


def test_every_form():
    tested = set()
    for item in instances():
        found = read(forms.A64.encoder.draft(item, False))
        assert found.form is item.form and equal(found, item), f"{item.form.signature}: read as {found.note}"
        tested.add(item.form)
    branches = {form for form in forms.all_forms() if form.branches or form.mnemonic in ("adr", "hint")}
    assert tested | branches == set(forms.all_forms())


def test_no_flipped_bit_is_overlooked():
    """A word with one flipped bit is refused or is another instruction."""
    for item in list(instances())[::REPEATS]:
        word = int.from_bytes(forms.A64.encoder.draft(item, False), "little")
        for bit in range(32):
            try:
                found = read((word ^ 1 << bit).to_bytes(4, "little"))
            except Refused:
                continue
            assert not equal(found, item), f"{item.form.signature}, bit {bit}"


def test_branches_and_constants():
    f = forms.branching()
    f.kernel.entries.append((f.op, f.symbol, None))
    unit = Unit(f.kernel, f.abi, [f], list(f.pool.values()))
    machine_code = code.of_unit(unit, f.symbol)  # compares the operands and the targets
    read_back = [machine_code.fetch(START + 4 * i)[0] for i in range(len(f.instructions()))]
    assert [item.form for item in read_back] == [item.form for item in f.instructions()]
    places = [mem.disp for item in read_back for mem in item.operands if isinstance(mem, Mem)]
    content = machine_code.image.sections[0].content
    assert len(places) == 7 and all(content[at - START] == i for i, at in enumerate(places))


@pytest.mark.parametrize("number", range(128))
def test_hints(number):
    """A landing pad is read. Other hints sign pointers or wait, so no proof passes over them."""
    word = (0xD503201F | number << 5).to_bytes(4, "little")
    if number == 0:
        assert read(word).form.mnemonic == "nop"
    elif number in LANDING:
        assert read(word).operands == (number,)
    else:
        with pytest.raises(Refused, match="not in the instruction table"):
            read(word)


@pytest.mark.parametrize(
    "word,words",
    [
        ("00000000", "no instruction|not in the instruction table"),
        ("ffffffff", "no instruction"),
        ("2000", "no instruction"),  # half of one
        ("e003212a", "'mvn w0, w1' at 0x0 is not in the instruction table"),
        ("20c0224e", "not in the instruction table"),  # smull2
        ("0044228b", "not in the instruction table|no instruction"),
    ],
)
def test_other_words(word, words):
    with pytest.raises(Refused, match=words):
        read(bytes.fromhex(word))


@pytest.mark.parametrize(
    "changed,words",
    [
        (lambda word: word ^ 1 << 5, "is encoded as"),
        (lambda word: word ^ 1 << 29, "is encoded as|no instruction|not in the instruction table"),
        (lambda word: 0, "no instruction|not in the instruction table"),
    ],
)
def test_wrong_bytes_of_a_kernel(monkeypatch, changed, words):
    """The bytes of a kernel must be its instructions, at every place."""
    unit, f = function("sha1_a64_ce", "aapcs64", "sha1.blocks")
    right = unit.code()
    length = len([item for item in f.stream if isinstance(item, Instr)])
    for at in (1, length // 2, length - 2):
        word = changed(int.from_bytes(right[4 * at : 4 * at + 4], "little"))
        wrong = right[: 4 * at] + word.to_bytes(4, "little") + right[4 * at + 4 :]
        monkeypatch.setattr(Unit, "code", lambda unit, wrong=wrong: wrong)
        with pytest.raises((KernelError, Refused), match=words):
            target_of_bytes(unit, f)


def test_a_wrong_branch_of_a_kernel(monkeypatch):
    """The target of a branch is compared, too."""
    unit, f = function("sha1_a64_ce", "aapcs64", "sha1.blocks")
    right = unit.code()
    at = next(
        at for item, at, _ in layout(f.stream, f.arch.encoder) if isinstance(item, Instr) and item.is_branch
    )
    word = int.from_bytes(right[at : at + 4], "little") ^ 1 << 5
    wrong = right[:at] + word.to_bytes(4, "little") + right[at + 4 :]
    monkeypatch.setattr(Unit, "code", lambda unit: wrong)
    with pytest.raises(KernelError, match="is encoded as"):
        target_of_bytes(unit, f)


def test_an_encoder_that_disagrees_is_noticed(monkeypatch):
    unit, f = function("sha1_a64_ce", "aapcs64", "sha1.blocks")
    monkeypatch.setattr(decode_a64.A64Decoder, "_code", lambda self, item, name, address: bytes(4))
    with pytest.raises(Refused, match="the decoder and the encoder disagree"):
        target_of_bytes(unit, f)


def test_without_the_decoder(monkeypatch):
    monkeypatch.setattr(decode_a64, "capstone", None)
    with pytest.raises(Refused, match="pip install capstone"):
        target_of_bytes(*function("sha1_a64_ce", "aapcs64", "sha1.blocks"))


# -- objects ---------------------------------------------------------------------------------------
def assembled(folder, text):
    """Returns the object of a text for GNU as."""
    tool = "aarch64-linux-gnu-as"
    if shutil.which(tool) is None:
        if os.environ.get("OLDGUARD_REQUIRE_TOOLS") == "1":
            pytest.fail(f"{tool} is not installed")
        pytest.skip(f"{tool} is not installed")
    (folder / "t.s").write_text(text)
    subprocess.run([tool, "-o", folder / "t.o", folder / "t.s"], check=True)
    return folder / "t.o"


def emitted(stem):
    arguments = [*EMIT, stem, "--dialect", "elf-a64"]
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("stem,op", [("sha1_a64_ce", "sha1"), ("whirlpool_a64_neon", "whirlpool")])
def test_the_assembled_kernel(tmp_path, prove, stem, op):
    made = assembled(tmp_path, emitted(stem).replace('#error "', '// "'))
    status, text = prove(made, f"og_{stem}", "--op", f"{op}.blocks")
    assert status == 0 and "PROVED for all inputs of any number of blocks" in text


# Sums up two words of a block with constants of another section. The text has each kind of relocation.
SUMS = """
        .text
        .globl sums
        .type sums, %function
sums:   stp x29, x30, [sp, #-16]!
        mov x29, sp
        adrp x3, table
        add x3, x3, :lo12:table
        ldr w4, [x3]
        adrp x5, table
        ldr w5, [x5, :lo12:table + 4]
        adr x6, near
        ldr w6, [x6]
        add w4, w4, w5
        add w4, w4, w6
        str w4, [x0]
        {restore}
        ret
near:   .word 4
        .section .rodata
        .p2align 3
table:  .word 3, 5
        .xword near
"""


def constants(w, counts, before):
    """Stores 12 in the first word of the chaining value."""
    return {"cv": [12, 0, 0, 0, *before["cv"][4:]]}


def sums(tmp_path, prove, monkeypatch, restore):
    from proofs import contracts

    monkeypatch.setitem(contracts.CONTRACTS, "sha1.blocks", constants)
    made = assembled(tmp_path, SUMS.replace("{restore}", restore))
    return prove(made, "sums", "--op", "sha1.blocks", "--arguments", "cv,blocks")


def test_relocations(tmp_path, prove, monkeypatch):
    status, text = sums(tmp_path, prove, monkeypatch, "ldp x29, x30, [sp], #16")
    assert status == 0 and "PROVED" in text, text


@pytest.mark.parametrize(
    "restore,words",
    [
        ("ldp x9, x30, [sp], #16", "returns with x29 changed"),
        ("ldp x29, x9, [sp], #16\n        mov x30, x3", "the return address changed"),
        ("ldr x29, [sp]", "the stack pointer or the return address changed"),
        ("ldp x29, x30, [sp], #16\n        str w4, [x1]", "read-only"),
    ],
)
def test_wrong_functions_of_an_object(tmp_path, prove, monkeypatch, restore, words):
    status, text = sums(tmp_path, prove, monkeypatch, restore)
    assert status == 1 and words in text, text


def test_refused_objects(tmp_path, prove):
    made = assembled(tmp_path, "f: bl g\n ret\n.data\n.hword g\n")
    given = ("f", "--op", "sha1.blocks")
    status, text = prove(made, *given)
    assert status == 2 and "'bl #0x8000000' at 0x0 is not in the instruction table" in text
    status, text = prove(made, *given, "--abi", "sysv64")
    assert status == 2 and "sysv64 is a convention of x64; the object is of a64" in text
    assert cli.main(["--object", f"{made}:g", "--op", "sha1.blocks"]) == 2
