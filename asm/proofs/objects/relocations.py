# SPDX-License-Identifier: MIT
"""The relocations of ELF objects: i386 and x86-64 processor supplements of the System V ABI, ELF for the Arm
64-bit Architecture."""

from ..errors import Refused
from .image import PAGE, SLOTS

# (architecture, type): (size in bytes, relative to 0, to the place or to the global offset table)
WHOLE = {
    ("x64", 1): (8, 0),  # R_X86_64_64
    ("x64", 2): (4, "place"),  # PC32
    ("x64", 4): (4, "place"),  # PLT32
    ("x64", 9): (4, "place"),  # GOTPCREL
    ("x64", 10): (4, 0),  # 32
    ("x64", 11): (4, 0),  # 32S
    ("x64", 24): (8, "place"),  # PC64
    ("x64", 41): (4, "place"),  # GOTPCRELX
    ("x64", 42): (4, "place"),  # REX_GOTPCRELX
    ("x86", 1): (4, 0),  # R_386_32
    ("x86", 2): (4, "place"),  # PC32
    ("x86", 3): (4, "table"),  # GOT32
    ("x86", 4): (4, "place"),  # PLT32
    ("x86", 9): (4, "table"),  # GOTOFF
    ("x86", 10): (4, "place"),  # GOTPC
    ("x86", 43): (4, "table"),  # GOT32X
    ("a64", 257): (8, 0),  # R_AARCH64_ABS64
    ("a64", 258): (4, 0),  # ABS32
    ("a64", 260): (8, "place"),  # PREL64
    ("a64", 261): (4, "place"),  # PREL32
}
# fields of an A64 instruction. type: (what is stored, its lowest bit, bits, place in the instruction)
INSTRUCTIONS = {
    ("a64", 274): ("distance", 0, 21, "adr"),  # ADR_PREL_LO21
    ("a64", 275): ("pages", 12, 21, "adr"),  # ADR_PREL_PG_HI21
    ("a64", 277): ("low", 0, 12, 10),  # ADD_ABS_LO12_NC
    ("a64", 278): ("low", 0, 12, 10),  # LDST8_ABS_LO12_NC
    ("a64", 284): ("low", 1, 11, 10),  # LDST16_ABS_LO12_NC
    ("a64", 285): ("low", 2, 10, 10),  # LDST32_ABS_LO12_NC
    ("a64", 286): ("low", 3, 9, 10),  # LDST64_ABS_LO12_NC
    ("a64", 299): ("low", 4, 8, 10),  # LDST128_ABS_LO12_NC
    ("a64", 280): ("distance", 2, 19, 5),  # CONDBR19
    ("a64", 282): ("distance", 2, 26, 0),  # JUMP26
    ("a64", 283): ("distance", 2, 26, 0),  # CALL26
    ("a64", 311): ("pages", 12, 21, "adr"),  # ADR_GOT_PAGE
    ("a64", 312): ("low", 3, 9, 10),  # LD64_GOT_LO12_NC
}
KNOWN = {**WHOLE, **INSTRUCTIONS}
# those that need an entry of the global offset table
OF_A_SLOT = (("x64", 9), ("x64", 41), ("x64", 42), ("x86", 3), ("x86", 43), ("a64", 311), ("a64", 312))


def size(kind):
    """Returns the bytes of the field that a relocation changes."""
    return WHOLE[kind][0] if kind in WHOLE else 4


def filled(kind, field, target, addend, place):
    """Returns the new bytes of a field. addend: None if it is in the field."""
    if kind in INSTRUCTIONS:
        if addend is None:
            raise Refused("an A64 relocation without an addend")
        return _instruction(kind, field, target + addend, place)
    size, relative_to = WHOLE[kind]
    if addend is None:
        addend = int.from_bytes(field, "little", signed=True)
    start = {0: 0, "place": place, "table": SLOTS}[relative_to]
    return ((target + addend - start) % (1 << 8 * size)).to_bytes(size, "little")


def _instruction(kind, field, target, place):
    what, low, bits, at = INSTRUCTIONS[kind]
    if what == "low":
        value = target % PAGE
        fits = True
    else:
        value = target // PAGE * PAGE - place // PAGE * PAGE if what == "pages" else target - place
        fits = -(1 << bits + low - 1) <= value < 1 << bits + low - 1
    if not fits or value & ((1 << low) - 1):
        raise Refused(f"a relocation of type {kind[1]} cannot have the value {value:#x}")
    value = (value >> low) & ((1 << bits) - 1)
    if at == "adr":
        mask, put = 3 << 29 | 0x7FFFF << 5, (value & 3) << 29 | value >> 2 << 5
    else:
        mask, put = ((1 << bits) - 1) << at, value << at
    word = int.from_bytes(field, "little") & ~mask | put
    return word.to_bytes(4, "little")
