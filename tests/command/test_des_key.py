# SPDX-License-Identifier: MIT
"""`oldguard des key`: parity, weak keys, check values, components, DUKPT, VNC and LAN Manager."""

import os
import stat
from pathlib import Path

import pytest

BDK = "0123456789abcdeffedcba9876543210"
THREE = "0123456789abcdef23456789abcdef01456789abcdef0123"


@pytest.fixture
def key(oldguard, workdir):
    def run(*options, text=None):
        words = {"input": text} if text is not None else {}
        result = oldguard("des", "key", *options, **words)
        rows = [line.split("  ", 1) for line in result.stdout.decode().splitlines()]
        return result, {name: rest.strip() for name, rest in rows}

    return run


def refused(result, message, status=1):
    assert (result.returncode, result.stdout) == (status, b"")
    assert result.stderr.decode().splitlines()[0] == f"oldguard {message}"


# Check values of these keys, which other programs publish or openssl computes.
VALUES = {
    BDK: ("16 bytes, two keys", "08d7b4"),
    "0000000000000000": ("8 bytes, one key", "8ca64d"),
    THREE: ("24 bytes, three keys", None),
    BDK + BDK[:16]: ("24 bytes, two keys, K1 = K3", "08d7b4"),
    THREE[:16] * 2: ("16 bytes, two keys, equal ones: this is single DES", None),
}


@pytest.mark.parametrize("text", VALUES)
def test_check_values(key, oldguard, openssl, text):
    """As the encryption of zeros by openssl, and its CMAC."""
    size, value = VALUES[text]
    result, rows = key("--key-hex", text)
    assert (result.returncode, result.stderr) == (0, b"") and rows["size"] == size
    cipher = {16: "-des-ecb", 32: "-des-ede", 48: "-des-ede3"}[len(text)]
    legacy = ["-provider", "legacy", "-provider", "default"]
    by_openssl = openssl("enc", *legacy, cipher, "-nopad", "-K", text, input=bytes(8)).stdout
    assert rows["check value"] == by_openssl[:3].hex() and value in (None, rows["check value"])
    if len(text) == 48:
        mac = openssl(
            *"mac -cipher DES-EDE3-CBC -macopt".split(),
            f"hexkey:{text}",
            "-in",
            "/dev/stdin",
            "CMAC",
            input=bytes(8),
        ).stdout
        assert rows["check value, CMAC"] == mac.decode().lower()[:6]
    assert text not in result.stdout.decode()
    assert key("--key-hex", text, "--show")[1]["key"] == text
    for content in (bytes.fromhex(text), text.upper().encode() + b"\n"):
        Path("k").write_bytes(content)
        assert key("--key-file", "k")[1] == rows


@pytest.mark.parametrize(
    "text, row, wanted",
    [
        ("0101010101010101", "weak", "key 1 is weak"),
        ("e0e0e0e0f1f1f1f1", "weak", "key 1 is weak"),
        ("1f1f1f1f0e0e0e0e", "weak", "key 1 is weak"),
        ("fefefefefefefefe" + "0123456789abcdef", "weak", "key 1 is weak"),
        ("0123456789abcdef" + "01fe01fe01fe01fe", "weak", "key 2 is semi-weak"),
        ("011f011f010e010e", "weak", "key 1 is semi-weak"),
        (BDK, "weak", "no"),
        ("0123456789abcdef", "parity", "odd"),
        ("0023456789abcdee", "parity", "even in bytes 1, 8"),
    ],
)
def test_parity_and_weakness(key, text, row, wanted):
    assert key("--key-hex", text)[1][row] == wanted


def test_components_and_files(key):
    """The sum of the parts, with odd parity, in a file that only its owner reads."""
    Path("a").write_text("00112233445566778899aabbccddeeff\n")
    Path("b").write_bytes(bytes(range(16)))
    result, rows = key("--component", "a", "--component", "b", "--fix-parity", "-o", "k")
    raw = bytes(x ^ i for i, x in enumerate(bytes.fromhex("00112233445566778899aabbccddeeff")))
    fixed = bytes(x ^ (bin(x).count("1") % 2 == 0) for x in raw)
    assert result.returncode == 0 and rows["parity"] == "odd"
    assert Path("k").read_text() == fixed.hex() + "\n" and stat.S_IMODE(os.stat("k").st_mode) == 0o600
    assert key("--component", "a", "--component", "b", "--show")[1]["key"] == raw.hex()
    os.chmod("k", 0o644)
    assert key("--component", "a", "--component", "b", "-o", "k")[0].returncode == 0
    assert Path("k").read_text() == raw.hex() + "\n" and stat.S_IMODE(os.stat("k").st_mode) == 0o600
    for out in ("a", "b"):
        before = Path(out).read_bytes()
        assert key("--component", "a", "--component", "b", "-o", out)[0].returncode == 2
        assert Path(out).read_bytes() == before
    Path("c").write_bytes(b"12345678")
    refused(
        key("--component", "a", "--component", "c")[0],
        "des: --component c: 8 bytes, and the one before has 16",
    )


# ANSI X9.24-1, annex A: the PIN block 041274EDCBA9876F under the keys of the first transactions of a terminal.
PIN_BLOCKS = {
    "E00001": "1b9c1845eb993a7a",
    "E00002": "10a01c8d02c69107",
    "E00003": "18dc07b94797b466",
    "E00004": "0bc79509d5645df7",
    "E00005": "5bc0af22ad87b327",
    "E00006": "a16df70ae36158d8",
    "E00007": "27711c16cb257f8e",
    "E00008": "50e55547a5027551",
    "E00009": "536cf7f678acfc8d",
    "EFF800": "33365f5cc6f23c35",
    "F00000": "73ec88ad0ac5830e",
}


