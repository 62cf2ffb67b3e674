# SPDX-License-Identifier: MIT
"""Files are read to their end even if the file system reports another size."""

import hashlib
import os
import random
from pathlib import Path

import pytest

from tools import needed

# Sizes around the room for small files, one buffer, and a whole batch.
SIZES = [
    0,
    1,
    5,
    64,
    4095,
    4096,
    4097,
    5000,
    8192,
    20000,
    65536,
    100000,
    258048,
    262143,
    262144,
    262145,
    266240,
    300000,
    1 << 20,
    (4 << 18) + 1,
    5 << 18,
    1,
    4097,
    100,
]
DES = ["--cipher", "des", "--mode", "ctr", "--iv", "0" * 16, "--key-hex", "0123456789abcdef"]


@pytest.fixture
def files(workdir):
    chance = random.Random(1)
    contents = {f"file{i}": chance.randbytes(size) for i, size in enumerate(SIZES)}
    for name, content in contents.items():
        Path(name).write_bytes(content)
    return contents


@pytest.fixture(scope="module")
def wrong_size(tmp_path_factory):
    """Returns a function that returns an environment in which fstat(2) reports a wrong size: a number, or the
    right size before the file grows by four bytes."""
    library = tmp_path_factory.mktemp("preload") / "wrong_size.so"
    source = Path(__file__).with_name("wrong_size.c")
    built = needed(os.environ.get("CC", "cc"))("-shared", "-fPIC", "-o", library, source, "-ldl")
    assert built.returncode == 0, built.stderr

    def environment(size=None):
        asan = os.environ.get("ASAN_OPTIONS", "")
        env = {"LD_PRELOAD": os.fspath(library), "ASAN_OPTIONS": f"{asan}:verify_asan_link_order=0"}
        return env if size is None else {**env, "FILE_SIZE": str(size)}

    return environment


def sums(contents):
    return "".join(
        f"{hashlib.sha1(content).hexdigest()}  {name}\n" for name, content in contents.items()
    ).encode()


@pytest.mark.parametrize("size", [0, 64, 4096, 262144, 1 << 40])
def test_sums_of_files_of_another_size(oldguard, files, wrong_size, size):
    """Files are hashed side by side, and one by one with --progress."""
    for options in ([], ["--progress"]):
        result = oldguard("sum", *options, *files, env=wrong_size(size))
        assert (result.returncode, result.stdout) == (0, sums(files))
    Path("list").write_bytes(sums(files))
    assert oldguard("sum", "-c", "list", env=wrong_size(size)).returncode == 0


def test_sums_of_files_that_grow(oldguard, files, wrong_size):
    grown = {name: content + b"more" if content else b"" for name, content in files.items()}
    result = oldguard("sum", *files, env=wrong_size())
    assert result.returncode == 0
    now = {name: Path(name).read_bytes() for name in files}
    assert now == grown and result.stdout == sums(grown)


@pytest.mark.parametrize("size", [0, 4096, 1 << 40])
def test_des_of_a_file_of_another_size(oldguard, files, wrong_size, size):
    for name in list(files)[::4]:
        result = oldguard("des", "encrypt", *DES, name, env=wrong_size(size))
        assert result.returncode == 0
        assert result.stdout == oldguard("des", "encrypt", *DES, input=files[name]).stdout


@pytest.mark.parametrize("size", [0, 5, 1 << 40])
def test_secrets_in_files_of_another_size(oldguard, workdir, wrong_size, size):
    Path("key").write_bytes(b"0123456789abcdef\n")
    key = [*DES[:-2], "--key-file", "key"]
    assert oldguard("des", "encrypt", *key, input=b"data", env=wrong_size(size)).stdout == (
        oldguard("des", "encrypt", *DES, input=b"data").stdout
    )
    Path("secret").write_bytes(b"s" * 5000)
    pbkdf2 = [
        *"pbkdf2 --hash sha1 --iterations 1 --length 20 --salt-file secret --password-file secret".split()
    ]
    wanted = hashlib.pbkdf2_hmac("sha1", b"s" * 5000, b"s" * 5000, 1, 20).hex()
    assert oldguard(*pbkdf2, env=wrong_size(size)).stdout.decode() == wanted + "\n"
