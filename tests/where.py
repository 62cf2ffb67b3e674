# SPDX-License-Identifier: MIT
"""Finds programs that no package installs."""

import os
import shutil


def program(name):
    """Returns the path of a program, or None. Go may be where its archive puts it, outside of PATH."""
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/local/go/bin")
