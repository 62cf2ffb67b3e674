# SPDX-License-Identifier: MIT
"""What the builder does to operands: the size of a memory access, and the refusal of operands whose
instruction is unpredictable or has another spelling."""

from dataclasses import replace

from ..operands import Address, Mem, Reg
from .isa.core import memory


def operands(mnemonic, operands):
    """Returns the operands in which a form is looked up. adr takes the address of a constant."""
    if mnemonic == "adr" and len(operands) == 2 and isinstance(operands[1], Address):
        return operands[0], Mem(operands[1], 0)
    for value in operands:
        if not isinstance(value, (Reg, Mem, int)) and not hasattr(value, "name"):
            raise ValueError(f"{value!r} is no operand: name a view of a vector register, such as .s4")
    return tuple(operands)


def complete(form, operands):
    """Returns the operands of an instruction. Raises ValueError for those that are refused."""
    _check_width(form, operands)
    operands = tuple(
        replace(value, width=memory(kind)[0]) if isinstance(value, Mem) and kind[0] == "m" else value
        for (_, kind), value in zip(form.operands, operands)
    )
    _check_writeback(operands)
    _check_list(form, operands)
    _check_bit_field(form, operands)
    if form.mnemonic == "extr" and operands[1] == operands[2]:
        raise ValueError(f"write ror {operands[0]}, {operands[1]}, {operands[3]}: it is the same instruction")
    if form.mnemonic == "ldp" and operands[0] == operands[1]:
        raise ValueError(f"ldp: both registers are {operands[0]}")
    return operands


def _check_width(form, operands):
    """Refuses dword[x0] and the like where the registers of the instruction say another width."""
    for (_, kind), value in zip(form.operands, operands):
        if isinstance(value, Mem) and kind[0] == "m" and value.width not in (0, memory(kind)[0]):
            raise ValueError(
                f"{form.mnemonic} accesses {memory(kind)[0]} bits, not {value.width}: write at[...]"
            )


def _check_writeback(operands):
    mem = operands[-1] if operands else None
    if isinstance(mem, Mem) and mem.writeback:
        if any(isinstance(v, Reg) and v.family == mem.base.family for v in operands):
            raise ValueError(f"{mem.base} is the base that changes and another operand")


def _check_list(form, operands):
    if not form.is_list:
        return
    numbers = [v.number for (_, kind), v in zip(form.operands, operands) if kind in ("list", "more")]
    if numbers != [(numbers[0] + i) % 32 for i in range(len(numbers))]:
        raise ValueError(f"the registers of {form.mnemonic} must follow each other")


def _check_bit_field(form, operands):
    if form.mnemonic not in ("ubfx", "bfi", "bfxil"):
        return
    width, lsb, count = operands[0].width, operands[2], operands[3]
    if lsb + count > width:
        raise ValueError(f"{form.mnemonic}: the field ends at bit {lsb + count} of {width}")
    if form.mnemonic == "ubfx" and lsb + count == width:
        other = f"lsr {operands[0]}, {operands[1]}, {lsb}: it is the same instruction" if lsb else "mov"
        raise ValueError(f"write {other}")


def table_address(f, register, label):
    """Loads the address of a constant into a register."""
    f.adr(register, Address(label=label))
