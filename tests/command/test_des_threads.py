# SPDX-License-Identifier: MIT
"""`oldguard des` with one or more threads: the same bytes, the same errors, and the progress."""

import os
import pty
import re
import select
import time
from pathlib import Path

import pytest
from test_des_like_openssl import ALL_MODES, KEY, data, des_words, enc, iv_of

from tools import PATIENCE

assert enc  # a fixture
CHUNK = 262144  # bytes that a thread processes at a time
THREADS = [1, 2, 3, 64]
CASES = [("des" if mode == "cfb1" else "des-ede3", mode) for mode in ALL_MODES]
CASES += [("des", "cbc"), ("des-ede", "ecb")]
OPTIONS = ["--cipher", "des-ede3", "--mode", "cbc", "--key-hex", KEY.hex(), *iv_of("cbc")]


@pytest.fixture
def des(oldguard, workdir):
    def run(direction, cipher, mode, threads, text, *options):
        words = des_words(direction, cipher, mode)
        result = oldguard(*words, "--jobs", str(threads), *options, input=text)
        assert (result.returncode, result.stderr) == (0, b"")
        return result.stdout

    return run


def sizes_of(mode):
    """Returns sizes of a few chunks whose last one is full or has its smallest or largest size."""
    if mode in ("cfb1", "cfb8"):
        return [CHUNK + 13]
    return [CHUNK + 8, 3 * CHUNK, 3 * CHUNK + 7] if mode in ("ecb", "cbc") else [3 * CHUNK + 7]


@pytest.mark.parametrize("cipher, mode", CASES)
def test_same_bytes(des, enc, cipher, mode):
    for i, size in enumerate(sizes_of(mode)):
        text = data(size)
        coded = enc(cipher, mode, text)
        assert des("encrypt", cipher, mode, i + 1, text) == coded, size
        for threads in (1, 3):
            assert des("decrypt", cipher, mode, threads, coded) == text, (size, threads)


@pytest.mark.parametrize("size", [2 * CHUNK - 8, 2 * CHUNK, 2 * CHUNK + 8])
def test_without_padding(des, enc, size):
    coded = enc("des-ede3", "cbc", data(size), "-nopad")
    for threads in THREADS:
        assert des("decrypt", "des-ede3", "cbc", threads, coded, "--padding", "none") == data(size)


def test_ctr_counts_across_pieces(oldguard, des):
    """The counter wraps around in the second of four chunks."""
    text = data(4 * CHUNK - 5)
    iv = f"{(1 << 64) - 3 * CHUNK // 16:016x}"
    command = ["des", "encrypt", "--cipher", "des-ede3", "--mode", "ctr", "--key-hex", KEY.hex()]
    outputs = {
        oldguard(*command, "--iv", iv, "--jobs", str(threads), input=text).stdout for threads in THREADS
    }
    assert len(outputs) == 1
    # The keystream after the wrap equals the one that starts at 0.
    wrapped = 3 * CHUNK // 16 * 8
    after = oldguard(*command, "--iv", "0" * 16, input=text[wrapped:]).stdout
    assert outputs.pop()[wrapped:] == after


@pytest.mark.parametrize("threads", THREADS)
def test_a_fault_late_in_the_data(oldguard, workdir, threads):
    """The data before the fault are written in order, and nothing after it."""
    text = data(9 * CHUNK)
    coded = oldguard("des", "encrypt", *OPTIONS, input=text).stdout
    command = ["des", "decrypt", *OPTIONS, "--jobs", str(threads)]
    result = oldguard(*command, input=coded[:-8])
    assert result.returncode == 1 and b"bad pkcs7 padding" in result.stderr
    assert result.stdout == text[: len(result.stdout)] and len(result.stdout) >= 8 * CHUNK
    assert f"{len(result.stdout)} bytes already written".encode() in result.stderr
    result = oldguard(*command, "-", "out", input=coded[:-3])
    assert result.returncode == 1 and b"is not a multiple of the block size" in result.stderr
    assert os.listdir(".") == []


