# SPDX-License-Identifier: MIT
"""Proves the C around the kernels, or plants faults:  c_proofs.py [OPTION]...

The options are those of oldguard-prove-c. Of the proofs a commit may take its turn (turns.py)."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "asm"), str(ROOT / "tests")]
import turns  # noqa: E402 (the path has to be set first)

from proofs.c.run import main  # noqa: E402
from proofs.c.table import PROOFS  # noqa: E402

sys.exit(main([*sys.argv[1:], *turns.part([proof.name for proof in PROOFS])]))
