# SPDX-License-Identifier: MIT
"""`oldguard sum` on files that are halves of published SHA-1 collisions."""

import hashlib
import json
import os
import random
import subprocess
from pathlib import Path

import pytest

VECTORS = Path(__file__).parents[1] / "vectors" / "sha1_collisions.rsp"


def colliding():
    """Returns {name: bytes} of the published messages, except the one with fewer rounds."""
    messages, name = {}, None
    for line in VECTORS.read_text(encoding="ascii").splitlines():
        key, _, value = line.partition(" = ")
        if key == "Name":
            name = value
        elif key == "Msg" and name != "REDUCED":
            messages[name] = bytes.fromhex(value)
    assert len(messages) == 4
    return messages


@pytest.fixture
def files(workdir):
    """Writes attacks and harmless files, small and large. Returns [(name, is an attack)]."""
    chance = random.Random(1)
    made = []
    for number, message in enumerate(colliding().values()):
        for name, data in (
            (f"attack{number}", message),
            (f"long{number}", message + chance.randbytes(700000)),
        ):
            Path(name).write_bytes(data)
            made.append((name, True))
    for number in range(20):
        Path(f"plain{number}").write_bytes(chance.randbytes(chance.randrange(3000)))
        made.append((f"plain{number}", False))
    chance.shuffle(made)
    return made


def complaint(name):
    return f"oldguard sum: possible collision attack in {name}\n".encode()


def sha1(name):
    return hashlib.sha1(Path(name).read_bytes()).hexdigest()


@pytest.mark.masks
def test_sums_are_printed_and_attacks_told(oldguard, files):
    for options in ([], ["-a", "sha1"], ["--progress"]):
        ran = oldguard("sum", *options, *[name for name, _ in files])
        assert ran.stdout.decode().splitlines() == [f"{sha1(name)}  {name}" for name, _ in files]
        told = [line for line in ran.stderr.splitlines(True) if b"attack in" in line]
        assert told == [complaint(name) for name, attack in files if attack]
        assert ran.returncode == 1


def test_each_message_follows_its_line(oldguard, files):
    ran = oldguard("sum", *[name for name, _ in files], stderr=subprocess.STDOUT)
    lines = b"".join(
        f"{sha1(name)}  {name}\n".encode() + (complaint(name) if attack else b"") for name, attack in files
    )
    assert ran.stdout == lines


def test_no_detect(oldguard, files):
    ran = oldguard("sum", "--no-detect", *[name for name, _ in files])
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert len(ran.stdout.splitlines()) == len(files)


def test_check(oldguard, files):
    names = [name for name, _ in files]
    Path("list").write_bytes(oldguard("sum", "--no-detect", *names).stdout)
    ran = oldguard("sum", "-c", "list")
    assert ran.returncode == 1 and ran.stdout.count(b": OK\n") == len(files)
    assert ran.stderr.count(b"possible collision attack in ") == 8
    assert oldguard("sum", "-c", "--status", "list").returncode == 1
    assert oldguard("sum", "-c", "--no-detect", "list").returncode == 0
    harmless = b"".join(f"{sha1(name)}  {name}\n".encode() for name, attack in files if not attack)
    assert oldguard("sum", "-c", input=harmless).returncode == 0


def test_standard_input(oldguard, files):
    message = colliding()["SHAmbles 2"]
    ran = oldguard("sum", input=message)
    assert (ran.returncode, ran.stderr) == (1, complaint("-"))
    assert ran.stdout.split()[0].decode() == hashlib.sha1(message).hexdigest()


def test_whirlpool_has_no_such_attacks(oldguard, files):
    ran = oldguard("sum", "-a", "whirlpool", *[name for name, _ in files])
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.masks
def test_kernels(oldguard, files):
    names = [name for name, _ in files]
    for stem in ("sha1dc_c_ref", "sha1dc_c_fast"):
        assert oldguard("sum", "--kernel", stem, *names).returncode == 1
    assert oldguard("sum", "--kernel", "sha1_c_fast", *names).returncode == 0


@pytest.mark.masks
def test_kernels_of_many_messages(oldguard, files):
    names = [name for name, _ in files]
    listed = json.loads(oldguard("kernels", "--json").stdout)
    stems = [k["stem"] for k in listed if k["op"] == "sha1dc.lanes" and k["usable"]]
    if not stems:
        pytest.skip("no kernel of sha1dc.lanes can run here")
    for stem in stems:
        ran = oldguard("sum", "--kernel", stem, *names)
        assert ran.returncode == 1
        assert ran.stderr == oldguard("sum", *names).stderr


def test_strange_names(oldguard, workdir):
    os.mkdir("a dir")
    Path("a dir/one\ntwo").write_bytes(colliding()["SHAttered 1"])
    ran = oldguard("sum", "a dir/one\ntwo")
    assert ran.returncode == 1
    assert ran.stderr == b"oldguard sum: possible collision attack in 'a dir/one'$'\\n''two'\n"
