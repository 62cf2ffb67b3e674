# SPDX-License-Identifier: MIT
"""Builds checked kernels into one program with _timer.c and runs it. Needs gcc on Linux."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))

from asmgen import analyses, dialects  # noqa: E402


def time_kernels(kernels, bits, passes, size=16384, peers=False, disabled="", environment=None, check=True):
    """Print cycles/byte of each kernel; peers: of OpenSSL and libgcrypt as well.

    disabled: libgcrypt's names of features to do without, comma separated. environment: more
    variables, such as OPENSSL_ia32cap.
    """
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for k in kernels:
            unit = k.build("sysv64" if bits == 64 else "cdecl32")
            if check:
                analyses.check(unit)
            with open(f"{folder}/{k.stem}.S", "w", encoding="ascii") as out:
                out.write(dialects.find("gas-elf").print(unit))
            names += [symbol for _, symbol, _ in k.entries]
        variants = " ".join(f"X({name})" for name in names)
        subprocess.run(
            f"gcc -m{bits} -O2 -Wall -Wextra '-DVARIANTS={variants}' "
            f"{'-DPEERS' if peers else ''} {HERE}/_timer.c {folder}/*.S "
            f"{'-lcrypto -lgcrypt' if peers else ''} -o {folder}/timer",
            shell=True,
            check=True,
        )
        arguments = [f"{folder}/timer", str(passes), str(size)] + ([disabled] if disabled else [])
        subprocess.run(arguments, check=True, env={**os.environ, **(environment or {})})
