# SPDX-License-Identifier: MIT
"""Local shards by the native command: a stand-in that prints the same lines, with every kind of line."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import fixity, rows_of

from oldguard_fixity import native

STAND_IN = r"""
import base64, datetime, errno, hashlib, json, os, sys
if "--help" in sys.argv:
    print("--files0-from")
    sys.exit()
open(os.environ["CALLS"], "a").write("call\n")
for name in sys.stdin.buffer.read().split(b"\0")[:-1]:
    try:
        line = {"v": 1, "name": name.decode()}
    except UnicodeDecodeError:
        line = {"v": 1, "name_b64": base64.b64encode(name).decode()}
    try:
        data = open(name, "rb").read()
        status = os.stat(name)
        seconds = datetime.datetime.fromtimestamp(status.st_mtime_ns // 10**9, datetime.timezone.utc)
        line["inode"] = status.st_ino
        line["mtime"] = f"{seconds:%Y-%m-%dT%H:%M:%S}.{status.st_mtime_ns % 10**9:09}Z"
        line |= {"size": len(data), "sha1": hashlib.sha1(data).hexdigest(), "other": {"a": [1]}}
        if data == b"attack":
            line["attacked"] = True
        if data == b"changed":
            line["changed_while_read"] = True
    except OSError as error:
        line |= {"status": "unreadable", "error": error.strerror, "errno": errno.errorcode[error.errno]}
    print(json.dumps(line))
print(json.dumps({"v": 1, "summary": {}, "complete": True}))
sys.exit(1)
"""


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    program = tmp_path / "oldguard"
    program.write_text(f"#!{sys.executable}\n{STAND_IN}")
    program.chmod(0o755)
    monkeypatch.setenv("OLDGUARD", str(program))
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    native.command.cache_clear()
    yield program
    native.command.cache_clear()


def test_the_command_and_this_process_see_the_same(
    tree: Path, tmp_path: Path, stand_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "line\nfeed").write_bytes(b"x")
    (tree / os.fsdecode(b"\xff")).write_bytes(b"y")
    (tree / "-").write_bytes(b"")
    os.utime(tree / "d0/f00", ns=(0, 1))
    os.utime(tree / "d0/f03", ns=(0, -(10**9) - 1))
    for job in ("native", "python"):
        assert fixity("plan", tree, tmp_path / job, "--shard-objects", "8") == 0
    (tree / "d1/f01").unlink()
    os.utime(tree / "d1/f04", ns=(0, 5))
    assert fixity("run", tmp_path / "native", "--progress", "none") == 1
    assert (tmp_path / "calls").read_text() == "call\n" * 5
    monkeypatch.setenv("OLDGUARD", "true")
    native.command.cache_clear()
    assert fixity("run", tmp_path / "python", "--progress", "none") == 1
    by_command, by_process = rows_of(tmp_path / "native"), rows_of(tmp_path / "python")
    assert len(by_command) == 33
    assert by_command["d1/f01"]["status"] == "missing"
    assert by_command["d1/f04"]["tag"].startswith("5-")
    for rows in (by_command, by_process):
        for row in rows.values():
            row["attacked"] = bool(row["attacked"])
    assert by_command == by_process


def test_attacks_and_other_errors_are_taken_over(tree: Path, tmp_path: Path, stand_in: Path) -> None:
    (tree / "attack").write_bytes(b"attack")
    (tree / "changed").write_bytes(b"changed")
    (tree / "folder").write_bytes(b"")
    assert fixity("plan", tree, tmp_path / "job") == 0
    (tree / "folder").unlink()
    (tree / "folder").mkdir()
    assert fixity("run", tmp_path / "job", "--progress", "none") == 1
    rows = rows_of(tmp_path / "job")
    assert rows["attack"]["attacked"] and rows["attack"]["status"] == "new"
    assert (rows["folder"]["status"], rows["folder"]["error"]) == ("missing", "Is a directory")
    assert (rows["changed"]["status"], rows["changed"]["digest"]) == ("changed", None)


@pytest.mark.parametrize(
    "script",
    [
        "exit 2",
        "echo no JSON",
        """echo '{"v":1,"name":"./other","sha1":"x","size":1}'""",
        "true",
        "kill -9 $$",
    ],
)
def test_a_command_that_fails_as_a_whole_stops_the_run(
    script: str, tree: Path, tmp_path: Path, stand_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in.write_text(
        f"#!/bin/sh\n[ $2 = --help ] && echo --files0-from && exit\ncat >/dev/null\n{script}\n"
    )
    assert fixity("plan", tree, tmp_path / "job") == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 3
    assert "sum: " in capsys.readouterr().err
    assert not list((tmp_path / "job" / "done").iterdir())


def test_a_source_that_is_gone_stops_the_run(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fixity("plan", tree, tmp_path / "job") == 0
    tree.rename(tmp_path / "unmounted")
    assert fixity("run", tmp_path / "job", "--progress", "none") == 3
    assert "is gone" in capsys.readouterr().err
    (tmp_path / "unmounted").rename(tree)
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
