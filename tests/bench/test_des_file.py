# SPDX-License-Identifier: MIT
"""Runs bench/des_file.sh. It prints its rows and stops if results differ. No test depends on a time."""

import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "bench/des_file.sh"


def des_file(folder, command):
    return subprocess.run(
        [SCRIPT, "100K", "2", folder],
        env={**os.environ, "OLDGUARD": command},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )


def test_rows(tmp_path):
    done = des_file(tmp_path, os.environ["OLDGUARD"])
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "3DES-CBC decryption of 102400 bytes, minimum of 2 rounds"
    assert [line.rsplit(None, 5)[0] for line in lines[2:]] == [
        "cp",
        "openssl enc",
        "oldguard, 1 thread",
        "oldguard, 1 core",
        "oldguard",
    ]
    assert os.listdir(tmp_path) == []


def test_wrong_data_are_no_result(tmp_path):
    command = tmp_path / "wrong"
    command.write_text('#!/bin/bash\nhead -c 102400 /dev/zero > "${@: -1}"\n')
    command.chmod(0o755)
    done = des_file(tmp_path, command)
    assert done.returncode != 0 and "oldguard" not in done.stdout
    assert "differ" in done.stdout + done.stderr
    assert os.listdir(tmp_path) == ["wrong"]
