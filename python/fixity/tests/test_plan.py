# SPDX-License-Identifier: MIT
"""Plans: shards, manifests, inventories, names, and what is refused."""

import base64
import json
import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import fixity, rows_of, sha1, statuses
from s3_server import Store

from oldguard_fixity import job as jobs
from oldguard_fixity import manifest as manifests
from oldguard_fixity.errors import Usage
from oldguard_fixity.job import Limits
from oldguard_fixity.shards import cut


def table(sizes: list[int | None]) -> pa.Table:
    return pa.table(
        {
            "key": [f"{n:04}" for n in range(len(sizes))],
            "size": pa.array(sizes, pa.int64()),
            "action": ["read"] * len(sizes),
        }
    )


@pytest.mark.parametrize("batch", [1, 3, 100])
def test_shards_are_cut_by_objects_and_bytes(batch: int) -> None:
    sizes: list[int | None] = [10, 10, 10, 10, 95, 5, 101, 6, None, 0, 0, 0, 0, 500, 1]
    rows = table(sizes)
    batches = [rows.slice(at, batch) for at in range(0, len(rows), batch)]
    found = [
        (shard["size"].to_pylist(), size)
        for shard, size in cut(batches, Limits(shard_objects=4, shard_bytes=100))
    ]
    assert found == [
        ([10, 10, 10, 10], 40),
        ([101], 101),
        ([95, 5], 100),
        ([6, None, 0, 0], 6),
        ([500], 500),
        ([0, 0, 1], 1),
    ]


def test_names_of_all_bytes(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    for value in range(1, 256):
        if value != ord("/") and bytes([value]) != b".":
            (root / os.fsdecode(bytes([value]))).write_bytes(bytes([value]))
    (root / "ä\N{SNOWMAN}").write_bytes(b"snow")
    assert fixity("plan", root, tmp_path / "job") == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
    rows = rows_of(tmp_path / "job")
    assert len(rows) == 254
    for value in range(1, 256):
        if bytes([value]) not in b"/.":
            assert rows[os.fsdecode(bytes([value]))]["digest"] == sha1(bytes([value]))


DIGEST = sha1(b"x")
FORMATS = {
    "gnu": f"{DIGEST}  a\n\\{DIGEST} *b\\n\\\\c\n",
    "bsd": f"SHA1 (a) = {DIGEST}\n\\SHA1 (b\\n\\\\c) = {DIGEST.upper()}\n",
    "json": json.dumps(
        {"v": 1, "name": "a", "sha1": DIGEST, "size": 1, "mtime": "2026-11-23T01:02:03.000000004Z"}
    )
    + "\n"
    + json.dumps({"v": 1, "name_b64": base64.b64encode(b"b\n\\c").decode(), "sha1": DIGEST})
    + "\n"
    + json.dumps({"v": 1, "summary": {}})
    + "\n",
}


@pytest.mark.parametrize("form", FORMATS)
def test_manifests(form: str, tmp_path: Path) -> None:
    (tmp_path / "M").write_text(FORMATS[form])
    entries = list(manifests.read(tmp_path / "M", "sha1", ""))
    assert [(entry.name, entry.digest) for entry in entries] == [("a", DIGEST), ("b\n\\c", DIGEST)]
    if form == "json":
        assert (entries[0].size, entries[0].tag) == (1, "1795395723000000004-")


def test_hashdeep(tmp_path: Path) -> None:
    (tmp_path / "M").write_text(
        f"%%%% HASHDEEP-1.0\n%%%% size,md5,sha1,filename\n## x\n7,0,{DIGEST},/t/a,b\n"
    )
    (entry,) = manifests.read(tmp_path / "M", "sha1", "/t/")
    assert (entry.name, entry.size, entry.digest) == ("a,b", 7, DIGEST)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n",
        f"{DIGEST[:-1]}  a\n",
        f"{DIGEST} a\n",
        f"{DIGEST}  a\nno line\n",
        f"\\{DIGEST}  a\\x\n",
        f"SHA1 (a) = {DIGEST}\n{DIGEST}  b\n",
        f"MD5 (a) = {DIGEST}\n",
        "%%%% HASHDEEP-2.0\n",
        f"%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n1,{DIGEST},a\n",
        f"%%%% HASHDEEP-1.0\n%%%% size,sha1,filename\n1,{DIGEST},a\nforged\n",
        '{"v":2,"name":"a","sha1":"' + DIGEST + '"}\n',
        '{"v":1,"name":"a","sha1":"xyz"}\n',
        '{"v":1,"sha1":"' + DIGEST + '"}\n',
        "{\n",
    ],
)
def test_bad_manifests_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "M").write_text(text)
    with pytest.raises(Usage):
        list(manifests.read(tmp_path / "M", "sha1", ""))


