# SPDX-License-Identifier: MIT
"""Keys, IVs and options of `oldguard des`: which are accepted, and the messages about the others."""

import json
from pathlib import Path

import pytest

KEY = bytes.fromhex("0123456789abcdef23456789abcdef01456789abcdef0123")
SIZES = {"des": 8, "des-ede": 16, "des-ede3": 24, "desx": 24}
IV = "0011223344556677"


@pytest.fixture
def des(oldguard, workdir):
    def run(*args, cipher="des-ede3", mode="ecb", direction="encrypt"):
        return oldguard("des", direction, "--cipher", cipher, "--mode", mode, *args, input=b"some text")

    return run


def refused(result, message, status=1):
    command = "des encrypt" if status == 2 else "des"
    assert result.stderr.decode().splitlines()[0] == f"oldguard {command}: {message}"
    assert (result.returncode, result.stdout) == (status, b"")


@pytest.mark.parametrize("cipher, size", SIZES.items())
def test_key_files(des, cipher, size):
    """A key file contains raw bytes, or hexadecimal digits of either case and at most one line end."""
    key = KEY[:size]
    expected = des("--key-hex", key.hex(), cipher=cipher).stdout
    assert len(expected) == 16
    for content in (
        key,
        key.hex().encode(),
        key.hex().upper().encode() + b"\n",
        key.hex().encode() + b"\r\n",
    ):
        Path("key").write_bytes(content)
        assert des("--key-file", "key", cipher=cipher).stdout == expected
    Path("key").write_bytes(bytes(range(0x80, 0x80 + size)))
    assert des("--key-file", "key", cipher=cipher).stdout == (
        des("--key-hex", bytes(range(0x80, 0x80 + size)).hex(), cipher=cipher).stdout
    )


@pytest.mark.parametrize(
    "cipher, content, message",
    [
        ("des", b"", "0 bytes; --cipher des takes 8 raw bytes or 16 hexadecimal digits"),
        ("des", b"\xff" * 7, "7 bytes; --cipher des takes 8 raw bytes or 16 hexadecimal digits"),
        ("des", b"\xff" * 8 + b"\n", "9 bytes; --cipher des takes 8 raw bytes or 16 hexadecimal " "digits"),
        ("des", KEY[:16], "character 1 is not a hexadecimal digit"),
        (
            "des",
            b"\xff" * 1000,
            "at least 128 bytes; --cipher des takes 8 raw bytes or 16 hexadecimal " "digits",
        ),
        ("des", b"0123456789abcdeg", "character 16 is not a hexadecimal digit"),
        ("des", b"0123456789abcde", "an odd number of hexadecimal digits (15); --cipher des takes 16"),
        (
            "des",
            b"0123456789abcdef\n\n",
            "18 bytes; --cipher des takes 8 raw bytes or 16 hexadecimal " "digits",
        ),
        (
            "des-ede",
            b"0123456789abcdef",
            "16 hexadecimal digits are a key of 8 bytes; --cipher des-ede " "takes 32 digits or 16 raw bytes",
        ),
        (
            "des-ede3",
            b"0123456789abcdef0123456789abcdef",
            "32 hexadecimal digits; --cipher des-ede3 " "takes 48",
        ),
        ("des-ede3", KEY[:16], "16 bytes; --cipher des-ede3 takes 24 raw bytes or 48 hexadecimal " "digits"),
    ],
)
def test_bad_key_files(des, cipher, content, message):
    Path("key").write_bytes(content)
    refused(des("--key-file", "key", cipher=cipher), f"--key-file key: {message}")


@pytest.mark.parametrize(
    "name, message",
    [
        ("missing", "missing: No such file or directory"),
        (".", ".: Is a directory"),
        ("a b", "'a b': No such file or directory"),
    ],
)
def test_unreadable_key_files(des, name, message):
    refused(des("--key-file", name), f"--key-file {message}")


@pytest.mark.parametrize(
    "text, message",
    [
        ("0123456789abcde", "an odd number of hexadecimal digits (15); --cipher des takes 16"),
        ("0123456789abcd", "14 hexadecimal digits; --cipher des takes 16"),
        ("0123456789abcdef00", "18 hexadecimal digits; --cipher des takes 16"),
        ("0x23456789abcdef", "character 2 is not a hexadecimal digit"),
        ("0123456789abcde ", "character 16 is not a hexadecimal digit"),
    ],
)
def test_bad_hex_keys(des, text, message):
    """Short keys are rejected, not padded with zeros as by openssl."""
    result = des("--key-hex", text, cipher="des")
    refused(result, f"--key-hex: {message}", status=2)
    assert text.encode() not in result.stderr


