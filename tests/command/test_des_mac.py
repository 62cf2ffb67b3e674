# SPDX-License-Identifier: MIT
"""`oldguard des mac`: published vectors, openssl mac, truncation, verification and usage errors."""

import random
from pathlib import Path

import pytest

KEYS = "0123456789abcdeffedcba9876543210"
DATA = b"Now is the time for all "
RETAIL = ["--algorithm", "retail", "--key-hex", KEYS]


@pytest.fixture
def mac(oldguard, workdir):
    def run(*args, data=DATA, as_file=True):
        if not as_file:
            return oldguard("des", "mac", *args, input=data)
        Path("message").write_bytes(data)
        return oldguard("des", "mac", *args, "message")

    return run


@pytest.mark.parametrize(
    "args, data, expected",
    [
        # ISO/IEC 9797-1:1999, annex A, and FIPS 113, appendix 2.
        ([*RETAIL, "--padding", "1"], DATA, "a1c72e74ea3fa9b6"),
        ([*RETAIL, "--cipher", "des-ede", "--padding", "2"], DATA, "e9086230ca3be796"),
        (
            ["--algorithm", "cbc-mac", "--cipher", "des", "--padding", "1", "--key-hex", KEYS[:16]],
            b"7654321 Now is the time for ",
            "f1d30f6849312ca4",
        ),
        # SP 800-38B, example 8.
        (
            [
                *"--algorithm cmac --cipher des-ede3 --key-hex".split(),
                "8aa83bf8cbda10620bc1bf19fbb6cd58bc313d4a371ca8b5",
            ],
            b"",
            "b7a688e122ffaf95",
        ),
    ],
    ids=["retail-1", "retail-2", "fips-113", "sp-800-38b"],
)
def test_published(mac, args, data, expected):
    for as_file in (True, False):
        result = mac(*args, data=data, as_file=as_file)
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout.decode() == expected + "\n"


@pytest.mark.masks
def test_cmac_like_openssl(mac, openssl):
    rng = random.Random(1)
    for size in (1, 8, 1000, (1 << 18) - 1, 1 << 18, (1 << 18) + 8, 600001):
        key, data = rng.randbytes(24).hex(), rng.randbytes(size)
        ours = mac("--algorithm", "cmac", "--cipher", "des-ede3", "--key-hex", key, data=data)
        theirs = openssl(
            "mac", "-cipher", "DES-EDE3-CBC", "-macopt", f"hexkey:{key}", "-in", "message", "CMAC"
        )
        assert theirs.returncode == 0, theirs.stderr
        assert ours.stdout.lower().strip() == theirs.stdout.lower().strip()


def test_padding_3_says_the_length(mac):
    """Padding 3 equals padding 1 of the message after a block with its length."""
    for data in (b"", b"x", DATA, b"x" * 300000):
        plain = mac(*RETAIL, "--padding", "3", data=data)
        assert plain.returncode == 0
        by_hand = (8 * len(data)).to_bytes(8, "big") + (data or bytes(8))
        assert mac(*RETAIL, "--padding", "1", data=by_hand).stdout == plain.stdout
    result = mac(*RETAIL, "--padding", "3", as_file=False)
    assert (result.returncode, result.stdout) == (1, b"")
    assert (
        b"standard input: --padding 3 needs the size first, so the input must be a regular file"
        in result.stderr
    )


def test_size_and_verify(mac):
    whole = "a1c72e74ea3fa9b6"
    for size in range(1, 9):
        first = whole[: 2 * size]
        result = mac(*RETAIL, "--padding", "1", "--size", str(size))
        assert result.stdout.decode() == first + "\n"
        result = mac(*RETAIL, "--padding", "1", "--verify", first.upper())
        assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
        wrong = first[:-1] + ("0" if first[-1] != "0" else "1")
        result = mac(*RETAIL, "--padding", "1", "--verify", wrong)
        assert (result.returncode, result.stdout) == (1, b"")
        assert result.stderr.startswith(b"oldguard des: message: the MAC does not match: ")


@pytest.mark.parametrize(
    "args, status, message",
    [
        (["--algorithm", "cmac", "--key-hex", KEYS], 2, b"--cipher is required"),
        ([*RETAIL], 2, b"--padding is required"),
        ([*RETAIL, "--padding", "4"], 2, b"--padding"),
        ([*RETAIL, "--padding", "2", "--cipher", "des"], 2, b"--algorithm retail requires des-ede"),
        (
            ["--algorithm", "cmac", "--cipher", "des-ede", "--padding", "2", "--key-hex", KEYS],
            2,
            b"--padding cannot be used with --algorithm cmac",
        ),
        ([*RETAIL, "--padding", "2", "--key-file", "x"], 2, b"cannot be combined"),
        (["--algorithm", "retail", "--padding", "2"], 2, b"a key is required"),
        ([*RETAIL, "--padding", "2", "--size", "9"], 2, b"--size 9: must be a number from 1 to 8"),
        ([*RETAIL, "--padding", "2", "--verify", ""], 2, b"--verify '': must be 1 to 8 bytes"),
        ([*RETAIL, "--padding", "2", "--verify", "abc"], 2, b"1 to 8 bytes in hexadecimal"),
        ([*RETAIL, "--padding", "2", "--verify", KEYS], 2, b"1 to 8 bytes in hexadecimal"),
        (
            [*RETAIL, "--padding", "2", "--verify", "ab", "--size", "1"],
            2,
            b"--size cannot be used with --verify",
        ),
        (
            ["--algorithm", "retail", "--padding", "2", "--key-hex", "00"],
            2,
            b"2 hexadecimal digits; --algorithm retail takes 32",
        ),
        (
            ["--algorithm", "retail", "--cipher", "des-ede", "--padding", "2", "--key-hex", "00"],
            2,
            b"2 hexadecimal digits; --cipher des-ede takes 32",
        ),
        ([*RETAIL, "--padding", "2", "--kernel", "sha1_c_ref"], 2, b"sha1_c_ref"),
        (["--algorithm", "retail", "--padding", "2", "--key-hex", "01" * 16, "--check-weak"], 1, b"weak"),
    ],
)
def test_errors(mac, args, status, message):
    result = mac(*args)
    assert (result.returncode, result.stdout) == (status, b"")
    assert result.stderr.startswith(b"oldguard des") and message in result.stderr


def test_missing_file(oldguard, workdir):
    result = oldguard("des", "mac", *RETAIL, "--padding", "2", "missing")
    assert result.returncode == 1 and b"missing: No such file or directory" in result.stderr
