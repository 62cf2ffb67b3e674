# SPDX-License-Identifier: MIT
"""A run that does little executes few instructions, as valgrind counts them: scripts start the command often.

The dynamic loader executes 2.4 million of them, most for the C++ library, and one subcommand with its options
0.1 million. The options of all subcommands would add some.
"""

import os
import re
from pathlib import Path

import pytest

from tools import needed

MOST = 3_500_000


@pytest.mark.skipif("sanitize" in os.environ.get("CFLAGS", ""), reason="valgrind cannot run a sanitizer")
@pytest.mark.parametrize(
    "words",
    [
        ["sum", "data"],
        ["sum", "--help"],
        "des encrypt --cipher=des --mode=ecb --padding=none --key-hex=0123456789abcdef data".split(),
        ["version"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_instructions(oldguard, workdir, words):
    Path("data").write_bytes(b"8 bytes.")
    count = needed("valgrind")(
        *("--tool=callgrind", "--callgrind-out-file=/dev/null", *oldguard.command, *words),
        env={"OLDGUARD_MEASURE": "0"},  # no class names valgrind's processor, and version lists the kernels
    )
    assert count.returncode == 0, count.stderr
    assert int(re.search(rb"Collected : (\d+)", count.stderr)[1]) <= MOST
