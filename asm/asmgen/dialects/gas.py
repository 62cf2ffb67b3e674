# SPDX-License-Identifier: MIT
"""GNU as and the assemblers that read its directives: AT&T or Intel operands; ELF, Mach-O, COFF."""

from .base import ElfFunctions, MachoFunctions, label_sum
from .x86 import X86Dialect, address_sum

PROPERTY_NOTE = (  # .note.gnu.property: x86 feature 1 = IBT and shadow stack
    '    .section .note.gnu.property, "a", @note',
    "    .p2align 3",
    "    .long 4, 16, 5",
    '    .asciz "GNU"',
    "    .long 0xc0000002, 4, 3, 0",
)
DWARF = {"rax": 0, "rdx": 1, "rcx": 2, "rbx": 3, "rsi": 4, "rdi": 5, "rbp": 6, "rsp": 7}


class Att(X86Dialect):
    """AT&T operand syntax. Every instruction has its size letter."""

    LETTERS = {8: "b", 16: "w", 32: "l", 64: "q"}

    def comment(self, text):
        return f"/* {text} */"

    def register(self, reg):
        return "%" + reg.name

    def immediate(self, value):
        return "$" + super().immediate(value)

    def memory(self, mem, entry):
        disp = self.displacement(mem) if mem.disp or not mem.address.registers() else ""
        if not mem.address.registers():
            return disp
        inner = self.register(mem.base) if mem.base else ""
        if mem.index:
            inner += f",{self.register(mem.index)}" + (f",{mem.scale}" if mem.scale > 1 else "")
        return f"{disp}({inner})"

    def place(self, f, mem):
        if mem.origin:
            return f"{self.distance(f, mem)}({self.register(mem.base)})"
        return f"{label_sum(self.local(f, mem.label), mem.disp)}(%rip)"

    def ordered(self, operands):
        return operands[::-1]

    def mnemonic(self, item):
        entry = item.form
        if entry.att:
            return entry.att
        if not entry.suffix:
            return entry.mnemonic
        return entry.mnemonic + self.LETTERS[item.operands[0].width]

    def data_bytes(self, code):
        return ".byte   " + ", ".join(f"0x{b:02x}" for b in code)


class IntelOperands:
    """Mixin: Intel operands for GNU as."""

    SIZES = {
        8: "BYTE PTR ",
        16: "WORD PTR ",
        32: "DWORD PTR ",
        64: "QWORD PTR ",
        128: "XMMWORD PTR ",
        256: "YMMWORD PTR ",
        512: "ZMMWORD PTR ",
        0: "",
    }

    def register(self, reg):
        return reg.name

    def immediate(self, value):
        return self.number(value)

    def memory(self, mem, entry):
        return f"{self.SIZES[mem.width]}[{address_sum(mem.address, self.register, self.displacement(mem))}]"

    def place(self, f, mem):
        place = (
            f"{mem.base}+{self.written_distance}"
            if mem.origin
            else f"rip+{label_sum(self.local(f, mem.label), mem.disp)}"
        )
        return f"{self.SIZES[mem.width]}[{place}]"

    def ordered(self, operands):
        return operands

    def mnemonic(self, item):
        return item.form.mnemonic

    def file_head(self, unit):
        return ["    .intel_syntax noprefix"] + super().file_head(unit)


class Cfi:
    """Mixin: DWARF call frame information."""

    def cfi_register(self, reg):
        return str(reg.number if reg.width == 32 else DWARF.get(reg.family, reg.number))

    def frame_note(self, unit, f, note):
        slot = unit.abi.slot
        if note.kind == "push":
            return [
                f"    .cfi_adjust_cfa_offset {slot}",
                f"    .cfi_rel_offset {self.cfi_register(note.register)}, 0",
            ]
        if note.kind == "alloc":
            return [f"    .cfi_adjust_cfa_offset {note.amount}"]
        if note.kind == "dealloc":
            return [f"    .cfi_adjust_cfa_offset -{note.amount}"]
        if note.kind == "pop":
            return [
                f"    .cfi_adjust_cfa_offset -{slot}",
                f"    .cfi_restore {self.cfi_register(note.register)}",
            ]
        return []


