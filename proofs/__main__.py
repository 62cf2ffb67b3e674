# SPDX-License-Identifier: MIT
"""python3 -m proofs: the same as oldguard-prove."""

import sys

from .cli import main

sys.exit(main(sys.argv[1:]))
