# SPDX-License-Identifier: MIT
"""The lines of src/core/defaults.tune, and the classes of processors in them, as dev/tools/descriptions.py reads
them."""

import os
import re
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "dev", "tools"))
from descriptions import (  # noqa: E402
    CatalogueError,
    Cpu,
    Entry,
    OrderLine,
    read_cpu,
    read_models,
    read_orders,
)

ANY = 0xFFFFFFFF
KERNEL = Entry("sha1_c_ref", "sha1.blocks", "og_sha1_c_ref", (), 1, True, 0, "", "", "src/sha1/sha1_c_ref.c")
LANES = Entry("sha1_a64_x2", "sha1.lanes", "og_sha1_a64_x2", (), 2, True, 128, "", "", "x.py")


@pytest.mark.parametrize(
    "word, models",
    [
        ("GenuineIntel", ("GenuineIntel", 0, 0, 0)),
        ("GenuineIntel-6", ("GenuineIntel", 6, 0, ANY)),
        ("GenuineIntel-6-143", ("GenuineIntel", 6, 143, 143)),
        ("AuthenticAMD-25-0:15", ("AuthenticAMD", 25, 0, 15)),
        ("midr", ("midr", 0, 0, 0)),
        ("midr-0x61", ("midr", 0x61, 0, ANY)),
        ("midr-0x41-0xd03", ("midr", 0x41, 0xD03, 0xD03)),
        ("midr-0x41-0xd02:0xd05", ("midr", 0x41, 0xD02, 0xD05)),
        ("cpufamily-0x1b588bb3", ("cpufamily", 0x1B588BB3, 0, ANY)),
    ],
)
def test_models(word, models):
    assert read_models(word) == models


@pytest.mark.parametrize(
    "word",
    [
        *("", "Intel", "GenuineIntel-", "GenuineIntel-6-", "GenuineIntel-0-1", "GenuineIntel-6-9:8"),
        *("GenuineIntel-0x6-143", "GenuineIntel-6-1:2:3", "GenuineIntel-6-4294967296"),
        *(
            "midr-65-3331",
            "midr-0x41-0xD03",
            "midr-0x0-0x51",
            "midr-0x41-0xd05:0xd02",
            "midr-0x41-",
            "midr-0x",
        ),
        *("midr-0x100000000", "MIDR-0x41", "midr-0x41-0xd03-0x4"),
    ],
)
def test_wrong_models(word):
    assert read_models(word) is None
    assert read_cpu(["cpu", "name", "GenuineIntel", word]) is None


def orders(tmp_path, text):
    folder = tmp_path / "src" / "core"
    folder.mkdir(parents=True)
    (folder / "defaults.tune").write_text(text)
    return read_orders(tmp_path, [KERNEL, LANES])[1:]


def test_lines(tmp_path):
    lines, cpus = orders(
        tmp_path,
        "# comment\ncpu slow midr-0x41-0xd03 cpufamily\nderived slow by a model\nmeasured all some, 2026\n"
        "derived model no processor\nsha1.blocks sha1_c_ref 64-127 1.5 slow # why\n"
        "sha1.lanes one-by-one 0/long 3 slow\nsha1.lanes sha1_a64_x2 128/short 2\n"
        "sha1.lanes sha1_a64_x2 128 2 model\n",
    )
    assert cpus == {
        "slow": Cpu([("midr", 0x41, 0xD03, 0xD03), ("cpufamily", 0, 0, 0)], "by a model", False),
        "all": Cpu([], "some, 2026", True),
        "model": Cpu([], "no processor", False),
    }
    assert lines == [
        OrderLine("sha1.blocks", "sha1_c_ref", 64, 127, 1.5, "slow", 3),
        OrderLine("sha1.lanes", "one-by-one", 0, None, 3.0, "slow", 1),
        OrderLine("sha1.lanes", "sha1_a64_x2", 128, None, 2.0, "all", 2),
        OrderLine("sha1.lanes", "sha1_a64_x2", 128, None, 2.0, "model", 3),
    ]


@pytest.mark.parametrize(
    "line, mistake",
    [
        ("cpu a GenuineIntel\ncpu a AuthenticAMD", "2: not 'cpu NEW-NAME MODELS...'"),
        ("cpu a", "1: not 'cpu NEW-NAME MODELS...'"),
        ("cpu a" + " midr-0x41" * 17, "1: not 'cpu NEW-NAME MODELS...'"),
        ("sha1.blocks one-by-one 0 1", "1: sha1.blocks has no choice one-by-one"),
        ("no.such one-by-one 0 1", "1: no.such has no choice one-by-one"),
        ("sha1.blocks sha1_c_ref 0/short 1", "1: sha1.blocks does not distinguish short messages"),
        ("sha1.lanes sha1_a64_x2 0/brief 1", "1: '0/brief' is no size"),
        ("sha1.lanes sha1_a64_x2 0 1 a", "1: no line 'measured a' or 'derived a' above"),
        ("cpu a midr\nsha1.lanes sha1_a64_x2 0 1 a", "2: no line 'measured a' or 'derived a' above"),
        ("sha1.lanes sha1_a64_x2 0 1", "1: no line 'measured all' or 'derived all' above"),
        ("measured all", "1: not 'measured NAME SOURCE...', once for each name"),
        ("measured a b\nderived a c", "2: not 'derived NAME SOURCE...', once for each name"),
        ("measured a " + "b" * 81, "1: over 80 characters"),
        ("sha1.lanes sha1_c_ref 0 1", "1: no kernel sha1_c_ref serves sha1.lanes"),
        ("sha1.blocks sha1_c_ref 9-8 1", "1: '9-8' is no size"),
        ("sha1.blocks sha1_c_ref 0", "1: not 'op stem sizes cycles-per-byte [cpu]'"),
        ("# nothing", "1: empty"),
    ],
)
def test_wrong_lines(tmp_path, line, mistake):
    with pytest.raises(CatalogueError, match=re.escape("src/core/defaults.tune:" + mistake)):
        orders(tmp_path, line + "\n")
