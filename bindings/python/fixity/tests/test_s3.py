# SPDX-License-Identifier: MIT
"""Jobs of a bucket, under the faults of a store."""

import itertools
import os
import random
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import fixity, rows_of, sha1, statuses
from s3_server import Fault, Request, Store

from oldguard_fixity import job as jobs
from oldguard_fixity.checkpoint import Checkpoints
from oldguard_fixity.worker import work

FAST = ("--backoff", "0.01", "--timeout", "0.5")

# Keys that a path is not: empty and dotted segments, characters of URLs, control characters.
KEYS = (
    "a",
    "b//c",
    "/lead",
    "lead",
    "x%20y",
    "d/",
    "d",
    "ä ö",
    "p+q",
    "a/./b",
    "a/../c",
    "t\nx",
    "e<&>",
    "?v",
    "#f",
)


def run(bucket: str, job: Path, *options: object) -> int:
    assert fixity("plan", bucket, job, *FAST, *options) == 0
    return fixity("run", job, "--progress", "none", "-j", "2")


def test_every_key_is_read_as_itself(store: Store, bucket: str, tmp_path: Path) -> None:
    for key in KEYS:
        store.put(key, key.encode())
    assert run(bucket, tmp_path / "job") == 0
    assert {name: row["digest"] for name, row in rows_of(tmp_path / "job").items()} == {
        key: sha1(key.encode()) for key in KEYS
    }


@pytest.mark.parametrize("parallel", [(), ("--parallel-listing",)])
def test_listing_has_every_page(store: Store, bucket: str, tmp_path: Path, parallel: tuple[str, ...]) -> None:
    for number in range(2500):
        store.put(f"p/{number % 7}/{number}", b"x")
    store.put("q/other", b"x")
    assert fixity("plan", f"{bucket}/p", tmp_path / "job", *parallel) == 0
    assert store.count("LIST") == (8 if parallel else 3)
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
    assert len(rows_of(tmp_path / "job")) == 2500


def test_statuses_of_answers(
    store: Store, bucket: str, tmp_path: Path, manifest: Callable[[dict[str, bytes]], Path]
) -> None:
    for key in ("fine", "denied", "busy", "slow", "short", "gone", "wrong", "empty"):
        store.put(key, b"" if key == "empty" else key.encode())
    store.put("frozen", b"frozen", "DEEP_ARCHIVE")
    store.put("tape", b"tape")
    listed = manifest(
        {**{key: key.encode() for key in store.objects}, "wrong": b"other", "empty": b"", "never": b""}
    )
    tried: dict[str, int] = {}

    def fault(_: Store, request: Request) -> Fault | None:
        times = tried[request.key] = tried.get(request.key, 0) + 1
        if times <= 2:
            for key, found in (
                ("busy", Fault(status=503, code="SlowDown")),
                ("slow", Fault(stall=2)),
                ("short", Fault(cut_after=3)),
            ):
                if request.key == key:
                    return found
        if request.key == "denied":
            return Fault(status=403, code="AccessDenied")
        return Fault(status=403, code="InvalidObjectState") if request.key == "tape" else None

    store.fault = fault
    assert fixity("plan", bucket, tmp_path / "job", *FAST, "--expect", listed) == 0
    del store.objects["gone"]
    assert fixity("run", tmp_path / "job", "--progress", "none") == 1
    rows = rows_of(tmp_path / "job")
    assert {name: row["status"] for name, row in rows.items()} == {
        "fine": "ok",
        "empty": "ok",
        "busy": "ok",
        "slow": "ok",
        "short": "ok",
        "denied": "unreadable",
        "gone": "missing",
        "never": "missing",
        "wrong": "changed",
        "frozen": "skipped",
        "tape": "skipped",
    }
    assert rows["denied"]["error"] == "HTTP 403 AccessDenied"
    assert rows["wrong"]["expected"] == sha1(b"other") and rows["wrong"]["digest"] == sha1(b"wrong")
    assert tried["busy"] == tried["slow"] == tried["short"] == 3
    assert tried["denied"] == 1 and tried["wrong"] == 2 and "frozen" not in tried


def test_retries_are_bounded(store: Store, bucket: str, tmp_path: Path) -> None:
    store.put("never", b"x")
    store.put("fine", b"x")
    store.fault = lambda _, request: Fault(status=500) if request.key == "never" else None
    assert run(bucket, tmp_path / "job", "--retries", "5") == 1
    assert statuses(tmp_path / "job") == {"never": "unreadable", "fine": "new"}
    assert store.requests.count(("GET", "never")) == 6


def test_a_wrong_first_read_is_forgiven_and_kept(
    store: Store, bucket: str, tmp_path: Path, manifest: Callable[[dict[str, bytes]], Path]
) -> None:
    store.put("flaky", b"right")
    right, wrong = store.objects["flaky"].content, b"wrong"
    reads = 0

    def fault(store: Store, request: Request) -> Fault | None:
        nonlocal reads
        if request.method == "GET":
            store.objects["flaky"].content = wrong if reads == 0 else right
            assert (request.headers.get("cache-control") == "no-cache") == (reads == 1)
            reads += 1
        return None

    store.fault = fault
    assert run(bucket, tmp_path / "job", "--expect", manifest({"flaky": b"right"})) == 0
    row = rows_of(tmp_path / "job")["flaky"]
    assert (row["status"], row["digest"], row["first_digest"]) == ("ok", sha1(b"right"), sha1(b"wrong"))
    assert reads == 2


