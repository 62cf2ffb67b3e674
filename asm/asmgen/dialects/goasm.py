# SPDX-License-Identifier: MIT
"""Go's assembler, cmd/asm: functions of a Go package by the convention ABI0, and its amd64.

Go's names of instructions tell the sizes of operands, and the destination comes last. Its assembler makes the
frame (x86/go_frame.py) and pads with PCALIGN. Constants are read-only data of the package, which Go aligns to 32
bytes at most. An instruction that Go encodes otherwise, or not at all, is printed as numbers beside its name.

The text needs a declaration in Go, which `declaration` returns, so that `go vet` compares names, sizes and offsets
of arguments.
"""

import textwrap

from ..operands import Constant, Mem, Reg
from ..stream import Align
from ..x86.go_frame import argument_width, without_frame
from .base import LONG_NOTE, Dialect
from .x86 import X86Dialect

DOT = "\u00b7"  # between the package, here none, and the name of a symbol
LARGEST_NOSPLIT = 600  # bytes of a frame without a check of the stack; the linker refuses chains of 800
SMALLEST_ALIGNMENT = 8  # of PCALIGN
SIZES = {8: "QUAD", 4: "LONG", 2: "WORD", 1: "BYTE"}
LETTERS = {8: "B", 16: "W", 32: "L", 64: "Q"}
CONDITIONS = {
    **{"o": "OS", "no": "OC", "b": "CS", "ae": "CC", "e": "EQ", "ne": "NE", "be": "LS", "a": "HI"},
    **{"s": "MI", "ns": "PL", "l": "LT", "ge": "GE", "le": "LE", "g": "GT"},
}
# Names that are not the capitals of Intel's. A name of SSE tells the size of a word by another letter.
NAMES = {
    **{"movdqa": "MOVO", "movdqu": "MOVOU", "movd": "MOVL", "jmp": "JMP", "movsxd": "MOVLQSX"},
    **{"paddd": "PADDL", "psubd": "PSUBL", "pcmpeqd": "PCMPEQL", "pcmpgtd": "PCMPGTL"},
    **{"pslld": "PSLLL", "psrld": "PSRLL", "pslldq": "PSLLO", "psrldq": "PSRLO"},
    **{
        "punpcklwd": "PUNPCKLWL",
        "punpckhwd": "PUNPCKHWL",
        "punpckldq": "PUNPCKLLQ",
        "punpckhdq": "PUNPCKHLQ",
    },
}
COPIES = ("vmovdqa", "vmovdqu", "vmovdqa64", "vmovdqu64")  # between registers, Go takes the opcode of a store


def go_type(argument):
    """Returns the Go type of an argument. Assembly may not keep what a pointer points to."""
    if argument.size is not None:
        return "unsafe.Pointer"
    return "int32" if argument.flag else "uint32" if argument.number else "uintptr"


def declaration(op, symbol):
    """Returns the lines that declare a kernel's function in Go."""
    arguments = ", ".join(f"{a.name} {go_type(a)}" for a in op.arguments)
    return ["//go:noescape", f"func {symbol}({arguments})"]


def argument_bytes(op):
    """Returns the size of the arguments in Go's frame, where each but the last takes eight bytes."""
    return 8 * (len(op.arguments) - 1) + argument_width(op.arguments[-1]) // 8


class GoDialect(Dialect):
    """What amd64 and AArch64 share: the text around the instructions, which are the dialect's own."""

    language = "Go"
    beyond_ascii = DOT
    local_prefix = ""
    processor = ""  # Go's name

    def build_lines(self, arch, stem, sources):
        return ["go vet .", "go test -bench . ."]

    def comment(self, text):
        return "// " + text

    def immediate(self, value):
        return "$" + self.signed(int(value))

    def signed(self, value):
        return ("-" if value < 0 else "") + self.number(abs(value))

    def local(self, f, label):
        return super().local(f, label) if isinstance(label, Constant) else label.name

    def argument(self, f, value):
        """Returns an argument that a memory operand is, or None."""
        if isinstance(value, Mem) and not value.index and value.base == f.abi.sp:
            for name, at in f.frame_record.homes.items():
                if value.disp == at:
                    return f"{name}+{8 * list(f.frame_record.arguments).index(name)}(FP)"
        return None

    def shown(self, f):
        """Yields the items of a function without the instructions of the frame."""
        return without_frame(f.stream)

    def file_head(self, unit):
        return [f"//go:build {self.processor} && gc && !purego", "", '#include "textflag.h"']

    def print(self, unit):
        self.digests = unit.digests()
        return super().print(unit)

    def function_head(self, unit, f):
        size = f.frame_record.declared
        flag = "NOSPLIT" if size <= LARGEST_NOSPLIT else "0"
        said = [
            *self.prototype(f.op, f.symbol),
            f"SHA-256 with the model of the frame: {self.digests[f.symbol]}",
        ]
        said = [self.comment(line) for line in said]
        return [*said, f"TEXT {DOT}{f.symbol}(SB), {flag}, ${size}-{argument_bytes(f.op)}"]

    def space(self, nops):
        return []

    def item(self, f, item):
        if isinstance(item, Align):  # Go's frame has another length than its model
            return [f"    PCALIGN ${max(item.boundary, SMALLEST_ALIGNMENT)}"]
        return super().item(f, item)

    def constant_data(self, unit, constant):
        name = self.local(unit.functions[-1], constant.label) + "<>"
        content = constant.content + bytes(-len(constant.content) % 8)
        lines = [self.comment(text) for text in textwrap.wrap(constant.note, LONG_NOTE)]
        for at in range(0, len(content), 8):
            lines.append(f"DATA {name}+{at}(SB)/8, $0x{int.from_bytes(content[at : at + 8], 'little'):016x}")
        return [*lines, f"GLOBL {name}(SB), NOPTR|RODATA, ${len(content)}"]


