# SPDX-License-Identifier: MIT
"""bench/peers/crates.cmake with a cargo that only pretends."""

import subprocess
from pathlib import Path

CRATES = Path(__file__).parents[2] / "bench/peers/crates.cmake"
PROBE = """
include({crates})
oldguard_fetch_crates({wanted})
message(STATUS "found: ${{OLDGUARD_CRATES_FOUND}}")
"""


class Build:
    """A build folder; its cargo runs `script` and leaves a line in `calls`."""

    def __init__(self, folder, script):
        self.folder, self.calls = folder, folder / "calls"
        self.cargo = folder / "cargo"
        self.cargo.write_text(f'#!/bin/sh\necho "$@" >>{self.calls}\n{script}\n')
        self.cargo.chmod(0o755)

    def configure(self, wanted="one-asm 1.0.2 two-asm 3.4", *options):
        probe = self.folder / "probe.cmake"
        probe.write_text(PROBE.format(crates=CRATES, wanted=wanted))
        done = subprocess.run(
            ["cmake", f"-DOLDGUARD_CARGO={self.cargo}",
             f"-DOLDGUARD_CRATES={self.folder}/crates", *options, "-P", probe],
            capture_output=True, text=True, check=True, timeout=60)
        return done.stdout + done.stderr

    def tries(self):
        return len(self.calls.read_text().splitlines()) if self.calls.exists() else 0


def test_versions_are_pinned_and_fetched_once(tmp_path):
    build = Build(tmp_path, "exit 0")
    assert "found: TRUE" in build.configure()
    manifest = (tmp_path / "crates/Cargo.toml").read_text()
    assert 'one-asm = "=1.0.2"' in manifest
    assert 'two-asm = "=3.4"' in manifest
    assert "found: TRUE" in build.configure()
    assert build.tries() == 1


def test_another_version_is_fetched_anew(tmp_path):
    build = Build(tmp_path, "exit 0")
    build.configure()
    assert "found: TRUE" in build.configure("one-asm 1.0.3")
    assert build.tries() == 2


def test_a_failure_is_named_and_not_repeated_until_asked(tmp_path):
    build = Build(tmp_path, "echo no route to host >&2; exit 101")
    first = build.configure()
    assert "found: FALSE" in first
    assert "no route to host" in first
    again = build.configure()
    assert "found: FALSE" in again
    assert str(tmp_path / "crates/failed") in again
    assert build.tries() == 1
    (tmp_path / "crates/failed").unlink()
    build.configure()
    assert build.tries() == 2


def test_nothing_is_fetched_when_that_is_switched_off(tmp_path):
    build = Build(tmp_path, "exit 0")
    assert "found: FALSE" in build.configure("one-asm 1", "-DOLDGUARD_FETCH=OFF")
    assert build.tries() == 0
