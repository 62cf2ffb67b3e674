# SPDX-License-Identifier: MIT
"""Only instructions of the declared ISA."""

from ..errors import KernelError
from ..isa import X64_BASELINE, closure


def check(kernel, f):
    allowed = closure(kernel.isa + (X64_BASELINE if f.bits == 64 else ()))
    for item in f.instructions():
        if item.row.isa and item.row.isa not in allowed:
            declared = " ".join(kernel.isa) or "only the baseline"
            raise KernelError(
                f"'{item.row.mnemonic}' needs {item.row.isa}; {kernel.stem} declares " f"{declared}",
                item.where,
            )
