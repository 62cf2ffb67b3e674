# SPDX-License-Identifier: MIT
"""AArch64 for armasm64, the assembler of Visual Studio.

A name in the first column is a label, and every other line begins with spaces. The unwind data is written out,
because armasm64 has no directives for it: Microsoft's headers make it with assembler macros.

armasm64 does not run on the machines that test this dialect (docs/toolchains.md). So the text uses few
directives, numbers instead of expressions, and words instead of the names of instructions that it may not know.
"""

from ..a64.isa import TABLE
from ..stream import FrameNote
from .a64 import A64Dialect

# Unwind codes (Microsoft, ARM64 exception handling): the code of one byte, and those of 16 bits without operands
NOP, END, ALLOC_MEDIUM, ALLOC_LARGE = 0xE3, 0xE4, 0xC000, 0xE0
SAVE_PAIR, SAVE_PAIR_DOWN, SAVE_VECTORS, SAVE_VECTORS_DOWN = 0xC800, 0xCC00, 0xD800, 0xDA00
FIRST_SAVED = {"gpr": 19, "simd": 8}  # the register of number 0 in a code
PROLOGUE, EPILOGUE = ("nop", "push", "savepair", "alloc"), ("dealloc", "restorepair", "pop")


def _code(note):
    """Returns the unwind code of the instruction before a note of the frame."""
    if note.kind == "nop":
        return bytes([NOP])
    if note.kind in ("alloc", "dealloc"):
        units = note.amount // 16
        if units < 1 << 5:
            return bytes([units])
        if units < 1 << 11:
            return (ALLOC_MEDIUM | units).to_bytes(2, "big")
        return bytes([ALLOC_LARGE]) + units.to_bytes(3, "big")
    first, down = note.register[0], note.kind in ("push", "pop")
    pair = {"gpr": (SAVE_PAIR, SAVE_PAIR_DOWN), "simd": (SAVE_VECTORS, SAVE_VECTORS_DOWN)}[first.kind][down]
    number, slots = first.number - FIRST_SAVED[first.kind], note.amount // 8 - down
    return (pair | number << 6 | slots).to_bytes(2, "big")


def unwind_record(notes, length):
    """Returns the .xdata record of a function.

    notes: [(offset of the next instruction, FrameNote)]. length: bytes of the function. Each epilogue has a word
    with its start and its first code. The codes of the prologue are in reverse order.
    """
    codes = b"".join(_code(note) for _, note in reversed(notes) if note.kind in PROLOGUE) + bytes([END])
    scopes = []
    for offset, note in notes:
        if note.kind == "epilogue":
            scopes.append(offset // 4 | len(codes) << 22)
        elif note.kind in EPILOGUE:
            codes += _code(note)
        elif note.kind == "endepilogue":
            codes += bytes([END])
    codes += bytes(-len(codes) % 4)
    words = [length // 4 | len(scopes) << 22 | len(codes) // 4 << 27, *scopes]
    return words + [int.from_bytes(codes[at : at + 4], "little") for at in range(0, len(codes), 4)]


class Armasm64(A64Dialect):
    name = "armasm64"
    summary = "armasm64 of Visual Studio, COFF (Windows)"
    abis = {"a64": "aapcs64"}
    extension = ".asm"
    local_prefix = "L"
    as_bytes = frozenset({"hint"} | {name for name in TABLE.forms if name.startswith("sha1")})

    def build_lines(self, arch, stem, sources):
        return [
            f"armasm64 -nologo {stem}.asm -o {stem}.obj",
            f"cl /nologo /O2 {sources} {stem}.obj /Fe{stem}.exe",
        ]

    def comment(self, text):
        return "; " + text

    def placed_label(self, name):
        return name

    def mnemonic(self, item):
        """Returns a name that armasm64 is known to take: FFmpeg's gas-preprocessor renames the same two."""
        name = super().mnemonic(item)
        if name == "mov" and item.operands[0].kind == "simd":
            return "orr"
        return "ext8" if name == "ext" else name

    def operands(self, f, item):
        shown = super().operands(f, item)
        if self.mnemonic(item) == "orr" and len(shown) == 2:
            shown.append(shown[-1])
        if item.form.operands and item.form.operands[-1][1] == "imm12s":
            shown[-1:] = [f"#{item.operands[-1] >> 12}", "lsl #12"]
        return shown

    def data_bytes(self, code):
        return "DCB     " + ", ".join(f"0x{b:02x}" for b in code)

    def code_words(self, words):
        return "DCD     " + ", ".join(f"0x{word:08x}" for word in words)

    def file_head(self, unit):
        return ["    AREA    |.text|, CODE, READONLY, ALIGN=6"]

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return [f"    EXPORT  {name}", f"{name} PROC"]

    def function_tail(self, unit, f):
        return ["    ENDP"]

    def frame_note(self, unit, f, note):
        return []  # file_tail has them

    def file_tail(self, unit):
        lines, pointers = [], []
        for f, _, items in unit.placed()[0]:
            if not self.has_frame(f):
                continue
            ends = {id(item): at + len(code) for item, at, code in items}
            notes, at = [], 0
            for item in f.stream:
                at = ends.get(id(item), at)
                if isinstance(item, FrameNote):
                    notes.append((at, item))
            name = self.symbol(unit, f.symbol)
            lines += [f"unwind_{name}"]
            words = unwind_record(notes, at)
            lines += ["    " + self.code_words(words[i : i + 4]) for i in range(0, len(words), 4)]
            for label in (name, f"unwind_{name}"):
                pointers += [f"    DCD     {label}", "    RELOC   2"]
        if lines:
            lines = ["", "    AREA    |.xdata|, READONLY, ALIGN=2", *lines]
            lines += ["", "    AREA    |.pdata|, READONLY, ALIGN=2", *pointers]
        return [*lines, "", "    END"]
