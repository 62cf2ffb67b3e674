# SPDX-License-Identifier: MIT
"""Refuses instructions above the declared ISA."""

from ..errors import KernelError


def check(kernel, f):
    allowed = f.arch.closure(kernel.isa)
    for item in f.instructions():
        missing = [bit for bit in item.form.needs if bit not in allowed]
        if missing:
            declared = " ".join(kernel.isa) or "only the baseline"
            raise KernelError(
                f"'{item.form.mnemonic}' needs {' '.join(missing)}; {kernel.stem} declares {declared}",
                item.where,
            )
