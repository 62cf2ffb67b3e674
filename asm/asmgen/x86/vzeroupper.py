# SPDX-License-Identifier: MIT
"""Checks that the upper halves of ymm and zmm registers are clean at every ret and before legacy SSE code.

They are dirty from the first write of a ymm or zmm register until vzeroupper. A legacy instruction on
dirty halves costs a state transition or a false dependency, depending on the core: about 340 cycles
for SHA-NI on Zen 3. Callers compiled without AVX would pay it too.

vzeroupper does not clear registers above 15, so these must be zero at ret.

A caller may leave its own halves dirty. A SHA instruction then takes about seventy times as long on Golden
Cove, so a kernel that declares AVX must execute vzeroupper before the first. A kernel that declares the SHA
extensions alone cannot: vzeroupper is an AVX instruction.
"""

from ..analyses.flow import forward, registers_written
from ..errors import KernelError

HALVES = "halves"  # some register that vzeroupper clears is dirty
CALLER = "caller"  # the caller may have left some such register dirty


def _transfer(item, dirty):
    """dirty: a set of HALVES, CALLER and families above 15."""
    if item.form.mnemonic in ("vzeroupper", "vzeroall"):
        return dirty - {HALVES, CALLER}
    for reg in registers_written(item):
        if reg.kind == "vec" and reg.number > 15:
            dirty = dirty - {reg.family} if item.zeroes else dirty | {reg.family}
        elif reg.width > 128:
            dirty = dirty | {HALVES}
    return dirty


def check(f):
    entry = frozenset({CALLER} if "avx" in f.arch.closure(f.kernel.isa) else ())
    items, states = forward(f, entry, _transfer, lambda a, b: a | b)
    for item, dirty in zip(items, states):
        name = item.form.mnemonic
        if HALVES in dirty and item.form.legacy_vector:
            raise KernelError(
                f"{name}: legacy SSE code while ymm upper halves are dirty: " "vzeroupper is missing",
                item.where,
            )
        if CALLER in dirty and "shani" in item.form.needs:
            raise KernelError(
                f"{name}: SHA code where the caller's ymm upper halves may be dirty: vzeroupper is missing",
                item.where,
            )
        dirty = dirty - {CALLER}
        if HALVES in dirty and name == "ret":
            raise KernelError("ret: returns with dirty ymm upper halves: vzeroupper is missing", item.where)
        if dirty and name == "ret":
            kept = ", ".join(sorted(family.replace("vec", "zmm") for family in dirty))
            raise KernelError(
                f"ret: returns with what it wrote to {kept}: vzeroupper clears none above 15", item.where
            )
