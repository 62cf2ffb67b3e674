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

from oldguard_fixity import job as jobs
from oldguard_fixity import s3_client
from oldguard_fixity.s3_page import Page
from oldguard_fixity.worker import work

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


def of_page(inner: str, truncated: str = "false") -> Fault:
    text = f"<ListBucketResult><IsTruncated>{truncated}</IsTruncated>{inner}</ListBucketResult>"
    return Fault(answer=(200, {}, text.encode()))


DEEP = "<x>" * 200_000 + "</x>" * 200_000
OBJECT = "<Contents><Key>a</Key><Size>1</Size></Contents>"


BAD_PAGES = [
    (DEEP, "too many elements"),
    ("<x/>" * 400_000, "too many elements"),
    (OBJECT * 10_001, "more than 10000 objects"),
    (f"<CommonPrefixes>{'<Prefix>a/</Prefix>' * 10_001}</CommonPrefixes>", "more than 10000 objects"),
    (f"<Contents><Key>{'k' * 20_000}</Key></Contents>", "a value of more than 16384 characters"),
    (f"<NextContinuationToken>{'k' * 20_000}</NextContinuationToken>", "a value of more than"),
    (f"<!--{'x' * 2_000_000}-->", "without an element"),
    (f"<x y='{'x' * 2_000_000}'/>", "without an element"),
    ("<Contents><Key>a</Key><Size>1_0</Size></Contents>", "an object of 1_0 bytes"),
    ("<Contents><Key>a</Key><Size>\u0661</Size></Contents>", "bytes"),
    (f"<Contents><Key>a</Key><Size>{'9' * 5000}</Size></Contents>", "bytes"),
    ("<Contents><Key>a</Key></Contents>", "an object of  bytes"),
    ("<EncodingType>base64</EncodingType>" + OBJECT, "keys in the encoding 'base64'"),
    (None, "is no listing"),
]


