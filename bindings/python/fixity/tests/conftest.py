# SPDX-License-Identifier: MIT
"""Helpers of the tests of fixity: a command, a tree, a store and the results of a job."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

PACKAGE = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(PACKAGE), str(Path(__file__).parent)]

from s3_server import Server, Store  # noqa: E402

from oldguard_fixity import job as jobs  # noqa: E402 (the path has to be set first)
from oldguard_fixity.cli import main  # noqa: E402
from oldguard_fixity.names import from_columns  # noqa: E402


def sha1(data: bytes) -> str:
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()


def fixity(*arguments: object) -> int:
    """Runs the command in this process and returns its exit status."""
    return main([*map(str, arguments)])


def started(
    *arguments: object, more: dict[str, str] | None = None, cwd: Path | None = None
) -> "subprocess.Popen[str]":
    """Starts the command in a process of its own, with more variables."""
    env = {**os.environ, "PYTHONPATH": f"{PACKAGE}:{os.environ.get('PYTHONPATH', '')}", **(more or {})}
    return subprocess.Popen(
        [sys.executable, "-m", "oldguard_fixity", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        cwd=cwd,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # the tests may run under nohup
    )


def in_process(
    *arguments: object, more: dict[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the command in a process of its own."""
    with started(*arguments, more=more, cwd=cwd) as process:
        out, err = process.communicate(timeout=600)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def rows_of(path: Path) -> dict[str, dict[str, Any]]:
    """Returns the results of a job by name, without the times of the checks."""
    job = jobs.load(path)
    tables = [job.read_done(shard) for shard in job.shard_numbers()]
    rows = pa.concat_tables([table for table in tables if table is not None]).to_pylist()
    return {
        from_columns(row["key"], row["key_b64"]): {k: v for k, v in row.items() if k != "checked_at"}
        for row in rows
    }


def statuses(path: Path) -> dict[str, str]:
    return {name: row["status"] for name, row in rows_of(path).items()}


def json_report(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    fixity("report", path, "--json", *options)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture(autouse=True)
def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Omits fsync: what a killed process has written stays in the page cache."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Returns a folder with 30 small files."""
    root = tmp_path / "tree"
    for number in range(30):
        file = root / f"d{number % 3}" / f"f{number:02}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"%d" % number * number)
    return root


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def bucket(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Returns the URL of the bucket of `store`, on a server of its own."""
    server = Server(store)
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.url)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "b")
    yield "s3://bucket"
    server.close()


@pytest.fixture
def manifest(tmp_path: Path) -> Callable[[dict[str, bytes]], Path]:
    """Returns a function that writes a manifest of contents by name."""

    def write(contents: dict[str, bytes]) -> Path:
        path = tmp_path / "MANIFEST"
        lines = (f"{sha1(data)}  {name}\n" for name, data in contents.items())
        path.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
        return path

    return write