@pytest.mark.parametrize("threads", THREADS)
def test_no_room_while_the_input_goes_on(oldguard, workdir, threads):
    """A write error ends the run at once, although a thread waits for a pipe that stays open."""
    process = oldguard.start(
        "des", "encrypt", *OPTIONS, "--jobs", str(threads), "-", "/dev/full", stdin=-1, stderr=-1
    )
    process.stdin.write(data(CHUNK + 8))
    process.stdin.flush()
    if threads == 1:
        process.stdin.close()  # a single thread notices the error when it writes
        process.stdin = None
    assert process.wait(timeout=PATIENCE) == 1
    assert process.stderr.read() == b"oldguard des: /dev/full: No space left on device\n"
    process.stderr.close()
    if process.stdin:
        process.stdin.close()


def test_a_pipe_in_small_pieces(oldguard, enc, workdir):
    text = data(3 * CHUNK + 1)
    process = oldguard.start("des", "encrypt", *OPTIONS, "--jobs", "3", stdin=-1, stdout=open("out", "wb"))
    for at in range(0, len(text), 10007):
        process.stdin.write(text[at : at + 10007])
        process.stdin.flush()
    process.stdin.close()
    assert process.wait(timeout=PATIENCE) == 0
    assert Path("out").read_bytes() == enc("des-ede3", "cbc", text)


@pytest.mark.parametrize("count", ["0", "65", "-1", "two"])
def test_number_of_threads(oldguard, count):
    result = oldguard("des", "encrypt", *OPTIONS, "--jobs", count)
    assert result.returncode == 2 and b"--jobs" in result.stderr


def on_terminal(oldguard, *args, enough):
    """Returns what a terminal shows of standard error while data arrive, until enough(text) holds."""
    master, slave = pty.openpty()
    process = oldguard.start("des", "encrypt", *OPTIONS, *args, "-", "out", stdin=-1, stderr=slave)
    os.close(slave)
    shown = b""
    while not enough(shown):
        process.stdin.write(data(CHUNK))
        process.stdin.flush()
        if select.select([master], [], [], 0.05)[0]:
            shown += os.read(master, 10000)
    process.stdin.write(data(CHUNK))
    process.stdin.close()
    assert process.wait(timeout=PATIENCE) == 0
    try:
        while True:
            shown += os.read(master, 10000)
    except OSError:  # everything was read, and the other side is closed
        os.close(master)
        return shown


def test_progress_on_a_terminal(oldguard, workdir):
    """Without --progress it is shown after a second, but not with --quiet or if standard error is a file."""
    began = time.monotonic()

    def shown_at_last(shown):
        elapsed = time.monotonic() - began
        assert (elapsed >= 1 or not shown) and elapsed < PATIENCE
        return shown

    shown = on_terminal(oldguard, enough=shown_at_last)
    assert re.search(rb"'standard input': \d+ MiB, \d+ MiB/s\x1b\[K\r\n$", shown)
    began = time.monotonic()
    assert on_terminal(oldguard, "--quiet", enough=lambda _: time.monotonic() - began > 1.2) == b""
    began = time.monotonic()
    shown = on_terminal(oldguard, enough=lambda _: True)
    assert shown == b"" or time.monotonic() - began >= 1
    assert on_terminal(oldguard, "--progress", enough=lambda _: True) != b""
    assert oldguard("des", "encrypt", *OPTIONS, "--quiet", "--progress").stderr == b""


def test_time_left(oldguard, workdir):
    """The time left is shown for a file whose output is blocked for more than a second."""
    with open("in", "wb") as file:
        file.truncate(1 << 40)
    master, slave = pty.openpty()
    process = oldguard.start("des", "encrypt", *OPTIONS, "in", stdout=-1, stderr=slave)
    os.close(slave)
    shown = b""
    began = time.monotonic()
    while b" left" not in shown:
        assert process.stdout.read(CHUNK) and time.monotonic() - began < PATIENCE
        if select.select([master], [], [], 0.05)[0]:
            shown += os.read(master, 10000)
    process.terminate()
    process.wait(timeout=PATIENCE)
    process.stdout.close()
    os.close(master)
    assert re.search(rb"in: \d+ of 1048576 MiB, 0 %, \d+ MiB/s, \d+:\d\d:\d\d left", shown)
