# SPDX-License-Identifier: MIT
"""Compares `oldguard crypt` with libxcrypt. test_pbkdf2.py tests the sources of the password."""

import ctypes
import random
from pathlib import Path

import pytest
from test_pbkdf2 import Terminal

DIGITS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
HASH = b"abJnggxhB/yWI\n"  # of "password"

libxcrypt = ctypes.CDLL("libcrypt.so.1")
libxcrypt.crypt.restype = ctypes.c_char_p


@pytest.mark.masks
def test_the_extended_form_of_bsdi(oldguard):
    rng = random.Random(9)
    for _ in range(40):
        password = rng.randbytes(rng.randrange(30)).replace(b"\n", b"x").replace(b"\0", b"y")
        salt = "_" + rng.choice(DIGITS) + rng.choice(DIGITS[:9]) + ".." + "".join(rng.choices(DIGITS, k=4))
        result = oldguard("crypt", "--salt", salt, input=password + b"\n")
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout == libxcrypt.crypt(password, salt.encode()) + b"\n"


def test_iterations_are_limited(oldguard):
    """The count of zzzz is 16777215."""
    for salt, limit, message in (
        ("_zzzzsalt", [], "16777215 iterations, more than 1000000 (--most-iterations)"),
        ("_J9..salt", ["--most-iterations", "724"], "725 iterations, more than 724 (--most-iterations)"),
    ):
        for args, status, given in (
            (["--salt", salt], 2, b"password"),
            (["--lines"], 1, f"ab:x\n{salt}:password".encode()),
            (["--verify", salt + "BYk8r9AiWNc"], 2, b"password"),
        ):
            result = oldguard("crypt", *args, *limit, input=given)
            assert (result.returncode, result.stdout) == (status, b""), args
            assert message in result.stderr.decode()
    limit = ["--most-iterations", "725"]
    assert oldguard("crypt", "--salt", "_J9..salt", *limit, input=b"x").returncode == 0


@pytest.mark.masks
def test_like_libxcrypt(oldguard):
    rng = random.Random(1)
    for _ in range(40):
        password = rng.randbytes(rng.randrange(12)).replace(b"\n", b"x").replace(b"\0", b"y")
        salt = "".join(rng.choices(DIGITS, k=2))
        result = oldguard("crypt", "--salt", salt, input=password + b"\n")
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout == libxcrypt.crypt(password, salt.encode()) + b"\n"


def test_a_hash_as_salt(oldguard):
    assert oldguard("crypt", "--salt", HASH.decode().strip(), input=b"password\n").stdout == HASH


def test_password_file(oldguard, workdir):
    Path("pass").write_bytes(b"password\n")
    result = oldguard("crypt", "--salt", "ab", "--password-file", "pass", input=b"not this\n")
    assert result.stdout == HASH


@pytest.mark.parametrize("count", [0, 1, 30, 700])
def test_lines(oldguard, workdir, count):
    rng = random.Random(count)
    lines, wanted = [], b""
    for _ in range(count):
        password = rng.randbytes(rng.randrange(12)).replace(b"\n", b"x").replace(b"\0", b"y")
        salt = ("_1..." * (rng.random() < 0.2) + "".join(rng.choices(DIGITS, k=4))).encode()
        salt = salt if salt.startswith(b"_") else salt[:2]
        lines.append(salt + b":" + password)
        wanted += libxcrypt.crypt(password, salt) + b"\n"
    Path("lines").write_bytes(b"\n".join(lines))
    for args, given in (([], b"\n".join(lines)), (["--password-file", "lines"], b"")):
        result = oldguard("crypt", "--lines", *args, input=given)
        assert (result.returncode, result.stdout, result.stderr) == (0, wanted, b"")


def test_more_lines_than_are_read_at_once(oldguard):
    result = oldguard("crypt", "--lines", input=b"ab:password\n" * 100000)
    assert (result.returncode, result.stdout) == (0, HASH * 100000)


@pytest.mark.parametrize(
    "given, status, message",
    [
        (b"ab:x\nab\n", 1, b"line 2: no colon"),
        (b"ab:x\na:x\n", 1, b"line 2: the salt must begin with two"),
        (b"ab:x\0\n", 1, b"line 1: it contains a NUL"),
        (b"ab:" + b"x" * 2000000, 1, b"a line of more"),
        (b"ab:" + b"x" * 65533 + b"\nab:x\n", 1, b"a line of more than 65535 bytes"),
    ],
)
def test_bad_lines(oldguard, given, status, message):
    result = oldguard("crypt", "--lines", input=given)
    assert result.returncode == status and message in result.stderr


