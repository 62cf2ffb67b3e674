# SPDX-License-Identifier: MIT
"""`oldguard sum` of many files, which are hashed side by side."""

import hashlib
import json
import os
import random
import subprocess
import threading
from pathlib import Path

import pytest

from tools import PATIENCE, Tool, slow

# Sizes around the limits of a batch: block ends, 256 KiB per file, 2 MiB in total.
BATCH_SIZES = [
    0,
    1,
    55,
    56,
    63,
    64,
    65,
    119,
    128,
    4095,
    4096,
    4097,
    100000,
    262143,
    262144,
    262145,
    266240,
    300000,
    2097152,
]


def write_files(count, seed):
    """Writes files with sizes drawn from the limits and from the range between them."""
    rng = random.Random(seed)
    names = []
    for i in range(count):
        size = rng.choice(BATCH_SIZES) if rng.random() < 0.3 else rng.randrange(20000)
        names.append(f"file{i}")
        Path(names[-1]).write_bytes(rng.randbytes(size))
    return names


@pytest.mark.parametrize(
    "seed, count", [slow(1, 1100), (2, 200), pytest.param(3, 200, marks=pytest.mark.masks)]
)
def test_batches(oldguard, sha1sum, workdir, seed, count):
    names = write_files(count, seed)
    random.Random(seed).shuffle(names)
    ours = oldguard("sum", *names)
    assert (ours.returncode, ours.stderr) == (0, b"")
    assert ours.stdout == sha1sum(*names).stdout
    Path("list").write_bytes(ours.stdout)
    checked = oldguard("sum", "-c", "list")
    assert checked.stdout == sha1sum("-c", "list").stdout
    assert (checked.returncode, checked.stderr) == (0, b"")


@pytest.mark.masks
def test_batches_with_a_forced_kernel(oldguard, sha1sum, workdir):
    names = write_files(40, 4)
    expected = sha1sum(*names).stdout
    stems = {
        kernel["stem"]
        for kernel in json.loads(oldguard("kernels", "--json").stdout)
        if kernel["op"] in ("sha1.blocks", "sha1.lanes") and kernel["usable"]
    }
    assert stems > {"sha1_c_ref", "sha1_c_fast"}
    for stem in stems:
        assert oldguard("sum", "--kernel", stem, *names).stdout == expected, stem


@pytest.mark.masks
def test_whirlpool_batches(oldguard, workdir):
    """Whirlpool files are hashed side by side with every kernel, and a list may mix both algorithms."""
    names = write_files(60, 7)
    lines = [oldguard("sum", "-a", "whirlpool", "--progress", name).stdout for name in names]
    assert oldguard("sum", "-a", "whirlpool", *names).stdout == b"".join(lines)
    stems = {
        kernel["stem"]
        for kernel in json.loads(oldguard("kernels", "--json").stdout)
        if kernel["op"] in ("whirlpool.blocks", "whirlpool.lanes") and kernel["usable"]
    }
    assert stems > {"whirlpool_c_byte", "whirlpool_c_int64"}
    for stem in stems - {"whirlpool_c_byte"}:
        assert oldguard("sum", "-a", "whirlpool", "--kernel", stem, *names).stdout == b"".join(lines), stem
    both = [
        line
        for pair in zip(
            oldguard("sum", "--tag", *names).stdout.splitlines(True),
            oldguard("sum", "--tag", "-a", "whirlpool", *names).stdout.splitlines(True),
        )
        for line in pair
    ]
    Path("list").write_bytes(b"".join(both))
    assert oldguard("sum", "-c", "--quiet", "list").returncode == 0
    Path(names[50]).write_bytes(b"changed")
    assert oldguard("sum", "-c", "--quiet", "list").stdout.count(b"FAILED") == 2


def test_batches_with_failures_between(oldguard, sha1sum, workdir):
    """Compares the order of lines and messages, with both streams in one file."""
    names = write_files(300, 5)
    os.mkdir("dir")
    for at, name in (
        (0, "missing0"),
        (7, "dir"),
        (8, "missing1"),
        (150, "/proc/self/mem"),
        (301, "missing2"),
        (304, "dir"),
        (305, "missing3"),
    ):
        names.insert(at, name)
    for args in (names, ["-c", "list"], ["-c", "--ignore-missing", "list"], ["-cw", "list"]):
        ours = oldguard("sum", *args, stderr=subprocess.STDOUT)
        # sha1sum must not buffer its standard output until the end.
        theirs = Tool("stdbuf", "-oL", *sha1sum.command)(*args, stderr=subprocess.STDOUT)
        assert ours.returncode == theirs.returncode == 1
        assert ours.stdout == theirs.stdout.replace(b"sha1sum: ", b"oldguard sum: ")
        lines = [line for line in ours.stdout.splitlines(True) if b": " not in line]
        if args is names:
            lines[3:3] = [b"no line\n"]
            lines[100:100] = [
                b"0" * 40 + b"  " + name.encode() + b"\n" for name in ("missing", "dir", "file1")
            ]
            Path("list").write_bytes(b"".join(lines))


def test_pipes_and_proc_between(oldguard, workdir):
    os.mkfifo("fifo")
    names = write_files(5, 6)
    process = oldguard.start("sum", *names, "fifo", "/proc/self/status", *names, stdout=-1)
    with open("fifo", "wb") as fifo:
        fifo.write(b"x" * 70000)
    lines = process.communicate(timeout=PATIENCE)[0].decode().splitlines()
    assert process.returncode == 0
    digests = [hashlib.sha1(Path(name).read_bytes()).hexdigest() for name in names]
    assert [line.split()[0] for line in lines[:5]] == digests
    assert lines[5].split()[0] == hashlib.sha1(b"x" * 70000).hexdigest()
    assert lines[6].endswith("  /proc/self/status") and len(lines[6]) == 59
    assert [line.split()[0] for line in lines[7:]] == digests


def test_proc_file_of_many_pages(oldguard, sha1sum, workdir):
    """A file of /proc has reported size 0, and this one exceeds the room for such files."""
    name = "/proc/kallsyms"
    assert os.stat(name).st_size == 0 and len(Path(name).read_bytes()) > 100000
    assert oldguard("sum", name, name).stdout == sha1sum(name, name).stdout


def test_files_that_change_meanwhile(oldguard, workdir):
    """The sum is that of a state of the file, and the sums of the other files are right."""
    names = write_files(200, 7)
    before = {name: Path(name).read_bytes() for name in names}
    changing = names[100]
    stop = threading.Event()

    def change():
        size = 0
        while not stop.is_set():
            size = (size + 40961) % 700001
            os.truncate(changing, size)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(8):
            result = oldguard("sum", *names)
            assert (result.returncode, result.stderr) == (0, b"")
            lines = result.stdout.decode().splitlines()
            for name, line in zip(names, lines, strict=True):
                if name != changing:
                    assert line == f"{hashlib.sha1(before[name]).hexdigest()}  {name}"
    finally:
        stop.set()
        thread.join()


def test_memory_does_not_grow_with_the_files(oldguard, workdir):
    write_files(20, 8)
    Path("large").write_bytes(bytes(30 << 20))
    few = [f"file{i}" for i in range(20)]
    _, least = oldguard.peak_memory("sum", *few)
    _, peak = oldguard.peak_memory("sum", *(few * 100), "large")
    assert peak < least + (4 << 10)
