# SPDX-License-Identifier: MIT
"""Refuses instructions above the declared ISA."""

from ..errors import KernelError
from ..isa import X64_BASELINE, closure


def check(kernel, f):
    allowed = closure(kernel.isa + (X64_BASELINE if f.bits == 64 else ()))
    for item in f.instructions():
        if item.form.isa and item.form.isa not in allowed:
            declared = " ".join(kernel.isa) or "only the baseline"
            raise KernelError(
                f"'{item.form.mnemonic}' needs {item.form.isa}; {kernel.stem} declares " f"{declared}",
                item.where,
            )
