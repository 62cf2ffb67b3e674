# SPDX-License-Identifier: MIT
"""Calling conventions, and the frame of a function: prologue, epilogue and unwind notes.

Layout, from the stack pointer up: scratch | arguments kept in memory | saved xmm registers |
pushed registers | return address | (win64: 32 bytes of home space) | stack arguments.
"""

from dataclasses import dataclass, field

from .errors import KernelError
from .isa import X64_BASELINE, closure
from .registers import BY_NAME, Address, Mem, Reg
from .stream import FrameNote

IN_MEMORY = "in memory"  # an argument that the kernel reads from the stack
PAGE = 4096  # a larger frame touches each page, so that it does not skip the guard page
UNROLLED_WIPE = 48  # stores that clear the scratch area without a loop


@dataclass(frozen=True)
class Abi:
    name: str
    bits: int
    arguments: tuple  # registers of the integer arguments, in order
    saved: tuple  # callee-saved general registers, in push order
    saved_vec: tuple = ()  # numbers of the callee-saved xmm registers

    @property
    def slot(self):
        return self.bits // 8

    @property
    def sp(self):
        return BY_NAME["rsp" if self.bits == 64 else "esp"]


def _regs(names):
    return tuple(BY_NAME[n] for n in names.split())


ABIS = {
    abi.name: abi
    for abi in (
        Abi("sysv64", 64, _regs("rdi rsi rdx rcx r8 r9"), _regs("rbx rbp r12 r13 r14 r15")),
        Abi(
            "win64", 64, _regs("rcx rdx r8 r9"), _regs("rbx rbp rdi rsi r12 r13 r14 r15"), tuple(range(6, 16))
        ),
        Abi("cdecl32", 32, (), _regs("ebx ebp esi edi")),
    )
}


@dataclass(frozen=True)
class Area:
    """A named part of the scratch area: an array whose elements have `unit` bytes."""

    name: str
    size: int  # bytes
    unit: int  # bytes
    content: str  # for the printed frame map


