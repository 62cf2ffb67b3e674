# SPDX-License-Identifier: MIT
"""Runs llvm-mca on instructions, and lists the cores that it has models of."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

MCA, MC, OBJDUMP = "llvm-mca-19", "llvm-mc-19", "llvm-objdump-19"
ISA = "-mattr=+sha2"
ASSEMBLE = (
    MC,
    "-triple=aarch64",
    ISA,
    "-filetype=obj",
    "-save-temp-labels",
    "-asm-macro-max-nesting-depth=1000",
)
LONG = 6000  # instructions that the shorter of two runs has at least


class McaError(Exception):
    """llvm-mca is missing, refuses an instruction, or has another model than expected. The message is one line."""


@dataclass(frozen=True)
class Core:
    """A column of the tables."""

    name: str
    mcpu: str  # the value of -mcpu
    model: str  # the prefix of the names of its units in LLVM's model
    about: str


CORES = (
    Core(
        "N1",
        "neoverse-n1",
        "N1Unit",
        "Neoverse N1; also for Cortex-A76, to which LLVM gives the model of Cortex-A57",
    ),
    Core("N2", "neoverse-n2", "N2Unit", "Neoverse N2"),
    Core("V1", "neoverse-v1", "V1Unit", "Neoverse V1"),
    Core("V2", "neoverse-v2", "V2Unit", "Neoverse V2"),
    Core("A53", "cortex-a53", "A53Unit", "Cortex-A53, in order"),
    Core("A55", "cortex-a55", "CortexA55Unit", "Cortex-A55, in order"),
    Core(
        "Apple",
        "apple-m1",
        "CyUnit",
        "LLVM's model for Apple M1 is Cyclone, the A7 of 2013, which has three vector units instead of four",
    ),
    Core("A64FX", "a64fx", "A64FX", "Fujitsu A64FX"),
)


def version():
    """Returns the version of LLVM."""
    return re.search(r"LLVM version (\S+)", _run([MCA, "--version"]))[1]


def disassembled(path):
    """Returns an assembly file as llvm-objdump prints it: macros and repetitions written out, instructions that
    are written as numbers named, with every label."""
    if not os.path.exists(path):
        raise McaError(f"{path}: no such file")
    with tempfile.TemporaryDirectory() as folder:
        code = os.path.join(folder, "code.o")
        _run([*ASSEMBLE, "-o", code, path])
        return _run([OBJDUMP, "-d", "--no-show-raw-insn", "--show-all-symbols", code])


def cycles(body, core):
    """Returns the cycles of one execution of a Body in an endless sequence of executions."""
    times = -(-LONG // len(body.lines))
    return (_total(body, core, 2 * times) - _total(body, core, times)) / times


def _total(body, core, iterations):
    # Loads wait for earlier stores only where the state is in memory.
    given = [f"-mcpu={core.mcpu}", f"-noalias={str(not body.chained).lower()}", f"-iterations={iterations}"]
    text = _run([MCA, "-mtriple=aarch64", ISA, "-json", *given], "\n".join(body.lines) + "\n")
    report = json.loads(text)
    units = report["TargetInfo"]["Resources"]
    if not any(unit.startswith(core.model) for unit in units):
        raise McaError(f"{core.mcpu}: the units of LLVM's model are {', '.join(units)}, not {core.model}...")
    return report["CodeRegions"][0]["SummaryView"]["TotalCycles"]


def _run(command, text=""):
    if not shutil.which(command[0]):
        raise McaError(f"{command[0]} is missing: `dev/scripts/setup model` installs it")
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr.strip())
        raise McaError(f"{os.path.basename(command[0])}: {reason}")
    return done.stdout
