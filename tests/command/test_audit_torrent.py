# SPDX-License-Identifier: MIT
"""`oldguard audit` with a torrent: what it reports by file."""

import functools
import json
import os
import random
import re
import resource
import shutil
import socket
from pathlib import Path

import bencode
import jsonschema
import pytest
from torrents import D_AT, FILES, PIECE, bytes_of, content_of, flip, lines_of, write

from tools import Tool, needed

pytestmark = pytest.mark.outside


@pytest.fixture
def content(workdir):
    return content_of(workdir)


SCHEMA = Path(__file__).parents[2] / "cli/audit/audit.schema.json"


@functools.cache
def validator():
    """Returns a validator of the schema that refuses members which the schema does not have."""
    schema = json.loads(SCHEMA.read_text())
    for kind in ("file", "summary"):
        schema["$defs"][kind]["additionalProperties"] = False
    return jsonschema.Draft202012Validator(schema)


def objects_of(result):
    """Returns the JSON objects by name, and the summary under None. Each is as the schema says."""
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    for each in objects:
        validator().validate(each)
    return {each.get("name"): each for each in objects}


def test_the_schema_refuses_other_members():
    line = {"v": 1, "name": "a", "status": "corrupt", "pieces": 7, "corrupt_pieces": [[2, 3]]}
    validator().validate(line)
    for wrong in ({"x": 1}, {"pieces": -1}, {"corrupt_pieces": []}, {"unread_pieces": [[2]]}):
        assert not validator().is_valid(line | wrong)
    assert not validator().is_valid({name: line[name] for name in line if name != "pieces"})


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_all_ok(oldguard, content, jobs):
    result = oldguard("audit", "-j", jobs, "t.torrent", "data")
    assert (result.returncode, lines_of(result)) == (0, [])
    size = sum(len(data) for _, data in FILES)
    assert result.stderr == b"oldguard audit: 5 ok (%d bytes)\n" % size
    result = oldguard("audit", "-v", "-j", jobs, "t.torrent", ".")
    assert lines_of(result) == [f"ok  {'/'.join(path)}" for path, _ in FILES]


def test_the_folder_is_found_by_its_name(oldguard, content):
    assert oldguard("audit", "t.torrent").returncode == 0
    content.rename("renamed")
    assert oldguard("audit", "t.torrent", "renamed").returncode == 0
    result = oldguard("audit", "t.torrent", "nowhere")
    assert result.returncode == 2 and b"nowhere" in result.stderr


def test_one_wrong_byte(oldguard, content):
    flip(content / "sub/deep/d", 4 * PIECE - D_AT)
    result = oldguard("audit", "t.torrent", "data")
    assert result.returncode == 1
    assert lines_of(result) == ["corrupt pieces 4 of 7  sub/deep/d"]


def test_every_wrong_byte_is_found(oldguard, content):
    rng = random.Random(5)
    for _ in range(20):
        path, data = rng.choice([file for file in FILES if file[1]])
        file = content.joinpath(*path)
        flip(file, rng.randrange(len(data)))
        result = oldguard("audit", "t.torrent", "data")
        assert result.returncode == 1
        assert any(line.startswith("corrupt") and line.endswith("/".join(path)) for line in lines_of(result))
        file.write_bytes(data)


def test_a_piece_of_several_files(oldguard, content):
    flip(content / "sub/b", 50)
    result = oldguard("audit", "-v", "t.torrent", "data")
    assert lines_of(result) == [
        "corrupt pieces 2 of 7  a",
        "corrupt pieces 2 of 7  sub/b",
        "corrupt pieces 2 of 7  sub/c",
        "corrupt pieces 2 of 7  sub/deep/d",
        "ok  z",
    ]


def test_ranges(oldguard, content):
    for piece in (2, 3, 5, 6):
        flip(content / "sub/deep/d", max(piece * PIECE - D_AT, 0))
    result = oldguard("audit", "--json", "t.torrent", "data")
    found = objects_of(result)["sub/deep/d"]
    assert (found["status"], found["corrupt_pieces"], found["pieces"]) == ("corrupt", [[2, 3], [5, 6]], 7)
    text = lines_of(oldguard("audit", "t.torrent", "data"))
    assert "corrupt pieces 2-3, 5-6 of 7  sub/deep/d" in text


def test_a_missing_file_and_its_neighbours(oldguard, content):
    (content / "sub/b").unlink()
    result = oldguard("audit", "--json", "t.torrent", "data")
    assert result.returncode == 1
    found = objects_of(result)
    assert found["sub/b"]["status"] == "missing"
    for name in ("a", "sub/c", "sub/deep/d"):
        assert (found[name]["status"], found[name]["unread_pieces"]) == ("unreadable", [[2, 2]])
    assert found["z"]["status"] == "ok"


