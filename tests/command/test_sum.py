# SPDX-License-Identifier: MIT
"""`oldguard sum` beyond sha1sum: Whirlpool, real trees, full disks and large files."""

import fcntl
import hashlib
import json
import os
import pty
import random
import re
import resource
import select
import signal
import struct
import subprocess
import sysconfig
import termios
import threading
import time
import tty
from pathlib import Path

import pytest

from tools import PATIENCE, Tool

ABC_SHA1 = b"a9993e364706816aba3e25717850c26c9cd0d89d"
# ISO/IEC 10118-3, test vector "abc".
ABC_WHIRLPOOL = (
    b"4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
    b"7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"
)


@pytest.fixture
def abc(workdir):
    Path("abc").write_bytes(b"abc")
    return workdir


@pytest.fixture(scope="module")
def library_files():
    """Returns up to 400 files of the Python installation, of many sizes."""
    root = Path(sysconfig.get_path("stdlib"))
    files = sorted([*root.glob("*.py"), *root.glob("*/*.py")])[:400]
    assert len(files) > 300
    return [os.fspath(p) for p in files]


@pytest.mark.parametrize("tag", [[], ["--tag"]], ids=["gnu", "tag"])
def test_library_sha1(oldguard, sha1sum, library_files, tag):
    ours = oldguard("sum", *tag, *library_files)
    assert (ours.returncode, ours.stderr) == (0, b"")
    assert ours.stdout == sha1sum(*tag, *library_files).stdout
    checked = oldguard("sum", "-c", input=ours.stdout)
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert checked.stdout.count(b": OK\n") == len(library_files)


def test_library_whirlpool(oldguard, rhash, library_files):
    ours = oldguard("sum", "-a", "whirlpool", *library_files)
    assert (ours.returncode, ours.stderr) == (0, b"")
    assert ours.stdout == rhash("--whirlpool", "--printf=%{whirlpool}  %p\\n", *library_files).stdout
    checked = oldguard("sum", "-c", "--quiet", "--strict", input=ours.stdout)
    assert (checked.returncode, checked.stderr, checked.stdout) == (0, b"", b"")
    changed = ours.stdout.replace(ours.stdout[:1], b"0" if ours.stdout[:1] != b"0" else b"1", 1)
    assert oldguard("sum", "-c", "--quiet", input=changed).returncode == 1


def test_whirlpool_lines(oldguard, abc):
    assert oldguard("sum", "-a", "whirlpool", "abc").stdout == ABC_WHIRLPOOL + b"  abc\n"
    assert oldguard("sum", "--algorithm=whirlpool", "--tag", "abc").stdout == (
        b"WHIRLPOOL (abc) = " + ABC_WHIRLPOOL + b"\n"
    )
    assert oldguard("sum", "-a", "whirlpool", "-z", input=b"abc").stdout == (ABC_WHIRLPOOL + b"  -\0")


def test_check_file_of_both(oldguard, abc):
    """The tag or the length of the digest selects the algorithm."""
    mixed = (
        b"SHA1 (abc) = "
        + ABC_SHA1
        + b"\nWHIRLPOOL (abc) = "
        + ABC_WHIRLPOOL
        + b"\n"
        + ABC_SHA1
        + b"  abc\n"
        + ABC_WHIRLPOOL
        + b" *abc\nWHIRLPOOL(abc)= "
        + ABC_WHIRLPOOL
        + b"\n"
    )
    checked = oldguard("sum", "-c", "--strict", input=mixed)
    assert (checked.returncode, checked.stdout) == (0, b"abc: OK\n" * 5)
    # A digest of the wrong length for its tag is not an entry.
    crossed = b"SHA1 (abc) = " + ABC_WHIRLPOOL + b"\nWHIRLPOOL (abc) = " + ABC_SHA1 + b"\n"
    checked = oldguard("sum", "-cw", input=crossed)
    assert checked.returncode == 1
    assert checked.stderr.splitlines() == [
        b"oldguard sum: 'standard input': 1: improperly formatted SHA1 checksum line",
        b"oldguard sum: 'standard input': 2: improperly formatted WHIRLPOOL checksum line",
        b"oldguard sum: 'standard input': no properly formatted checksum lines found",
    ]


def test_algorithm_restricts_the_check(oldguard, abc):
    mixed = ABC_SHA1 + b"  abc\n" + ABC_WHIRLPOOL + b"  abc\nSHA1 (abc) = " + ABC_SHA1 + b"\n"
    for algorithm, count in (("sha1", 2), ("whirlpool", 1)):
        checked = oldguard("sum", "-c", "-a", algorithm, input=mixed)
        assert checked.stdout == b"abc: OK\n" * count and checked.returncode == 0
        assert oldguard("sum", "-c", "--strict", "-a", algorithm, input=mixed).returncode == 1


