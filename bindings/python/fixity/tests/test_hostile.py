# SPDX-License-Identifier: MIT
"""Trees, manifests and job folders of somebody else: nothing outside is read, and no run hangs or lies."""

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import fixity, in_process, rows_of, sha1, started, statuses

from oldguard_fixity import files, hashing
from oldguard_fixity import job as jobs
from oldguard_fixity.hashing import Digest
from oldguard_fixity.worker import work


def run(job: Path) -> int:
    return fixity("run", job, "--progress", "none", "-j", "1")


def test_names_outside_of_the_source_are_not_read(tree: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    names = ["../secret", str(secret), "d0/../../secret", "..", "/"]
    lines = [{"v": 1, "name": name, "sha1": sha1(b"secret")} for name in [*names, "d0/f03"]]
    listed = tmp_path / "listed"
    listed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert fixity("plan", tree, tmp_path / "job", "--expect", listed) == 0
    assert run(tmp_path / "job") == 1
    rows = rows_of(tmp_path / "job")
    for name in names:
        assert (rows[name]["status"], rows[name]["digest"]) == ("unreadable", None), name
    assert rows["d0/f06"]["status"] == "new" and rows["d0/f03"]["status"] == "changed"


def test_a_name_with_a_nul_is_refused(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = tmp_path / "listed"
    listed.write_text(json.dumps({"v": 1, "name": "a\0b", "sha1": sha1(b"")}) + "\n")
    assert fixity("plan", tree, tmp_path / "job", "--expect", listed) == 2
    assert f"{listed}: line 1: the name contains a NUL" in capsys.readouterr().err


def test_a_tree_that_changes_after_the_plan(tree: Path, tmp_path: Path) -> None:
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
        with_limit("range_bytes", 0),
        with_limit("ranges", 1 << 70),
        with_limit("backoff", 1e300),
        lambda fields: fields["origin"].update(max_age=-1),
        lambda fields: fields["origin"].update(expect="/etc/passwd"),
        lambda fields: fields["origin"].update(exclude=[5]),
        lambda fields: fields.update(planned_at=5),
        lambda fields: fields.update(planned_at="<b>"),
        lambda fields: fields.update(detect="no"),
        lambda fields: fields.update(shards=[[1, -1]]),
        lambda fields: fields.update(shards=[[1.5, 1]]),
        lambda fields: fields.update(shards=[["1", 1]]),
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
    """The signal arrives while a worker reads a file that it will not finish."""
    (tree / "endless").write_bytes(b"")
    os.truncate(tree / "endless", 1 << 42)
    assert fixity("plan", tree, tmp_path / "job", "--shard-objects", "10") == 0
    run = started("run", tmp_path / "job", "-j", "1", "--progress", "json")
    assert run.stderr and "progress" in run.stderr.readline()
    run.send_signal(number)
    assert run.wait(timeout=600) == 3
    assert run.stderr.read().splitlines()[-1] == f"fixity: stopped: stopped by {number.name}"
    run.stderr.close()
    os.truncate(tree / "endless", 0)
    assert in_process("run", tmp_path / "job", "--progress", "none").returncode == 0
    assert len(rows_of(tmp_path / "job")) == 31


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


PROGRAM = '#!/bin/sh\ntouch "$MARK"\n'


def test_nothing_of_the_archive_is_run(tree: Path, tmp_path: Path) -> None:
    """The archive has programs and modules with names that a careless PATH or current folder would find."""
    folders = [tree, tree / "bin"]
    for folder in folders:
        folder.mkdir(exist_ok=True)
        for program in ("oldguard", "python3", "uname"):
            (folder / program).write_text(PROGRAM)
            (folder / program).chmod(0o755)
    for module in ("duckdb", "csv", "multiprocessing", "pyarrow"):
        (tree / f"{module}.py").write_text("import os; open(os.environ['MARK'], 'w')")
    about = {
        "MARK": str(tmp_path / "mark"),
        "PATH": f"bin::.:{os.environ['PATH']}",
        "OLDGUARD": "bin/oldguard",
    }
    for words in (("plan", tree, tmp_path / "job"), ("run", tmp_path / "job"), ("report", tmp_path / "job")):
        ended = in_process(*words, cwd=tree, more=about)
        assert ended.returncode == 0, ended.stderr
    assert not (tmp_path / "mark").exists()


def test_a_name_that_the_locale_lacks_is_printed(
    tree: Path, tmp_path: Path, manifest: Callable[[dict[str, bytes]], Path]
) -> None:
    locale = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
    (tree / "caf\u00e9").write_bytes(b"x")
    (tree / os.fsdecode(b"caf\xe9")).write_bytes(b"y")
    contents = {"caf\u00e9": b"x", "caf\udce9": b"y", "\N{SNOWMAN}": b"z"}
    listed = manifest(contents)
    assert in_process("plan", tree, tmp_path / "job", "--expect", listed, more=locale).returncode == 0
    assert in_process("run", tmp_path / "job", more=locale).returncode == 1
    ended = in_process("report", tmp_path / "job", more=locale)
    assert (ended.returncode, ended.stderr) == (1, "") and "missing  \\u2603" in ended.stdout
    rows = rows_of(tmp_path / "job")
    assert rows["caf\u00e9"]["status"] == rows["caf\udce9"]["status"] == "ok"


@pytest.mark.parametrize("seconds", [10**10 + 1, -(10**10)])
def test_times_that_64_bits_of_nanoseconds_cannot_hold(tree: Path, tmp_path: Path, seconds: int) -> None:
    """The byte flips on the disk, so the time stays: the file is corrupt, not written."""
    file = tree / "d0/f03"
    os.utime(file, ns=(0, seconds * 10**9))
    if file.stat().st_mtime_ns != seconds * 10**9:
        pytest.skip("the file system keeps no such time")
    assert fixity("plan", tree, tmp_path / "first") == run(tmp_path / "first") == 0
    file.write_bytes(b"4" + file.read_bytes()[1:])
    os.utime(file, ns=(0, seconds * 10**9))
    for previous, name in (("first", "second"), ("second", "third")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("oldguard_fixity.plan.now", lambda: "2096-01-01T00:00:00+00:00")
            assert (
                fixity("plan", tree, tmp_path / name, "--previous", tmp_path / previous, "--max-age", "1d")
                == 0
            )
        assert run(tmp_path / name) == 1
        assert statuses(tmp_path / name)["d0/f03"] == "corrupt"


def test_files_with_other_bytes_than_their_size_says(tmp_path: Path) -> None:
    """Files of the kernel have the size 0 and bytes."""
    assert fixity("plan", "/proc/sys/kernel/random", tmp_path / "job") == 0
    assert run(tmp_path / "job") == 1
    assert statuses(tmp_path / "job")["boot_id"] == "changed"


def test_a_file_that_grows_while_it_is_read(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer is as fast as the reader. The file is left at its size of before, and the others are read."""
    (tree / "grows").write_bytes(b"x" * 100_000)
    assert fixity("plan", tree, tmp_path / "job") == 0
    read = os.read

    def growing(fd: int, size: int) -> bytes:
        if os.readlink(f"/proc/self/fd/{fd}") == str(tree / "grows"):
            with (tree / "grows").open("ab") as file:
                file.write(b"x" * size)
        return read(fd, size)

    def grown(*arguments: Any) -> list[Digest | OSError]:
        arguments[3](1 << 40, 0)
        raise AssertionError("the library goes on")

    monkeypatch.setattr(os, "read", growing)
    monkeypatch.setattr(hashing, "files", grown)
    job = jobs.load(tmp_path / "job")
    assert work(job, 0).statuses == {"new": 30, "changed": 1}
    assert statuses(tmp_path / "job")["grows"] == "changed"


@pytest.mark.parametrize("file", ["job.json", "plan/00000000.parquet", "done/00000000.parquet"])
def test_a_pipe_in_a_job_is_not_waited_for(tree: Path, tmp_path: Path, file: str) -> None:
    job = tmp_path / "job"
    assert fixity("plan", tree, job) == run(job) == 0
    if file.startswith("plan"):
        (job / "done/00000000.parquet").unlink()
    (job / file).unlink()
    os.mkfifo(job / file)
    ended = in_process("run", job, "-j", "1", "--progress", "none")
    assert ended.returncode == (2 if file == "job.json" else 0) and "not a regular file" in ended.stderr


def test_messages_have_no_control_characters(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, name in enumerate(("a\x1b]0;b\x07\nc", "\u202eabc")):
        (tmp_path / name).write_text("\x1b[2J")
        (tmp_path / "M").write_text(f"SHA1 ({name}/) = {'0' * 40}\n".replace("\n", " ", 1))
        job = tmp_path / str(number)
        assert fixity("plan", tree, job, "--expect", tmp_path / name) == 2
        assert fixity("plan", tree, job, "--expect", tmp_path / "M") == 2
        assert fixity("plan", tmp_path / name, job) == 2
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 3 and said.replace("\n", "").isprintable()


def test_few_descriptors_are_enough(tree: Path, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    for number in range(100):
        (tree / f"more{number}").write_bytes(b"")
    assert fixity("plan", tree, tmp_path / "job") == 0
    job = jobs.load(tmp_path / "job")
    resource.setrlimit(resource.RLIMIT_NOFILE, (80, before[1]))
    try:
        assert work(job, 0).statuses == {"new": 130}
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_standard_streams_that_are_closed(tree: Path, tmp_path: Path, closed: str) -> None:
    """No file of the job gets the descriptor of a stream that somebody prints to."""
    path = f"{Path(files.__file__).parent.parent}:{os.environ.get('PYTHONPATH', '')}"
    for words in (("plan", tree, tmp_path / "job"), ("run", tmp_path / "job"), ("report", tmp_path / "job")):
        line = shlex.join([sys.executable, "-m", "oldguard_fixity", *map(str, words)])
        assert (
            subprocess.run(f"{line} {closed}", shell=True, env={**os.environ, "PYTHONPATH": path}).returncode
            == 0
        )
    assert set(statuses(tmp_path / "job").values()) == {"new"}
