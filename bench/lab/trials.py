# SPDX-License-Identifier: MIT
"""Times trial kernels in `oldguard bench`, beside the existing kernels and the peers."""

import os
import subprocess
import tempfile

from asmgen import analyses, dialects, kernel
from asmgen.x86 import X64, X86

from .bench import PROGRAMS
from .build import ROOT, TABLES, module_command
from .run import link_peers

# The shape of a row in bench/lab/module.c for each operation.
SHAPES = {
    "sha1.blocks": "SHA1",
    "whirlpool.blocks": "WHIRLPOOL",
    "des.encrypt1": "BLOCK",
    "des.encrypt2": "BLOCK",
    "des.encrypt3": "BLOCK3",
    "des.decrypt3": "BLOCK3",
    **{f"{cipher}.ecb": "ECB" for cipher in ("des", "des3")},
    **{f"{cipher}.cbc_{way}": "CBC" for cipher in ("des", "des3") for way in ("enc", "dec")},
}


class TrialError(Exception):
    """The folder has no kernel that can be timed, or the module cannot be compiled."""


def entries(kernels):
    """Returns (stem, operation, symbol) of each function that a module can call."""
    return [(k.stem, op.name, symbol) for k in kernels for op, symbol, _ in k.entries if op.name in SHAPES]


def build_module(kernels, arch, generated, path):
    """Analyses the kernels, prints them and compiles them into one module. Needs gcc."""
    rows = " ".join(f'ROW({SHAPES[op]}, "{op}", "{stem}", {symbol})' for stem, op, symbol in entries(kernels))
    with tempfile.TemporaryDirectory() as folder:
        sources = [os.path.join(folder, f"{k.stem}.S") for k in kernels]
        for k, source in zip(kernels, sources):
            unit = k.build("sysv64" if arch.bits == 64 else "cdecl32")
            analyses.check(unit)
            with open(source, "w", encoding="ascii") as out:
                out.write(dialects.find("gas-elf").print(unit))
        header = os.path.join(folder, "rows.h")
        with open(header, "w", encoding="ascii") as out:
            out.write(f"#define LAB_ROWS(ROW) {rows}\n")
        command = module_command(
            "gcc", arch.bits, "trials", "assembly", generated, ["-O2", "-include", header]
        )
        sources += [os.path.join(ROOT, s) for s in ("bench/lab/module.c", "src/des/des_c_ref.c")]
        sources += [os.path.join(generated, table) for table in TABLES]
        done = subprocess.run([*command, "-Wl,-Bsymbolic", *sources, "-o", path], check=False)
    if done.returncode:
        raise TrialError("gcc could not compile the trials")


def run(folder, build, options):
    """Times the trials of a folder, with options of `oldguard bench`. Returns the larger exit status."""
    kernels = kernel.catalogue(folder)
    timed = entries(kernels)
    if not timed:
        raise TrialError(f"{folder}: no kernel for {', '.join(SHAPES)}")
    if "--only" not in options:
        options = ["--only", ",".join(dict.fromkeys(op for _, op, _ in timed)), *options]
    status = 0
    with tempfile.TemporaryDirectory() as temporary:
        peers = os.path.join(temporary, "peers")
        link_peers(os.path.abspath(build), peers)
        for arch, place in ((X64, ""), (X86, "32")):
            chosen = [k for k in kernels if k.arch is arch and entries([k])]
            if not chosen:
                continue
            program = os.path.join(build, PROGRAMS[arch.bits])
            if not os.path.exists(program):
                raise TrialError(f"{program} is missing, which times {arch.bits}-bit trials")
            folder = os.path.join(peers, place)
            build_module(
                chosen, arch, os.path.join(build, "generated"), os.path.join(folder, "peer_trials.so")
            )
            done = subprocess.run(
                [program, "bench", *options], env={**os.environ, "OLDGUARD_PEERS": folder}, check=False
            )
            status = max(status, done.returncode)
    return status
