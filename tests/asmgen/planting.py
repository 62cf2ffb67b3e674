# SPDX-License-Identifier: MIT
"""Kernel files with a planted fault, which the generator must report."""

import os
import re

import toolchain

KERNEL = """\
from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.{folder}.registers import *

KERNEL = Kernel(stem="planted", arch="{arch}", {facts}summary="a planted fault")


@KERNEL.function("sha1.blocks")
def blocks(f):
{body}
"""


def kernel(arch, body, facts=""):
    """Returns the text of a kernel file. facts: further arguments of its description."""
    folder = "a64" if arch == "a64" else "x86"
    return KERNEL.format(arch=arch, folder=folder, facts=facts, body=body)


def plant(tmp_path, text):
    """Writes a kernel file. Returns (its folder, the line with the comment FAULT)."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "planted.py").write_text(text)
    return folder, next(i for i, t in enumerate(text.splitlines(), 1) if "# FAULT" in t)


def check(tmp_path, folder, line, words, dialect):
    """Asserts that the fault is reported in one line with its file and line, and that nothing is written."""
    out = tmp_path / "out.S"
    done = toolchain.asmgen("--kernels", folder, "emit", "planted", "--dialect", dialect, "-o", out)
    assert done.returncode == 1, done.stderr
    assert words in done.stderr
    assert re.match(rf"oldguard-asm: \S*planted\.py:{line}: ", done.stderr), (line, done.stderr)
    assert done.stderr.count("\n") == 1 and not done.stdout
    assert os.listdir(tmp_path) == ["kernels"]
