# SPDX-License-Identifier: MIT
"""`oldguard audit` with a torrent: the torrents and the options that it refuses, and the names that it takes."""

import os
import shutil
from pathlib import Path

import bencode
import pytest
from torrents import FILES, PIECE, bytes_of, content_of, flip, lines_of, write

pytestmark = pytest.mark.outside


@pytest.fixture
def content(workdir):
    return content_of(workdir)


def refused(oldguard, torrent, *words):
    """Checks that a torrent is refused, with a message that has these words."""
    with open("bad.torrent", "wb") as file:
        file.write(torrent)
    result = oldguard("audit", "bad.torrent", ".")
    assert result.returncode == 2, result.stdout
    message = result.stderr.decode()
    assert message.startswith("oldguard audit: bad.torrent: ") and message.count("\n") == 1, message
    for word in words:
        assert word in message
    return message


def test_version_2_alone(oldguard, workdir):
    files = FILES[:2]
    info, layers = bencode.version_2(files)
    info |= {"name": "data", "piece length": PIECE}
    refused(oldguard, bencode.encode({"info": info, "piece layers": layers}), "version 2", "SHA-256")


ESCAPING = [
    [".."],
    ["..", "etc"],
    ["a", "..", "..", "b"],
    ["../../evil"],
    ["/etc/passwd"],
    ["."],
    ["", "a"],
    ["a", ""],
    [".", "a"],
    ["a/b"],
    ["a\0b"],
    ["x" * 256],
]


@pytest.mark.parametrize("path", ESCAPING, ids=range(len(ESCAPING)))
def test_names_that_are_not_safe(oldguard, workdir, path):
    data = b"12345"
    message = refused(oldguard, bencode.torrent(bencode.info("data", [(path, data)])))
    assert "not safe" in message or "name" in message


@pytest.mark.parametrize("name", ["..", ".", "", "/", "../evil", "a/b", "/etc", "a\0b"])
def test_a_name_of_the_content_that_is_not_safe(oldguard, workdir, name):
    refused(oldguard, bencode.torrent(bencode.info(name, [(["a"], b"1")])))
    refused(oldguard, bencode.torrent(bencode.single_info(name, b"1")))


def refuses(path):
    """Returns whether the file system refuses a name, such as one that is no UTF-8."""
    try:
        path.write_bytes(b"")
    except OSError:
        return True
    path.unlink()
    return False


ODD = [
    b"a\\b",
    b"\x01",
    b"a\nb",
    "\u202egnp.exe".encode(),
    b"Beyonc\xe9.flac",
    b"x" * 255,
    b"con",
    b"-",
    b"~",
]


@pytest.mark.parametrize("name", ODD, ids=range(len(ODD)))
def test_names_are_taken_as_they_are(oldguard, workdir, name):
    """Every name that the system takes is one, also those that libtorrent repairs."""
    if refuses(workdir / os.fsdecode(name)):
        pytest.skip("the file system refuses this name")
    for torrent in (bencode.info("data", [([name], b"1"), (["b"], b"2")]), bencode.single_info(name, b"1")):
        Path("t.torrent").write_bytes(bencode.torrent(torrent))
        missing = oldguard("audit", "--json", "t.torrent", ".")
        assert missing.returncode == 1 and b'"missing"' in missing.stdout
        write(workdir / "data", [([os.fsdecode(name)], b"1"), (["b"], b"2")])
        result = oldguard("audit", "-v", "t.torrent", "data")
        assert result.returncode == 0 if "files" in torrent else 1, result  # 1: b is not listed
        shutil.rmtree("data")


def test_names_that_differ_in_case(oldguard, workdir):
    files = [(["Makefile"], b"1"), (["makefile"], b"22")]
    write(workdir / "data", files)
    if len(os.listdir("data")) < 2:
        pytest.skip("the file system ignores case")
    Path("t.torrent").write_bytes(bencode.torrent(bencode.info("data", files)))
    assert lines_of(oldguard("audit", "-v", "t.torrent")) == ["ok  Makefile", "ok  makefile"]


@pytest.mark.parametrize("folder", [[], ["sub"]], ids=["top", "below"])
def test_pad_files_of_bitcomet(oldguard, workdir, folder):
    """Before BEP 47 a name alone marked a pad file."""
    pad = [*folder, "_____padding_file_0_if you see this file, update____"]
    files = [(["a"], bytes_of(1, 20000)), (pad, bytes(12768)), (["b"], bytes_of(2, 20000))]
    write(workdir / "data", [files[0], files[2]])
    Path("t.torrent").write_bytes(bencode.torrent(bencode.info("data", files)))
    result = oldguard("audit", "-v", "t.torrent")
    assert (result.returncode, lines_of(result)) == (0, ["ok  a", "ok  b"])
    write(workdir / "data", [files[1]])
    assert oldguard("audit", "t.torrent").returncode == 0
    flip("data/b", 5)
    assert lines_of(oldguard("audit", "t.torrent")) == ["corrupt pieces 2 of 4  b"]


VERSION_2 = {"name": "f5", "meta version": 2, "piece length": PIECE}


ROOT = {"length": 5, "pieces root": bytes(range(32))}


WITHOUT_DIGESTS = {
    "a length": {**VERSION_2, "length": 5, "file tree": {"f5": {"": ROOT}}},
    "a great length": {**VERSION_2, "length": PIECE * 2_000_000, "file tree": {"f5": {"": ROOT}}},
    "a list": {**VERSION_2, "files": [{"length": 5, "path": ["f5"]}], "file tree": {"f5": {"": ROOT}}},
    "no version": {"name": "f5", "piece length": PIECE, "length": 5, "file tree": {"f5": {"": ROOT}}},
}


