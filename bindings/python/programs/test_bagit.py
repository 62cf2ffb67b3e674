# SPDX-License-Identifier: MIT
"""bagit with oldguard in hashlib: bags with SHA-1 and Whirlpool manifests."""

import os
import random
import subprocess
import sys

import oldguard
import pytest

SITE = os.path.dirname(os.path.dirname(oldguard.__file__))


def python(*words):
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": SITE}
    )


def bagit(*words):
    return python("-m", "oldguard.run", "--guaranteed", "-m", "bagit", *words)


@pytest.fixture(params=["sha1", "whirlpool"])
def bag(request, tmp_path):
    """Returns a folder that bagit has made a bag of, with manifests of one algorithm."""
    r = random.Random(1)
    for i in range(40):
        (tmp_path / f"file-{i}").write_bytes(r.randbytes(r.randrange(60000)))
    done = bagit("--" + request.param, str(tmp_path))
    assert done.returncode == 0, done.stderr
    manifest = (tmp_path / f"manifest-{request.param}.txt").read_text().splitlines()
    assert len(manifest) == 40
    digests = dict(line.split()[::-1] for line in manifest)
    paths = [tmp_path / name for name in digests]
    assert [d.hex() for d in oldguard.files(paths, request.param)] == list(digests.values())
    return tmp_path


def test_a_bag_is_valid_until_a_byte_changes(bag):
    for processes in ("1", "2"):
        done = bagit("--validate", "--processes", processes, str(bag))
        assert done.returncode == 0 and "valid" in done.stderr, done.stderr
    victim = bag / "data" / "file-7"
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 1
    victim.write_bytes(data)
    done = bagit("--validate", str(bag))
    assert done.returncode == 1 and "file-7" in done.stderr, done.stderr
