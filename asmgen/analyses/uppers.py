# SPDX-License-Identifier: MIT
"""Upper halves of ymm and zmm registers: clean at every ret, and clean wherever legacy SSE code runs.

Dirty from the first write of a ymm or zmm register until vzeroupper. A legacy instruction on dirty halves
costs a state transition or a false dependency, depending on the core: about 340 cycles for SHA-NI
on Zen 3. Callers compiled without AVX would pay it too.
"""

from ..errors import KernelError
from ..registers import Reg
from .flow import forward, registers_written


def _transfer(item, dirty):
    if item.row.mnemonic == "vzeroupper":
        return False
    return dirty or any(isinstance(reg, Reg) and reg.width > 128
                        for reg in registers_written(item))


def check(f):
    items, states = forward(f, False, _transfer, lambda a, b: a or b)
    for item, dirty in zip(items, states):
        name = item.row.mnemonic
        if dirty and item.row.legacy_vector:
            raise KernelError(f"{name}: legacy SSE code while ymm upper halves are dirty: "
                              "vzeroupper is missing", item.where)
        if dirty and name == "ret":
            raise KernelError("ret: returns with dirty ymm upper halves: vzeroupper is missing",
                              item.where)
