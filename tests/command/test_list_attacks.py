# SPDX-License-Identifier: MIT
"""Lists and bags from strangers: what they cost, and what they reach. Steps are counted, not seconds."""

import hashlib
import os
import random
import struct
import tempfile
from pathlib import Path

import manifests
import pytest

EMPTY = hashlib.sha1(b"").hexdigest()

# Counts the comparisons of memory and the calls that look at names, and prints both at the end.
COUNTERS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
static _Atomic long compared, looked;
int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    compared++;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}
int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }
int fstatat(int folder, const char *name, struct stat *status, int flags) {
    looked++;
    return ((int (*)(int, const char *, struct stat *, int))dlsym(RTLD_NEXT, "fstatat"))(folder, name, status,
                                                                                        flags);
}
int fstatat64(int folder, const char *name, struct stat64 *status, int flags) {
    return fstatat(folder, name, (struct stat *)status, flags);
}
__attribute__((destructor)) static void print(void) {
    FILE *file = fopen(getenv("STEPS"), "w");
    fprintf(file, "%ld %ld\n", compared, looked);
    fclose(file);
}
"""


@pytest.fixture
def steps(oldguard, preloaded, workdir):
    """Returns a function that runs the command and returns the numbers of comparisons and of look-ups."""
    library = preloaded(COUNTERS)

    def run(*words):
        result = oldguard(*words, env={**library, "STEPS": str(workdir / "steps")})
        assert result.returncode in (0, 1), result.stderr
        return [int(word) for word in (workdir / "steps").read_text().split()]

    return run


MULTIPLIER, SEED, MASK = 0xC6A4A7935BD1E995, 0xC70F6907, (1 << 64) - 1
INVERSE = pow(MULTIPLIER, -1, 1 << 64)


def shift_mix(value):
    return value ^ (value >> 47)


def colliding_names(count):
    """Returns names of 16 bytes with one value of std::hash, MurmurHash64A with the seed of libstdc++."""
    rng = random.Random(1)
    target = rng.getrandbits(64)
    found = []
    while len(found) < count:
        first = rng.getrandbits(64)
        mixed = shift_mix(first * MULTIPLIER & MASK) * MULTIPLIER & MASK
        state = ((SEED ^ (16 * MULTIPLIER & MASK)) ^ mixed) * MULTIPLIER & MASK
        second = shift_mix((state ^ target) * INVERSE & MASK) * INVERSE & MASK
        name = struct.pack("<QQ", first, second)
        if not set(name) & set(b"\0\n\r/\\ \t") and not name.startswith((b".", b"*")):
            found.append(name)
    return found


def test_names_that_collide(steps, workdir):
    """A table of names with a hash that is known is searched from end to end for each name."""
    os.mkdir("tree")
    counts = []
    for count in (1000, 4000):
        names = colliding_names(count)
        Path("list").write_bytes(b"".join(EMPTY.encode() + b"  " + name + b"\n" for name in names))
        counts.append(steps("audit", "list", "tree")[0])
    assert counts[1] < 6 * counts[0]


def test_a_journal_of_names_that_collide(oldguard, steps, workdir):
    """An audit that goes on reads the names of all files from its journal."""
    os.mkdir("tree")
    Path("tree/a").touch()
    Path("list").write_text(f"{EMPTY}  a\n")
    oldguard("audit", "--journal=journal", "list", "tree")
    lines = Path("journal").read_bytes().splitlines(keepends=True)
    counts = []
    for count in (500, 2000):
        Path("journal").write_bytes(
            lines[0]
            + b"".join(
                lines[1].replace(b'"name":"a"', b'"name_b64":"%s"' % manifests.base64.b64encode(name))
                for name in colliding_names(count)
            )
        )
        counts.append(steps("audit", "--journal=journal", "list", "tree")[0])
    assert counts[1] < 6 * counts[0]


def test_missing_files_with_one_digest(steps, workdir):
    """New files with one digest of missing ones, but another second digest, are not compared with each."""
    os.mkdir("tree")
    counts = []
    for count in (200, 800):
        for i in range(count):
            Path(f"tree/new{i:06}").touch()
        Path("list").write_text(
            "%%%% HASHDEEP-1.0\n%%%% size,sha1,whirlpool,filename\n"
            + "".join(f"0,{EMPTY},{i:0128x},gone{i:06}\n" for i in range(count))
        )
        counts.append(steps("audit", "list", "tree")[0])
    assert counts[1] < 8 * counts[0]


def test_missing_files_below_links(oldguard, workdir):
    """The links above each missing file are found in one pass."""
    os.mkdir("tree")
    for i in range(50):
        os.symlink("/nonexistent", f"tree/link{i:03}")
    Path("list").write_text(
        "".join(f"{EMPTY}  link{i % 50:03}/sub/{i}\n" for i in range(500)) + f"{EMPTY}  other/x\n"
    )
    result = oldguard("audit", "list", "tree")
    assert result.stdout.count(b"unreadable") == 500
    assert result.stdout.count(b": a folder above it is a symbolic link") == 500
    assert result.stdout.count(b"missing") == 1


def test_missing_files_in_deep_folders(steps, workdir):
    """What is below a missing folder is missing. Nothing looks for each part of each name."""
    os.mkdir("tree")
    path = "d/" * 500
    Path("list").write_text("".join(f"{EMPTY}  {path}{i}\n" for i in range(100)))
    assert steps("audit", "list", "tree")[1] < 100
    os.makedirs(f"tree/{path}")
    assert steps("audit", "list", "tree")[1] < 100


def nested(levels):
    return "#mtree\n" + "".join(f"d type=dir\nf type=file sha1={EMPTY}\n" for _ in range(levels))


def test_mtree_folders_without_end(oldguard, workdir):
    """Folders nest by a few bytes each, so the names of their files would take the square of the file."""
    os.mkdir("tree")
    Path("list").write_text(nested(2047))
    status, least = oldguard.peak_memory("audit", "list", "tree")
    assert status == 1
    Path("list").write_text(nested(20000))
    status, peak = oldguard.peak_memory("audit", "list", "tree")
    assert status == 2 and peak < least + (16 << 10)
    assert b"the path of this entry is longer than 4095 bytes" in oldguard("audit", "list", "tree").stderr


def test_mtree_patterns_without_end(oldguard, workdir):
    os.mkdir("tree")
    Path("list").write_text("#mtree\n" + "".join(f"./{i}* type=file\n" for i in range(1001)))
    result = oldguard("audit", "list", "tree")
    assert result.returncode == 2 and b"more than 1000 patterns" in result.stderr


TAG_FILES = ["bagit.txt", "manifest-sha1.txt", "tagmanifest-sha1.txt", "fetch.txt", "bag-info.txt"]


@pytest.mark.parametrize("command", [["audit"], ["sum", "-c"]], ids=" ".join)
@pytest.mark.parametrize("kind", ["pipe", "link", "device", "folder"])
@pytest.mark.parametrize("file", TAG_FILES)
def test_what_is_no_file_in_a_bag(oldguard, workdir, command, file, kind):
    """Nothing waits for the writer of a pipe, and nothing outside the bag is read."""
    bag = manifests.bag("bag", {"a": b"data"})
    (bag / "tagmanifest-sha1.txt").touch()
    text = (bag / file).read_bytes() if (bag / file).exists() else b""
    (bag / file).unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(bag / file)
    elif kind == "folder":
        os.mkdir(bag / file)
    elif kind == "device":
        os.symlink("/dev/zero", bag / file)
    else:
        Path("outside").write_bytes(text)
        os.symlink("../outside", bag / file)
    for name in ("bag", "bag/manifest-sha1.txt"):
        result = oldguard(*command, name, timeout=60)
        assert result.returncode != 0
        # A folder may also be taken for a bag that is none.
        assert (kind == "folder" and name.endswith(file)) or (
            f"bag/{file}: not a regular file".encode() in result.stderr
        )


@pytest.mark.parametrize("kind", ["pipe", "link", "folder link"])
def test_what_is_no_file_in_the_payload(oldguard, workdir, kind):
    bag = manifests.bag("bag", {"sub/a": b"data"})
    Path("outside").mkdir()
    (bag / "data/sub/a").rename("outside/a")
    if kind == "pipe":
        os.mkfifo(bag / "data/sub/a")
    elif kind == "link":
        os.symlink("../../../outside/a", bag / "data/sub/a")
    else:
        (bag / "data/sub").rmdir()
        os.symlink("../../outside", bag / "data/sub")
    for command in (["audit"], ["sum", "-c"]):
        result = oldguard(*command, "bag", timeout=60)
        assert result.returncode == 1
        assert b"OK" not in result.stdout


@pytest.fixture(params=[2**33 + 662_000_000, 10**10, 2**34, 10**12, -(10**11)])
def bad_time(request, workdir):
    """Makes tree/a with a date of a bad clock, after 2262, after 9999 and before 0000, and returns the date.

    64 bits of nanoseconds end in 2262. ext4 keeps no date after 2446, so the file is on a tmpfs.
    """
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        os.symlink(folder, "tree")
        Path("tree/a").write_bytes(b"data")
        os.utime("tree/a", (request.param, request.param))
        if os.stat("tree/a").st_mtime != request.param:
            pytest.skip("the file system keeps no such date")
        yield request.param


def test_a_corrupt_file_of_a_bad_clock(oldguard, bad_time):
    """Any time is compared as any other one, and --update does not take the digest of a corrupt file."""
    Path("list").write_bytes(oldguard("sum", "-r", "--format=jsonl", cwd="tree").stdout)
    assert oldguard("audit", "--quick", "-v", "list", "tree").stdout == b"skipped     a\n"
    with open("tree/a", "r+b") as file:
        file.write(b"DATA")
    os.utime("tree/a", (bad_time, bad_time))
    result = oldguard("audit", "--update=all", "list", "tree")
    assert (result.returncode, result.stdout) == (1, b"corrupt     a\n")
    assert b'"sha1":"%s"' % hashlib.sha1(b"data").hexdigest().encode() in Path("list").read_bytes()


def test_a_journal_of_a_bad_clock(oldguard, bad_time):
    """The next run does not read a file again because of its date."""
    Path("list").write_text(f"{hashlib.sha1(b'data').hexdigest()}  a\n")
    assert oldguard("audit", "--journal=journal", "list", "tree").returncode == 0
    lines = Path("journal").read_bytes().splitlines(keepends=True)
    Path("journal").write_bytes(b"".join(lines[:-1]))
    assert oldguard("audit", "--journal=journal", "list", "tree").returncode == 0
    assert Path("journal").read_bytes().count(b'"name":"a"') == 1


def test_many_kinds_of_digests(steps, workdir):
    """Each header of hashdeep may name other kinds of digests."""
    os.mkdir("tree")
    counts = []
    for count in (300, 1200):
        Path("list").write_text(
            "".join(
                f"%%%% HASHDEEP-1.0\n%%%% size,kind{i:06},sha1,filename\n0,aa,{EMPTY},gone{i}\n"
                for i in range(count)
            )
        )
        counts.append(steps("audit", "list", "tree")[0])
    assert counts[1] < 8 * counts[0]


def test_mtree_short_lines_in_a_deep_folder(oldguard, workdir):
    """The paths of a list of 200 KB would take 200 MB. A list whose entries have digests may be as deep."""
    os.mkdir("tree")
    folders = ("d" * 50 + " type=dir\n") * 79
    Path("list").write_text(
        f"#mtree\n{folders}/set type=file sha1={EMPTY}\n" + "".join(f"{i:x}\n" for i in range(50000))
    )
    for command in (["audit"], ["sum", "-c"]):
        result = oldguard(*command, "list")
        assert result.returncode != 0 and result.stdout == b""
        assert b"the paths of the entries are more than 100 times as long as their lines" in result.stderr
    Path("list").write_text(
        f"#mtree\n{folders}/set type=file\n" + "".join(f"{i:x} sha1={EMPTY}\n" for i in range(2000))
    )
    assert oldguard("audit", "list", "tree").stdout.count(b"missing") == 2000
