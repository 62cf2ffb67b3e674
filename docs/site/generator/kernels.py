# SPDX-License-Identifier: MIT
"""Gathers what the generator knows of each kernel."""

import collections
import functools
import os
from dataclasses import dataclass

from asmgen import banner
from asmgen import kernel as asmgen_kernel
from asmgen.cli import KERNELS
from asmgen.dialects import DIALECTS
from asmgen.errors import UsageError
from asmgen.stream import FrameNote

from .errors import SiteError
from .paths import ROOT, line_of, read_json

NAMES = "docs/site/names.json"
REQUIRED = ("Inputs", "Output", "Registers", "Lab notes")  # sections of a banner
IDEAS = ("Idea", "Approach")  # at least one of them
PLACED = (*REQUIRED, "Frame")  # sections that the page shows elsewhere than under the idea


@dataclass
class Facts:
    instructions: int
    code_bytes: int
    constant_bytes: int
    stack_bytes: int
    functions: int
    mix: list  # of (mnemonic, number of instructions), the most frequent first


@dataclass
class Kernel:
    """Everything of a kernel that its page shows and that does not depend on other files."""

    source: object  # asmgen's Kernel
    banner: banner.Banner
    file: str  # relative to the root
    family: str
    units: dict  # name of a calling convention -> Unit
    facts: Facts
    isa_names: list
    hashes: dict  # (symbol, convention) -> SHA-256 of the function's machine code

    def __getattr__(self, name):
        return getattr(self.source, name)

    @property
    def operations(self):
        """[(operation, symbol)] in the order of the kernel's file."""
        return [(op.name, symbol) for op, symbol, _ in self.source.entries]

    @property
    def idea(self):
        """The sections of the banner that explain the kernel: [(title, text)]."""
        return [(title, text) for title, text in self.banner.sections.items() if title not in PLACED]

    @property
    def folder(self):
        return os.path.dirname(self.file)

    @property
    def unit(self):
        """The kernel built for the first convention of its architecture."""
        return self.units[self.abis()[0]]


def names():
    """Returns docs/site/names.json: the names of CPU features, operations and families that pages show."""
    return read_json(NAMES)


def gather(only=()):
    """Returns all kernels, or those whose stems are in `only`, each built for all conventions."""
    known = names()
    found = asmgen_kernel.catalogue(KERNELS)
    for stem in only:
        if stem not in [source.stem for source in found]:
            raise UsageError(f"no kernel is called '{stem}'")
    return [_kernel(source, known) for source in found if not only or source.stem in only]


def _kernel(source, known):
    file = os.path.relpath(source.source, ROOT).replace(os.sep, "/")
    described = banner.banner(source)
    line = line_of(file, '"""')
    for title in REQUIRED:
        if not described.sections.get(title):
            raise SiteError(file, line, f"the banner has no section '{title}'")
    if not any(described.sections.get(title) for title in IDEAS):
        raise SiteError(file, line, f"the banner has no section '{IDEAS[0]}' or '{IDEAS[1]}'")
    for bit in source.isa:
        if bit not in known["features"]:
            raise SiteError(NAMES, 1, f"no name of the CPU feature '{bit}' ({file})")
    for op, _, _ in source.entries:
        if op.name not in known["operations"]:
            raise SiteError(NAMES, 1, f"no title of the operation '{op.name}' ({file})")
    printed = [dialect.abis.get(source.arch.name) for dialect in DIALECTS.values()]
    units = {abi: _built(source, abi) for abi in dict.fromkeys([*source.abis(), *filter(None, printed)])}
    return Kernel(
        source=source,
        banner=described,
        file=file,
        family=known["operations"][source.entries[0][0].name]["family"],
        units=units,
        facts=_facts(units[source.abis()[0]]),
        isa_names=[known["features"][bit] for bit in source.isa],
        hashes={
            (symbol, abi): digest for abi in source.abis() for symbol, digest in units[abi].digests().items()
        },
    )


def _built(source, abi):
    """Returns the Unit of a convention. Its layout is computed once for all dialects, because nothing here changes
    its instructions."""
    unit = source.build(abi)
    unit.placed = functools.cache(unit.placed)
    return unit


def _facts(unit):
    mix = collections.Counter(
        item.form.mnemonic for function in unit.functions for item in function.instructions()
    )
    return Facts(
        instructions=sum(mix.values()),
        code_bytes=len(unit.code()),
        constant_bytes=sum(len(constant.content) for constant in unit.constants),
        stack_bytes=max(_stack(function) for function in unit.functions),
        functions=len(unit.functions),
        mix=sorted(mix.items(), key=lambda item: (-item[1], item[0])),
    )


def _stack(function):
    """Returns the bytes of the stack that a function's prologue takes below the return address."""
    slot, total = function.abi.slot, 0
    for item in function.stream:
        if isinstance(item, FrameNote):
            if item.kind in ("push", "alloc"):
                total += item.amount or slot
            if item.kind == "endprologue":
                break
    return total
