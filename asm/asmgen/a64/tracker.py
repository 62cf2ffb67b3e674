# SPDX-License-Identifier: MIT
"""What A64 instructions do to registers and the frame, for analyses/callee_saved.py."""

from ..analyses.callee_saved import Copied, Loaded, Moved, Stored, Written
from ..analyses.flow import registers_written
from ..errors import KernelError
from ..operands import Mem, Reg

PRESERVED = {"gpr": 64, "simd": 64}  # bits of a register that a function may have to preserve


def _whole(reg):
    return isinstance(reg, Reg) and not reg.low and reg.width >= PRESERVED.get(reg.kind, 1 << 16)


def effects(abi, item, offset):
    """Yields the effects of an instruction. offset: of the stack pointer from that at entry."""
    name, operands = item.form.mnemonic, item.operands
    mem = operands[-1] if operands and isinstance(operands[-1], Mem) else None
    on_stack = mem is not None and mem.base == abi.sp and mem.index is None
    data = operands[:-1]
    if name in ("stp", "str", "stur") and on_stack:
        start = offset + (0 if mem.writeback == "post" else mem.disp)
        for i, reg in enumerate(data):
            size = reg.width // 8
            yield Stored(start + i * size, size, reg.family if _whole(reg) else None)
    elif on_stack and "w" in item.form.operands[-1][0]:
        yield Stored(offset + mem.disp, mem.width // 8)
    for reg in registers_written(item):
        if reg.family != abi.sp.family:
            yield Written(reg.family)
    if name in ("ldp", "ldr", "ldur") and on_stack:
        start = offset + (0 if mem.writeback == "post" else mem.disp)
        for i, reg in enumerate(data):
            yield Loaded(reg.family, start + i * reg.width // 8, reg.width // 8)
    elif name == "mov" and all(map(_whole, operands)):
        yield Copied(operands[0].family, operands[1].family)
    if on_stack and mem.writeback:
        yield Moved(mem.disp)
    elif any(reg.family == abi.sp.family for reg in registers_written(item)):
        if name not in ("add", "sub") or operands[1] != abi.sp or not isinstance(operands[2], int):
            raise KernelError(f"{name}: the stack pointer moves by an unknown amount", item.where)
        yield Moved(operands[2] if name == "add" else -operands[2])
