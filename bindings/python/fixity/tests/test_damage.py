# SPDX-License-Identifier: MIT
"""Damaged shards and checkpoints: reported, and made again."""

import hashlib
import json
import random
from pathlib import Path

import pyarrow as pa
import pytest
from conftest import fixity, rows_of

from oldguard_fixity import job as jobs
from oldguard_fixity import shard_files
from oldguard_fixity.checkpoint import Checkpoints
from oldguard_fixity.errors import Damaged
from oldguard_fixity.hashing import Hash

SMALL = ("--shard-objects", "4", "--shard-bytes", "1MiB")


@pytest.mark.parametrize("damage", ["cut", "empty", "flipped", "gone", "a row less"])
@pytest.mark.parametrize("folder", ["plan", "done"])
def test_damaged_shards_are_made_again(
    folder: str, damage: str, tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    job = tmp_path / "job"
    assert fixity("plan", tree, job, *SMALL) == 0
    if folder == "done":
        assert fixity("run", job, "--progress", "none") == 0
    expected = set(jobs_names(tree))
    schema = shard_files.PLAN if folder == "plan" else shard_files.RESULT
    for shard in (1, 3):
        file = job / folder / f"{shard:08}.parquet"
        data = file.read_bytes()
        if damage == "gone":
            file.unlink()
        elif damage == "flipped":
            flip_a_bit(file, schema)
        elif damage == "a row less":
            shard_files.write(file, shard_files.read(file, schema).slice(1))
        else:
            file.write_bytes(data[: len(data) // 2] if damage == "cut" else b"")
    capsys.readouterr()
    if folder == "done" and damage != "gone":
        assert fixity("report", job) == 3
        assert "damaged result shard 00000001.parquet" in capsys.readouterr().err
    if folder == "plan":
        assert fixity("work", job, "1") == 3
    assert fixity("run", job, "--progress", "none") == 0
    err = capsys.readouterr().err
    assert ("damaged" in err) == (folder == "plan" or damage != "gone")
    rows = rows_of(job)
    assert set(rows) == expected and {row["status"] for row in rows.values()} == {"new"}
    assert fixity("report", job) == 0


def flip_a_bit(file: Path, schema: pa.Schema) -> None:
    """Flips the first bit that matters: some bits of a Parquet file mean nothing."""
    data = file.read_bytes()
    for at in range(4, len(data)):
        file.write_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
        try:
            shard_files.read(file, schema)
        except Damaged:
            return
    raise AssertionError("no bit matters")


def jobs_names(tree: Path) -> list[str]:
    return [str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()]


@pytest.mark.parametrize("folder", ["plan", "done"])
def test_a_flipped_bit_anywhere_gives_no_wrong_row(folder: str, tree: Path, tmp_path: Path) -> None:
    """Every fifth byte of a shard is damaged in turn: the reader reports it, or the rows are right."""
    assert fixity("plan", tree, tmp_path / "job") == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
    job = jobs.load(tmp_path / "job")
    schema = shard_files.PLAN if folder == "plan" else shard_files.RESULT
    file = job.plan_file(0) if folder == "plan" else job.done_file(0)
    good = shard_files.read(file, schema)
    data, chance, told = file.read_bytes(), random.Random(4), 0
    for at in range(0, len(data), 5):
        flipped = bytearray(data)
        flipped[at] ^= 1 << chance.randrange(8)
        file.write_bytes(flipped)
        try:
            assert shard_files.read(file, schema, len(good)).equals(good), at
        except Damaged:
            told += 1
    assert told > len(data) // 15


def begun(folder: Path, algorithm: str, detect: bool) -> Checkpoints:
    """Saves a checkpoint of an object of 100 bytes after 70."""
    running = Hash(algorithm, detect)
    running.update(bytes(70))
    checkpoints = Checkpoints(folder, "name", False)
    checkpoints.save(running, "tag", 100, 70)
    return checkpoints


def test_a_damaged_checkpoint_is_not_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkpoints, new = begun(tmp_path, "sha1", True), Hash("sha1", True)
    assert checkpoints.load(new, "tag", 100)[1] == 70
    for tag, size in (("other", 100), ("tag", 101)):
        assert checkpoints.load(new, tag, size) == (new, 0)
    assert capsys.readouterr().err == ""
    (file,) = tmp_path.iterdir()
    data = file.read_bytes()
    for at in range(len(data) - 1):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert checkpoints.load(new, "tag", 100) == (new, 0), at
        assert "damaged checkpoint" in capsys.readouterr().err
    file.unlink()
    assert checkpoints.load(new, "tag", 100) == (new, 0)


METHODS = [("sha1", True), ("sha1", False), ("whirlpool", False)]


@pytest.mark.parametrize("then", METHODS)
@pytest.mark.parametrize("now", METHODS)
def test_a_checkpoint_is_of_one_algorithm_and_detection(
    then: tuple[str, bool], now: tuple[str, bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without detection in the first half of an object an attack there would be missed."""
    found = begun(tmp_path, *then).load(Hash(*now), "tag", 100)
    assert found[1] == (70 if then == now else 0)
    assert ("damaged checkpoint" in capsys.readouterr().err) == (then != now)


@pytest.mark.parametrize(
    "change", [("offset", 60), ("offset", "70"), ("state", 5), ("state", None), ("tag", 1)]
)
def test_a_checkpoint_says_what_its_state_says(change: tuple[str, object], tmp_path: Path) -> None:
    checkpoints, new = begun(tmp_path, "sha1", True), Hash("sha1", True)
    (file,) = tmp_path.iterdir()
    fields = {**json.loads(file.read_text().split("\n")[1]), change[0]: change[1]}
    text = json.dumps(fields)
    file.write_text(f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}\n")
    assert checkpoints.load(new, "tag", 100) == (new, 0)
