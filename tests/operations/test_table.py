# SPDX-License-Identifier: MIT
"""The build refuses whatever disagrees with the table of operations, and names file and line."""

import os
import re
import shutil
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "asm"))
from asmgen.operations import ELEMENTS, OPERATIONS, count, flag, read, row, times, update  # noqa: E402

HEADER = "include/oldguard/kernels.h"
ECB = "typedef void og_des_ecb_fn(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,"


@pytest.fixture
def tree(tmp_path):
    """The sources, of which include/ and asm/asmgen/ may be changed. Without asm/kernels/, which takes seconds
    to read and has no part in this."""
    for name in ("src", "dev"):
        os.symlink(os.path.join(ROOT, name), tmp_path / name)
    shutil.copytree(os.path.join(ROOT, "asm", "asmgen"), tmp_path / "asm" / "asmgen")
    shutil.copytree(os.path.join(ROOT, "include"), tmp_path / "include")
    return tmp_path


def catalogue(tree):
    """Returns (exit status, what dev/tools/catalogue.py printed) as the configuration of a build runs it."""
    done = subprocess.run(
        [
            *(sys.executable, "-B", "dev/tools/catalogue.py", "--root", ".", "--arch", "other"),
            *("--out", str(tree / "generated")),
        ],
        cwd=tree,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def replace(path, old, new):
    """Replaces the only occurrence of `old` and returns its line."""
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    "old, new, op",
    [
        ("og_des_crypt25_fn(uint8_t out[8],", "og_des_crypt25_fn(uint32_t out[8],", "des.crypt25"),
        ("og_sha1_blocks_fn(uint32_t cv[5],", "og_sha1_blocks_fn(uint32_t cv[6],", "sha1.blocks"),
        ("og_sha1_lanes_fn(uint32_t (*cv)", "og_sha1_lanes_fn(uint32_t (*state)", "sha1.lanes"),
        (ECB, ECB.replace(" size_t nblocks,", ""), "des.ecb"),
        ("og_des_key_fn(", "og_des_schedule_fn(", "des.key"),
    ],
    ids=("type", "bound", "name", "argument missing", "typedef missing"),
)
def test_a_function_type_that_differs_is_refused(tree, old, new, op):
    line = replace(tree / HEADER, old, new)
    status, text = catalogue(tree)
    assert status == 1
    place = f"{HEADER}:{1 if op == 'des.key' else line}: "
    assert f"{place}not the type that asm/asmgen/operations.py declares for {op}" in text
    assert not (tree / "generated").exists()


def test_a_row_that_differs_is_refused(tree):
    last = 'number("salt"),\n        instead="des.crypt_lanes",  # of'
    replace(tree / "asm" / "asmgen" / "operations.py", last, last.replace("number", "count"))
    status, text = catalogue(tree)
    assert status == 1
    assert re.search(
        HEADER + r":\d+: not the type that asm/asmgen/operations.py declares for des.crypt25", text
    )
    assert "size_t salt);" in text


def test_a_kernel_of_another_algorithm_is_refused(tree):
    """OLDGUARD_ALGORITHMS takes the algorithm of a kernel from its stem."""
    replace(
        tree / "asm" / "asmgen" / "operations.py", '{"des3": "des"', '{"des3": "des", "sha1": "whirlpool"'
    )
    status, text = catalogue(tree)
    assert status == 1
    assert "src/sha1/sha1_c_fast.c:1: sha1_c_fast is no kernel of whirlpool" in text


@pytest.mark.parametrize(
    "new, mistake",
    [
        ("", "sha1.lanes has no C kernel, and no `instead`"),
        ('instead="sha1.block",', "'sha1.block' cannot serve instead of sha1.lanes"),
        ('instead="sha1.lanes",', "'sha1.lanes' cannot serve instead of sha1.lanes"),
        ('instead="sha1dc.blocks",', "'sha1dc.blocks' cannot serve instead of sha1.lanes"),
    ],
)
def test_an_operation_that_nothing_serves_is_refused(tree, new, mistake):
    """Every operation has a C kernel, or the table names another operation of the algorithm."""
    next_row = '\n    ),\n    row(\n        "pbkdf2.sha1_lanes"'
    replace(tree / "asm" / "asmgen" / "operations.py", 'instead="sha1.blocks",' + next_row, new + next_row)
    status, text = catalogue(tree)
    assert status == 1 and f"asm/asmgen/operations.py: {mistake}" in text


def test_the_build_knows_every_algorithm():
    with open(os.path.join(ROOT, "dev", "cmake", "OldguardSubset.cmake"), encoding="utf-8") as file:
        known = re.search(r"^set\(known (.*)\)$", file.read(), re.M).group(1).split()
    assert known == list(dict.fromkeys(op.algorithm for op in OPERATIONS.values()))


def test_a_size_that_is_no_multiple_of_its_type_is_refused(tree):
    line = replace(
        tree / "asm" / "asmgen" / "operations.py", '"uint8_t {}[64]", 64)', '"uint8_t {}[64]", 60)'
    )
    status, text = catalogue(tree)
    assert status == 1
    assert "whirlpool.blocks: 60 bytes of 'cv' are no multiple of 64" in text
    first = re.search(r'operations\.py", line (\d+), in <module>', text)
    assert 0 <= line - int(first[1]) < 10, "the traceback names the row"


def test_a_size_in_an_unknown_unit_is_refused():
    with pytest.raises(ValueError, match="x.y: the size of 'in' depends on nblocks"):
        row("x.y", "og_x_fn", read("in", "const uint8_t *{}", times(8, "nblocks")), flag("encrypt"))


def test_the_table_becomes_c(tmp_path):
    """The enumeration and the harness's arguments, row by row, in the order of the table."""
    subprocess.run(
        [sys.executable, *"-B dev/tools/catalogue.py --root . --arch other --out".split(), str(tmp_path)],
        cwd=ROOT,
        check=True,
    )
    text = (tmp_path / "operations.h").read_text()
    names = re.findall(r'^    X\(\w+, \w+, "([a-z0-9_.]+)", og_\w+_fn\)', text, re.M)
    assert names == list(OPERATIONS)
    arguments = re.findall(r'^    X\((\w+), (\w+), "(\w+)", (\d+), ([01]), ([01]), (\w+)\)', text, re.M)
    assert [(op, role, name) for op, role, name, *_ in arguments] == [
        (op.name.replace(".", "_").upper(), a.role(), a.name)
        for op in OPERATIONS.values()
        for a in op.arguments
    ]
    for *_, size, _, _, element in arguments:
        assert int(size) % ELEMENTS.get(element, 1) == 0


def test_roles_follow_from_access():
    op = row(
        "x.y",
        "og_x_fn",
        update("cv", "uint32_t {}[5]", 20),
        read("blocks", "const uint8_t *const *{}", times(64, "n"), per_lane=True),
        read("ks", "const og_des_key *{}", 128),
        count("n"),
    )
    assert [a.role() for a in op.arguments] == ["input_output", "pointers", "key", "count"]
    assert op.prototype("f") == (
        "void f(uint32_t cv[5], const uint8_t *const *blocks, const og_des_key *ks, size_t n);"
    )
