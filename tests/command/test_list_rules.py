# SPDX-License-Identifier: MIT
"""The rules of lists that their bytes alone do not show: bags, mtree, Unicode, what is written, what is read."""

import hashlib
import os
import shlex
import subprocess
from pathlib import Path

import manifests
import pytest

from tools import make

HELLO = hashlib.sha1(b"hello").hexdigest()
NFC, NFD = "café", "cafe\N{COMBINING ACUTE ACCENT}"


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"], ids=["CR", "LF", "CRLF"])
def test_line_ends_of_bags(oldguard, workdir, end):
    """RFC 8493 section 2.1.3: each tag file may have any of them."""
    bag = manifests.bag("bag", {"a": b"1", "sub/b": b"2"})
    for path in bag.glob("*.txt"):
        path.write_bytes(path.read_bytes().replace(b"\n", end.encode()))
    (bag / "bag-info.txt").write_bytes(f"Contact-Name: x{end}Payload-Oxum: 2.2{end}".encode())
    for command in (["audit"], ["sum", "-c", "--quiet"]):
        result = oldguard(*command, "bag")
        assert (result.returncode, result.stdout) == (0, b""), result.stderr


def test_a_byte_order_mark_in_a_bag(oldguard, workdir):
    """bagit.py reads past it and RFC 8493 forbids it: a warning, and with --strict an error."""
    bag = manifests.bag("bag", {"a": b"1"})
    path = bag / "manifest-sha1.txt"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    result = oldguard("audit", "bag")
    assert result.returncode == 0 and b"1: the file begins with a byte order mark, which" in result.stderr
    assert oldguard("audit", "--strict", "bag").returncode == 1


@pytest.mark.parametrize(
    "info, right",
    [
        ("Payload-Oxum: 3.2\n", True),
        ("payload-oxum : 3.2\n", True),
        ("Contact: x\n  Payload-Oxum: 9.9\nPayload-Oxum: 3.2\n", True),
        ("Payload-Oxum: 99.7\n", False),
        ("Payload-Oxum: 3.1\n", False),
        ("Payload-Oxum: 4.2\n", False),
        ("Payload-Oxum: 3\n", False),
        ("Payload-Oxum: -3.2\n", False),
        ("Payload-Oxum: 3.2 files\n", False),
    ],
)
def test_payload_oxum(oldguard, workdir, info, right):
    bag = manifests.bag("bag", {"a": b"1", "sub/b": b"22"})
    (bag / "bag-info.txt").write_text(info)
    for command in (["audit"], ["sum", "-c"]):
        result = oldguard(*command, "bag")
        assert result.returncode == (0 if right else 1), result.stderr
        assert (b"Payload-Oxum" in result.stderr) != right


def mtree(text):
    Path("list").write_text(f"#mtree\n. type=dir\n{text}")


def test_mtree_optional(oldguard, workdir):
    make("a")
    mtree(f"a type=file sha1={HELLO}\ngone type=file size=3 sha1={HELLO} optional\n")
    assert oldguard("audit", "list", "tree").returncode == 0
    assert oldguard("sum", "-c", "../list", cwd="tree").returncode == 0
    make("gone", data=b"other")
    assert oldguard("audit", "list", "tree").stdout == b"changed     gone\n"
    assert oldguard("sum", "-c", "../list", cwd="tree").returncode == 1


def test_mtree_optional_folders(oldguard, workdir):
    """What is below an optional folder may be absent with it, and not without it."""
    make("a")
    mtree(
        f"a type=file sha1={HELLO}\ncache type=dir optional\nx type=file sha1={HELLO}\n"
        f"sub type=dir\ny type=file sha1={HELLO}\n..\n..\n"
    )
    assert oldguard("audit", "list", "tree").returncode == 0
    assert oldguard("sum", "-c", "../list", cwd="tree").returncode == 0
    make("cache/x")
    assert oldguard("audit", "list", "tree").stdout == b"missing     cache/sub/y\n"
    assert oldguard("sum", "-c", "../list", cwd="tree").returncode == 1


def test_mtree_ignore_and_nochange(oldguard, workdir):
    make("a", "cache/x", "cache/y/z", "log")
    mtree(f"a type=file sha1={HELLO}\nlog type=file sha1={'0' * 40} nochange\ncache type=dir ignore\n..\n")
    result = oldguard("audit", "list", "tree")
    assert (result.returncode, result.stdout) == (0, b""), result.stderr
    make("new/x", data=b"new")
    assert oldguard("audit", "list", "tree").stdout == b"new         new/x\n"