@pytest.mark.parametrize("name", WITHOUT_DIGESTS)
def test_version_2_with_keys_of_version_1(oldguard, workdir, name):
    """Without digests of SHA-1 it is of version 2 alone, whatever else of version 1 it has."""
    write(workdir, [(["f5"], b"hello")])
    refused(oldguard, bencode.encode({"info": WITHOUT_DIGESTS[name]}), "version 2 alone", "SHA-256")


def test_a_path_that_is_listed_twice(oldguard, workdir):
    files = [(["a"], b"1"), (["b"], b"2"), (["a"], b"3")]
    refused(oldguard, bencode.torrent(bencode.info("data", files)), "'a'")


def broken():
    """Yields malformed torrents with a name for each."""
    good = bencode.info("data", FILES)
    data = bencode.torrent(good)
    yield "lists nested 5,000 deep", b"d4:info" + b"l" * 5000 + b"e" * 5000 + b"e"
    yield "dictionaries nested 5,000 deep", b"d4:info" + b"d1:a" * 5000 + b"e" * 5001
    yield (
        "nested inside a good one",
        bencode.encode({"info": good, "x": bencode.Raw(b"l" * 200 + b"e" * 200)}),
    )
    yield "a negative length", bencode.torrent({**good, "files": [{"length": -1, "path": ["a"]}]})
    yield "a negative length of one file", bencode.torrent({**bencode.single_info("a", b"1"), "length": -5})
    yield "a length of 2^63", bencode.torrent({**bencode.single_info("a", b"1"), "length": 1 << 63})
    yield (
        "lengths beyond 2^63",
        bencode.torrent({**good, "files": [{"length": 1 << 62, "path": [name]} for name in "abcd"]}),
    )
    yield "a piece too few", bencode.torrent({**good, "pieces": good["pieces"][20:]})
    yield "a piece too many", bencode.torrent({**good, "pieces": good["pieces"] + bytes(20)})
    yield "half a digest", bencode.torrent({**good, "pieces": good["pieces"][:-1]})
    yield "no pieces", bencode.torrent({**good, "pieces": b""})
    yield "pieces of 0 bytes", bencode.torrent({**good, "piece length": 0})
    yield "pieces of -1 bytes", bencode.torrent({**good, "piece length": -1})
    yield "pieces of 2^40 bytes", bencode.torrent({**good, "piece length": 1 << 40})
    yield "no digests", bencode.torrent({key: value for key, value in good.items() if key != "pieces"})
    yield "digests that are a list", bencode.torrent({**good, "pieces": [b"x" * 20]})
    yield "digests that are a number", bencode.torrent({**good, "pieces": 20})
    yield "a piece length that is a string", bencode.torrent({**good, "piece length": "16384"})
    yield "no piece length", bencode.torrent({key: good[key] for key in good if key != "piece length"})
    yield "an unknown version", bencode.torrent({**good, "meta version": 3})
    yield "one file and several", bencode.torrent({**good, "length": 5})
    yield "a length of 2^64", bencode.torrent({**bencode.single_info("a", b""), "length": 1 << 64})
    yield "a length that is a string", bencode.torrent({**bencode.single_info("a", b""), "length": "0"})
    yield "files that are a dictionary", bencode.torrent({**good, "files": {"a": {"length": 1}}})
    yield "a file that is a string", bencode.torrent({**good, "files": ["a"], "pieces": b""})
    yield (
        "lengths beyond 2^63 in pad files",
        bencode.torrent(
            {**good, "files": [{"length": (1 << 63) - 1, "path": [n], "attr": "p"} for n in "ab"]}
        ),
    )
    yield "no files", bencode.torrent({**good, "files": [], "pieces": b""})
    yield (
        "pad files alone",
        bencode.torrent(
            {**good, "files": [{"attr": "p", "length": PIECE, "path": ["p"]}], "pieces": bytes(20)}
        ),
    )
    yield "a file without a path", bencode.torrent({**good, "files": [{"length": 1}], "pieces": bytes(20)})
    yield (
        "a path that is a string",
        bencode.torrent({**good, "files": [{"length": 1, "path": "a"}], "pieces": bytes(20)}),
    )
    yield (
        "a path of numbers",
        bencode.torrent({**good, "files": [{"length": 1, "path": [1]}], "pieces": bytes(20)}),
    )
    yield (
        "an empty path",
        bencode.torrent({**good, "files": [{"length": 1, "path": []}], "pieces": bytes(20)}),
    )
    yield "no info", bencode.encode({"announce": "x"})
    yield "an info that is a list", bencode.encode({"announce": "x", "info": []})
    yield "no name", bencode.torrent({key: value for key, value in good.items() if key != "name"})
    yield "too many tokens", b"d4:infod1:al" + b"i1e" * 3_000_001 + b"eee"
    for size in (8, 20, len(data) // 2, len(data) - 1):
        yield f"cut after {size} bytes", data[:size]
    yield "a string longer than the file", data.replace(b"4:name4:data", b"4:name4000:data")
    yield "a length with a sign", data.replace(b"4:name", b"-4:name")


BROKEN = dict(broken())


@pytest.mark.parametrize("name", BROKEN)
def test_malformed(oldguard, workdir, name):
    write(workdir / "data")
    refused(oldguard, BROKEN[name])


@pytest.mark.parametrize(
    "options",
    [["--quick"], ["--update"], ["--update=all"], ["--journal=j"], ["--strict"], ["--git-blob"]],
    ids=lambda options: options[-1],
)
def test_options_that_are_refused(oldguard, content, options):
    result = oldguard("audit", *options, "t.torrent", "data")
    assert (result.returncode, result.stdout) == (2, b"")
    name = options[0].split("=")[0].encode()
    assert b"oldguard audit: " + name + b" is not possible with a torrent\n" in result.stderr
    assert not os.path.exists("j")
