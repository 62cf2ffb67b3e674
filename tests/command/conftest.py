# SPDX-License-Identifier: MIT
"""The command that the environment variable OLDGUARD names, and the tools it must equal."""

import os
from pathlib import Path

import pytest
from tools import Tool, needed


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
