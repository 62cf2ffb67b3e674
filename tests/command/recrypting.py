# SPDX-License-Identifier: MIT
"""What the tests of `oldguard des recrypt` share: its options, files to move, and what a failure looks like."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from tools import PATIENCE

DES_KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"
IV = "0011223344556677"
FROM = ["--from", "des-ede3-cbc", "--key-hex", DES_KEY, "--iv", IV]
AES = f"openssl enc -aes-256-ctr -K {'0f' * 32} -iv {'01' * 16}"
CHUNK = 1 << 18


def to(command=AES, verify=None, suffix=".aes"):
    """Returns the options that name the commands."""
    return ["--to-command", command, "--verify-command", verify or f"{AES} -d", "--suffix", suffix]


TO = to()
# The files are padded, and their keys are right.
REMOVE = ["--remove", "--trust-padding"]


def data(size):
    return hashlib.shake_128(b"to be moved").digest(size)


@pytest.fixture
def old(oldguard, workdir):
    """Returns a function that encrypts a file with Triple DES."""

    def make(name, size, mode="cbc"):
        iv = ["--iv", IV] if mode != "ecb" else []
        coded = oldguard(
            *"des encrypt --cipher des-ede3 --mode".split(), mode, "--key-hex", DES_KEY, *iv, input=data(size)
        ).stdout
        Path(name).write_bytes(coded)
        return coded

    return make


@pytest.fixture
def recrypt(oldguard):
    return lambda *args, **options: oldguard("des", "recrypt", *FROM, *args, **options)


def opened(name):
    """Decrypts a new file without the command under test."""
    result = subprocess.run(
        ["sh", "-c", f"{AES} -d"],
        stdin=open(name, "rb"),
        check=True,
        stdout=subprocess.PIPE,
        timeout=PATIENCE,
    )
    return result.stdout


def failed(result, message):
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode() == f"oldguard des: {message}\n"


def digests_of(*datas, algorithm="sha1"):
    """Returns the lines of sha1sum for data under other names than the files have."""
    names = [f"elsewhere/{number}" for number in range(len(datas))]
    return "".join(
        f"{hashlib.new(algorithm, each).hexdigest()}  {name}\n" for each, name in zip(datas, names)
    )
