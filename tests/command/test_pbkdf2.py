# SPDX-License-Identifier: MIT
"""Compares `oldguard pbkdf2` with hashlib and openssl kdf, and tests the sources of the password."""

import hashlib
import os
import pty
import random
import select
import signal
import stat
import termios
import time
from pathlib import Path

import pytest

from tools import BASE_ENV, PATIENCE

RFC6070 = b"4b007901b765489abead49d926f721d065a429c1\n"
USUAL = ["--hash", "sha1", "--salt-hex", "73616c74", "--iterations", "4096", "--length", "20"]


def sha1_key(password, salt=b"salt", iterations=4096, size=20):
    return hashlib.pbkdf2_hmac("sha1", password, salt, iterations, size).hex().encode() + b"\n"


def test_like_hashlib(oldguard):
    rng = random.Random(1)
    for size in [*range(1, 42), 60, 79, 80, 81, 160, 161, 200, 1000]:
        password = rng.randbytes(rng.randrange(200)).replace(b"\n", b"\0")
        salt = rng.randbytes(rng.randrange(100))
        iterations = rng.randrange(1, 300)
        result = oldguard(
            *"pbkdf2 --hash sha1 --salt-hex".split(),
            salt.hex(),
            "--iterations",
            str(iterations),
            "--length",
            str(size),
            input=password + b"\n",
        )
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout == sha1_key(password, salt, iterations, size)


@pytest.mark.masks
@pytest.mark.parametrize("size", [1, 63, 64, 65, 128, 192])
def test_whirlpool_like_openssl(oldguard, openssl, size):
    theirs = openssl(
        *"kdf -provider legacy -provider default -keylen".split(),
        str(size),
        "-kdfopt",
        "digest:WHIRLPOOL",
        "-kdfopt",
        "pass:correct horse",
        *"-kdfopt hexsalt:00ff1234567890abcdef0123456789ab -kdfopt iter:1000 -binary PBKDF2".split(),
    )
    assert theirs.returncode == 0, theirs.stderr
    ours = oldguard(
        *"pbkdf2 --hash whirlpool --salt-hex 00FF1234567890abcdef0123456789AB --iterations 1000".split(),
        "--length",
        str(size),
        "--raw",
        input=b"correct horse",
    )
    assert (ours.returncode, ours.stderr, ours.stdout) == (0, b"", theirs.stdout)


