# SPDX-License-Identifier: MIT
"""Files of `oldguard des`: OUT is complete or unchanged after every error, and its mode is right."""

import os
import pty
import resource
import select
import signal
import stat
import tty
from pathlib import Path

import pytest

from tools import PATIENCE

KEY = "0123456789abcdeffedcba9876543210"
OPTIONS = ["--cipher", "des-ede", "--mode", "cbc", "--key-hex", KEY, "--iv", "0011223344556677"]
TEXT = bytes(range(256)) * 5000
OLD = b"what OUT held before"


@pytest.fixture(scope="module")
def coded(oldguard):
    return oldguard("des", "encrypt", *OPTIONS, input=TEXT).stdout


@pytest.fixture
def des(oldguard, coded, workdir):
    Path("in").write_bytes(TEXT)
    Path("coded").write_bytes(coded)

    def run(direction, *args, **options):
        return oldguard("des", direction, *OPTIONS, *args, **options)

    return run


@pytest.fixture(params=["OUT exists", "OUT is new"])
def old(request, des):
    """Creates OUT or not, and returns a check that an error left everything unchanged."""
    if request.param == "OUT exists":
        Path("out").write_bytes(OLD)
    before = sorted(os.listdir("."))

    def untouched():
        assert sorted(os.listdir(".")) == before
        assert not os.path.exists("out") or Path("out").read_bytes() == OLD

    return untouched


def failed(result, message, status=1):
    assert result.returncode == status
    assert result.stderr.decode() == f"oldguard des: {message}\n"


BAD_PADDING = "wrong key, cipher, mode or padding, or damaged data"


def test_truncated(des, old):
    coded = Path("coded").read_bytes()
    Path("coded").write_bytes(coded[:-3])
    failed(
        des("decrypt", "coded", "out"),
        "coded: 1280005 bytes is not a multiple of the block size 8: truncated, or encrypted in another mode",
    )
    old()


def test_truncated_by_blocks(des, old):
    """The lost block contained the padding. The new last block is text that ends with 0xff."""
    os.truncate("coded", len(TEXT))
    failed(des("decrypt", "coded", "out"), f"coded: bad pkcs7 padding: {BAD_PADDING}")
    old()


def test_empty(des, old):
    os.truncate("coded", 0)
    failed(des("decrypt", "coded", "out"), "coded: empty; padded data have at least one block")
    old()


def test_part_of_a_block_without_padding(des, old):
    os.truncate("in", 1000001)
    failed(
        des("encrypt", "--padding", "none", "in", "out"),
        "in: 1000001 bytes is not a multiple of the block size 8 (--padding none)",
    )
    old()


LAST_BLOCKS = [
    ("pkcs7", b"1234567\x00"),
    ("pkcs7", b"1234567\x09"),
    ("pkcs7", b"123456\x03\x02"),
    ("pkcs7", b"\x07" + b"\x08" * 7),
    ("pkcs7", b"1234567\xff"),
    ("iso7816", bytes(8)),
    ("iso7816", b"1234567\x01"),
    ("iso7816", b"\x81" + bytes(7)),
]


@pytest.mark.parametrize("padding, last", LAST_BLOCKS, ids=str)
def test_bad_padding(des, old, padding, last):
    """Wrong padding is an error in the only block and in the last of many blocks."""
    for text in (last, TEXT[: 1 << 19] + last):
        Path("coded").write_bytes(des("encrypt", "--padding", "none", input=text).stdout)
        failed(
            des("decrypt", "--padding", padding, "coded", "out"),
            f"coded: bad {padding} padding: {BAD_PADDING}",
        )
        old()


def test_standard_output_cannot_be_taken_back(des):
    coded = Path("coded").read_bytes()
    coded = coded[:-16] + bytes(16)
    result = des("decrypt", "-", "-", input=coded)
    assert result.returncode == 1
    written = len(result.stdout)
    assert result.stdout == TEXT[:written] and written > 0
    assert result.stderr.decode() == (
        f"oldguard des: standard input: bad pkcs7 padding: {BAD_PADDING}; {written} bytes already "
        "written to standard output cannot be taken back\n"
    )


