# SPDX-License-Identifier: MIT
"""Plans: shards, manifests, inventories, names, and what is refused."""

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import fixity, in_process, rows_of, sha1, statuses
from s3_server import Store

from oldguard_fixity import job as jobs
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
        names = tuple(
            "bucket key version_id is_latest is_delete_marker size last_modified_date e_tag".split()
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


@pytest.mark.parametrize("folder", ["it's", "a*b[c]", "x=1", '"', "%s{}$", "caf\u00e9", "a?b\\c", "a\udcffb"])
def test_folders_of_every_name(
    tree: Path, tmp_path: Path, folder: str, manifest: Callable[[dict[str, bytes]], Path]
) -> None:
    """No path is part of a query, a pattern or a key of a partition."""
    place = tmp_path / folder
    place.mkdir()
    more = {"TMPDIR": str(place)} if not set(folder) & set("?\\\udcff") else {}
    listed = manifest({"d0/f03": b"333"}).rename(place / "MANIFEST")
    for name, option in (("first", ("--expect", listed)), ("second", ("--previous", place / "first"))):
        ended = in_process("plan", tree, place / name, *option, "--shard-objects", "8", more=more)
        assert (ended.returncode, ended.stderr) == (0, "")
        in_process("run", place / name, "--progress", "none", more=more)
        ended = in_process("report", place / name, "--parquet", place / f"{name}.parquet", more=more)
        assert (ended.returncode, ended.stderr) == (name == "first", "")
    with (place / "second.parquet").open("rb") as file:
        assert len(pq.read_table(file)) == 30
    assert set(statuses(place / "second").values()) == {"skipped"}


@pytest.mark.parametrize("folder", ["a\\b", "a?b", "a\udcffb"])
def test_a_tmpdir_that_the_database_cannot_use(folder: str, tree: Path, tmp_path: Path) -> None:
    """DuckDB takes a backslash for a slash, and what follows a ? for options."""
    (tmp_path / folder).mkdir()
    ended = in_process("plan", tree, tmp_path / "job", more={"TMPDIR": str(tmp_path / folder)})
    assert ended.returncode == 3 and ended.stderr.startswith("fixity: stopped: no database in ")
    assert ended.stderr.count("\n") == 1 and not list((tmp_path / folder).iterdir())


EXCLUDED = [
    (("d0/",), {"d1", "d2"}),
    (("/d[01]", "!d1"), {"d1", "d2"}),
    (("d?", "!/d2"), {"d2"}),
    (("**/f*[!0]", "d0"), {"d1", "d2"}),
]


@pytest.mark.parametrize("kind", ["tree", "bucket"])
@pytest.mark.parametrize(("patterns", "folders"), EXCLUDED)
def test_what_is_excluded_is_neither_new_nor_missing(
    patterns: tuple[str, ...],
    folders: set[str],
    kind: str,
    tree: Path,
    store: Store,
    bucket: str,
    tmp_path: Path,
    manifest: Callable[[dict[str, bytes]], Path],
) -> None:
    """The rules are those of `oldguard sum -r --exclude`. Excluded names of lists are left out, too."""
    contents = {str(path.relative_to(tree)): path.read_bytes() for path in tree.rglob("f*")}
    for name, data in contents.items():
        store.put(f"p/{name}", data)
    listed = manifest({**contents, "d0/absent": b""})
    (tmp_path / "patterns").write_text("# a comment\n\n  \n" + "\n".join(patterns[:-1]) + "\n")
    source = tree if kind == "tree" else f"{bucket}/p"
    job, options = tmp_path / "job", ("--exclude", patterns[-1], "--exclude-from", tmp_path / "patterns")
    assert fixity("plan", source, job, "--expect", listed, "--shard-objects", "4", *options) == 0
    (job / "plan" / "00000000.parquet").unlink()
    assert fixity("run", job, "--progress", "none", "-j", "1") == 0
    found = statuses(job)
    assert set(found.values()) == {"ok"} and {name[:2] for name in found} == folders
    # A folder that is excluded later is left out of what the earlier job knows.
    assert fixity("plan", source, tmp_path / "next", "--previous", job, "--exclude", "d2") in (0, 2)


@pytest.mark.parametrize("pattern", ["", "/", "[a", "a\\", "[[:alpha:]]"])
def test_a_malformed_pattern_is_refused(
    pattern: str, tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "patterns").write_text(f"*.o\n{pattern}\n")
    for option in (("--exclude", pattern), ("--exclude-from", tmp_path / "patterns")):
        if pattern or option[0] == "--exclude":
            with pytest.raises(SystemExit) as ended:
                fixity("plan", tree, tmp_path / "job", *option)
            assert ended.value.code == 2 and "is malformed: " in capsys.readouterr().err


def test_an_age_longer_than_any_calendar(tree: Path, tmp_path: Path) -> None:
    assert fixity("plan", tree, tmp_path / "first") == fixity("run", tmp_path / "first") == 0
    age = ("--max-age", f"{10**30}y")
    assert fixity("plan", tree, tmp_path / "job", "--previous", tmp_path / "first", *age) == 0
    assert fixity("run", tmp_path / "job") == 0
    assert set(statuses(tmp_path / "job").values()) == {"skipped"}


def test_a_sample_of_what_is_unchanged(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    for number in range(300):
        (tmp_path / "tree" / str(number)).write_bytes(b"%d" % number)
    first, job = tmp_path / "first", tmp_path / "job"
    assert fixity("plan", tmp_path / "tree", first) == fixity("run", first) == 0
    assert fixity("plan", tmp_path / "tree", job, "--previous", first, "--sample", "30%") == 0
    planned = pq.read_table(job / "plan" / "00000000.parquet").column("action").to_pylist()
    # The binomial distribution leaves this range with a probability of 1e-8.
    assert 45 < planned.count("read") < 140 and set(planned) == {"read", "carry"}
    # A damaged shard is planned again with the same sample.
    (job / "plan" / "00000000.parquet").unlink()
    assert fixity("run", job) == 0
    assert [*statuses(job).values()].count("ok") == planned.count("read")


@pytest.mark.parametrize("part", ["0", "0%", "101%", "1.5", "-1%", "x", ""])
def test_no_part(part: str, tree: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        fixity("plan", tree, tmp_path / "job", "--sample", part)
    assert ended.value.code == 2


def inventory(folder: Path, schema: str, lines: list[str], form: str = "CSV") -> Path:
    """Writes an inventory as S3 does: data/x.csv.gz, and a manifest.json in another folder."""
    (folder / "data").mkdir(parents=True)
    (folder / "day").mkdir()
    with gzip.open(folder / "data" / "x.csv.gz", "wt") as file:
        file.write("".join(f"{line}\n" for line in lines))
    files = [{"key": "inventory/bucket/config/data/x.csv.gz", "size": 1, "MD5checksum": ""}]
    fields = {"sourceBucket": "bucket", "fileFormat": form, "fileSchema": schema, "files": files}
    (folder / "day" / "manifest.json").write_text(json.dumps(fields))
    return folder / "day" / "manifest.json"


def test_an_inventory_of_any_columns(store: Store, bucket: str, tmp_path: Path) -> None:
    """Without versions there are six columns. A manifest.json names others, in their order."""
    store.put("p/a b", b"1")
    store.put("p/c", b"2")
    etags = [store.objects[key].etag.strip('"') for key in ("p/a b", "p/c")]
    rows = [("p/a+b", "1", etags[0]), ("p/c", "1", etags[1]), ("q/other", "1", "e")]
    six = [
        f'"bucket","{key}","{size}","2026-01-01T00:00:00.000Z","{etag}","STANDARD"'
        for key, size, etag in rows
    ]
    (tmp_path / "six.csv").write_text("\n".join(six))
    four = [f'"{key}","x","{etag}","bucket"' for key, _, etag in rows]
    files = {"six": tmp_path / "six.csv", "four": inventory(tmp_path, "Key, Owner, ETag, Bucket", four)}
    for name, file in files.items():
        assert fixity("plan", f"{bucket}/p", tmp_path / name, "--inventory", file) == 0
        assert fixity("run", tmp_path / name, "--progress", "none", "-j", "1") == 0
        assert {key: row["tag"] for key, row in rows_of(tmp_path / name).items()} == dict(
            zip(("a b", "c"), etags)
        )
    assert store.count("LIST") == 0


GOOD = '"bucket","p/a","1","t","e","STANDARD"\n'
BAD_CSV = [
    (GOOD + '"bucket","p/a","1"\n', 2, "3 fields instead of 6 or 9; --inventory manifest.json"),
    (GOOD + GOOD.replace('"1"', '"-1"'), 2, "an object of -1 bytes"),
    (GOOD + GOOD.replace('"1"', f'"{10**23}"'), 2, "bytes"),
    (GOOD + GOOD.replace('"1"', '"1_0"'), 2, "bytes"),
    (GOOD + GOOD.replace('"1"', '""'), 2, "bytes"),
    (GOOD + GOOD.replace('"e"', f'"{"e" * 140_000}"'), 2, "field larger than field limit"),
    (GOOD + "x" * 3_000_000, 2, "the line is longer"),
    (GOOD + '"bucket"x,', 2, "expected after"),
    (GOOD + '"open', 2, ""),
    (GOOD + "\udcff,", 2, "decode"),
]


@pytest.mark.parametrize(("content", "line", "reason"), BAD_CSV, ids=range(len(BAD_CSV)))
@pytest.mark.parametrize("suffix", [".csv", ".csv.gz"])
def test_a_bad_inventory_is_one_line_of_complaint(
    content: str,
    line: int,
    reason: str,
    suffix: str,
    bucket: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, octets = tmp_path / f"x{suffix}", content.encode("utf-8", "surrogateescape")
    path.write_bytes(octets if suffix == ".csv" else gzip.compress(octets))
    assert fixity("plan", f"{bucket}/p", tmp_path / "job", "--inventory", path) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and said[0].startswith(f"fixity: {path}: line {line}: ") and reason in said[0]
    assert fixity("plan", bucket, tmp_path / "empty", "--inventory", path.with_name("absent.csv")) == 2


def test_an_inventory_that_is_cut_is_refused(
    bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    octets = gzip.compress(GOOD.encode() * 10)
    for number, damaged in enumerate((octets[:-9], octets[:4], octets[:-6] + b"\0" * 6, b"text")):
        (tmp_path / "x.csv.gz").write_bytes(damaged)
        assert fixity("plan", bucket, tmp_path / str(number), "--inventory", tmp_path / "x.csv.gz") == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"fileFormat": "ORC"},
        {"fileSchema": "Bucket, Size"},
        {"fileSchema": "Key, Key"},
        {"fileSchema": 5},
        {"files": [{"key": "../../absent.csv.gz"}]},
        {"files": [{"key": "/.."}]},
        {"files": [5]},
        {"files": 5},
        {"deep": None},
    ],
)
def test_a_bad_manifest_of_an_inventory_is_refused(
    change: dict[str, object], bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = inventory(tmp_path, "Bucket, Key", ['"bucket","p/a"'])
    text = json.dumps({**json.loads(path.read_text()), **change})
    path.write_text("[" * 100_000 if "deep" in change else text)
    assert fixity("plan", bucket, tmp_path / "job", "--inventory", path) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "column", [{"key": [1]}, {"key": [b"\xff"]}, {"size": [-1]}, {"size": ["x"]}, {"key": None}]
)
def test_a_parquet_inventory_of_other_types_is_refused(
    column: dict[str, list[object] | None], bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = {"bucket": ["bucket"], "key": ["p/a"], "size": [1], **column}
    pq.write_table(
        pa.table({name: values for name, values in columns.items() if values}), tmp_path / "x.parquet"
    )
    assert fixity("plan", bucket, tmp_path / "job", "--inventory", tmp_path / "x.parquet") == 2
    assert "x.parquet: row 1: " in capsys.readouterr().err


def test_an_inventory_is_known_by_its_content(
    bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody has renamed the files. A column that is not used has any type."""
    (tmp_path / "packed.csv").write_bytes(gzip.compress(GOOD.encode()))
    (tmp_path / "plain.gz").write_bytes(GOOD.encode())
    times = pa.array([1 << 62], pa.timestamp("ms"))
    table = pa.table({"bucket": ["bucket"], "key": ["p/a"], "size": [1], "last_modified_date": times})
    pq.write_table(table, tmp_path / "inventory.data")
    for name in ("packed.csv", "plain.gz", "inventory.data"):
        assert fixity("plan", f"{bucket}/p", tmp_path / f"job {name}", "--inventory", tmp_path / name) == 0
    (tmp_path / "x.csv").write_bytes(b"ORC\x0a")
    capsys.readouterr()
    assert fixity("plan", bucket, tmp_path / "job", "--inventory", tmp_path / "x.csv") == 2
    assert "an ORC file" in capsys.readouterr().err
