# SPDX-License-Identifier: MIT
"""`oldguard sum` over folders: order, names, depth, kinds of entries, limits, and trees that change meanwhile."""

import hashlib
import os
import random
import resource
import socket
import tempfile
from pathlib import Path

import pytest

from tools import Tool, needs_descriptors, slow


def sha1(data):
    return hashlib.sha1(data).hexdigest().encode()


def walked(root):
    """Returns the regular files below a folder of bytes, in the order of the command."""
    files = []
    for name in sorted(os.listdir(root)):
        path = os.path.join(root, name)
        if os.path.isdir(path) and not os.path.islink(path):
            files += walked(path)
        elif os.path.isfile(path) and not os.path.islink(path):
            files.append(path)
    return files


def lines_of(root):
    return b"".join(sha1(Path(os.fsdecode(f)).read_bytes()) + b"  " + f + b"\n" for f in walked(root))


def make_tree(root, count, rng):
    """Makes folders and files of random sizes, among them those around the limits of the hashing."""
    sizes = [0, 1, 55, 64, 4095, 4096, 65535, 65536, 262143, 262144, 262145, 300000, 1 << 20, 3 << 20]
    folders = [Path(root)]
    folders[0].mkdir()
    for i in range(count):
        if rng.random() < 0.1:
            folders.append(rng.choice(folders) / f"d{i}")
            folders[-1].mkdir()
        size = rng.choice(sizes) if rng.random() < 0.15 else rng.randrange(20000)
        (rng.choice(folders) / f"f{rng.randrange(10**6)}.{i}").write_bytes(rng.randbytes(size))


def limited(files):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))


@pytest.mark.parametrize("seed", [1, slow(2)])
def test_like_sha1sum(oldguard, sha1sum, workdir, seed):
    """The output is that of sha1sum for the same files, whatever the number of threads."""
    make_tree("tree", 700, random.Random(seed))
    wanted = sha1sum(*walked(b"tree")).stdout
    for jobs in ("1", "2", "8"):
        for options in ([], ["--no-detect"]):
            result = oldguard("sum", "-r", "-j", jobs, *options, "tree")
            assert (result.returncode, result.stderr) == (0, b"")
            assert result.stdout == wanted
    Path("list").write_bytes(wanted)
    for jobs in ("1", "3"):
        checked = oldguard("sum", "-c", "-j", jobs, "list")
        assert checked.stdout == sha1sum("-c", "list").stdout and checked.returncode == 0


def test_whirlpool_tree(oldguard, workdir):
    make_tree("tree", 80, random.Random(3))
    single = b"".join(oldguard("sum", "-a", "whirlpool", f).stdout for f in walked(b"tree"))
    assert oldguard("sum", "-ra", "whirlpool", "-j3", "tree").stdout == single


def test_names_of_roots(oldguard, workdir):
    """Names begin with the operand. Without operand they are relative to the current folder."""
    os.makedirs("top/sub")
    Path("top/sub/file").write_bytes(b"abc")
    os.symlink("top", "link")
    for root in ("top", "top/", "./top", "link", "top/.", str(workdir / "top")):
        name = os.path.join(root, "sub/file").encode()
        assert oldguard("sum", "-r", root).stdout == sha1(b"abc") + b"  " + name + b"\n"
    assert oldguard("sum", "-r", cwd="top").stdout == sha1(b"abc") + b"  sub/file\n"
    assert oldguard("sum", "-r", ".", cwd="top").stdout == sha1(b"abc") + b"  ./sub/file\n"
    both = oldguard("sum", "-r", "top/sub/file", "missing", "top")
    assert both.stdout.count(b"\n") == 2 and both.returncode == 1
    assert both.stderr == b"oldguard sum: missing: No such file or directory\n"


def test_order(oldguard, workdir):
    """The content of a folder comes in the place of its name, and bytes are compared as unsigned."""
    os.makedirs("t/a")
    for name in (b"t/a/z", b"t/a.b", b"t/a0", b"t/\xff", b"t/\xc3\xa4", b"t/B"):
        with open(name, "wb"):
            pass
    names = [line.split(b"  ")[1] for line in oldguard("sum", "-r", "t").stdout.splitlines()]
    assert names == [b"t/B", b"t/a/z", b"t/a.b", b"t/a0", b"t/\xc3\xa4", b"t/\xff"]


