# SPDX-License-Identifier: MIT
"""`oldguard sum` beyond sha1sum: Whirlpool, long lines, full disks and large files."""

import hashlib
import os
import resource
import signal
import struct
import sysconfig
from pathlib import Path

import pytest

from tools import slow

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
        slow(b"\\" + ABC_SHA1 + b" *a\\n%s"),
        slow(ABC_SHA1 + b" x%s"),
        b"SHA1 (%s) = " + ABC_SHA1,
        slow(b" SHA1(%s)= " + ABC_SHA1),
        slow(b"WHIRLPOOL (%s) = " + ABC_WHIRLPOOL),
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
