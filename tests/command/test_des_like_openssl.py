# SPDX-License-Identifier: MIT
"""`oldguard des` writes the same bytes as `openssl enc` and decrypts them."""

import hashlib
from pathlib import Path

import pytest

from tools import PATIENCE

KEY = bytes.fromhex("0123456789abcdef23456789abcdef01456789abcdef0123")  # SP 800-67's example
IV = "f0e1d2c3b4a59687"
KEY_SIZES = {"des": 8, "des-ede": 16, "des-ede3": 24, "desx": 24}
ALL_MODES = ["ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb"]
OF_OPENSSL = {"des-ede": ["ecb", "cbc", "cfb64", "ofb"], "desx": ["cbc"]}
SHARED = [(c, m) for c in KEY_SIZES for m in OF_OPENSSL.get(c, ALL_MODES)]
# Sizes around one block, around the buffer of the command, and larger.
SIZES = [0, 1, 7, 8, 9, 15, 16, 63, 64, 4099]
LARGE = [262136, 262143, 262144, 262145, 262152, 524288, 600007]


def openssl_name(cipher, mode):
    if mode == "ecb":
        return "-des-ecb" if cipher == "des" else f"-{cipher}"
    return f"-{cipher}-{'cfb' if mode == 'cfb64' else mode}"


def data(size):
    return hashlib.shake_128(b"oldguard").digest(size)


def iv_of(mode):
    return [] if mode == "ecb" else ["--iv", IV]


def hex_key(cipher):
    return KEY[: KEY_SIZES[cipher]].hex()


def des_words(direction, cipher, mode):
    """Returns the words of `oldguard des` with the key and the initialization vector of these tests."""
    words = f"des {direction} --cipher {cipher} --mode {mode} --key-hex {hex_key(cipher)}".split()
    return [*words, *iv_of(mode)]


