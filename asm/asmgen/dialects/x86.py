# SPDX-License-Identifier: MIT
"""What the dialects of x86 have in common: the oldest assemblers' instructions, addresses as sums, and
constants relative to rip or to a label whose address is in a register."""

from ..errors import TooNewError
from ..operands import Address, Mem
from ..x86.isa import CPU_CLASSES, ISA_BITS
from .base import Dialect, label_sum


class X86Dialect(Dialect):
    newest_cpu = "later"  # the newest CPU class that the oldest assembler knows

    def displacement(self, mem):
        """Returns the displacement with its sign. A large one is a constant that lea adds, so 32-bit
        code prints it as an unsigned number: 0xca62c1d6, not -0x359d3e2a."""
        disp = mem.disp
        if disp < -0xFFFF and _pointer_width(mem) == 32:
            disp += 1 << 32
        return ("-" if disp < 0 else "") + self.number(abs(disp))

    def distance(self, f, mem):
        """Returns the distance of a constant from the label whose address is in the base register."""
        return f"{label_sum(self.local(f, mem.label), mem.disp)}-{self.local(f, mem.origin)}"

    def constant(self, f, item, mem):
        # for assemblers that allow only one label in an address
        self.written_distance = int.from_bytes(self.machine_code[id(item)][-4:], "little")
        return self.place(f, mem)

    def place(self, f, mem):
        """Returns a memory operand in the constants of f, relative to rip or to its origin."""
        raise NotImplementedError

    def operands(self, f, item):
        shown = []
        for (_, kind), value in zip(item.form.operands, item.operands):
            if kind == "kz":
                shown[-1] += "{" + self.register(value) + "}{z}"
            else:
                shown.append(self.operand(f, item, value))
        return shown

    def remarks(self, item):
        """Yields the unsigned value of a large negative displacement of 64-bit code, for the side note."""
        for value in item.operands:
            if isinstance(value, Mem) and value.disp < -0xFFFF and _pointer_width(value) == 64:
                yield f"-{self.number(-value.disp)} = {self.number(value.disp & 0xFFFFFFFF)}"

    def check_names(self, f):
        """Raises TooNewError for an instruction that the dialect's oldest assembler does not know."""
        limit = CPU_CLASSES.index(self.newest_cpu)
        for item in f.instructions():
            if self.printed_as_bytes(item.form):
                continue
            classes = [item.form.cpu, *(ISA_BITS[bit] for bit in item.form.needs)]
            cpu = max(classes, key=CPU_CLASSES.index)
            if CPU_CLASSES.index(cpu) > limit:
                raise TooNewError(
                    f"'{item.form.mnemonic}' needs an assembler of class {cpu}; the "
                    f"oldest of dialect {self.name} knows {self.newest_cpu}",
                    item.where,
                )


def _pointer_width(mem):
    return next((r.width for r in mem.address.registers()), 0)


def address_sum(address: Address, register, disp):
    """Returns base+index*scale+disp, as in Intel syntax. disp: the displacement as text."""
    parts = []
    if address.base is not None:
        parts.append(register(address.base))
    if address.index is not None:
        parts.append(register(address.index) + (f"*{address.scale}" if address.scale > 1 else ""))
    text = "+".join(parts)
    if address.disp or not parts:
        text += ("+" if parts and disp[0] != "-" else "") + disp
    return text