@pytest.mark.parametrize(
    "text, message",
    [
        ("00112233445566", "14 hexadecimal digits; a block takes 16"),
        ("001122334455667", "an odd number of hexadecimal digits (15); a block takes 16"),
        ("001122334455667788", "18 hexadecimal digits; a block takes 16"),
        ("zz11223344556677", "character 1 is not a hexadecimal digit"),
    ],
)
def test_bad_ivs(des, text, message):
    refused(des("--key-hex", KEY.hex(), "--iv", text, mode="cbc"), f"--iv: {message}", status=2)


IVS = "16 hexadecimal digits, zero or from-file"


@pytest.mark.parametrize(
    "mode, args, message",
    [
        ("cbc", ["--key-hex", KEY.hex()], f"--iv is required with --mode cbc: {IVS}"),
        ("ctr", ["--key-hex", KEY.hex()], f"--iv is required with --mode ctr: {IVS}"),
        ("ecb", ["--key-hex", KEY.hex(), "--iv", IV], "--iv cannot be used with --mode ecb"),
        ("ecb", [], "a key is required: --key-file or --key-hex"),
        ("ecb", ["--key-hex", KEY.hex(), "--key-file", "key"], "--key-file and --key-hex cannot be combined"),
        (
            "ofb",
            ["--key-hex", KEY.hex(), "--iv", IV, "--padding", "pkcs7"],
            "--padding pkcs7: --mode ofb does not use padding",
        ),
    ],
)
def test_contradictions(des, mode, args, message):
    refused(des(*args, mode=mode), message, status=2)


def test_a_kernel_that_is_none_of_des(oldguard, des):
    rows = json.loads(oldguard("kernels", "--json").stdout)
    usable = dict.fromkeys(row["stem"] for row in rows if row["op"].startswith("des") and row["usable"])
    result = des("--key-hex", KEY.hex(), "--kernel", "sha1_c_ref", mode="ecb")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode() == (
        "oldguard des: --kernel sha1_c_ref: no such kernel; those that "
        f"can run here: {', '.join(usable)}\n"
    )


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["encrypt"],
        ["sideways"],
        ["encrypt", "--cipher", "aes", "--mode", "ecb"],
        ["encrypt", "--cipher", "des", "--mode", "gcm"],
        ["encrypt", "--cipher", "des"],
        ["decrypt", "--cipher", "des", "--mode", "ecb", "--key-hex", KEY[:8].hex(), "a", "b", "c"],
        ["decrypt", "--cipher", "des", "--mode", "ecb", "--padding", "zeros"],
    ],
    ids=" ".join,
)
def test_bad_usage(oldguard, workdir, args):
    result = oldguard("des", *args)
    assert result.returncode == 2 and result.stderr.startswith(b"oldguard des")
    assert b"--help' for more information" in result.stderr


def test_padding_none_goes_with_every_mode(des):
    result = des("--key-hex", KEY.hex(), "--iv", IV, "--padding", "none", mode="ofb")
    assert result.returncode == 0 and len(result.stdout) == 9


ODD_PARITY = "0123456789abcdef" "23456789abcdef01" "456789abcdef0123"
WEAK = "0101010101010101"
SEMI_WEAK = "01fe01fe01fe01fe"  # SP 800-67, section 3.3.2
WEAK_BUT_FOR_PARITY = "0000000000000000"


@pytest.mark.parametrize(
    "cipher, key, option, message",
    [
        (
            "des",
            "0023456789abcdef",
            "--check-parity",
            "the key does not have odd parity in every byte (--check-parity)",
        ),
        (
            "des-ede3",
            ODD_PARITY[:46] + "22",
            "--check-parity",
            "key 3 of 3 does not have odd parity in every byte (--check-parity)",
        ),
        ("des", WEAK, "--check-weak", "the key is a weak or semi-weak DES key (--check-weak)"),
        ("des", WEAK_BUT_FOR_PARITY, "--check-weak", "the key is a weak or semi-weak DES key (--check-weak)"),
        ("desx", WEAK + 32 * "0", "--check-weak", "the key is a weak or semi-weak DES key (--check-weak)"),
        (
            "des-ede",
            ODD_PARITY[:16] + SEMI_WEAK,
            "--check-weak",
            "key 2 of 2 is a weak or semi-weak DES key (--check-weak)",
        ),
    ],
)
def test_checked_keys(des, cipher, key, option, message):
    refused(des("--key-hex", key, option, cipher=cipher), f"--key-hex: {message}")
    assert des("--key-hex", key, cipher=cipher).returncode == 0
    Path("key").write_bytes(bytes.fromhex(key))
    refused(des("--key-file", "key", option, cipher=cipher), f"--key-file key: {message}")


