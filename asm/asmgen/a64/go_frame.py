# SPDX-License-Identifier: MIT
"""ABI0, the convention of Go's assembly on AArch64, and its frame.

All arguments are on the stack, and a function may change every register but the stack pointer, the frame pointer
x29, the return address x30 and x28, the goroutine. A signal handler reads x28, so that it has to be right at every
instruction: no kernel has it. Go's assembler makes the frame, which here is a model as in ../x86/go_frame.py.

Layout, from the stack pointer up: return address | 8 bytes | scratch | 16 bytes that Go adds | the place for the
return address of a function that the caller calls | arguments. A frame of no bytes has none of the first four.
"""

from dataclasses import dataclass

from ..errors import KernelError
from ..frame import Abi
from ..operands import Mem, Reg
from ..stream import FrameNote
from ..x86.go_frame import argument_width, without_frame
from .frame import A64Frame
from .registers import BY_NAME, LINK, A64Reg, at

SP, GOROUTINE = BY_NAME["sp"], BY_NAME["x28"]
FRAME_POINTER = A64Reg("x29", "gpr", 29, 64, "x29", 64)
UNTOUCHED = ("x18", GOROUTINE.family, FRAME_POINTER.family, LINK.family)
BELOW, ABOVE = 16, 16  # bytes of the frame on either side of the scratch area
STEP = 4096  # what one instruction can add


@dataclass
class GoFrame(A64Frame):
    def place(self, at, families):
        self.pairs = []
        self.size = BELOW + -(-at // 16) * 16 + ABOVE if at else 0
        return self.size

    @property
    def declared(self):
        """Returns the bytes that TEXT declares: Go adds 8 for the return address, and 16."""
        return self.size - 8 - ABOVE if self.size else 0

    def _saved(self):
        """Returns (register, its place). Those above the scratch area are not Go's: they let the analyses see a store
        beyond it."""
        return (
            ((LINK, 0), (GOROUTINE, self.size - ABOVE), (FRAME_POINTER, self.size - 8)) if self.size else ()
        )

    def _move(self, f, move):
        for amount in (self.size // STEP * STEP, self.size % STEP):
            if amount:
                move(SP, SP, amount)

    def prologue(self, f):
        self._move(f, f.sub)
        for register, place in self._saved():
            f.str(register, at[SP + place])
        f.append(FrameNote("endprologue"))
        self.move_arguments(f)

    def load_argument(self, f, register, name):
        width = argument_width(next(a for a in f.op.arguments if a.name == name))
        f.ldr(register.view(width), at[self.home(name).address], note=name)

    def scratch_address(self):
        return SP + BELOW if self.size else super().scratch_address()

    def epilogue(self, f):
        if self.secret:
            self._wipe(f)
        f.append(FrameNote("epilogue"))
        for register, place in self._saved():
            f.ldr(register, at[SP + place])
        self._move(f, f.add)
        f.ret()
        f.append(FrameNote("endepilogue"))


GOARM64 = Abi(
    "goarm64",
    "a64",
    SP,
    (),
    (GOROUTINE, FRAME_POINTER, LINK),
    shadow=8,
    link=LINK,
    guard=False,
    frame=GoFrame,
)


def check(f):
    """Raises KernelError if a function for Go names a register that is Go's, or the system's."""
    if f.abi is not GOARM64:
        return
    for item in without_frame(f.stream):
        for value in getattr(item, "operands", ()):
            for reg in value.address.registers() if isinstance(value, Mem) else (value,):
                if isinstance(reg, Reg) and reg.family in UNTOUCHED:
                    raise KernelError(
                        f"{item.form.mnemonic}: {reg} is not a kernel's in Go, at no instruction", item.where
                    )