@pytest.mark.parametrize(
    "given, password",
    [
        (b"password", b"password"),
        (b"password\n", b"password"),
        (b"password\nsecond line\n", b"password"),
        (b"password\r\n", b"password\r"),
        (b" password \n", b" password "),
        (b"\n", b""),
        (b"\n\n", b""),
        (b"pass\0word\n", b"pass\0word"),
        (b"x" * 65535 + b"\n", b"x" * 65535),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_password_of_standard_input(oldguard, given, password):
    assert oldguard("pbkdf2", *USUAL, input=given).stdout == sha1_key(password)


@pytest.mark.parametrize(
    "given, password",
    [
        (b"password", b"password"),
        (b"password\n", b"password"),
        (b"password\n\n", b"password\n"),
        (b"two\nlines\n", b"two\nlines"),
        (b"\n", b""),
        (b"x" * 65535 + b"\n", b"x" * 65535),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_password_of_a_file(oldguard, workdir, given, password):
    Path("-").write_bytes(given)  # a file, in spite of its name
    result = oldguard("pbkdf2", *USUAL, "--password-file", "-", input=b"not this\n")
    assert result.stdout == sha1_key(password)


@pytest.mark.parametrize("given", [b"", b"x" * 65536, b"x" * 65536 + b"\n", b"x" * 200000])
def test_no_password(oldguard, workdir, given):
    Path("pass").write_bytes(given)
    for args, source in ([], b"standard input"), (["--password-file", "pass"], b"--password-file pass"):
        result = oldguard("pbkdf2", *USUAL, *args, input=given)
        assert (result.returncode, result.stdout) == (1, b"")
        assert result.stderr.startswith(b"oldguard pbkdf2: " + source + b": ")
        assert result.stderr.count(b"\n") == 1


def test_salt_file_is_taken_whole(oldguard, workdir):
    for salt in (b"", b"salt\n", b"\0" * 100, bytes(1 << 20)):
        Path("salt").write_bytes(salt)
        result = oldguard(
            *"pbkdf2 --hash sha1 --salt-file salt --iterations 3 --length 20".split(), input=b"password"
        )
        assert result.stdout == sha1_key(b"password", salt, 3)
    Path("salt").write_bytes(bytes((1 << 20) + 1))
    result = oldguard(
        *"pbkdf2 --hash sha1 --salt-file salt --iterations 3 --length 20".split(), input=b"password"
    )
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr == b"oldguard pbkdf2: --salt-file salt: more than 1 MiB\n"


def changed(option, *values):
    """Returns the usual options with one of them replaced or omitted."""
    at = USUAL.index(option)
    return USUAL[:at] + list(values) + USUAL[at + 2 :]


@pytest.mark.parametrize(
    "args, status, message",
    [
        (changed("--hash", "--hash", "md5"), 2, b"md5"),
        (changed("--hash"), 2, b"--hash is required"),
        (changed("--salt-hex"), 2, b"a salt is required: --salt-hex or --salt-file"),
        ([*USUAL, "--salt-file", "x"], 2, b"--salt-hex and --salt-file cannot be combined"),
        (changed("--salt-hex", "--salt-hex", "abc"), 2, b"odd number of hexadecimal digits (3)"),
        (changed("--salt-hex", "--salt-hex", "ab0g"), 2, b"character 4 is not a hexadecimal digit"),
        (changed("--salt-hex", "--salt-file", "missing"), 1, b"missing: No such file or directory"),
        (changed("--salt-hex", "--salt-file", "."), 1, b".: Is a directory"),
        (changed("--iterations"), 2, b"--iterations is required"),
        (changed("--iterations", "--iterations", "0"), 2, b"--iterations 0: must be a number from 1 to"),
        (changed("--iterations", "--iterations", "-1"), 2, b"--iterations"),
        (changed("--iterations", "--iterations", "1k"), 2, b"--iterations 1k: must be a number from 1 to"),
        (changed("--iterations", "--iterations", "18446744073709551616"), 2, b"must be a number from 1 to"),
        (changed("--length", "--length", "0"), 2, b"--length 0: must be a number from 1 to 16777216"),
        (changed("--length", "--length", "16777217"), 2, b"must be a number from 1 to 16777216"),
        (changed("--length", "--length", "20 "), 2, b"--length '20 ': must be a number"),
        ([*USUAL, "--password-file", "missing"], 1, b"--password-file missing: No such file"),
        ([*USUAL, "--password-file", "."], 1, b"--password-file .: Is a directory"),
        ([*USUAL, "-o", "missing/out"], 1, b"missing/out: No such file or directory"),
        ([*USUAL, "--password", "x"], 1, b"--password-file x: No such file"),
        ([*USUAL, "--password-file", ""], 1, b"--password-file '': No such file"),
        ([*USUAL, "-o", ""], 1, b"--output '': No such file"),
    ],
)
def test_errors(oldguard, workdir, args, status, message):
    result = oldguard("pbkdf2", *args, input=b"password\n")
    assert (result.returncode, result.stdout) == (status, b"")
    assert result.stderr.startswith(b"oldguard pbkdf2: ") and message in result.stderr
    assert result.stderr.count(b"\n") == (2 if status == 2 else 1)


def test_empty_salt(oldguard):
    result = oldguard("pbkdf2", *changed("--salt-hex", "--salt-hex", ""), input=b"password")
    assert result.stdout == sha1_key(b"password", b"")


def test_wrong_variable(oldguard):
    result = oldguard("pbkdf2", *USUAL, input=b"password", env={"OLDGUARD_KERNEL": "sha1.blocks=nobody"})
    assert result.returncode == 2 and b"nobody" in result.stderr


@pytest.mark.parametrize("raw", [[], ["--raw"]], ids=["hex", "raw"])
def test_output_file(oldguard, workdir, raw):
    result = oldguard("pbkdf2", *USUAL, *raw, "-o", "key", input=b"password\n")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert Path("key").read_bytes() == (bytes.fromhex(RFC6070.decode()) if raw else RFC6070)
    assert stat.S_IMODE(os.stat("key").st_mode) == 0o600
    os.chmod("key", 0o640)
    assert oldguard("pbkdf2", *USUAL, *raw, "-o", "key", input=b"password\n").returncode == 0
    assert stat.S_IMODE(os.stat("key").st_mode) == 0o640
    # After an error the file is unchanged.
    before = Path("key").read_bytes()
    assert oldguard("pbkdf2", *USUAL, "-o", "key", input=b"").returncode == 1
    assert Path("key").read_bytes() == before and os.listdir() == ["key"]


def test_full_disk(oldguard):
    with open("/dev/full", "wb") as full:
        result = oldguard("pbkdf2", *USUAL, input=b"password", stdout=full)
    assert result.returncode == 1
    assert result.stderr == b"oldguard pbkdf2: standard output: No space left on device\n"


class Terminal:
    """Runs the command with a new terminal as all three standard streams."""

    def __init__(self, oldguard, *args):
        self.fd, self.line = pty.openpty()  # the line is kept open to read its final modes
        self.pid = os.fork()
        if self.pid == 0:
            os.login_tty(self.line)
            os.execve(oldguard.command[0], [*oldguard.command, *args], BASE_ENV)
        self.seen = b""

    def wait_for(self, text):
        """Reads the output of the terminal until it contains the text."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert select.select([self.fd], [], [], end - time.monotonic())[0], self.seen
            self.seen += self.read()

    def read(self):
        try:
            return os.read(self.fd, 4096)
        except OSError:  # all processes have closed the line
            return b""

    def echoes(self):
        return bool(termios.tcgetattr(self.fd)[3] & termios.ECHO)

    def type(self, keys):
        os.write(self.fd, keys)

    def finish(self):
        """Waits and returns the exit status, negative for a signal. The terminal must be restored."""
        end = time.monotonic() + PATIENCE
        while (ended := os.waitpid(self.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
            time.sleep(0.002)
        status = ended[1]
        assert self.echoes()
        os.close(self.line)
        while more := self.read():
            self.seen += more
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def test_terminal_shows_no_password(oldguard):
    terminal = Terminal(oldguard, "pbkdf2", *USUAL)
    terminal.wait_for(b"Password: ")
    assert not terminal.echoes()
    terminal.type(b"passwort\x7fd\n")  # with a correction
    assert terminal.finish() == 0
    assert terminal.seen == b"Password: \r\n" + RFC6070.replace(b"\n", b"\r\n")


def test_terminal_end_of_file(oldguard):
    terminal = Terminal(oldguard, "pbkdf2", *USUAL)
    terminal.wait_for(b"Password: ")
    terminal.type(b"\x04")
    assert terminal.finish() == 1
    assert b"standard input: no password (" in terminal.seen


def test_terminal_takes_no_raw_key(oldguard):
    terminal = Terminal(oldguard, "pbkdf2", *USUAL, "--raw")
    assert terminal.finish() == 2
    assert b"standard output is a terminal" in terminal.seen


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_terminal_is_set_back_by_a_signal(oldguard, number):
    terminal = Terminal(oldguard, "pbkdf2", *USUAL)
    terminal.wait_for(b"Password: ")
    assert not terminal.echoes()
    terminal.type(b"half of it")
    os.kill(terminal.pid, number)
    assert terminal.finish() == -number
    assert b"half" not in terminal.seen


def test_terminal_asks_again_after_a_stop(oldguard):
    """An orphaned process group is not stopped by SIGTSTP, so the command continues at once."""
    terminal = Terminal(oldguard, "pbkdf2", *USUAL)
    terminal.wait_for(b"Password: ")
    terminal.type(b"half of it")
    os.kill(terminal.pid, signal.SIGTSTP)
    terminal.wait_for(b"Password: \r\nPassword: ")
    assert not terminal.echoes()
    terminal.type(b"password\n")
    assert terminal.finish() == 0
    assert terminal.seen.endswith(b"\r\n" + RFC6070.replace(b"\n", b"\r\n"))
