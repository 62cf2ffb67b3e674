# SPDX-License-Identifier: MIT
"""The Python files of the generator and of kernels."""

import os

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # of asmgen, kernels, proofs and spec
ROOT = os.path.dirname(HOME)  # of the repository


def files(folder, private=False):
    """Returns the kernel files below a folder: every .py file whose name does not begin with an
    underscore. private: also files whose name does."""
    found = []
    for path, folders, names in os.walk(folder):
        folders.sort()
        found += [
            os.path.join(path, n)
            for n in sorted(names)
            if n.endswith(".py") and (private or not n.startswith("_"))
        ]
    return found
