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
    return Tool(Path(path).resolve(strict=True))


@pytest.fixture(scope="session")
def sha1sum():
    return needed("sha1sum")


@pytest.fixture(scope="session")
def rhash():
    return needed("rhash")


@pytest.fixture(scope="session")
def openssl():
    return needed("openssl")


@pytest.fixture
def workdir(tmp_path, monkeypatch):
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
