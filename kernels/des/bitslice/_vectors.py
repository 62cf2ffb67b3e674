# SPDX-License-Identifier: MIT
"""Vector instructions of all widths, for code that does not care which: three operands, of which
SSE2 spends the first source."""

from asmgen.registers import BY_NAME, Mem, xmmword, ymmword, zmmword

# Tables of a value, another and a mask: where the mask is 1, the other; or the value.
THAT, THIS = 0xD8, 0xE4
COMMUTE = ("pxor", "pand", "por", "pcmpeqd")


def vectors(f):
    """The widest that the kernel may use."""
    if "avx512f" in f.kernel.isa:
        return Wide(f)
    return Vectors(f, 32 if "avx2" in f.kernel.isa else 16)


class Vectors:
    """Registers 0 to 15 of 16 or 32 bytes."""

    swaps_bytes = False  # rather than interleave them

    def __init__(self, f, size):
        self.f, self.size = f, size
        self.vex = size > 16
        self.registers = [BY_NAME[("ymm" if self.vex else "xmm") + str(i)] for i in range(16)]
        self.at = ymmword if self.vex else xmmword
        self.narrow = self  # for code of which a compare is a vector

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

    def swap(self, a, b, spare, shift, mask):
        """The bits of b under the mask with those of a that a shift takes there. mask: a register,
        or of Wide memory."""
        self.op("psrld", spare, a, shift)
        self.op("pxor", spare, spare, b)
        self.op("pand", spare, spare, mask)
        self.op("pxor", b, b, spare)
        self.op("pslld", spare, spare, shift)
        self.op("pxor", a, a, spare)

    def zero(self, to):
        if self.vex:
            self.f.vpxor(to, to, to)
        else:
            self.f.pxor(to, to)

    def done(self):
        if self.vex:
            self.f.vzeroupper()


class Wide(Vectors):
    """Registers 0 to 31 of 64 bytes; a gate of three inputs is one instruction."""

    swaps_bytes = True  # only one port interleaves

    def __init__(self, f):
        super().__init__(f, 64)
        self.registers = [BY_NAME[f"zmm{i}"] for i in range(32)]
        self.at = zmmword
        self.narrow = Vectors(f, 32)

    def move(self, to, source):
        if to is not source:
            self.f.vmovdqa64(to, source)

    def move_any(self, to, source):
        self.f.vmovdqu64(to, source)

    def op(self, name, to, a, b):
        getattr(self.f, "vpxorq" if name == "pxor" else "v" + name)(to, a, b)

    def gate(self, to, a, b, table):
        """to := bit 4to + 2a + b of the table."""
        self.f.vpternlogq(to, a, b, table)

    def broadcast(self, to, source):
        self.f.vpbroadcastd(to, source)

    def swap(self, a, b, spare, shift, mask):
        other = self.registers[-1]
        self.op("psrlq", spare, a, shift)
        self.op("psllq", other, b, shift)
        self.gate(b, spare, mask, THAT)
        self.gate(a, other, mask, THIS)

    def zero(self, to):
        self.f.vpxorq(to, to, to)

    def done(self):
        for register in self.registers[16:]:  # which vzeroupper leaves as they are
            self.zero(register)
        self.f.vzeroupper()