def test_mtree_patterns(oldguard, workdir):
    make("a", "x1.log", "x2.log", "sub/y.log", "tmp1/z", "[odd]")
    mtree(
        f"a type=file sha1={HELLO}\nx*.log type=file\n[!a-z]odd? type=file\n"
        "missing* type=file optional\ntmp? type=dir ignore\n..\nsub type=dir\n*.log type=file optional\n..\n"
    )
    result = oldguard("audit", "list", "tree")
    assert (result.returncode, result.stdout) == (0, b""), result.stderr
    make("sub/x1.txt", data=b"new")
    os.unlink("tree/[odd]")
    result = oldguard("audit", "list", "tree")
    assert result.stdout == b"missing     '[!a-z]odd?'\nnew         sub/x1.txt\n"


def test_mtree_names_with_the_characters_of_patterns(oldguard, workdir):
    """mtree(8) writes them as they are. A digest belongs to one file."""
    make("*star", "star")
    mtree(f"*star type=file sha1={HELLO}\n")
    assert oldguard("audit", "list", "tree").stdout == b"duplicate   star = '*star'\n"


@pytest.mark.parametrize("listed, there", [(NFC, NFD), (NFD, NFC)], ids=["NFC listed", "NFD listed"])
def test_twins(oldguard, workdir, listed, there):
    """A Mac gave the name another Unicode form: the file is there, with a word."""
    bag = manifests.bag("bag", {f"{listed}/{listed}.txt": b"hello", "plain": b"1"})
    os.rename(bag / "data" / listed, bag / "data" / there)
    os.rename(bag / "data" / there / f"{listed}.txt", bag / "data" / there / f"{there}.txt")
    Path("list").write_text(f"{HELLO}  {listed}/{listed}.txt\n")
    for command in (["audit", "bag"], ["sum", "-c", "bag"], ["sum", "-c", "--quiet", "../../list"]):
        folder = "bag/data" if "../../list" in command else "."
        result = oldguard(*command, cwd=folder)
        assert result.returncode == 0 and b"Unicode form" in result.stderr, result.stderr
        assert b"moved" not in result.stdout
    Path("bag/data", there, f"{there}.txt").write_bytes(b"other")
    for command in (["audit", "bag"], ["sum", "-c", "--quiet", "bag"]):
        result = oldguard(*command)
        assert result.returncode == 1
        assert f"{listed}.txt".encode() in result.stdout


def test_both_twins(oldguard, workdir):
    """Two files that differ in the form only are two files."""
    make(NFC, NFD)
    Path("list").write_text(f"{HELLO}  {NFC}\n")
    assert oldguard("audit", "list", "tree").stdout == f"duplicate   {NFD} = {NFC}\n".encode()
    make("a")
    Path("list").write_text(f"{HELLO}  {NFC}\n{HELLO}  {NFD}\n{HELLO}  a\n")
    result = oldguard("audit", "list", "tree")
    assert result.returncode == 0 and b"Unicode" not in result.stderr


ODD = [
    b"end\r", b"in\rside", b"line\nfeed", b"back\\slash", b"\\first", b"-", b" lead", b"trail ", b"*star", b"#hash",
    b";semi", b"~home", b"%25", b"%0A", b"a,b", b"(x) = y", b"SHA1 (x) = " + b"0" * 40, b"\xff\xfe", NFD.encode(),
    b"0" * 40 + b"  x", b"%%%% HASHDEEP-1.0", b"x offset 0-4", b"{", b"a  b", b"\xef\xbb\xbf", b"sub/-",
]  # fmt: skip


@pytest.mark.parametrize("kind", ["gnu", "bsd", "hashdeep", "jsonl", "bagit", "gnu -z", "bsd -z"])
@pytest.mark.parametrize("name", ODD)
def test_what_is_written_is_read(oldguard, workdir, kind, name):
    """Every name in every format comes back, or is refused when it is written."""
    form, *options = kind.split()
    folder = "tree/data" if form == "bagit" else "tree"
    make(os.fsdecode(name), folder=folder)
    what = ["data"] if form == "bagit" else []
    written = oldguard("sum", "-r", f"--format={form}", *options, *what, cwd="tree")
    if written.returncode != 0:
        assert form == "hashdeep" and b"cannot be written in this format" in written.stderr
        assert name.endswith(b"\r") or b"\n" in name
        return
    if form == "bagit":
        declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
        Path("tree/bagit.txt").write_text(declaration)
        Path("tree/manifest-sha1.txt").write_bytes(written.stdout)
        lists = ["."]
    else:
        Path("list").write_bytes(written.stdout)
        lists = ["../list"]
    for command in (["sum", "-c"], ["audit", "-v"]):
        result = oldguard(*command, *lists, cwd="tree", input=b"")
        assert result.returncode == 0, result.stderr
        assert b"ok" in result.stdout.lower()


