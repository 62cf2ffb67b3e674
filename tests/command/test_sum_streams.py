# SPDX-License-Identifier: MIT
"""`oldguard sum` of pipes and terminals, and its line of progress."""

import fcntl
import hashlib
import os
import pty
import re
import select
import struct
import termios
import time
import tty
from pathlib import Path

from tools import PATIENCE


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


def test_progress(oldguard, workdir):
    Path("abc").write_bytes(bytes(3 << 20))
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