def test_a_forged_second_digest_is_refused(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "M").write_text(f"{DIGEST}  d0/f00\n{sha1(b'')}  ./d0/f00\n")
    assert fixity("plan", tree, tmp_path / "job", "--expect", tmp_path / "M") == 2
    assert "two digests for 'd0/f00'" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_inventory_replaces_the_listing(store: Store, bucket: str, tmp_path: Path, form: str) -> None:
    rows = []
    for number, kind in enumerate(("STANDARD", "GLACIER", "STANDARD", "STANDARD")):
        store.put(f"p/ä {number}", b"%d" % number, kind)
        etag = store.objects[f"p/ä {number}"].etag.strip('"')
        rows.append(("bucket", f"p/ä {number}", "", number != 2, number == 3, 1, "", etag, kind))
    rows.append(("bucket", "q/other", "", True, False, 1, "", "e", "STANDARD"))
    path = tmp_path / f"inventory.{form}"
    if form == "parquet":
        names = (
            "bucket",
            "key",
            "version_id",
            "is_latest",
            "is_delete_marker",
            "size",
            "last_modified_date",
            "e_tag",
        )
        pq.write_table(pa.table(dict(zip([*names, "storage_class"], map(list, zip(*rows))))), path)
    else:
        lines = [",".join(f'"{str(v).replace("ä ", "%C3%A4+")}"' for v in row) for row in rows]
        path.write_text("\n".join(lines) + "\n")
    assert fixity("plan", f"{bucket}/p/", tmp_path / "job", "--inventory", path) == 0
    assert store.count("LIST") == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
    assert statuses(tmp_path / "job") == {"ä 0": "new", "ä 1": "skipped"}


def test_what_is_no_job_is_refused(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = tmp_path / "job"
    assert fixity("run", job) == 2
    assert fixity("plan", tree, job) == 0
    assert fixity("plan", tree, job) == 2
    assert "planned there already" in capsys.readouterr().err
    text = (job / "job.json").read_text()
    for wrong, reason in (
        (text.replace('"version": 1', '"version": 2'), "the job has version 2"),
        (text.replace("oldguard-fixity-job", "other"), "another program"),
        (text[:-10], "cannot be read"),
        ("[]", "cannot be read"),
    ):
        (job / "job.json").write_text(wrong)
        for command in ("run", "report", "work"):
            assert fixity(command, job, *(["0"] if command == "work" else [])) == 2
        assert reason in capsys.readouterr().err
    assert fixity("plan", tmp_path / "nowhere", tmp_path / "job2") == 2
    (tmp_path / "empty").mkdir()
    assert fixity("plan", tmp_path / "empty", tmp_path / "job3") == 2


def test_a_previous_job_must_be_finished_and_of_the_same_source(
    tree: Path,
    tmp_path: Path,
    manifest: Callable[[dict[str, bytes]], Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert fixity("plan", tree, tmp_path / "first") == 0
    assert fixity("plan", tree, tmp_path / "second", "--previous", tmp_path / "first") == 2
    assert "not finished" in capsys.readouterr().err
    assert fixity("plan", tree / "d0", tmp_path / "third", "--previous", tmp_path / "first") == 2
    assert "another source" in capsys.readouterr().err


def test_a_folder_that_cannot_be_listed_is_reported(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def denied(path: bytes) -> "os._ScandirContextManager[os.DirEntry[bytes]]":  # type: ignore[name-defined]
        if isinstance(path, bytes) and path.endswith(b"d1"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", denied)
    assert fixity("plan", tree, tmp_path / "job") == 0
    monkeypatch.undo()
    assert fixity("run", tmp_path / "job", "--progress", "none") == 1
    assert statuses(tmp_path / "job")["d1/"] == "unreadable"
    assert len(jobs.load(tmp_path / "job").about.shards) == 1
