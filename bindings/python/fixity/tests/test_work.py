# SPDX-License-Identifier: MIT
"""`fixity work`, and the examples for schedulers, which run as those would run them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import PACKAGE, fixity, rows_of

EXAMPLES = PACKAGE / "examples"


@pytest.fixture
def programs(tmp_path: Path) -> dict[str, str]:
    """Returns an environment whose PATH has `fixity`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "fixity").write_text(f'#!/bin/sh\nexec {sys.executable} -m oldguard_fixity "$@"\n')
    (folder / "fixity").chmod(0o755)
    path = f"{PACKAGE}:{os.environ.get('PYTHONPATH', '')}"
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": path}


def test_shards_and_parts(tree: Path, tmp_path: Path) -> None:
    job = tmp_path / "job"
    assert fixity("plan", tree, job, "--shard-objects", "4") == 0
    done = job / "done"
    assert fixity("work", job, 3, 5) == 0
    assert sorted(path.name for path in done.iterdir()) == ["00000003.parquet", "00000005.parquet"]
    assert fixity("work", job, "--part", "1/4") == 0
    assert sorted(path.name for path in done.iterdir()) == [f"0000000{n}.parquet" for n in (1, 3, 5)]
    assert fixity("work", job) == 2
    assert fixity("work", job, 8) == 2


def test_slurm(tree: Path, tmp_path: Path, programs: dict[str, str]) -> None:
    assert fixity("plan", tree, tmp_path / "job", "--shard-objects", "4") == 0
    for task in range(3):
        env = {**programs, "SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "3"}
        subprocess.run(["sh", EXAMPLES / "slurm.sh", tmp_path / "job"], env=env, check=True)
    assert len(rows_of(tmp_path / "job")) == 30


def test_kubernetes(tree: Path, tmp_path: Path, programs: dict[str, str]) -> None:
    assert fixity("plan", tree, tmp_path / "job", "--shard-objects", "4") == 0
    job = yaml.safe_load((EXAMPLES / "kubernetes.yaml").read_text())
    assert (job["apiVersion"], job["kind"], job["spec"]["completionMode"]) == ("batch/v1", "Job", "Indexed")
    assert job["spec"]["template"]["spec"]["restartPolicy"] == "Never"  # podFailurePolicy demands it
    (container,) = job["spec"]["template"]["spec"]["containers"]
    command = [word.replace("/jobs/JOB", str(tmp_path / "job")) for word in container["command"]]
    for index in range(job["spec"]["completions"]):
        if index < 8:  # the others have no shard of these eight
            env = {**programs, "JOB_COMPLETION_INDEX": str(index)}
            subprocess.run(command, env=env, check=True)
    assert len(rows_of(tmp_path / "job")) == 30
