# SPDX-License-Identifier: MIT
"""Checks that DF is clear and MMX state is left at every ret."""

from ..analyses.flow import forward
from ..errors import KernelError
from ..operands import Reg

PROBLEMS = {"mmx": "returns in MMX state: emms is missing", "df": "returns with the direction flag set"}


def _transfer(item, marks):
    if any(isinstance(v, Reg) and v.kind == "mmx" for v in item.operands):
        marks = marks | {"mmx"}
    name = item.form.mnemonic
    marks = marks - {"emms": {"mmx"}, "cld": {"df"}}.get(name, set())
    return marks | {"df"} if name == "std" else marks


def check(f):
    items, states = forward(f, frozenset(), _transfer, lambda a, b: a | b)
    for item, marks in zip(items, states):
        if item.form.mnemonic == "ret":
            for mark in sorted(marks):
                raise KernelError(f"ret: {PROBLEMS[mark]}", item.where)
