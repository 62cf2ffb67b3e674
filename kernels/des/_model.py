# SPDX-License-Identifier: MIT
"""What _pairing.py's model of the Pentium says of one call of a 32-bit kernel's des.encrypt1, from
its first instruction to its ret, run in the interpreter: `python3 kernels/des/_model.py`."""

import os
import random
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)

from asmgen import kernel  # noqa: E402
from asmgen.call import call  # noqa: E402
from asmgen.cli import KERNELS  # noqa: E402
from kernels.des.table._pairing import cycles  # noqa: E402


def main():
    for k in kernel.catalogue(os.path.join(KERNELS, "des")):
        if k.bits != 32:
            continue
        f = k.build("cdecl32").functions[0]
        ran = []
        counts = {"encrypt": 1}
        call(f, f.op.random_buffers(random.Random(1), counts, 1), counts, visit=ran.append)
        print(f"{k.stem:<16} {len(ran)} instructions, {cycles(ran)} cycles")


if __name__ == "__main__":
    main()
