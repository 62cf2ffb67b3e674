# SPDX-License-Identifier: MIT
"""What the options of `oldguard audit` leave out, write and print: --exclude, --update, --report, --quiet."""

import hashlib
import json
import os
import subprocess
from pathlib import Path

import manifests
import pytest

from tools import make

HELLO = hashlib.sha1(b"hello").hexdigest()


def test_exclude(oldguard, workdir):
    make("a", "b.tmp", "sub/c", "sub/d.tmp", "cache/x", "sub/cache/y", "keep.tmp")
    Path("patterns").write_text("# a comment\n\n  \n*.tmp\n!keep.tmp\n")
    options = ["--exclude-from=patterns", "--exclude=/cache/", "--exclude", "sub/c"]
    result = oldguard("sum", "-r", *options, "tree")
    listed = [line.split(b"  ")[1] for line in result.stdout.splitlines()]
    assert listed == [b"tree/a", b"tree/keep.tmp", b"tree/sub/cache/y"]
    assert b"4 files and folders are excluded" in result.stderr
    Path("list").write_bytes(oldguard("sum", "-r", cwd="tree").stdout)
    make("new.tmp")
    make("sub/c", data=b"changed")
    os.unlink("tree/cache/x")
    os.unlink("tree/sub/d.tmp")
    result = oldguard("audit", "-v", *options, "list", "tree")
    assert result.returncode == 0, result.stdout
    assert result.stdout == b"ok          a\nok          keep.tmp\nok          sub/cache/y\n"
    assert oldguard("audit", "list", "tree").returncode == 1


