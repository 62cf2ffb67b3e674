# SPDX-License-Identifier: MIT
"""Compiles the C++ of a build with another compiler, and each header by itself, to find what does not
include what it uses. Of both, a commit may take its turn (turns.py).

    compiles.py BUILD COMPILER

COMPILER is a C++ compiler, such as g++-14 or clang++-19, whose C compiler is named gcc or clang instead. It
only reads the files. If it is not installed, a line with the word SKIPPED is printed. BUILD is the build
folder, which has the commands and the generated headers."""

import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import turns

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("include", "src", "bindings", "check", "bench", "cli", "tests")
# Parts of other headers, headers of other systems, those that need clang's library of fuzz targets, and one
# that needs libtorrent, which may be missing.
NOT_ALONE = ("src/des/des_modes.h", "cli/os/windows/", "tests/fuzz/", "tests/toolchains/", "tests/asmgen/")
# Headers in C++ that have the suffix of C.
CXX = ("check/calls/stub.h", "check/calls/stub_x86.h", "check/calls/stub_a64.h")
PATHS = (".", "include", "src", "asm/spec", "cli", "bindings/libdes", "tests")
PYTHON = Path(sysconfig.get_path("include"))
MODULE = "bindings/python/src/"  # the headers that need Python's


def headers():
    """Returns the headers, relative to the root."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.h*")):
            name = str(path.relative_to(ROOT))
            without = NOT_ALONE if (PYTHON / "Python.h").is_file() else (*NOT_ALONE, MODULE)
            if path.suffix in (".h", ".hpp") and not name.startswith(without):
                found.append(name)
    assert len(found) > 200, f"{len(found)} headers"
    return found


def for_header(build, compiler, name):
    """Returns the command for a header."""
    if name.endswith(".hpp") or name in CXX:
        words = [compiler, "-std=c++20", "-x", "c++"]
    else:
        words = [compiler.replace("clang++", "clang").replace("g++", "gcc"), "-std=gnu11", "-x", "c"]
    folders = [build / "generated", *(ROOT / path for path in PATHS)]
    if name.startswith(MODULE):
        folders.append(PYTHON)
    return [*words, *(f"-I{folder}" for folder in folders), str(ROOT / name)]


def recorded(build, compiler):
    """Returns the commands of the build that compile C++, by this compiler. Peers have headers of others."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if entry["file"].endswith(("cpp", "cxx")) and "/peers" not in entry["file"]:
            words = shlex.split(entry["command"])
            first = next(i for i, word in enumerate(words) if word.startswith("-"))
            found[entry["file"]] = [compiler, *words[first:]]
    assert len(found) > 20, f"{len(found)} files"
    return found


def fault(build, name, words):
    """Runs a command that only reads the source. Returns the first message of an error, or nothing."""
    done = subprocess.run([*words, "-fsyntax-only", "-w"], cwd=build, capture_output=True, text=True)
    wrong = [line for line in done.stderr.splitlines() if "error" in line]
    return f"{name}: {wrong[0] if wrong else done.stderr}" if done.returncode else None


def main():
    build, compiler = Path(sys.argv[1]).resolve(), sys.argv[2]
    if shutil.which(compiler) is None:
        print(f"SKIPPED: {compiler} is not installed")
        return
    sources = recorded(build, compiler)
    chosen = turns.part(sorted(sources), turns.LONG)
    jobs = {name: for_header(build, compiler, name) for name in turns.part(headers(), turns.LONG)}
    jobs |= {name: sources[name] for name in chosen}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [said for said in pool.map(lambda job: fault(build, *job), jobs.items()) if said]
    said = (
        f"{compiler}: {len(jobs)} files, {len(chosen)} of {len(sources)} in C++, {len(faults)} of them wrong"
    )
    print(*faults, said, sep="\n")
    sys.exit(1 if faults else 0)


main()
