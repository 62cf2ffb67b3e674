# SPDX-License-Identifier: MIT
"""`oldguard fixity` runs the command `fixity` beside it or in PATH, with all arguments and its status."""

import shutil
import subprocess

import pytest

from tools import PATIENCE

ECHO = '#!/bin/sh\nfor word in {name} "$@"; do printf "%s\\n" "$word"; done\nexit 3\n'


def install(folder, name):
    folder.mkdir(exist_ok=True)
    (folder / "fixity").write_text(ECHO.format(name=name))
    (folder / "fixity").chmod(0o755)


@pytest.fixture
def command(oldguard, tmp_path):
    """Returns a function that runs a copy of the command in a folder of its own."""
    (tmp_path / "bin").mkdir()
    copy = shutil.copy(oldguard.command[-1], tmp_path / "bin")

    def run(*words):
        env = {"PATH": str(tmp_path / "path")}
        return subprocess.run(
            [copy, "fixity", *words], env=env, capture_output=True, text=True, timeout=PATIENCE
        )

    return run


def test_arguments_and_status_are_those_of_fixity(command, tmp_path):
    install(tmp_path / "path", "path")
    words = ["plan", "--expect", "A B", "", "--help", "--", "-x"]
    result = command(*words)
    assert (result.returncode, result.stderr) == (3, "")
    assert result.stdout.split("\n") == ["path", *words, ""]
    assert command().stdout == "path\n"


def test_the_one_beside_is_preferred(command, tmp_path):
    install(tmp_path / "path", "path")
    install(tmp_path / "bin", "beside")
    assert command("run").stdout == "beside\nrun\n"


def test_not_installed(command, tmp_path):
    result = command("run", "job")
    assert result.returncode == 2
    assert (
        result.stderr
        == "oldguard fixity: the command fixity is not installed: it is the Python package oldguard-fixity\n"
    )
    install(tmp_path / "path", "path")
    (tmp_path / "path" / "fixity").chmod(0o644)
    result = command("run", "job")
    assert result.returncode == 2 and "Permission denied" in result.stderr


def test_help_needs_no_fixity(command):
    result = command("--help")
    assert result.returncode == 0 and "oldguard-fixity" in result.stdout


def test_a_program_beside_the_command_that_cannot_run(command, tmp_path):
    """A text without "#!" is no program: the one in PATH runs."""
    install(tmp_path / "path", "path")
    install(tmp_path / "bin", "beside")
    script = tmp_path / "bin" / "fixity"
    script.write_text(script.read_text().partition("\n")[2])
    assert command("run").stdout == "path\nrun\n"
