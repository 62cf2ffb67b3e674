# SPDX-License-Identifier: MIT
"""Runs the command `fixity` as `python -m oldguard_fixity`."""

import sys

# Python has put the current folder there, which may be an archive with modules of its own.
if not sys.flags.safe_path:
    del sys.path[0]

from .cli import main  # noqa: E402

sys.exit(main())
