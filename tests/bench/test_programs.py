# SPDX-License-Identifier: MIT
"""bench/programs.py: the order of the commands, the table, and every kind of work on a few files. No result
depends on a time."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

import programs  # noqa: E402 (which the path above leads to)

needs_hyperfine = pytest.mark.skipif(not shutil.which("hyperfine"), reason="hyperfine is not installed")


@needs_hyperfine
def test_commands_take_turns_and_a_failure_is_not_repeated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = {
        name: f"echo {name} >>calls; exit {status}" for name, status in (("a", 0), ("b", 3), ("c", 0))
    }
    found = programs.rounds(commands, 2)
    assert (tmp_path / "calls").read_text().split() == ["c", "b", "a", "a", "c", "c", "a"]
    assert found["b"] == 3 and [len(found[name]) for name in "ac"] == [2, 2]
    assert programs.rounds({"none": "no-such-program-here"}, 1) == {"none": programs.NOT_FOUND}


def test_the_table_has_medians_and_ratios_to_the_first():
    runs = {"ours": [(1, 9), (2, 2), (9, 1)], "peer": [(5, 1)], "other": 127, "broken": 3}
    assert programs.table("title", runs).splitlines() == [
        "| title | CPU s | wall s | CPU, of the first |",
        "|---|---:|---:|---:|",
        "| ours | 2.000 | 2.000 | 1.00 |",
        "| peer | 5.000 | 1.000 | 2.50 |",
        "| other | not found |  |  |",
        "| broken | FAILED: exit status 3 |  |  |",
    ]
    assert (
        programs.table("title", {"ours": 127, "peer": [(5, 1)]}).splitlines()[3]
        == "| peer | 5.000 | 1.000 |  |"
    )


@needs_hyperfine
def test_every_kind_of_work(tmp_path, capsys):
    words = ["--divide", "10000", "--runs", "1", os.environ["OLDGUARD"], str(tmp_path)]
    assert programs.main(words) == 0
    text = capsys.readouterr().out
    assert "FAILED" not in text and text.count("|---|") == 12
    measured = [line for line in text.splitlines() if re.match(r"\| oldguard (sum|audit|des)", line)]
    assert len(measured) >= 10 and all(re.search(r"\d \|$", line) for line in measured)
    assert os.listdir(tmp_path) == []


@needs_hyperfine
def test_wrong_data_are_no_result(tmp_path, capsys):
    wrong = tmp_path / "wrong"
    wrong.write_text('#!/bin/sh\nfor last; do :; done\necho >"$last"\n')
    wrong.chmod(0o755)
    assert programs.main(["--divide", "10000", "--only", "3DES", str(wrong), str(tmp_path / "files")]) == 1
    assert "| the files | FAILED: exit status 1 |" in capsys.readouterr().out
