# SPDX-License-Identifier: MIT
"""Refuses instructions above the declared ISA."""

from ..errors import KernelError
from ..isa import X64_BASELINE, closure


def check(kernel, f):
    allowed = closure(kernel.isa + (X64_BASELINE if f.bits == 64 else ()))
    for item in f.instructions():
        missing = [bit for bit in item.form.needs if bit not in allowed]
        if missing:
            declared = " ".join(kernel.isa) or "only the baseline"
            raise KernelError(
                f"'{item.form.mnemonic}' needs {' '.join(missing)}; {kernel.stem} declares {declared}",
                item.where,
            )
