# SPDX-License-Identifier: MIT
"""tests/unchanged.py: a test runs again whenever something that it read is another."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ["tests/unchanged.py", "tests/turns.py", "tests/where.py"]
SCRIPTS += [f"asm/asmgen/{name}.py" for name in ("__init__", "shared_cache", "sources")]


@pytest.fixture
def test(tmp_path):
    """Returns a function that runs a test of a small tree and says whether it ran, and its status."""
    (tmp_path / "asm" / "sha1").mkdir(parents=True)
    for name in SCRIPTS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "asm" / "sha1" / "rounds.py").write_text("ROUNDS = 80")
    (tmp_path / "asm" / "des.py").write_text("ROUNDS = 16")
    (tmp_path / "LICENSE").write_text("MIT")

    unset = {name: value for name, value in os.environ.items() if not name.startswith("OLDGUARD")}

    def run(status=0, paths=("asm", "LICENSE"), variables=()):
        ran = tmp_path / "ran"
        ran.unlink(missing_ok=True)
        words = [sys.executable, "-B", tmp_path / "tests" / "unchanged.py", *paths, "--"]
        script = "from pathlib import Path; Path('ran').touch(); exit(int(Path('status').read_text()))"
        (tmp_path / "status").write_text(str(status))
        done = subprocess.run(
            [*words, sys.executable, "-c", script],
            cwd=tmp_path,
            check=False,
            env={**unset, "OLDGUARD_CACHE": str(tmp_path / "cache"), **dict(variables)},
        )
        return ran.exists(), done.returncode

    return run


def test_passed_once(test):
    assert test() == (True, 0)
    assert test() == (False, 125)


def test_a_failure_is_not_forgotten(test):
    assert test(status=3) == (True, 3)
    assert test(status=3) == (True, 3)
    assert test() == (True, 0)


@pytest.mark.parametrize("change", ["content", "new", "gone", "renamed", "mode", "second path"])
def test_another_file(test, tmp_path, change):
    assert test() == (True, 0)
    file = tmp_path / "asm" / "sha1" / "rounds.py"
    if change == "content":
        file.write_text("ROUNDS = 81")
    elif change == "new":
        (tmp_path / "asm" / "more.py").touch()
    elif change == "gone":
        file.unlink()
    elif change == "renamed":
        file.rename(file.with_name("round.py"))
    elif change == "mode":
        file.chmod(0o755)
    else:
        (tmp_path / "LICENSE").write_text("GPL")
    assert test() == (True, 0)
    assert test() == (False, 125)


def test_another_setting(test):
    assert test() == (True, 0)
    assert test(variables={"OLDGUARD_CPU": "-avx2"}) == (True, 0)
    assert test(variables={"OLDGUARD_CACHE": ""}) == (True, 0)


def test_another_turn(test, tmp_path):
    """Of a list a commit may have tested another part."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", tmp_path]
    subprocess.run([*git, "init", "-q"], check=True)
    seen = set()
    for number in range(3):
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", str(number)], check=True)
        head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True).stdout
        turn = int(head, 16) % 8
        assert test(variables={"OLDGUARD_TURNS": "1"}) == ((False, 125) if turn in seen else (True, 0))
        seen.add(turn)
    assert test(variables={"OLDGUARD_TURNS": "1"}) == (False, 125)


def test_a_failure_after_a_change(test, tmp_path):
    """The stamp of an earlier content does not outlive a failure."""
    assert test() == (True, 0)
    (tmp_path / "LICENSE").write_text("GPL")
    assert test(status=1) == (True, 1)
    (tmp_path / "LICENSE").write_text("MIT")
    assert test() == (True, 0)


def test_a_path_that_is_missing(test):
    ran, status = test(paths=("asm", "absent"))
    assert not ran and status not in (0, 125)
