# SPDX-License-Identifier: MIT
"""Lists of digests as many programs write them: `sum --check` and `audit` read them by the same rules.

lists/README.md describes the cases.
"""

import base64
import json
import os
from pathlib import Path

import pytest

CASES = json.loads((Path(__file__).parent / "lists/cases.json").read_text())
TREE = {"a.txt": "hello\n", "sub/c.txt": "deep\n"}


def text_bytes(value):
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else os.fsencode(value)


def names(case):
    """Returns the names and contents of the tree."""
    files = case.get("files", TREE)
    return [(text_bytes(n), t) for n, t in (files.items() if isinstance(files, dict) else files)]


def words(case):
    given = case.get("options", {})
    options = []
    if "encoding" in given:
        options.append(f"--encoding={given['encoding']}")
    if "strip_prefix" in given:
        options.append(f"--strip-prefix={given['strip_prefix']}")
    return options + ["--backslashes"] * given.get("backslashes", False)


@pytest.fixture(params=CASES, ids=[case["case"] for case in CASES])
def case(request, workdir):
    """Makes the tree of a case, with the listed files alone, and the list beside it."""
    one = request.param
    listed = {text_bytes(name) for _, _, name in one.get("entries", [])}
    for name, text in names(one):
        if one["result"] == "ok" and name not in listed:
            continue
        path = Path("tree", os.fsdecode(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    os.makedirs("tree", exist_ok=True)
    data = base64.b64decode(one["list_base64"]) if "list_base64" in one else one["list"].encode()
    name = one.get("file", "list")
    Path(name).write_bytes(data)
    os.chdir("tree")
    return one | {"path": f"../{name}"}


def test_sum(oldguard, case):
    result = oldguard("sum", "-c", *words(case), case["path"])
    said = result.stderr.decode()
    if case["result"] == "refused":
        assert result.returncode == 1, result.stdout
        # Lines that are no entries are counted, as sha1sum does, and a file with two digests fails.
        says = case.get("says", "")
        assert says in said or says.startswith(("listed before", "improperly formatted"))
        return
    assert result.returncode == 0, said
    # Each line is compared, also one that repeats another one.
    found = {line.removeprefix(b"./") for line in result.stdout.splitlines()}
    assert len(found) == len({name for *_, name in map(tuple_of, case["entries"])})
    assert result.stdout.count(b": OK") == len(result.stdout.splitlines())
    assert case.get("says") == "once" or case.get("says", "") in said
    assert said == "" or "says" in case


def tuple_of(entry):
    return entry[0], entry[1], text_bytes(entry[2])


def test_audit(oldguard, case):
    result = oldguard("audit", "--json", *words(case), case["path"])
    said = result.stderr.decode()
    assert case.get("says", "") in said
    if case["result"] == "refused":
        assert result.returncode == 2, result.stdout
        if case.get("line"):
            assert said.startswith(f"oldguard audit: {case['path']}: {case['line']}: "), said
        return
    assert result.returncode == 0, said
    found = set()
    for line in result.stdout.splitlines()[:-1]:
        entry = json.loads(line)
        assert entry["status"] == "ok"
        name = base64.b64decode(entry["name_b64"]) if "name_b64" in entry else entry["name"].encode()
        found |= {(h, entry[h], name) for h in ("sha1", "whirlpool") if h in entry}
    assert found == {tuple_of(entry) for entry in case["entries"]}
    if "skipped" in case:
        assert all(name in said for name in case["skipped"])


def test_audit_reads_standard_input(oldguard, case):
    """A pipe gives the same result as a file whose name tells nothing."""
    data = Path(case["path"]).read_bytes()
    Path("../list").write_bytes(data)
    by_pipe = oldguard("audit", *words(case), "-", input=data)
    by_file = oldguard("audit", *words(case), "../list")
    assert (by_pipe.returncode, by_pipe.stdout) == (by_file.returncode, by_file.stdout)
    assert by_pipe.stderr == by_file.stderr.replace(b"../list", b"'standard input'")
