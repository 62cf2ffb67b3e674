# SPDX-License-Identifier: MIT
"""The interpreter's AArch64: the zero register and the return."""

from ..machine import Machine
from .registers import LINK


class A64Machine(Machine):
    def __init__(self, bits, memory, words=None):
        super().__init__(bits, memory, words)
        self.registers["zr"] = self.words.const(0, 64)

    def ret(self):
        """Executes ret."""
        self.returned_to = self.registers[LINK.family]
        return "ret"
