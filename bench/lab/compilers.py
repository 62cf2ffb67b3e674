# SPDX-License-Identifier: MIT
"""Finds the C compilers of this machine."""

import dataclasses
import os
import re
import shutil
import subprocess

VERSIONED = re.compile(r"(gcc|clang)-[0-9.]+$|tcc$")
PLAIN = ("gcc", "clang", "cc")


@dataclasses.dataclass(frozen=True)
class Compiler:
    name: str  # the name of the command: "gcc-12"
    path: str
    version: str  # the first line of its version text


def version_of(path):
    """Returns the first line of a compiler's version text, or None if the program fails."""
    option = "-v" if os.path.basename(path) == "tcc" else "--version"
    try:
        done = subprocess.run([path, option], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = (done.stdout or done.stderr).splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else None


def found():
    """Returns each compiler on the PATH once: a plain name only if no versioned name is the same file."""
    names = sorted(
        {
            name
            for folder in os.environ.get("PATH", "").split(os.pathsep)
            if os.path.isdir(folder)
            for name in os.listdir(folder)
            if VERSIONED.match(name)
        },
        key=_order,
    )
    compilers, files = [], set()
    for name in (*names, *PLAIN):
        path = shutil.which(name)
        version = path and version_of(path)
        if version and os.path.realpath(path) not in files:
            files.add(os.path.realpath(path))
            compilers.append(Compiler(name, path, version))
    return compilers


def named(names):
    """Returns the named compilers, and a line for each that is missing."""
    compilers, missing = [], []
    for name in names:
        path = shutil.which(name)
        version = path and version_of(path)
        if version:
            compilers.append(Compiler(os.path.basename(name), path, version))
        else:
            missing.append(f"{name}: " + ("prints no version: left out" if path else "not found: left out"))
    return compilers, missing


def _order(name):
    family, _, number = name.partition("-")
    return family, [int(part) for part in number.split(".") if part]
