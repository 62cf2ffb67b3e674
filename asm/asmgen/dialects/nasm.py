# SPDX-License-Identifier: MIT
"""NASM and YASM. Win64 unwind data is written out, because these assemblers have no .seh_* directives."""

from ..operands import Constant
from ..x86.isa import TABLE
from .base import label_sum
from .x86 import X86Dialect, address_sum


class Nasm(X86Dialect):
    extension = ".asm"
    local_prefix = "L"
    # YASM 1.3 does not know the first seven and AVX-512, and encodes an unused field of setcc differently.
    # NASM 2.16 accepts no size for the memory operand of pshufw.
    as_bytes = frozenset(
        {"endbr64", "sha1rnds4", "sha1nexte", "sha1msg1", "sha1msg2", "vgf2p8affineqb", "kmovw", "pshufw"}
        | {name for name in TABLE.forms if name.startswith("set")}
    )
    SIZES = {8: "byte ", 16: "word ", 32: "dword ", 64: "qword ", 128: "", 256: "", 512: "", 0: ""}
    section = "section .text align=64"

    def build_lines(self, arch, stem, sources):
        form = self.name.partition("-")[2]
        compiler, end = f"$(CC) -m{arch.bits}", ""
        if form.startswith("win"):
            compiler = f"{'x86_64' if arch.bits == 64 else 'i686'}-w64-mingw32-gcc"
            end = ".exe"
        return [f"nasm -f {form} {stem}.asm -o {stem}.o", f"{compiler} -O2 {sources} {stem}.o -o {stem}{end}"]

    def printed_as_bytes(self, form):
        return form.evex or super().printed_as_bytes(form)

    def comment(self, text):
        return "; " + text

    def memory(self, mem, entry):
        return f"{self.SIZES[mem.width]}[{address_sum(mem.address, self.register, self.displacement(mem))}]"

    def place(self, f, mem):
        place = (
            f"{mem.base}+{self.distance(f, mem)}"
            if mem.origin
            else f"rel {label_sum(self.local(f, mem.label), mem.disp)}"
        )
        return f"{self.SIZES[mem.width]}[{place}]"

    def local(self, f, label):
        # a leading dot makes it local to the function's own label
        return super().local(f, label) if isinstance(label, Constant) else "." + label.name

    def data_bytes(self, code):
        return "db      " + ", ".join(f"0x{b:02x}" for b in code)

    def file_head(self, unit):
        return [f"    bits {unit.bits}", "    " + self.section]

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return [f"    global {name}", f"{name}:"]


class NasmElf(Nasm):
    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return [f"    global {name}:function hidden ({name}.end-{name})", f"{name}:"]

    def function_tail(self, unit, f):
        return [".end:"]

    def file_tail(self, unit):
        return ["", "    section .note.GNU-stack noalloc noexec nowrite progbits"]


class NasmElf32(NasmElf):
    name, summary, abis = "nasm-elf32", "NASM or YASM, -f elf32", {"x86": "cdecl32"}


class NasmElf64(NasmElf):
    name, summary, abis = "nasm-elf64", "NASM or YASM, -f elf64", {"x64": "sysv64"}


class NasmMacho64(Nasm):
    name, summary, abis = "nasm-macho64", "NASM or YASM, -f macho64", {"x64": "sysv64"}

    def symbol(self, unit, name):
        return "_" + name

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return [f"    global {name}:private_extern", f"{name}:"]


class NasmMacho32(NasmMacho64):
    name, summary, abis = "nasm-macho32", "NASM or YASM, -f macho32", {"x86": "cdecl32"}


class NasmWin32(Nasm):
    name, summary, abis = "nasm-win32", "NASM or YASM, -f win32", {"x86": "cdecl32"}

    def symbol(self, unit, name):
        return "_" + name


class NasmAout(Nasm):
    name, summary, abis = "nasm-aout", "NASM, -f aout (Linux a.out)", {"x86": "cdecl32"}
    newest_cpu = "686"
    section = "section .text"  # a.out sections take no attributes

    def symbol(self, unit, name):
        return "_" + name


class NasmAoutb(NasmAout):
    name, summary = "nasm-aoutb", "NASM, -f aoutb (NetBSD, FreeBSD a.out)"


class NasmWin64(Nasm):
    """Writes UNWIND_INFO as the Windows x64 ABI defines it, with codes in reverse order of the prologue."""

    name, summary, abis = "nasm-win64", "NASM or YASM, -f win64", {"x64": "win64"}
    NUMBERS = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi")
    PUSH, ALLOC_LARGE, ALLOC_SMALL, SAVE_XMM = 0, 1, 2, 8

    def __init__(self):
        self.codes = {}

    def function_head(self, unit, f):
        self.codes[f.symbol] = []
        return super().function_head(unit, f)

    def frame_note(self, unit, f, note):
        if note.kind in ("dealloc", "pop"):
            return []
        codes = self.codes[f.symbol]
        if note.kind == "endprologue":
            return [".prologue_end:"]
        label = f".prologue_{len(codes) + 1}"
        if note.kind == "push":
            slots = [(self.PUSH, note.register.number, None)]
        elif note.kind == "alloc" and note.amount <= 128:
            slots = [(self.ALLOC_SMALL, note.amount // 8 - 1, None)]
        elif note.kind == "alloc":
            slots = [(self.ALLOC_LARGE, 0, note.amount // 8)]
        else:
            slots = [(self.SAVE_XMM, note.register.number, note.amount // 16)]
        codes.append((label, slots[0], f"{note.kind} {note.register or note.amount}"))
        return [label + ":"]

    def function_tail(self, unit, f):
        return [".end:"]

    def file_tail(self, unit):
        lines = ["", "    section .xdata rdata align=8"]
        for f in unit.functions:
            name = self.symbol(unit, f.symbol)
            codes = self.codes[f.symbol]
            count = sum(1 if extra is None else 2 for _, (_, _, extra), _ in codes)
            lines += [
                f"unwind_{name}:",
                "    db 1" + " " * 30 + "; version 1, no flags",
                f"    db {name}.prologue_end - {name}",
                f"    db {count}",
                "    db 0",
            ]
            for label, (operation, info, extra), text in reversed(codes):
                lines.append(f"    db {name}{label} - {name}, 0x{operation | info << 4:02x}" f"    ; {text}")
                if extra is not None:
                    lines.append(f"    dw {extra}")
            if count % 2:
                lines.append("    dw 0")
        lines += ["", "    section .pdata rdata align=4"]
        for f in unit.functions:
            name = self.symbol(unit, f.symbol)
            lines += [
                f"    dd {name} wrt ..imagebase",
                f"    dd {name}.end wrt ..imagebase",
                f"    dd unwind_{name} wrt ..imagebase",
            ]
        return lines