def test_refusals_in_a_row_stop_the_run(
    store: Store, bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(500):
        store.put(f"{number:03}", b"x")
    store.fault = (
        lambda _, request: Fault(status=403, code="AccessDenied") if request.method == "GET" else None
    )
    assert run(bucket, tmp_path / "job") == 3
    assert "100 objects in a row could not be read" in capsys.readouterr().err
    assert store.count("GET") < 200
    assert not list((tmp_path / "job" / "done").iterdir())
    store.fault = lambda _, request: None
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0


def test_an_unreachable_store_stops_the_run(
    store: Store, bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store.put("a", b"a")
    closed = ("--endpoint", "http://127.0.0.1:9")
    assert fixity("plan", bucket, tmp_path / "none", *FAST, *closed) == 3
    assert not (tmp_path / "none" / "job.json").exists()
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    text = (tmp_path / "job" / "job.json").read_text()
    (tmp_path / "job" / "job.json").write_text(
        text.replace(text.split('"endpoint": "')[1].split('"')[0], closed[1])
    )
    assert fixity("run", tmp_path / "job", "--progress", "none") == 3
    assert "the store cannot be reached" in capsys.readouterr().err
    assert not list((tmp_path / "job" / "done").iterdir())


HUGE = 3_000_000
LARGE = ("--shard-bytes", "1MiB", "--range", "64KiB", "--checkpoint", "256KiB")


def content(seed: int) -> bytes:
    return random.Random(seed).randbytes(HUGE)


def test_a_huge_object_survives_every_fault(store: Store, bucket: str, tmp_path: Path) -> None:
    store.put("huge", content(1))
    chance = random.Random(2)
    faults = [
        Fault(status=503),
        Fault(status=500),
        Fault(stall=1.0),
        Fault(cut_after=1000),
        Fault(cut_after=0),
    ]
    store.fault = lambda _, request: (
        chance.choice(faults) if request.method == "GET" and chance.random() < 0.1 else None
    )
    assert run(bucket, tmp_path / "job", *LARGE, "--timeout", "0.3") == 0
    assert rows_of(tmp_path / "job")["huge"]["digest"] == sha1(content(1))
    assert not list((tmp_path / "job" / "state").iterdir())


def test_a_huge_object_that_is_replaced_in_the_middle_has_no_digest(
    store: Store, bucket: str, tmp_path: Path
) -> None:
    store.put("huge", content(1))
    replaced = content(2)

    def fault(store: Store, request: Request) -> Fault | None:
        if request.start >= 1_000_000 and store.objects["huge"].content != replaced:
            store.put("huge", replaced)
        return None

    store.fault = fault
    assert run(bucket, tmp_path / "job", *LARGE) == 1
    row = rows_of(tmp_path / "job")["huge"]
    assert (row["status"], row["digest"], row["error"]) == ("changed", None, "replaced while it was read")


def test_a_killed_read_of_a_huge_object_goes_on(store: Store, bucket: str, tmp_path: Path) -> None:
    store.put("huge", content(1))
    assert fixity("plan", bucket, tmp_path / "job", *FAST, *LARGE) == 0
    assert killed_at_save(tmp_path / "job", 7)
    store.requests.clear()
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
    assert rows_of(tmp_path / "job")["huge"]["digest"] == sha1(content(1))
    saved = 6 * 256 * 1024
    assert store.count("GET") == 1 + -((saved - HUGE) // 65536)


def killed_at_save(job: Path, number: int) -> bool:
    """Checks shard 0 in a process that ends without a word when it saves a state for the nth time."""
    child = os.fork()
    if child == 0:
        saves = itertools.count(1)
        save = Checkpoints.save

        def save_or_die(*arguments: Any) -> None:
            if next(saves) == number:
                os._exit(9)
            save(*arguments)

        Checkpoints.save = save_or_die  # type: ignore[method-assign]
        work(jobs.load(job), 0)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def times_of(path: Path) -> list[datetime]:
    """Returns when the objects of a job were checked."""
    job = jobs.load(path)
    tables = [job.read_done(shard) for shard in job.shard_numbers()]
    return [time for table in tables if table is not None for time in table["checked_at"].to_pylist()]


def test_an_unchanged_bucket_needs_no_get(store: Store, bucket: str, tmp_path: Path) -> None:
    for number in range(50):
        store.put(f"{number:02}", b"%d" % number)
    assert run(bucket, tmp_path / "first") == 0
    store.requests.clear()
    assert run(bucket, tmp_path / "second", "--previous", tmp_path / "first") == 0
    assert store.requests == [("LIST", "")]
    assert set(statuses(tmp_path / "second").values()) == {"skipped"}
    assert times_of(tmp_path / "second") == times_of(tmp_path / "first")
    store.put("07", b"seven")
    store.requests.clear()
    assert run(bucket, tmp_path / "third", "--previous", tmp_path / "second") == 1
    assert store.requests == [("LIST", ""), ("GET", "07"), ("GET", "07")]
    assert statuses(tmp_path / "third")["07"] == "changed"


def test_the_same_etag_with_another_digest_is_corrupt(
    store: Store, bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put("a", b"good")
    assert run(bucket, tmp_path / "first") == 0
    store.objects["a"].content = b"evil"
    old = ("--max-age", "90d")
    assert run(bucket, tmp_path / "early", "--previous", tmp_path / "first", *old) == 0
    assert statuses(tmp_path / "early") == {"a": "skipped"}
    monkeypatch.setattr("oldguard_fixity.plan.now", lambda: "2096-01-01T00:00:00+00:00")
    assert run(bucket, tmp_path / "second", "--previous", tmp_path / "early", *old) == 1
    row = rows_of(tmp_path / "second")["a"]
    assert (row["status"], row["digest"], row["expected"]) == ("corrupt", sha1(b"evil"), sha1(b"good"))
    # The next job still expects the good digest, and reads the object although it is unchanged.
    assert run(bucket, tmp_path / "third", "--previous", tmp_path / "second") == 1
    assert statuses(tmp_path / "third") == {"a": "corrupt"}
