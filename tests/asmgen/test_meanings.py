# SPDX-License-Identifier: MIT
"""Every mnemonic of the ISA tables has a meaning that fits the instructions of every kernel."""

import re

import built
import pytest

from asmgen import kernel
from asmgen.architectures import ARCHITECTURES
from asmgen.cli import KERNELS
from asmgen.errors import KernelError
from asmgen.meanings import FIELD, meaning, table

CATALOGUE = kernel.catalogue(KERNELS)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_every_mnemonic_has_one(name):
    arch = ARCHITECTURES[name]
    assert sorted(set(arch.forms) - set(arch.meanings)) == []


def test_no_meaning_without_a_mnemonic():
    known = {m for arch in ARCHITECTURES.values() for m in arch.forms}
    written = {m for arch in ARCHITECTURES.values() for m in arch.meanings}
    assert sorted(written - known) == []


def test_texts_are_short_ascii():
    for arch in ARCHITECTURES.values():
        for found in arch.meanings.values():
            line = found.formula + found.text
            assert line.isascii() and len(line) <= 140 and not found.text.endswith(".")
            assert not re.search(r"[{}]", FIELD.sub("", found.formula))


@pytest.mark.parametrize("k", CATALOGUE, ids=lambda k: k.stem)
def test_fits_every_instruction(k):
    for abi in k.abis():
        for f in built.unit(k.stem, abi).functions:
            for item in f.instructions():
                assert meaning(k.arch, item).text


def an_instruction():
    f = built.unit("sha1_x64_fast", "sysv64").functions[0]
    return next(item for item in f.instructions() if item.form.mnemonic == "bswap")


class Without:
    """An architecture whose meanings are others."""

    def __init__(self, meanings):
        self.name, self.meanings = "x64", meanings


def test_a_missing_meaning_is_reported_with_file_and_line():
    item = an_instruction()
    with pytest.raises(KernelError, match=r"^asm/kernels/.*\.py:\d+: 'bswap' has no line in isa/meanings.py"):
        meaning(Without({}), item)


def test_a_formula_with_an_operand_too_many_is_reported():
    item = an_instruction()
    with pytest.raises(KernelError, match="'bswap' names operand 1, which it lacks"):
        meaning(Without(table("bswap | {0} = {1} | reverses")), item)


@pytest.mark.parametrize("line", ["bswap", "bswap | {0}", "a | b | c\na | d | e"])
def test_a_bad_line_is_refused(line):
    with pytest.raises(ValueError):
        table(line)
