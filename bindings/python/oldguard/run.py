# SPDX-License-Identifier: MIT
"""Runs a Python program with oldguard in hashlib.

    python -m oldguard.run [--detect] [--guaranteed] SCRIPT [ARGUMENT...]
    python -m oldguard.run [--detect] [--guaranteed] -m MODULE [ARGUMENT...]

Calls oldguard.hashlib.install() before the program begins, so that `from hashlib import sha1` in it gives
oldguard's.
"""

import argparse
import os
import runpy
import sys

from .hashlib import install


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m oldguard.run", description="Runs a Python program with oldguard in hashlib."
    )
    parser.add_argument("--detect", action="store_true", help="SHA-1 digests raise for collision attacks")
    parser.add_argument(
        "--guaranteed", action="store_true", help="list Whirlpool in hashlib.algorithms_guaranteed"
    )
    parser.add_argument("-m", dest="module", action="store_true", help="the program is the name of a module")
    parser.add_argument("program", help="a script or, with -m, a module")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="the arguments of the program")
    options = parser.parse_args()
    install(detect=options.detect, guaranteed=options.guaranteed)
    sys.argv = [options.program, *options.arguments]
    # -P and PYTHONSAFEPATH leave the folder of the program out of sys.path.
    if not sys.flags.safe_path:
        sys.path[0] = os.getcwd() if options.module else os.path.dirname(os.path.abspath(options.program))
    if options.module:
        runpy.run_module(options.program, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(options.program, run_name="__main__")


if __name__ == "__main__":
    main()
