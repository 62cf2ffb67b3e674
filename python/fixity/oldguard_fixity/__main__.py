# SPDX-License-Identifier: MIT
"""Runs the command `fixity` as `python -m oldguard_fixity`."""

import sys

from .cli import main

sys.exit(main())
