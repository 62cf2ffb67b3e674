# SPDX-License-Identifier: MIT
"""Jobs on Spark, with a worker that is killed, and in turn with the processes of `fixity run`."""

import os
import subprocess
import sys
from pathlib import Path

from conftest import PACKAGE, fixity, in_process, rows_of

from oldguard_fixity import job as jobs

# Kills the Python worker of Spark in the middle of shard 2, once.
KILLER = """
import os, pathlib, signal
from oldguard_fixity import worker
check = worker._check
def check_or_die(job, shard, plan, progress):
    mark = job.path / "killed"
    if shard == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return check(job, shard, plan, progress)
worker._check = check_or_die
"""


def test_a_killed_worker_of_spark_is_replaced(tree: Path, tmp_path: Path) -> None:
    for name in ("undisturbed", "job"):
        assert fixity("plan", tree, tmp_path / name, "--shard-objects", "4") == 0
    assert fixity("run", tmp_path / "undisturbed", "--progress", "none") == 0
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(KILLER)
    path = f"{tmp_path / 'site'}:{PACKAGE}:{os.environ.get('PYTHONPATH', '')}"
    command = [
        sys.executable,
        "-m",
        "oldguard_fixity",
        "run",
        tmp_path / "job",
        *"--engine spark --progress json".split(),
    ]
    run = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == "30 new\n"
    assert (tmp_path / "job" / "killed").exists()
    assert "Traceback" not in run.stderr and "\tat " not in run.stderr
    assert '"shards_left": 0' in run.stderr.splitlines()[-1]
    assert rows_of(tmp_path / "job") == rows_of(tmp_path / "undisturbed")


def test_spark_and_processes_share_a_job(tree: Path, tmp_path: Path) -> None:
    """Spark stops at a damaged plan shard's neighbours and plans it again. Processes finish the job."""
    job = tmp_path / "job"
    assert fixity("plan", tree, job, "--shard-objects", "4") == 0
    assert fixity("work", job, 0, 1) == 0
    (job / "plan" / "00000003.parquet").write_bytes(b"")
    begun = {path.name: path.stat().st_mtime_ns for path in (job / "done").iterdir()}
    run = in_process("run", job, "--engine", "spark", "--progress", "none")
    assert run.returncode == 0, run.stderr
    assert "damaged plan shard 00000003.parquet" in run.stderr
    for name, time in begun.items():
        assert (job / "done" / name).stat().st_mtime_ns == time
    for shard in (2, 5):
        (job / "done" / f"{shard:08}.parquet").unlink()
    assert fixity("run", job, "--progress", "none") == 0
    assert len(rows_of(job)) == 30 and len(jobs.load(job).about.shards) == 8


def test_a_stop_is_one_line(tree: Path, tmp_path: Path) -> None:
    job = tmp_path / "job"
    assert fixity("plan", tree, job, "--shard-objects", "4") == 0
    tree.rename(tmp_path / "gone")
    run = in_process("run", job, "--engine", "spark", "--progress", "none")
    assert run.returncode == 3
    assert run.stderr.count("\n") == 1 and "is gone" in run.stderr