def test_line_without_end(oldguard, abc):
    """A list that is one endless line is rejected in constant memory."""
    Path("huge").write_bytes(ABC_SHA1 + b"  ")
    os.truncate("huge", 1 << 26)
    checked = oldguard("sum", "-c", "huge")
    assert checked.returncode == 1
    assert checked.stderr == b"oldguard sum: huge: no properly formatted checksum lines found\n"
    _, least = oldguard.peak_memory("sum", "-c", "abc")
    _, peak = oldguard.peak_memory("sum", "-c", "huge")
    assert peak < least + (8 << 10)


@pytest.mark.parametrize(
    "entry",
    [
        ABC_SHA1 + b"  ./%s",
        b"\\" + ABC_SHA1 + b" *a\\n%s",
        ABC_SHA1 + b" x%s",
        b"SHA1 (%s) = " + ABC_SHA1,
        b" SHA1(%s)= " + ABC_SHA1,
        b"WHIRLPOOL (%s) = " + ABC_WHIRLPOOL,
    ],
    ids=["gnu", "escaped", "reversed", "tag", "openssl", "whirlpool"],
)
def test_entry_of_a_long_line(oldguard, abc, entry):
    """An entry with a too long name counts as a file that cannot be opened."""
    good = ABC_SHA1 + (b" abc\n" if b" x" in entry else b"  abc\n")
    for size in (5000, 65536, 70000, 300000):
        lines = good + entry % (b"x" * size) + b"\n" + good
        for options in (["--ignore-missing"], ["--status"], ["--quiet"]):
            checked = oldguard("sum", "-c", *options, input=lines)
            assert checked.returncode == 1
            assert checked.stdout.count(b"abc: OK\n") == (2 if "--ig" in options[0] else 0)
            if size > 5000:
                assert checked.stderr.startswith(
                    b"oldguard sum: 'standard input': 2: the line is longer than 65536 bytes\n"
                )
        assert b"1 listed file could not be read" in checked.stderr
    Path("list").write_bytes(good + entry % (b"y" * (1 << 26)))
    _, least = oldguard.peak_memory("sum", "-c", "abc")
    status, peak = oldguard.peak_memory("sum", "-c", "list")
    assert status == 1 and peak < least + (8 << 10)


def test_nul_in_a_line(oldguard, abc):
    """A line with a NUL is not an entry, because a system call would see a shorter name than the user."""
    checked = oldguard("sum", "-cw", input=ABC_SHA1 + b"  abc\0def\n")
    assert checked.returncode == 1 and b"1: improperly formatted" in checked.stderr


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


@pytest.mark.parametrize("seed, count", [(1, 1100), (2, 200), pytest.param(3, 200, marks=pytest.mark.masks)])
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


