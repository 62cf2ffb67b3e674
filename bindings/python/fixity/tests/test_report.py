# SPDX-License-Identifier: MIT
"""Reports: text, JSON lines, Parquet and the page, also of a job that is not finished; progress."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import fixity, json_report, rows_of, sha1

from oldguard_fixity import job as jobs
from oldguard_fixity import shard_files


@pytest.fixture
def different(tree: Path, tmp_path: Path) -> Path:
    """Returns a finished job with an object of several statuses, one with a hostile name."""
    (tree / "<script>alert('1')").write_bytes(b"x")
    contents = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    lines = [f"{sha1(data)}  {path.relative_to(tree)}\n" for path, data in contents.items()]
    (tmp_path / "M").write_text("".join(lines))
    (tree / "<script>alert('1')").write_bytes(b"y")
    (tree / "d0/f03").rename(tree / "elsewhere")
    (tree / "d0/f06").unlink()
    (tree / "added").write_bytes(b"added")
    assert fixity("plan", tree, tmp_path / "job", "--expect", tmp_path / "M", "--shard-objects", "8") == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 1
    return tmp_path / "job"


class Page(HTMLParser):
    """Collects the tags, the links and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.starts: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.starts.append(self.get_starttag_text() or "")
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_all_and_loads_nothing(different: Path, tmp_path: Path) -> None:
    assert fixity("report", different, "--html", tmp_path / "page.html") == 1
    page = Page()
    page.feed((tmp_path / "page.html").read_text())
    assert "script" not in page.tags and page.links == []
    assert "url(" not in page.text and "@import" not in page.text
    for shown in ("<script>alert('1')", "d0/f06", "d0/f03 → elsewhere", "added", "missing"):
        assert shown in page.text


def test_json_lines_and_parquet_agree(
    different: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = json_report(different, capsys)
    assert {line["name"]: line["status"] for line in lines[:-1]} == {
        "<script>alert('1')": "changed",
        "d0/f06": "missing",
        "elsewhere": "moved",
        "added": "new",
    }
    assert lines[-1]["complete"] and lines[-1]["summary"]["ok"]["files"] == 28
    assert next(line for line in lines if line.get("name") == "elsewhere")["moved_from"] == "d0/f03"
    assert fixity("report", different, "--parquet", tmp_path / "all.parquet") == 1
    table = pq.read_table(tmp_path / "all.parquet")
    assert dict(zip(table["key"].to_pylist(), table["status"].to_pylist()))["d0/f06"] == "missing"
    assert len(table) == len(json_report(different, capsys, "--all")) - 1 == 32


def test_a_report_is_no_list_of_corrupt_digests(
    different: Path, tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its JSON lines are a manifest, too, and each of its differences is one again."""
    lines = json_report(different, capsys, "--all")
    (changed,) = (line for line in lines if line.get("status") == "changed")
    assert (changed["sha1"], changed["found_sha1"], changed["found_size"]) == (sha1(b"x"), sha1(b"y"), 1)
    (missing,) = (line for line in lines if line.get("status") == "missing")
    assert missing["sha1"] == sha1(b"66666" + b"6") and "found_sha1" not in missing
    (tmp_path / "J").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert fixity("plan", tree, tmp_path / "again", "--expect", tmp_path / "J") == 0
    assert fixity("run", tmp_path / "again", "--progress", "none") == 1
    found = {name: row["status"] for name, row in rows_of(tmp_path / "again").items()}
    assert {name: status for name, status in found.items() if status != "ok"} == {
        "<script>alert('1')": "changed",
        "d0/f06": "missing",
    }


def test_a_job_in_work_is_reported_as_not_complete(
    different: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (different / "done" / "00000001.parquet").unlink()
    assert fixity("report", different) == 3
    assert "25 of 33 objects checked: `fixity run` goes on" in capsys.readouterr().out
    assert not json_report(different, capsys)[-1]["complete"]


def test_two_lost_duplicates_and_one_found_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    for name in ("a", "b", "kept"):
        (root / name).write_bytes(b"same" if name != "kept" else b"kept")
    assert fixity("plan", root, tmp_path / "first") == fixity("run", tmp_path / "first") == 0
    (root / "a").rename(root / "z")
    (root / "b").unlink()
    assert fixity("plan", root, tmp_path / "second", "--previous", tmp_path / "first") == 0
    assert fixity("run", tmp_path / "second") == 1
    lines = json_report(tmp_path / "second", capsys, "--all")[:-1]
    assert [(line["name"], line["status"], line.get("moved_from")) for line in lines] == [
        ("b", "missing", None),
        ("z", "moved", "a"),
        ("kept", "skipped", None),
    ]
    # A moved object is known under its new name from then on.
    assert fixity("plan", root, tmp_path / "third", "--previous", tmp_path / "second") == 0
    assert fixity("run", tmp_path / "third") == 1
    assert {name: row["status"] for name, row in rows_of(tmp_path / "third").items()} == {
        "b": "missing",
        "z": "skipped",
        "kept": "skipped",
    }


def test_progress_is_of_the_whole_job(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fixity("plan", tree, tmp_path / "job", "--shard-objects", "8") == 0
    assert fixity("work", tmp_path / "job", "1") == 0
    capsys.readouterr()
    assert fixity("run", tmp_path / "job", "--progress", "json") == 0
    last = json.loads(capsys.readouterr().err.splitlines()[-1])["progress"]
    assert (last["objects"], last["objects_total"], last["shards_left"]) == (30, 30, 0)
    assert last["bytes"] == last["bytes_total"] == sum(path.stat().st_size for path in tree.rglob("f*"))


EVIL = "<b id=x>\"'&\x1b{{ 7 * 7 }}</b><!--"
TEXTS = ("key", "tag", "digest", "error", "expected", "tag_then", "first_digest", "version", "source")


def test_no_value_of_a_result_is_markup(different: Path, tmp_path: Path) -> None:
    """Somebody else wrote the results: every column of text has markup, in every status."""
    job = jobs.load(different)
    count = job.about.shards[0][0]
    assert fixity("report", different, "--html", tmp_path / "good.html") == 1
    for number, status in enumerate(("corrupt", "changed", "unreadable", "missing", "new", "ok", "skipped")):
        row = {field.name: None for field in shard_files.RESULT} | {name: f"{number}{EVIL}" for name in TEXTS}
        rows = [{**row, "status": status, "attacked": True, "key": f"{EVIL}{n}"} for n in range(count)]
        shard_files.write(job.done_file(0), pa.Table.from_pylist(rows, schema=shard_files.RESULT))
        assert fixity("report", different, "--html", tmp_path / "page.html") == 1
        page, good = Page(), Page()
        page.feed((tmp_path / "page.html").read_text())
        good.feed((tmp_path / "good.html").read_text())
        assert set(page.tags) - {"code", "b", "i", "div"} <= set(good.tags) and page.links == []
        assert "id=" not in "".join(page.starts) and "{{" in page.text and "\x1b" not in page.text


def test_an_unknown_status_is_damage(different: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = jobs.load(different)
    rows = [{**row, "status": "<b>"} for row in job.read_done(0).to_pylist()]
    shard_files.write(job.done_file(0), pa.Table.from_pylist(rows, schema=shard_files.RESULT))
    assert fixity("report", different) == 3
    assert "damaged result shard 00000000.parquet: an unknown status" in capsys.readouterr().err
