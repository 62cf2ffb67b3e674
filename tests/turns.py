# SPDX-License-Identifier: MIT
"""The turns of lists that are too long for each run. Where OLDGUARD_TURNS is set, as .ci/run does, a commit takes
a part of each list, and the next commit another one.

    turns.py COMMAND...   runs a command in which programs of GoogleTest take their tests of this commit's turn
"""

import os
import subprocess
import sys
from pathlib import Path

TURNS = 4
LONG = 8  # of the lists that take longest


def commit():
    """Returns the number of this commit, and None without git or its folder: then all is of its turn."""
    words = ["git", "rev-parse", "HEAD"]
    try:
        head = subprocess.run(words, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return int(head.stdout, 16)


def part(entries, turns=TURNS):
    """Returns the entries of this commit's turn, and all where turns are not asked for."""
    number = commit() if os.environ.get("OLDGUARD_TURNS") else None
    return entries if number is None else entries[number % turns :: turns]


def main():
    number = commit() if os.environ.get("OLDGUARD_TURNS") else None
    if number is not None:
        os.environ |= {"GTEST_TOTAL_SHARDS": str(TURNS), "GTEST_SHARD_INDEX": str(number % TURNS)}
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
