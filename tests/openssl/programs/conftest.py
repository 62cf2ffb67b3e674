# SPDX-License-Identifier: MIT
"""The command, the configurations that it prints, and the programs that read them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("OLDGUARD", "OPENSSL_"))}

# Seconds after which a program counts as hanging: far more than any needs on a busy machine.
PATIENCE = 600


def run(*words, env=None, data=b""):
    """Runs a program and returns its standard output. An error is an AssertionError with its messages."""
    result = subprocess.run(
        words,
        env={**ENVIRONMENT, **(env or {})},
        input=data,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, (words, result.stderr.decode(errors="replace"))
    return result.stdout


def program(name):
    """Returns the path of a program. A missing one is a failure."""
    path = shutil.which(name)
    assert path, f"{name} is not installed: dev/scripts/setup test-openssl does that"
    return path


def own_configuration(folder, *options):
    file = folder / "-".join(["oldguard.cnf", *options])
    file.write_bytes(run(os.environ["OLDGUARD"], "provider", *options))
    return {"OPENSSL_CONF": str(file)}


@pytest.fixture(scope="session")
def configuration(tmp_path_factory):
    """Returns the environment in which a program uses oldguard for every algorithm that it has."""
    return own_configuration(tmp_path_factory.mktemp("configuration"))


@pytest.fixture(scope="session")
def node_configuration(tmp_path_factory):
    return own_configuration(tmp_path_factory.mktemp("configuration"), "--node")


@pytest.fixture(scope="session")
def openssl_configuration(tmp_path_factory):
    """Returns the environment in which a program uses OpenSSL's own providers."""
    file = tmp_path_factory.mktemp("configuration") / "openssl.cnf"
    file.write_text(
        "openssl_conf = init\n[init]\nproviders = list\n[list]\ndefault = on\nlegacy = on\n[on]\nactivate = 1\n"
    )
    return {"OPENSSL_CONF": str(file)}


@pytest.fixture(scope="session")
def system_python():
    """Returns a Python that is linked with the system's libcrypto, as Debian's is."""
    for path in "/usr/bin/python3", sys.executable:
        if Path(path).exists():
            return path
    raise AssertionError("there is no python3")
