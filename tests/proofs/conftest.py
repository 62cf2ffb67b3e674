# SPDX-License-Identifier: MIT
"""Makes the prover importable from the repository root."""

import os
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASM = os.path.join(ROOT, "asm")
sys.path.insert(0, ASM)
sys.path.insert(0, os.path.join(ROOT, "tests"))
# The two programs, as commands.
EMIT = (sys.executable, "-B", os.path.join(ASM, "asmgen", "oldguard-asm"), "emit")
PROVE = (sys.executable, "-B", os.path.join(ASM, "proofs", "oldguard-prove"))


@pytest.fixture
def prove(capsys):
    """Returns a function that runs oldguard-prove --object and returns (exit status, all output)."""
    from proofs import cli  # which the path above leads to

    def run(made, symbol, *arguments):
        status = cli.main(["--object", f"{made}:{symbol}", *arguments])
        return status, "".join(capsys.readouterr())

    return run