def test_another_size(oldguard, content):
    with open(content / "sub/deep/d", "ab") as file:
        file.write(b"x")
    result = oldguard("audit", "t.torrent", "data")
    # The listed bytes are all there, so that the pieces of the neighbours can be checked.
    assert lines_of(result) == ["size differs  sub/deep/d"]
    found = objects_of(oldguard("audit", "--json", "t.torrent", "data"))
    got = found["sub/deep/d"]
    assert (got["status"], got["size"], got["listed_size"]) == ("changed", 4 * PIECE + 1, 4 * PIECE)
    os.truncate(content / "sub/deep/d", 10)
    result = oldguard("audit", "t.torrent", "data")
    assert result.returncode == 1 and "size differs  sub/deep/d" in lines_of(result)


def test_a_file_that_is_not_listed(oldguard, content):
    (content / "sub/extra").write_bytes(b"1")
    (content / "t.torrent").write_bytes((content.parent / "t.torrent").read_bytes())
    result = oldguard("audit", "data/t.torrent", "data")
    assert (result.returncode, lines_of(result)) == (1, ["new  sub/extra"])


def test_other_kinds_of_files(oldguard, content):
    for name in ("a", "sub/b"):
        (content / name).unlink()
    os.mkfifo(content / "a")
    with socket.socket(socket.AF_UNIX) as made:
        os.chdir(content / "sub")
        made.bind("b")
        os.chdir("../..")
        found = objects_of(oldguard("audit", "--json", "t.torrent", "data"))
    for name in ("a", "sub/b"):
        assert (found[name]["status"], found[name]["error"]) == ("unreadable", "not a regular file")


def test_a_symbolic_link_is_followed(oldguard, content):
    (content / "sub/deep/d").rename("elsewhere")
    (content / "sub/deep/d").symlink_to("../../../elsewhere")
    assert oldguard("audit", "t.torrent", "data").returncode == 0


@pytest.mark.parametrize("size", [1, PIECE - 1, PIECE, PIECE + 1, 40 * PIECE + 7])
def test_a_single_file(oldguard, workdir, size):
    data = bytes_of(size, size)
    (workdir / "file").write_bytes(data)
    (workdir / "t.torrent").write_bytes(bencode.torrent(bencode.single_info("file", data)))
    result = oldguard("audit", "-v", "t.torrent", ".")
    assert (result.returncode, lines_of(result)) == (0, ["ok  file"])
    flip("file", size - 1)
    assert oldguard("audit", "t.torrent", ".").returncode == 1
    (workdir / "file").unlink()
    assert lines_of(oldguard("audit", "t.torrent", ".")) == ["missing  file"]


@pytest.mark.parametrize("piece", [1, 64, 200])
def test_small_pieces(oldguard, workdir, piece):
    """Thousands of pieces wait for their turn. They are more than the process may have open files."""
    data = bytes_of(6, 9000)
    (workdir / "x.bin").write_bytes(data)
    (workdir / "t.torrent").write_bytes(bencode.torrent(bencode.single_info("x.bin", data, piece)))
    few = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (20, 20))
    result = oldguard("audit", "-v", "t.torrent", preexec_fn=few)
    assert (result.returncode, lines_of(result)) == (0, ["ok  x.bin"])


def test_random_layouts(oldguard, workdir):
    """The verdict on random flipped bytes, with pieces of several sizes, against the offsets of the files."""
    rng = random.Random(6)
    for round_number in range(12):
        piece_size = rng.choice([16384, 32768, 131072, 262144])
        sizes = [rng.choice([0, 1, 100, piece_size, rng.randrange(5 * piece_size)]) for _ in range(8)]
        files = [([f"f{i}"], rng.randbytes(size)) for i, size in enumerate(sizes)]
        if not sum(sizes):
            continue
        folder = workdir / f"r{round_number}"
        write(folder, files)
        (workdir / "t.torrent").write_bytes(bencode.torrent(bencode.info(folder.name, files, piece_size)))
        bad = set()
        for _ in range(rng.randrange(3)):
            victim = rng.choice([i for i, size in enumerate(sizes) if size])
            at = rng.randrange(sizes[victim])
            piece = (sum(sizes[:victim]) + at) // piece_size
            if piece not in bad:  # a second flip could restore the byte
                flip(folder / f"f{victim}", at)
                bad.add(piece)
        result = oldguard("audit", "--json", "-j", str(rng.choice([1, 2])), "t.torrent")
        found = objects_of(result)
        start = 0
        for i, size in enumerate(sizes):
            hit = [
                p
                for p in sorted(bad)
                if size and start // piece_size <= p <= (start + size - 1) // piece_size
            ]
            got = [p for a, b in found[f"f{i}"].get("corrupt_pieces", []) for p in range(a, b + 1)]
            assert (got, found[f"f{i}"]["status"]) == (hit, "corrupt" if hit else "ok")
            start += size
        assert result.returncode == (1 if bad else 0)