@pytest.mark.parametrize(
    "salt",
    [
        "",
        "a",
        "a:",
        "ab:",
        "ab JnggxhB/yW",
        "*0",
        "$1$salt",
        "_J9..ras",
        "_J9..ra!m",
        "_J9..rasmBYk8r9AiWNcx",
        "abJnggxhB/yWIx",
        "a\xfc",
    ],
)
def test_bad_salts(oldguard, salt):
    result = oldguard("crypt", "--salt", salt, input=b"password\n")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"oldguard crypt: --salt ")
    assert any(
        reason in result.stderr
        for reason in (b"must begin with two characters", b"another method", b"BSDi's form")
    )
    assert result.stderr.count(b"\n") == 2


@pytest.mark.parametrize(
    "args, given, status, message",
    [
        ([], b"password", 2, b"--salt, --lines, --verify or --shadow is required"),
        (["--salt", "ab", "--password", "x"], b"password", 1, b"--password-file x: No such file"),
        (["--salt", "ab", "--password-file", ""], b"password", 1, b"--password-file '': No such file"),
        (["--salt", "ab", "--lines"], b"", 2, b"--salt"),
        (["--salt", "ab"], b"", 1, b"no password ("),
        (["--salt", "ab"], b"pass\0word\n", 1, b"the password contains a NUL"),
        (["--salt", "ab", "--password-file", "missing"], b"x", 1, b"missing: No such file"),
    ],
)
def test_errors(oldguard, workdir, args, given, status, message):
    result = oldguard("crypt", *args, input=given)
    assert (result.returncode, result.stdout) == (status, b"")
    assert result.stderr.startswith(b"oldguard crypt: ") and message in result.stderr


@pytest.mark.masks
def test_policy(oldguard):
    """The constant-time policy gives the same hash without tables."""
    env = {"OLDGUARD_POLICY": "constant-time"}
    for args, given in ((["--salt", "ab"], b"password\n"), (["--lines"], b"ab:password\n")):
        result = oldguard("crypt", *args, input=given, env=env)
        assert (result.returncode, result.stdout, result.stderr) == (0, HASH, b"")


def test_longest_password(oldguard):
    result = oldguard("crypt", "--salt", "ab", input=b"password" + b"x" * 65527 + b"\n")
    assert (result.returncode, result.stdout) == (0, HASH)


def test_longest_line(oldguard):
    result = oldguard("crypt", "--lines", input=b"ab:password" + b"x" * 65524 + b"\n")
    assert (result.returncode, result.stdout) == (0, HASH)


def test_full_disk(oldguard):
    with open("/dev/full", "wb") as full:
        result = oldguard("crypt", "--salt", "ab", input=b"password\n", stdout=full)
    assert result.returncode == 1 and b"No space left on device" in result.stderr


def test_terminal_shows_no_password(oldguard):
    terminal = Terminal(oldguard, "crypt", "--salt", "ab")
    terminal.wait_for(b"Password: ")
    assert not terminal.echoes()
    terminal.type(b"password\n")
    assert terminal.finish() == 0
    assert terminal.seen == b"Password: \r\n" + HASH.replace(b"\n", b"\r\n")


@pytest.mark.parametrize("salt", ["ab", "abJ", "ab$", "abJnggxhB/yW", "abJnggxhB/yWI"])
def test_what_follows_the_salt_has_no_effect(oldguard, salt):
    """As crypt.h and the manual page say, of any size up to that of a hash."""
    assert oldguard("crypt", "--salt", salt, input=b"password").stdout == b"abJnggxhB/yWI\n"


@pytest.mark.parametrize(
    "salt, reason",
    [
        ("a", "must begin with two characters from ./0-9A-Za-z, and have at most 13 printable characters"),
        ("a!", "must begin with two characters"),
        ("_J9..ras", "BSDi's form of crypt(3) is _, four characters of a count and four of salt"),
        ("$1$abcdefgh$", "a hash of another method than the DES-based crypt(3)"),
        ("abJnggxhB/yWI12345678901", "a hash of bigcrypt, which --verify takes"),
    ],
)
def test_the_reason_for_a_salt(oldguard, salt, reason):
    result = oldguard("crypt", "--salt", salt, input=b"password")
    assert (result.returncode, result.stdout) == (2, b"") and reason in result.stderr.decode()
