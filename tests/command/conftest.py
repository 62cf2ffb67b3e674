# SPDX-License-Identifier: MIT
"""The command that the environment variable OLDGUARD names, and the tools it must equal."""

import os
import signal
from pathlib import Path

import pytest

from tools import Tool, needed

# Who started the tests may ignore these, as nohup does, and programs would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in (signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)


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
    """Compiles C and returns the environment that puts its functions before the system's."""

    def build(text):
        folder = tmp_path_factory.mktemp("preloaded")
        (folder / "functions.c").write_text(text)
        built = needed(os.environ.get("CC", "cc"))(
            "-shared", "-fPIC", folder / "functions.c", "-o", folder / "functions.so"
        )
        assert built.returncode == 0, built.stderr
        # The sanitizers' library would have to come first, or to be told that it does not.
        return {"LD_PRELOAD": str(folder / "functions.so"), "ASAN_OPTIONS": "verify_asan_link_order=0"}

    return build


@pytest.fixture
def workdir(tmp_path, monkeypatch):
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
