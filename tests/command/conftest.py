# SPDX-License-Identifier: MIT
"""Fixtures: the command named by the environment variable OLDGUARD, and the tools it is compared with."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tools import Tool, needed

sys.path.append(str(Path(__file__).resolve().parents[1]))
import turns  # noqa: E402 (the path has to be set first)

# The process that started the tests may ignore these signals (nohup), and programs would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in (signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)


def pytest_ignore_collect(collection_path, config):
    """Leaves out the files without a test of `-m masks`, because collecting all takes a second."""
    if config.option.markexpr.startswith("masks") and collection_path.match("test_*.py"):
        return "mark.masks" not in collection_path.read_text() or None
    return None


def pytest_collection_modifyitems(config, items):
    """Takes this commit's turn of the slow tests (turns.py)."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    others = {*slow} - {*turns.part(slow)}
    config.hook.pytest_deselected(items=[*others])
    items[:] = [item for item in items if item not in others]


@pytest.fixture(scope="session")
def oldguard():
    path = os.environ.get("OLDGUARD")
    assert path, "set OLDGUARD to the path of the command, as CTest does"
    wrapper = os.environ.get("OLDGUARD_WRAPPER", "").split()
    return Tool(Path(path).resolve(strict=True), wrapper=wrapper)


@pytest.fixture(scope="session")
def sha1sum():
    return needed("sha1sum")


@pytest.fixture(scope="session")
def rhash():
    return needed("rhash")


@pytest.fixture(scope="session")
def openssl():
    return needed("openssl")


@pytest.fixture(scope="session")
def preloaded(tmp_path_factory):
    """Returns a function that compiles C and returns the environment to preload it."""

    def build(text):
        folder = tmp_path_factory.mktemp("preloaded")
        (folder / "functions.c").write_text(text)
        built = needed(os.environ.get("CC", "cc"))(
            "-shared", "-fPIC", folder / "functions.c", "-o", folder / "functions.so"
        )
        assert built.returncode == 0, built.stderr
        # The sanitizers' library is not the first one, which it checks unless this is set.
        return {"LD_PRELOAD": str(folder / "functions.so"), "ASAN_OPTIONS": "verify_asan_link_order=0"}

    return build


@pytest.fixture
def workdir(tmp_path, monkeypatch):
    """Makes an empty directory the current one and returns it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