class Elf(ElfFunctions, Cfi, Att):
    name = "gas-elf"
    summary = "GNU as or clang, AT&T syntax, ELF (Linux, BSD)"
    abis = {"x86": "cdecl32", "x64": "sysv64"}
    extension = ".S"

    def file_head(self, unit):
        return ["    .text"]

    def file_tail(self, unit):
        note = list(PROPERTY_NOTE) if unit.bits == 64 else []
        return ["", *note, '    .section .note.GNU-stack, "", @progbits']


class ElfIntel(IntelOperands, Elf):
    name = "gas-intel"
    summary = "GNU as or clang, Intel syntax, ELF"


class Macho(MachoFunctions, Cfi, Att):
    name = "gas-macho"
    summary = "clang, AT&T syntax, Mach-O (macOS)"
    abis = {"x86": "cdecl32", "x64": "sysv64"}
    extension = ".S"
    align = "    .p2align 6, 0x90"

    def cfi_register(self, reg):
        # Mach-O numbers esp and ebp the other way round on i386; clang accepts names
        return "%" + reg.name

    def file_head(self, unit):
        return ["    .section __TEXT,__text,regular,pure_instructions"]


class Coff(Cfi, Att):
    name = "gas-coff"
    summary = "GNU as of mingw or clang, AT&T syntax, COFF (Windows)"
    abis = {"x86": "cdecl32", "x64": "win64"}
    extension = ".S"

    def symbol(self, unit, name):
        return "_" + name if unit.bits == 32 else name

    def file_head(self, unit):
        return ["    .text"]

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        start = [f"    .seh_proc {name}"] if unit.bits == 64 else []
        return [
            f"    .globl {name}",
            f"    .def {name}; .scl 2; .type 32; .endef",
            "    .p2align 6",
            *start,
            f"{name}:",
        ] + (["    .cfi_startproc"] if unit.bits == 32 else [])

    def function_tail(self, unit, f):
        return ["    .seh_endproc" if unit.bits == 64 else "    .cfi_endproc"]

    def frame_note(self, unit, f, note):
        if unit.bits == 32:
            return super().frame_note(unit, f, note)
        if note.kind == "push":
            return [f"    .seh_pushreg %{note.register}"]
        if note.kind == "alloc":
            return [f"    .seh_stackalloc {note.amount}"]
        if note.kind == "savexmm":
            return [f"    .seh_savexmm %{note.register}, {note.amount}"]
        if note.kind == "endprologue":
            return ["    .seh_endprologue"]
        return []

    def build_lines(self, arch, stem, sources):
        target = "x86_64" if arch.bits == 64 else "i686"
        return [f"{target}-w64-mingw32-gcc -O2 {sources} {stem}.S -o {stem}.exe"]


class Old(Att):
    """The assemblers of 1996: no CFI, no sections beyond .text, nothing newer than the 486."""

    abis = {"x86": "cdecl32"}
    newest_cpu = "486"
    local_prefix = "L"

    def comment(self, text):
        return "# " + text

    def symbol(self, unit, name):
        return "_" + name

    def build_lines(self, arch, stem, sources):
        return [f"$(CC) -O2 {sources} {stem}{self.extension} -o {stem}"]

    def file_head(self, unit):
        return ["    .text"]

    def function_head(self, unit, f):
        # .align takes a power of two in a.out assemblers
        name = self.symbol(unit, f.symbol)
        return [f"    .globl {name}", "    .align 4", f"{name}:"]


class Aout(Old):
    name = "gas-aout"
    summary = "GNU as, AT&T syntax, a.out (older Linux)"


class Bsdi(Old):
    name = "bsdi"
    summary = "BSDI BSD/OS as, AT&T syntax, a.out"


class Solaris(Old):
    name = "solaris"
    summary = "Solaris x86 as: ELF with / comments"
    local_prefix = ".L"

    def comment(self, text):
        return "/ " + text

    def symbol(self, unit, name):
        return name

    def function_head(self, unit, f):
        # .align counts bytes in ELF assemblers
        name = self.symbol(unit, f.symbol)
        return [f"    .globl {name}", f"    .type {name}, @function", "    .align 64", f"{name}:"]

    def function_tail(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return [f"    .size {name}, .-{name}"]
