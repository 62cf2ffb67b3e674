# SPDX-License-Identifier: MIT
"""Fixtures: programs with failing calls, and the table of their results."""

import os
import shutil

import pytest
from sabotage import Saboteur

ROWS = []


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """Returns a copy of the library that can be preloaded: a blank in LD_PRELOAD ends a name."""
    return shutil.copy(os.environ["SABOTAGE_LIBRARY"], tmp_path_factory.mktemp("sabotage"))


@pytest.fixture(scope="session")
def saboteur(library, oldguard):
    return Saboteur(library, oldguard.command[0])


@pytest.fixture(scope="session")
def careless(library):
    return Saboteur(library, os.environ["SABOTAGE_CARELESS"])


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
