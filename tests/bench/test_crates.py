# SPDX-License-Identifier: MIT
"""Runs dev/scripts/fetch-crates with a fake cargo."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BINDING = ROOT / "bindings/rust/bench/Cargo.toml"
MANIFESTS = [*ROOT.glob("bench/peers/*/Cargo.toml"), BINDING]
NAMES = {file.parent.name for file in MANIFESTS}
SLOW = {file.parent.name for file in ROOT.glob("bench/peers/slow/*/Cargo.toml")}
NO_NETWORK = """warning: spurious network error (1 try remaining)
error: failed to sync

Caused by:
  download of config.json failed

Caused by:
  [6] Could not resolve hostname (Could not resolve host)
"""


class Build:
    """A folder for crates with a fake cargo, which appends a line to `calls` and runs `script`."""

    def __init__(self, folder):
        self.folder, self.cargo, self.calls = folder / "crates", folder / "cargo", folder / "calls"

    def pretend(self, script):
        self.cargo.write_text(f'#!/bin/sh\necho "$@" >>{self.calls}\n{script}\n')
        self.cargo.chmod(0o755)

    def fetch(self, **variables):
        """Runs fetch-crates and returns its standard error."""
        done = subprocess.run(
            [ROOT / "dev/scripts/fetch-crates", self.folder],
            env={**os.environ, "CARGO": str(self.cargo), **variables},
            capture_output=True,
            text=True,
            check=True,
        )
        assert not done.stdout
        return done.stderr

    def tries(self):
        return len(self.calls.read_text().splitlines()) if self.calls.exists() else 0


@pytest.fixture
def build(tmp_path):
    return Build(tmp_path)


def test_every_version_is_pinned():
    assert NAMES == {"originals", "detectors", "rustcrypto", "bench"}
    assert SLOW == {"awslc", "openssl4"}
    for file in [*MANIFESTS, *ROOT.glob("bench/peers/slow/*/Cargo.toml")]:
        wanted = file.read_text().split("[dependencies]\n")[1].split("\n\n")[0].splitlines()
        wanted = [line for line in wanted if not line.startswith("oldguard = { path")]
        crates = {line.split(" ")[0].split(".")[0] for line in wanted}
        assert crates and len([line for line in wanted if '= "=' in line]) == len(crates)


def test_slow_crates_are_fetched_on_demand(build):
    build.pretend("exit 0")
    build.fetch()
    assert {file.parent.name for file in build.folder.glob("*/fetched")} == NAMES
    build.fetch(SLOW_PEERS="1")
    assert {file.parent.name for file in build.folder.glob("*/fetched")} == NAMES | SLOW


def test_fetched_once(build):
    build.pretend("exit 0")
    assert build.fetch() == build.fetch() == ""
    assert build.tries() == len(NAMES)
    for manifest in MANIFESTS:
        folder = build.folder / manifest.parent.name
        assert (folder / "fetched").read_text() == manifest.read_text()
        assert 'path = ".."' not in (folder / "Cargo.toml").read_text()


def test_another_version_is_fetched_anew(build):
    build.pretend("exit 0")
    build.fetch()
    (build.folder / "originals/fetched").write_text('sha1-asm = "=0.0.1"\n')
    build.fetch()
    assert build.tries() == len(NAMES) + 1


def test_a_failure_has_its_reason_and_is_tried_again(build):
    build.pretend(f"cat >&2 <<'END'\n{NO_NETWORK}END\nexit 101")
    said = build.fetch().splitlines()
    assert len(said) == len(NAMES)
    for line in said:
        assert line.endswith("[6] Could not resolve hostname (Could not resolve host)")
    assert "resolve host" in (build.folder / "detectors/failed").read_text()
    build.pretend("exit 0")
    assert build.fetch() == ""
    assert not list(build.folder.glob("*/failed"))
    assert len(list(build.folder.glob("*/fetched"))) == len(NAMES)


def test_without_cargo_the_reason_is_kept(build):
    assert build.fetch() == ""
    assert "cargo is not installed" in (build.folder / "originals/failed").read_text()


CMAKE = """
cmake_minimum_required(VERSION 3.22)
set(CMAKE_CURRENT_SOURCE_DIR {root}/bench/peers)
set(OLDGUARD_CRATES {crates})
include({root}/bench/peers/crates.cmake)
oldguard_crates(originals)
message("[${{versions}}] [${{reason}}]")
"""


def test_cmake_names_versions_and_reason(build, tmp_path):
    probe = tmp_path / "probe.cmake"
    probe.write_text(CMAKE.format(root=ROOT, crates=build.folder))

    def found():
        return subprocess.run(
            ["cmake", "-P", probe], capture_output=True, text=True, check=True
        ).stderr.strip()

    versions = "[sha1-asm 0.5.3, whirlpool-asm 0.6.2] "
    assert found() == versions + "[its crates were not fetched (dev/scripts/fetch-crates)]"
    build.pretend("echo 'error: no such crate' >&2; exit 101")
    build.fetch()
    assert found() == versions + "[its crates could not be fetched: no such crate]"
    build.pretend("exit 0")
    build.fetch()
    assert found() == versions + "[]"
