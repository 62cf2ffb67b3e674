# SPDX-License-Identifier: MIT
"""The lines of src/core/defaults.tune, and the classes of processors in them, as dev/tools/descriptions.py reads
them."""

import os
import re
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "dev", "tools"))
from descriptions import CatalogueError, Entry, OrderLine, read_cpu, read_models, read_orders  # noqa: E402

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
        "# comment\ncpu slow midr-0x41-0xd03 cpufamily\nsha1.blocks sha1_c_ref 64-127 1.5 slow # why\n"
        "one-by-one sha1.lanes slow\nsha1.lanes sha1_a64_x2 128 2\n",
    )
    assert cpus == {"slow": [("midr", 0x41, 0xD03, 0xD03), ("cpufamily", 0, 0, 0)]}
    assert lines == [
        OrderLine("sha1.blocks", "sha1_c_ref", 64, 127, 1.5, "slow"),
        OrderLine("sha1.lanes", None, 0, None, 0.0, "slow"),
        OrderLine("sha1.lanes", "sha1_a64_x2", 128, None, 2.0, None),
    ]


@pytest.mark.parametrize(
    "line, mistake",
    [
        ("cpu a GenuineIntel\ncpu a AuthenticAMD", "2: not 'cpu NEW-NAME MODELS...'"),
        ("cpu a", "1: not 'cpu NEW-NAME MODELS...'"),
        ("cpu a" + " midr-0x41" * 17, "1: not 'cpu NEW-NAME MODELS...'"),
        ("one-by-one sha1.lanes", "1: not 'one-by-one op cpu'"),
        ("one-by-one sha1.lanes a b", "1: not 'one-by-one op cpu'"),
        ("one-by-one no.such a", "1: not 'one-by-one op cpu'"),
        ("one-by-one sha1.lanes a", "1: no line 'cpu a' above"),
        ("sha1.lanes sha1_a64_x2 0 1 a", "1: no line 'cpu a' above"),
        ("sha1.lanes sha1_c_ref 0 1", "1: no kernel sha1_c_ref serves sha1.lanes"),
        ("sha1.blocks sha1_c_ref 9-8 1", "1: '9-8' is no size"),
        ("sha1.blocks sha1_c_ref 0", "1: not 'op stem sizes cycles-per-byte [cpu]'"),
        ("# nothing", "1: empty"),
    ],
)
def test_wrong_lines(tmp_path, line, mistake):
    with pytest.raises(CatalogueError, match=re.escape("src/core/defaults.tune:" + mistake)):
        orders(tmp_path, line + "\n")
