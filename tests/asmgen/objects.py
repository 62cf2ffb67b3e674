# SPDX-License-Identifier: MIT
"""Reads the sections of ELF, COFF, Mach-O and a.out objects, to compare code and unwind data."""

import struct
from dataclasses import dataclass

import toolchain


@dataclass
class Section:
    data: bytes
    relocations: list  # offsets within the section; COFF: {offset: value of the symbol}


def _text(raw):
    return raw.split(b"\0", 1)[0].decode()


def read(blob):
    """Returns {section name: Section}. The code section is called .text in every format."""
    if blob[:4] == b"\x7fELF":
        return _elf(blob)
    magic = struct.unpack_from("<I", blob)[0]
    if magic in (0xFEEDFACE, 0xFEEDFACF):
        return _macho(blob, magic == 0xFEEDFACF)
    if magic & 0xFFFF in (0x8664, 0x014C, 0xAA64):
        return _coff(blob)
    # NMAGIC/OMAGIC a.out: little-endian on Linux, the BSD header word is big-endian
    if magic & 0xFFFF == 0x107 or struct.unpack_from(">I", blob)[0] & 0xFFFF == 0x107:
        size = struct.unpack_from("<I", blob, 4)[0]
        return {".text": Section(blob[32 : 32 + size], [])}
    raise ValueError(f"unknown object format, magic {magic:#x}")


def of_unit(folder, dialect, index, unit):
    """Returns the sections that an assembler makes of a unit."""
    return read(toolchain.assemble_unit(folder, dialect, index, unit))


def _elf(blob):
    wide = blob[4] == 2
    form, at = ("<IIQQQQIIQQ", 0x28) if wide else ("<IIIIIIIIII", 0x20)
    table = struct.unpack_from("<Q" if wide else "<I", blob, at)[0]
    size, count, names = struct.unpack_from("<HHH", blob, 0x3A if wide else 0x2E)
    headers = [struct.unpack_from(form, blob, table + i * size) for i in range(count)]
    strings = headers[names]
    found = {}
    for name, kind, _, _, offset, length, *_ in headers:
        label = _text(blob[strings[4] + name :])
        data = b"" if kind == 8 else blob[offset : offset + length]
        found[label] = Section(data, [])
    for name, kind, _, _, offset, length, _, target, _, entry in headers:
        if kind in (4, 9):  # RELA, REL
            label = _text(blob[strings[4] + headers[target][0] :])
            found[label].relocations = [
                struct.unpack_from("<Q" if wide else "<I", blob, offset + i)[0]
                for i in range(0, length, entry)
            ]
    return found


def _coff(blob):
    count, _, symbols, nsymbols, optional = struct.unpack_from("<HIIIH", blob, 2)
    strings = symbols + 18 * nsymbols
    found = {}
    for i in range(count):
        at = 20 + optional + 40 * i
        name = _text(blob[at : at + 8])
        if name.startswith("/"):
            name = _text(blob[strings + int(name[1:]) :])
        size, offset, relocs, _, nrelocs = struct.unpack_from("<IIIIH", blob, at + 16)
        places = {}
        for j in range(nrelocs):
            place, symbol = struct.unpack_from("<II", blob, relocs + 10 * j)
            places[place] = struct.unpack_from("<I", blob, symbols + 18 * symbol + 8)[0]
        name = name.split("$")[0]
        if name not in found or size:
            found[name] = Section(blob[offset : offset + size] if offset else b"", places)
    return found


def _macho(blob, wide):
    count = struct.unpack_from("<I", blob, 16)[0]
    at = 32 if wide else 28
    found = {}
    for _ in range(count):
        command, length = struct.unpack_from("<II", blob, at)
        if command in (0x1, 0x19):
            total = struct.unpack_from("<I", blob, at + (64 if wide else 48))[0]
            for i in range(total):
                place = at + (72 + 80 * i if wide else 56 + 68 * i)
                name = _text(blob[place : place + 16])
                (size,) = struct.unpack_from("<Q" if wide else "<I", blob, place + (40 if wide else 36))
                (offset,) = struct.unpack_from("<I", blob, place + (48 if wide else 40))
                (nrelocs,) = struct.unpack_from("<I", blob, place + (60 if wide else 52))
                found[".text" if name == "__text" else name] = Section(
                    blob[offset : offset + size], [0] * nrelocs
                )
        at += length
    return found


def visibility(blob):
    """Returns {symbol: whether it is hidden} of the global symbols that an ELF or Mach-O object defines.

    A hidden symbol is visible in the program or shared library that the object is linked into, and not
    outside.
    """
    if blob[:4] == b"\x7fELF":
        wide, sections = blob[4] == 2, _elf(blob)
        table, names = sections[".symtab"].data, sections[".strtab"].data
        form = "<IBBHQQ" if wide else "<IIIBBH"
        found = {}
        for name, *fields in struct.iter_unpack(form, table):
            info, other, section = fields[:3] if wide else fields[2:]
            if info >> 4 == 1 and section:  # STB_GLOBAL, defined
                found[_text(names[name:])] = other & 3 == 2  # STV_HIDDEN
        return found
    wide = struct.unpack_from("<I", blob)[0] == 0xFEEDFACF
    at = 32 if wide else 28
    while struct.unpack_from("<I", blob, at)[0] != 2:  # LC_SYMTAB
        at += struct.unpack_from("<I", blob, at + 4)[0]
    symbols, count, names = struct.unpack_from("<III", blob, at + 8)
    found = {}
    for i in range(count):
        name, kind = struct.unpack_from("<IB", blob, symbols + i * (16 if wide else 12))
        if kind & 0x01 and kind & 0x0E:  # N_EXT, not N_UNDF
            found[_text(blob[names + name :])] = kind & 0x10 != 0  # N_PEXT
    return found


def unwind_table(sections):
    """Returns [(begin, end, UNWIND_INFO)] of a Win64 object, with relocations resolved in the sections.

    Some assemblers keep an offset in the relocation's symbol, some in the section.
    """
    pdata, xdata = sections[".pdata"], sections[".xdata"].data
    assert sorted(pdata.relocations) == list(range(0, len(pdata.data), 4))
    fields = [
        struct.unpack_from("<I", pdata.data, at)[0] + value for at, value in sorted(pdata.relocations.items())
    ]
    table = []
    for begin, end, info in zip(*[iter(fields)] * 3):
        count = xdata[info + 2]
        assert xdata[info] == 1  # version 1, no handler, no chaining
        table.append((begin, end, xdata[info : info + 4 + 2 * count].hex()))
    return sorted(table)