def test_expect(oldguard, workdir):
    Path("a").write_bytes(b"hello")
    whirlpool = oldguard("sum", "-a", "whirlpool", "a").stdout.split()[0].decode()
    for digest in (HELLO, HELLO.upper(), whirlpool):
        result = oldguard("sum", "--expect", digest, "a")
        assert (result.returncode, result.stdout) == (0, b"a: OK\n")
    assert oldguard("sum", "--expect", HELLO, input=b"hello").stdout == b"-: OK\n"
    wrong = oldguard("sum", "--expect", "0" * 40, "a")
    assert (wrong.returncode, wrong.stdout) == (1, b"a: FAILED\n")
    gone = oldguard("sum", "--expect", HELLO, "gone")
    assert (gone.returncode, gone.stdout) == (1, b"gone: FAILED open or read\n")
    md5 = oldguard("sum", "--expect", hashlib.md5(b"hello").hexdigest(), "a")
    assert md5.returncode == 2 and b"this is a digest of MD5, which oldguard does not compute" in md5.stderr
    for words in ([HELLO[1:], "a"], [HELLO, "a", "b"], [HELLO, "-c", "a"], [HELLO, "-a", "whirlpool", "a"]):
        assert oldguard("sum", "--expect", *words).returncode == 2
    for option, ok, failed in (("--quiet", b"", b"a: FAILED\n"), ("--status", b"", b"")):
        right, wrong = (oldguard("sum", option, "--expect", digest, "a") for digest in (HELLO, "0" * 40))
        assert (right.returncode, right.stdout, right.stderr) == (0, ok, b"")
        assert (wrong.returncode, wrong.stdout, wrong.stderr) == (1, failed, b"")
    blob = oldguard("sum", "--git-blob", "a").stdout.split()[0].decode()
    assert oldguard("sum", "--expect", blob, "--git-blob", "a").returncode == 0


def test_a_hint_about_backslashes(oldguard, workdir):
    make("sub/c")
    Path("list").write_text(f"{HELLO} *sub\\c\n")
    for command in (["sum", "-c", "../list"], ["audit", "../list"]):
        result = oldguard(*command, cwd="tree")
        assert result.returncode == 1 and b"--backslashes takes them for separators" in result.stderr
        assert oldguard(*command, "--backslashes", cwd="tree").returncode == 0


def test_absolute_names(oldguard, workdir):
    """hashdeep writes them by default. A check takes them as sha1sum does, and an audit below its folder."""
    make("a")
    entry = f"{workdir}/tree/a"
    Path("gnu").write_text(f"{HELLO}  {entry}\n")
    Path("hashdeep").write_text(f"%%%% HASHDEEP-1.0\n%%%% size,sha1,filename\n5,{HELLO},{entry}\n")
    os.mkdir("elsewhere")
    for kind in ("gnu", "hashdeep"):
        result = oldguard("sum", "-c", f"../{kind}", cwd="elsewhere")
        assert (result.returncode, result.stdout) == (0, f"{entry}: OK\n".encode()), result.stderr
        assert oldguard("audit", kind, "tree").returncode == 0
        assert oldguard("audit", kind, "elsewhere").returncode == 2


def test_progress_counts_what_a_list_names(oldguard, workdir):
    """The sizes come from the disk if the list has none."""
    make("a", "b", "sub/c", data=b"x" * 2**20)
    Path("list").write_bytes(oldguard("sum", "-r", cwd="tree").stdout)
    result = oldguard("audit", "--progress", "list", "tree")
    assert b"3 of 3 files, 3 of 3 MiB, 100 %" in result.stderr
    make("unlisted", data=b"y" * 2**20)
    result = oldguard("audit", "--progress", "list", "tree")
    assert b"4 of 4 files, 4 of 4 MiB, 100 %" in result.stderr
    result = oldguard("sum", "-c", "--progress", "../list", cwd="tree")
    assert b"3 of 3 files, 3 of 3 MiB, 100 %" in result.stderr
    manifests.bag("bag", {"a": b"x" * 2**20})
    for command in (["audit"], ["sum", "-c"]):
        assert b"1 of 1 files, 1 of 1 MiB, 100 %" in oldguard(*command, "--progress", "bag").stderr


def test_a_bag_of_many_folders(oldguard, workdir):
    """The folders of the files that wait to be hashed do not stay open."""
    bag = manifests.bag("bag", {f"{i}/a": b"%d" % i for i in range(400)})
    shell = f"ulimit -n 64 && exec {shlex.join([*oldguard.command, 'sum', '-c', '--quiet', str(bag)])}"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b""), done.stderr


