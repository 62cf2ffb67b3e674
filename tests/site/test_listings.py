# SPDX-License-Identifier: MIT
"""The listings of the site equal what the generator prints, byte for byte."""

import functools
import json
import re

import pytest

from asmgen import kernel as asmgen_kernel
from asmgen.cli import KERNELS
from asmgen.dialects import DIALECTS
from asmgen.errors import TooNewError, UsageError
from asmgen.exporting import files as exported_files

CATALOGUE = asmgen_kernel.catalogue(KERNELS)


def text(lines, runs):
    """Returns the text of runs, written independently of generator/listings.py."""
    out, after = [], 0
    for distance, length in zip(runs[::2], runs[1::2]):
        first = after + distance
        after = first + length
        out.extend(lines[first:after])
    return "\n".join(out)


@pytest.mark.parametrize("kernel", CATALOGUE, ids=[k.stem for k in CATALOGUE])
def test_listings(site, kernel):
    script = site[f"asm/{kernel.stem}.js"].decode()
    data = json.loads(script.removeprefix("OG_ASM(").removesuffix(");\n"))
    words = data["words"].split("\n")
    lines = "".join(c if ord(c) < 256 else words[ord(c) - 256] for c in data["lines"])
    lines = re.sub("\x7f(.)", lambda m: " " * (ord(m[1]) - 32), lines).split("\n")
    assert len(lines) == len(set(lines))
    listed = {entry[0]: entry for entry in data["dialects"]}
    for name, dialect in DIALECTS.items():
        abi = dialect.abis.get(kernel.arch.name)
        if abi is None:
            assert name not in listed
            continue
        unit = _built(kernel, getattr(abi, "name", abi))
        try:
            expected = dialect.print(unit)
        except TooNewError:
            assert name not in listed
            continue
        _, extension, _, size, runs, makefile = listed.pop(name)
        assert extension == dialect.extension and size == len(expected)
        assert text(lines, runs) == expected, name
        if name in ("gas-elf", "masm", "elf-a64"):
            _compare_export(kernel, dialect, unit, data, lines, makefile)
    assert listed == {}


@functools.cache
def _unit(stem, abi):
    unit = next(k for k in CATALOGUE if k.stem == stem).build(abi)
    unit.placed = functools.cache(unit.placed)
    return unit


def _built(kernel, abi):
    return _unit(kernel.stem, abi)


def _compare_export(kernel, dialect, unit, data, lines, makefile):
    """Compares the folder that the page offers with the folder that the command writes."""
    try:
        expected = exported_files(kernel, dialect, unit)
    except UsageError:
        assert makefile is None and data["files"] == {}
        return
    found = {name: text(lines, runs) for name, runs in data["files"].items()}
    found["Makefile"] = text(lines, makefile)
    expected.pop(kernel.stem + dialect.extension)
    assert found == expected
