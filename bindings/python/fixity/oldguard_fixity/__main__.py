# SPDX-License-Identifier: MIT
"""Runs the command `fixity` as `python -m oldguard_fixity`."""

import sys

# `python -m` puts the current folder first. It may be an archive, whose modules must not be imported.
if not sys.flags.safe_path:
    del sys.path[0]

from .cli import main  # noqa: E402

sys.exit(main())
