# SPDX-License-Identifier: MIT
"""What Go's assembler makes of a file: the listing of `go tool asm -S`, as values."""

import functools
import os
import re
from dataclasses import dataclass, field

import pytest
import toolchain
import where

HEAD = re.compile(r"(\S+) (S[A-Z]+)\b.* size=(\d+)(?: args=(0x[0-9a-f]+) locals=(0x[0-9a-f]+))?")
PLACE = re.compile(r"\t0x([0-9a-f]+) \d+ \(.*:(\d+)\)\t")
BYTES = re.compile(r"\t0x[0-9a-f]+ ((?:[0-9a-f]{2} ){1,16})")
REFERENCE = re.compile(r"\trel (\d+)\+\d+ t=\S+ (\S+?)\+(-?\d+)$")


@dataclass
class Symbol:
    kind: str  # "STEXT" or "SRODATA"
    size: int
    arguments: int  # bytes
    frame: int  # bytes that TEXT declares
    places: list = field(default_factory=list)  # of (offset, line of the file)
    code: bytearray = field(default_factory=bytearray)
    references: dict = field(default_factory=dict)  # offset of the code -> (symbol, bytes after its start)

    @functools.cached_property
    def lines(self):
        """{line: (offset of its first byte, offset after its last)}"""
        found, ends = {}, [at for at, _ in self.places[1:]] + [len(self.code)]
        for (at, line), end in zip(self.places, ends):
            found[line] = (found.get(line, (at,))[0], end)
        return found

    def of_line(self, line):
        """Returns (offset, bytes) of what the assembler made of a line."""
        at, end = self.lines[line]
        return at, bytes(self.code[at:end])


def go(*words, arch="amd64", **more):
    """Runs the command go for a processor. Skips the test, and says so, where there is none: no Debian has a version
    that is new enough."""
    program = where.program("go")
    if program is None:
        pytest.skip("go is not installed: nothing it would check has been checked")
    return toolchain.run([program, *words], env={**os.environ, "GOARCH": arch}, **more)


@functools.cache
def headers():
    return go("env", "GOROOT").stdout.strip() + "/pkg/include"


def assemble(path, arch="amd64"):
    """Returns {name: Symbol} of an assembly file."""
    done = go("tool", "asm", "-S", "-I", headers(), "-p", "og", "-o", f"{path}.o", str(path), arch=arch)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    found, symbol = {}, None
    for line in done.stdout.splitlines():
        if head := HEAD.match(line):
            numbers = [int(text or "0", 0) for text in head.groups()[2:]]
            symbol = found[head[1].removeprefix("og.").removesuffix("<>")] = Symbol(head[2], *numbers)
        elif place := PLACE.match(line):
            symbol.places.append((int(place[1], 16), int(place[2])))
        elif row := BYTES.match(line):
            symbol.code += bytes.fromhex(row[1])
        elif reference := REFERENCE.match(line):
            symbol.references[int(reference[1])] = (reference[2].removesuffix("<>"), int(reference[3]))
    return found
