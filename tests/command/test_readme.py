# SPDX-License-Identifier: MIT
"""Runs the examples of README.md in their order."""

import hashlib
import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

from tools import BASE_ENV, PATIENCE, needed

ROOT = Path(__file__).parents[2]
# Arguments appended to lines that would take minutes.
SHORTER = {"oldguard check": "--quick sha1_c_ref"}
PASSWORD = b"correct horse"


def block(section):
    """Returns the first fenced block of a section of README.md."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.search(rf"^## {section}\n.*?^```\w*\n(.*?)^```$", text, re.M | re.S)[1]


def commands():
    """Returns the command lines without comments, with continued lines joined."""
    lines = block("On the command line").replace("\\\n", " ").splitlines()
    return [re.sub(r"\s+#.*", "", line) for line in lines]


@pytest.fixture(scope="module")
def ran(oldguard, tmp_path_factory):
    """Runs the lines in a new folder. Returns the folder and the standard output of each line."""
    folder = tmp_path_factory.mktemp("reader")
    programs = tmp_path_factory.mktemp("programs")
    os.symlink(oldguard.command[0], programs / "oldguard")
    for name, size in (("a.iso", 100000), ("b.iso", 1), ("volume.img", 5000), ("log", 300001)):
        (folder / name).write_bytes(hashlib.shake_128(name.encode()).digest(size))
    (folder / "photos").mkdir()
    (folder / "photos/a.jpg").write_bytes(b"ab")
    env = {**BASE_ENV, "PATH": f"{programs}:{BASE_ENV['PATH']}"}
    printed = {}
    for line in commands():
        result = subprocess.run(
            ["sh", "-c", f"{line} {SHORTER.get(line, '')}"],
            cwd=folder,
            env=env,
            input=PASSWORD + b"\n",
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        said = b"oldguard audit: 1 ok (2 bytes)\n" if line.startswith("oldguard audit") else b""
        assert (result.returncode, result.stderr) == (0, said), line
        printed[line] = result.stdout.decode()
    return folder, printed


def printed_by(ran, start):
    """Returns the output of the only line that starts with `start`."""
    (output,) = [text for line, text in ran[1].items() if line.startswith(start)]
    return output


def test_it_is_short():
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n") <= 110


def test_lines_that_are_not_run_as_printed_are_there():
    assert {*SHORTER} <= set(commands())


def test_sums(ran):
    folder = ran[0]
    wanted = "".join(
        f"{hashlib.sha1((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in ("a.iso", "b.iso")
    )
    assert (folder / "SHA1SUMS").read_text() == wanted
    assert printed_by(ran, "oldguard sum *.iso") == "a.iso: OK\nb.iso: OK\n"
    assert re.fullmatch(
        r"WHIRLPOOL \(volume\.img\) = [0-9a-f]{128}\n", printed_by(ran, "oldguard sum -a whirlpool")
    )


def test_files_come_back(ran):
    folder = ran[0]
    log = (folder / "log").read_bytes()
    assert (folder / "log.enc").read_bytes()[: len(log)] != log
    assert (folder / "log2").read_bytes() == log == (folder / "log.new").read_bytes()
    assert printed_by(ran, "oldguard des recrypt") == "log.enc: moved, verified\n"


def test_keys_are_for_their_owner(ran):
    assert (ran[0] / "old.key").stat().st_size == 24
    for name in ("old.key", "new.key"):
        assert stat.S_IMODE((ran[0] / name).stat().st_mode) == 0o600


def test_passwords(ran):
    salt = (ran[0] / "salt.bin").read_bytes()
    assert (
        printed_by(ran, "oldguard pbkdf2").strip()
        == hashlib.pbkdf2_hmac("sha1", PASSWORD, salt, 4096, 32).hex()
    )
    assert re.fullmatch(r"ab[./0-9A-Za-z]{11}\n", printed_by(ran, "oldguard crypt"))


def test_kernels(ran):
    assert " from 0 B " in printed_by(ran, "oldguard explain")
    assert printed_by(ran, "oldguard check").endswith("1 ok, 0 failed, 0 skipped\n")


def test_c_example(oldguard, workdir):
    """The example compiles without warnings and prints the digest of hashlib."""
    Path("example.c").write_text(block("In C"), encoding="utf-8")
    library = Path(oldguard.command[0]).parent
    built = needed(os.environ.get("CC", "cc"))(
        *"-std=c99 -Wall -Wextra -pedantic -Werror".split(),
        *os.environ.get("CFLAGS", "").split(),
        f"-I{ROOT / 'include'}",
        "example.c",
        "-o",
        "example",
        f"-L{library}",
        f"-Wl,-rpath,{library}",
        "-loldguard",
    )
    assert built.returncode == 0, built.stderr
    ran = subprocess.run(["./example"], capture_output=True, timeout=PATIENCE, check=False)
    wanted = hashlib.sha1(b"what a stranger sent").hexdigest() + "\n"
    assert (ran.returncode, ran.stdout.decode()) == (0, wanted)
