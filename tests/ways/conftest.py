# SPDX-License-Identifier: MIT
"""What the pages need beside the repository: an installation of the build, the Python package, Mono's classes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import pages  # noqa: E402


def pytest_configure(config):
    for need in pages.NEEDS:
        config.addinivalue_line("markers", f"{need}: pages that need it")


@pytest.fixture(scope="session")
def build():
    """The build folder, which OLDGUARD_BUILD names."""
    assert os.environ.get("OLDGUARD_BUILD"), "set OLDGUARD_BUILD to the build folder, as CTest does"
    return Path(os.environ["OLDGUARD_BUILD"]).resolve(strict=True)


@pytest.fixture(scope="session")
def environment(build, tmp_path_factory):
    """The environment of a user who has installed the build, with an empty home folder."""
    found = {"LC_ALL": "C", "TZ": "UTC", "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    found["HOME"] = str(tmp_path_factory.mktemp("home"))
    # pip and pytest are in the folder of this interpreter.
    found["PATH"] = f"{Path(sys.executable).parent}:{found['PATH']}"
    if os.environ.get("PYTHONPATH"):
        found["PYTHONPATH"] = os.environ["PYTHONPATH"]
    # What `pip install` makes of oldguard-fixity.
    fixity = tmp_path_factory.mktemp("programs") / "fixity"
    fixity.write_text(
        f'#!/bin/sh\nPYTHONPATH="{pages.ROOT}/bindings/python/fixity:$PYTHONPATH" '
        f'exec "{sys.executable}" -m oldguard_fixity "$@"\n'
    )
    fixity.chmod(0o755)
    found["PATH"] = f"{fixity.parent}:{found['PATH']}"
    if (build / "oldguard").exists():
        prefix = tmp_path_factory.mktemp("installed")
        for component in ([], ["--component", "sha1detectcoll"]):
            subprocess.run(
                ["cmake", "--install", build, "--prefix", prefix, *component],
                check=True,
                stdout=subprocess.DEVNULL,
            )
        (library,) = (path.parent for path in prefix.glob("lib*/**/liboldguard.so"))
        found["PATH"] = f"{prefix / 'bin'}:{found['PATH']}"
        found["LD_LIBRARY_PATH"] = str(library)
        found["PKG_CONFIG_PATH"] = str(library / "pkgconfig")
    return found
