# SPDX-License-Identifier: MIT
"""The package and the command do the same with random data, keys and options."""

import os
import random
import subprocess

import oldguard
import pytest
from oldguard import des, kdf

COMMAND = os.environ["OLDGUARD"]
CIPHERS = {8: "des", 16: "des-ede", 24: "des-ede3"}
MODES = ["ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb", "ctr"]
PADDINGS = ["none", "pkcs7", "iso7816", "x923", "zero"]


def command(*words, data=b""):
    """Returns what the command writes, or None if it refuses."""
    done = subprocess.run([COMMAND, *words], input=data, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout if done.returncode == 0 else None


def package(call, *arguments, **options):
    """Returns the result of a call, or None if it refuses."""
    try:
        return call(*arguments, **options)
    except ValueError:
        return None


@pytest.mark.parametrize("seed", range(60))
def test_des(seed):
    draw = random.Random(seed)
    mode = draw.choice(MODES)
    key = draw.randbytes(draw.choice([*CIPHERS]))
    iv = None if mode == "ecb" else draw.randbytes(8)
    padding = draw.choice(PADDINGS) if mode in ("ecb", "cbc") else "none"
    words = ["--cipher", CIPHERS[len(key)], "--mode", mode, "--key-hex", key.hex()]
    words += ["--iv", iv.hex()] if iv else []
    words += ["--padding", padding] if mode in ("ecb", "cbc") else []
    data = draw.randbytes(draw.choice([0, 1, 7, 8, 9, 16, 100, 1000, 300000]))
    ours = package(des.encrypt, key, mode, data, iv, padding=padding)
    assert ours == command("des", "encrypt", *words, data=data)
    if ours is None:
        return
    if draw.random() < 0.5 and ours:  # damaged, often in the padding
        at = draw.choice([len(ours) - 1, draw.randrange(len(ours))])
        ours = ours[:at] + bytes([ours[at] ^ draw.randrange(1, 256)]) + ours[at + 1 :]
    assert package(des.decrypt, key, mode, ours, iv, padding=padding) == command(
        "des", "decrypt", *words, data=ours
    )


@pytest.mark.parametrize("seed", range(10))
def test_hashes_and_derivations(seed, tmp_path):
    draw = random.Random(seed)
    (tmp_path / "data").write_bytes(draw.randbytes(draw.randrange(200000)))
    (tmp_path / "password").write_bytes(draw.randbytes(20).replace(b"\n", b"") + b"\n")
    password = (tmp_path / "password").read_bytes()[:-1]
    for name, of_file in (("sha1", oldguard.sha1_file), ("whirlpool", oldguard.whirlpool_file)):
        line = command("sum", "-a", name, str(tmp_path / "data"))
        assert line.split()[0].decode() == of_file(tmp_path / "data").hex()
        salt, rounds, size = draw.randbytes(8), draw.randrange(1, 50), draw.randrange(1, 100)
        words = f"pbkdf2 --hash {name} --iterations {rounds} --length {size} --salt-hex {salt.hex()}".split()
        derived = command(*words, "--password-file", str(tmp_path / "password"))
        assert derived.strip().decode() == kdf.pbkdf2_hmac(name, password, salt, rounds, size).hex()
