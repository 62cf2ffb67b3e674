# SPDX-License-Identifier: MIT
"""Vector instructions in both encodings, for code that does not care which: three operands, of
which SSE2 spends the first source."""

from asmgen.registers import BY_NAME, Mem, xmmword, ymmword

COMMUTE = ("pxor", "pand", "por", "pcmpeqd")


class Vectors:
    """Registers 0 to 15 of the kernel's width."""

    def __init__(self, f):
        self.f = f
        self.vex = "avx2" in f.kernel.isa
        self.size = 32 if self.vex else 16          # bytes
        self.registers = [BY_NAME[("ymm" if self.vex else "xmm") + str(i)] for i in range(16)]
        self.at = ymmword if self.vex else xmmword

    def move(self, to, source):
        """Between registers, or aligned memory and a register."""
        if to is not source:
            (self.f.vmovdqa if self.vex else self.f.movdqa)(to, source)

    def move_any(self, to, source):
        """From or to memory that need not be aligned."""
        (self.f.vmovdqu if self.vex else self.f.movdqu)(to, source)

    def op(self, name, to, a, b):
        """to := a op b; b may be aligned memory or a count. In SSE2 `to` may be b only where the
        operation commutes."""
        if self.vex:
            getattr(self.f, "v" + name)(to, a, b)
            return
        if to is b and to is not a:
            assert name in COMMUTE, name
            a, b = b, a
        self.move(to, a)
        getattr(self.f, name)(to, b)

    def broadcast(self, to, source):
        """A dword of memory in all dwords."""
        assert isinstance(source, Mem) and source.width == 32
        if self.vex:
            self.f.vpbroadcastd(to, source)
            return
        self.f.movd(to, source)
        self.f.pshufd(to, to, 0)

    def zero(self, to):
        if self.vex:
            self.f.vpxor(to, to, to)
        else:
            self.f.pxor(to, to)

    def done(self):
        if self.vex:
            self.f.vzeroupper()
