# SPDX-License-Identifier: MIT
"""After SIGKILL before every call and within every write, the output is absent, old or complete."""

import re
import signal

import pytest
from sabotage import objections
from scenarios import ALL

QUICK = "des decrypt"
NAMES = [
    QUICK,
    "des encrypt",
    "des decrypt over its input",
    "des encrypt of standard input",
    "des decrypt by 4 threads",
    "pbkdf2",
]
SCENARIOS = [
    pytest.param(scenario, id=scenario.name, marks=[] if scenario.name == QUICK else pytest.mark.slow)
    for scenario in ALL
    if scenario.name in NAMES
]
LEFTOVER = r"\.oldguard-\w+"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_killed(saboteur, workdir, scenario):
    clean = saboteur(scenario)
    kills = 0
    seen = set()
    for how in ("kill", "torn"):
        for call in range(1, clean.calls["any"] + 1):
            run = saboteur(scenario, f"any:{call}:{how}")
            if run.status == 0:  # fewer calls than before: the threads share them anew
                continue
            kills += 1
            left = {name for name in run.files if re.fullmatch(LEFTOVER, name)}
            run.files = {name: run.files[name] for name in {*run.files} - left}
            assert objections(scenario, clean, run, how) == [f"killed by signal {signal.SIGKILL}"]
            assert len(left) <= 1
            done = run.files == clean.files
            seen.add(done)
            if "out" in scenario.args or not done:
                repeated = saboteur.again(scenario)
                assert (repeated.status, repeated.stderr) == (0, "")
                new = {name: repeated.files[name] for name in {*repeated.files} - left}
                assert new == clean.files
    assert kills > 50 and seen == {False, True}
