# SPDX-License-Identifier: MIT
"""The forms of the lines of `oldguard sum`, git's names, sparse files and the progress of a run."""

import base64
import hashlib
import json
import os
import re
import signal
from pathlib import Path

import pytest

ABC = hashlib.sha1(b"abc").hexdigest()


@pytest.fixture
def odd_names(workdir):
    """Writes files with names that each format treats in another way. Returns the names in order."""
    names = [
        b"a,b",
        b"back\\slash",
        b"c%25",
        b"l\nf",
        b"plain",
        b'q"uote',
        b"r\rf",
        b"t\tb",
        b"\xc3\xa4",
        b"\xff",
    ]
    os.mkdir("t")
    for name in names:
        with open(b"t/" + name, "wb") as file:
            file.write(b"abc")
    return sorted(names)


def test_bsd_is_tag(oldguard, odd_names):
    assert oldguard("sum", "-r", "--format=bsd", "t").stdout == oldguard("sum", "-r", "--tag", "t").stdout


def test_hashdeep(oldguard, odd_names):
    """A line feed in a name would forge a line, so the file is refused by name."""
    result = oldguard("sum", "-r", "--format=hashdeep", "t")
    written = [name for name in odd_names if b"\n" not in name]
    assert result.stdout == b"%%%% HASHDEEP-1.0\n%%%% size,sha1,filename\n" + b"".join(
        b"3,%s,t/%s\n" % (ABC.encode(), name) for name in written
    )
    assert result.returncode == 1 and result.stderr == (
        b"oldguard sum: 't/l'$'\\n''f': this name cannot be written in this format\n"
    )
    other = oldguard("sum", "-a", "whirlpool", "--format=hashdeep", "t/plain").stdout.splitlines()
    assert other[1] == b"%%%% size,whirlpool,filename" and len(other[2].split(b",")[1]) == 128


def test_bagit(oldguard, odd_names):
    result = oldguard("sum", "-r", "--format=bagit", "t")
    encoded = [n.replace(b"%", b"%25").replace(b"\n", b"%0A").replace(b"\r", b"%0D") for n in odd_names]
    assert result.stdout == b"".join(ABC.encode() + b"  t/" + name + b"\n" for name in encoded)
    assert result.returncode == 0


def test_json_lines(oldguard, odd_names):
    os.utime("t/plain", ns=(0, 1_700_000_000_123_456_789))
    os.utime("t/a,b", ns=(0, -1_500_000_000))
    os.utime("t/t\tb", ns=(0, 3_000_000_000))
    result = oldguard("sum", "-r", "--format=jsonl", "t", "missing")
    *objects, summary = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 1 and len(objects) == len(odd_names) + 1
    for name, found in zip(odd_names, objects):
        wanted = {"v": 1, "size": 3, "sha1": ABC, "status": "ok", "inode": os.stat(b"t/" + name).st_ino}
        assert wanted.items() <= found.items()
        assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", found["checked"])
        if name == b"\xff":
            assert base64.b64decode(found["name_b64"]) == b"t/\xff" and "name" not in found
        else:
            assert found["name"].encode() == b"t/" + name
    times = {found.get("name"): found["mtime"] for found in objects[:-1]}
    assert times["t/plain"] == "2023-11-14T22:13:20.123456789Z"
    assert times["t/a,b"] == "1969-12-31T23:59:58.500000000Z"
    assert times["t/t\tb"] == "1970-01-01T00:00:03Z"
    assert objects[-1] == {
        "v": 1,
        "name": "missing",
        "status": "unreadable",
        "error": "No such file or directory",
        "errno": "ENOENT",
    }
    count = len(odd_names)
    assert summary.pop("seconds") >= 0
    assert summary == {
        "v": 1,
        "summary": {"ok": {"files": count, "bytes": 3 * count}, "unreadable": {"files": 1}},
        "complete": True,
    }


@pytest.mark.parametrize(
    "name",
    [
        b"\x80",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xe0\x80\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf8",
        b"\xe2\x82",
    ],
)
def test_names_that_are_not_utf8(oldguard, workdir, name):
    with open(name, "wb"):
        pass
    found = json.loads(oldguard("sum", "--format=jsonl", name).stdout.splitlines()[0])
    assert base64.b64decode(found["name_b64"], validate=True) == name


def test_git_blob(oldguard, workdir):
    """The names are those of git hash-object, for small and large files."""
    for size in (0, 3, 262144, 262145, 1 << 20):
        Path(str(size)).write_bytes(b"x" * size)
        wanted = hashlib.sha1(b"blob %d\0" % size + b"x" * size).hexdigest()
        for options in ([], ["--no-detect"], ["--kernel", "sha1_c_fast"]):
            result = oldguard("sum", "--git-blob", *options, str(size))
            assert result.stdout.decode() == f"{wanted}  {size}\n"
    found = json.loads(oldguard("sum", "--git-blob", "--format=jsonl", "3").stdout.splitlines()[0])
    assert found["git_blob"] == hashlib.sha1(b"blob 3\0xxx").hexdigest() and "sha1" not in found
    unknown = oldguard("sum", "--git-blob", input=b"abc")
    assert unknown.returncode == 1
    assert unknown.stderr == b"oldguard sum: -: its size is not known before it is read\n"


def test_git_blob_of_a_changed_file(oldguard, workdir, preloaded):
    """A file of another size than fstat(2) reported."""
    env = preloaded(
        "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <sys/stat.h>\n"
        "int fstat(int fd, struct stat *s) {\n"
        '    int status = ((int (*)(int, struct stat *))dlsym(RTLD_NEXT, "fstat"))(fd, s);\n'
        "    if (S_ISREG(s->st_mode)) s->st_size += 1;\n    return status;\n}\n"
    )
    for size in ("3", "1048576"):
        Path(size).write_bytes(b"x" * int(size))
        changed = oldguard("sum", "--git-blob", size, env=env)
        assert (changed.returncode, changed.stdout) == (1, b"")
        assert changed.stderr.endswith(b": its size changed while it was read\n")


