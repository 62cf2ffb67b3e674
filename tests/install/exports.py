#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what a library exports with the functions and objects that its headers declare.

    exports.py --cc CC [--define MACRO]... --headers FILE...
               (--shared LIBRARY | --static ARCHIVE | --names FILE) [--exports-nothing]

A shared library of ELF or Windows is compared as it is, and so are the lines of a file with names. Of a
static library all objects are linked into another shared library, which has one function of its own. With
--exports-nothing that library must export nothing else.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

OWN = "function_of_the_module"


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"exports: {' '.join(words)}\n{done.stderr}")
    return done.stdout


def statements(text):
    """Yields the declarations of a preprocessed header, without the contents of braces."""
    depth, start, kept = 0, 0, ""
    for at, char in enumerate(text):
        if char == "{":
            kept += text[start:at] if depth == 0 else ""
            depth += 1
        elif char == "}":
            depth -= 1
            start = at + 1
        elif char == ";" and depth == 0:
            yield " ".join((kept + text[start:at]).split())
            start, kept = at + 1, ""


def declared(cc, defines, headers):
    """Returns the names of the functions and the extern objects that the headers declare."""
    names = set()
    for header in headers:
        text = run(cc, "-E", "-P", "-DOLDGUARD_STATIC", *(f"-D{name}" for name in defines), header)
        for statement in statements(text):
            if statement.startswith(("typedef", "struct ", "union ", "enum ")) and "(" not in statement:
                continue
            function = re.match(r"(?!typedef\b)[^(]*?(\w+) ?\(", statement)
            thing = re.match(r"extern [^(]*?(\w+) ?(\[[^]]*\])*$", statement)
            if function or thing:
                names.add((function or thing).group(1))
    return names


def exported(library):
    """Returns the names that a shared library of ELF, or a DLL, exports."""
    if library.endswith(".dll"):
        table = (
            run("objdump", "-p", library).partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
        )
        return set(re.findall(r"^\s*\[ *\d+\] (?:\+base\[ *\d+\] +\w+ )?(\w+)$", table, re.MULTILINE))
    return {line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()}


def module_of(cc, archive, folder):
    """Links every object of an archive into a shared library and returns its path."""
    source, module = os.path.join(folder, "module.c"), os.path.join(folder, "module.so")
    with open(source, "w", encoding="ascii") as file:
        file.write(f"int {OWN}(void);\nint {OWN}(void) {{ return 1; }}\n")
    whole = ("-Wl,--whole-archive", archive, "-Wl,--no-whole-archive")
    run(cc, "-shared", "-fPIC", source, *whole, "-o", module)
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", required=True)
    parser.add_argument("--define", action="append", default=[], help="a macro of the library's users")
    parser.add_argument("--headers", nargs="+", required=True)
    parser.add_argument("--exports-nothing", action="store_true")
    library = parser.add_mutually_exclusive_group(required=True)
    library.add_argument("--shared")
    library.add_argument("--static")
    library.add_argument("--names")
    options = parser.parse_args()
    names = declared(options.cc, options.define, options.headers)
    if not names:
        sys.exit("exports: no header declares a function")
    wanted = set() if options.exports_nothing else names
    if options.shared:
        found = exported(options.shared)
    elif options.names:
        with open(options.names, encoding="ascii") as file:
            found = set(file.read().split())
    else:
        with tempfile.TemporaryDirectory() as folder:
            found = exported(module_of(options.cc, options.static, folder))
        wanted = wanted | {OWN}
    if found != wanted:
        sys.exit(
            f"exports: {options.shared or options.names or options.static}\n"
            f"exported, but in no header: {' '.join(sorted(found - wanted)) or '-'}\n"
            f"in a header, but not exported: {' '.join(sorted(wanted - found)) or '-'}"
        )
    print(f"{len(found)} names: {' '.join(sorted(found))}")


main()
