# SPDX-License-Identifier: MIT
"""AArch64 for GNU as and clang: ELF, Mach-O and COFF.

The .text section has the same bytes in all of them. Mach-O has no relocation for adr, so that the label of a
constant must be local to the assembler (L...).
"""

from ..operands import Mem
from .base import Dialect, ElfFunctions, MachoFunctions, label_sum

# .note.gnu.property: 0xc0000000 = 3: branch target identification, and pointer authentication, because no
# function stores its return address
PROPERTY_NOTE = (
    '    .section .note.gnu.property, "a", @note',
    "    .p2align 3",
    "    .long 4, 16, 5",
    '    .asciz "GNU"',
    "    .long 0xc0000000, 4, 3, 0",
)
DWARF_VECTORS = 64  # number of v0

SEH = {"nop": "nop", "endprologue": "endprologue", "epilogue": "startepilogue", "endepilogue": "endepilogue"}


def _dwarf(reg):
    return reg.number + (DWARF_VECTORS if reg.kind == "simd" else 0)


class A64Dialect(Dialect):
    """Operands in the syntax of the Arm ARM."""

    extension = ".S"

    def build_lines(self, arch, stem, sources):
        return [f"$(CC) -O2 {sources} {stem}{self.extension} -o {stem}"]

    def comment(self, text):
        return f"/* {text} */"

    def immediate(self, value):
        if hasattr(value, "name"):
            return f"{value.name} #{int(value)}"
        return "#" + super().immediate(value)

    def memory(self, mem, entry):
        if mem.index:
            shift = f", lsl #{mem.scale.bit_length() - 1}" if mem.scale > 1 else ""
            return f"[{mem.base}, {mem.index}{shift}]"
        if mem.writeback == "post":
            return f"[{mem.base}], #{mem.disp}"
        inner = f"[{mem.base}, #{mem.disp}]" if mem.disp or mem.writeback else f"[{mem.base}]"
        return inner + ("!" if mem.writeback else "")

    def constant(self, f, item, mem):
        return label_sum(self.local(f, mem.label), mem.disp)

    def operands(self, f, item):
        shown = []
        for (_, kind), value in zip(item.form.operands, item.operands):
            text = self.operand(f, item, value)
            if kind == "more":
                shown[-1] = shown[-1][:-1] + f", {text}}}"
            elif kind == "list" or item.form.mnemonic == "ld1r" and not isinstance(value, Mem):
                shown.append("{" + text + "}")
            elif item.form.mnemonic in ("ld1", "st1") and kind.startswith("lane"):
                name, _, index = text.partition("[")
                shown.append("{" + name + "}[" + index)
            else:
                shown.append(text)
        return shown

    def data_bytes(self, code):
        return ".byte   " + ", ".join(f"0x{b:02x}" for b in code)

    def code_words(self, words):
        """Returns the line of instructions as numbers."""
        return ".inst   " + ", ".join(f"0x{word:08x}" for word in words)

    def code_bytes(self, code):
        return self.code_words([int.from_bytes(code, "little")])

    def padding(self, nops, boundary):
        """Returns the lines of padding: instructions, after zeros behind a constant."""
        rest = len(nops) % 4
        lines = self.rows(nops[:rest])
        words = [int.from_bytes(nops[i : i + 4], "little") for i in range(rest, len(nops), 4)]
        lines += ["    " + self.code_words(words[i : i + 4]) for i in range(0, len(words), 4)]
        return self.with_reason(lines, nops, boundary)

    def has_frame(self, f):
        """Returns whether a function moves the stack pointer, so that Windows needs unwind data for it."""
        record = f.frame_record
        return record is not None and bool(record.size or record.pairs)

    def architecture(self, unit):
        """Returns the directive by which an assembler knows the kernel's instructions."""
        return ["    .arch_extension sha2"] if "armsha1" in unit.kernel.isa else []

    def frame_note(self, unit, f, note):
        """Returns DWARF call frame information."""
        if note.kind in ("alloc", "dealloc"):
            return [f"    .cfi_adjust_cfa_offset {'-' if note.kind == 'dealloc' else ''}{note.amount}"]
        if note.kind in ("push", "savepair"):
            place = 0 if note.kind == "push" else note.amount
            lines = [f"    .cfi_adjust_cfa_offset {note.amount}"] if note.kind == "push" else []
            return lines + [
                f"    .cfi_rel_offset {_dwarf(reg)}, {place + 8 * i}" for i, reg in enumerate(note.register)
            ]
        if note.kind in ("pop", "restorepair"):
            lines = [f"    .cfi_adjust_cfa_offset -{note.amount}"] if note.kind == "pop" else []
            return lines + [f"    .cfi_restore {_dwarf(reg)}" for reg in note.register]
        return []


class Elf(ElfFunctions, A64Dialect):
    name = "elf-a64"
    summary = "GNU as or clang, ELF (Linux, BSD)"
    abis = {"a64": "aapcs64"}
    function_type = "%function"

    def file_head(self, unit):
        # a q register has the first byte of memory in its last lane there
        order = ["#ifdef __AARCH64EB__", '#error "this code is for little-endian AArch64"', "#endif"]
        return [*order, *self.architecture(unit), "    .text"]

    def file_tail(self, unit):
        return ["", *PROPERTY_NOTE, '    .section .note.GNU-stack, "", @progbits']


class Macho(MachoFunctions, A64Dialect):
    name = "macho-a64"
    summary = "clang, Mach-O (macOS, iOS)"
    abis = {"a64": "aapcs64"}

    def file_head(self, unit):
        return [*self.architecture(unit), "    .section __TEXT,__text,regular,pure_instructions"]


class Coff(A64Dialect):
    """A leaf without a stack frame needs no unwind data on Windows, the others have it by directives."""

    name = "coff-a64"
    summary = "clang, COFF (Windows)"
    abis = {"a64": "aapcs64"}

    def build_lines(self, arch, stem, sources):
        return [f"clang --target=aarch64-w64-windows-gnu -O2 {sources} {stem}.S -o {stem}.exe"]

    def file_head(self, unit):
        return [*self.architecture(unit), "    .text"]

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        start = [f"    .seh_proc {name}"] if self.has_frame(f) else []
        return [
            f"    .globl {name}",
            f"    .def {name}; .scl 2; .type 32; .endef",
            "    .p2align 6",
            *start,
            f"{name}:",
        ]

    def function_tail(self, unit, f):
        return ["    .seh_endproc"] if self.has_frame(f) else []

    def frame_note(self, unit, f, note):
        """Returns a directive for each instruction of the prologue and the epilogue."""
        if not self.has_frame(f):
            return []
        if note.kind in ("alloc", "dealloc"):
            return [f"    .seh_stackalloc {note.amount}"]
        if note.register:
            kind = "fregp" if note.register[0].kind == "simd" else "regp"
            moves = "_x" if note.kind in ("push", "pop") else ""
            return [f"    .seh_save_{kind}{moves} {note.register[0]}, {note.amount}"]
        return [f"    .seh_{SEH[note.kind]}"]
