# SPDX-License-Identifier: MIT
"""Writes the derived C tables of one algorithm: python3 -m spec des|sha1|whirlpool FOLDER, in asm/"""

import sys

from .des import tables as des
from .sha1 import disturbance as sha1
from .whirlpool import tables as whirlpool

WRITERS = {"des": des.write, "sha1": sha1.write, "whirlpool": whirlpool.write}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in WRITERS:
        sys.exit(__doc__)
    WRITERS[sys.argv[1]](sys.argv[2])


main()