@pytest.mark.parametrize("counter", PIN_BLOCKS)
def test_dukpt(key, openssl, counter):
    rows = key("--key-hex", BDK, "--ksn", f"FFFF9876543210{counter}", "--show")[1]
    assert rows["initial key"].split() == ["6ac292faa1315b4d858ab3a3d7d5933a", "af8c07"]
    pin = rows["PIN"].split()[0]
    block = bytes.fromhex("041274EDCBA9876F")
    assert openssl("enc", "-des-ede", "-nopad", "-K", pin, input=block).stdout.hex() == PIN_BLOCKS[counter]
    if counter == "E00001":
        assert pin == "042666b49184cf5c68de9628d0397b36"
        assert rows["MAC, request"].split()[0] == "042666b4918430a368de9628d03984c9"
        assert rows["data, request"].split()[0] == "448d3f076d8304036a55a3d7e0055a78"
    hidden = key("--key-hex", BDK, "--ksn", f"FFFF9876543210{counter}")[0].stdout.decode()
    assert pin not in hidden and rows["PIN"].split()[1] in hidden


def test_dukpt_refusals(key):
    refused(
        key("--key-hex", THREE, "--ksn", "00" * 10)[0],
        "des: --ksn: the base derivation key has 16 bytes, not 24",
    )
    message = "des: --ksn: its counter has more than 10 bits that are 1, which no terminal uses"
    refused(key("--key-hex", BDK, "--ksn", "FFFF9876543210EFFFFF")[0], message)
    refused(
        key("--key-hex", BDK, "--ksn", "FFFF")[0],
        "des key: --ksn: 4 hexadecimal digits; a key serial number takes 20",
        status=2,
    )
    assert list(key("--key-hex", BDK, "--ksn", "FFFF9876543210E00000")[1]) == ["use", "initial key"]


def test_vnc(key):
    """ "password", and with "view" in the second block."""
    Path("v").write_bytes(bytes.fromhex("dbd83cfd727a1458"))
    assert key("--vnc", "v", "--show")[1] == {"password": "password"}
    assert key("--vnc", "v")[1] == {"password": "8 characters (--show)"}
    Path("v").write_bytes(bytes.fromhex("dbd83cfd727a1458" + "2e2dbf576eb06c9e"))
    assert key("--vnc", "v", "--show")[1] == {"password": "password", "password of viewers": "secret"}
    for size in (0, 7, 9, 17):
        Path("v").write_bytes(bytes(size))
        assert key("--vnc", "v")[0].returncode == 1


@pytest.mark.parametrize(
    "password, wanted",
    [
        (b"", "aad3b435b51404eeaad3b435b51404ee"),
        (b"password", "e52cac67419a9a224a3b108f3fa6cb6d"),
        (b"SecREt01", "ff3750bcc2b22412c2265b23734e0dac"),
        (b"1234567890abcd", None),
    ],
)
def test_lan_manager(key, password, wanted):
    value = key("--lm", "--show", text=password + b"\n")[1]["LM hash"]
    assert (
        wanted in (None, value)
        and value == key("--lm", "--show", text=password.upper() + b"\n")[1]["LM hash"]
    )


def test_lan_manager_refusals(key):
    refused(key("--lm", text=b"a\n")[0], "des key: --lm prints a secret: --show is needed", status=2)
    message = "des: --lm: the password is longer than 14 bytes, and has no LAN Manager hash"
    refused(key("--lm", "--show", text=b"123456789012345")[0], message)
    assert key("--lm", "--show", text="ä".encode())[0].returncode == 1


BAD = {
    "": "exactly one of --key-file, --key-hex, --component, --vnc and --lm is needed",
    "--key-hex 00 --vnc x": "exactly one of --key-file, --key-hex, --component, --vnc and --lm is needed",
    "--component x": "--component must be given two or more times",
    "--key-hex 00 --password-file x": "--password-file needs --lm",
    "--vnc x --fix-parity": "--fix-parity, --ksn and -o need a key",
    f"--key-hex {BDK} -o -": "-o - would print the key: --show does that",
    f"--key-hex {BDK} --ksn 00 -o x": "--ksn cannot be combined with --fix-parity and -o",
}


@pytest.mark.parametrize("options", BAD)
def test_usage(key, options):
    refused(key(*options.split())[0], f"des key: {BAD[options]}", status=2)


def test_bad_digits(key):
    """--key-hex takes no raw bytes."""
    for text, why in (
        ("zzzzzzzz", "character 1 is not a hexadecimal digit"),
        ("0123456789abcdeg", "character 16 is not a hexadecimal digit"),
        ("12345678", "8 hexadecimal digits; a key has 16, 32 or 48"),
        ("1" * 24, "24 hexadecimal digits; a key has 16, 32 or 48"),
    ):
        refused(key("--key-hex", text)[0], f"des: --key-hex: {why}")


def test_bad_keys(key):
    for content in (b"", b"1234567", bytes(17), b"xyz\n", b"0" * 100):
        Path("k").write_bytes(content)
        refused(
            key("--key-file", "k")[0],
            f"des: --key-file k: {len(content)} bytes; a key has 8, 16 or 24 raw bytes, or 16, 32 or 48 hexadecimal "
            "digits",
        )
    Path("k").write_bytes(bytes.fromhex(BDK))
    assert key("--key-file", "k", "-o", "k")[0].returncode == 2 and Path("k").read_bytes().hex() == BDK