def test_names_of_all_bytes(oldguard, sha1sum, workdir):
    os.mkdir("t")
    for byte in range(1, 256):
        if byte != ord("/"):
            with open(b"t/x" + bytes([byte]), "wb") as file:
                file.write(bytes([byte]))
    files = walked(b"t")
    assert len(files) == 254
    for options in ([], ["--tag"], ["-z"]):
        result = oldguard("sum", "-r", *options, "t")
        assert result.returncode == 0 and result.stdout == sha1sum(*options, *files).stdout
    Path("list").write_bytes(oldguard("sum", "-r", "t").stdout)
    assert oldguard("sum", "-c", "--quiet", "--strict", "list").returncode == 0


@pytest.mark.parametrize("limit", [16, slow(1024)])
def test_600_folders_deep(oldguard, workdir, limit):
    """Paths are longer than PATH_MAX, and few descriptors suffice. Files follow on the way back, too."""
    name = b"n" * 40
    here = os.open(".", os.O_RDONLY)
    wanted, path = [], b"deep"
    os.mkdir("deep")
    os.chdir("deep")
    for level in range(600):
        os.mkdir(name)
        Path("a").write_bytes(b"%d" % level)
        Path("z").write_bytes(b"%d." % level)
        wanted.insert(level, sha1(b"%d" % level) + b"  " + path + b"/a\n")
        wanted.insert(level + 1, sha1(b"%d." % level) + b"  " + path + b"/z\n")
        os.chdir(name)
        path += b"/" + name
    os.fchdir(here)
    os.close(here)
    for jobs in ("1", "2"):
        result = oldguard("sum", "-r", "-j", jobs, "deep", preexec_fn=limited(limit))
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout == b"".join(wanted)
    assert Tool("rm")("-r", "deep").returncode == 0  # pytest cannot


def test_many_files_in_one_folder(oldguard, workdir):
    os.mkdir("t")
    for i in range(5000):
        Path(f"t/{i}").write_bytes(b"%d" % i)
    result = oldguard("sum", "-r", "-j2", "t")
    assert result.returncode == 0 and result.stdout == lines_of(b"t")


def test_other_kinds_of_entries(oldguard, workdir):
    """Only regular files are opened. The rest is counted."""
    os.mkdir("t")
    Path("t/file").write_bytes(b"abc")
    os.mkfifo("t/fifo")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("t/socket")
        os.symlink("nowhere", "t/dangling")
        os.symlink("circle", "t/circle")
        os.symlink("..", "t/up")
        os.symlink("file", "t/link")
        os.symlink("/dev/zero", "t/zero")
        result = oldguard("sum", "-r", "t")
    assert result.stdout == sha1(b"abc") + b"  t/file\n"
    assert result.stderr == b"oldguard sum: 7 entries that are no files passed over\n"
    assert result.returncode == 0
    # A named link to a file is followed.
    assert oldguard("sum", "-r", "t/link").stdout == sha1(b"abc") + b"  t/link\n"
    named = oldguard("sum", "-r", "t/dangling", "t/circle")
    assert named.returncode == 1 and named.stderr.count(b"\n") == 2


def test_named_pipes_in_turn(oldguard, workdir):
    """A program that writes one pipe after the other does not wait for ever."""
    os.mkfifo("one")
    os.mkfifo("two")
    Path("file").write_bytes(b"abc")
    process = oldguard.start("sum", "-j4", "file", "one", "file", "two", stdout=-1)
    for name in ("one", "two"):
        with open(name, "wb") as pipe:
            pipe.write(name.encode() * 100000)
    out = process.communicate()[0]
    expected = [b"abc", b"one" * 100000, b"abc", b"two" * 100000]
    assert [line.split()[0] for line in out.splitlines()] == [sha1(data) for data in expected]


@needs_descriptors
@pytest.mark.parametrize("limit", [14, 20, 40])
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_few_descriptors(oldguard, workdir, limit, jobs):
    """Large files stay open while they wait for a lane. Without descriptors the threads wait for them."""
    rng = random.Random(limit)
    for folder in range(12):
        os.makedirs(f"t/{folder}")
        for i in range(8):
            Path(f"t/{folder}/{i}").write_bytes(rng.randbytes(rng.choice([10, 300000, 700000])))
    result = oldguard("sum", "-r", "-j", jobs, "t", preexec_fn=limited(limit))
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == lines_of(b"t")


def test_no_threads(oldguard, workdir, preloaded):
    """Without threads the calling one hashes everything."""
    env = preloaded(
        "#include <errno.h>\n"
        "int pthread_create(void *t, const void *a, void *(*f)(void *), void *x) { return EAGAIN; }\n"
    )
    make_tree("tree", 200, random.Random(4))
    result = oldguard("sum", "-r", "-j8", "--progress", "tree", env=env)
    assert result.returncode == 0 and result.stdout == lines_of(b"tree")


FAULTS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int large = -1;  // the descriptor of t/large