@pytest.mark.parametrize("option", ["--journal", "--report", "--exclude-from"])
def test_an_empty_name_is_no_difference(oldguard, workdir, option):
    make("a", data=b"hello")
    Path("list").write_text(f"{HELLO}  a\n")
    for words in ([option, ""], [f"{option}="]):
        result = oldguard("audit", *words, "list", "tree")
        assert result.returncode == 2
        assert result.stderr.decode() == f"oldguard audit: {option} '': No such file or directory\n"


@pytest.mark.parametrize(
    "name",
    [" a", "a ", "a\t", "a\r\r", '"a"', "'a'", "5 a", "           5  a", "2026:11:27:22:22:43  a", "Ua", "^a"]
    + ["a offset 0-4"],
)
def test_names_with_more_than_a_name(oldguard, workdir, name):
    """A list with another column, quotation marks or blanks around its names is no list of moved files."""
    make("a", "b")
    Path("list").write_bytes(f"{HELLO} *b\n{HELLO} *{name}\n".encode())
    os.chdir("tree")
    for command in (["audit"], ["sum", "-c"]):
        result = oldguard(*command, "../list")
        assert result.returncode == 1
        assert b"1 listed name has more than the name of a file, such as " in result.stderr, result.stderr
        assert result.stderr.count(b" for a\n") == 1


@pytest.mark.parametrize(
    "name, hash, count, says",
    [
        ("SHA512SUMS", "sha512", 1, "no digest of 128 digits matches: those of SHA-512"),
        ("x.rmd160", "md5", 2, "no digest of 40 digits matches: those of RIPEMD-160"),
        ("x.rmd160", "md5", 1, None),
    ],
)
def test_lists_of_other_digests_of_the_same_length(oldguard, workdir, name, hash, count, says):
    """Nothing but the length of a digest tells Whirlpool in a list of sha512sum, and the name of the list.

    One file that differs from its SHA-1 digest is no hint at another hash.
    """
    names = ["a", "b"][:count]
    make(*names)
    digest = hashlib.new(hash, b"hello").hexdigest().ljust(40, "0")
    lines = "".join(f"{digest}  {one}\n" for one in names)
    Path(name).write_text(lines)
    Path("list").write_text(lines)
    os.chdir("tree")
    for command in (["audit"], ["sum", "-c"]):
        result = oldguard(*command, f"../{name}")
        assert result.returncode != 0 and result.stdout == b"" and b"this is a list of " in result.stderr
        result = oldguard(*command, "../list")
        assert result.returncode == 1
        assert (says or "").encode() in result.stderr
        assert (b" digits matches" in result.stderr) == bool(says)
    algorithm = "whirlpool" if len(digest) > 40 else "sha1"
    assert b"a: FAILED\n" in oldguard("sum", "-c", "-a", algorithm, f"../{name}").stdout


def test_whirlpool_that_matches(oldguard, workdir):
    """A file that differs is reported alone where another digest of the list is one of Whirlpool."""
    make("a", "b")
    os.chdir("tree")
    lines = oldguard("sum", "-a", "whirlpool", "a", "b").stdout
    Path("../list").write_bytes(lines)
    make("b", folder=".", data=b"other")
    for command in (["audit"], ["sum", "-c"]):
        result = oldguard(*command, "../list")
        assert result.returncode == 1 and b"digits" not in result.stderr


@pytest.mark.parametrize("file, status", [("a", "moved       - -> a"), (None, "missing     -")])
def test_the_name_of_standard_input(oldguard, workdir, file, status):
    """sha1sum < FILE writes the name -, which sum -c reads as standard input. An audit has no such file."""
    make("b", data=b"other")
    if file:
        make(file)
    Path("list").write_text(f"{HELLO}  -\n")
    result = oldguard("audit", "list", "tree")
    assert result.returncode == 1 and status.encode() in result.stdout
    assert b"sha1sum calls standard input -: oldguard sum --expect DIGEST FILE" in result.stderr
    make("-")
    result = oldguard("audit", "list", "tree")
    assert b"standard input" not in result.stderr


def test_two_different_oxums(oldguard, workdir):
    bag = manifests.bag("bag", {"a": b"1"})
    for second, status in (("1.1", 0), ("2.1", 1)):
        (bag / "bag-info.txt").write_text(f"Payload-Oxum: 1.1\nPayload-Oxum: {second}\n")
        for command in (["audit"], ["sum", "-c"]):
            result = oldguard(*command, "bag")
            assert result.returncode == status and b"2: Payload-Oxum is there before" in result.stderr
