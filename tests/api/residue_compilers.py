# SPDX-License-Identifier: MIT
"""Searches the stack for secrets after calls of the library as other compilers and levels build it.

    residue_compilers.py BUILD PROGRAM COMPILER

Compiles the C files of the shared library in the build folder BUILD with COMPILER at -O1, -O2 and -O3, of which
a commit may take its turn (turns.py), and runs the tests Residue.* of PROGRAM with each library. Assembly is not
compiled again. A compiler that is not installed ends in a line with the word SKIPPED, unless all of COMPILERS
are missing."""

import concurrent.futures
import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import turns  # noqa: E402 (the path has to be set first)

COMPILERS = ("gcc-12", "gcc-13", "gcc-14", "clang-19")
LEVELS = ("-O1", "-O2", "-O3")
TARGETS = ("CMakeFiles/oldguard.dir/", "CMakeFiles/oldguard_objects.dir/")
NAME = "liboldguard.so"


def recorded_commands(build):
    """Returns the commands that compile the shared library, as (words, object, is C)."""
    result = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        made = words[words.index("-o") + 1]
        if made.startswith(TARGETS):
            result.append((words, made, entry["file"].endswith(".c")))
    assert any(is_c for _, _, is_c in result), "no C file of the library"
    return result


def build_library(build, compiler, level, folder):
    """Writes the library to a folder, under the name by which programs load it."""

    def compile_file(job):
        number, (words, made, is_c) = job
        if not is_c:
            return made
        new = folder / f"{number}.o"
        first = next(i for i, word in enumerate(words) if word.startswith("-"))
        again = [*words[: first - 1], compiler, *words[first:], level, "-g0", "-w", "-o", new]
        subprocess.run(again, cwd=build, check=True)
        return new

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_file, enumerate(recorded_commands(build))))
    name = os.path.basename(os.readlink(build / NAME))
    # The lazy binder would save registers on the stack.
    flags = ["-shared", f"-Wl,-soname,{name}", "-Wl,-z,relro,-z,now"]
    subprocess.run([compiler, *flags, "-o", folder / name, *objects], cwd=build, check=True)
    return folder / name


def leaves_nothing(program, library):
    """Runs the tests with a library, and prints their output if they fail."""
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}
    loaded = subprocess.run(
        [program], env={**environment, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True
    )
    assert f"=> {library} ".encode() in loaded.stdout, f"{program} loads another library: {loaded.stdout}"
    words = [program, "--gtest_filter=Residue.*", "--gtest_brief=1"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout, done.stderr)
    return done.returncode == 0 and " 0 tests" not in done.stdout


def main():
    build, program, compiler = Path(sys.argv[1]).resolve(), os.path.abspath(sys.argv[2]), sys.argv[3]
    if shutil.which(compiler) is None:
        if not any(map(shutil.which, COMPILERS)):
            sys.exit(f"residue: none of {', '.join(COMPILERS)} is installed")
        print(f"SKIPPED: {compiler} is not installed")
        return
    rows = turns.part([*itertools.product(COMPILERS, LEVELS)])
    failed, mine = [], [level for each, level in rows if each == compiler]
    if not mine:
        print(f"SKIPPED: {compiler} has another turn")
    for level in mine:
        with tempfile.TemporaryDirectory() as folder:
            library = build_library(build, compiler, level, Path(folder).resolve())
            if not leaves_nothing(program, library):
                failed.append(level)
        print(f"{compiler} {level}: {'words are left' if level in failed else 'nothing is left'}", flush=True)
    sys.exit(1 if failed else 0)


main()
