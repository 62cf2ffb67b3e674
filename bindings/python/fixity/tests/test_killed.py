# SPDX-License-Identifier: MIT
"""Jobs that are killed, run twice at a time, or meet a full disk, compared with an undisturbed job."""

import errno
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import fixity, rows_of, started

from oldguard_fixity import files, local_read
from oldguard_fixity import job as jobs
from oldguard_fixity.worker import attempt, work

SHARDS = ("--shard-objects", "10", "--shard-bytes", "100KiB", "--checkpoint", "200KiB")
INSTANTS = 100


@pytest.fixture
def planned(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a job with 3 shards of small files and a huge file with 5 checkpoints."""
    (tree / "huge").write_bytes(random.Random(1).randbytes(1_000_000))
    monkeypatch.setattr(local_read, "PIECE", 50_000)
    assert fixity("plan", tree, tmp_path / "job", *SHARDS) == 0
    return tmp_path / "job"


@pytest.fixture
def undisturbed(planned: Path, tmp_path: Path) -> dict[str, dict[str, Any]]:
    """Returns the results of an undisturbed run."""
    shutil.copytree(planned, tmp_path / "undisturbed")
    check_all(tmp_path / "undisturbed")
    return rows_of(tmp_path / "undisturbed")


def check_all(path: Path) -> None:
    job = jobs.load(path)
    for shard in job.shard_numbers():
        work(job, shard)


CALLS = ("open", "write", "fsync", "replace")


class Counted:
    """Replaces the calls that write files by ones that count, and act at one of them."""

    def __init__(self, at: int, act: Callable[[], None]) -> None:
        self.count = 0
        self.at = at
        self.act = act

    def __getattr__(self, name: str) -> Any:
        original = getattr(os, name)
        if name not in CALLS:
            return original

        def call(*arguments: Any) -> Any:
            if name == "open" and not arguments[1] & os.O_CREAT:
                return original(*arguments)  # to read
            self.count += 1
            if self.count == self.at:
                self.act()
            return original(*arguments)

        return call


def writes_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Returns the number of calls with which a job is written."""
    counted = Counted(0, lambda: None)
    with monkeypatch.context() as patch:
        patch.setattr(files, "os", counted)
        check_all(path)
    return counted.count


def test_killed_at_random_writes(
    planned: Path, undisturbed: dict[str, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(planned, tmp_path / "counted")
    writes = writes_of(tmp_path / "counted", monkeypatch)
    chance = random.Random(3)
    for number in range(INSTANTS):
        job = tmp_path / f"killed{number}"
        shutil.copytree(planned, job)
        assert killed(job, chance.randint(1, writes), monkeypatch)
        while chance.random() < 0.3:
            killed(job, chance.randint(1, writes), monkeypatch)
        check_all(job)
        assert rows_of(job) == undisturbed
        shutil.rmtree(job)


def killed(job: Path, at: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Runs a job in a process that is killed at one of its writes. Returns whether it came that far."""
    child = os.fork()
    if child == 0:
        monkeypatch.setattr(files, "os", Counted(at, lambda: os.kill(os.getpid(), signal.SIGKILL)))
        check_all(job)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_disk_full_at_each_write(
    planned: Path,
    undisturbed: dict[str, dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(planned, tmp_path / "counted")
    for at in range(1, writes_of(tmp_path / "counted", monkeypatch) + 1):
        job = tmp_path / f"full{at}"
        shutil.copytree(planned, job)
        count = len(jobs.load(job).about.shards)
        with monkeypatch.context() as patch:
            patch.setattr(files, "os", Counted(at, full))
            assert fixity("work", job, *range(count)) == 3
        assert "No space left on device" in capsys.readouterr().err
        assert not list(job.glob("*/.*.tmp"))
        assert fixity("work", job, *range(count)) == 0
        assert rows_of(job) == undisturbed
        shutil.rmtree(job)


def test_disk_full_while_planning(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for at in range(1, 4 * len(CALLS) + 1):  # three shards and job.json
        with monkeypatch.context() as patch:
            patch.setattr(files, "os", Counted(at, full))
            assert fixity("plan", tree, tmp_path / "job", *SHARDS) == 3
        assert "No space left on device" in capsys.readouterr().err
        assert fixity("run", tmp_path / "job") == 2
    assert fixity("plan", tree, tmp_path / "job", *SHARDS) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
    assert len(rows_of(tmp_path / "job")) == 30


def test_two_runs_at_a_time(planned: Path, undisturbed: dict[str, dict[str, Any]]) -> None:
    both = [started("run", planned, "-j", "2", "--progress", "none") for _ in range(2)]
    for run in both:
        out, err = run.communicate()
        assert (run.returncode, err) == (0, "")
        assert out == "31 new\n"
    assert rows_of(planned) == undisturbed
    assert not list(planned.glob("state/*")) and not list(planned.glob("*/.*"))


def children(process: int) -> Iterator[int]:
    for task in Path(f"/proc/{process}/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


def test_a_killed_worker_costs_its_shard(
    planned: Path, undisturbed: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker kills itself in its second shard, once. All other shards are checked once."""
    from oldguard_fixity import pool

    begun = planned / "begun"
    begun.mkdir()
    victim = 2

    def attempt_or_die(job: jobs.Job, shard: int, progress: Any) -> Any:
        attempts = len(list(begun.glob(f"{shard}-*")))
        (begun / f"{shard}-{attempts}").touch()
        if shard == victim and attempts == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return attempt(job, shard, progress)

    monkeypatch.setattr(pool, "attempt", attempt_or_die)
    assert fixity("run", planned, "-j", "2", "--progress", "none") == 0
    assert rows_of(planned) == undisturbed
    assert sorted(path.name for path in begun.iterdir()) == sorted(
        [f"{shard}-0" for shard in jobs.load(planned).shard_numbers()] + [f"{victim}-1"]
    )


def test_a_shard_that_kills_every_worker_stops_the_run(
    planned: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from oldguard_fixity import pool

    def attempt_or_die(job: jobs.Job, shard: int, progress: Any) -> Any:
        if shard == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return attempt(job, shard, progress)

    monkeypatch.setattr(pool, "attempt", attempt_or_die)
    assert fixity("run", planned, "-j", "2", "--progress", "none") == 3
    assert "shard 1 ended 3 workers" in capsys.readouterr().err


def test_a_killed_run_leaves_no_worker(planned: Path) -> None:
    """The workers of a run that is killed end by themselves."""
    job = planned.parent / "endless"
    for number in range(2):
        file = planned.parent / "tree" / f"endless{number}"
        file.write_bytes(b"")
        os.truncate(file, 1 << 42)
    assert fixity("plan", planned.parent / "tree", job) == 0
    with started("run", job, "-j", "2", "--progress", "json") as run:
        assert run.stderr and "progress" in run.stderr.readline()
        workers = list(children(run.pid))
        run.kill()
    assert len(workers) == 2
    while any(Path(f"/proc/{worker}/stat").exists() for worker in workers):
        time.sleep(0.05)
    assert not list((job / "done").glob("*.parquet"))
