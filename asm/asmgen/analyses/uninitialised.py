# SPDX-License-Identifier: MIT
"""Refuses a read of a register or flag that is undefined on some path.

State: ({family: mask of defined bits}, set of defined flags). On entry the argument registers, the
stack pointer and the flags that the ABI defines (DF) are defined. Only the save of a callee-saved register may
read an undefined one.
"""

from ..errors import KernelError
from .callee_saved import Stored
from .flow import bits_defined_by_write, bits_of, forward, registers_read, registers_written


def _is_save(f, item, saved):
    """True for the push of a callee-saved register or its store to the frame."""
    if not item.form.saves:
        return False
    sources = [e.source for e in f.arch.tracker(f.abi, item, 0) if isinstance(e, Stored)]
    return bool(sources) and saved.issuperset(sources)


def _transfer(item, state):
    registers, flags = dict(state[0]), set(state[1])
    for reg in registers_written(item):
        registers[reg.family] = registers.get(reg.family, 0) | bits_defined_by_write(item, reg)
    for family, bits in item.form.also_defines:
        registers[family] = registers.get(family, 0) | bits
    flags |= set(item.form.flags_written)
    flags -= set(item.form.flags_undefined)
    return registers, flags


def _join(a, b):
    families = a[0].keys() & b[0].keys()
    return {r: a[0][r] & b[0][r] for r in families}, a[1] & b[1]


def check(f):
    abi = f.abi
    passed = [*abi.arguments[: len(f.op.arguments)], abi.sp, *f.arch.defined]
    entry = {reg.family: (1 << reg.whole) - 1 for reg in passed}, set(f.arch.clear_flags)
    saved = {reg.family for reg in abi.preserved}
    items, states = forward(f, entry, _transfer, _join)
    for item, (registers, flags) in zip(items, states):
        name = item.form.mnemonic
        if not _is_save(f, item, saved):
            for reg in registers_read(item):
                if bits_of(reg) & ~registers.get(reg.family, 0):
                    raise KernelError(
                        f"{name}: reads {reg}, which is undefined on some path here", item.where
                    )
        for letter in item.form.flags_read:
            if letter not in flags:
                raise KernelError(
                    f"{name}: reads {letter.upper()}F, which is undefined on some " "path here", item.where
                )
