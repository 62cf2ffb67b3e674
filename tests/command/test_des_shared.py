# SPDX-License-Identifier: MIT
"""OUT in shared directories, with groups and with access control lists."""

import errno
import os
import stat
import struct
from pathlib import Path

import pytest

from tools import PATIENCE

OPTIONS = ["--cipher", "des", "--mode", "ctr", "--key-hex", "0123456789abcdef", "--iv", "0011223344556677"]
TEXT = bytes(range(256)) * 5000
OLD = b"what OUT held before"

# Simulates fs.protected_regular: opening an existing file with O_CREAT fails.
PROTECTED = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    if ((flags & (O_CREAT | O_EXCL)) == O_CREAT) {
        errno = EACCES;
        return -1;
    }
    return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
"""
NO_UNLINK = """
#include <errno.h>
int unlink(const char *path) {
    (void)path;
    errno = EPERM;
    return -1;
}
"""
NO_LINK = """
#include <errno.h>
int linkat(int a, const char *from, int b, const char *to, int flags) {
    (void)a, (void)from, (void)b, (void)to, (void)flags;
    errno = ENOENT;
    return -1;
}
"""
CHOWN = """
#define _GNU_SOURCE
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
int fchown(int fd, uid_t owner, gid_t group) {
    if (%s)
        return syscall(SYS_fchown, fd, owner, group);
    errno = EPERM;
    return -1;
}
"""


@pytest.fixture
def des(oldguard, workdir):
    Path("in").write_bytes(TEXT)

    def run(*args, **options):
        return oldguard("des", "encrypt", *OPTIONS, *args, **options)

    return run


@pytest.fixture
def coded(des):
    return des("in").stdout


def failed(result, message):
    assert (result.returncode, result.stderr.decode()) == (1, f"oldguard des: {message}\n")


def mode(name):
    return stat.S_IMODE(os.stat(name).st_mode)


@pytest.mark.parametrize("planted", ["file", "link", "fifo"])
def test_planted(des, preloaded, planted):
    Path("in").write_bytes(OLD)  # less than the capacity of a pipe
    Path("target").write_bytes(OLD)
    {
        "file": lambda: os.link("target", "out"),
        "link": lambda: os.symlink("target", "out"),
        "fifo": lambda: os.mkfifo("out"),
    }[planted]()
    before = sorted(os.listdir("."))
    reader = os.open("out", os.O_RDONLY | os.O_NONBLOCK)
    failed(des("in", "out", env=preloaded(PROTECTED)), "out: Permission denied")
    os.close(reader)
    assert Path("target").read_bytes() == OLD and sorted(os.listdir(".")) == before


def test_no_name(des):
    """An empty name is an error before any data are read."""
    with open("in", "rb") as redirected:
        failed(des("-", "", stdin=redirected), "'': No such file or directory")
        assert os.lseek(redirected.fileno(), 0, os.SEEK_CUR) == 0


@pytest.mark.parametrize("name", ["/dev/stdout", "log", "link"])
def test_standard_output_by_name(des, coded, name):
    """Earlier data in the file of standard output, such as a log, are kept."""
    Path("log").write_bytes(OLD)
    os.symlink("log", "link")
    with open("log", "ab") as log:
        assert des("in", name, stdout=log).returncode == 0
        log.write(OLD)
    assert Path("log").read_bytes() == OLD + coded + OLD


@pytest.mark.parametrize("system", ["", NO_LINK], ids=["without a name", "with a name"])
def test_names_that_stay(des, preloaded, system):
    """In an append-only directory no data are left."""
    Path("out").write_bytes(OLD)
    failed(
        des("in", "out", env=preloaded(NO_UNLINK + system.replace("#include <errno.h>", ""))),
        "out: Operation not permitted",
    )
    (left,) = set(os.listdir(".")) - {"in", "out"}
    assert os.path.getsize(left) == 0 and Path("out").read_bytes() == OLD


@pytest.mark.parametrize("instead", [b"another file", None], ids=["replaced", "removed"])
def test_a_temporary_file_that_is_replaced(oldguard, des, preloaded, instead):
    Path("out").write_bytes(OLD)
    process = oldguard.start(
        "des", "encrypt", *OPTIONS, "-", "out", stdin=-1, stderr=-1, env=preloaded(NO_LINK)
    )
    process.stdin.write(TEXT)  # more than the capacity of a pipe
    process.stdin.flush()
    (temporary,) = set(os.listdir(".")) - {"in", "out"}
    os.unlink(temporary)
    if instead:
        Path(temporary).write_bytes(instead)
    _, stderr = process.communicate(timeout=PATIENCE)
    assert stderr == b"oldguard des: out: the temporary file was replaced or removed\n"
    assert process.returncode == 1 and Path("out").read_bytes() == OLD
    assert not instead or Path(temporary).read_bytes() == instead


@pytest.fixture
def other_group(des):
    groups = [12345] if os.geteuid() == 0 else {*os.getgroups()} - {os.stat("in").st_gid}
    if not groups:
        pytest.skip("no file can be given to another group: not root, and in one group alone")
    return min(groups)


@pytest.mark.parametrize("may_give", ["0", "owner == (uid_t)-1"], ids=["nothing", "the group"])
@pytest.mark.parametrize(
    "before, narrowed",
    [(0o660, 0o600), (0o664, 0o644), (0o640, 0o600), (0o604, 0o600), (0o755, 0o755), (0o751, 0o711)],
    ids=oct,
)
def test_group_of_a_replaced_file(des, preloaded, other_group, may_give, before, narrowed):
    """The permissions of one group are not given to another group."""
    os.chmod("in", 0o666)
    Path("out").write_bytes(OLD)
    os.chown("out", -1, other_group)
    os.chmod("out", before)
    assert des("in", "out", env=preloaded(CHOWN % may_give)).returncode == 0
    assert mode("out") == (narrowed if may_give == "0" else before)
    assert (os.stat("out").st_gid == other_group) == (may_give != "0")


@pytest.mark.parametrize("before, after", [(0o640, 0o600), (0o644, 0o644), (0o604, 0o600)], ids=oct)
def test_group_of_the_input(des, other_group, before, after):
    os.chown("in", -1, other_group)
    os.chmod("in", before)
    Path("old").write_bytes(OLD)
    os.chmod("old", 0o666)
    for out in ("new", "old"):
        assert des("in", out).returncode == 0
        assert mode(out) == after


def test_group_of_a_moved_file(oldguard, coded, preloaded, other_group):
    Path("in").write_bytes(coded)
    os.chown("in", -1, other_group)
    os.chmod("in", 0o640)
    result = oldguard(
        *"des recrypt --from des-ctr".split(),
        *OPTIONS[4:],
        *"--to-command cat --verify-command cat in".split(),
        env=preloaded(CHOWN % "0"),
    )
    assert result.returncode == 0
    assert Path("in.new").read_bytes() == TEXT and mode("in.new") == 0o600


USER, GROUP, MASK, OTHER = 2, 4, 16, 32


def set_list(name, kind, entries):
    """Sets the access control list of a file: all permissions for the owner, and the given entries."""
    nobody = 0xFFFFFFFF
    value = struct.pack("<IHHI", 2, 1, 7, nobody) + b"".join(
        struct.pack("<HHI", tag, may, 54321 if tag == USER else nobody) for tag, may in entries
    )
    try:
        os.setxattr(name, f"system.posix_acl_{kind}", value)
    except OSError as error:
        if error.errno != errno.ENOTSUP:
            raise
        pytest.skip("the file system has no access control lists")


LISTS = [
    ([(USER, 6), (GROUP, 0), (MASK, 6), (OTHER, 0)], 0o600),
    ([(USER, 6), (GROUP, 6), (MASK, 6), (OTHER, 4)], 0o644),
    ([(USER, 0), (GROUP, 6), (MASK, 6), (OTHER, 4)], 0o600),
]


@pytest.mark.parametrize("entries, after", LISTS)
def test_list_of_the_input(des, entries, after):
    """With an access control list, the group bits of the mode are a mask, not the permissions of the group."""
    set_list("in", "access", entries)
    assert des("in", "out").returncode == 0
    assert mode("out") == after


@pytest.mark.parametrize("entries, after", LISTS)
def test_list_of_a_replaced_file(des, entries, after):
    os.chmod("in", 0o666)
    Path("out").write_bytes(OLD)
    set_list("out", "access", entries)
    assert des("in", "out").returncode == 0
    assert mode("out") & 0o666 == after and os.listxattr("out") == []


def test_list_of_the_directory(des):
    """OUT does not inherit the access control list of its directory."""
    os.mkdir("directory")
    set_list("directory", "default", LISTS[0][0])
    assert des("in", "directory/out").returncode == 0
    assert mode("directory/out") == 0o644 and os.listxattr("directory/out") == []
