# SPDX-License-Identifier: MIT
"""MASM: ml and ml64 of Visual Studio, and llvm-ml. Win64 unwind by PROC FRAME directives."""

from .base import label_sum
from .x86 import X86Dialect, address_sum


def _hex(code):
    text = f"{code:x}h"
    return text if text[0].isdigit() else "0" + text


class Masm(X86Dialect):
    name = "masm"
    summary = "ml (32-bit), ml64 (64-bit), llvm-ml"
    abis = {"x86": "cdecl32", "x64": "win64"}
    extension = ".asm"
    local_prefix = "L"
    as_bytes = frozenset({"endbr64"})  # ml64 before 2019 does not know it
    SIZES = {
        8: "byte ptr ",
        16: "word ptr ",
        32: "dword ptr ",
        64: "qword ptr ",
        128: "xmmword ptr ",
        256: "ymmword ptr ",
        512: "zmmword ptr ",
        0: "",
    }

    def build_lines(self, arch, stem, sources):
        assembler = "ml64" if arch.bits == 64 else "ml"
        return [
            f"{assembler} /nologo /c /Fo{stem}.obj {stem}.asm",
            f"cl /nologo /O2 {sources} {stem}.obj /Fe{stem}.exe",
        ]

    def comment(self, text):
        return "; " + text

    def hexadecimal(self, value):
        return _hex(value)

    def memory(self, mem, entry):
        return f"{self.SIZES[mem.width]}[{address_sum(mem.address, self.register, self.displacement(mem))}]"

    def place(self, f, mem):
        # in 64-bit code a label is relative to rip; llvm-ml requires a size even with lea
        place = (
            f"{mem.base}+{self.written_distance}"
            if mem.origin
            else label_sum(self.local(f, mem.label), mem.disp)
        )
        return f"{self.SIZES[mem.width or 8]}[{place}]"

    def symbol(self, unit, name):
        return "_" + name if unit.bits == 32 else name

    def data_bytes(self, code):
        return "db      " + ", ".join(_hex(b) for b in code)

    def file_head(self, unit):
        # .model must precede .code in 32-bit MASM and fixes _TEXT's alignment; ml64 has no models
        return (
            ["    .686", "    .xmm", "    .model flat", "    .code"]
            if unit.bits == 32
            else ["_TEXT SEGMENT ALIGN(64) 'CODE'"]
        )

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        frame = " FRAME" if unit.bits == 64 else ""
        return [f"    public {name}", f"{name} PROC{frame}"]

    def function_tail(self, unit, f):
        return [f"{self.symbol(unit, f.symbol)} ENDP"]

    def file_tail(self, unit):
        return ["", *(["_TEXT ENDS"] if unit.bits == 64 else []), "    END"]

    def frame_note(self, unit, f, note):
        if unit.bits == 32:
            return []
        if note.kind == "push":
            return [f"    .pushreg {note.register}"]
        if note.kind == "alloc":
            return [f"    .allocstack {note.amount}"]
        if note.kind == "savexmm":
            return [f"    .savexmm128 {note.register}, {note.amount}"]
        if note.kind == "endprologue":
            return ["    .endprolog"]
        return []
