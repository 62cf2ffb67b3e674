# SPDX-License-Identifier: MIT
"""Trees, manifests and job folders of somebody else: nothing outside is read, and no run hangs or lies."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import PACKAGE, fixity, in_process, rows_of, sha1, statuses

from oldguard_fixity import files, native


@pytest.fixture(params=["command", "process"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Lets the command of the build hash the files, or this process."""
    monkeypatch.setattr(native, "CHECK_SECONDS", 0.05)
    if request.param == "process":
        monkeypatch.setenv("OLDGUARD", "true")
    native.command.cache_clear()
    yield request.param
    native.command.cache_clear()


def run(job: Path) -> int:
    return fixity("run", job, "--progress", "none", "-j", "1")


def test_names_outside_of_the_source_are_not_read(tree: Path, tmp_path: Path, way: str) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    names = ["../secret", str(secret), "d0/../../secret", "..", "a\0b", "/"]
    lines = [{"v": 1, "name": name, "sha1": sha1(b"secret")} for name in [*names, "d0/f03"]]
    listed = tmp_path / "listed"
    listed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert fixity("plan", tree, tmp_path / "job", "--expect", listed) == 0
    assert run(tmp_path / "job") == 1
    rows = rows_of(tmp_path / "job")
    for name in names:
        assert (rows[name]["status"], rows[name]["digest"]) == ("unreadable", None), name
    assert rows["d0/f06"]["status"] == "new" and rows["d0/f03"]["status"] == "changed"


def test_a_tree_that_changes_after_the_plan(tree: Path, tmp_path: Path, way: str) -> None:
    """Files become links, pipes, folders, devices and other files between the plan and the run."""
    outside = tmp_path / "outside"
    outside.mkdir()
    for number in range(1, 30, 3):
        (outside / f"f{number:02}").write_bytes(b"outside")
    assert fixity("plan", tree, tmp_path / "job") == 0
    for name in ("f00", "f03", "f06", "f09", "f12"):
        (tree / "d0" / name).unlink()
    (tree / "d0/f00").symlink_to(outside / "f01")
    os.mkfifo(tree / "d0/f03")
    (tree / "d0/f06").mkdir()
    (tree / "d0/f09").symlink_to("/dev/zero")
    (tree / "d0/f12").write_bytes(b"written anew")
    (tree / "d1").rename(tmp_path / "d1")
    (tree / "d1").symlink_to(outside)
    assert run(tmp_path / "job") == 1
    rows = rows_of(tmp_path / "job")
    gone = [
        *(f"d0/{name}" for name in ("f00", "f03", "f06", "f09")),
        *(f"d1/f{n:02}" for n in range(1, 30, 3)),
    ]
    assert {name: row["digest"] for name, row in rows.items() if row["status"] == "missing"} == dict.fromkeys(
        gone
    )
    assert rows["d0/f12"]["digest"] == sha1(b"written anew")
    assert rows["d2/f29"]["digest"] == sha1(b"29" * 29)