class Goasm(GoDialect, X86Dialect):
    name = "goasm"
    summary = "Go's assembler, for amd64"
    abis = {"x64": "goabi0"}
    extension = "_amd64.s"
    processor = "amd64"
    as_bytes = frozenset({"endbr64", "leave"})

    def register(self, reg):
        name = reg.name.upper()
        if reg.kind == "vec":
            return name[0] + name[3:]
        if reg.kind == "gpr" and reg.width > 8:
            return reg.family.upper() if reg.number > 7 else reg.family[1:].upper()
        if reg.kind == "gpr" and reg.number > 7:
            return reg.family.upper()
        return {"SPL": "SPB", "BPL": "BPB", "SIL": "SIB", "DIL": "DIB"}.get(name, name)

    def memory(self, mem, entry):
        text = self.signed(mem.disp) if mem.disp or not mem.address.registers() else ""
        text += f"({self.register(mem.base)})" if mem.base else ""
        return text + (f"({self.register(mem.index)}*{mem.scale})" if mem.index else "")

    def place(self, f, mem):
        return f"{self.local(f, mem.label)}<>+{mem.disp}(SB)"

    def operand(self, f, item, value):
        return self.argument(f, value) or super().operand(f, item, value)

    def operands(self, f, item):
        """Returns the operands in Go's order: that of Intel reversed, but for comparisons. The mask of a result is
        before it."""
        kinds = [kind for _, kind in item.form.operands]
        shown = [
            "CX" if kind == "cl" else self.operand(f, item, value)
            for kind, value in zip(kinds, item.operands)
        ]
        if "kz" in kinds:
            shown.insert(0, shown.pop(kinds.index("kz")))
            shown[0], shown[1] = shown[1], shown[0]
        return shown if item.form.mnemonic == "cmp" else shown[::-1]

    def mnemonic(self, item):
        name, form = item.form.mnemonic, item.form
        if name in NAMES:
            return NAMES[name]
        if name[0] == "j" or name.startswith("set"):
            stem = 1 if name[0] == "j" else 3
            return name[:stem].upper() + CONDITIONS[name[stem:]]
        if any(kind == "kz" for _, kind in form.operands):
            return name.upper() + ".Z"
        if form.att.startswith("mov") and name in ("movzx", "movsx"):
            return f"MOV{form.att[4:].upper()}{name[3].upper()}X"
        size = LETTERS.get(item.operands[0].width, "") if item.operands else ""
        if name.startswith("cmov"):
            return "CMOV" + size + CONDITIONS[name[4:]]
        if not form.suffix:
            return name.upper()
        if name in ("shld", "shrd"):
            return name[:3].upper() + size
        if name == "movbe":
            return "MOVBE" + 2 * size
        if name == "imul" and len(item.operands) == 3:
            return "IMUL3" + size
        return name.upper() + size

    # -- numbers -----------------------------------------------------------------------------------------
    def instruction(self, f, item):
        if not self.encoded_otherwise(item):
            return super().instruction(f, item)
        name = f"{self.mnemonic(item)} {', '.join(self.operands(f, item))}"
        code = self.code_bytes(self.machine_code[id(item)])
        return self._noted("    " + code, ", ".join(filter(None, (name, item.note))))

    def encoded_otherwise(self, item):
        """Returns whether Go chooses other bytes for an instruction."""
        return item.form.mnemonic in COPIES and all(isinstance(value, Reg) for value in item.operands)

    def data_bytes(self, code):
        parts, at = [], 0
        while at < len(code):
            size = next(size for size in SIZES if size <= len(code) - at)
            value = int.from_bytes(code[at : at + size], "little")
            parts.append(f"{SIZES[size]} $0x{value:0{2 * size}x}")
            at += size
        return "; ".join(parts)
