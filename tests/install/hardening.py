#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks for the hardening of the command and the library in their files.

    hardening.py --cc CC --program FILE --library FILE --objects FILE... [--fortify] [--cet]

Program and library: full RELRO, no executable stack, no relocation of code, the stack protector. The program is
also position-independent, and with --fortify calls the checked functions of the C library. With --cet every
object has the mark of CET, also in an archive: the linker marks no program with an object that lacks it. Files
that are built without hardening must be refused for each of these reasons.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

# Copies to the stack, calls a function of the C library that has a checked form, and has the address of a symbol
# in its code.
SOFT = """
#include <string.h>
int soft(char *text);
int soft(char *text) { char copy[16]; strcpy(copy, text); return copy[text[0] & 15]; }
int main(int count, char **words) { return soft(words[count - 1]); }
__asm__(".text\\n .balign 8\\n .quad soft");
"""


def readelf(*words):
    return subprocess.run(["readelf", "-W", *words], capture_output=True, text=True, check=True).stdout


def imports(path):
    return set(re.findall(r" UND (\w+)", readelf("--dyn-syms", path)))


def flaws(path):
    """Returns what a program or a library lacks."""
    segments, dynamic = readelf("-l", path), readelf("-d", path)
    stack = re.search(r"GNU_STACK +(?:0x\w+ +){5}(\w+)", segments)
    found = {
        "RELRO": "GNU_RELRO" in segments,
        "symbols bound at the start": re.search(r"\(FLAGS(_1)?\).*NOW", dynamic) is not None,
        "a stack without code": stack is not None and "E" not in stack.group(1),
        "code without relocations": "TEXTREL" not in dynamic,
        "the stack protector": "__stack_chk_fail" in imports(path),
    }
    return {name for name, there in found.items() if not there}


def program_flaws(path, fortify):
    """Returns what a program lacks."""
    found = {"a free place in memory": re.search(r"\(FLAGS_1\).* PIE", readelf("-d", path)) is not None}
    if fortify:
        found["checked functions of the C library"] = any(name.endswith("_chk") for name in imports(path))
    return flaws(path) | {name for name, there in found.items() if not there}


def unmarked(path):
    """Returns the names of the objects without the mark of CET, of an object or an archive."""
    if not path.endswith(".a"):
        return set() if "x86 feature: IBT, SHSTK" in readelf("-n", path) else {os.path.basename(path)}
    # Objects of several folders can have the same name.
    parts = re.split(r"^File: .*\((.*)\)$", readelf("-n", path), flags=re.MULTILINE)[1:]
    names = subprocess.run(["ar", "t", path], capture_output=True, text=True, check=True).stdout.split()
    marked = [name for name, notes in zip(parts[::2], parts[1::2]) if "x86 feature: IBT, SHSTK" in notes]
    return {name for name in names if marked.count(name) < names.count(name)}


def accepted(cc, folder, fortify, cet):
    """Returns the reasons for which no file without hardening is refused."""
    source, program, library, soft = (os.path.join(folder, name) for name in ("a.c", "a", "a.so", "a.o"))
    with open(source, "w", encoding="ascii") as file:
        file.write(SOFT)
    words = [cc, "-O2", "-w", "-fno-stack-protector", "-U_FORTIFY_SOURCE", source, "-o"]
    words[1:1] = ["-fcf-protection=none"] if cet else []
    linker = "-Wl,-z,lazy,-z,norelro,-z,execstack,-z,notext"
    subprocess.run([*words, program, "-no-pie", linker], check=True, capture_output=True)
    subprocess.run([*words, library, "-shared", "-fPIC", linker], check=True, capture_output=True)
    subprocess.run([*words, soft, "-c"], check=True, capture_output=True)
    common = {"RELRO", "symbols bound at the start", "a stack without code", "the stack protector"}
    missed = (common | {"code without relocations"}) - flaws(library)
    wanted = common | {"a free place in memory"}
    if fortify:
        wanted.add("checked functions of the C library")
    missed |= wanted - program_flaws(program, fortify)
    if cet and not unmarked(soft):
        missed.add("the mark of CET")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("cc", "program", "library"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--objects", nargs="+", required=True, help="objects and archives of both")
    parser.add_argument("--fortify", action="store_true")
    parser.add_argument("--cet", action="store_true")
    options = parser.parse_args()
    found = program_flaws(options.program, options.fortify)
    errors = [f"{options.program} lacks {flaw}" for flaw in sorted(found)]
    errors += [f"{options.library} lacks {flaw}" for flaw in sorted(flaws(options.library))]
    if options.cet:
        for path in options.objects:
            errors += [f"{path}: {name} has no mark of CET" for name in sorted(unmarked(path))]
    with tempfile.TemporaryDirectory() as folder:
        missed = accepted(options.cc, folder, options.fortify, options.cet)
    errors += [f"a file without {flaw} was accepted" for flaw in sorted(missed)]
    if errors:
        sys.exit("\n".join(errors))
    print(f"{len(options.objects)} objects and archives, program and library: hardened")


main()