@pytest.mark.parametrize(
    "fields",
    [
        {"name": 5},
        {"name": "\ud800"},
        {"size": "1"},
        {"size": -1},
        {"size": 1 << 64},
        {"size": True},
        {"tag": 5},
        {"tag": "\ud800"},
        {"sha1": None},
        {"mtime": 5},
        {"name": None, "name_b64": "*"},
    ],
)
def test_a_wrong_manifest_is_refused(
    tree: Path, tmp_path: Path, fields: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "listed"
    listed.write_text(json.dumps({"v": 1, "name": "a", "sha1": "0" * 40, **fields}) + "\n")
    assert fixity("plan", tree, tmp_path / "job", "--expect", listed) == 2
    assert "line 1: " in capsys.readouterr().err


def with_limit(name: str, value: object) -> Callable[[dict[str, dict[str, object]]], None]:
    return lambda fields: fields["limits"].update({name: value})


@pytest.mark.parametrize(
    "change",
    [
        with_limit("timeout", "60"),
        with_limit("requests", -1),
        with_limit("range_bytes", None),
        lambda fields: fields["store"].update(endpoint=5),
        lambda fields: fields.update(algorithm="md5"),
        lambda fields: fields.update(source=5),
        lambda fields: fields.update(version=2),
        lambda fields: fields.update(shards=5),
        lambda fields: fields.pop("store"),
        lambda fields: fields.clear(),
    ],
)
def test_a_wrong_job_is_refused(
    tree: Path, tmp_path: Path, change: Callable[[dict[str, dict[str, object]]], None]
) -> None:
    assert fixity("plan", tree, tmp_path / "job") == 0
    about = tmp_path / "job" / "job.json"
    fields = json.loads(about.read_text())
    change(fields)
    about.write_text(json.dumps(fields))
    for command in ("run", "report"):
        assert fixity(command, tmp_path / "job") == 2


def test_a_job_that_cannot_be_written_stops(tree: Path, tmp_path: Path) -> None:
    """A failure has status 3, never Python's status 1, which says that an object differs."""
    (tmp_path / "file").write_bytes(b"")
    assert fixity("plan", tree, tmp_path / "file" / "job") == 3
    assert fixity("plan", tree, "/proc/job") == 3
    assert fixity("plan", tree, tmp_path / "job") == 0
    assert fixity("report", tmp_path / "job", "--html", "/proc/page") == 3
    assert fixity("report", tmp_path / "job", "--parquet", "/proc/page") == 3


def test_an_unforeseen_error_has_status_3(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("oldguard_fixity.plan.plan", lambda _: {}["unforeseen"])
    assert fixity("plan", tree, tmp_path / "job") == 3
    assert "KeyError: 'unforeseen'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", ["--timeout=0", "--timeout=nan", "--retries=-1", "--backoff=-1", "--range=0"]
)
def test_wrong_limits_are_refused(tree: Path, tmp_path: Path, option: str) -> None:
    with pytest.raises(SystemExit) as ended:
        fixity("plan", tree, tmp_path / "job", option)
    assert ended.value.code == 2


def test_the_job_in_the_tree_is_not_an_object(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(tree)
    assert fixity("plan", tree, tmp_path / "alias" / "d0" / ".." / "job") == 0
    assert run(tree / "job") == 0
    assert len(rows_of(tree / "job")) == 30


def test_a_check_in_the_future_does_not_count(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock was ahead in the first job and is right in the second: the files are due."""
    assert fixity("plan", tree, tmp_path / "first") == 0
    assert run(tmp_path / "first") == 0
    monkeypatch.setattr("oldguard_fixity.plan.now", lambda: "2001-01-01T00:00:00+00:00")
    for name, more, status in (("any", (), "skipped"), ("due", ("--max-age", "90d"), "ok")):
        assert fixity("plan", tree, tmp_path / name, "--previous", tmp_path / "first", *more) == 0
        assert run(tmp_path / name) == 0
        assert set(statuses(tmp_path / name).values()) == {status}


def test_leftovers_of_other_machines_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(host: str, process: int) -> Path:
        file = tmp_path / f".00000000.parquet.{host}.{process}.0.tmp"
        file.write_bytes(b"")
        return file

    ended = subprocess.Popen(["true"])
    ended.wait()
    monkeypatch.setattr(files, "_host", lambda: "here")
    mine, running, elsewhere = leave("here", ended.pid), leave("here", os.getpid()), leave("there", ended.pid)
    files.remove_leftovers(tmp_path)
    assert not mine.exists() and running.exists() and elsewhere.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_a_run_with_status_3(tree: Path, tmp_path: Path, number: signal.Signals) -> None:
    """The signal arrives when the command of a worker waits for the writer of a pipe."""
    assert fixity("plan", tree, tmp_path / "job", "--shard-objects", "10") == 0
    pipe, program = tmp_path / "pipe", tmp_path / "oldguard"
    os.mkfifo(pipe)
    program.write_text(f"#!/bin/sh\n[ $2 = --help ] && echo --files0-from && exit\nread line <{pipe}\n")
    program.chmod(0o755)
    env = {
        **os.environ,
        "OLDGUARD": str(program),
        "PYTHONPATH": f"{PACKAGE}:{os.environ.get('PYTHONPATH', '')}",
    }
    command = [
        sys.executable,
        "-m",
        "oldguard_fixity",
        "run",
        tmp_path / "job",
        "-j",
        "1",
        "--progress",
        "none",
    ]
    run = subprocess.Popen(
        command,
        env=env,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # the tests may run under nohup
    )
    writer = os.open(pipe, os.O_WRONLY)
    run.send_signal(number)
    assert run.wait(timeout=600) == 3
    os.close(writer)
    assert run.stderr and run.stderr.readline() == f"fixity: stopped: stopped by {number.name}\n"
    run.stderr.close()
    assert in_process("run", tmp_path / "job", "--progress", "none").returncode == 0
    assert len(rows_of(tmp_path / "job")) == 30


def test_a_page_contains_no_markup_of_keys(tree: Path, tmp_path: Path) -> None:
    evil = "<script>alert('x')</script>\"&\u202e\n<img src=x onerror=alert(1)>"
    (tree / evil.replace("/", "\u2215")).write_bytes(b"evil")
    listed = tmp_path / "listed"
    listed.write_text(json.dumps({"v": 1, "name": evil, "sha1": "0" * 40}) + "\n")
    assert fixity("plan", tree, tmp_path / "job", "--expect", listed) == 0
    run(tmp_path / "job")
    assert fixity("report", tmp_path / "job", "--html", tmp_path / "page.html") == 1
    page = (tmp_path / "page.html").read_text()
    assert "&lt;script&gt;" in page and "\\u202e\\n&lt;img" in page
    assert "<script" not in page and "<img" not in page and "\u202e" not in page
