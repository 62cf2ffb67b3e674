# SPDX-License-Identifier: MIT
"""`oldguard des --sector-iv`: the sectors of plain disk images, beside `openssl enc` for each sector."""

import hashlib
import struct
from pathlib import Path

import pytest

from tools import slow

KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"
CIPHERS = {"des": ("des-cbc", 16), "des-ede": ("des-ede-cbc", 32), "des-ede3": ("des-ede3-cbc", 48)}
CHUNK = 1 << 18


def data(size):
    return hashlib.shake_128(b"disk").digest(size)


@pytest.fixture
def des(oldguard, workdir):
    def run(direction, *options, text, cipher="des-ede3", iv="plain64"):
        named = [
            "--cipher",
            cipher,
            "--mode",
            "cbc",
            "--key-hex",
            KEY[: CIPHERS[cipher][1]],
            "--sector-iv",
            iv,
        ]
        return oldguard("des", direction, *named, *options, input=text)

    return run


def opened(result):
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout


@pytest.fixture
def by_openssl(openssl):
    def run(text, cipher, iv, size=512, first=0):
        """Returns the image, each sector of which is encrypted alone."""
        name, digits = CIPHERS[cipher]
        coded = b""
        for at in range(0, len(text), size):
            number = first + at // 512
            words = struct.pack("<Q", number if iv == "plain64" else number & 0xFFFFFFFF).hex()
            options = [*"-provider legacy -provider default -nopad -K".split(), KEY[:digits], "-iv", words]
            coded += openssl("enc", f"-{name}", *options, input=text[at : at + size]).stdout
        return coded

    return run


@pytest.mark.parametrize("cipher", CIPHERS)
@pytest.mark.parametrize("iv", ["plain", "plain64"])
@pytest.mark.parametrize("size", [512, slow(4096)])
@pytest.mark.parametrize("first", [0, 0xFFFFFFFC])
def test_sectors(des, by_openssl, cipher, iv, size, first):
    """Also where the number of a sector passes 32 bits."""
    text = data(5 * size)
    wanted = by_openssl(text, cipher, iv, size, first)
    options = ["--sector-size", str(size), "--first-sector", str(first)]
    assert len(wanted) == len(text)
    assert opened(des("encrypt", *options, text=text, cipher=cipher, iv=iv)) == wanted
    assert opened(des("decrypt", *options, text=wanted, cipher=cipher, iv=iv)) == text


@pytest.mark.parametrize("threads", ["1", "3"])
@pytest.mark.parametrize("size", [0, 512, CHUNK - 512, CHUNK, CHUNK + 512, 3 * CHUNK + 1024])
def test_chunks(des, size, threads):
    """Sectors keep their numbers beyond a chunk, so the end of an image is that of a shorter one."""
    text = data(size)
    coded = opened(des("encrypt", "--jobs", threads, text=text))
    assert len(coded) == size and opened(des("decrypt", "--jobs", threads, text=coded)) == text
    tail = opened(des("encrypt", "--first-sector", str(max(size // 512 - 1, 0)), text=text[-512:]))
    assert coded.endswith(tail)


@pytest.mark.parametrize("direction", ["encrypt", "decrypt"])
def test_a_part_of_a_sector(des, direction):
    for size in (8, 520, CHUNK + 8):
        result = des(direction, "-", "out", text=data(size))
        wanted = f"oldguard des: standard input: {size} bytes is not a multiple of the sector size 512\n"
        assert (result.returncode, result.stderr.decode()) == (1, wanted) and not Path("out").exists()


USAGE = {
    "--iv zero": "--sector-iv cannot be combined with --format, --iv and --padding",
    "--padding pkcs7": "--sector-iv cannot be combined with --format, --iv and --padding",
    "--sector-size 8192": "--sector-size: must be 512, 1024, 2048 or 4096",
    "--sector-size 1000": "--sector-size: must be 512, 1024, 2048 or 4096",
}


@pytest.mark.parametrize("options", USAGE)
def test_usage(des, options):
    result = des("decrypt", *options.split(), text=b"")
    assert result.returncode == 2 and result.stderr.decode().startswith(
        f"oldguard des decrypt: {USAGE[options]}\n"
    )


def test_other_ciphers(oldguard):
    options = ["--key-hex", KEY, "--sector-iv", "plain"]
    for cipher, mode in (("desx", "cbc"), ("des-ede3", "ctr")):
        result = oldguard("des", "decrypt", "--cipher", cipher, "--mode", mode, *options)
        assert result.returncode == 2 and b"is no cipher of disk images here" in result.stderr
    result = oldguard(
        "des", "decrypt", "--cipher", "des-ede3", "--mode", "ecb", "--key-hex", KEY, "--first-sector", "1"
    )
    assert b"--sector-size and --first-sector need --sector-iv" in result.stderr


def test_essiv_does_not_exist(des):
    result = des("decrypt", text=b"", iv="essiv:sha256")
    wanted = "dm-crypt has no essiv for des3_ede and des but with a digest of 24 or 8 bytes: sha256 has 32"
    assert result.returncode == 2 and wanted in result.stderr.decode().splitlines()[0]