@pytest.mark.parametrize(
    "args, message",
    [
        (["missing", "out"], "missing: No such file or directory"),
        (["directory", "out"], "directory: Is a directory"),
        (["a\nb", "out"], "'a'$'\\n''b': No such file or directory"),
        (["in", "directory"], "directory: Is a directory"),
        (["in", "absent/out"], "absent/out: No such file or directory"),
        (["in", "coded/out"], "coded/out: Not a directory"),
        (["in", ""], "'': No such file or directory"),
        (["in", "dangling"], "dangling: dangling symbolic link: No such file or directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_names_at_fault(des, old, args, message):
    os.mkdir("directory")
    os.symlink("absent", "dangling")
    failed(des("encrypt", *args), message)
    assert os.readlink("dangling") == "absent" and os.listdir("directory") == []
    os.unlink("dangling")
    os.rmdir("directory")
    old()


def test_full_standard_output(des):
    with open("/dev/full", "wb") as full:
        failed(des("encrypt", "in", stdout=full), "standard output: No space left on device")


def test_file_size_limit(des, old):
    """The file-size limit ends the output within the data, like a full disk."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (700000, 700000))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

    failed(des("encrypt", "in", "out", preexec_fn=limit), "out: File too large")
    old()


# Simulates a system without /proc, on which an unnamed file cannot get a name.
NO_LINK = """
#include <errno.h>
int linkat(int a, const char *from, int b, const char *to, int flags) {
    (void)a, (void)from, (void)b, (void)to, (void)flags;
    errno = ENOENT;
    return -1;
}
"""


@pytest.fixture(scope="module")
def no_link(preloaded):
    return preloaded(NO_LINK)


def die(oldguard, number, env=None):
    """Runs the command and sends it a signal after it has read most of its data."""
    process = oldguard.start("des", "encrypt", *OPTIONS, "-", "out", stdin=-1, env=env)
    process.stdin.write(TEXT)
    process.stdin.flush()
    process.send_signal(number)
    assert process.wait(timeout=PATIENCE) == -number
    process.stdin.close()


# All signals that end a process, except SIGXFSZ, which the command ignores, and those that sanitizers handle.
# Two of the real-time signals.
FATAL = [
    number
    for number in signal.valid_signals()
    if number
    not in {
        signal.SIGSTOP,
        signal.SIGCHLD,
        signal.SIGCONT,
        signal.SIGTSTP,
        signal.SIGTTIN,
        signal.SIGTTOU,
        signal.SIGURG,
        signal.SIGWINCH,
        signal.SIGXFSZ,
        signal.SIGSEGV,
        signal.SIGBUS,
        signal.SIGFPE,
        signal.SIGILL,
        signal.SIGABRT,
        signal.SIGTRAP,
        *range(signal.SIGRTMIN + 1, signal.SIGRTMAX),
    }
]


def test_killed(oldguard, des, old):
    for number in FATAL:
        die(oldguard, number)
        old()


def test_killed_with_a_name(oldguard, des, old, no_link):
    """If the temporary file has a name, all signals except SIGKILL remove it."""
    for number in FATAL:
        if number != signal.SIGKILL:
            die(oldguard, number, no_link)
            old()
    assert des("decrypt", "in", "out", env=no_link).returncode == 1
    old()
    before = set(os.listdir("."))
    die(oldguard, signal.SIGKILL, no_link)
    (left,) = set(os.listdir(".")) - before
    assert left.startswith(".oldguard-") and stat.S_IMODE(os.stat(left).st_mode) == 0o600
    os.unlink(left)
    old()
    result = des("decrypt", "coded", "out", env=no_link)
    assert (result.returncode, result.stderr) == (0, b"")
    assert Path("out").read_bytes() == TEXT
    assert sorted(os.listdir(".")) == ["coded", "in", "out"]


def test_in_place(des):
    assert des("decrypt", "coded", "coded").returncode == 0
    assert Path("coded").read_bytes() == TEXT
    assert des("encrypt", "coded", "coded").returncode == 0
    assert des("decrypt", "coded").stdout == TEXT


def test_in_place_failure_keeps_the_file(des):
    coded = Path("coded").read_bytes()[:-1]
    Path("coded").write_bytes(coded)
    assert des("decrypt", "coded", "coded").returncode == 1
    assert Path("coded").read_bytes() == coded


@pytest.mark.parametrize("direction", ["encrypt", "decrypt"])
@pytest.mark.parametrize(
    "mode, umask, wanted",
    [
        (0o600, 0o022, 0o600),
        (0o600, 0, 0o600),
        (0o640, 0o022, 0o640),
        (0o644, 0o077, 0o600),
        (0o666, 0o022, 0o644),
        (0o755, 0o022, 0o644),
        (0o400, 0o022, 0o400),
    ],
    ids=oct,
)
def test_mode_of_a_new_file(des, direction, mode, umask, wanted):
    """A new file has no permission that the umask clears or IN lacks."""
    os.chmod("coded", mode)
    assert des(direction, "coded", "out", preexec_fn=lambda: os.umask(umask)).returncode == 0
    assert stat.S_IMODE(os.stat("out").st_mode) == wanted
    os.unlink("out")
    with open("coded", "rb") as redirected:
        des(direction, "-", "out", stdin=redirected, preexec_fn=lambda: os.umask(umask))
    assert stat.S_IMODE(os.stat("out").st_mode) == wanted


def test_mode_of_a_new_file_from_a_pipe(des):
    os.chmod("coded", 0o600)
    result = des("decrypt", "-", "out", input=Path("coded").read_bytes(), preexec_fn=lambda: os.umask(0o027))
    assert result.returncode == 0 and stat.S_IMODE(os.stat("out").st_mode) == 0o640


@pytest.mark.parametrize(
    "mode, before, after",
    [
        (0o644, 0o751, 0o751),
        (0o600, 0o751, 0o711),
        (0o600, 0o755, 0o711),
        (0o600, 0o640, 0o600),
        (0o644, 0o600, 0o600),
        (0o666, 0o4755, 0o755),
    ],
    ids=oct,
)
def test_mode_of_a_replaced_file(des, mode, before, after):
    """A replaced file keeps the mode of OUT without the permissions that IN lacks and the set-id bits."""
    os.chmod("coded", mode)
    Path("out").write_bytes(OLD)
    os.chmod("out", before)
    assert des("decrypt", "coded", "out").returncode == 0
    assert stat.S_IMODE(os.stat("out").st_mode) == after
    assert Path("out").read_bytes() == TEXT


def test_links(des):
    os.mkdir("directory")
    Path("directory/target").write_bytes(OLD)
    os.symlink("directory/target", "link")
    assert des("decrypt", "coded", "link").returncode == 0
    assert os.readlink("link") == "directory/target"
    assert Path("directory/target").read_bytes() == TEXT
    assert os.listdir("directory") == ["target"]


def read_to_end(descriptor, process):
    """Returns what a process writes into a pipe that was opened with O_NONBLOCK."""
    parts = []
    while True:
        ended = process.poll() is not None
        ready, _, _ = select.select([descriptor], [], [], 0.1)
        part = os.read(descriptor, 1 << 16) if ready else b""
        if ended and not part:
            os.close(descriptor)
            return b"".join(parts)
        parts.append(part)


def test_fifo(oldguard, des):
    os.mkfifo("fifo")
    fifo = os.open("fifo", os.O_RDONLY | os.O_NONBLOCK)
    process = oldguard.start("des", "decrypt", *OPTIONS, "coded", "fifo")
    assert read_to_end(fifo, process) == TEXT
    assert process.wait(timeout=PATIENCE) == 0
    assert stat.S_ISFIFO(os.stat("fifo").st_mode)


def test_device(oldguard, des):
    """A terminal as OUT is written directly and not replaced by a file."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    text = TEXT[:1000]
    Path("coded").write_bytes(des("encrypt", input=text).stdout)
    process = oldguard.start("des", "decrypt", *OPTIONS, "coded", name)
    assert process.wait(timeout=PATIENCE) == 0
    assert os.read(master, 5000) == text
    assert stat.S_ISCHR(os.stat(name).st_mode)
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize("name", [b"bad\xff\xfe", b"new\nline", b"[x]", b"--", b"-dash", b"encrypt"])
def test_odd_names(des, name):
    os.rename("coded", name)
    assert des("decrypt", "--", name, b"out" + name).returncode == 0
    assert Path(os.fsdecode(b"out" + name)).read_bytes() == TEXT


def test_constant_memory(oldguard, des):
    Path("small").write_bytes(b"small")
    os.truncate("in", 16 << 20)
    command = ["des", "encrypt", *OPTIONS, "--kernel", "des_c_sp"]
    _, least = oldguard.peak_memory(*command, "small", "out")
    status, peak = oldguard.peak_memory(*command, "in", "out")
    assert status == 0 and os.path.getsize("out") == (16 << 20) + 8
    assert peak < least + (8 << 10)


def test_progress(des):
    result = des("encrypt", "--progress", "in", "out")
    assert result.stderr.startswith(b"in: 1 of 1 MiB, 100 %, ") and result.returncode == 0