@pytest.mark.parametrize("keys", [(0, 0, 1), (1, 0, 0)])
def test_collapsed_triples(des, keys):
    key = "".join(ODD_PARITY[16 * i : 16 * i + 16] for i in keys)
    refused(
        des("--key-hex", key, "--check-weak"),
        "--key-hex: two equal consecutive keys reduce Triple DES to single DES (--check-weak)",
    )
    assert des("--key-hex", key).returncode == 0


def test_good_keys_pass_the_checks(des):
    for cipher, size in SIZES.items():
        key = ODD_PARITY[: 2 * size]
        assert des("--key-hex", key, "--check-parity", "--check-weak", cipher=cipher).returncode == 0
    key = ODD_PARITY[:16] + 32 * "0"  # the inner and the outer key of desx are no keys of DES
    assert des("--key-hex", key, "--check-parity", "--check-weak", cipher="desx").returncode == 0


@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=repr)
def test_a_key_in_base64(oldguard, workdir, end):
    """The message says so, for a text of exactly the bytes of a key."""
    options = ["des", "decrypt", "--cipher", "des", "--mode", "cbc", "--iv", "00" * 8]
    hint = b"this is a key in base64: decode it with base64 -d\n"
    Path("key").write_text("AAECAwQFBgc=" + end, newline="")
    assert oldguard(*options, "--key-file", "key").stderr.endswith(hint)
    assert hint in oldguard(*options, "--key-hex", "AAECAwQFBgc=").stderr
    Path("key").write_text("AAECAwQFBg==" + end, newline="")
    assert b"base64" not in oldguard(*options, "--key-file", "key").stderr


@pytest.mark.parametrize(
    "options, message",
    [
        (["--cipher", "3des"], "3des: write des-ede3, or des-ede for a key of 16 bytes"),
        (["--cipher", "DES3"], "DES3: write des-ede3, or des-ede for a key of 16 bytes"),
        (["--cipher", "TripleDES"], "TripleDES: write des-ede3, or des-ede for a key of 16 bytes"),
        (["--cipher", "des-ede3-cbc"], "des-ede3-cbc: write --cipher des-ede3 --mode cbc"),
        (["--cipher", "DES-EDE3-CFB"], "DES-EDE3-CFB: write --cipher des-ede3 --mode cfb64"),
        (["--cipher", "des-cbc"], "des-cbc: write --cipher des --mode cbc"),
        (["--cipher", "des-ede-ofb"], "des-ede-ofb: write --cipher des-ede --mode ofb"),
        (["--cipher", "desx-cbc"], "desx-cbc: write --cipher desx --mode cbc"),
        (["--cipher", "aes"], "aes not in {des,des-ede,des-ede3,desx}"),
        (["--mode", "cfb"], "cfb: write cfb64"),
        (["--mode", "OFB64"], "OFB64: write ofb"),
        (["--padding", "zeros"], "zeros: write zero"),
        (["--padding", "pkcs5"], "pkcs5: write pkcs7"),
        (["--padding", "ansi-x923"], "ansi-x923: write x923"),
        (["--padding", "ISO10126Padding"], "ISO10126Padding: write iso10126"),
    ],
    ids=lambda value: value[1] if isinstance(value, list) else "",
)
def test_the_nearest_name(oldguard, options, message):
    """Other names for a cipher, a mode or a padding are no names here, and the message has the right one."""
    others = [] if "--cipher" in options else ["--cipher", "des"]
    others += [] if "--mode" in options else ["--mode", "cbc"]
    result = oldguard("des", "decrypt", *others, *options)
    assert result.returncode == 2 and message in result.stderr.decode(), result.stderr


@pytest.mark.parametrize(
    "name, message",
    [
        ("3des-cbc", "3des-cbc: write des-ede3-cbc"),
        ("des3", "des3: write des-ede3-cbc, or another mode"),
        ("des-ede-cfb", "des-ede-cfb: write des-ede-cfb64"),
        ("aes", "aes: write a cipher and a mode, such as des-ede3-cbc"),
    ],
)
def test_the_nearest_cipher_and_mode(oldguard, name, message):
    commands = ["--to-command", "cat", "--verify-command", "cat", "in"]
    result = oldguard("des", "recrypt", "--from", name, *commands)
    assert result.returncode == 2 and f"--from: {message}\n" in result.stderr.decode()
