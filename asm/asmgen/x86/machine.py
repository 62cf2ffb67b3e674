# SPDX-License-Identifier: MIT
"""The interpreter's x86: vector registers in parts, and the instructions that move the stack pointer."""

from ..machine import Machine
from .registers import BY_NAME


class X86Machine(Machine):
    """`registers` has the low 128 bits of a vector register."""

    def __init__(self, bits, memory, words=None):
        super().__init__(bits, memory, words)
        self.uppers = {}  # vector family -> word of bits 128 to 255
        self.tops = {}  # vector family -> word of bits 256 to 511
        self.wide = {}  # vector family -> its ymm register, if that was written as a whole
        self.widest = {}  # vector family -> its zmm register, if written as a whole; then no uppers, tops

    # -- vector registers ------------------------------------------------------------------------
    def read(self, reg):
        if reg.kind != "vec":
            return super().read(reg)
        whole = self.registers[reg.family]
        if reg.width == 128:
            return whole
        if reg.width == 256 and reg.family in self.wide:
            return self.wide[reg.family]
        if reg.width == 512 and reg.family in self.widest:
            return self.widest[reg.family]
        lower = self.words.concat([whole, self._upper(reg)], 128)
        return lower if reg.width == 256 else self.words.concat([lower, self._top(reg)], 256)

    def _upper(self, reg):
        if reg.family in self.widest:
            return self.words.extract(self.widest[reg.family], 128, 128)
        # a half that nothing has written reads as 0 here; analyses/uninitialised.py refuses the read
        return self.uppers.get(reg.family, self.words.const(0, 128))

    def _top(self, reg):
        if reg.family in self.widest:
            return self.words.extract(self.widest[reg.family], 256, 256)
        return self.tops.get(reg.family, self.words.const(0, 256))

    def write(self, reg, value):
        if reg.kind != "vec":
            super().write(reg, value)
            return
        self.wide.pop(reg.family, None)  # legacy SSE keeps the upper half
        if reg.family in self.widest and reg.width < 512:
            upper, top = self._upper(reg), self._top(reg)
            self.uppers[reg.family], self.tops[reg.family] = upper, top
            del self.widest[reg.family]
        if reg.width == 512:
            self.widest[reg.family] = value
        if reg.width == 256:
            self.wide[reg.family] = value
            self.uppers[reg.family] = self.words.extract(value, 128, 128)
        self.registers[reg.family] = self.words.extract(value, 0, 128)

    def clear_uppers(self):
        for part in (self.uppers, self.tops, self.wide, self.widest):
            for number in range(16):
                part.pop(f"vec{number}", None)

    def clear_vectors(self):
        self.clear_uppers()
        for number in range(16 if self.bits == 64 else 8):
            self.registers[f"vec{number}"] = self.words.const(0, 128)

    # -- the stack -------------------------------------------------------------------------------
    def stack_step(self, name, operands):
        """Executes push, pop, leave, call or ret. Returns the Label of a call, "ret", or None."""
        size = self.bits // 8
        top = self.words.concrete(self.registers["rsp"])
        if name == "push":
            value = (
                self.words.const(operands[0], self.bits)
                if isinstance(operands[0], int)
                else self.read(operands[0])
            )
            self.registers["rsp"] = top - size
            self.memory.store(top - size, size, value)
            return None
        if name == "call":
            self.registers["rsp"] = top - size
            self.memory.store(top - size, size, self.origin(operands[0]))
            return operands[0]
        if name == "leave":
            top = self.words.extract(self.registers["rbp"], 0, self.bits)
            top = self.concrete(top, "the stack pointer")
        value = self.memory.load(top, size)
        self.registers["rsp"] = top + size
        if name == "ret":
            self.returned_to = value
            return "ret"
        self.write(BY_NAME["rbp"].view(self.bits) if name == "leave" else operands[0], value)
        return None
