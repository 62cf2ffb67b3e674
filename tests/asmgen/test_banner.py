# SPDX-License-Identifier: MIT
"""The banner of every kernel has the sections and the register map that readers and pages rely on."""

import types

import pytest

from asmgen import kernel
from asmgen.banner import banner
from asmgen.cli import KERNELS
from asmgen.errors import KernelError

CATALOGUE = kernel.catalogue(KERNELS)
NEEDED = {"Inputs", "Output", "Loop", "Registers", "Lab notes"}
GOOD = """cv := compression of cv

Inputs     cv: 5 words
Output     cv
Registers  eax ebx              a b
                                and more
           xmm0-2 xmm4 to xmm5  vectors
Lab notes  none"""


@pytest.mark.parametrize("k", CATALOGUE, ids=lambda k: k.stem)
def test_every_banner_is_data(k):
    found = banner(k)
    assert found.equation
    assert set(found.sections) >= NEEDED
    assert {"Idea", "Approach"} & set(found.sections)
    assert all(row.use and row.registers for row in found.registers)


def planted(tmp_path, text):
    source = tmp_path / "planted.py"
    source.write_text(f'# SPDX\n"""{text}\n"""\n')
    known = next(k for k in CATALOGUE if k.stem == "sha1_x64_fast")
    return types.SimpleNamespace(arch=known.arch, source=str(source), banner=text.splitlines)


def test_sections_and_registers(tmp_path):
    found = banner(planted(tmp_path, GOOD))
    assert found.equation == "cv := compression of cv"
    assert list(found.sections) == ["Inputs", "Output", "Registers", "Lab notes"]
    assert found.sections["Lab notes"] == "none"
    assert [(row.registers, row.use) for row in found.registers] == [
        (("eax", "ebx"), "a b and more"),
        (("xmm0", "xmm1", "xmm2", "xmm4", "xmm5"), "vectors"),
    ]


@pytest.mark.parametrize(
    "old, new, line, message",
    [
        ("eax ebx              a b", "eax, the first", 6, "expected registers, two spaces"),
        ("eax ebx  ", "eax foo  ", 6, "'foo' is no register of x64"),
        ("Output     cv", "Output: cv", 5, "neither a section"),
        ("Output     cv", "Inputs     cv", 5, "two sections 'Inputs'"),
        ("Registers", "Places   ", 2, "no section 'Registers'"),
    ],
)
def test_what_does_not_fit_is_reported_with_its_line(tmp_path, old, new, line, message):
    with pytest.raises(KernelError, match=rf"planted\.py:{line}: .*{message}"):
        banner(planted(tmp_path, GOOD.replace(old, new)))
