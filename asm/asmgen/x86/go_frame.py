# SPDX-License-Identifier: MIT
"""ABI0, the convention of Go's assembly on amd64, and its frame.

All arguments are on the stack, and a function may change every register but rsp and rbp: Go's wrappers restore
R14, the goroutine, and X15, which is zero. Go's assembler makes the frame. TEXT declares its size, and the
assembler adds the instructions that save rbp, move the stack pointer, undo both before each RET and grow the
stack. So the prologue and the epilogue here are a model of Go's: the analyses and the interpreter see the stack
as it will be, and the dialect does not print them.

Layout, from the stack pointer up: scratch | rbp | return address | arguments. A frame of no bytes has no rbp.
"""

from dataclasses import dataclass, field

from ..frame import Abi
from ..operands import Address, Mem
from ..stream import FrameNote, Instr
from .frame import X86Frame
from .registers import BY_NAME, FAMILIES

SP, BP = BY_NAME["rsp"], BY_NAME["rbp"]


@dataclass
class GoFrame(X86Frame):
    def place(self, at, families):
        self.pushed, self.saved_xmm = [], []
        # the assembler saves rbp only in a frame that has bytes
        self.size = max(at, 8) if BP.family in families else at
        return self.size + (8 if self.size else 0)

    @property
    def declared(self):
        """Returns the bytes that TEXT declares."""
        return self.size

    def prologue(self, f):
        if self.size:
            f.push(BP)
            f.sub(SP, self.size)
        f.append(FrameNote("endprologue"))
        self.move_arguments(f)

    def load_argument(self, f, register, name):
        width = argument_width(next(a for a in f.op.arguments if a.name == name))
        f.mov(register.view(width), Mem(self.home(name).address, width), note=name)

    def epilogue(self, f):
        if self.secret:
            self._wipe(f)
        f.append(FrameNote("epilogue"))
        if self.size:
            f.add(SP, self.size)
            f.pop(BP)
        f.ret()
        f.append(FrameNote("endepilogue"))


@dataclass
class AlignedGoFrame(GoFrame):
    """Go aligns the stack pointer to 8 bytes. A register that the kernel does not use, if there is one, has the
    address of the scratch area, which is 16 bytes larger. To move the stack pointer instead would end Go's
    tracebacks."""

    base: object = field(init=False, default=None)

    def place(self, at, families):
        free = [name for name in FAMILIES if name not in families and name != SP.family]
        if not self.scratch or not free:  # the analysis `run` refuses a kernel that relies on the alignment
            return super().place(at, families)
        self.base = BY_NAME[free[-1]]
        self.secret += 16 if self.secret else 0
        return super().place(at + 16, families | {self.base.family})

    def prologue(self, f):
        super().prologue(f)
        if self.base:
            f.lea(self.base, Address(SP, disp=15))
            f.and_(self.base, -16)

    def scratch_address(self):
        return Address(self.base or SP)


def without_frame(stream):
    """Yields the items of a function that are printed: those of the frame Go's assembler makes itself."""
    printed = False
    for item in stream:
        if isinstance(item, FrameNote):
            printed = item.kind in ("endprologue", "endepilogue")
        elif printed or isinstance(item, Instr) and item.form.mnemonic == "ret":
            yield item


def argument_width(argument):
    """Returns the bits of an argument in Go's frame."""
    return 32 if argument.flag or argument.number else 64


_FACTS = {
    "name": "goabi0",
    "arch": "x64",
    "sp": SP,
    "arguments": (),
    "saved": (BP,),
    "alignment": 8,
    "guard": False,
}
GOABI0 = Abi(**_FACTS, frame=GoFrame, aligned=Abi(**_FACTS, frame=AlignedGoFrame))
