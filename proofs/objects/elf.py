# SPDX-License-Identifier: MIT
"""The loader: a function's sections out of a relocatable ELF object, or out of an archive.

System V ABI, chapters 4 (object files) and 7 (archives); the relocations of the two processor
supplements. Nothing is guessed: what is not understood is refused.
"""

import struct
from dataclasses import dataclass, field

from ..errors import Refused

START = 0x00400000  # the first section lies here, all below the caller's buffers
SLOTS = 0x0C000000
PAGE = 4096
ALLOC, WRITE, EXECUTE = 2, 1, 4
PROGBITS, SYMTAB, RELA, NOBITS, REL = 1, 2, 4, 8, 9
LOCAL, WEAK, ABSOLUTE = 0, 2, 0xFFF1
LIMIT = 1 << 26  # bytes of sections

# (64-bit?, type): (bytes, counted from 0, the place or the table of addresses)
RELOCATIONS = {
    (True, 1): (8, 0),
    (True, 2): (4, "place"),
    (True, 4): (4, "place"),
    (True, 9): (4, "place"),
    (True, 10): (4, 0),
    (True, 11): (4, 0),
    (True, 24): (8, "place"),
    (True, 41): (4, "place"),
    (True, 42): (4, "place"),
    (False, 1): (4, 0),
    (False, 2): (4, "place"),
    (False, 3): (4, "table"),
    (False, 4): (4, "place"),
    (False, 9): (4, "table"),
    (False, 10): (4, "place"),
    (False, 43): (4, "table"),
}
OF_A_SLOT = ((True, 9), (True, 41), (True, 42), (False, 3), (False, 43))  # of that table


@dataclass
class Section:
    name: str
    flags: int
    content: bytearray
    base: int = None
    refusal: str = ""  # why nothing can be read here


