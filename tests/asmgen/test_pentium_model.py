# SPDX-License-Identifier: MIT
"""The figures of the Pentium model in docs/kernels/des_asm.md are those that the model computes."""

import os
import random
import re

import pytest

from asmgen import kernel
from asmgen.call import call
from asmgen.cli import KERNELS
from asmgen.sources import ROOT
from kernels.des.table._pairing import cycles

PAGE = os.path.join(ROOT, "docs", "kernels", "des_asm.md")
with open(PAGE, encoding="utf-8") as page:
    FIGURES = re.findall(r"^\| `(des_x86_\w+)` \| (\d+) \| (\d+) \|", page.read(), re.MULTILINE)


def test_all_32_bit_kernels_have_a_figure():
    stems = {os.path.basename(path)[:-3] for path in kernel.files(KERNELS)}
    assert {stem for stem, _, _ in FIGURES} == {stem for stem in stems if stem.startswith("des_x86_")}


@pytest.mark.parametrize("stem, instructions, model", FIGURES)
def test_figures(stem, instructions, model):
    f = kernel.find(stem, KERNELS).build("cdecl32").functions[0]
    assert f.op.name == "des.encrypt1"
    ran = []
    counts = {"encrypt": 1}
    call(f, f.op.random_buffers(random.Random(1), counts, 1), counts, visit=ran.append)
    assert (len(ran), cycles(ran)) == (int(instructions), int(model))
