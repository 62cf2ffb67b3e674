# SPDX-License-Identifier: MIT
"""What the builder does to operands: the source of lea, the order of commutative sources, and the refusal of
operands that assemblers encode differently or that cannot be encoded."""

from dataclasses import replace

from ..operands import Address, Mem, Reg
from ..words import signed

WITHOUT_REX = ("spl", "bpl", "sil", "dil")


class Rules:
    """The rules of code of one width."""

    def __init__(self, bits):
        self.bits = bits

    def operands(self, mnemonic, operands):
        """Returns the operands in which a form is looked up. Raises ValueError for a shift of AArch64."""
        for value in operands:
            if isinstance(value, int) and hasattr(value, "name"):
                raise ValueError(f"{value!r} is no operand of x86")
        if mnemonic == "lea" and len(operands) == 2:
            return operands[0], self._lea_source(operands[1])
        return operands

    def complete(self, form, operands):
        """Returns the operands of an instruction. Raises ValueError for those that are refused."""
        operands = _shorter(form, operands)
        self._check_addresses(operands)
        if self.bits == 32:
            _check_registers(operands)
        _check_moves(form, operands)
        _check_counts(form, operands)
        _check_rex(operands)
        return tuple(operands)

    def _lea_source(self, source):
        """Returns the memory operand of a lea. A sum of 32-bit registers in 64-bit code uses their
        64-bit views: the low half of the sum is the same, and no address-size prefix is needed."""
        address = source.address if isinstance(source, Mem) else Address.of(source)
        if self.bits == 64 and all(r.width == 32 for r in address.registers()):
            address = _widened(address)
        if address.disp > 0x7FFFFFFF:
            address = address.plus(-1 << 32)
        return Mem(address, 0)

    def _check_addresses(self, operands):
        for value in operands:
            if not isinstance(value, Mem):
                continue
            if any(r.width != self.bits for r in value.address.registers()):
                raise ValueError(f"an address must be built from {self.bits}-bit registers")
            if value.index is not None and value.index.family == "rsp":
                raise ValueError("the stack pointer cannot be an index")
            if not -(1 << 31) <= value.disp < 1 << 31:
                raise ValueError(f"displacement {value.disp:#x} does not fit 32 bits")


def _widened(address):
    """Returns the same address with the 64-bit views of its registers."""
    return replace(
        address, base=address.base and address.base.view(64), index=address.index and address.index.view(64)
    )


def _check_registers(operands):
    for reg in _registers(operands):
        if reg.number > 7 or reg.name in WITHOUT_REX or reg.kind == "gpr" and reg.width == 64:
            raise ValueError(f"32-bit code has no register {reg}")


def _check_moves(form, operands):
    if (
        form.mnemonic == "mov"
        and isinstance(operands[0], Reg)
        and operands[0].width == 64
        and isinstance(operands[1], int)
    ):
        if 0 <= operands[1] < 1 << 32:
            raise ValueError(
                f"write mov {operands[0].view(32)}, {operands[1]:#x}: assemblers "
                "disagree about the 64-bit form"
            )
        if operands[1] >= (1 << 64) - (1 << 31):
            raise ValueError(
                f"write {signed(operands[1], 64)}: a sign-extended constant is given as a negative number"
            )
    if (
        form.mnemonic in ("vmovdqa", "vmovdqu")
        and isinstance(operands[1], Reg)
        and isinstance(operands[0], Reg)
        and operands[1].number > 7 >= operands[0].number
    ):
        raise ValueError(
            f"{form.mnemonic} from a register above 7 to one below 8: assemblers "
            "choose different opcodes; exchange roles instead of copying"
        )


def _check_counts(form, operands):
    if (
        form.mnemonic in ("rol", "ror", "shl", "shr", "sar")
        and isinstance(operands[1], int)
        and not 0 < operands[1] < operands[0].width
    ):
        raise ValueError(f"a count must be 1..{operands[0].width - 1}, not {operands[1]}")


def _check_rex(operands):
    high = [v for v in operands if isinstance(v, Reg) and v.kind == "gpr" and v.low]
    others = [r for r in _registers(operands) if r not in high]
    if high and any(r.number > 7 or r.width == 64 or r.name in WITHOUT_REX for r in others):
        raise ValueError(f"{high[0]} cannot appear in an instruction with a REX prefix")


def _shorter(form, operands):
    """Returns the operands with commutative sources in the order of the shorter VEX prefix. Some assemblers
    swap them by themselves."""
    if form.commutes and isinstance(operands[2], Reg) and operands[2].number > 7 and operands[1].number < 8:
        return operands[0], operands[2], operands[1]
    return operands


def _registers(operands):
    for value in operands:
        if isinstance(value, Reg):
            yield value
        elif isinstance(value, Mem):
            yield from value.address.registers()


def table_address(f, register, label):
    """Loads the address of a constant into a register. 32-bit code gets its own address by a call of the next
    instruction."""
    if f.bits == 64:
        f.lea(register, Address(label=label))
        return
    here = f.label(f"at_{label.name}")
    f.call(here)
    f.here(here)
    f.pop(register)
    f.lea(register, Address(base=register, label=label, origin=here))
