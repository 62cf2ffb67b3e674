# SPDX-License-Identifier: MIT
"""Makes every call of the command fail once, in every way that the call can fail."""

from collections import Counter

import pytest
from sabotage import faults_of, must_go_on, objections, sample
from scenarios import ALL

# The quick tests cover every kind of input and output with a few calls of each function.
QUICK = ["sum -c", "des decrypt", "crypt --lines"]


def cases():
    for scenario in ALL:
        if scenario.name in QUICK:
            yield pytest.param(scenario, 6, id=f"{scenario.name}, a few")
        yield pytest.param(scenario, 160, id=scenario.name, marks=pytest.mark.slow)


@pytest.mark.parametrize("scenario, most", cases())
def test_every_call(saboteur, workdir, table, scenario, most):
    clean = saboteur(scenario)
    assert (clean.status, clean.stderr) == (0, scenario.stderr)
    wrong = []
    for function in sorted({*clean.calls} - {"any"}):
        seen = Counter()
        for fault in faults_of(function):
            for call in sample(clean.calls[function], most):
                run = saboteur(scenario, f"{function}:{call}:{fault}")
                if not run.failed:  # threads share the calls anew in each run
                    continue
                seen["failed"] += 1
                seen["error" if run.status else "went on" if must_go_on(fault) else "harmless"] += 1
                wrong += [
                    f"{run.failed}, call {call}, {fault}: {objection}: {run.stderr.strip()}"
                    for objection in objections(scenario, clean, run, fault)
                ]
        table.append(
            [
                scenario.name,
                function,
                clean.calls[function],
                *[seen[key] for key in ("failed", "error", "went on", "harmless")],
            ]
        )
        assert seen["failed"]
    assert wrong == [], "\n".join(wrong)