@pytest.mark.parametrize("size", [*range(120, 136), 262143, 262144, 262145, 1000003])
def test_sizes(oldguard, size):
    data = bytes(i * 7 & 255 for i in range(251)) * (size // 251 + 1)
    assert oldguard("sum", input=data[:size]).stdout.split()[0].decode() == (
        hashlib.sha1(data[:size]).hexdigest()
    )


@pytest.mark.slow
def test_above_4_gib(oldguard):
    """2^32 bytes are 2^35 bits, which need both halves of the length field."""
    sparse = os.memfd_create("sparse")  # in memory, where holes need no space
    os.truncate(sparse, (1 << 32) + 12345)
    os.pwrite(sparse, b"not all zero", 1 << 32)
    name = f"/proc/self/fd/{sparse}"
    with open(name, "rb") as file:
        wanted = hashlib.file_digest(file, "sha1").hexdigest()
    ours = oldguard("sum", name, pass_fds=[sparse])
    os.close(sparse)
    assert (ours.returncode, ours.stdout.decode()) == (0, f"{wanted}  {name}\n")


@pytest.mark.parametrize("args", [["abc"], ["-z", "abc"], ["-c", "list"], ["--help"]], ids=" ".join)
def test_full_disk(oldguard, abc, args):
    Path("list").write_bytes(ABC_SHA1 + b"  abc\n")
    with open("/dev/full", "wb") as full:
        result = oldguard(*(["sum"] + args), stdout=full)
    assert result.returncode == 1
    assert result.stderr.endswith(b"write error: No space left on device\n")
    assert result.stderr.count(b"\n") == 1


def test_file_size_limit(oldguard, abc):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

    with open("out", "wb") as out:
        result = oldguard("sum", *["abc"] * 100, stdout=out, preexec_fn=limit)
    assert result.returncode == 1
    assert result.stderr == b"oldguard sum: write error: File too large\n"


def test_unreadable(oldguard, abc):
    """A read error is reported, also for root."""
    result = oldguard("sum", "/proc/self/mem", "abc")
    assert result.stdout == ABC_SHA1 + b"  abc\n"
    assert result.stderr == b"oldguard sum: /proc/self/mem: Input/output error\n"
    assert result.returncode == 1


def test_pipe(oldguard, workdir):
    os.mkfifo("fifo")
    process = oldguard.start("sum", "fifo", stdout=-1)
    with open("fifo", "wb") as fifo:
        for _ in range(300):
            fifo.write(b"x" * 1001)
            fifo.flush()
    assert process.communicate(timeout=PATIENCE)[0].split()[0].decode() == (
        hashlib.sha1(b"x" * 300300).hexdigest()
    )


@pytest.mark.parametrize("buffers", [3, 4, 5, 6, 9])
@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_sizes_around_whole_buffers(oldguard, workdir, buffers, extra):
    """Hashes sizes around multiples of 256 KiB. The first four buffers are read before they are hashed, the
    others ahead. The data are a counter, so swapped or repeated buffers change the sum."""
    content = struct.pack("<%dI" % (10 << 16), *range(10 << 16))[: (buffers << 18) + extra]
    Path("file").write_bytes(content)
    wanted = hashlib.sha1(content).hexdigest()
    assert oldguard("sum", "file").stdout.split()[0].decode() == wanted
    assert oldguard("sum", input=content).stdout.split()[0].decode() == wanted


def test_an_error_far_into_a_stream(oldguard, workdir):
    """A read error after much data: the master side of a closed terminal returns EIO."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = oldguard.start("sum", "-", stdin=master, stdout=-1, stderr=-1)
    for _ in range(20):
        os.write(slave, b"x" * 1000)
        while struct.unpack("i", fcntl.ioctl(master, termios.FIONREAD, bytes(4)))[0] > 0:
            time.sleep(0.001)  # until it is read, by more than the four reads before the thread starts
    os.close(slave)
    out, err = process.communicate(timeout=PATIENCE)
    os.close(master)
    assert process.returncode == 1 and out == b""
    assert b"Input/output error" in err


def test_progress(oldguard, abc):
    os.truncate("abc", 3 << 20)
    result = oldguard("sum", "--progress", "abc")
    assert re.fullmatch(rb"1 of 1 files, 3 of 3 MiB, 100 %, \d+ MiB/s\n", result.stderr)
    result = oldguard("sum", "--progress", input=bytes(1 << 20))
    assert re.fullmatch(rb"1 files, 1 MiB, \d+ MiB/s\n", result.stderr)


def test_progress_on_a_terminal(oldguard):
    """A terminal gets the line in place of the one before."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = oldguard.start("sum", "--progress", stdin=-1, stdout=-1, stderr=slave)
    process.communicate(bytes(1 << 20), timeout=PATIENCE)
    assert process.returncode == 0
    shown = b""
    while not shown.endswith(b"\n"):
        shown += os.read(master, 1000)
    os.close(slave)
    os.close(master)
    assert re.search(rb"\r\x1b\[K1 files, 1 MiB, \d+ MiB/s\n$", shown)


def test_the_line_on_a_terminal_is_redrawn(oldguard):
    """The test feeds the input until it has seen two lines, however long that takes."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = oldguard.start("sum", "--progress", stdin=-1, stdout=-1, stderr=slave)
    line = rb"\r\x1b\[K[01] files, (\d+) MiB, \d+ MiB/s"
    shown, fed = b"", 0
    while shown.count(b"MiB/s") < 2:
        assert process.poll() is None
        process.stdin.write(bytes(1 << 20))
        fed += 1
        while select.select([master], [], [], 0)[0]:
            shown += os.read(master, 1000)
    process.communicate(timeout=PATIENCE)
    while not shown.endswith(b"\n"):
        shown += os.read(master, 1000)
    os.close(slave)
    os.close(master)
    assert process.returncode == 0
    redrawn = [int(mib) for mib in re.findall(line, shown)]
    assert redrawn == sorted(redrawn) and redrawn[-1] <= fed
    last = rb"\r\x1b\[K1 files, %d MiB, \d+ MiB/s\n" % fed
    assert re.fullmatch(rb"(%s){2,}(\r\x1b\[K)?%s" % (line, last), shown), shown


@pytest.mark.parametrize(
    "args, message",
    [
        (["--foo"], b"--foo"),
        (["-a", "md5", "abc"], b"md5"),
        (["-a"], b"--algorithm"),
        (
            ["--kernel", "sha1_c_nope", "abc"],
            b"--kernel sha1_c_nope: no such kernel; those that can run here: sha1_",
        ),
        (
            ["--kernel", "des_c_ref", "abc"],
            b"--kernel des_c_ref: no such kernel; those that can run here: sha1_",
        ),
    ],
)
def test_bad_usage(oldguard, abc, args, message):
    result = oldguard("sum", *args)
    assert result.returncode == 2 and result.stdout == b""
    assert message in result.stderr and result.stderr.startswith(b"oldguard sum: ")


@pytest.mark.parametrize(
    "algorithm, stems, digest",
    [
        ("sha1", ["sha1_c_ref", "sha1_c_fast"], ABC_SHA1),
        ("whirlpool", ["whirlpool_c_byte", "whirlpool_c_int64"], ABC_WHIRLPOOL),
    ],
)
def test_forced_kernels(oldguard, abc, algorithm, stems, digest):
    for stem in stems:
        result = oldguard("sum", "-a", algorithm, "--kernel", stem, "abc")
        assert result.stdout == digest + b"  abc\n" and result.returncode == 0
