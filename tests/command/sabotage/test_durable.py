# SPDX-License-Identifier: MIT
"""What a success promises is on the disk: an output before it gets its name, then the folder with the name."""

import os
from dataclasses import replace

import pytest
from sabotage import Scenario
from scenarios import ALL, LISTED, TREE

NAMED = {"link", "linkat", "rename", "renameat2"}


def calls_of(saboteur, scenario, log):
    """Returns the calls of a run: the function, the inode of its descriptor, and the file."""
    log.unlink(missing_ok=True)
    run = saboteur(replace(scenario, env={**scenario.env, "SABOTAGE_LOG": str(log)}))
    assert run.status == 0, run.stderr
    return [line.split(" ", 2) for line in log.read_text().splitlines()]


def last(calls, names, inode=None, before=None):
    """Returns the place of the last of these calls, or -1."""
    places = [
        place
        for place, (name, of, _) in enumerate(calls[:before])
        if name in names and (inode is None or of == inode)
    ]
    return max(places, default=-1)


def written(calls):
    """Returns the inodes of the files that were written."""
    return {of for name, of, file in calls if name in ("write", "pwrite") and file.startswith("/")}


def objections_to(calls):
    """Returns what would be lost in a crash after a run with a new or replaced file."""
    named = last(calls, NAMED)
    folder = str(os.stat(".").st_ino)
    wrong = []
    for inode in written(calls):
        last_write = last(calls, ("write", "pwrite"), inode)
        if not last_write < last(calls, ("fsync",), inode, named):
            wrong.append("a file is not on the disk when it gets its name")
    if last(calls, ("fsync",), folder) < named:
        wrong.append("the folder is not on the disk")
    return wrong


NAMES = ["sum -r -o", "audit --update", "des encrypt", "des decrypt", "des decrypt by 4 threads", "pbkdf2"]


@pytest.mark.parametrize("scenario", [s for s in ALL if s.name in NAMES], ids=lambda s: s.name)
def test_outputs(saboteur, workdir, tmp_path_factory, scenario):
    calls = calls_of(saboteur, scenario, tmp_path_factory.mktemp("log") / "calls")
    assert written(calls) and objections_to(calls) == []


def test_recrypt_removes_what_is_on_the_disk(saboteur, workdir, tmp_path_factory):
    scenario = next(s for s in ALL if s.name == "des recrypt")
    calls = calls_of(saboteur, scenario, tmp_path_factory.mktemp("log") / "calls")
    removed = max(place for place, (name, _, file) in enumerate(calls) if (name, file) == ("unlink", "in"))
    named = last(calls, NAMED, before=removed)
    new = str(os.stat("in.new").st_ino)
    assert 0 <= last(calls, ("fsync",), new, named)
    assert named < last(calls, ("fsync",), str(os.stat(".").st_ino), removed)


def test_journal(saboteur, workdir, tmp_path_factory):
    """Each state of a large file, and the end."""
    words = ["audit", "--json", "--journal=journal", "--checkpoint=100K", "list", "t"]
    scenario = Scenario("journal", words, {**TREE, "list": LISTED.encode()})
    calls = calls_of(saboteur, scenario, tmp_path_factory.mktemp("log") / "calls")
    journal = str(os.stat("journal").st_ino)
    assert last(calls, ("write",), journal) < last(calls, ("fsync",), journal)
    assert sum((name, of) == ("fsync", journal) for name, of, _ in calls) > 5


def test_careless_program(careless, workdir, tmp_path_factory):
    scenario = Scenario("", ["none", "out"], {"out": b"old"})
    calls = calls_of(careless, scenario, tmp_path_factory.mktemp("log") / "calls")
    assert objections_to(calls) == [
        "a file is not on the disk when it gets its name",
        "the folder is not on the disk",
    ]
