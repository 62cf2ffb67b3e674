# SPDX-License-Identifier: MIT
"""Control flow, and the fixpoint iteration that the static analyses share."""

from ..errors import KernelError
from ..operands import Mem, Reg
from ..stream import Instr, LabelHere


def program(f):
    """Returns the instructions of a function and, for each, the indices of its possible successors."""
    items, targets = [], {}
    for item in f.stream:
        if isinstance(item, LabelHere):
            targets[item.label] = len(items)
        elif isinstance(item, Instr):
            items.append(item)
    following = []
    for i, item in enumerate(items):
        after = [] if item.form.ends else [i + 1]
        if item.is_branch:
            label = item.operands[-1]
            if label not in targets:
                raise KernelError(f"branch to label '{label.name}', which is nowhere", item.where)
            after.append(targets[label])
        if any(j >= len(items) for j in after):
            raise KernelError("the function runs past its end without a ret", item.where)
        following.append(after)
    return items, following


def forward(f, entry, transfer, join):
    """Returns the instructions and the state before each. An unreachable instruction is a KernelError."""
    items, following = program(f)
    states = [None] * len(items)
    states[0] = entry
    work = [0]
    while work:
        i = work.pop()
        after = transfer(items[i], states[i])
        for j in following[i]:
            merged = after if states[j] is None else join(states[j], after)
            if merged != states[j]:
                states[j] = merged
                work.append(j)
    for item, state in zip(items, states):
        if state is None:
            raise KernelError(f"{item.form.mnemonic}: no path leads here", item.where)
    return items, states


def registers_read(item):
    """Yields the registers whose value matters: sources and the parts of addresses."""
    for i, ((access, _), value) in enumerate(zip(item.form.operands, item.operands)):
        if isinstance(value, Mem):
            yield from value.address.registers()
        elif isinstance(value, Reg) and "r" in access and not item.zeroes:
            yield value


def registers_written(item):
    yield from item.form.also_writes
    for (access, _), value in zip(item.form.operands, item.operands):
        if isinstance(value, Reg) and "w" in access:
            yield value
        elif isinstance(value, Mem) and value.writeback:
            yield value.base


def bits_of(reg):
    return ((1 << reg.width) - 1) << reg.low


def bits_defined_by_write(item, reg):
    """Returns the bits of the family that are defined after a write of reg."""
    return (1 << reg.whole) - 1 if item.form.clears_above(reg) else bits_of(reg)
