# SPDX-License-Identifier: MIT
"""The registers of x86, and memory operands of each size: `dword[rsp + 4*i]` has 32 bits."""

from dataclasses import dataclass

from ..operands import Address, Label, Mem, Reg, Size

FAMILIES = tuple("rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split())


@dataclass(frozen=True)
class X86Reg(Reg):
    """A register. Its kind is "gpr", "mmx", "vec" or "mask"."""

    def view(self, width):
        """Returns the view of another width on the same register, from bit 0."""
        if self.kind == "gpr":
            return _VIEWS[self.family, width]
        return BY_NAME[{128: "x", 256: "y", 512: "z"}[width] + f"mm{self.number}"]


byte, word, dword, qword, xmmword, ymmword, zmmword = (Size(n) for n in (8, 16, 32, 64, 128, 256, 512))


def _gpr(name, number, width, family, low=0):
    return X86Reg(name, "gpr", number, width, family, 64, low, clears=width == 32)


def _build():
    regs = []
    low_names = ("al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil")
    for number, family in enumerate(FAMILIES):
        if number < 8:
            names = {64: family, 32: "e" + family[1:], 16: family[1:], 8: low_names[number]}
        else:
            names = {64: family, 32: family + "d", 16: family + "w", 8: family + "b"}
        regs += [_gpr(name, number, width, family) for width, name in names.items()]
    regs += [_gpr(name, i + 4, 8, FAMILIES[i], 8) for i, name in enumerate(("ah", "ch", "dh", "bh"))]
    for i in range(8):
        regs.append(X86Reg(f"mm{i}", "mmx", i, 64, f"mm{i}", 64))
    for i in range(1, 8):  # k0 as the mask of an instruction means no mask
        regs.append(X86Reg(f"k{i}", "mask", i, 64, f"k{i}", 64))
    for i in range(32):  # above 15 only with EVEX
        for name, width in (("xmm", 128), ("ymm", 256), ("zmm", 512)):
            regs.append(X86Reg(f"{name}{i}", "vec", i, width, f"vec{i}", 512))
    return {reg.name: reg for reg in regs}


BY_NAME = _build()
_VIEWS = {(r.family, r.width): r for r in BY_NAME.values() if r.low == 0}
globals().update(BY_NAME)
__all__ = ["BY_NAME", "Reg", "Address", "Mem", "Label"]
__all__ += ["byte", "word", "dword", "qword", "xmmword", "ymmword", "zmmword", *BY_NAME]
