# SPDX-License-Identifier: MIT
"""Digests that the store computed."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import fixity, rows_of, sha1
from s3_server import Store


def message(digest: str, etag: str, **more: str) -> str:
    fields = {
        "checksum_hex": digest,
        "etag": etag,
        "checksumAlgorithm": "SHA1",
        "checksumType": "FULL_OBJECT",
    }
    return json.dumps({"checksum_base64": "x", **fields, **more})


def write(path: Path, rows: list[tuple[Any, ...]]) -> Path:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_digests_of_the_store_replace_reads(store: Store, bucket: str, tmp_path: Path) -> None:
    for key in ("p/a b", "p/old", "p/failed", "p/wrong", "p/absent"):
        store.put(key, key.encode())
    etags = {key: found.etag.strip('"') for key, found in store.objects.items()}
    rows = [
        ("bucket", "p/a+b", "", "succeeded", "", "200", message(sha1(b"p/a b"), etags["p/a b"])),
        ("bucket", "p/old", "", "succeeded", "", "200", message(sha1(b"older"), "0123")),
        ("bucket", "p/failed", "", "failed", "AccessDenied", "403", "no access"),
        ("bucket", "p/wrong", "", "succeeded", "", "200", message(sha1(b"?"), etags["p/wrong"])),
        ("bucket", "q/a", "", "succeeded", "", "200", message(sha1(b""), "e")),
    ]
    (tmp_path / "M").write_text(f"{sha1(b'p/wrong')}  wrong\n")
    assert fixity("plan", f"{bucket}/p", tmp_path / "job", "--expect", tmp_path / "M") == 0
    assert fixity("import-s3-batch", write(tmp_path / "R.csv", rows), tmp_path / "job") == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 1
    found = rows_of(tmp_path / "job")
    assert {name: row["source"] for name, row in found.items()} == {
        "a b": "store",
        "old": "read",
        "failed": "read",
        "wrong": "read",
        "absent": "read",
    }
    assert {name: row["digest"] for name, row in found.items()} == {
        name: sha1(f"p/{name}".encode()) for name in found
    }
    assert (found["wrong"]["status"], found["wrong"]["first_digest"]) == ("ok", sha1(b"?"))
    assert ("GET", "p/a b") not in store.requests and ("GET", "p/old") in store.requests


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (message("0" * 40, "e", checksumType="COMPOSITE"), "composite"),
        (message("0" * 40, "e", checksum_base64="x-3"), "composite"),
        (message("0" * 40, "e", checksumAlgorithm="CRC64NVME"), "not SHA1"),
        (message("0" * 39, "e"), "no SHA-1 digest"),
        ("[]", "no JSON object"),
        ("no JSON", "line 1: no completion report"),
        ("[" * 100_000, "line 1: no completion report"),
        ("x" * 140_000, "line 1: field larger than field limit"),
        ("x" * 3_000_000, "line 1: the line is longer"),
        (message("0" * 40, "caf\u00e9"), "an ETag that is not printable ASCII"),
        (None, "fields instead of"),
    ],
)
def test_what_is_no_sha1_of_the_object_is_refused(
    row: str | None,
    reason: str,
    store: Store,
    bucket: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store.put("a", b"a")
    assert fixity("plan", bucket, tmp_path / "job") == 0
    rows = [("bucket", "a", "", "succeeded", "", "200", row) if row is not None else ("bucket", "a")]
    assert fixity("import-s3-batch", write(tmp_path / "R.csv", rows), tmp_path / "job") == 2
    assert reason in capsys.readouterr().err
    assert not list((tmp_path / "job" / "import").iterdir())


def test_a_tree_takes_no_digests_of_a_store(tree: Path, tmp_path: Path) -> None:
    assert fixity("plan", tree, tmp_path / "job") == 0
    assert fixity("import-s3-batch", write(tmp_path / "R.csv", []), tmp_path / "job") == 2