@dataclass
class Frame:
    """The frame of a function, computed from its registers and the size of its scratch area."""

    abi: Abi
    arguments: dict  # name -> Reg or IN_MEMORY, in the order of the C prototype
    registers: list  # every other register that the kernel writes
    # bytes at the stack pointer, wiped by the epilogue; a body that uses them must not push
    scratch: int = 0
    secret: int = None  # how many of them, from the stack pointer on, are wiped; None: all
    pushed: list = field(init=False)
    saved_xmm: list = field(init=False)
    homes: dict = field(init=False)
    size: int = field(init=False)  # bytes that the prologue subtracts from rsp
    areas: dict = field(init=False, default_factory=dict)  # (family of the base, offset) -> Area

    def __post_init__(self):
        abi = self.abi
        if self.secret is None:
            self.secret = self.scratch
        wanted = [r for r in self.arguments.values() if isinstance(r, Reg)] + self.registers
        families = {r.family for r in wanted}
        self.pushed = [r for r in abi.saved if r.family in families]
        self.saved_xmm = [n for n in abi.saved_vec if f"vec{n}" in families]
        unit = abi.slot
        at = -(-self.scratch // unit) * unit
        self.homes = {}
        for i, (name, place) in enumerate(self.arguments.items()):
            if place is IN_MEMORY and i < len(abi.arguments):
                self.homes[name] = at
                at += unit
        if abi.bits == 64:
            self.xmm_base = at = -(-at // 16) * 16
            at += 16 * len(self.saved_xmm)
            # the return address and the pushes leave rsp at 8 mod 16 when their number is even
            if at and (at + unit * (len(self.pushed) + 1)) % 16:
                at += 8
        self.size = at
        for i, (name, place) in enumerate(self.arguments.items()):
            if i >= len(abi.arguments):
                shadow = 32 if abi.name == "win64" else 0
                index = i if abi.name == "cdecl32" else i - len(abi.arguments)
                self.homes[name] = self.size + unit * (len(self.pushed) + 1) + shadow + unit * index

    def home(self, name):
        """Returns the memory operand of an argument on the stack."""
        return Mem(Address(self.abi.sp, disp=self.homes[name]), self.abi.bits)

    def scratch_address(self):
        return Address(self.abi.sp)

    # -- names of slots, for the printed notes ------------------------------------------------------
    def map_areas(self, base, areas):
        """Names the areas that follow each other from the register `base` on. Returns the frame map
        as text."""
        at, lines = 0, [f"frame map: bytes from {base}"]
        for area in areas:
            self.areas[base.family, at] = area
            lines.append(f"  {at:5} {area.name:<9} {area.content}")
            at += area.size
        return "\n".join(lines)

    def slot_name(self, mem):
        """Returns the name of the argument or the array element at a memory operand, or an empty
        string."""
        if mem.base is None or mem.index is not None:
            return ""
        if mem.base == self.abi.sp:
            for name, at in self.homes.items():
                if mem.disp == at:
                    return name
        for (family, at), area in self.areas.items():
            if family == mem.base.family and 0 <= mem.disp - at < area.size:
                element, rest = divmod(mem.disp - at, area.unit)
                index = "" if area.size == area.unit else f"[{element}]"
                return area.name + index + (f" + {rest}" if rest else "")
        return ""

    # -- code ------------------------------------------------------------------------------------
    def prologue(self, f):
        if self.abi.bits == 64:
            # CET landing pad, which older processors run as a nop. 32-bit code has none: no system
            # enforces it there, and before the 686 it is an illegal instruction.
            f.endbr64()
        for reg in self.pushed:
            f.push(reg)
            f.append(FrameNote("push", reg))
        self._allocate(f)
        for i, number in enumerate(self.saved_xmm):
            at = self.xmm_base + 16 * i
            xmm = BY_NAME[f"xmm{number}"]
            f.movaps(Mem(Address(self.abi.sp, disp=at), 128), xmm)
            f.append(FrameNote("savexmm", xmm, at))
        f.append(FrameNote("endprologue"))
        self._move_arguments(f)

    def _allocate(self, f):
        """Moves the stack pointer down and touches each page on the way, because systems grow the
        stack only when the next page below it is touched."""
        for at in range(0, self.size, PAGE):
            if at:
                f.mov(Mem(Address(self.abi.sp), self.abi.bits), self.abi.sp, note="touch the page")
            amount = min(PAGE, self.size - at)
            f.sub(self.abi.sp, amount)
            f.append(FrameNote("alloc", amount=amount))

    def _move_arguments(self, f):
        moves = []
        for (name, place), source in zip(self.arguments.items(), self.abi.arguments):
            if place is IN_MEMORY:
                f.mov(self.home(name), source, note=name)
            elif place.family != source.family:
                moves.append((name, place.view(64), source))
        while moves:
            sources = [s.family for _, _, s in moves]
            free = next((m for m in moves if sources.count(m[1].family) == 0), None)
            if free is None:
                raise KernelError("the argument registers form a cycle; place one elsewhere", f.where())
            f.mov(free[1], free[2], note=free[0])
            moves.remove(free)
        for name, place in list(self.arguments.items())[len(self.abi.arguments) :]:
            if place is not IN_MEMORY:
                f.mov(place.view(self.abi.bits), self.home(name), note=name)

    def epilogue(self, f):
        if self.secret:
            self._wipe(f)
        for i, number in enumerate(self.saved_xmm):
            address = Address(self.abi.sp, disp=self.xmm_base + 16 * i)
            f.movaps(BY_NAME[f"xmm{number}"], Mem(address, 128))
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
        isa = f.kernel.isa + (X64_BASELINE if bits == 64 else ())
        if "sse2" in closure(isa) and self.secret % 16 == 0 and (self.secret // 16 <= UNROLLED_WIPE):
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
