# SPDX-License-Identifier: MIT
"""What x86 instructions do to registers and the frame, for analyses/callee_saved.py."""

from ..analyses.callee_saved import Copied, Loaded, Moved, Stored, Written
from ..analyses.flow import registers_written
from ..errors import KernelError
from ..operands import Mem, Reg

FULL_MOVES = ("mov", "movaps", "movups", "movdqa", "movdqu")


def _slot(value, offset):
    """Returns the offset of a plain [rsp + disp] operand from the entry stack pointer, or None."""
    if (
        isinstance(value, Mem)
        and value.base is not None
        and value.base.family == "rsp"
        and value.index is None
    ):
        return offset + value.disp
    return None


def _is_sp(value):
    return isinstance(value, Reg) and value.family == "rsp"


def effects(abi, item, offset):
    """Yields the effects of an instruction. offset: of the stack pointer from that at entry."""
    name, operands = item.form.mnemonic, item.operands
    if name in ("push", "call"):
        yield Moved(-abi.slot)
        pushed = operands[0] if name == "push" else None
        yield Stored(offset - abi.slot, abi.slot, pushed.family if isinstance(pushed, Reg) else None)
    elif name == "pop":
        yield Loaded(operands[0].family, offset, abi.slot)
        yield Moved(abi.slot)
    elif name == "leave":
        raise KernelError("leave: the stack pointer moves by an unknown amount", item.where)
    elif operands and _is_sp(operands[0]):
        if "w" in item.form.operands[0][0]:
            if name not in ("add", "sub") or not isinstance(operands[1], int):
                raise KernelError(f"{name}: the stack pointer moves by an unknown amount", item.where)
            yield Moved(operands[1] if name == "add" else -operands[1])
    else:
        yield from _data_effects(abi, item, offset)


def _data_effects(abi, item, offset):
    name, operands = item.form.mnemonic, item.operands
    for reg in registers_written(item):
        yield Written(reg.family)
    if name in FULL_MOVES:
        target, source = operands
        whole = isinstance(source, Reg) and source.width in (abi.bits, 128)
        at_target, at_source = (_slot(v, offset) for v in operands)
        if isinstance(target, Reg) and whole:
            yield Copied(target.family, source.family)
        elif isinstance(target, Reg) and at_source is not None:
            yield Loaded(target.family, at_source, source.width // 8)
        elif at_target is not None:
            yield Stored(at_target, target.width // 8, source.family if whole else None)
    elif operands and _slot(operands[0], offset) is not None and "w" in item.form.operands[0][0]:
        yield Stored(_slot(operands[0], offset), operands[0].width // 8)
