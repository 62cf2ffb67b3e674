# SPDX-License-Identifier: MIT
"""The files that the benchmark reads, in memory (/dev/shm) where the system has that."""

import os
import random
import shutil
import subprocess
import tempfile

_FAST = "/dev/shm"


def folder():
    """Returns a temporary folder, for a `with` statement."""
    return tempfile.TemporaryDirectory(dir=_FAST if os.path.isdir(_FAST) else None)


def one_file(place, size):
    """Writes a file of random bytes and returns its path."""
    path = os.path.join(place, "content")
    with open(path, "wb") as file:
        file.write(random.Random(2).randbytes(size))
    return path


def bag(place):
    """Writes 3000 files of about 13 KB in the median and 4 of 24 MiB, 190 MB in all. Returns their paths."""
    r, paths = random.Random(1), []
    for i in range(3004):
        size = 24 << 20 if i % 751 == 750 else min(int(r.lognormvariate(9.47, 1.2)), 2_000_000)
        paths.append(os.path.join(place, "%04d" % i))
        with open(paths[-1], "wb") as file:
            file.write(r.randbytes(size))
    return paths


def pack():
    """Returns the path of a pack of this repository, or None without git or a repository."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    target = os.path.join(root, "build", "python", "bench.pack")
    if os.path.exists(target):
        return target
    if not shutil.which("git"):
        return None
    listed = subprocess.run(["git", "rev-list", "--objects", "HEAD"], cwd=root, capture_output=True)
    if listed.returncode:
        return None
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target + ".new", "wb") as file:
        subprocess.run(
            ["git", "pack-objects", "--stdout", "-q"], cwd=root, input=listed.stdout, stdout=file, check=True
        )
    os.replace(target + ".new", target)
    return target
