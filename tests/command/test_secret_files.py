# SPDX-License-Identifier: MIT
"""An output that is the file of a key, password or salt is rejected, and nothing is changed."""

import os
from pathlib import Path

import pytest

IV = "0011223344556677"
DES = ["--cipher", "des-ede3", "--mode", "ofb", "--iv", IV, "--key-file", "old.key"]
RECRYPT = [
    *"des recrypt --from des-ede3-ofb --iv".split(),
    IV,
    *"--key-file old.key --to-command cat --verify-command cat".split(),
]
PBKDF2 = "pbkdf2 --hash sha1 --iterations 1 --length 20 --salt-file salt --password-file password".split()
NAMES = {"itself": "{}", "another path": "./{}", "hard link": "{}.hard", "symbolic link": "{}.soft"}


@pytest.fixture
def files(workdir):
    """Creates the secrets, each with two links. Returns a check that nothing has changed."""
    for name, size in (("old.key", 24), ("salt", 8), ("password", 5), ("data", 99)):
        Path(name).write_bytes(bytes(range(size)))
        os.link(name, name + ".hard")
        os.symlink(name, name + ".soft")

    def state():
        return {name: (os.lstat(name).st_ino, Path(name).read_bytes()) for name in os.listdir()}

    before = state()
    return lambda: state() == before


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize(
    "args, option, secret",
    [
        (["des", "encrypt", *DES, "data"], "--key-file", "old.key"),
        (["des", "decrypt", *DES, "old.key"], "--key-file", "old.key"),
        ([*RECRYPT, "--remove", "data"], "--key-file", "old.key"),
        ([*PBKDF2, "-o"], "--password-file", "password"),
        ([*PBKDF2, "--raw", "-o"], "--salt-file", "salt"),
    ],
    ids=["encrypt", "decrypt", "recrypt", "password", "salt"],
)
def test_output_is_a_secret(oldguard, files, args, option, secret, name):
    output = name.format(secret)
    result = oldguard(*args, output)
    assert (result.returncode, result.stdout) == (2, b"")
    command = " ".join(args[:2] if args[0] == "des" else args[:1])
    assert result.stderr.decode().splitlines() == [
        f"oldguard {command}: {output} is the file of {option}; nothing was written",
        f"Try 'oldguard {command} --help' for more information.",
    ]
    assert files()


def test_new_file_of_recrypt_is_a_key(oldguard, files):
    """FILE.new is also an output."""
    os.rename("old.key.hard", "data.new")
    result = oldguard(*RECRYPT, "data")
    assert result.returncode == 2 and Path("data.new").read_bytes() == bytes(range(24))
    assert b": data.new is the file of --key-file; nothing" in result.stderr


@pytest.mark.parametrize(
    "args, option, secret",
    [
        (["des", "encrypt", *DES, "data"], "--key-file", "old.key"),
        (["crypt", "--salt", "ab", "--password-file", "password"], "--password-file", "password"),
        (["crypt", "--lines", "--password-file", "password"], "--password-file", "password"),
        (PBKDF2, "--salt-file", "salt"),
    ],
    ids=["encrypt", "crypt", "crypt lines", "pbkdf2"],
)
def test_standard_output_is_a_secret(oldguard, files, args, option, secret):
    """Standard output is appended with >>, because a shell truncates the file for >."""
    with open(secret, "ab") as appended:
        result = oldguard(*args, stdout=appended)
    assert result.returncode == 2 and files()
    assert f": standard output is the file of {option}; nothing" in result.stderr.decode()


def test_what_is_no_loss_is_done(oldguard, files):
    """A copy of a key may be replaced, IN and OUT may be the same file, and a device may be both."""
    Path("copy").write_bytes(Path("old.key").read_bytes())
    assert oldguard("des", "encrypt", *DES, "data", "copy").returncode == 0
    assert oldguard("des", "decrypt", *DES, "copy", "copy").returncode == 0
    assert Path("copy").read_bytes() == bytes(range(99))
    assert oldguard(*PBKDF2, "-o", "copy").returncode == 0
    result = oldguard("des", "encrypt", *DES[:-1], "/dev/null", "data", "/dev/null")
    assert result.returncode == 1 and b"--key-file /dev/null: 0 bytes" in result.stderr