@pytest.mark.parametrize(
    "patterns",
    [
        ["*.o"], ["sub"], ["sub/"], ["/a"], ["sub/b"], ["**/b"], ["sub/**"], ["*", "!a"], ["a*", "!ab", "/x/**/c"],
        ["[ab]*"], ["[!a]*"], ["\\!x"], ["x/*/c"], ["b", "!sub/b"], ["?"], ["*/b"], ["\\#y", "!x/y/c"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_exclude_as_git_does(oldguard, workdir, patterns):
    make(
        "a", "ab", "b", "a.o", "sub/a", "sub/b", "sub/sub/b", "x/c", "x/y/c", "x/y/z/c", "!x", "#y", "x/b/a.o"
    )
    subprocess.run(["git", "init", "-q", "tree"], check=True)
    Path("tree/.git/info/exclude").write_text("\n".join(patterns) + "\n")
    git = subprocess.run(
        ["git", "-c", "core.quotePath=off", "ls-files", "-o", "--exclude-standard"],
        cwd="tree",
        capture_output=True,
        check=True,
        text=True,
    )
    subprocess.run(["rm", "-r", "tree/.git"], check=True)
    result = oldguard("sum", "-r", *(f"--exclude={p}" for p in patterns), cwd="tree")
    assert [line.split("  ")[1] for line in result.stdout.decode().splitlines()] == sorted(
        git.stdout.splitlines()
    )


@pytest.mark.parametrize("pattern", ["[a", "a\\", "/", "!", "[[:alpha:]]"])
def test_malformed_patterns(oldguard, workdir, pattern):
    result = oldguard("sum", "-r", f"--exclude={pattern}")
    assert result.returncode == 2 and b"the pattern" in result.stderr


def test_an_absolute_name_beside_the_folder(oldguard, workdir):
    make("a")
    make("a", folder="trees")
    Path("list").write_text(f"{HELLO}  {workdir}/trees/a\n")
    result = oldguard("audit", "list", "tree")
    assert result.returncode == 2 and b"the absolute name is not in the folder\n" in result.stderr


def test_quiet_audit(oldguard, workdir):
    """For cron: nothing on success, and everything else otherwise."""
    make("a", "b")
    os.symlink("a", "tree/link")
    Path("list").write_text(f"{HELLO}  a\n{HELLO}  a\n{HELLO}  b\n")
    result = oldguard("audit", "-q", "list", "tree")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    os.unlink("tree/b")
    loud = oldguard("audit", "list", "tree")
    result = oldguard("audit", "--quiet", "list", "tree")
    assert (result.returncode, result.stdout, result.stderr) == (1, loud.stdout, loud.stderr)
    assert oldguard("audit", "--quiet", "--verbose", "list", "tree").returncode == 2


def test_update_of_a_list_that_cannot_be_written_again(oldguard, workdir):
    make("a")
    for data, options in (
        (f"{HELLO}  a\0".encode(), []),
        (b"\xff\xfe" + f"{HELLO}  a\n".encode("utf-16-le"), []),
        (f"{HELLO}  a\n{'0' * 32}  b\n".encode(), []),
        (f"{HELLO}  x/a\n".encode(), ["--strip-prefix=x/"]),
    ):
        Path("list").write_bytes(data)
        result = oldguard("audit", "--update", *options, "list", "tree")
        assert result.returncode == 2 and b"--update cannot write " in result.stderr
        assert Path("list").read_bytes() == data


def test_copies_of_folders_are_folded(oldguard, workdir):
    names = [f"photos/{i}/{j}" for i in range(3) for j in range(4)]
    for name in names:
        make(name, data=name.encode())
    make("top", data=b"top")
    Path("list").write_bytes(oldguard("sum", "-r", cwd="tree").stdout)
    for name in names:
        make(name.replace("photos", "copy"), f"backup/{name}", data=name.encode())
    make("backup/top", "top copy", data=b"top")
    make("copy/new", data=b"new")
    result = oldguard("audit", "list", "tree")
    assert result.stdout.decode().splitlines() == [
        "duplicate   backup/ = ./ (all 13 files)",
        "duplicate   copy/ = photos/ (12 of 13 files)",
        "new         copy/new",
        "duplicate   'top copy' = top",
    ]
    assert oldguard("audit", "--verbose", "list", "tree").stdout.count(b"duplicate ") == 26
    assert oldguard("audit", "--json", "list", "tree").stdout.count(b'"duplicate","of"') == 26


@pytest.mark.parametrize("how", ["safe", "all"])
def test_update_keeps_the_dates_of_what_was_not_read(oldguard, workdir, how):
    """A rolling audit finds out by these dates what to read next."""
    make("a", "b", "c")
    date = "2020-01-02T03:04:05Z"
    Path("list").write_bytes(manifests.jsonl("tree", checked=date))
    os.utime("tree/b")  # must be read
    result = oldguard("audit", "--quick", f"--update={how}", "list", "tree")
    assert result.returncode == 0, result.stderr
    dates = [json.loads(line).get("checked") for line in Path("list").read_text().splitlines()]
    assert dates[0] == dates[2] == date and dates[1] not in (None, date)


@pytest.mark.parametrize("how", ["safe", "all"])
@pytest.mark.parametrize("form", ["gnu", "jsonl"])
def test_update_keeps_what_is_excluded(oldguard, workdir, how, form):
    """Whether the file is there, has changed, has moved or is missing: nobody looked."""
    make("a", "there", "changed", "gone", "sub/moved", data=b"hello")
    Path("list").write_bytes(oldguard("sum", "-r", f"--format={form}", cwd="tree").stdout)
    listed = [line for line in Path("list").read_bytes().splitlines() if b'"summary"' not in line]
    make("changed", data=b"x")
    os.unlink("tree/gone")
    os.rename("tree/sub/moved", "tree/new")
    exclude = [f"--exclude={name}" for name in ("there", "changed", "gone", "sub/", "new")]
    result = oldguard("audit", f"--update={how}", *exclude, "list", "tree")
    assert result.returncode == 0, result.stderr
    kept = Path("list").read_bytes().splitlines()
    assert len(kept) == len(listed) == 5
    for name in (b"there", b"changed", b"gone", b"sub/moved"):
        assert sum(name in line and HELLO.encode() in line for line in kept) == 1


def test_update_of_a_folder_without_the_files(oldguard, workdir):
    """A volume that is not mounted does not empty the list."""
    make("a", "b", data=b"hello")
    os.mkdir("empty")
    listed = oldguard("sum", "-r", cwd="tree").stdout
    Path("list").write_bytes(listed)
    result = oldguard("audit", "--update=all", "list", "empty")
    assert (result.returncode, result.stdout) == (1, b"missing     a\nmissing     b\n")
    assert b"oldguard audit: no listed file is in empty; the manifest is as it was\n" in result.stderr
    assert Path("list").read_bytes() == listed
    os.unlink("tree/b")
    assert oldguard("audit", "--update=all", "list", "tree").returncode == 1
    assert Path("list").read_bytes() == listed.splitlines(True)[0]


def test_what_is_excluded_has_not_moved(oldguard, workdir):
    """A copy of a file that is left out, there or not, is new, and takes no entry over."""
    make("a", "there", "gone", data=b"hello")
    make("a", data=b"other")
    listed = oldguard("sum", "a", "there", "gone", cwd="tree").stdout
    os.rename("tree/gone", "tree/copy")
    for option in ([], ["--update"], ["--update=all"]):
        Path("list").write_bytes(listed)
        result = oldguard("audit", *option, "--exclude=there", "--exclude=gone", "list", "tree")
        assert (result.returncode, result.stdout) == (1, b"new         copy\n")
        added = f"{HELLO}  copy\n".encode() if option else b""
        assert Path("list").read_bytes() == listed + added


def test_report_page(oldguard, workdir):
    """One page without links, in which every name is text."""
    evil = "<script>alert(1)</script>&\"'"
    make("a", "b", "sub/c", f"x{evil.replace('/', '')}", data=b"hello")
    make("copy/c", data=b"other")
    Path("list").write_text(f"{HELLO}  a\n{HELLO}  sub/c\n{'0' * 40}  b\n{'1' * 40}  gone\xff\n", "latin-1")
    result = oldguard("audit", "--report=page.html", "list", "tree")
    page = Path("page.html").read_text()
    assert result.returncode == 1 and page.startswith("<!DOCTYPE html>") and page.endswith("</html>\n")
    assert "<script" not in page and "href" not in page and "src=" not in page and "@import" not in page
    assert "&lt;script&gt;alert(1)&lt;script&gt;&amp;" in page
    for text in (
        "The audit is <b>complete</b>",
        '<td class="changed">changed</td><td class="name">b</td>',
        "gone",
    ):
        assert text in page
    # The page is no file of the folder.
    assert b"page.html" not in oldguard("audit", "--report=tree/page.html", "list", "tree").stdout
    assert b"page.html" not in oldguard("audit", "--report=tree/page.html", "list", "tree").stdout
    assert oldguard("audit", "--report=/dev/full", "list", "tree").returncode == 3


def test_the_report_replaces_no_other_file(oldguard, workdir):
    """Neither the manifest, the journal, a file that is audited nor the manifest of a bag."""
    make("a", data=b"hello")
    os.makedirs("bag/data")
    Path("bag/data/a").write_bytes(b"hello")
    Path("bag/bagit.txt").write_text("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
    Path("bag/manifest-sha1.txt").write_text(f"{HELLO}  data/a\n")
    Path("list").write_text(f"{HELLO}  a\n")
    os.link("list", "linked")
    os.symlink("tree/a", "link")
    kept = ["list", "linked", "link", "tree/a", "bag/manifest-sha1.txt", "bag/bagit.txt", "bag/data/a"]
    before = [Path(name).read_bytes() for name in kept]
    for words in (["list", "tree"], ["bag"]):
        for name in kept:
            result = oldguard("audit", f"--report={name}", *words)
            message = (
                f"oldguard audit: --report {name}: a file that is no page of an audit; it is not replaced\n"
            )
            assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", message)
            assert [Path(name).read_bytes() for name in kept] == before
    assert oldguard("audit", "--report=journal", "--journal=journal", "list", "tree").returncode == 2
    Path("page").touch()
    for _ in range(2):  # over an empty file, and over a page
        assert oldguard("audit", "--report=page", "list", "tree").returncode == 0
        assert Path("page").read_text().startswith("<!DOCTYPE html>")
