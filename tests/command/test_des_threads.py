# SPDX-License-Identifier: MIT
"""`oldguard des` by one thread or several: the same bytes, the same faults, and how it looks."""

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest
from test_des_like_openssl import ALL_MODES, KEY, data, enc, hex_key, iv_of

assert enc  # a fixture
PIECE = 262144  # what a thread takes at a time
THREADS = [1, 2, 3, 64]
CASES = [("des" if mode == "cfb1" else "des-ede3", mode) for mode in ALL_MODES]
CASES += [("des", "cbc"), ("des-ede", "ecb")]
OPTIONS = ["--cipher", "des-ede3", "--mode", "cbc", "--key-hex", KEY.hex(), *iv_of("cbc")]


@pytest.fixture
def des(oldguard, workdir):
    def run(direction, cipher, mode, threads, text, *options):
        result = oldguard("des", direction, "--cipher", cipher, "--mode", mode, "--key-hex",
                          hex_key(cipher), *iv_of(mode), "--threads", str(threads), *options,
                          input=text)
        assert (result.returncode, result.stderr) == (0, b"")
        return result.stdout

    return run


def sizes_of(mode):
    """A few pieces, and a last one that is full, or as short or long as it can be."""
    if mode in ("cfb1", "cfb8"):
        return [PIECE + 13]
    return [PIECE + 8, 3 * PIECE, 3 * PIECE + 7]


@pytest.mark.parametrize("cipher, mode", CASES)
def test_same_bytes(des, enc, cipher, mode):
    for i, size in enumerate(sizes_of(mode)):
        text = data(size)
        coded = enc("-e", cipher, mode, text)
        assert des("encrypt", cipher, mode, i + 1, text) == coded, size
        for threads in (1, 2, 3):
            assert des("decrypt", cipher, mode, threads, coded) == text, (size, threads)


@pytest.mark.parametrize("size", [2 * PIECE - 8, 2 * PIECE, 2 * PIECE + 8])
def test_without_padding(des, enc, size):
    coded = enc("-e", "des-ede3", "cbc", data(size), "-nopad")
    for threads in THREADS:
        assert des("decrypt", "des-ede3", "cbc", threads, coded, "--padding", "none") == data(size)


def test_ctr_counts_across_pieces(oldguard, des):
    """The counter wraps in the second of four pieces."""
    text = data(4 * PIECE - 5)
    iv = f"{(1 << 64) - 3 * PIECE // 16:016x}"
    command = ["des", "encrypt", "--cipher", "des-ede3", "--mode", "ctr", "--key-hex", KEY.hex()]
    outputs = {oldguard(*command, "--iv", iv, "--threads", str(threads), input=text).stdout
               for threads in THREADS}
    assert len(outputs) == 1
    # What comes after the wrap is the stream that starts at 0.
    wrapped = 3 * PIECE // 16 * 8
    after = oldguard(*command, "--iv", "0" * 16, input=text[wrapped:]).stdout
    assert outputs.pop()[wrapped:] == after


@pytest.mark.parametrize("threads", THREADS)
def test_a_fault_late_in_the_data(oldguard, workdir, threads):
    """What was right before it has been written, in order, and nothing after it."""
    text = data(9 * PIECE)
    coded = oldguard("des", "encrypt", *OPTIONS, input=text).stdout
    command = ["des", "decrypt", *OPTIONS, "--threads", str(threads)]
    result = oldguard(*command, input=coded[:-8])
    assert result.returncode == 1 and b"bad pkcs7 padding" in result.stderr
    assert result.stdout == text[:len(result.stdout)] and len(result.stdout) >= 8 * PIECE
    assert f"{len(result.stdout)} bytes already written".encode() in result.stderr
    result = oldguard(*command, "-", "out", input=coded[:-3])
    assert result.returncode == 1 and b"are not whole blocks" in result.stderr
    assert os.listdir(".") == []


@pytest.mark.parametrize("threads", THREADS)
def test_no_room_while_the_input_goes_on(oldguard, workdir, threads):
    """It ends at once, although one of the threads waits for a pipe that stays open."""
    process = oldguard.start("des", "encrypt", *OPTIONS, "--threads", str(threads), "-",
                             "/dev/full", stdin=-1, stderr=-1)
    process.stdin.write(data(PIECE + 8))
    process.stdin.flush()
    if threads == 1:
        process.stdin.close()   # a single one notices when it writes
        process.stdin = None
    assert process.wait(timeout=60) == 1
    assert process.stderr.read() == b"oldguard des: /dev/full: No space left on device\n"
    process.stderr.close()
    if process.stdin:
        process.stdin.close()


def test_a_pipe_in_small_pieces(oldguard, enc, workdir):
    text = data(3 * PIECE + 1)
    process = oldguard.start("des", "encrypt", *OPTIONS, "--threads", "3", stdin=-1,
                             stdout=open("out", "wb"))
    for at in range(0, len(text), 10007):
        process.stdin.write(text[at:at + 10007])
        process.stdin.flush()
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    assert Path("out").read_bytes() == enc("-e", "des-ede3", "cbc", text)


@pytest.mark.parametrize("count", ["0", "65", "-1", "two"])
def test_number_of_threads(oldguard, count):
    result = oldguard("des", "encrypt", *OPTIONS, "--threads", count)
    assert result.returncode == 2 and b"--threads" in result.stderr


def on_terminal(oldguard, *args, wait):
    """What a terminal shows of standard error while the input comes after a wait."""
    master, slave = pty.openpty()
    process = oldguard.start("des", "encrypt", *OPTIONS, *args, "-", "out", stdin=-1,
                             stderr=slave)
    os.close(slave)
    process.stdin.write(data(2 * PIECE))
    process.stdin.flush()
    try:
        process.wait(timeout=wait)
    except subprocess.TimeoutExpired:
        pass
    process.stdin.write(data(2 * PIECE))
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    try:
        return os.read(master, 10000)
    except OSError:  # nothing was written, and the other side is closed
        return b""
    finally:
        os.close(master)


def test_progress_on_a_terminal(oldguard, workdir):
    """Unasked after a second, and not for --quiet, a shorter job, or a file."""
    shown = on_terminal(oldguard, wait=1.2)
    assert re.search(rb"'standard input': 1 MiB, \d+ MiB/s\x1b\[K\r\n$", shown)
    assert on_terminal(oldguard, "--quiet", wait=1.2) == b""
    assert on_terminal(oldguard, wait=0) == b""
    assert on_terminal(oldguard, "--progress", wait=0) != b""
    assert oldguard("des", "encrypt", *OPTIONS, "--quiet", "--progress").stderr == b""


def test_time_left(oldguard, workdir):
    """A file that takes more than a second on a terminal, with the slowest kernel there is."""
    Path("in").write_bytes(bytes(12 << 20))
    master, slave = pty.openpty()
    process = oldguard.start("des", "encrypt", *OPTIONS, "--kernel", "des_c_ref", "in", "out",
                             stderr=slave)
    os.close(slave)
    shown = b""
    while b" left" not in shown:
        shown += os.read(master, 10000)     # fails when it ends without
    process.terminate()
    process.wait(timeout=60)
    os.close(master)
    assert re.search(rb"in: \d+ of 12 MiB, \d+ %, \d+ MiB/s, \d+:\d\d left", shown)
