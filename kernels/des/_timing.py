# SPDX-License-Identifier: MIT
"""Times table kernels beside des_c_sp: `python3 kernels/des/_timing.py [PASSES [STEM...]]`.
Needs gcc on Linux, for 32-bit kernels with -m32."""

import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, ROOT)

from asmgen import dialects, kernel  # noqa: E402
from asmgen.cli import KERNELS  # noqa: E402

# catalogue.h is made by the build; here it only has to declare nothing
C_FILES = "src/des/des_c_ref.c src/des/des_c_sp.c src/des/des_key.c"


def time_kernels(kernels, bits, passes, headers="/usr/include/x86_64-linux-gnu"):
    with tempfile.TemporaryDirectory() as folder:
        for k in kernels:
            unit = k.build("sysv64" if bits == 64 else "cdecl32")
            with open(f"{folder}/{k.stem}.S", "w", encoding="ascii") as out:
                out.write(dialects.find("gas-elf").print(unit))
        with open(f"{folder}/catalogue.h", "w", encoding="ascii") as out:
            out.write("#include <oldguard/kernels.h>\n")
        subprocess.run(
            [sys.executable, "src/des/derive_tables.py", "src/des/fips46.h", f"{folder}/des_tables.c"],
            cwd=ROOT,
            check=True,
        )
        variants = " ".join(f"X({k.stem})" for k in kernels)
        subprocess.run(
            f"gcc -m{bits} -O2 '-DVARIANTS={variants}' -Iinclude -Isrc -I{folder} "
            f"-idirafter {headers} {HERE}/_timer.c {C_FILES} {folder}/*.[cS] "
            f"-o {folder}/timer",
            shell=True,
            check=True,
            cwd=ROOT,
        )
        subprocess.run([f"{folder}/timer", str(passes)], check=True)


def main():
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    stems = sys.argv[2:] or sorted(
        os.path.basename(p)[:-3] for p in glob.glob(f"{HERE}/**/des_*.py", recursive=True)
    )
    found = [kernel.find(stem, KERNELS) for stem in stems]
    for bits in (32, 64):
        chosen = [k for k in found if k.bits == bits and len(k.entries) == 10]
        if chosen:
            print(f"{bits}-bit:", flush=True)
            time_kernels(chosen, bits, passes)


if __name__ == "__main__":
    main()
