# SPDX-License-Identifier: MIT
"""The calling conventions of x86, and their frame: prologue, epilogue and unwind notes.

Layout, from the stack pointer up: scratch | arguments kept in memory | saved xmm registers |
pushed registers | return address | (win64: 32 bytes of home space) | stack arguments.
"""

from dataclasses import dataclass, field

from ..frame import PAGE, Abi, Frame
from ..operands import Address, Mem
from ..stream import FrameNote
from .registers import BY_NAME

UNROLLED_WIPE = 48  # stores that clear the scratch area without a loop


def _regs(names):
    return tuple(BY_NAME[n] for n in names.split())


SYSV64 = Abi(
    "sysv64", "x64", BY_NAME["rsp"], _regs("rdi rsi rdx rcx r8 r9"), _regs("rbx rbp r12 r13 r14 r15")
)
WIN64 = Abi(
    "win64",
    "x64",
    BY_NAME["rsp"],
    _regs("rcx rdx r8 r9"),
    _regs("rbx rbp rdi rsi r12 r13 r14 r15"),
    tuple(BY_NAME[f"xmm{n}"] for n in range(6, 16)),
    shadow=32,
)
CDECL32 = Abi("cdecl32", "x86", BY_NAME["esp"], (), _regs("ebx ebp esi edi"), alignment=4)


@dataclass
class X86Frame(Frame):
    pushed: list = field(init=False)
    saved_xmm: list = field(init=False)
    size: int = field(init=False)  # bytes that the prologue subtracts from rsp

    def place(self, at, families):
        abi, unit = self.abi, self.abi.slot
        self.pushed = [r for r in abi.saved if r.family in families]
        self.saved_xmm = [r for r in abi.saved_vec if r.family in families]
        if abi.bits == 64:
            self.xmm_base = at = -(-at // 16) * 16
            at += 16 * len(self.saved_xmm)
            # the return address and the pushes leave rsp at 8 mod 16 when their number is even
            if at and (at + unit * (len(self.pushed) + 1)) % 16:
                at += 8
        self.size = at
        return at + unit * len(self.pushed)

    def prologue(self, f):
        if self.abi.bits == 64:
            # CET landing pad, which older processors run as a nop. 32-bit code has none: no system
            # enforces it there, and before the 686 it is an illegal instruction.
            f.endbr64()
        for reg in self.pushed:
            f.push(reg)
            f.append(FrameNote("push", reg))
        self._allocate(f)
        for i, xmm in enumerate(self.saved_xmm):
            at = self.xmm_base + 16 * i
            f.movaps(Mem(Address(self.abi.sp, disp=at), 128), xmm)
            f.append(FrameNote("savexmm", xmm, at))
        f.append(FrameNote("endprologue"))
        self.move_arguments(f)

    def _allocate(self, f):
        """Moves the stack pointer down and touches each page on the way, because systems grow the
        stack only when the next page below it is touched."""
        for at in range(0, self.size, PAGE):
            if at:
                f.mov(Mem(Address(self.abi.sp), self.abi.bits), self.abi.sp, note="touch the page")
            amount = min(PAGE, self.size - at)
            f.sub(self.abi.sp, amount)
            f.append(FrameNote("alloc", amount=amount))

    def store_argument(self, f, register, name):
        f.mov(self.home(name), register, note=name)

    def load_argument(self, f, register, name):
        f.mov(register, self.home(name), note=name)

    def epilogue(self, f):
        if self.secret:
            self._wipe(f)
        for i, xmm in enumerate(self.saved_xmm):
            address = Address(self.abi.sp, disp=self.xmm_base + 16 * i)
            f.movaps(xmm, Mem(address, 128))
        if self.size:
            f.add(self.abi.sp, self.size)
            f.append(FrameNote("dealloc", amount=self.size))
        for reg in reversed(self.pushed):
            f.pop(reg)
            f.append(FrameNote("pop", reg))
        f.ret()

    def _wipe(self, f):
        """Clears the secret part of the scratch area. rax, rcx and xmm0 are free to use in every ABI."""
        bits = self.abi.bits
        f.phase("wipe the scratch area")
        if (
            "sse2" in f.arch.closure(f.kernel.isa)
            and self.secret % 16 == 0
            and (self.secret // 16 <= UNROLLED_WIPE)
        ):
            zero = BY_NAME["xmm0"]
            f.pxor(zero, zero)
            for at in range(0, self.secret, 16):
                f.movups(Mem(Address(self.abi.sp, disp=at), 128), zero)
            return
        zero = BY_NAME["eax"].view(bits)
        count = BY_NAME["ecx"]
        step = bits // 8
        f.xor(BY_NAME["eax"], BY_NAME["eax"])
        if self.secret <= UNROLLED_WIPE * step:
            for at in range(0, self.secret, step):
                f.mov(Mem(Address(self.abi.sp, disp=at), bits), zero)
            return
        again = f.label("wipe")
        f.mov(count, -(-self.secret // step))
        f.here(again)
        f.mov(Mem(Address(self.abi.sp, count.view(bits), step, -step), bits), zero)
        f.dec(count)
        f.jne(again)
