# SPDX-License-Identifier: MIT
"""Builds the site twice, at the same time and with different hash seeds, and hands it to the tests."""

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "site"), ROOT]


def pytest_ignore_collect(collection_path):
    """Skips everything where the tools of the site are not installed."""
    try:
        import jinja2  # noqa: F401
        import mistune  # noqa: F401
    except ImportError:
        print("site: Jinja2 and mistune are not installed (scripts/setup site): skipped", file=sys.stderr)
        return True
    return None


def files_of(folder):
    """Returns {path: bytes} of the files below a folder."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            with open(full, "rb") as file:
                found[os.path.relpath(full, folder).replace(os.sep, "/")] = file.read()
    return found


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """Two builds of the whole site. OLDGUARD_SITE names a folder with a build to use for both, while pages are
    written."""
    if os.environ.get("OLDGUARD_SITE"):
        return [os.environ["OLDGUARD_SITE"]] * 2
    places = [str(tmp_path_factory.mktemp(name) / "a folder" / "site") for name in ("first", "second")]
    builds = [
        subprocess.Popen(
            [sys.executable, "-B", os.path.join(ROOT, "site", "oldguard-site"), "build", "-o", place],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for place, seed, zone in zip(places, "12", ("UTC", "Asia/Tokyo"))
    ]
    said = [build.communicate()[0] for build in builds]
    assert [build.returncode for build in builds] == [0, 0], said[0]
    return places


@pytest.fixture(scope="session")
def site(folders):
    """The files of the site: {path: bytes}."""
    return files_of(folders[0])
