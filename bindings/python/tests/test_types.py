# SPDX-License-Identifier: MIT
"""The stubs: mypy --strict accepts correct programs alone, and they agree with the module."""

import os
import site
import subprocess
import sys

import oldguard

SITE = os.path.dirname(os.path.dirname(oldguard.__file__))
# mypy finds an installed package by itself, and refuses its folder in MYPYPATH.
INSTALLED = SITE in site.getsitepackages()
ENVIRONMENT = os.environ if INSTALLED else {**os.environ, "MYPYPATH": SITE, "PYTHONPATH": SITE}

RIGHT = """
import pathlib
from typing import Literal

import oldguard
import oldguard.hashlib
from oldguard import des, kdf, sha1dc, torrent
from oldguard.compat import crypto_des3

running: oldguard.Hash = oldguard.sha1(b"a", usedforsecurity=False)
running.update(bytearray(3))
digest: bytes = running.digest()
text: str = oldguard.whirlpool(memoryview(b"")).copy().hexdigest()
one: bytes = oldguard.sha1_many([b"a", (b"head", b"body")], joined=True, threads=2)
several: list[bytes] = oldguard.sha1_many((b"a",), prefix=b"blob")
mixed: list[bytes | sha1dc.Collision] = sha1dc.many([b"a"], errors="return")
found: sha1dc.Collision | None = sha1dc.mitigate.sha1(b"").collision
at: int = found.at if found else 0
again: oldguard.Hash = oldguard.import_state(running.export_state())
try:
    sha1dc.digest(b"")
except sha1dc.Sha1CollisionError as error:
    where: int | None = error.at
cipher: des.Cipher = des.new(bytes(24), "cbc", bytes(8), check=())
cipher.position = cipher.position
size: int = cipher.update_into(b"", bytearray(8))
mode: Literal["ecb", "cbc"] = "cbc"
padded: bytes = des.encrypt(bytes(24), mode, b"a", bytes(8), padding="pkcs7")
padded = des.decrypt(bytes(24), mode, padded, bytes(8), padding="ignore")
named: oldguard.Hash = oldguard.sha1(string=b"a")
sealed: list[bytes] = des.encrypt_many([(bytes(8), None, bytearray(8))], "ecb", check=("weak",))
right: bool = des.verify_mac(bytes(24), b"", des.mac(bytes(24), b""))
keys: list[bytes] = kdf.pbkdf2_hmac_many("sha1", [b"password"], memoryview(b"salt"), 1000, 32)
digests: list[bytes] = oldguard.files([pathlib.Path("a"), b"b"], threads=2, progress=print)
tried: list[bytes | OSError] = oldguard.files(["a"], errors="return")
found_or: list[bytes | sha1dc.Collision | OSError] = oldguard.files(["a"], "sha1dc", errors="return")
pieces: bytes = torrent.pieces(["a"], 1 << 18, 0) + oldguard.sha1_file("a", size=None)
with oldguard.hashlib.install(("sha1",), detect=True) as undo:
    undo()
crypto_des3.new(bytes(16), crypto_des3.MODE_ECB)
"""
WRONG = [
    "oldguard.sha1('text')",
    "oldguard.Hash.missing",
    "x: bytes = oldguard.sha1_many([b''])",
    "oldguard.sha1_many([b''], thread=2)",
    "oldguard.whirlpool_many([(b'', b'')])",
    "sha1dc.many([b''], errors='ignore')",
    "class Sub(oldguard.Hash): ...",
    "class Cipher(des.Cipher): ...",
    "des.encrypt('key', 'ecb', b'')",
    "des.encrypt(b'', 'xts', b'')",
    "des.encrypt(b'', 'ecb', b'', padding='zeros')",
    "des.new(b'', 'ecb', check=('strength',))",
    "des.mac(b'', b'', size='8')",
    "oldguard.files('a', 'md5')",
    "oldguard.files(['a'], progress=5)",
    "torrent.pieces(['a'])",
    "oldguard.sha1_file('a', 5)",
]


def mypy(tmp_path, text):
    program = tmp_path / "program.py"
    program.write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(program)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )


def test_a_correct_program(tmp_path):
    done = mypy(tmp_path, RIGHT)
    assert done.returncode == 0, done.stdout


def test_wrong_programs(tmp_path):
    text = "import oldguard\nfrom oldguard import des, sha1dc, torrent\n" + "\n".join(WRONG)
    lines = mypy(tmp_path, text).stdout.splitlines()
    reported = {int(line.split(":")[1]) for line in lines if ": error:" in line}
    assert reported == set(range(3, 3 + len(WRONG))), lines


def test_the_package_itself(tmp_path):
    command = [
        sys.executable,
        *"-m mypy --strict --cache-dir".split(),
        str(tmp_path / "cache"),
        "-p",
        "oldguard",
    ]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_stubs_agree_with_the_module(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "oldguard", "--mypy-config-file", os.devnull],
        env=ENVIRONMENT,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
