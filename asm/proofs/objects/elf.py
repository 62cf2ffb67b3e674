# SPDX-License-Identifier: MIT
"""Loads the sections of one function from a relocatable ELF object or from an archive.

pyelftools parses the object. The loader refuses whatever it does not know.
"""

import io

from ..errors import Refused
from . import relocations
from .image import ALLOC, EXECUTE, PAGE, SLOTS, START, WRITE, Image, Section

try:
    from elftools.common.exceptions import ELFError
    from elftools.construct import ConstructError
    from elftools.elf.elffile import ELFFile
except ImportError:
    ELFFile = None
else:
    # what pyelftools raises for an object that is damaged
    DAMAGED = (ELFError, ConstructError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

LIMIT = 1 << 26  # bytes of sections
ARCHITECTURES = {("EM_X86_64", 64): "x64", ("EM_386", 32): "x86", ("EM_AARCH64", 64): "a64"}


def members(data, path):
    """Yields (name, bytes) of the objects in a file: of the archive's members, or of the file itself."""
    if data[:8] != b"!<arch>\n":
        yield path, data
        return
    at = 8
    while at + 60 <= len(data):
        name, size = data[at : at + 16].rstrip(), data[at + 48 : at + 58].strip()
        if data[at + 58 : at + 60] != b"`\n" or not size.isdigit():
            raise Refused(f"{path} is not a sound archive")
        at += 60
        if name not in (b"/", b"//", b"/SYM64/"):
            yield f"{path}({name.decode('latin-1').rstrip('/')})", data[at : at + int(size)]
        at += int(size) + int(size) % 2


class Object:
    """One relocatable object."""

    def __init__(self, data, name):
        self.name = name
        try:
            self.elf = ELFFile(io.BytesIO(data))
        except DAMAGED:
            raise Refused(f"{name} is not an ELF object") from None
        self.arch = ARCHITECTURES.get((self.elf["e_machine"], self.elf.elfclass))
        if self.arch is None or not self.elf.little_endian:
            raise Refused(f"{name} is no object for x86 or AArch64")
        if self.elf["e_type"] != "ET_REL":
            raise Refused(f"{name} is linked: give the relocatable object (.o or .a)")
        self.sections = list(self.elf.iter_sections())
        tables = [section for section in self.sections if section["sh_type"] == "SHT_SYMTAB"]
        self.symbols = [symbol for table in tables for symbol in table.iter_symbols()]

    def find(self, symbol):
        """Returns [(value, section number, whether it is global)] of the functions of a name."""
        return [
            (s["st_value"], s["st_shndx"], s["st_info"]["bind"] != "STB_LOCAL")
            for s in self.symbols
            if s.name == symbol
            and isinstance(s["st_shndx"], int)
            and s["st_info"]["type"] in ("STT_NOTYPE", "STT_FUNC")
        ]

    def _content(self, section):
        content = section.data()
        if len(content) != section["sh_size"]:
            raise Refused(f"{self.name} is cut short")
        return bytearray(content)

    def image(self, symbol, value, home):
        """Returns the Image whose entry is a symbol: its value and its section's number."""
        if not self.sections[home]["sh_flags"] & EXECUTE:
            raise Refused(f"{symbol} in {self.name} is no code")
        at, placed = START, {}
        for i, section in enumerate(self.sections):
            flags, size = section["sh_flags"], section["sh_size"]
            if not (flags & ALLOC and section["sh_type"] in ("SHT_PROGBITS", "SHT_NOBITS") and size):
                continue
            if section.name.startswith(".data.rel.ro"):  # the dynamic loader makes it read-only
                flags &= ~WRITE
            alignment = max(section["sh_addralign"], PAGE)
            at = -(-at // alignment) * alignment
            if at + size > START + LIMIT:
                raise Refused(f"{self.name} is too large")
            placed[i] = Section(section.name, flags, self._content(section), at)
            at += size + PAGE
        image = Image(self.arch, list(placed.values()), placed[home].base + value)
        image.symbols = {
            s.name: placed[s["st_shndx"]].base + s["st_value"]
            for s in self.symbols
            if s["st_shndx"] in placed and s["st_info"]["type"] in ("STT_NOTYPE", "STT_OBJECT", "STT_FUNC")
        }
        for table in self.sections:
            if table["sh_type"] in ("SHT_RELA", "SHT_REL") and table["sh_info"] in placed:
                symbols = self.sections[table["sh_link"]]
                for relocation in table.iter_relocations():
                    self._relocate(relocation, symbols, placed[table["sh_info"]], placed, image)
        return image

    def _relocate(self, relocation, symbols, section, placed, image):
        """Fills in one field of a section. A type that is not known makes the section unreadable."""
        kind, offset = (self.arch, relocation["r_info_type"]), relocation["r_offset"]
        if kind not in relocations.KNOWN:
            section.refusal = f"{self.name}: relocation of type {kind[1]} in {section.name}"
            if section.flags & EXECUTE:
                raise Refused(section.refusal)
            return
        size = relocations.size(kind)
        if offset + size > len(section.content) or relocation["r_info_sym"] >= symbols.num_symbols():
            raise Refused(f"{self.name}: a relocation is outside of {section.name}")
        symbol = symbols.get_symbol(relocation["r_info_sym"])
        if symbol["st_shndx"] == "SHN_ABS":
            raise Refused(f"{self.name}: '{symbol.name}' has a fixed address")
        if symbol["st_shndx"] in placed:
            target = placed[symbol["st_shndx"]].base + symbol["st_value"]
            if symbol["st_info"]["bind"] == "STB_WEAK":
                image.weak.add(symbol.name)
        elif symbol.name == "_GLOBAL_OFFSET_TABLE_":
            target = SLOTS
        else:
            target = image.external(symbol.name)
        if kind in relocations.OF_A_SLOT:
            target = image.slot(target)
        field = slice(offset, offset + size)
        addend = relocation["r_addend"] if relocation.is_RELA() else None
        section.content[field] = relocations.filled(
            kind, section.content[field], target, addend, section.base + offset
        )


def load(path, symbol):
    """Returns the Image of the object in a file that defines a function.

    Of several objects that define it, a global definition is preferred, and the first of these.
    """
    if ELFFile is None:
        raise Refused("the reader of ELF objects is not installed: pip install pyelftools")
    try:
        return _load(path, symbol)
    except DAMAGED:
        raise Refused(f"{path} is damaged") from None


def _load(path, symbol):
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    with_symbols, functions = 0, []
    for name, content in members(data, path):
        try:
            found = Object(content, name)
        except Refused:
            if name == path:
                raise
            continue  # a member of an archive for another processor
        with_symbols += len(found.symbols) > 1
        functions += [(found, *function) for function in found.find(symbol)]
    functions = [one for one in functions if one[-1]][:1] or functions
    if len(functions) > 1:
        raise Refused(f"{path} defines several local functions '{symbol}' and no global one")
    if functions:
        found, value, home, _ = functions[0]
        return found.image(symbol, value, home)
    if not with_symbols:
        raise Refused(f"{path} is stripped: it has no symbols")
    raise Refused(f"{path} defines no function '{symbol}'")
