# SPDX-License-Identifier: MIT
"""python3 -m asmgen: the same as oldguard-asm."""

import sys

from .cli import main

sys.exit(main(sys.argv[1:]))
