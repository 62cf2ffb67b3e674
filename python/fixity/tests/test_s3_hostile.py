# SPDX-License-Identifier: MIT
"""Jobs of a bucket whose store answers wrongly: no digest of other bytes, no endless run, no endless memory."""

import gzip
import html
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import fixity, rows_of, sha1
from s3_server import Fault, Request, Store

from oldguard_fixity import s3_client

FAST = ("--backoff", "0.001", "--timeout", "5", "--retries", "2")
RANGES = ("--range", "64KiB")
LENGTH = 300_000
RIGHT, OTHER = random.Random(1).randbytes(LENGTH), random.Random(2).randbytes(LENGTH)
ETAG = '"one"'

Answer = Callable[[Request, int, int], tuple[int, dict[str, str], bytes] | None]


def ranged(content: bytes, start: int, end: int, etag: str = ETAG) -> tuple[int, dict[str, str], bytes]:
    body = content[start:end]
    where = f"bytes {start}-{start + len(body) - 1}/{len(content)}"
    return 206, {"ETag": etag, "Content-Range": where}, body


def without(name: str, answer: tuple[int, dict[str, str], bytes]) -> tuple[int, dict[str, str], bytes]:
    return answer[0], {key: value for key, value in answer[1].items() if key != name}, answer[2]


def row_of(bucket: str, store: Store, job: Path, answer: Answer) -> dict[str, Any]:
    """Returns the result of an object of the length LENGTH, whose ranges are answered by `answer`."""
    store.put_virtual("object", LENGTH, lambda start, end: RIGHT[start:end], ETAG.strip('"'))

    def fault(_: Store, request: Request) -> Fault | None:
        if request.method != "GET":
            return None
        start, end = map(int, request.headers["range"].split("=")[1].split("-"))
        found = answer(request, start, end + 1)
        return Fault(answer=found) if found else None

    store.fault = fault
    assert fixity("plan", bucket, job, *FAST, *RANGES) == 0
    fixity("run", job, "--progress", "none", "-j", "1")
    return rows_of(job)["object"]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        # If-Match is ignored, and the object is replaced after the second range.
        (lambda _, a, b: ranged(OTHER, a, b, '"two"') if a >= 131072 else ranged(RIGHT, a, b), "changed"),
        # The object grows, and the store forgets to change the ETag.
        (lambda _, a, b: ranged(OTHER + b"more", a, b) if a >= 131072 else None, "changed"),
        # Without ETag a change between two ranges is not seen.
        (lambda _, a, b: without("ETag", ranged(RIGHT, a, b)), "unreadable"),
        # The bytes of another range.
        (lambda _, a, b: ranged(RIGHT, a + 1, b + 1), "unreadable"),
        (lambda _, a, b: ranged(RIGHT, 0, 65536) if a else None, "unreadable"),
        (lambda _, a, b: without("Content-Range", ranged(RIGHT, a, b)), "unreadable"),
        (
            lambda _, a, b: (206, {"ETag": ETAG, "Content-Range": f"bytes {a}-{b - 1}/*"}, RIGHT[a:b]),
            "unreadable",
        ),
        # A range is cut short, with headers that fit.
        (lambda _, a, b: ranged(RIGHT, a, a + 100), "unreadable"),
        # The range is ignored: the whole object, or its beginning with the length of the range.
        (lambda _, a, b: (200, {"ETag": ETAG}, RIGHT), "unreadable"),
        (lambda _, a, b: (200, {"ETag": ETAG}, RIGHT[: b - a]) if a else None, "unreadable"),
        # A shorter object with the ETag of the listing.
        (lambda _, a, b: (200, {"ETag": ETAG}, RIGHT[:1000]), "unreadable"),
        (lambda _, a, b: (307, {"Location": "http://127.0.0.1:9/"}, b""), "unreadable"),
        (lambda _, a, b: (404, {}, b"<Error><Code>NoSuchBucket</Code></Error>"), "unreadable"),
        (lambda _, a, b: (204, {}, b""), "unreadable"),
    ],
)
def test_no_digest_of_other_bytes(
    store: Store, bucket: str, tmp_path: Path, answer: Answer, status: str
) -> None:
    row = row_of(bucket, store, tmp_path / "job", answer)
    assert (row["status"], row["digest"]) == (status, None)


def test_the_answers_of_these_tests_are_right_otherwise(store: Store, bucket: str, tmp_path: Path) -> None:
    row = row_of(bucket, store, tmp_path / "job", lambda _, a, b: ranged(RIGHT, a, b))
    assert row["digest"] == sha1(RIGHT)


