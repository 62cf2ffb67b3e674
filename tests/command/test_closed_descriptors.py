# SPDX-License-Identifier: MIT
"""A file never gets the descriptor of a standard stream that the caller closed."""

import ctypes
import itertools
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import Tool, needed

ABC_SHA1 = b"a9993e364706816aba3e25717850c26c9cd0d89d"
ENCRYPT = ["des", "encrypt", "--cipher", "des", "--mode", "ecb", "--key-hex", "3031323334353637"]
CLONE_NEWUSER = 0x10000000


@pytest.fixture
def abc(workdir):
    Path("abc").write_bytes(b"abc")
    return workdir


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_one(oldguard, abc, closed):
    arguments = ["abc"] if closed else ["abc", "-"]
    result = oldguard("sum", *arguments, preexec_fn=lambda: os.close(closed))
    if closed == 0:
        assert result.stdout == ABC_SHA1 + b"  abc\n"
        assert result.stderr == b"oldguard sum: -: Bad file descriptor\n"
    if closed == 1:
        assert result.stderr == b"oldguard sum: write error: Bad file descriptor\n"
    assert result.returncode == (0 if closed == 2 else 1)
    assert Path("abc").read_bytes() == b"abc"


@pytest.fixture
def empty_root(oldguard, workdir):
    """Copies the command and its libraries into a directory without /dev. Returns a function that makes it
    the root of a child."""
    if "sanitize" in os.environ.get("CFLAGS", ""):
        pytest.skip("the sanitizers need /proc")
    command = oldguard.command[0]
    libraries = re.findall(r"(/.+) \(0x", needed("ldd")(command).stdout.decode())
    for file in [command, *libraries]:
        target = workdir / file.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)

    def enter():
        if os.geteuid() != 0 and ctypes.CDLL(None).unshare(CLONE_NEWUSER) != 0:
            raise OSError("no user namespace")
        os.chroot(workdir)
        os.chdir("/")

    try:
        assert Tool(command)("--version", preexec_fn=enter).returncode == 0
    except subprocess.SubprocessError:
        pytest.skip("neither root nor a user namespace: nothing can be run in another root")
    return enter


def test_all_without_dev_null(oldguard, abc, empty_root):
    """For each set of closed descriptors, neither data nor messages are written to another file."""
    wanted = oldguard(*ENCRYPT, input=b"abc").stdout
    for closed in itertools.chain.from_iterable(
        itertools.combinations(range(3), count) for count in range(4)
    ):

        def close(closed=closed):
            empty_root()
            for fd in closed:
                os.close(fd)

        result = oldguard(*ENCRYPT, "--progress", "abc", "out", preexec_fn=close)
        assert result.returncode == 0 and Path("out").read_bytes() == wanted
        assert result.stderr == b"" if 2 in closed else b"abc: 0 of 0 MiB" in result.stderr
        Path("out").unlink()
        result = oldguard("sum", "abc", "missing", preexec_fn=close)
        assert result.returncode == 1
        assert result.stdout == (b"" if 1 in closed else ABC_SHA1 + b"  abc\n")
        assert Path("abc").read_bytes() == b"abc" and not Path("dev").exists()
