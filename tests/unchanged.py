# SPDX-License-Identifier: MIT
"""Runs a test unless it passed before on the same files.

    unchanged.py PATH... -- COMMAND...

PATH is a file or a folder that the test reads, relative to the root: a program that the build makes stands for
its sources. A digest of all that the last passed run of the command depended on is kept where builds keep what they
have computed (asm/asmgen/shared_cache.py): the paths, the installed packages, the user and the CPU. If it is the
same, a line says so and the status is 125, which ctest shows as a skipped test. OLDGUARD_CACHE= runs every test."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import turns
import where

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "asm"))
from asmgen import shared_cache  # noqa: E402 (the path has to be set first)

SKIPPED = 125
CPU = ("flags", "features", "model", "cpu family")
VARIABLES = ("OLDGUARD", "PATH", "PYTHON", "LD", "CC", "CFLAGS", "CXX", "LC_ALL", "GO", "CARGO", "RUST")
OTHER_PROGRAMS = {"go": "version", "cargo": "--version", "cbmc": "--version"}  # of no package


def tree(paths):
    """Yields the files of these paths in order, without Python's caches."""
    for path in paths:
        top = ROOT / path
        assert top.exists(), f"{path} does not exist"
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file() and "__pycache__" not in file.parts:
                yield file


def machine():
    """Yields what a result depends on outside of the tree: packages, Python's packages, the user and the CPU."""
    status = Path("/var/lib/dpkg/status")
    yield hashlib.sha256(status.read_bytes()).hexdigest() if status.exists() else "no dpkg"
    yield from sorted(path.name for path in Path(sys.prefix).glob("lib/python*/site-packages/*.dist-info"))
    for name, word in OTHER_PROGRAMS.items():
        path = where.program(name)
        if path:
            yield f"{path} {subprocess.run([path, word], capture_output=True, text=True, check=False).stdout}"
    yield f"{sys.version} user {os.geteuid()}"
    yield from (f"{name}={os.environ[name]}" for name in sorted(os.environ) if name.startswith(VARIABLES))
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            yield from sorted({line for line in lines if line.lower().startswith(CPU)})


def digest(paths, command):
    """Returns the digest of all that the test depends on."""
    made = hashlib.sha256(repr((command, list(machine()))).encode())
    for file in tree(paths):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        made.update(f"{os.path.relpath(file, ROOT)}\0{file.stat().st_mode}\0{content}\n".encode())
    return made.hexdigest()


def main():
    end = sys.argv.index("--")
    paths, command = sys.argv[1:end], sys.argv[end + 1 :]
    number = turns.commit() if os.environ.get("OLDGUARD_TURNS") else None
    turn = None if number is None else number % turns.LONG
    name = hashlib.sha256(repr((str(ROOT), command, turn)).encode()).hexdigest()
    now = digest(paths, command)
    if shared_cache.get("passed", name) == now.encode():
        print("unchanged since it passed: " + " ".join(paths))
        return SKIPPED
    shared_cache.put("passed", name)
    status = subprocess.run(command, check=False).returncode
    if status == 0 and digest(paths, command) == now:
        shared_cache.put("passed", name, now.encode())
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