int openat(int folder, const char *name, int flags, ...) {
    int (*real)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    if (strcmp(name, "locked") == 0) { errno = EACCES; return -1; }
    if (strcmp(name, "gone") == 0) unlinkat(folder, "gone", AT_REMOVEDIR);
    if (strcmp(name, "lost") == 0) unlinkat(folder, "lost", 0);
    if (strcmp(name, "becomes-folder") == 0) { unlinkat(folder, name, 0); mkdirat(folder, name, 0777); }
    if (strcmp(name, "becomes-fifo") == 0) { unlinkat(folder, name, 0); mkfifoat(folder, name, 0666); }
    if (strcmp(name, "becomes-link") == 0) { unlinkat(folder, name, 0); symlinkat("file", folder, name); }
    if (strcmp(name, "folder-becomes-link") == 0) {
        unlinkat(folder, name, AT_REMOVEDIR);
        symlinkat("..", folder, name);
    }
    int fd = real(folder, name, flags);
    if (strcmp(name, "large") == 0) large = fd;
    return fd;
}
int __openat_2(int folder, const char *name, int flags) { return openat(folder, name, flags); }

// Truncates or extends the large file after its first part was read.
ssize_t read(int fd, void *buffer, size_t size) {
    ssize_t (*real)(int, void *, size_t) = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    ssize_t got = real(fd, buffer, size);
    if (fd == large && got > 0) {
        large = -1;
        if (truncate("t/large", NEW_SIZE) != 0) perror("truncate");
    }
    return got;
}
ssize_t __read_chk(int fd, void *buffer, size_t size, size_t room) { return read(fd, buffer, size); }
"""


@pytest.mark.parametrize("size", [400000, 1500000], ids=["truncated", "grown"])
@pytest.mark.parametrize("jobs", ["1", "4"])
def test_a_tree_that_changes(oldguard, workdir, preloaded, size, jobs):
    """Each entry that changes under the walk is reported in its place, and the others are hashed."""
    for folder in ("t", "t/gone", "t/locked", "t/folder-becomes-link", "t/sub"):
        os.mkdir(folder)
    for name in ("file", "lost", "becomes-folder", "becomes-fifo", "becomes-link", "locked/x", "sub/file"):
        Path("t", name).write_bytes(b"abc")
    content = bytes(range(250)) * 4000
    Path("t/large").write_bytes(content)
    env = preloaded(FAULTS.replace("NEW_SIZE", str(size)))
    result = oldguard("sum", "-r", "-j", jobs, "t", env=env)
    now = Path("t/large").read_bytes()
    assert len(now) == size and now[: 1 << 18] == content[: 1 << 18]
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        sha1(b"abc") + b"  t/file",
        sha1(now) + b"  t/large",
        sha1(b"abc") + b"  t/sub/file",
    ]
    assert result.stderr.splitlines() == [
        b"oldguard sum: t/becomes-fifo: no longer a regular file",
        b"oldguard sum: t/becomes-folder: no longer a regular file",
        b"oldguard sum: t/becomes-link: no longer a regular file",
        b"oldguard sum: t/folder-becomes-link: Not a directory",
        b"oldguard sum: t/gone: No such file or directory",
        b"oldguard sum: t/locked: Permission denied",
        b"oldguard sum: t/lost: No such file or directory",
    ]


def test_a_folder_that_moves(oldguard, workdir, preloaded):
    """When an outer folder is not the parent any more, the rest of its entries is reported, not guessed."""
    path = "t"
    for _ in range(12):
        os.makedirs(path)
        Path(path, "z").write_bytes(b"abc")
        path += "/d"
    os.makedirs("t/d/d/d/d/d/d/d/d/d/d/d/last")
    os.mkdir("elsewhere")
    env = preloaded(
        "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n#include <string.h>\n"
        "int openat(int folder, const char *name, int flags, ...) {\n"
        "    int (*real)(int, const char *, int, ...) ="
        ' (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");\n'
        '    if (strcmp(name, "last") == 0) rename("t/d/d/d/d/d/d", "elsewhere/d");\n'
        "    return real(folder, name, flags);\n}\n"
        "int __openat_2(int f, const char *n, int flags) { return openat(f, n, flags); }\n"
    )
    # With 24 descriptors only the three inner folders stay open.
    result = oldguard("sum", "-r", "-j1", "t", env=env, preexec_fn=limited(24))
    assert result.returncode == 1
    names = [line.split(b"  ")[1] for line in result.stdout.splitlines()]
    assert b"t/d/d/d/d/d/d/z" in names and b"t/d/d/d/d/d/z" not in names
    assert b"oldguard sum: t/d/d/d/d/d: No such file or directory\n" in result.stderr


def test_output_in_the_tree(oldguard, workdir):
    """Neither the new output nor the one that it replaces is hashed."""
    os.mkdir("t")
    Path("t/file").write_bytes(b"abc")
    wanted = sha1(b"abc") + b"  t/file\n"
    for _ in range(2):
        result = oldguard("sum", "-r", "-o", "t/SUMS", "t")
        assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
        assert Path("t/SUMS").read_bytes() == wanted and sorted(os.listdir("t")) == ["SUMS", "file"]
    with open("t/SUMS", "wb") as out:
        assert oldguard("sum", "-r", "t", stdout=out).returncode == 0
    assert Path("t/SUMS").read_bytes() == wanted
    # An operand is hashed, as sha1sum does.
    assert oldguard("sum", "t/SUMS").stdout == sha1(wanted) + b"  t/SUMS\n"


def test_output_is_complete_or_absent(oldguard, workdir):
    Path("file").write_bytes(b"abc")
    Path("SUMS").write_bytes(b"old")
    missing = oldguard("sum", "-o", "SUMS", "file", "missing")
    assert missing.returncode == 1 and Path("SUMS").read_bytes() == sha1(b"abc") + b"  file\n"
    names = b"file\0" * 20000

    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))

    Path("SUMS").write_bytes(b"old")
    result = oldguard("sum", "--files0-from=-", "-o", "SUMS", input=names, preexec_fn=small)
    assert result.returncode == 3 and result.stderr == b"oldguard sum: SUMS: File too large\n"
    assert Path("SUMS").read_bytes() == b"old" and sorted(os.listdir()) == ["SUMS", "file"]
    assert oldguard("sum", "-o", "no/SUMS", "file").returncode == 1
    with open("/dev/full", "wb") as full:
        assert oldguard("sum", "-r", ".", stdout=full).returncode == 3


def test_files0_from(oldguard, workdir):
    os.mkdir("t")
    for name in ("a\nb", "c", "t/d"):
        Path(name).write_bytes(name.encode())
    wanted = oldguard("sum", "a\nb", "c").stdout
    for names in (b"a\nb\0c\0", b"a\nb\0c"):
        Path("names").write_bytes(names)
        assert oldguard("sum", "--files0-from=names").stdout == wanted
        assert oldguard("sum", "--files0-from", "-", input=names).stdout == wanted
    assert oldguard("sum", "-r", "--files0-from=-", input=b"t\0").stdout.endswith(b"  t/d\n")
    empty = oldguard("sum", "--files0-from=-", input=b"c\0\0c\0-\0")
    assert empty.returncode == 1 and empty.stdout.count(b"\n") == 2
    assert empty.stderr.splitlines() == [
        b"oldguard sum: -: an empty file name",
        b"oldguard sum: -: standard input cannot be both the list and a listed file",
    ]
    assert oldguard("sum", "--files0-from=nope").returncode == 1
    assert oldguard("sum", "--files0-from=/proc/self/mem").returncode == 1
    assert oldguard("sum", "--files0-from=names", "c").returncode == 2
    long = b"x" * 200000
    result = oldguard("sum", "--files0-from=-", input=long + b"\0c\0")
    assert result.returncode == 1 and b"File name too long" in result.stderr


def test_one_large_file_does_not_hold_the_rest_in_memory(oldguard, workdir):
    """More files follow a large one than may wait for its line."""
    os.mkdir("t")
    with open("t/0", "wb") as large:
        large.write(b"x")
        large.truncate(300 << 20)
        large.seek(150 << 20)
        large.write(b"y" * (1 << 20))
    for i in range(200):
        Path(f"t/f{i}").write_bytes(b"%d" % i)
    few = [f"t/f{i}" for i in range(200)]
    wanted = oldguard("sum", "t/0", *few).stdout
    names = b"t/0\0" + b"".join(f.encode() + b"\0" for f in few) * 400
    result = oldguard("sum", "--files0-from=-", "-j2", input=names)
    assert result.returncode == 0 and result.stdout.startswith(wanted) and result.stdout.count(b"\n") == 80001


def test_one_file_system(oldguard):
    """A folder on another file system is passed over, unless it is an operand."""
    if not os.path.isdir("/dev/shm") or os.stat("/dev").st_dev == os.stat("/dev/shm").st_dev:
        pytest.skip("/dev/shm is no file system of its own")
    with tempfile.NamedTemporaryFile(dir="/dev/shm") as file:

        def lists_it(*words):
            return f"  {file.name}\n".encode() in oldguard("sum", "-r", *words).stdout

        assert lists_it("/dev")
        assert not lists_it("--one-file-system", "/dev")
        assert lists_it("--one-file-system", "/dev/shm")
