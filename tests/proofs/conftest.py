# SPDX-License-Identifier: MIT
"""Makes the prover importable from the repository root."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)
