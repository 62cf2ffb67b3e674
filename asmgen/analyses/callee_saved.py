# SPDX-License-Identifier: MIT
"""Checks callee-saved registers, the stack pointer, DF and MMX state at every ret.

Follows the entry value of each register through pushes, frame stores and moves. It does not use the
frame record (frame.py), which it checks. A store through another pointer than rsp is assumed not to
write the frame; the run analysis checks that.
"""

from ..errors import KernelError
from ..registers import Mem, Reg
from .flow import forward, registers_written

FULL_MOVES = ("mov", "movaps", "movups", "movdqa", "movdqu")


def _frame_slot(value, offset):
    """Returns the offset of a plain [rsp + disp] operand from the entry stack pointer, or None."""
    if (
        isinstance(value, Mem)
        and value.base is not None
        and value.base.family == "rsp"
        and value.index is None
    ):
        return offset + value.disp
    return None


def _transfer(f, item, state):
    registers, slots, offset, marks = dict(state[0]), dict(state[1]), state[2], set(state[3])
    name, operands, slot = item.form.mnemonic, item.operands, f.abi.slot

    def value_of(reg):
        full = isinstance(reg, Reg) and reg.width in (f.bits, 128)
        return registers.get(reg.family, ("entry", reg.family)) if full else None

    def kill(at, size):
        for key in [k for k in slots if k < at + size and at < k + 16]:
            if key + slots[key][1] > at:
                del slots[key]

    if name in ("push", "call"):
        offset -= slot
        kill(offset, slot)
        slots[offset] = (value_of(operands[0]) if name == "push" else None, slot)
    elif name == "pop":
        registers[operands[0].family] = slots.get(offset, (None, 0))[0]
        offset += slot
    elif name == "leave":
        raise KernelError("leave: the stack pointer moves by an unknown amount", item.where)
    elif operands and isinstance(operands[0], Reg) and operands[0].family == "rsp":
        known = name in ("add", "sub") and isinstance(operands[1], int)
        if "w" in item.form.operands[0][0]:
            if not known:
                raise KernelError(f"{name}: the stack pointer moves by an unknown amount", item.where)
            offset += operands[1] if name == "add" else -operands[1]
    else:
        for reg in registers_written(item):
            registers[reg.family] = None
        if name in FULL_MOVES:
            target, source = operands
            target_slot, source_slot = (_frame_slot(v, offset) for v in operands)
            if isinstance(target, Reg) and isinstance(source, Reg):
                registers[target.family] = value_of(source)
            elif isinstance(target, Reg) and source_slot is not None:
                value, size = slots.get(source_slot, (None, 0))
                registers[target.family] = value if size * 8 == source.width else None
            elif target_slot is not None:
                kill(target_slot, target.width // 8)
                if isinstance(source, Reg):
                    slots[target_slot] = (value_of(source), target.width // 8)
        elif operands and _frame_slot(operands[0], offset) is not None and "w" in item.form.operands[0][0]:
            kill(_frame_slot(operands[0], offset), operands[0].width // 8)

    if any(isinstance(v, Reg) and v.kind == "mmx" for v in operands):
        marks.add("mmx")
    marks -= {"emms": {"mmx"}, "cld": {"df"}}.get(name, set())
    if name == "std":
        marks.add("df")
    return registers, slots, offset, frozenset(marks)


def _join(a, b):
    registers = {}
    for family in a[0].keys() | b[0].keys():
        x, y = (s[0].get(family, ("entry", family)) for s in (a, b))
        registers[family] = x if x == y else None
    slots = {k: v for k, v in a[1].items() if b[1].get(k) == v}
    return registers, slots, a[2] if a[2] == b[2] else None, a[3] | b[3]


PROBLEMS = {"mmx": "returns in MMX state: emms is missing", "df": "returns with the direction flag set"}


def check(f):
    abi = f.abi

    def transfer(item, state):
        if state[2] is None:
            raise KernelError(
                f"{item.form.mnemonic}: the stack pointer differs between the paths " "that meet here",
                item.where,
            )
        return _transfer(f, item, state)

    items, states = forward(f, ({}, {}, 0, frozenset()), transfer, _join)
    preserved = [r.family for r in abi.saved] + [f"vec{n}" for n in abi.saved_vec]
    for item, (registers, _, offset, marks) in zip(items, states):
        if item.form.mnemonic != "ret":
            continue
        if offset:
            raise KernelError(f"ret: the stack pointer is off by {offset} bytes", item.where)
        for family in preserved:
            if registers.get(family, ("entry", family)) != ("entry", family):
                writer = next(i for i in items if any(r.family == family for r in registers_written(i)))
                raise KernelError(
                    f"{writer.form.mnemonic}: writes {family}, which {abi.name} "
                    "callers rely on and no ret restores",
                    writer.where,
                )
        for mark in sorted(marks):
            raise KernelError(f"ret: {PROBLEMS[mark]}", item.where)
