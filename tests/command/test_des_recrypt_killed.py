# SPDX-License-Identifier: MIT
"""kill -9 at random moments of `oldguard des recrypt --remove`: nothing is ever lost."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from test_des_recrypt import FROM, TO, data, old, opened
from tools import PATIENCE

assert old and opened  # fixtures
SIZES = [0, 300000, 1 << 18, 1500000]
NAMES = [f"{i}.enc" for i in range(len(SIZES))]
ROUNDS, MOST_ROUNDS = 5, 500


@pytest.fixture
def archive(old):
    """The old files as they were, to be laid out anew."""
    content = {name: old(name, size) for name, size in zip(NAMES, SIZES)}

    def lay_out():
        for name in os.listdir("."):
            if name != "new.key":
                os.unlink(name)
        for name, coded in content.items():
            Path(name).write_bytes(coded)
        return content

    return lay_out


def start(oldguard):
    return oldguard.start("des", "recrypt", *FROM, *TO, "--remove", *NAMES,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def check_nothing_is_lost(opened, content):
    """Of every file the old one as it was, or a sealed one that is whole; how many are sealed."""
    sealed = 0
    for name, size in zip(NAMES, SIZES):
        if os.path.exists(name + ".sealed"):
            result = opened(name + ".sealed")
            assert (result.returncode, result.stdout) == (0, data(size)), name
            sealed += 1
        else:
            assert os.path.exists(name), name
        if os.path.exists(name):
            assert Path(name).read_bytes() == content[name]
    return sealed


def written():
    """Bytes in the sealed files, finished or not."""
    total = 0
    for entry in os.scandir("."):
        try:
            total += entry.stat().st_size if ".sealed" in entry.name else 0
        except FileNotFoundError:  # it has got its name meanwhile
            pass
    return total


def test_killed_at_random_moments(oldguard, archive, opened):
    content = archive()
    assert start(oldguard).wait(timeout=PATIENCE) == 0
    assert check_nothing_is_lost(opened, content) == len(NAMES)
    whole = written()
    chance = random.Random(20261122)
    midway = set()   # how far it was
    parts = 0        # how often there was an unfinished file
    rounds = 0
    # As many rounds as it takes to see what the test is about, ROUNDS at the least: kills at different
    # distances, and in the midst of a file.
    while rounds < ROUNDS or (not (len(midway) > 2 and parts > 0) and rounds < MOST_ROUNDS):
        rounds += 1
        archive()
        runs = 0
        while True:
            process = start(oldguard)
            runs += 1
            # The later runs are shorter by what is done, and the last one is left to end.
            goal = chance.randrange(whole)
            while process.poll() is None and (runs == 5 or written() < goal):
                time.sleep(0.0002)
            process.kill()
            process.wait(timeout=PATIENCE)
            midway.add(check_nothing_is_lost(opened, content))
            parts += any(name.endswith(".part") for name in os.listdir("."))
            if process.returncode == 0:
                break
            assert process.returncode == -signal.SIGKILL
        assert sorted(os.listdir(".")) == sorted([f"{name}.sealed" for name in NAMES] + ["new.key"])
    assert len(midway) > 2 and parts > 0