def test_compression_is_not_asked_for_and_not_undone(store: Store, bucket: str, tmp_path: Path) -> None:
    stored = gzip.compress(b"text")
    store.put("text.gz", stored)

    def fault(_: Store, request: Request) -> Fault | None:
        if request.method != "GET":
            return None
        assert request.headers["accept-encoding"] == "identity"
        headers = {"ETag": store.objects["text.gz"].etag, "Content-Encoding": "gzip"}
        return Fault(answer=(200, headers, stored))

    store.fault = fault
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none", "-j", "1") == 0
    assert rows_of(tmp_path / "job")["text.gz"]["digest"] == sha1(stored)


def page(*contents: str, token: str | None = None, begin: str = "") -> Fault:
    """Returns a page of a listing with the rows of `contents`."""
    rows = "".join(f"<Contents>{one}</Contents>" for one in contents)
    more = "<IsTruncated>true</IsTruncated>" if token is not None else ""
    more += f"<NextContinuationToken>{html.escape(token)}</NextContinuationToken>" if token else ""
    body = f"<?xml version='1.0'?>{begin}<ListBucketResult>{rows}{more}</ListBucketResult>"
    return Fault(answer=(200, {"Content-Type": "application/xml"}, body.encode()))


BOMB = "<!DOCTYPE x [<!ENTITY a '%s'>%s]>" % (
    "a" * 1000,
    "".join(f"<!ENTITY {chr(97 + n)} '{f'&{chr(96 + n)};' * 100}'>" for n in range(1, 6)),
)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (page("<Key>a</Key><Size>1</Size>", token="again"), "continuation token twice"),
        (page("<Key>a</Key><Size>1</Size>", token=""), "continuation token"),
        (page("<Key>&f;</Key><Size>1</Size>", begin=BOMB), "document type"),
        (page("<Key>outside</Key><Size>1</Size>"), "not below the prefix"),
        (page("<Key>p/a</Key><Size>one</Size>"), "not valid"),
        (page("<Key>p/a</Key><Size>-1</Size>"), "-1 bytes"),
        (page("<Key>p/a</Key><Size>99999999999999999999</Size>"), "bytes"),
        (Fault(answer=(200, {}, b"")), "not valid"),
        (Fault(answer=(200, {}, b"<html>")), "not valid"),
        (Fault(answer=(301, {"Location": "http://127.0.0.1:9/"}, b"")), "HTTP 301"),
        (Fault(answer=(404, {}, b"<Error><Code>NoSuchBucket</Code></Error>")), "NoSuchBucket"),
        (Fault(answer=(200, {}, b" " * 5000)), "more than the 4096 bytes"),
    ],
)
def test_a_wrong_listing_ends_the_plan(
    store: Store,
    bucket: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: Fault,
    reason: str,
) -> None:
    limit = 4096 if "4096" in reason else s3_client.PAGE_BYTES
    monkeypatch.setattr(s3_client, "PAGE_BYTES", limit)
    store.fault = lambda *_: answer
    prefix = "" if "token" in reason else "/p"
    assert fixity("plan", bucket + prefix, tmp_path / "job", *FAST) == 3
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "job" / "job.json").exists()


def test_keys_of_every_kind(store: Store, bucket: str, tmp_path: Path) -> None:
    """The longest key, keys like options and HTML, and characters that a path or a line cannot have."""
    keys = ["k" * 1024, "--help", "-", "..", "../../etc/passwd", "a\nb", "a\rb", "a\0b", "a\x1bb", "a+b c"]
    keys += ["<script>alert(1)</script>", "'\"&", "\u202egnp", ".", "//", "\U0001f40d"]
    for key in keys:
        store.put(key, key.encode())
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 0
    assert {name: row["digest"] for name, row in rows_of(tmp_path / "job").items()} == {
        key: sha1(key.encode()) for key in keys
    }


def test_no_secret_is_written(
    store: Store,
    bucket: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hidden-secret")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "hidden-token")
    store.put("a", b"a")
    store.put("b", b"b")
    store.fault = (
        lambda _, request: Fault(status=403, code="SignatureDoesNotMatch") if request.key == "a" else None
    )
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert fixity("run", tmp_path / "job", "--progress", "json") == 1
    assert fixity("report", tmp_path / "job", "--html", tmp_path / "job" / "page.html") == 1
    assert fixity("report", tmp_path / "job", "--json", "--all") == 1
    assert fixity("plan", bucket, tmp_path / "no", "--endpoint", "http://user:hidden-word@127.0.0.1:9") == 2
    written = capfd.readouterr()
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 4
    for text in (written.out.encode(), written.err.encode(), *files):
        assert b"hidden" not in text
