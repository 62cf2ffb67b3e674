# SPDX-License-Identifier: MIT
"""`oldguard crypt --verify` and `--shadow`: hashes of crypt(3), of its extended form of BSDi and of bigcrypt."""

from pathlib import Path

import pytest

HASH = "abJnggxhB/yWI"  # of "password"
# libxcrypt's bigcrypt.
BIG = {"rasmuslerdorf": "raOu2Z/nTyqDEwu0A6U46puQ"}
BSDI = "_J9..rasmBYk8r9AiWNc"  # of "rasmuslerdorf"


@pytest.fixture
def verify(oldguard):
    def run(password, *options):
        return oldguard("crypt", *options, input=password.encode() + b"\n")

    return run


def bigcrypt(one_segment, password, salt):
    """Returns the hash by the definition: each eight characters under the first two digits of the hash before."""
    text = salt
    for at in range(0, max(len(password), 1), 8):
        digits = one_segment(password[at : at + 8], salt)[2:]
        text, salt = text + digits, digits[:2]
    return text


@pytest.fixture
def one_segment(oldguard):
    return lambda text, salt: (
        oldguard("crypt", "--salt", salt, input=text.encode() + b"\n").stdout.decode().strip()
    )


@pytest.mark.parametrize(
    "password, right", [("password", True), ("password and more", True), ("passwort", False)]
)
def test_verify(verify, one_segment, password, right):
    hashed = one_segment("password", "ab")
    result = verify(password, "--verify", hashed)
    assert (result.returncode, result.stdout) == (0 if right else 1, b"")
    assert result.stderr == (b"" if right else b"oldguard crypt: the password is wrong\n")


def test_bsdi(verify):
    assert verify("rasmuslerdorf", "--verify", BSDI).returncode == 0
    for wrong in ("rasmuslerdor", "rasmuslerdorg", "rasmusle", "", "rasmuslerdorf" * 2):
        result = verify(wrong, "--verify", BSDI)
        assert (result.returncode, result.stderr) == (1, b"oldguard crypt: the password is wrong\n")


@pytest.mark.parametrize("size", [9, 13, 16, 17, 100, 128])
def test_bigcrypt(verify, one_segment, size):
    """Of up to 128 characters. A password that is shorter by a segment has another hash."""
    password = ("rasmuslerdorf" * 10)[:size]
    hashed = bigcrypt(one_segment, password, "ra")
    assert BIG.get(password) in (None, hashed) and len(hashed) == 2 + 11 * -(-size // 8)
    assert verify(password, "--verify", hashed).returncode == 0
    for wrong in (password[:8], password[:-1] + "x", "x" + password[1:], password + "x" * 8):
        assert (verify(wrong, "--verify", hashed).returncode == 0) == (wrong[:128] == password)


@pytest.mark.parametrize("count", [1, 30, 700])
def test_shadow(verify, one_segment, workdir, count):
    """Names are printed in order, lanes are filled, and other methods are counted."""
    right = one_segment("secret", "xy")
    big = bigcrypt(one_segment, "secret", "zz")
    lines = [f"user{i}:{right if i % 3 == 0 else HASH}:1000:1000::/home/u:/bin/sh" for i in range(count)]
    lines += [
        f"big:{big}",
        "a:$6$abc$def",
        "b:$1$abc$def:",
        "c:$6$x$y",
        f"d:{BSDI}",
        f"slow:_zzzz{BSDI[5:]}",
        "odd:_J9..rasm",
        "e:!",
        "f:x:1",
        "#x",
    ]
    Path("shadow").write_text("\n".join(lines))
    result = verify("secret", "--shadow", "shadow")
    wanted = [f"user{i}" for i in range(0, count, 3)] + ["big"]
    assert (result.returncode, result.stdout.decode().split()) == (0, wanted)
    assert result.stderr.decode().splitlines() == [
        f"oldguard crypt: --shadow shadow: {text}, not verified"
        for text in (
            "1 hash $1$",
            "2 hashes $6$",
            "2 hashes locked or none",
            "1 hash of BSDi with more than 1000000 iterations (--most-iterations)",
            "1 hash unknown",
        )
    ]
    assert verify("rasmuslerdorf", "--shadow", "shadow").stdout == b"d\n"
    none = verify("another", "--shadow", "shadow")
    assert (none.returncode, none.stdout) == (1, b"")


BAD = {
    "$6$abc$def": "a hash of another method than the DES-based crypt(3)",
    "_J9..rasm": "a hash of BSDi's form has _ and 19 characters of ./0-9A-Za-z",
    "_J9..rasmBYk8r9AiWN!": "a hash of BSDi's form has _ and 19 characters of ./0-9A-Za-z",
    "abJ": "shorter than the 13 characters of a hash",
    "abJnggxhB/y:I": "a hash has no other characters than ./0-9A-Za-z",
    HASH + "abc": "a hash has 13 characters, and one of bigcrypt 24, 35 or more, in steps of 11",
}


@pytest.mark.parametrize("text", BAD)
def test_no_hash(verify, text):
    result = verify("x", f"--verify={text}")
    assert (result.returncode, result.stdout) == (2, b"") and f": {BAD[text]}" in result.stderr.decode()


def test_bad_files(verify, workdir):
    Path("shadow").write_text("a:b\nno colon\n")
    result = verify("x", "--shadow", "shadow")
    assert result.stderr == b"oldguard crypt: --shadow shadow: line 2: no colon after the name\n"
    result = verify("x", "--shadow", "missing")
    assert (result.returncode, result.stderr) == (
        1,
        b"oldguard crypt: --shadow missing: No such file or directory\n",
    )
    for options in (["--verify", HASH, "--shadow", "x"], ["--verify", HASH, "--salt", "ab"], []):
        assert verify("x", *options).returncode == 2
