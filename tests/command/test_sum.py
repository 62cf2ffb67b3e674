# SPDX-License-Identifier: MIT
"""`oldguard sum` beyond what sha1sum knows: Whirlpool, real trees, full disks, large files."""

import hashlib
import os
import resource
import signal
import sysconfig
from pathlib import Path

import pytest

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
    """The files of the Python that runs this, 3000 at most, and many sizes of them."""
    root = sysconfig.get_path("stdlib")
    files = sorted(p for p in Path(root).rglob("*") if p.is_file() and "site-packages" not in
                   p.parts and "__pycache__" not in p.parts)[:3000]
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
    assert ours.stdout == rhash("--whirlpool", "--printf=%{whirlpool}  %p\\n",
                                *library_files).stdout
    checked = oldguard("sum", "-c", "--quiet", "--strict", input=ours.stdout)
    assert (checked.returncode, checked.stderr, checked.stdout) == (0, b"", b"")
    changed = ours.stdout.replace(ours.stdout[:1], b"0" if ours.stdout[:1] != b"0" else b"1", 1)
    assert oldguard("sum", "-c", "--quiet", input=changed).returncode == 1


def test_whirlpool_lines(oldguard, abc):
    assert oldguard("sum", "-a", "whirlpool", "abc").stdout == ABC_WHIRLPOOL + b"  abc\n"
    assert oldguard("sum", "--algorithm=whirlpool", "--tag", "abc").stdout == (
        b"WHIRLPOOL (abc) = " + ABC_WHIRLPOOL + b"\n")
    assert oldguard("sum", "-a", "whirlpool", "-z", input=b"abc").stdout == (
        ABC_WHIRLPOOL + b"  -\0")


def test_check_file_of_both(oldguard, abc):
    """The tag decides, or the digest's length."""
    mixed = (b"SHA1 (abc) = " + ABC_SHA1 + b"\nWHIRLPOOL (abc) = " + ABC_WHIRLPOOL + b"\n" +
             ABC_SHA1 + b"  abc\n" + ABC_WHIRLPOOL + b" *abc\nWHIRLPOOL(abc)= " + ABC_WHIRLPOOL +
             b"\n")
    checked = oldguard("sum", "-c", "--strict", input=mixed)
    assert (checked.returncode, checked.stdout) == (0, b"abc: OK\n" * 5)
    # A digest under the wrong tag is no entry.
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
    """A list that is one endless line is refused in constant memory."""
    Path("huge").write_bytes(ABC_SHA1 + b"  ")
    os.truncate("huge", 1 << 29)
    checked = oldguard("sum", "-c", "huge")
    assert checked.returncode == 1
    assert checked.stderr == b"oldguard sum: huge: no properly formatted checksum lines found\n"
    _, least = oldguard.peak_memory("sum", "-c", "abc")
    _, peak = oldguard.peak_memory("sum", "-c", "huge")
    assert peak < least + (8 << 10)


def test_nul_in_a_line(oldguard, abc):
    """The name would end at the NUL for the system, and not for the reader."""
    checked = oldguard("sum", "-cw", input=ABC_SHA1 + b"  abc\0def\n")
    assert checked.returncode == 1 and b"1: improperly formatted" in checked.stderr


@pytest.mark.parametrize("size", [*range(120, 136), 262143, 262144, 262145, 1000003])
def test_sizes(oldguard, size):
    data = bytes(i * 7 & 255 for i in range(251)) * (size // 251 + 1)
    assert oldguard("sum", input=data[:size]).stdout.split()[0].decode() == (
        hashlib.sha1(data[:size]).hexdigest())


@pytest.mark.slow
def test_above_4_gib(oldguard, sha1sum, workdir):
    """2^32 bytes are 2^35 bits: both halves of the length field count."""
    with open("sparse", "wb") as file:
        file.truncate((1 << 32) + 12345)
        file.seek(1 << 32)
        file.write(b"not all zero")
    ours = oldguard("sum", "sparse", timeout=300)
    assert ours.returncode == 0
    assert ours.stdout == sha1sum("sparse", timeout=300).stdout


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


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_closed_descriptors(oldguard, abc, closed):
    """A file must not take the place of a standard stream that the caller closed."""
    arguments = ["abc"] if closed else ["abc", "-"]
    result = oldguard("sum", *arguments, preexec_fn=lambda: os.close(closed))
    if closed == 0:
        assert result.stdout == ABC_SHA1 + b"  abc\n"
        assert result.stderr == b"oldguard sum: -: Bad file descriptor\n"
    if closed == 1:
        assert result.stderr == b"oldguard sum: write error: Bad file descriptor\n"
    assert result.returncode == (0 if closed == 2 else 1)
    assert Path("abc").read_bytes() == b"abc"


def test_unreadable(oldguard, abc):
    """A read that fails, for root as well."""
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
    assert process.communicate(timeout=60)[0].split()[0].decode() == (
        hashlib.sha1(b"x" * 300300).hexdigest())


def test_progress(oldguard, abc):
    os.truncate("abc", 3 << 20)
    result = oldguard("sum", "--progress", "abc")
    assert result.stderr.startswith(b"abc: 3 of 3 MiB, 100 %, ")
    assert result.stderr.endswith(b" MiB/s\n")
    result = oldguard("sum", "--progress", input=bytes(1 << 20))
    assert result.stderr.startswith(b"-: 1 MiB, ")


@pytest.mark.parametrize("args, message", [
    (["--foo"], b"--foo"),
    (["-a", "md5", "abc"], b"md5"),
    (["-a"], b"--algorithm"),
    (["--kernel", "sha1_c_nope", "abc"], b"--kernel sha1_c_nope: no such kernel"),
    (["--kernel", "des_c_ref", "abc"], b"--kernel des_c_ref: no such kernel here; known: sha1_"),
])
def test_bad_usage(oldguard, abc, args, message):
    result = oldguard("sum", *args)
    assert result.returncode == 2 and result.stdout == b""
    assert message in result.stderr and result.stderr.startswith(b"oldguard sum: ")


@pytest.mark.parametrize("algorithm, stems, digest", [
    ("sha1", ["sha1_c_ref", "sha1_c_fast"], ABC_SHA1),
    ("whirlpool", ["whirlpool_c_byte", "whirlpool_c_int64"], ABC_WHIRLPOOL),
])
def test_forced_kernels(oldguard, abc, algorithm, stems, digest):
    for stem in stems:
        result = oldguard("sum", "-a", algorithm, "--kernel", stem, "abc")
        assert result.stdout == digest + b"  abc\n" and result.returncode == 0
