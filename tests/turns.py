# SPDX-License-Identifier: MIT
"""The turns of a list that is too long for each run: a commit takes one part, and the next one another."""

import subprocess
from pathlib import Path

TURNS = 4


def turn():
    """Returns the part of this commit, and 0 without git or its folder."""
    words = ["git", "rev-parse", "HEAD"]
    try:
        head = subprocess.run(words, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(head.stdout, 16) % TURNS


def part(entries):
    """Returns the entries of this commit's turn."""
    return entries[turn() :: TURNS]