@dataclass
class Image:
    """Sections at their addresses; variables: names of what lies outside of the object, symbols: of
    what it defines; weak: those of them that others may define instead, and that are used."""

    bits: int
    sections: list
    entry: int
    variables: dict = field(default_factory=dict)
    symbols: dict = field(default_factory=dict)
    weak: set = field(default_factory=set)
    slots: Section = None  # the linker's table of addresses

    def slot(self, target):
        """Where an address is held."""
        if self.slots is None:
            self.slots = Section("the table of addresses", ALLOC, bytearray(), SLOTS)
            self.sections.append(self.slots)
        self.slots.content += target.to_bytes(self.bits // 8, "little")
        return self.slots.base + len(self.slots.content) - self.bits // 8

    def section(self, address):
        return next((s for s in self.sections if s.base <= address < s.base + len(s.content)), None)


def _unpack(form, data, at, what):
    try:
        return struct.unpack_from(form, data, at)
    except struct.error:
        raise Refused(f"{what} is cut short") from None


def _text(data, at):
    end = data.find(b"\0", at)
    return data[at:end].decode("latin-1")


def members(data, path):
    """(name, bytes) of the objects in a file."""
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
        self.data, self.name = data, name
        if data[:4] != b"\x7fELF" or len(data) < 52:
            raise Refused(f"{name} is not an ELF object")
        self.wide = data[4] == 2
        kind, machine = _unpack("<HH", data, 16, name)
        if data[5] != 1 or (data[4], machine) not in ((2, 62), (1, 3)):
            raise Refused(f"{name} is no x86 object")
        if kind != 1:
            raise Refused(f"{name} is linked: give the relocatable object (.o or .a)")
        (at,) = _unpack("<Q" if self.wide else "<I", data, 40 if self.wide else 32, name)
        size, count, names = _unpack("<HHH", data, 58 if self.wide else 46, name)
        form = "<IIQQQQIIQQ" if self.wide else "<10I"
        self.headers = [_unpack(form, data, at + i * size, name) for i in range(count)]
        if names >= count:
            raise Refused(f"{name} has no section names")
        strings = self._content(names)
        self.names = [_text(strings, header[0]) for header in self.headers]
        self.symbols = self._symbols()

    def _content(self, i):
        header = self.headers[i]
        if header[1] == NOBITS:
            return bytes(min(header[5], LIMIT))
        content = self.data[header[4] : header[4] + header[5]]
        if len(content) != header[5]:
            raise Refused(f"{self.name} is cut short")
        return content

    def _symbols(self):
        """[(name, value, section, binding and type)], by number."""
        found = []
        for i, header in enumerate(self.headers):
            if header[1] != SYMTAB:
                continue
            table, strings = self._content(i), self._content(header[6])
            for at in range(0, len(table), 24 if self.wide else 16):
                if self.wide:
                    name, info, _, section, value, _ = _unpack("<IBBHQQ", table, at, self.name)
                else:
                    name, value, _, info, _, section = _unpack("<IIIBBH", table, at, self.name)
                found.append((_text(strings, name), value, section, info))
        return found

    def find(self, symbol):
        """[(value, section, is it visible outside?)] of the functions of that name."""
        return [
            (value, section, info >> 4 != LOCAL)
            for name, value, section, info in self.symbols
            if name == symbol and 0 < section < len(self.headers) and info & 15 in (0, 2)
        ]

    def image(self, symbol, value, home):
        if not self.headers[home][2] & EXECUTE:
            raise Refused(f"{symbol} in {self.name} is no code")
        at, places, sections = START, {}, []
        for i, header in enumerate(self.headers):
            if header[2] & ALLOC and header[1] in (PROGBITS, NOBITS) and header[5]:
                flags = header[2]
                if self.names[i].startswith(".data.rel.ro"):  # of that the loader makes so
                    flags &= ~WRITE
                section = Section(self.names[i], flags, bytearray(self._content(i)))
                alignment = max(header[8], PAGE)
                section.base = at = -(-at // alignment) * alignment
                at += len(section.content) + PAGE
                places[i] = section
                sections.append(section)
        if at > START + LIMIT:
            raise Refused(f"{self.name} is too large")
        image = Image(64 if self.wide else 32, sections, places[home].base + value)
        image.symbols = {
            name: places[home].base + value
            for name, value, home, info in self.symbols
            if home in places and info & 15 in (0, 1, 2)
        }
        for i, header in enumerate(self.headers):
            if header[1] in (RELA, REL) and header[7] in places:
                self._relocate(i, header[1] == RELA, places[header[7]], places, image)
        return image

    def _relocate(self, number, explicit, section, places, image):
        form = ("<QQq" if self.wide else "<IIi") if explicit else "<QQ" if self.wide else "<II"
        table = self._content(number)
        for at in range(0, len(table), struct.calcsize(form)):
            offset, info, *addend = _unpack(form, table, at, self.name)
            index, kind = (info >> 32, info & 0xFFFFFFFF) if self.wide else (info >> 8, info & 255)
            if (self.wide, kind) not in RELOCATIONS:
                section.refusal = f"{self.name}: relocation of type {kind} in {section.name}"
                if section.name == ".text" or section.flags & EXECUTE:
                    raise Refused(section.refusal)
                continue
            size, since = RELOCATIONS[self.wide, kind]
            if offset + size > len(section.content) or index >= len(self.symbols):
                raise Refused(f"{self.name}: a relocation lies outside of {section.name}")
            name, value, home, info = self.symbols[index]
            if home == ABSOLUTE:
                raise Refused(f"{self.name}: '{name}' has a fixed address")
            if home in places:
                target = places[home].base + value
                if info >> 4 == WEAK:
                    image.weak.add(name)
            elif name == "_GLOBAL_OFFSET_TABLE_":
                target = SLOTS
            else:
                target = image.variables.setdefault(name, 0x08000000 + PAGE * len(image.variables))
            field_ = slice(offset, offset + size)
            if not addend:
                addend = [int.from_bytes(section.content[field_], "little", signed=True)]
            if (self.wide, kind) in OF_A_SLOT:
                target = image.slot(target)
            start = {0: 0, "place": section.base + offset, "table": SLOTS}[since]
            total = target + addend[0] - start
            section.content[field_] = (total % (1 << 8 * size)).to_bytes(size, "little")


def load(path, symbol):
    """The Image of the object in a file that defines a symbol."""
    try:
        return _load(path, symbol)
    except (IndexError, KeyError, OverflowError, ValueError):
        raise Refused(f"{path} is damaged") from None


def _load(path, symbol):
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    known, functions = 0, []
    for name, content in members(data, path):
        try:
            found = Object(content, name)
        except Refused:
            if name == path:
                raise
            continue
        known += len(found.symbols) > 1
        functions += [(found, *function) for function in found.find(symbol)]
    functions = [one for one in functions if one[-1]][:1] or functions
    if len(functions) > 1:
        raise Refused(f"{path} defines several functions '{symbol}', none for others to use")
    if functions:
        found, value, home, _ = functions[0]
        return found.image(symbol, value, home)
    if not known:
        raise Refused(f"{path} is stripped: it has no symbols")
    raise Refused(f"{path} defines no function '{symbol}'")
