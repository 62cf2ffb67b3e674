# SPDX-License-Identifier: MIT
"""Kills sum, audit and recrypt at random calls, several times in a row. The run that ends has the result of an
undisturbed one, and no state in between has lost a file.

OLDGUARD_KILLS=N runs N seeds. A seed is a sequence of kills, and the name of its test.
"""

import hashlib
import os
import random
import re
import signal

import pytest
from sabotage import Scenario
from scenarios import DATA, IV, KEY, LISTED, SMALL, TREE, without_times

QUICK, FULL = 16, 200
LEFTOVER = r"\.oldguard-\w+"
# The digests of one file are wrong.
LIST = LISTED.replace(hashlib.sha1(SMALL).hexdigest(), "0" * 40).encode()
OLD = {"in0": DATA, "in1": SMALL[:4096], "in2": SMALL[:8] * 1000}
RECRYPT = [
    *f"des recrypt --from des-ede3-cbc --iv {IV} --padding none --key-file key --to-command cat".split(),
    *"--verify-command cat --remove --expect digests".split(),
]


@pytest.fixture(scope="module")
def digests(oldguard, tmp_path_factory):
    """Returns the list of the digests of the decrypted files."""
    folder = tmp_path_factory.mktemp("digests")
    (folder / "key").write_bytes(KEY)
    lines = b""
    for name, data in OLD.items():
        words = f"des decrypt --cipher des-ede3 --mode cbc --padding none --iv {IV} --key-file key".split()
        plain = oldguard(*words, input=data, cwd=folder).stdout
        lines += f"{hashlib.sha1(plain).hexdigest()}  {name}\n".encode()
    return lines


def scenario_of(draw, digests):
    """Returns a scenario, and the files of which each killed run leaves the old or the new content."""
    jobs = f"-j{draw.randint(1, 3)}"
    listed = {**TREE, "list": LIST}
    return draw.choice(
        [
            Scenario("sum", ["sum", "-r", jobs, "-o", "out", "t"], {**TREE, "out": b"old"}),
            Scenario("audit", ["audit", "--json", "--update=all", jobs, "list", "t"], listed),
            Scenario(
                "journal",
                ["audit", "--json", "--journal=journal", "--checkpoint=100K", jobs, "list", "t"],
                listed,
            ),
            Scenario("recrypt", [*RECRYPT, *OLD], {**OLD, "key": KEY, "digests": digests}),
        ]
    )


def without_leftovers(files):
    return {name: without_times(data) for name, data in files.items() if not re.fullmatch(LEFTOVER, name)}


def check_in_between(scenario, clean, files):
    """Checks that each file is as before or as at the end, and that no content is lost."""
    before, after = (without_leftovers(state) for state in (scenario.files, clean.files))
    for name, data in files.items():
        assert name == "journal" or data in (before.get(name), after.get(name)), name
    for name in before:
        assert name in files or name in OLD and files.get(name + ".new") == after[name + ".new"]


seeds = range(int(os.environ.get("OLDGUARD_KILLS", FULL)))


@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=[] if n < QUICK else pytest.mark.slow) for n in seeds]
)
def test_killed_again_and_again(saboteur, workdir, digests, seed):
    draw = random.Random(seed)
    scenario = scenario_of(draw, digests)
    clean = saboteur(scenario)
    assert clean.status in (0, 1) and clean.calls["any"] > 20, clean.stderr
    wanted = without_leftovers(clean.files)
    start, kills = saboteur, 0
    for _ in range(draw.randint(1, 6)):
        call, how = draw.randint(1, clean.calls["any"]), draw.choice(["kill", "torn"])
        run = start(scenario, f"any:{call}:{how}")
        start = saboteur.again
        if run.status != -signal.SIGKILL:  # it had fewer calls left
            break
        kills += 1
        check_in_between(scenario, clean, without_leftovers(run.files))
    ended = start(scenario)
    # The list may have been replaced before the last kill: then nothing differs from it any more.
    assert ended.status in (clean.status, 0 if scenario.name == "audit" else clean.status), ended.stderr
    assert without_leftovers(ended.files).keys() == wanted.keys()
    for name, data in without_leftovers(ended.files).items():
        assert name == "journal" or data == wanted[name], name
    if scenario.name == "journal":
        assert without_times(ended.stdout) == without_times(clean.stdout)
