# SPDX-License-Identifier: MIT
"""Refuses a read of a register or flag that is undefined on some path.

State: ({family: mask of defined bits}, set of defined flags). On entry the argument registers, the
stack pointer and DF are defined. Only the save of a callee-saved register may read an undefined one.
"""

from ..errors import KernelError
from ..registers import FAMILY_WIDTH, Mem, Reg
from .flow import bits_defined_by_write, bits_of, forward, registers_read, registers_written

UPPER = (1 << 512) - (1 << 128)


def _is_save(item, saved):
    """True for the push of a callee-saved register or its store to the frame."""
    name, operands = item.form.mnemonic, item.operands
    if name == "push":
        return isinstance(operands[0], Reg) and operands[0].family in saved
    return (
        name == "movaps"
        and isinstance(operands[0], Mem)
        and operands[0].base is not None
        and operands[0].base.family == "rsp"
        and operands[1].family in saved
    )


def _transfer(item, state):
    registers, flags = dict(state[0]), set(state[1])
    for reg in registers_written(item):
        registers[reg.family] = registers.get(reg.family, 0) | bits_defined_by_write(item, reg)
    if item.form.mnemonic == "vzeroupper":
        for family in [f"vec{n}" for n in range(16)]:
            registers[family] = registers.get(family, 0) | UPPER
    flags |= set(item.form.flags_written)
    flags -= set(item.form.flags_undefined)
    return registers, flags


def _join(a, b):
    families = a[0].keys() & b[0].keys()
    return {r: a[0][r] & b[0][r] for r in families}, a[1] & b[1]


def check(f):
    abi = f.abi
    passed = [r.family for r in abi.arguments[: len(f.op.arguments)]] + ["rsp"]
    entry = {family: (1 << FAMILY_WIDTH[family]) - 1 for family in passed}, {"d"}
    saved = {r.family for r in abi.saved} | {f"vec{n}" for n in abi.saved_vec}
    items, states = forward(f, entry, _transfer, _join)
    for item, (registers, flags) in zip(items, states):
        name = item.form.mnemonic
        if not _is_save(item, saved):
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
