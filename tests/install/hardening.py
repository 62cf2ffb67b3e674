#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks for the hardening of the command and the library in their files.

    hardening.py --cc CC --program FILE --library FILE --archive FILE [--fortify] [--cet]

Program and library: full RELRO, no executable stack, no relocation of code, the stack protector. The program is
also position-independent, and with --fortify calls the checked functions of the C library. With --cet every
object of the archive has the mark of CET, without which the linker marks no program. A program that is linked
without hardening must be refused for each of the first reasons.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile


def readelf(*words):
    return subprocess.run(["readelf", "-W", *words], capture_output=True, text=True, check=True).stdout


def flaws(path):
    """Returns what a program or library lacks, whatever its source."""
    segments, dynamic = readelf("-l", path), readelf("-d", path)
    stack = re.search(r"GNU_STACK +(?:0x\w+ +){5}(\w+)", segments)
    found = {
        "RELRO": "GNU_RELRO" in segments,
        "symbols bound at the start": re.search(r"\(FLAGS(_1)?\).*NOW", dynamic) is not None,
        "a stack without code": stack is not None and "E" not in stack.group(1),
        "code without relocations": "TEXTREL" not in dynamic,
    }
    return {name for name, there in found.items() if not there}


def program_flaws(path):
    return flaws(path) | (set() if "Flags: NOW PIE" in readelf("-d", path) else {"a free place in memory"})


def imports(path):
    return set(re.findall(r" UND (\w+)", readelf("--dyn-syms", path)))


def unmarked(archive):
    """Returns the objects of an archive without the mark of CET."""
    parts = re.split(r"^File: .*\((.*)\)$", readelf("-n", archive), flags=re.MULTILINE)[1:]
    notes = dict(zip(parts[::2], parts[1::2]))
    names = subprocess.run(["ar", "t", archive], capture_output=True, text=True, check=True).stdout.split()
    return {name for name in names if "x86 feature: IBT, SHSTK" not in notes.get(name, "")}


def planted(cc, folder):
    """Returns the flaws of a program that is linked without hardening."""
    source, program = os.path.join(folder, "soft.c"), os.path.join(folder, "soft")
    with open(source, "w", encoding="ascii") as file:
        file.write("int main(void) { return 0; }\n")
    linker = "-Wl,-z,lazy,-z,norelro,-z,execstack"
    subprocess.run([cc, "-no-pie", linker, source, "-o", program], check=True, capture_output=True)
    return program_flaws(program)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("cc", "program", "library", "archive"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--fortify", action="store_true")
    parser.add_argument("--cet", action="store_true")
    options = parser.parse_args()
    errors = [f"{options.program} lacks {flaw}" for flaw in sorted(program_flaws(options.program))]
    errors += [f"{options.library} lacks {flaw}" for flaw in sorted(flaws(options.library))]
    for path in (options.program, options.library):
        if "__stack_chk_fail" not in imports(path):
            errors.append(f"{path} lacks the stack protector")
    if options.fortify and not any(name.endswith("_chk") for name in imports(options.program)):
        errors.append(f"{options.program} calls no checked function of the C library")
    if options.cet:
        errors += [
            f"{options.archive}: {name} has no mark of CET" for name in sorted(unmarked(options.archive))
        ]
    with tempfile.TemporaryDirectory() as folder:
        missed = {
            "RELRO",
            "symbols bound at the start",
            "a stack without code",
            "a free place in memory",
        } - planted(options.cc, folder)
    errors += [f"a program without {flaw} was accepted" for flaw in sorted(missed)]
    if errors:
        sys.exit("\n".join(errors))


main()