@pytest.fixture
def enc(openssl):
    def run(cipher, mode, text, *options):
        iv = [] if mode == "ecb" else ["-iv", IV]
        result = openssl(
            *"enc -provider legacy -provider default".split(),
            openssl_name(cipher, mode),
            "-K",
            hex_key(cipher),
            *iv,
            *options,
            input=text,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


@pytest.fixture
def des(oldguard):
    def run(direction, cipher, mode, text, *options):
        result = oldguard(*des_words(direction, cipher, mode), *options, input=text)
        assert result.returncode == 0, result.stderr
        assert result.stderr == b""
        return result.stdout

    return run


def compare(des, enc, cipher, mode, sizes):
    longest = data(max(sizes))
    stream = enc(cipher, mode, longest) if mode not in ("ecb", "cbc") else None
    for size in sizes:
        text = longest[:size]
        coded = des("encrypt", cipher, mode, text)
        # Without padding, a prefix of the text gives a prefix of the result.
        assert coded == (stream[:size] if stream else enc(cipher, mode, text)), size
        assert coded != text or size == 0
        assert des("decrypt", cipher, mode, coded) == text, size


# Of what the API does under the sanitizers, and of test_without_padding and test_des_files.py.
@pytest.mark.repeats
@pytest.mark.parametrize("cipher, mode", SHARED)
def test_same_bytes(des, enc, cipher, mode):
    compare(des, enc, cipher, mode, SIZES)


@pytest.mark.slow
@pytest.mark.parametrize("cipher, mode", SHARED)
def test_same_bytes_of_large_files(des, enc, cipher, mode):
    compare(des, enc, cipher, mode, LARGE if mode not in ("cfb1", "cfb8") else [262145])


@pytest.mark.parametrize("cipher, mode", [shared for shared in SHARED if shared[1] in ("ecb", "cbc")])
def test_without_padding(des, enc, cipher, mode):
    for size in (0, 8, 262144, 262152):
        text = data(size)
        coded = des("encrypt", cipher, mode, text, "--padding", "none")
        assert coded == enc(cipher, mode, text, "-nopad") and len(coded) == size
        assert des("decrypt", cipher, mode, coded, "--padding", "none") == text


@pytest.mark.parametrize("cipher", KEY_SIZES)
@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_iso7816(des, cipher, mode):
    large = (262143, 262144, 262145) if cipher == "des-ede3" else ()
    for size in (0, 1, 7, 8, 9, *large):
        text = data(size)
        by_hand = text + b"\x80" + bytes(7 - size % 8)
        coded = des("encrypt", cipher, mode, text, "--padding", "iso7816")
        assert coded == des("encrypt", cipher, mode, by_hand, "--padding", "none")
        assert des("decrypt", cipher, mode, coded, "--padding", "iso7816") == text
        trailing = text + b"\x80\x00"  # data that look like padding are kept
        coded = des("encrypt", cipher, mode, trailing, "--padding", "iso7816")
        assert des("decrypt", cipher, mode, coded, "--padding", "iso7816") == trailing


@pytest.mark.parametrize("cipher", ["des-ede"])
@pytest.mark.parametrize("mode", ["cfb1", "cfb8"])
def test_two_keys_are_three(oldguard, des, cipher, mode):
    """Modes that openssl lacks for two keys are compared with three keys, K3 = K1."""
    text = data(5001)
    three = oldguard(
        *"des encrypt --cipher des-ede3 --mode".split(),
        mode,
        "--iv",
        IV,
        "--key-hex",
        (KEY[:16] + KEY[:8]).hex(),
        input=text,
    ).stdout
    assert des("encrypt", cipher, mode, text) == three and len(three) == 5001
    assert des("decrypt", cipher, mode, three) == text


@pytest.mark.parametrize("cipher", KEY_SIZES)
def test_ctr(oldguard, des, cipher):
    """CTR is text xor E(counter), and the counter wraps around at 64 bits (SP 800-38A)."""
    text = data(300001)
    blocks = -(-len(text) // 8)
    for start in (int(IV, 16), (1 << 64) - 2):
        counters = b"".join(((start + i) % (1 << 64)).to_bytes(8, "big") for i in range(blocks))
        stream = des("encrypt", cipher, "ecb", counters, "--padding", "none")
        expected = bytes(a ^ b for a, b in zip(text, stream))
        for direction in ("encrypt", "decrypt"):
            result = oldguard(
                "des",
                direction,
                "--cipher",
                cipher,
                "--mode",
                "ctr",
                "--iv",
                f"{start:016x}",
                "--key-hex",
                hex_key(cipher),
                input=text,
            )
            assert result.stdout == expected and result.returncode == 0


@pytest.mark.repeats
@pytest.mark.parametrize("kernel", ["des_c_ref", "des_c_sp"])
def test_kernels_agree(oldguard, enc, kernel):
    text = data(2001)
    for cipher, mode in SHARED:
        if mode == "cfb1" and kernel == "des_c_ref":
            continue  # eight calls per byte of the slow reference kernel
        result = oldguard(*des_words("encrypt", cipher, mode), "--kernel", kernel, input=text)
        assert result.stdout == enc(cipher, mode, text)


@pytest.mark.masks
def test_files_and_pipes(oldguard, enc, workdir):
    """File names, "-", and a pipe with small writes give the same bytes."""
    text = data(300001)
    Path("in").write_bytes(text)
    options = ["--cipher", "des-ede3", "--mode", "cbc", "--key-hex", KEY.hex(), "--iv", IV]
    expected = enc("des-ede3", "cbc", text)
    assert oldguard("des", "encrypt", *options, "in", "out").returncode == 0
    assert Path("out").read_bytes() == expected
    assert oldguard("des", "encrypt", *options, "in").stdout == expected
    assert oldguard("des", "encrypt", *options, "in", "-").stdout == expected
    assert oldguard("des", "encrypt", *options, "-", "out2", input=text).returncode == 0
    assert Path("out2").read_bytes() == expected
    process = oldguard.start("des", "encrypt", *options, stdin=-1, stdout=open("out3", "wb"))
    for at in range(0, len(text), 1001):
        process.stdin.write(text[at : at + 1001])
        process.stdin.flush()
    process.stdin.close()
    assert process.wait(timeout=PATIENCE) == 0
    assert Path("out3").read_bytes() == expected