# Where data are in files of some MiB, in units of 4096 bytes: (first, last).
LAYOUTS = {
    "no data": [],
    "start": [(0, 10)],
    "end": [(1000, 1024)],
    "middle": [(300, 301), (302, 500)],
    "alternating": [(i, i + 1) for i in range(0, 1024, 7)],
    "all": [(0, 1024)],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("extra", [0, 1, 4097])
def test_sparse_files(oldguard, sha1sum, workdir, layout, extra):
    with open("sparse", "wb") as file:
        file.truncate(1024 * 4096 + extra)
        for first, last in LAYOUTS[layout]:
            file.seek(first * 4096)
            file.write(os.urandom((last - first) * 4096))
    assert oldguard("sum", "sparse", "sparse").stdout == sha1sum("sparse", "sparse").stdout
    Path("list").write_bytes(oldguard("sum", "sparse").stdout)
    assert oldguard("sum", "-c", "--status", "list").returncode == 0


def test_holes_are_not_read(oldguard, workdir, preloaded):
    """A read in a hole would fill the page cache with zeros."""
    env = preloaded(
        "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
        "static long total;\n"
        'static void report(void) { fprintf(stderr, "%ld\\n", total); }\n'
        "ssize_t read(int fd, void *b, size_t n) {\n"
        '    ssize_t got = ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(fd, b, n);\n'
        "    if (total == 0) atexit(report);\n    total += got;\n    return got;\n}\n"
        "ssize_t __read_chk(int fd, void *b, size_t n, size_t r) { return read(fd, b, n); }\n"
    )
    with open("sparse", "wb") as file:
        file.truncate(256 << 20)
        file.seek(100 << 20)
        file.write(b"x" * 65536)
    assert os.stat("sparse").st_blocks < 1000, "this file system has no holes"
    result = oldguard("sum", "sparse", env=env)
    assert result.returncode == 0 and int(result.stderr) < 1 << 20


def test_large_files_leave_the_cache(oldguard, workdir, preloaded):
    """Files above 64 MiB are dropped behind the reader, others and with --keep-cache all are kept."""
    env = preloaded(
        "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <stdio.h>\n"
        "int posix_fadvise(int fd, off_t at, off_t size, int advice) {\n"
        "    if (advice == POSIX_FADV_DONTNEED)"
        ' fprintf(stderr, "%ld %ld\\n", (long)at, (long)size);\n'
        "    return 0;\n}\n"
    )
    size = (64 << 20) + 12345
    Path("large").write_bytes(b"x" * size)
    Path("other").write_bytes(b"x" * (64 << 20))
    dropped = [
        tuple(map(int, line.split())) for line in oldguard("sum", "large", env=env).stderr.splitlines()
    ]
    assert dropped[0][0] == 0 and sum(part for _, part in dropped) == size
    assert all(a + b == c for (a, b), (c, _) in zip(dropped, dropped[1:]))
    assert oldguard("sum", "other", env=env).stderr == b""
    assert oldguard("sum", "--keep-cache", "large", env=env).stderr == b""


def test_progress_of_a_tree(oldguard, workdir):
    os.makedirs("t/sub")
    for name in ("t/a", "t/sub/b"):
        Path(name).write_bytes(b"x" * (1 << 20))
    result = oldguard("sum", "-r", "--progress", "t")
    assert re.fullmatch(rb"2 of 2 files, 2 of 2 MiB, 100 %, \d+ MiB/s\n", result.stderr)
    Path("list").write_bytes(result.stdout)
    checked = oldguard("sum", "-c", "--progress", "list")
    assert re.fullmatch(rb"2 of 2 files, 2 of 2 MiB, 100 %, \d+ MiB/s\n", checked.stderr)


def test_signal_prints_the_progress(oldguard, workdir):
    """SIGUSR1 prints one line and does not end the run."""
    os.mkfifo("fifo")
    process = oldguard.start("sum", "fifo", stdout=-1, stderr=-1)
    with open("fifo", "wb") as fifo:  # opened by the command: its handler is installed
        fifo.write(b"abc")
        fifo.flush()
        process.send_signal(signal.SIGUSR1)
        assert re.fullmatch(rb"0 files, 0 MiB, \d+ MiB/s\n", process.stderr.readline())
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"") and out.decode() == f"{ABC}  fifo\n"


@pytest.mark.parametrize(
    "args",
    [
        ["--tag", "--format=gnu"],
        ["-z", "--format=jsonl"],
        ["-z", "--format=bagit"],
        ["--git-blob", "-a", "whirlpool"],
        ["--git-blob", "--format=hashdeep"],
        ["-x"],
        ["-c", "-r"],
        ["-c", "--format=bsd"],
        ["-c", "-o", "x"],
        ["-j0"],
        ["-j", "x"],
        ["--format=md5"],
    ],
    ids=" ".join,
)
def test_contradictions(oldguard, workdir, args):
    result = oldguard("sum", *args, "file")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"oldguard sum: ")
    assert os.listdir() == []


def test_git_blob_of_standard_input(oldguard, workdir):
    """A regular file has a size, from its current offset on."""
    (workdir / "file").write_bytes(b"abcdef")
    with open("file", "rb", buffering=0) as file:
        for data in (b"abcdef", b"def"):
            file.seek(6 - len(data))
            wanted = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
            assert oldguard("sum", "--git-blob", stdin=file).stdout.decode() == f"{wanted}  -\n"
