# SPDX-License-Identifier: MIT
"""Runs a test unless it passed before on the same files.

    unchanged.py STAMP PATH... -- COMMAND...

PATH is a file or a folder that the test reads, relative to the root: a program that the build makes stands for
its sources. STAMP is a file for the digest of what the last passed run depended on: the paths, the command, the
installed packages and the CPU. If the digest is
the same, a line says so and the status is 125, which ctest shows as a skipped test. A new build folder has no
stamps, so the first run there runs every test."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 125
CPU = ("flags", "features", "model", "cpu family")


def tree(paths):
    """Yields the files of these paths in order, without Python's caches."""
    for path in paths:
        top = ROOT / path
        assert top.exists(), f"{path} does not exist"
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file() and "__pycache__" not in file.parts:
                yield file


def machine():
    """Yields what a result depends on outside of the tree: the packages, Python's packages and the CPU."""
    for path in (
        Path("/var/lib/dpkg/status"),
        *sorted(Path(sys.prefix).glob("lib/python*/site-packages/*.dist-info")),
    ):
        if path.exists():
            yield f"{path} {path.stat().st_mtime_ns}"
    yield sys.version
    yield from (
        f"{name}={os.environ[name]}" for name in sorted(os.environ) if name.startswith(("OLDGUARD", "PATH"))
    )
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
    stamp, *words = sys.argv[1:]
    stamp, end = Path(stamp), words.index("--")
    paths, command = words[:end], words[end + 1 :]
    now = digest(paths, command)
    if stamp.is_file() and stamp.read_text() == now:
        print("unchanged since it passed: " + " ".join(paths))
        return SKIPPED
    stamp.unlink(missing_ok=True)
    status = subprocess.run(command, check=False).returncode
    if status == 0 and digest(paths, command) == now:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(now)
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
