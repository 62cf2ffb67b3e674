# SPDX-License-Identifier: MIT
"""One interface to the vector instructions of SSE2, AVX2 and AVX-512, with three operands.

SSE2 instructions overwrite their first source, so `op` copies it first where that is necessary.
"""

from asmgen.x86.registers import BY_NAME, Mem, xmmword, ymmword, zmmword

COMMUTE = ("pxor", "pand", "por", "pcmpeqd")


def truth_table(function):
    """Returns the immediate of `vpternlogq a, b, c, imm` for a := function(a, b, c)."""
    return sum(function(n >> 2 & 1, n >> 1 & 1, n & 1) << n for n in range(8))


SUM = truth_table(lambda a, b, c: a ^ b ^ c)
SELECT_A = truth_table(lambda a, b, c: a if c else b)


def vectors(f):
    """Returns the interface to the widest vectors that the kernel may use."""
    if "avx512f" in f.kernel.isa:
        return Avx512(f)
    return Vectors(f, 32 if "avx2" in f.kernel.isa else 16)


class Vectors:
    """SSE2 and AVX2: registers 0 to 15, of 16 or 32 bytes."""

    rotates = False  # the transposition uses punpck and swaps, not `rotate`

    def __init__(self, f, size):
        self.f, self.size = f, size
        self.vex = size > 16
        self.registers = [BY_NAME[("ymm" if self.vex else "xmm") + str(i)] for i in range(16)]
        self.at = ymmword if self.vex else xmmword
        self.compares = self  # the interface whose comparisons write a vector

    def move(self, to, source, note=""):
        """Copies a register, or loads or stores aligned memory."""
        if to is not source:
            (self.f.vmovdqa if self.vex else self.f.movdqa)(to, source, note=note)

    def move_unaligned(self, to, source, note=""):
        """Loads or stores memory of any alignment."""
        (self.f.vmovdqu if self.vex else self.f.movdqu)(to, source, note=note)

    def op(self, name, to, a, b, note=""):
        """Emits to := a op b. b may be aligned memory or a count. In SSE2 `to` may be b only where the
        operation commutes."""
        if self.vex:
            getattr(self.f, "v" + name)(to, a, b, note=note)
            return
        if to is b and to is not a:
            assert name in COMMUTE, name
            a, b = b, a
        self.move(to, a)
        getattr(self.f, name)(to, b, note=note)

    def broadcast(self, to, source, note=""):
        """Copies a dword of memory to all dwords of a register."""
        assert isinstance(source, Mem) and source.width == 32
        if self.vex:
            self.f.vpbroadcastd(to, source, note=note)
            return
        self.f.movd(to, source, note=note)
        self.f.pshufd(to, to, 0)

    def swap(self, a, b, spare, shift, mask, note="", both=True):
        """Exchanges the bits of b under the mask with the bits of a that are `shift` higher. mask: a
        register, or for AVX-512 memory. both: whether a changes, too."""
        self.op("psrld", spare, a, shift, note=note)
        self.op("pxor", spare, spare, b)
        self.op("pand", spare, spare, mask)
        self.op("pxor", b, b, spare)
        if both:
            self.op("pslld", spare, spare, shift)
            self.op("pxor", a, a, spare)

    def zero(self, to):
        if self.vex:
            self.f.vpxor(to, to, to)
        else:
            self.f.pxor(to, to)

    def finish(self):
        """Ends the use of vectors before a return."""
        if self.vex:
            self.f.vzeroupper()


class Avx512(Vectors):
    """Registers 0 to 31 of 64 bytes. Any gate of three inputs is one instruction."""

    rotates = True

    def __init__(self, f):
        super().__init__(f, 64)
        self.registers = [BY_NAME[f"zmm{i}"] for i in range(32)]
        self.at = zmmword
        self.compares = Vectors(f, 32)

    def move(self, to, source, note=""):
        if to is not source:
            self.f.vmovdqa64(to, source, note=note)

    def move_unaligned(self, to, source, note=""):
        self.f.vmovdqu64(to, source, note=note)

    def op(self, name, to, a, b, note=""):
        getattr(self.f, "vpxorq" if name == "pxor" else "v" + name)(to, a, b, note=note)

    def gate(self, to, b, c, table, note=""):
        """Emits to := bit 4 * to + 2 * b + c of the truth table."""
        self.f.vpternlogq(to, b, c, table, note=note)

    def broadcast(self, to, source, note=""):
        self.f.vpbroadcastd(to, source, note=note)

    def rotate(self, register, count, note=""):
        """Rotates each quadword to the left."""
        self.f.vprolq(register, register, count, note=note)

    def zero(self, to):
        self.f.vpxorq(to, to, to)

    def finish(self):
        for register in self.registers[16:]:  # vzeroupper leaves these
            self.zero(register)
        self.f.vzeroupper()
