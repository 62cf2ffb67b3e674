# SPDX-License-Identifier: MIT
"""Calling conventions, and what the frames of all architectures have in common: the places of arguments and
the names of the scratch area's parts. The folder of an architecture has its prologue and epilogue."""

from dataclasses import dataclass, field

from .errors import KernelError
from .operands import Address, Mem, Reg

IN_MEMORY = "in memory"  # an argument that the kernel reads from the stack
PAGE = 4096  # a larger frame touches each page, so that it does not skip the guard page


@dataclass(frozen=True)
class Abi:
    name: str
    arch: str  # the name of the architecture
    sp: Reg
    arguments: tuple  # registers of the integer arguments, in order
    saved: tuple  # callee-saved general registers, in the order in which a prologue saves them
    saved_vec: tuple = ()  # views of the vector registers: the callee-saved bits
    shadow: int = 0  # bytes between the return address and the stack arguments
    alignment: int = 16  # of the stack pointer before a call, in bytes
    link: Reg = None  # the register of the return address; None: it is on the stack
    guard: bool = (
        True  # whether the stack grows when the page below it is touched, so that no page may be skipped
    )
    frame: type = None  # the Frame of functions; None: that of the architecture
    # the same convention with a scratch area at a multiple of 16, for kernels that need one; None: it is always there
    aligned: object = None

    @property
    def bits(self):
        return self.sp.width

    @property
    def slot(self):
        return self.bits // 8

    @property
    def preserved(self):
        """Returns the views of all callee-saved registers."""
        return self.saved + self.saved_vec

    @property
    def stack_arguments(self):
        """Returns the distance of the first stack argument from the stack pointer at entry."""
        return self.shadow + (0 if self.link else self.slot)


@dataclass(frozen=True)
class Area:
    """A named part of the scratch area: an array whose elements have `unit` bytes."""

    name: str
    size: int  # bytes
    unit: int  # bytes
    content: str  # for the printed frame map


@dataclass
class Frame:
    """The frame of a function, computed from its registers and the size of its scratch area.

    A subclass has `place`, `prologue` and `epilogue`.
    """

    abi: Abi
    arguments: dict  # name -> Reg or IN_MEMORY, in the order of the C prototype
    registers: list  # every other register that the kernel writes
    # bytes at the stack pointer, wiped by the epilogue; a body that uses them must not push
    scratch: int = 0
    secret: int = None  # how many of them, from the stack pointer on, are wiped; None: all
    homes: dict = field(init=False, default_factory=dict)  # argument in memory -> its offset
    areas: dict = field(init=False, default_factory=dict)  # (family of the base, offset) -> Area

    def __post_init__(self):
        if self.secret is None:
            self.secret = self.scratch
        wanted = [r for r in self.arguments.values() if isinstance(r, Reg)] + self.registers
        families = {r.family for r in wanted}
        at = -(-self.scratch // self.abi.slot) * self.abi.slot
        for i, (name, place) in enumerate(self.arguments.items()):
            if place is IN_MEMORY and i < len(self.abi.arguments):
                self.homes[name] = at
                at += self.abi.slot
        caller = self.place(at, families)
        for i, name in enumerate(list(self.arguments)[len(self.abi.arguments) :]):
            self.homes[name] = caller + self.abi.stack_arguments + self.abi.slot * i

    def place(self, at, families):
        """Places the saved registers of these families above `at` bytes. Returns the offset that the stack
        pointer at entry has."""
        raise NotImplementedError

    def prologue(self, f):
        raise NotImplementedError

    def epilogue(self, f):
        raise NotImplementedError

    def home(self, name):
        """Returns the memory operand of an argument on the stack."""
        return Mem(Address(self.abi.sp, disp=self.homes[name]), self.abi.bits)

    def scratch_address(self):
        return Address(self.abi.sp)

    # -- names of slots, for the printed notes ------------------------------------------------------
    def map_areas(self, base, areas):
        """Names the areas that follow each other from the register `base` on. Returns the frame map
        as text."""
        start, lines = self.scratch_address(), [f"frame map: bytes from {base}"]
        at = start.disp if base == start.base else 0
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

    # -- arguments -------------------------------------------------------------------------------
    def load_argument(self, f, register, name):
        """Loads an argument from the stack."""
        raise NotImplementedError

    def store_argument(self, f, register, name):
        """Stores an argument to its home."""
        raise NotImplementedError

    def move_arguments(self, f):
        """Moves the arguments to the places that the kernel has chosen."""
        moves = []
        for (name, place), source in zip(self.arguments.items(), self.abi.arguments):
            if place is IN_MEMORY:
                self.store_argument(f, source, name)
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
                self.load_argument(f, place.view(self.abi.bits), name)