def test_pad_files_are_not_read(oldguard, workdir):
    files = FILES[:4]
    info = bencode.info("data", files, pad=True)
    extra, layers = bencode.version_2(files)
    both = bencode.encode({"info": {**info, **extra}, "piece layers": layers})
    for name, torrent in (("pads", bencode.torrent(info)), ("hybrid", both)):
        (workdir / name).write_bytes(torrent)
        write(workdir / "data", files)
        result = oldguard("audit", "-v", name)
        assert result.returncode == 0
        assert lines_of(result) == [f"ok  {'/'.join(path)}" for path, _ in files]
        flip("data/sub/b", 3)
        result = oldguard("audit", name)
        assert lines_of(result) == ["corrupt pieces 3 of 9  sub/b"]
        # Some clients write the pad files. They are no unlisted files.
        write(workdir / "data", [*files, ([".pad", "11384"], b"x")])
        assert oldguard("audit", name).returncode == 0
        shutil.rmtree("data")


def test_progress(oldguard, content):
    result = oldguard("audit", "--progress", "t.torrent", "data")
    pattern = rb"7 of 7 pieces, 0 of 0 MiB, 100 %, \d+ MiB/s\n.*\n"
    assert result.returncode == 0 and re.fullmatch(pattern, result.stderr), result.stderr


def test_a_torrent_on_standard_input(oldguard, content):
    torrent = (content.parent / "t.torrent").read_bytes()
    result = oldguard("audit", "-", "data", input=torrent)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == b"oldguard audit: -: a torrent must be a regular file\n"


def test_a_torrent_with_the_name_of_a_manifest_of_a_bag(oldguard, content):
    os.rename("t.torrent", "manifest-2026.torrent")
    (content.parent / "bagit.txt").write_bytes(b"")
    assert oldguard("audit", "manifest-2026.torrent").returncode == 0


def test_sum_names_the_command_for_torrents(oldguard, content):
    result = oldguard("sum", "-c", "t.torrent")
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr == b"oldguard sum: t.torrent: this is a torrent: use oldguard audit\n"


def test_a_torrent_that_is_too_large(oldguard, workdir):
    with open("bad.torrent", "wb") as file:
        file.write(b"d4:info")
        file.truncate((64 << 20) + 1)
    result = oldguard("audit", "bad.torrent", ".")
    assert result.returncode == 2 and b"larger than" in result.stderr


def test_a_torrent_with_many_files(oldguard, workdir):
    """The list of files, which is 2 MB, comes before anything that looks like the end of a line."""
    files = [([f"{number:06}" + "x" * 50], b"") for number in range(25_000)] + [(["y"], b"12345")]
    write(workdir / "data", files)
    (workdir / "t.torrent").write_bytes(bencode.torrent(bencode.info("data", files)))
    assert oldguard("audit", "t.torrent").returncode == 0
    assert oldguard("sum", "-c", "t.torrent").stderr.endswith(b"this is a torrent: use oldguard audit\n")
    (workdir / "data" / files[7][0][0]).unlink()
    assert lines_of(oldguard("audit", "t.torrent")) == [f"missing  {files[7][0][0]}"]


def test_a_torrent_that_mktorrent_made(oldguard, workdir):
    write(workdir / "data")
    made = needed("mktorrent")("-a", "http://localhost/", "-l", "15", "-o", "t.torrent", "data")
    assert made.returncode == 0, made.stderr
    result = oldguard("audit", "-v", "t.torrent")
    assert result.returncode == 0
    assert sorted(lines_of(result)) == sorted(f"ok  {'/'.join(path)}" for path, _ in FILES)
    flip("data/sub/deep/d", 3 * PIECE)
    assert oldguard("audit", "t.torrent").returncode == 1


def test_a_path_longer_than_path_max(oldguard, workdir):
    files = [(["x" * 200] * 25 + ["file"], b"far down")]
    (workdir / "t.torrent").write_bytes(bencode.torrent(bencode.info("data", files)))
    os.mkdir("data")
    os.chdir("data")
    for element in files[0][0][:-1]:
        os.mkdir(element)
        os.chdir(element)
    with open("file", "wb") as file:
        file.write(files[0][1])
    os.chdir(workdir)
    result = oldguard("audit", "t.torrent")
    assert result.returncode == 0, (result.stdout, result.stderr)


def test_an_unreadable_file(oldguard, content, preloaded):
    """A read error in the middle of a file."""
    functions = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <unistd.h>
        ssize_t pread64(int fd, void *data, size_t size, off_t at) {
            ssize_t (*real)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread64");
            if (at >= 50000) { errno = EIO; return -1; }
            return real(fd, data, size, at);
        }
        ssize_t pread(int fd, void *data, size_t size, off_t at) { return pread64(fd, data, size, at); }
    """
    result = oldguard("audit", "--json", "t.torrent", "data", env=preloaded(functions))
    found = objects_of(result)
    assert result.returncode == 1
    assert (found["sub/deep/d"]["status"], found["sub/deep/d"]["error"]) == (
        "unreadable",
        "Input/output error",
    )
    assert found["a"]["status"] == "ok"


def test_without_the_module(oldguard, content, workdir):
    """A copy of the command without the module says what is missing, and the rest of it works."""
    alone = workdir / "alone"
    alone.mkdir()
    shutil.copy(oldguard.command[0], alone / "oldguard")
    result = Tool(alone / "oldguard")("audit", "t.torrent", "data")
    assert result.returncode == 2 and b"without libtorrent-rasterbar" in result.stderr
