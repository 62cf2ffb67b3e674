# SPDX-License-Identifier: MIT
"""The formats of manifests: what `oldguard audit` reads, and what it refuses with the line."""

import hashlib
import json
import os
from pathlib import Path

import manifests
import pytest

EMPTY = hashlib.sha1(b"").hexdigest()
WHIRLPOOL_EMPTY = (
    "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
    "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3"
)
HASHDEEP = "%%%% HASHDEEP-1.0\n%%%% size,sha1,filename\n"


@pytest.fixture
def empty(workdir):
    """Makes a folder with one empty file "a"."""
    os.mkdir("tree")
    Path("tree/a").touch()
    return workdir


def audit(oldguard, text, *words):
    data = text if isinstance(text, bytes) else text.encode()
    Path("manifest").write_bytes(data)
    return oldguard("audit", *words, "manifest", "tree")


GOOD = {
    "gnu": f"{EMPTY}  a\n",
    "gnu, binary": f"{EMPTY} *a\n",
    "gnu, no end": f"{EMPTY}  a",
    "gnu, CRLF": f"{EMPTY}  a\r\n",
    "gnu, comment": f"# text\n\n{EMPTY}  a\n",
    "gnu, dots": f"{EMPTY}  .//././a\n",
    "gnu, duplicate": f"{EMPTY}  a\n{EMPTY}  ./a\n",
    "gnu, both": f"{EMPTY}  a\n{WHIRLPOOL_EMPTY}  a\n",
    "bsd": f"SHA1 (a) = {EMPTY}\n",
    "bsd, whirlpool": f"WHIRLPOOL (a) = {WHIRLPOOL_EMPTY}\n",
    "openssl": f"SHA1(a)= {EMPTY}\n",
    "hashdeep": f"{HASHDEEP}0,{EMPTY},a\n",
    "hashdeep, more": f"%%%% HASHDEEP-1.0\n%%%% size,md5,sha1,whirlpool,filename\n## x\n0,00,{EMPTY},{WHIRLPOOL_EMPTY},./a\n",
    "mtree": f"#mtree\n/set type=file uid=0\n./a size=0 sha1={EMPTY}\n",
    "mtree, tree": f"#\t machine: x\n\n/set type=file\n.   type=dir mode=0755\n    a  size=0 \\\n  sha1digest={EMPTY}\n..\n",
    "mtree, octal": f"#mtree\n./\\141 type=file sha1={EMPTY}\n",
    "mtree, others": f"#mtree\n. type=dir\n./x type=link link=a\n./a type=file sha1={EMPTY} time=5.0\n",
    "jsonl": f'{{"v":1,"name":"a","sha1":"{EMPTY}","more":[{{"name":2}}]}}\n',
    "jsonl, base64": f'{{"v":1,"name_b64":"YQ==","whirlpool":"{WHIRLPOOL_EMPTY}"}}\n{{"v":1,"summary":{{}}}}\n',
    "jsonl, escape": f'{{"name":"\\u0061","sha1":"{EMPTY}","v":1}}',
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_good(oldguard, empty, text):
    result = audit(oldguard, text)
    assert result.returncode == 0, result.stderr
    assert oldguard("audit", "-", "tree", input=text.encode()).returncode == 0


# The text and the number of the line that is refused, or 0 for the whole file.
BAD = {
    "empty": ("", 0),
    "comments": ("# text\n\n", 0),
    "gnu, garbage": ("x\n", 1),
    "gnu, md5": ("d41d8cd98f00b204e9800998ecf8427e  a\n", 0),
    "gnu, second line": (f"{EMPTY}  a\nx\n", 2),
    "gnu, duplicate": (f"{EMPTY}  a\n{EMPTY[::-1]}  a\n", 2),
    "gnu, duplicate spelled otherwise": (f"{EMPTY}  a\n{EMPTY[::-1]}  ./a\n", 2),
    "gnu, above": (f"{EMPTY}  ../a\n", 1),
    "gnu, above inside": (f"{EMPTY}  b/../a\n", 1),
    "gnu, absolute": (f"{EMPTY}  /etc/passwd\n", 1),
    "gnu, folder": (f"{EMPTY}  a/\n", 1),
    "gnu, dot": (f"{EMPTY}  .\n", 1),
    "gnu, NUL": (f"{EMPTY}  a\0\n", 1),
    "gnu, escape": (f"\\{EMPTY}  a\\x\n", 1),
    "gnu, long": (f"{EMPTY}  {'a' * 2**20}\n", 1),
    "hashdeep, version": ("%%%% HASHDEEP-2.0\n", 1),
    "hashdeep, no columns": ("%%%% HASHDEEP-1.0\n", 1),
    "hashdeep, no size": (f"%%%% HASHDEEP-1.0\n%%%% sha1,filename\n{EMPTY},a\n", 2),
    "hashdeep, twice": ("%%%% HASHDEEP-1.0\n%%%% size,sha1,sha1,filename\n", 2),
    "hashdeep, line feed": (f"{HASHDEEP}0,{EMPTY},a\nb\n", 4),
    "hashdeep, comment after an entry": (f"{HASHDEEP}0,{EMPTY},a\n## b\n", 4),
    "hashdeep, size": (f"{HASHDEEP}-1,{EMPTY},a\n", 3),
    "hashdeep, digest": (f"{HASHDEEP}0,{EMPTY[1:]},a\n", 3),
    "hashdeep, no name": (f"{HASHDEEP}0,{EMPTY},\n", 3),
    "hashdeep, duplicate": (f"{HASHDEEP}0,{EMPTY},a\n1,{EMPTY},a\n", 4),
    "hashdeep, columns": (f"%%%% HASHDEEP-1.0\n%%%% size,{'x,' * 64}filename\n", 2),
    "hashdeep, above": (f"{HASHDEEP}0,{EMPTY},../a\n", 3),
    "hashdeep, only md5": (
        "%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n0,d41d8cd98f00b204e9800998ecf8427e,a\n",
        0,
    ),
    "mtree, escape": (f"#mtree\n./\\x type=file sha1={EMPTY}\n", 2),
    "mtree, byte": (f"#mtree\n./\\777 type=file sha1={EMPTY}\n", 2),
    "mtree, digest": ("#mtree\n./a type=file sha1=00\n", 2),
    "mtree, size": (f"#mtree\n./a type=file size=x sha1={EMPTY}\n", 2),
    "mtree, above": (f"#mtree\n./\\056./a type=file sha1={EMPTY}\n", 2),
    "mtree, leaves": (f"#mtree\n. type=dir\n..\n..\na type=file sha1={EMPTY}\n", 4),
    "mtree, command": ("#mtree\n/unknown x\n", 2),
    "mtree, slash": (f"#mtree\na\\057b type=file sha1={EMPTY}\n", 2),
    "mtree, continued": ("#mtree\n./a type=file \\\n", 2),
    "mtree, duplicate": (f"#mtree\n./a sha1={EMPTY}\n./a sha1={EMPTY[::-1]}\n", 3),
    "mtree, malformed pattern": (f"#mtree\n./a[ type=file\n./a sha1={EMPTY}\n", 2),
    "mtree, no digest": ("#mtree\n./a type=file size=0\n", 0),
    "jsonl, no version": (f'{{"name":"a","sha1":"{EMPTY}"}}\n', 1),
    "jsonl, version": (f'{{"v":2,"name":"a","sha1":"{EMPTY}"}}\n', 1),
    "jsonl, no name": (f'{{"v":1,"sha1":"{EMPTY}"}}\n', 1),
    "jsonl, two names": (f'{{"v":1,"name":"a","name_b64":"YQ==","sha1":"{EMPTY}"}}\n', 1),
    "jsonl, two digests": (f'{{"v":1,"name":"a","sha1":"{EMPTY}","sha1":"{EMPTY}"}}\n', 1),
    "jsonl, no digest": ('{"v":1,"name":"a"}\n', 1),
    "jsonl, digest": ('{"v":1,"name":"a","sha1":"00"}\n', 1),
    "jsonl, number": ('{"v":1,"name":"a","sha1":0}\n', 1),
    "jsonl, size": (f'{{"v":1,"name":"a","sha1":"{EMPTY}","size":-1}}\n', 1),
    "jsonl, time": (f'{{"v":1,"name":"a","sha1":"{EMPTY}","mtime":"2026-02-30T00:00:00Z"}}\n', 1),
    "jsonl, base64": (f'{{"v":1,"name_b64":"YR==","sha1":"{EMPTY}"}}\n', 1),
    "jsonl, NUL": (f'{{"v":1,"name":"a\\u0000","sha1":"{EMPTY}"}}\n', 1),
    "jsonl, UTF-8": (b'{"v":1,"name":"\xff"}\n', 1),
    "jsonl, array": (f'{{"v":1,"name":"a","sha1":"{EMPTY}"}}\n[]\n', 2),
    "jsonl, cut": (f'{{"v":1,"name":"a","sha1":"{EMPTY}"}}\n{{"v":1,', 2),
    "jsonl, duplicate": ("".join(f'{{"v":1,"name":"a","sha1":"{d}"}}\n' for d in (EMPTY, EMPTY[::-1])), 2),
    "jsonl, above": (f'{{"v":1,"name":"../a","sha1":"{EMPTY}"}}\n', 1),
    "jsonl, only a summary": ('{"v":1,"summary":{}}\n', 0),
}


@pytest.mark.parametrize("text, line", BAD.values(), ids=BAD)
def test_bad(oldguard, empty, text, line):
    result = audit(oldguard, text, "--update=all")
    assert result.returncode == 2, result.stdout
    assert result.stdout == b""
    first = result.stderr.splitlines()[0]
    where = f"oldguard audit: manifest: {line}: " if line else "oldguard audit: manifest: "
    assert first.startswith(where.encode()), first
    assert Path("manifest").read_bytes() == (text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize("digit", "123456789")
def test_digests_that_begin_like_bencode(oldguard, workdir, digit):
    """A digest of "d" and digits, as "d8:announce" begins, is none of a torrent."""
    os.mkdir("tree")
    for digits in (1, 2, 3):
        data = next(
            data
            for data in (b"%d" % i for i in range(10**6))
            if hashlib.sha1(data).hexdigest()[: 1 + digits] == "d" + digit * digits
        )
        Path("tree/a").write_bytes(data)
        line = f"{hashlib.sha1(data).hexdigest()}  a\n"
        assert audit(oldguard, line).returncode == 0
        os.chdir("tree")
        assert oldguard("sum", "-c", "../manifest").stdout == b"a: OK\n"
        os.chdir("..")
    # The key is not there, so this is a malformed line and no torrent.
    result = audit(oldguard, f"d{digit}:")
    assert result.returncode == 2 and result.stderr.startswith(b"oldguard audit: manifest: 1: ")


def test_absolute_names_below_the_folder(oldguard, empty):
    """hashdeep writes absolute names by default."""
    below = f"{HASHDEEP}0,{EMPTY},{empty}/tree/a\n"
    assert audit(oldguard, below).returncode == 0
    assert audit(oldguard, below.replace("/tree/", "/tree2/")).returncode == 2
    Path("tree/new").touch()
    assert audit(oldguard, below, "--update").returncode == 1
    assert Path("manifest").read_text() == f"{below}0,{EMPTY},{empty}/tree/new\n"


def test_every_absolute_name_is_below_the_root(oldguard, empty):
    """The second line ends the audit before it walks the whole system."""
    Path("manifest").write_text(f"{EMPTY}  /etc/passwd\n{EMPTY}  ../x\n")
    result = oldguard("audit", "manifest", "/")
    assert result.returncode == 2
    assert result.stderr == b"oldguard audit: manifest: 2: ../x: the name leaves the folder\n"


def test_a_forged_line(oldguard, workdir):
    """The name of a file forges an entry, which hashdeep does not escape. The audit is no success."""
    os.mkdir("tree")
    Path(f"tree/x\n0,{EMPTY},evil").write_bytes(b"data")
    result = audit(oldguard, f"{HASHDEEP}4,{hashlib.sha1(b'data').hexdigest()},x\n0,{EMPTY},evil\n")
    assert result.returncode == 1
    assert result.stdout.decode().splitlines() == [
        "missing     evil",
        f"moved       x -> 'x'$'\\n''0,{EMPTY},evil'",
    ]


BAG = {"a": b"first", "sub/b": b"second", "100%": b"percent", "line\nfeed": b"lf", "c\rr": b"cr"}


def test_bag(oldguard, workdir):
    manifests.bag("bag", BAG)
    for words in (["bag"], ["bag/"], ["bag/manifest-sha1.txt"]):
        result = oldguard("audit", *words)
        assert (result.returncode, result.stdout) == (0, b""), result.stderr
    os.chdir("bag")
    assert oldguard("audit", "manifest-sha1.txt").returncode == 0
    assert oldguard("audit", ".").returncode == 0


def test_bag_with_differences(oldguard, workdir):
    bag = manifests.bag("bag", BAG)
    (bag / "data/a").write_bytes(b"First")
    (bag / "data/new").write_bytes(b"new")
    (bag / "data/100%").unlink()
    (bag / "fetch.txt").write_text("https://example.org/x 7 data/100%25\n")
    (bag / "bag-info.txt").write_text("Contact-Name: nobody\n")
    digest = hashlib.sha1(b"other").hexdigest()
    (bag / "tagmanifest-sha1.txt").write_text(f"{digest}  bag-info.txt\n")
    result = oldguard("audit", "bag")
    assert result.returncode == 1
    assert result.stdout.decode().splitlines() == [
        "changed     bag-info.txt",
        "missing     data/100% (in fetch.txt)",
        "changed     data/a",
        "new         data/new",
    ]


@pytest.mark.parametrize("version", ["0.97", "1.0"])
@pytest.mark.parametrize("encode", [True, False])
def test_both_encodings_of_names(oldguard, workdir, version, encode):
    """What is not encoded as the version asks is accepted with a warning, and refused with --strict."""
    manifests.bag("bag", {"100%25": b"x", "a%0Ab": b"y", "plain": b"z"}, version=version, encode=encode)
    wrong = encode != (version == "1.0")
    result = oldguard("audit", "bag")
    assert result.returncode == 0, result.stderr
    assert (b"name not encoded as RFC 8493 asks" in result.stderr) == wrong
    assert oldguard("audit", "--strict", "bag").returncode == (1 if wrong else 0)


def test_names_of_bagit_py(oldguard, workdir):
    """bagit.py encodes line feeds and not the percent sign."""
    bag = manifests.bag("bag", {"50%25\n": b"x"})
    digest = hashlib.sha1(b"x").hexdigest()
    (bag / "manifest-sha1.txt").write_text(f"{digest}  data/50%25%0A\n")
    result = oldguard("audit", "bag")
    assert result.returncode == 0 and b"warning" in result.stderr


INVALID = {
    "outside": "{digest}  bagit.txt\n",
    "above": "{digest}  data/../../x\n",
    "absolute": "{digest}  /etc/passwd\n",
    "home": "{digest}  ~/x\n",
    "twice": "{digest}  data/a\n",
    "two digests": "0000000000000000000000000000000000000000  data/a\n",
}


@pytest.mark.parametrize("line", INVALID.values(), ids=INVALID)
def test_invalid_bags(oldguard, workdir, line):
    bag = manifests.bag("bag", {"a": b"data"})
    assert oldguard("audit", "bag").returncode == 0
    with open(bag / "manifest-sha1.txt", "a") as manifest:
        manifest.write(line.format(digest=hashlib.sha1(b"data").hexdigest()))
    result = oldguard("audit", "bag")
    assert result.returncode == 1
    assert result.stderr.startswith(b"oldguard audit: bag/manifest-sha1.txt: 2: ")


def test_a_name_twice_with_the_same_digest(oldguard, workdir):
    """An error from version 1.0 on."""
    bag = manifests.bag("bag", {"a": b"data"}, version="0.97")
    path = bag / "manifest-sha1.txt"
    path.write_text(path.read_text() * 2)
    assert oldguard("audit", "bag").returncode == 0
    assert oldguard("audit", "--strict", "bag").returncode == 1


def test_a_manifest_that_leaves_out_a_file(oldguard, workdir):
    bag = manifests.bag("bag", {"a": b"1", "b": b"2"}, algorithms=["sha1", "sha256"])
    result = oldguard("audit", "bag")
    assert result.returncode == 0 and b"not checked: sha256" in result.stderr
    path = bag / "manifest-sha256.txt"
    path.write_text(path.read_text().splitlines()[0] + "\n")
    result = oldguard("audit", "bag")
    assert result.returncode == 1 and b"bag: data/b is in 1 of 2 payload manifests" in result.stderr


@pytest.mark.parametrize(
    "file, text, complaint",
    [
        ("bagit.txt", "BagIt-Version: .97\nTag-File-Character-Encoding: UTF-8\n", "1: the version has not"),
        ("bagit.txt", "BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n", "1: unknown version 2.0"),
        ("bagit.txt", "BagIt-Version : 1.0\nTag-File-Character-Encoding : UTF-8\n", "1: the line does not"),
        (
            "bagit.txt",
            "\ufeffBagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
            "1: the file begins with a byte order mark",
        ),
        ("bagit.txt", "BagIt-Version: 0.97\n", "2: the encoding is missing"),
        ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: EBCDIC\n", "2: unknown encoding"),
        ("manifest-sha1.txt", "text\n", "1: this is no line"),
        ("manifest-sha1.txt", "00  data/a\n", "1: this is no line"),
        ("tagmanifest-md5.txt", "xy  bagit.txt\n", "1: this is no line"),
        ("fetch.txt", "https://example.org\n", "1: this is no line"),
    ],
)
def test_bags_that_cannot_be_read(oldguard, workdir, file, text, complaint):
    bag = manifests.bag("bag", {"a": b"data"})
    (bag / file).write_text(text)
    result = oldguard("audit", "bag")
    assert result.returncode == 2
    assert result.stderr.startswith(f"oldguard audit: bag/{file}: {complaint}".encode()), result.stderr


def test_folders_that_are_no_bag(oldguard, workdir):
    os.mkdir("folder")
    assert oldguard("audit", "folder").returncode == 2
    bag = manifests.bag("bag", {"a": b"data"}, algorithms=["md5"])
    result = oldguard("audit", "bag")
    assert result.returncode == 2 and b"no digest can be checked" in result.stderr
    (bag / "manifest-md5.txt").unlink()
    assert oldguard("audit", "bag").returncode != 0


@pytest.mark.parametrize("encoding", ["UTF-16", "ISO-8859-1", "UTF-8"])
def test_encodings_of_tag_files(oldguard, workdir, encoding):
    bag = manifests.bag("bag", {"ä": b"data"}, version="0.97")
    text = (bag / "manifest-sha1.txt").read_text()
    (bag / "manifest-sha1.txt").write_bytes(text.encode(encoding))
    (bag / "bagit.txt").write_text(f"BagIt-Version: 0.97\nTag-File-Character-Encoding: {encoding}\n")
    result = oldguard("audit", "bag")
    assert result.returncode == 0, result.stderr


def test_fetch_is_never_followed(oldguard, workdir):
    """An absent file stays missing, and names that leave the bag make it invalid."""
    bag = manifests.bag("bag", {"a": b"data"})
    (bag / "fetch.txt").write_text(f"file://{workdir}/bag/data/a 4 data/../../evil\n")
    result = oldguard("audit", "bag")
    assert result.returncode == 1 and b"bag/fetch.txt: 1: " in result.stderr
    assert sorted(os.listdir(workdir)) == ["bag"]


def test_deep_folders(oldguard, workdir):
    """A path of more than PATH_MAX bytes."""
    names = ["d" * 200] * 40
    os.mkdir("tree")
    folder = os.open("tree", os.O_RDONLY)
    for name in names:
        os.mkdir(name, dir_fd=folder)
        inner = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, 0o600, dir_fd=folder))
    os.close(folder)
    path = "/".join([*names, "file"])
    assert audit(oldguard, f"{EMPTY}  {path}\n").returncode == 0
    entry = json.dumps({"v": 1, "name": path, "sha1": EMPTY})
    assert audit(oldguard, entry + "\n").returncode == 0


