# SPDX-License-Identifier: MIT
"""Sections of machine code and data at their addresses, ready to run."""

from dataclasses import dataclass, field

START = 0x00400000  # address of the first section; all sections are below the caller's buffers
EXTERNAL = 0x08000000  # address of the first variable of another object
SLOTS = 0x0C000000  # address of the global offset table
PAGE = 4096
WRITE, ALLOC, EXECUTE = 1, 2, 4  # SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR
BITS = {"x86": 32, "x64": 64, "a64": 64}  # of an address, by architecture


@dataclass
class Section:
    name: str
    flags: int
    content: bytearray
    base: int = None
    refusal: str = ""  # not empty: why a read of this section is refused


@dataclass
class Image:
    """The sections of an object at their addresses.

    variables: {name: address} of the symbols that other objects define. symbols: {name: address} of those
    that this object defines. weak: the weak symbols of this object that its relocations use; another
    object may replace them.
    """

    arch: str  # one of BITS
    sections: list
    entry: int
    variables: dict = field(default_factory=dict)
    symbols: dict = field(default_factory=dict)
    weak: set = field(default_factory=set)
    slots: Section = None  # the global offset table

    @property
    def bits(self):
        return BITS[self.arch]

    def slot(self, target):
        """Adds an entry to the global offset table and returns its address."""
        if self.slots is None:
            self.slots = Section("the global offset table", ALLOC, bytearray(), SLOTS)
            self.sections.append(self.slots)
        self.slots.content += target.to_bytes(self.bits // 8, "little")
        return self.slots.base + len(self.slots.content) - self.bits // 8

    def external(self, name):
        """Returns the address of a symbol of another object."""
        return self.variables.setdefault(name, EXTERNAL + PAGE * len(self.variables))

    def section(self, address):
        """Returns the section that contains an address, or None."""
        return next((s for s in self.sections if s.base <= address < s.base + len(s.content)), None)