@pytest.mark.parametrize(("inner", "reason"), BAD_PAGES, ids=range(len(BAD_PAGES)))
def test_a_page_that_is_no_listing(
    inner: str | None,
    reason: str,
    store: Store,
    bucket: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fault = of_page(inner) if inner else Fault(answer=(200, {}, b"<html><body>sign in</body></html>"))
    store.fault = lambda *_: fault
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 3
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and reason in said[0]


def test_a_page_is_parsed_as_it_arrives() -> None:
    """Nothing but its rows is kept, and no byte is parsed twice: the calls of the parser are counted."""
    calls = 0

    class Counted(Page):
        def _start(self, name: str, attributes: object) -> None:
            nonlocal calls
            calls += 1
            super()._start(name, attributes)

    page = Counted("")
    page.feed(b"<ListBucketResult>")
    for number in range(1000):
        text = f"<Contents><Owner><ID>{'o' * 4000}</ID></Owner><Key>{number}</Key><Size>1</Size></Contents>"
        for piece in (text[:7].encode(), text[7:].encode()):
            page.feed(piece)
        assert len(page._objects) == number + 1 and not page._text and len(page._path) == 1
    page.feed(b"</ListBucketResult>")
    page.finish()
    assert [row.name for row in page.rows()] == [*map(str, range(1000))] and calls == 5001


@pytest.mark.parametrize("encoding", ["", "<EncodingType>url</EncodingType>"])
def test_keys_are_decoded_if_the_answer_says_so(
    encoding: str, store: Store, bucket: str, tmp_path: Path
) -> None:
    key = "50%25+1"
    store.put("50%25+1", b"as it is")
    store.put("50% 1", b"decoded")
    fault = of_page(f"<Contents><Key>{key}</Key><Size>{7 if encoding else 8}</Size></Contents>{encoding}")
    store.fault = lambda _, request: fault if request.method == "LIST" else None
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none", "-j", "1") == 0
    expected = {"50% 1": sha1(b"decoded")} if encoding else {key: sha1(b"as it is")}
    assert {name: row["digest"] for name, row in rows_of(tmp_path / "job").items()} == expected


HEADERS = [
    {"ETag": "caf\u00e9"},
    {"ETag": "a\tb"},
    {"ETag": "\x7f"},
    {"ETag": "e" * 5000},
    {"ETag": "\udcff"},
    {"Content-Range": "bytes \u0660-8/9"},
    {"Content-Range": "bytes 0-8/" + "9" * 5000},
    {"Content-Length": "5, 6"},
    {"Content-Length": "-1"},
    {"Transfer-Encoding": "chunked"},
    {"\u00e9": "x"},
]


@pytest.mark.parametrize("status", [200, 206, 412, 503])
@pytest.mark.parametrize("headers", HEADERS, ids=range(len(HEADERS)))
def test_a_hostile_answer_costs_one_object(
    headers: dict[str, str], status: int, store: Store, bucket: str, tmp_path: Path
) -> None:
    for key in ("a", "b", "c"):
        store.put(key, key.encode() * 9)
    if status == 200 and "Content-Range" in headers:
        pytest.skip("the header says nothing there")
    fixed = {"ETag": ETAG, "Content-Range": "bytes 0-8/9"}
    fault = Fault(answer=(status, {**fixed, **headers}, b"b" * 9))
    store.fault = lambda _, request: fault if request.key == "b" else None
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none", "-j", "1") == 1
    rows = rows_of(tmp_path / "job")
    assert rows["a"]["digest"] == sha1(b"a" * 9) and rows["c"]["digest"] == sha1(b"c" * 9)
    assert rows["b"]["status"] in ("unreadable", "changed") and rows["b"]["digest"] is None
    assert rows["b"]["error"].isprintable()


def test_any_error_of_one_object_is_its_row(
    store: Store, bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("a", "b", "c"):
        store.put(key, key.encode())
    read = s3_client.Client.read

    async def broken(self: s3_client.Client, key: str, *arguments: Any) -> s3_client.Answer:
        if key == "b":
            raise UnicodeEncodeError("utf-8", "\udcff", 0, 1, "unforeseen \udcff")
        return await read(self, key, *arguments)

    monkeypatch.setattr(s3_client.Client, "read", broken)
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert work(jobs.load(tmp_path / "job"), 0).statuses == {"new": 2, "unreadable": 1}
    assert "unforeseen" in rows_of(tmp_path / "job")["b"]["error"]


@pytest.mark.parametrize("etag", ["caf\u00e9", "a\nb", "e" * 5000], ids=range(3))
def test_a_hostile_etag_of_the_listing_costs_one_object(
    etag: str, store: Store, bucket: str, tmp_path: Path
) -> None:
    store.put("b", b"b")
    inner = f"<Contents><Key>a</Key><Size>1</Size><ETag>{html.escape(etag)}</ETag></Contents>"
    fault = of_page(inner + "<Contents><Key>b</Key><Size>1</Size></Contents>")
    store.fault = lambda _, request: fault if request.method == "LIST" else None
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none", "-j", "1") == 1
    rows = rows_of(tmp_path / "job")
    assert (rows["a"]["status"], rows["a"]["error"]) == ("unreadable", "an ETag that is not printable ASCII")
    assert rows["b"]["digest"] == sha1(b"b")


@pytest.mark.parametrize("length", [0, 9, 300])
def test_an_error_page_is_not_the_object(length: int, store: Store, bucket: str, tmp_path: Path) -> None:
    """A proxy answers 200 with a page of its own, which has no ETag. The first answers are right later."""
    store.put("always", b"x" * length)
    store.put("once", b"y" * length)
    fault = Fault(answer=(200, {}, b"<html>try again</html>"))
    answered: set[str] = set()

    def now_and_then(_: Store, request: Request) -> Fault | None:
        if request.method == "LIST" or (request.key == "once" and "once" in answered):
            return None
        answered.add(request.key)
        return fault

    store.fault = now_and_then
    assert fixity("plan", bucket, tmp_path / "job", *FAST) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none", "-j", "1") == 1
    rows = rows_of(tmp_path / "job")
    assert (rows["always"]["status"], rows["always"]["digest"]) == ("unreadable", None)
    assert rows["once"]["digest"] == sha1(b"y" * length)


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