@pytest.mark.parametrize("kind", ["hashdeep", "mtree", "jsonl"])
def test_sum_checks_other_formats(oldguard, workdir, kind):
    os.mkdir("tree")
    for name in ("a", "b c"):
        Path("tree", name).write_text(name)
    Path("manifest").write_bytes(getattr(manifests, kind)("tree"))
    os.chdir("tree")
    result = oldguard("sum", "-c", "../manifest")
    assert (result.returncode, result.stdout) == (0, b"a: OK\nb c: OK\n"), result.stderr
    Path("a").write_text("A")
    os.unlink("b c")
    result = oldguard("sum", "-c", "../manifest")
    assert (result.returncode, result.stdout) == (1, b"a: FAILED\nb c: FAILED open or read\n")
    with open("../manifest", "a") as manifest:
        manifest.write("/x\n")
    result = oldguard("sum", "-c", "../manifest")
    assert (result.returncode, result.stdout) == (1, b"") and b"../manifest: " in result.stderr


def test_sum_checks_bags(oldguard, workdir):
    manifests.bag("bag", BAG, algorithms=["sha1", "md5"])
    result = oldguard("sum", "-c", "--quiet", "bag")
    assert (result.returncode, result.stdout) == (0, b""), result.stderr
    Path("bag/data/100%").write_bytes(b"x")
    result = oldguard("sum", "-c", "--quiet", "bag")
    assert (result.returncode, result.stdout) == (1, b"bag/data/100%: FAILED\n")
