# SPDX-License-Identifier: MIT
"""Fixtures: programs with failing calls, and the table of their results."""

import os

import pytest
from sabotage import Saboteur

ROWS = []


@pytest.fixture(scope="session")
def saboteur(oldguard):
    return Saboteur(os.environ["SABOTAGE_LIBRARY"], oldguard.command[0])


@pytest.fixture(scope="session")
def careless():
    return Saboteur(os.environ["SABOTAGE_LIBRARY"], os.environ["SABOTAGE_CARELESS"])


@pytest.fixture
def table():
    """Returns a list of rows that are printed at the end."""
    return ROWS


def pytest_terminal_summary(terminalreporter):
    if ROWS:
        terminalreporter.section("calls made to fail")
        terminalreporter.write_line(
            f"{'scenario':30} {'function':15} {'calls':>6} {'failed':>6} "
            f"{'error':>6} {'went on':>7} {'harmless':>8}"
        )
    for scenario, function, *figures in ROWS:
        terminalreporter.write_line(
            "{:30} {:15} {:6} {:6} {:6} {:7} {:8}".format(scenario, function, *figures)
        )
