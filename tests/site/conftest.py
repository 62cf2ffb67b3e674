# SPDX-License-Identifier: MIT
"""Builds the site and hands it to the tests. OLDGUARD_SITE names the folder of a build to use instead."""

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "site"), ROOT]


def files_of(folder):
    """Returns {path: bytes} of the files below a folder."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            with open(full, "rb") as file:
                found[os.path.relpath(full, folder).replace(os.sep, "/")] = file.read()
    return found


def build(place, **variables):
    """Builds the whole site into a folder."""
    command = [sys.executable, "-B", os.path.join(ROOT, "site", "oldguard-site"), "build", "-o", str(place)]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The folder of a build of the whole site."""
    given = os.environ.get("OLDGUARD_SITE")
    if given:
        return given
    place = tmp_path_factory.mktemp("first") / "site"
    build(place)
    return str(place)


@pytest.fixture(scope="session")
def site(folder):
    """The files of the site: {path: bytes}."""
    return files_of(folder)
