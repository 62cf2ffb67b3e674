#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the folder of the NIST files in the PyPI package cryptography-vectors.

Exits 1 with one line on standard error where the package is not installed for this Python.
"""

import importlib.util
import pathlib
import sys


def main() -> int:
    spec = importlib.util.find_spec("cryptography_vectors")
    if spec is None or spec.origin is None:
        print(
            f"{sys.executable} has no cryptography_vectors: pip install cryptography-vectors", file=sys.stderr
        )
        return 1
    print(pathlib.Path(spec.origin).parent)
    return 0


if __name__ == "__main__":
    sys.exit(main())
