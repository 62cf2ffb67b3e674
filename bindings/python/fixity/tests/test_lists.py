# SPDX-License-Identifier: MIT
"""The lists that every reader of the product must take or refuse in the same way, by --expect."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import fixity, sha1, statuses

from oldguard_fixity.errors import Usage
from oldguard_fixity.lines import BLOCK, LONGEST
from oldguard_fixity.listing import Listed
from oldguard_fixity.manifest import Entry, Manifests, Rules
from oldguard_fixity.planner import TWINS, Planner

CASES = json.loads((Path(__file__).parents[4] / "tests/command/lists/cases.json").read_bytes())
DEFAULT = {"a.txt": "hello\n", "sub/c.txt": "deep\n"}


def octets(name: Any) -> bytes:
    return base64.b64decode(name["base64"]) if isinstance(name, dict) else str(name).encode()


def plant(root: Path, files: Any) -> None:
    for name, content in files.items() if isinstance(files, dict) else files:
        path = root / octets(name).decode("utf-8", "surrogateescape")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_list(case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(tmp_path / "tree", case.get("files", DEFAULT))
    encoded = case.get("list_base64")
    listed = tmp_path / case.get("file", "L")
    listed.write_bytes(base64.b64decode(encoded) if encoded is not None else case["list"].encode())
    options: list[str] = []
    for name, value in case.get("options", {}).items():
        options += [f"--{name.replace('_', '-')}"] + ([value] if value is not True else [])
    entries = case.get("entries", [])
    for algorithm in sorted({entry[0] for entry in entries}) or ["sha1"]:
        job = tmp_path / algorithm
        words = ("plan", tmp_path / "tree", job, "-a", algorithm, "--expect", listed, *options)
        if case["result"] == "refused":
            assert fixity(*words) == 2
            said = capsys.readouterr().err
            assert "Traceback" not in said and f"line {case.get('line', '')}" in said or "line" not in case
        else:
            assert fixity(*words) == 0
            said = capsys.readouterr().err
            fixity("run", job, "--progress", "none", "-j", "1")
            expected = {
                octets(entry[2]).decode("utf-8", "surrogateescape")
                for entry in entries
                if entry[0] == algorithm
            }
            found = statuses(job)
            assert {name for name, status in found.items() if status == "ok"} == expected
            assert set(found.values()) <= {"ok", "new"}
        assert case.get("says", "") in said


DIGEST = sha1(b"x")


def entries_of(path: Path, *roots: str) -> list[Entry]:
    return list(Manifests("sha1", Rules(roots)).read(path))


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
    entries = entries_of(tmp_path / "M")
    assert [(entry.name, entry.digest) for entry in entries] == [("a", DIGEST), ("b\n\\c", DIGEST)]
    if form == "json":
        assert (entries[0].size, entries[0].tag) == (1, "1795395723000000004-")


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("0000-01-01T00:00:00Z", -62167219200),
        ("-0001-12-31T23:59:59Z", -62167219201),
        ("9999-12-31T23:59:59Z", 253402300799),
        ("+10000-03-01T00:00:00Z", 253407484800),
        ("+292277026596-12-04T15:30:07Z", 2**63 - 1),
        ("-292277022657-01-27T08:29:52Z", -(2**63)),
        ("+2026-01-01T00:00:00Z", None),
        ("-0000-01-01T00:00:00Z", None),
        ("10000-01-01T00:00:00Z", None),
        ("+10001-02-29T00:00:00Z", None),
    ],
)
def test_dates_of_bad_clocks(time: str, seconds: int | None, tmp_path: Path) -> None:
    """The command writes any date that a file can have. Years without four digits have a sign."""
    (tmp_path / "M").write_text(json.dumps({"v": 1, "name": "a", "sha1": DIGEST, "mtime": time}))
    if seconds is None:
        with pytest.raises(Usage, match="line 1"):
            entries_of(tmp_path / "M")
    else:
        assert entries_of(tmp_path / "M")[0].tag == f"{seconds * 10**9}-"


def test_hashdeep(tmp_path: Path) -> None:
    (tmp_path / "M").write_text(
        f"%%%% HASHDEEP-1.0\n%%%% size,md5,sha1,filename\n## x\n7,0,{DIGEST},/t/a,b\n"
    )
    (entry,) = entries_of(tmp_path / "M", "/t/")
    assert (entry.name, entry.size, entry.digest) == ("a,b", 7, DIGEST)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n",
        f"{DIGEST[:-1]}  a\n",
        f"{DIGEST}  a\nno line\n",
        f"\\{DIGEST}  a\\x\n",
        f"{DIGEST}  a\n{DIGEST} b\n",
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
        entries_of(tmp_path / "M")


def test_a_forged_second_digest_is_refused(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "M").write_text(f"{DIGEST}  d0/f00\n{sha1(b'')}  ./d0/f00\n")
    assert fixity("plan", tree, tmp_path / "job", "--expect", tmp_path / "M") == 2
    assert "M: line 2: 'd0/f00': listed before in line 1 with another digest" in capsys.readouterr().err


HASHDEEP = "%%%% HASHDEEP-1.0\n%%%% size,sha1,filename\n"
JSON = f'{{"v":1,"name":"a","sha1":"{DIGEST}"'
HOSTILE = [
    ("[" * 200_000, 1),
    (f'{JSON},"x":' + "[" * 100_000 + "]" * 100_000 + "}\n", 1),
    (f'{JSON},"x":' + '{"x":' * 100_000 + "1" + "}" * 100_000 + "}\n", 1),
    (f'{JSON},"size":{10**23}}}\n', 1),
    (f'{JSON},"size":{"9" * 5000}}}\n', 1),
    (f'{JSON},"size":-1}}\n', 1),
    (f'{JSON},"size":1e400}}\n', 1),
    (f'{JSON},"sha1":"{DIGEST}"}}\n', 1),
    (f'{JSON},"mtime":"\u0662026-11-23T01:02:03Z"}}\n', 1),
    (f'{JSON},"mtime":"2026-11-23T01:02:03.{"1" * 10}Z"}}\n', 1),
    (f'{JSON},"mtime":"2026-13-23T01:02:03Z"}}\n', 1),
    (f'{JSON},"sha1\\u0000":1,"size":null,"tag":[]}}\n', 1),
    ('{"v":1,"name":"a"}\n', 1),
    (f"{HASHDEEP}-1,{DIGEST},a\n", 3),
    (f"{HASHDEEP}{10**23},{DIGEST},a\n", 3),
    (f"{HASHDEEP}1_0,{DIGEST},a\n", 3),
    (f"{HASHDEEP}\u0661,{DIGEST},a\n", 3),
    (f"{DIGEST}  ok\n{DIGEST}  {'a' * (LONGEST + 1)}\n", 2),
    ("x" * (3 * LONGEST), 1),
    (f"{DIGEST}  d/\n", 1),
    (f"{DIGEST}  ./.\n", 1),
    (f"{DIGEST}  a\0b\n", 1),
    (f"#mtree\na type=file size=-1 sha1={DIGEST}\n", 2),
    (f"#mtree\na type=file size={10**23} sha1={DIGEST}\n", 2),
    (f"#mtree\na* type=file sha1={DIGEST}\n", 2),
    (f"#mtree\na type=file sha1={DIGEST[1:]}\n", 2),
    ("#mtree\n..\n", 2),
    ("#mtree\n" + "d type=dir\n" * 3000, 2050),
    (f"#mtree\na\\057b type=file sha1={DIGEST}\n", 2),
    ("#mtree\n" + "a \\\n" * 400_000, 349_527),
]


@pytest.mark.parametrize(("content", "line"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_list_is_one_line_of_complaint(
    content: str, line: int, tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "M").write_text(content)
    assert fixity("plan", tree, tmp_path / "job", "--expect", tmp_path / "M") == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and said[0].startswith(f"fixity: {tmp_path}/M: line {line}: ")


@pytest.mark.parametrize("size", [BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])
def test_lines_cross_the_blocks_of_a_file(size: int, tmp_path: Path) -> None:
    name = "a" * (size - 43)
    for end in ("\n", "\r\n", ""):
        (tmp_path / "M").write_bytes(f"{DIGEST}  {name}\r\n{DIGEST}  b{end}".encode())
        assert [(one.name, one.line) for one in entries_of(tmp_path / "M")] == [(name, 1), ("b", 2)]


def test_names_of_the_source_are_relative_to_it(tree: Path, tmp_path: Path) -> None:
    """The source is a link. A list has its name, another one the true one, a third leaves it."""
    (tmp_path / "link").symlink_to(tree)
    data = (tree / "d0/f03").read_bytes()
    names = [f"{tmp_path}/link/d0/f03", f"{tree}//d0/./f06", "./d0//f09", "/elsewhere/x"]
    contents = [(tree / f"d0/f0{n}").read_bytes() for n in (3, 6, 9)] + [data]
    lines = [f"{sha1(content)}  {name}\n" for name, content in zip(names, contents)]
    (tmp_path / "M").write_text("".join(lines))
    assert fixity("plan", tmp_path / "link", tmp_path / "job", "--expect", tmp_path / "M") == 0
    fixity("run", tmp_path / "job", "--progress", "none", "-j", "1")
    found = {name: status for name, status in statuses(tmp_path / "job").items() if status != "new"}
    assert found == {"d0/f03": "ok", "d0/f06": "ok", "d0/f09": "ok", "/elsewhere/x": "unreadable"}


def test_keys_of_a_bucket_are_no_paths(store: Any, bucket: str, tmp_path: Path) -> None:
    keys = ["a//b", "a/./b", "d/", "/x", "../y"]
    for key in keys:
        store.put(f"p/{key}", key.encode())
    lines = [f"{sha1(key.encode())}  {name}\n" for key in keys for name in (key, f"{bucket}/p/{key}")]
    (tmp_path / "M").write_text("".join(lines))
    assert fixity("plan", f"{bucket}/p", tmp_path / "job", "--expect", tmp_path / "M") == 0
    assert fixity("run", tmp_path / "job", "--progress", "none", "-j", "1") == 0
    assert statuses(tmp_path / "job") == dict.fromkeys(keys, "ok")


def test_another_unicode_form_is_the_same_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list is from a Mac. Two names of one form in the source stay two names."""
    tree = tmp_path / "tree"
    plant(tree, {"caf\u00e9": "1", "nai\u0308ve": "2", "both\u00e9": "3", "bothe\u0301": "4"})
    listed = {"cafe\u0301": b"1", "na\u00efve": b"2", "both\u00e9": b"3", "bothe\u0301": b"4"}
    lines = [f"{sha1(data)}  {name}\n" for name, data in listed.items()]
    (tmp_path / "M").write_text("".join(lines))
    assert fixity("plan", tree, tmp_path / "job", "--expect", tmp_path / "M") == 0
    assert "2 names of the manifests are in another Unicode form" in capsys.readouterr().err
    assert fixity("run", tmp_path / "job", "--progress", "none", "-j", "1") == 0
    assert set(statuses(tmp_path / "job").values()) == {"ok"}


def forms(count: int) -> list[str]:
    """Returns names that are one name in NFC: two marks of other classes in every order, many times."""
    marks = ("\u0323\u0307", "\u0307\u0323")
    return ["".join("q" + marks[number >> bit & 1] for bit in range(12)) for number in range(count)]


def test_many_forms_of_one_name(tmp_path: Path) -> None:
    """4000 names of the list and 4000 others of the source make no pairs, and 16 million are not tried."""
    planner, names = Planner(), forms(4096)
    try:
        planner.add_listing(Listed(name, 1, None) for name in names[::2])
        (tmp_path / "M").write_text("".join(f"{DIGEST}  {name}\n" for name in names[1::2]))
        planner.add_manifests([tmp_path / "M"], Manifests("sha1", Rules()))
        plan = planner._db.execute("EXPLAIN ANALYZE " + TWINS).fetchall()[0][1]
        assert max(int(count) for count in re.findall(r"(\d+) rows", plan.replace(",", ""))) <= 4096
    finally:
        planner.close()
