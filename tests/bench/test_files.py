# SPDX-License-Identifier: MIT
"""bench/files: the arithmetic and the table, with stub commands. No result depends on a time."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "bench" / "files"
sys.path.insert(0, str(FOLDER))

import compare  # noqa: E402
import measure  # noqa: E402
import rows  # noqa: E402
import table  # noqa: E402
import trees  # noqa: E402


def usage(cpu, wall=1.0, memory=1.0):
    return measure.Usage(cpu, wall, memory)


def stub(costs, calls):
    """Returns a runner that takes the CPU times of each command in turn."""
    left = {command: list(times) for command, times in costs.items()}

    def run(command, folder, clock):
        calls.append(command)
        cost = left[command].pop(0)
        if isinstance(cost, str):
            raise measure.CommandFailed(cost)
        return usage(cost)

    return run


def test_rounds_are_interleaved_and_the_first_run_is_not_counted():
    calls = []
    runner = stub({"a": [9, 1, 2, 3], "b": [9, 4, 5, 6]}, calls)
    usages, failures = measure.rounds({"A": "a", "B": "b"}, ".", 3, None, runner)
    assert calls == ["b", "a", "a", "b", "b", "a", "a", "b"]
    assert [each.cpu for each in usages["A"]] == [1, 2, 3]
    assert measure.median(usages["B"], "cpu") == 5
    assert failures == {}


def test_a_failure_is_not_repeated():
    calls = []
    runner = stub({"a": [1, 1, 1], "b": ["no such option"]}, calls)
    usages, failures = measure.rounds({"A": "a", "B": "b"}, ".", 2, None, runner)
    assert failures == {"B": "no such option"} and calls.count("b") == 1
    assert len(usages["A"]) == 2


def group(**changes):
    parts = {
        "tree": "small",
        "title": "things",
        "commands": {"ours": "o", "other": "t"},
        "rows": [rows.Row("a row", "ours", "other", 0.5)],
        "needs": {},
    }
    return rows.Group(**{**parts, **changes})


def table_of(each, costs):
    lines, failures = compare.run_group(each, ".", 3, stub(costs, []))
    return lines[0], failures


@pytest.mark.parametrize(
    "ours, ratio, result", [(4.9, "0.49", "met"), (5.0, "0.50", "met"), (5.1, "0.51", "missed")]
)
def test_a_target(ours, ratio, result):
    line, _ = table_of(group(), {"o": [0, ours, ours, 100], "t": [0, 10, 1, 10]})
    assert line == ["a row", f"{ours:.2f} s", "10.00 s", ratio, "<= 0.5", result]


def test_a_scaled_row_and_one_without_target():
    each = group(rows=[rows.Row("a row", "ours", "other", 1.2, "cpu", 16)])
    assert table_of(each, {"o": [0, 8, 8, 8], "t": [0, 1, 1, 1]})[0][2:] == [
        "16.00 s",
        "0.50",
        "<= 1.2",
        "met",
    ]
    each = group(rows=[rows.Row("a row", "ours", "other")])
    assert table_of(each, {"o": [0, 8, 8, 8], "t": [0, 1, 1, 1]})[0][3:] == ["8.00", "", ""]


def test_a_memory_limit():
    row = rows.Row("memory", "ours", "", 64, "memory")
    for memory, result in ((64, "met"), (65, "missed")):
        line = table.line(row, group(), {"ours": [usage(1, memory=memory)]}, {})
        assert line == ["memory", f"{memory:.1f} MiB", "", "", "<= 64 MiB", result]


def test_an_absent_program_is_not_found_and_not_run():
    each = group(needs={"other": ("no-such-program-here", "its-package")})
    line, failures = table_of(each, {"o": [1, 1, 1, 1]})
    assert line == ["a row", "", "", "", "<= 0.5", "other: not found (its-package)"]
    assert list(failures) == ["other"]
    assert rows.missing(("module:no_such_module", "x")) == "not found (x)"
    assert rows.missing(("sh", "x")) == rows.missing(("module:json", "x")) == ""


def test_a_setup_that_fails():
    line, failures = table_of(group(setup="s"), {"s": ["disk full"]})
    assert failures["ours"] == "the setup failed: disk full" and "disk full" in line[5]


def test_the_table_is_aligned():
    text = table.markdown("title", [["a", "1.00 s", "2.00 s", "0.50", "<= 0.5", "met"]])
    lines = text.splitlines()
    assert len(lines) == 3 and lines[0].startswith("| title |") and lines[2].endswith("| met |")
    assert lines[0].count("|") == lines[1].count("|") == lines[2].count("|") == 7


def test_a_real_command_and_its_children(tmp_path):
    import time

    (tmp_path / "x").touch()
    got = measure.run("test -e x && seq 10 | cat", tmp_path, time.perf_counter)
    assert got.cpu >= 0 and got.memory > 0
    with pytest.raises(measure.CommandFailed, match="the reason"):
        measure.run("echo the reason >&2; exit 3", tmp_path, time.perf_counter)
    with pytest.raises(measure.CommandFailed, match="exit status 4"):
        measure.run("exit 4", tmp_path, time.perf_counter)


def test_every_row_names_commands_of_its_group(tmp_path):
    made = trees.Trees(tmp_path, quick=True, million=True)
    for each in rows.groups("oldguard", made):
        assert callable(getattr(made, each.tree))
        for row in each.rows:
            assert row.ours in each.commands and (row.other in each.commands or row.measure == "memory")
        assert set(each.needs) <= set(each.commands)


class SmallTrees(trees.Trees):
    """A few files of each kind."""

    def __init__(self, root, quick, million):
        super().__init__(root, quick, False)
        self.small_count = self.bag_count = 7
        self.mid_count = 2
        self.huge_size = self.sparse_size = self.zeros_size = 2 << 20


def test_the_whole_script_with_a_stub(tmp_path, monkeypatch, capsys):
    """The trees are made, and every command of oldguard runs where its files are."""
    fake = tmp_path / "oldguard"
    fake.write_text(
        f'#!/bin/sh\necho "$@" >>{tmp_path}/calls\nfor last; do :; done\n'
        '[ -e "$last" ] || { echo "$last is missing" >&2; exit 1; }\n'
    )
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(compare.trees, "Trees", SmallTrees)
    monkeypatch.setattr(rows, "missing", lambda need: "not found (x)")
    words = ["--quick", "--runs", "1", str(fake), str(tmp_path / "files")]
    assert compare.main(words) == 0
    text = capsys.readouterr().out
    assert "7 small files" in text and "hashdeep: not found (x)" in text and "Median of 1 runs" in text
    calls = (tmp_path / "calls").read_text()
    for call in (
        "audit bag",
        "audit huge.torrent content",
        "audit --quick manifest.jsonl files",
        "sum -r files",
    ):
        assert f"{call}\n" in calls
    assert (tmp_path / "files/bag-7/bag/manifest-sha1.txt").read_text().count("data/") == 7
    fake.write_text("#!/bin/sh\nexit 1\n")
    assert compare.main(words) == 1


def test_the_bag_and_the_torrent_are_valid(tmp_path):
    made = SmallTrees(tmp_path, True, False)
    checked = subprocess.run(
        ["sha1sum", "--quiet", "-c", "manifest-sha1.txt"],
        cwd=made.bag() / "bag",
        capture_output=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    torrent = (made.huge() / "huge.torrent").read_bytes()
    assert torrent.startswith(b"d8:announce") and torrent.endswith(b"ee") and b"6:pieces40:" in torrent
