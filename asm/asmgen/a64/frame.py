# SPDX-License-Identifier: MIT
"""The calling conventions of AArch64, and their frame: landing pad, prologue, epilogue and unwind notes.

aapcs64 is the convention of Linux and the BSDs. Those of Darwin and Windows are the same for kernels, which
have no variable arguments, leave x18 alone and pass at most eight words.

Layout, from the stack pointer up: scratch | arguments kept in memory | saved registers, in pairs. A function
that saves nothing and has no scratch area does not touch the stack. The return address stays in x30, so that it
needs no signature (pointer authentication).
"""

from dataclasses import dataclass, field

from ..frame import PAGE, Abi, Frame
from ..stream import FrameNote
from .registers import BY_NAME, LINK, VECTORS, at

BTI_C = 34  # hint: a landing pad for calls, which older processors run as a nop
UNROLLED_WIPE = 30  # stores of 32 bytes that clear the scratch area without a loop

AAPCS64 = Abi(
    "aapcs64",
    "a64",
    BY_NAME["sp"],
    tuple(BY_NAME[f"x{n}"] for n in range(8)),
    tuple(BY_NAME[f"x{n}"] for n in range(19, 29)),
    tuple(VECTORS[n].d for n in range(8, 16)),  # the low halves; a caller does not rely on the others
    link=LINK,
)


@dataclass
class A64Frame(Frame):
    pairs: list = field(init=False)  # of registers that the prologue saves, from the lowest address on
    size: int = field(init=False)  # bytes below the saved registers

    def place(self, at, families):
        preserved = self.abi.preserved
        self.pairs = [
            pair
            for pair in zip(preserved[::2], preserved[1::2])
            if any(reg.family in families for reg in pair)
        ]
        self.size = -(-at // 16) * 16
        return self.size + 16 * len(self.pairs)

    def prologue(self, f):
        f.hint(BTI_C, note="bti c")
        f.append(FrameNote("nop"))
        saved = 16 * len(self.pairs)
        for i, (a, b) in enumerate(self.pairs):
            if i == 0:
                f.stp(a, b, at.pre(self.abi.sp, -saved))
                f.append(FrameNote("push", (a, b), saved))
            else:
                f.stp(a, b, at[self.abi.sp + 16 * i])
                f.append(FrameNote("savepair", (a, b), 16 * i))
        self._allocate(f)
        f.append(FrameNote("endprologue"))
        self.move_arguments(f)

    def _allocate(self, f):
        """Moves the stack pointer down and touches each page on the way, because systems grow the
        stack only when the next page below it is touched."""
        for done in range(0, self.size, PAGE):
            if done:
                f.str(BY_NAME["xzr"], at[self.abi.sp], note="touch the page")
                f.append(FrameNote("nop"))
            amount = min(PAGE, self.size - done)
            f.sub(self.abi.sp, self.abi.sp, amount)
            f.append(FrameNote("alloc", amount=amount))

    def store_argument(self, f, register, name):
        f.str(register, at[self.home(name).address], note=name)

    def load_argument(self, f, register, name):
        f.ldr(register, at[self.home(name).address], note=name)

    def epilogue(self, f):
        if self.secret:
            self._wipe(f)
        f.append(FrameNote("epilogue"))
        for done in range(0, self.size, PAGE):
            amount = min(PAGE, self.size - done)
            f.add(self.abi.sp, self.abi.sp, amount)
            f.append(FrameNote("dealloc", amount=amount))
        for i, (a, b) in reversed(list(enumerate(self.pairs))):
            if i:
                f.ldp(a, b, at[self.abi.sp + 16 * i])
                f.append(FrameNote("restorepair", (a, b), 16 * i))
            else:
                f.ldp(a, b, at.post(self.abi.sp, 16 * len(self.pairs)))
                f.append(FrameNote("pop", (a, b), 16 * len(self.pairs)))
        f.append(FrameNote("endepilogue"))
        f.ret()

    def _wipe(self, f):
        """Clears the secret part of the scratch area. x9, x10 and v0 are free to use."""
        f.phase("wipe the scratch area")
        zero, scratch = VECTORS[0], self.scratch_address()
        f.movi(zero.d2, 0)
        whole = self.secret // 32
        if whole <= UNROLLED_WIPE:
            for i in range(whole):
                f.stp(zero.q, zero.q, at[scratch + 32 * i])
        else:
            place, count, again = BY_NAME["x9"], BY_NAME["x10"], f.label("wipe")
            f.add(place, scratch.base, scratch.disp)
            f.movz(count, whole)
            f.here(again)
            f.stp(zero.q, zero.q, at.post(place, 32))
            f.sub(count, count, 1)
            f.cbnz(count, again)
        for rest in range(32 * whole, -(-self.secret // 8) * 8, 8):
            f.str(BY_NAME["xzr"], at[scratch + rest])
