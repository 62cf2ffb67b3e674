# SPDX-License-Identifier: MIT
"""Go's assembler for AArch64, by the convention ABI0. What it shares with amd64 is in goasm.py.

A W at the end of a name means 32 bits, a V at the start a vector. A constant's address is two instructions. An
instruction without a name in Go is a word with Arm's spelling beside it.
"""

from ..a64.registers import SHAPES, Shift
from ..operands import Label, Mem
from .a64 import A64Dialect
from .goasm import GoDialect

SHIFTS = {"lsl": "<<", "lsr": ">>", "ror": "@>"}
# Names with the operands of Arm reversed. General registers: a W follows for 32 bits. Vectors: a V precedes.
GENERAL = frozenset("add sub subs cmp tst and orr eor bic orn eon lsl lsr ror extr rev rev32".split())
VECTORS = frozenset(
    "add addp cmtst and orr eor bsl bit bif zip1 zip2 uzp1 uzp2 trn1 trn2 shl ushr sli sri ext tbl dup rev32".split()
)
SHA1 = frozenset("sha1c sha1p sha1m sha1h sha1su0 sha1su1".split())
FIELDS = frozenset("ubfx bfi bfxil".split())
WIDE = frozenset("movz movn movk".split())
MOVES = {"x": "MOVD", "w": "MOVW", "s": "FMOVS", "d": "FMOVD", "q": "FMOVQ"}
PAIRS = {"x": "P", "w": "PW", "d": "PD", "q": "PQ"}
WRITEBACK = {"": "", "pre": ".W", "post": ".P"}


class GoasmA64(GoDialect, A64Dialect):
    name = "goasm-a64"
    summary = "Go's assembler, for arm64"
    abis = {"a64": "goarm64"}
    extension = "_arm64.s"
    processor = "arm64"

    # -- operands ------------------------------------------------------------------------------------
    def go_register(self, reg, scalar):
        """scalar: the letter of a vector register whose whole is meant."""
        if reg.kind in ("lane", "simd"):
            shape = f".{reg.shape.upper()}" if reg.kind == "lane" or reg.shape in SHAPES else ""
            index = f"[{reg.low // reg.width}]" if reg.kind == "lane" else ""
            return f"{'V' if shape else scalar}{reg.number}{shape}{index}"
        return {"sp": "RSP", "zero": "ZR"}.get(reg.kind, f"R{reg.number}")

    def go_memory(self, mem):
        base = f"({self.go_register(mem.base, '')})"
        if mem.index:
            shift = f"<<{mem.scale.bit_length() - 1}" if mem.scale > 1 else ""
            return f"{base}({self.go_register(mem.index, '')}{shift})"
        return (self.signed(mem.disp) if mem.disp else "") + base

    def go_operands(self, f, item):
        """Returns Go's operands in the order of Arm. A shift belongs to the register before it, and the registers of a
        list are one operand."""
        shown, scalar = [], "V" if item.form.mnemonic in SHA1 else "F"
        for (_, kind), value in zip(item.form.operands, item.operands):
            if isinstance(value, Shift):
                shown[-1] += f"{SHIFTS[value.name]}{int(value)}"
            elif isinstance(value, Mem) and value.label:
                shown.append(f"${self.local(f, value.label)}<>+{value.disp}(SB)")
            elif isinstance(value, Mem):
                shown.append(self.argument(f, value) or self.go_memory(value))
            elif isinstance(value, int):
                shown.append(self.immediate(value))
            elif isinstance(value, Label):
                shown.append(value.name)
            elif kind == "more":
                shown[-1] = f"{shown[-1][:-1]}, {self.go_register(value, scalar)}]"
            else:
                text = self.go_register(value, scalar)
                shown.append(f"[{text}]" if kind == "list" else text)
        return shown

    # -- instructions --------------------------------------------------------------------------------
    def spelled(self, f, item):
        """Returns (name, operands) of an instruction in Go, or None if Go has no name for it or another encoding."""
        name, values = item.form.mnemonic, item.operands
        if name == "ret":
            return "RET", []
        shown = self.go_operands(f, item)
        if name == "b" or name.startswith("b."):
            return "B" + name[2:].upper(), shown
        if name == "adr":
            return "MOVD", shown[::-1]
        kind = values[0].kind
        wide = "W" if values[0].width == 32 and kind in ("gpr", "zero") else ""
        if name in ("cbz", "cbnz"):
            return name.upper() + wide, shown
        if isinstance(values[-1], Mem):
            return self.copy(item, shown)
        if name in SHA1:
            return name.upper(), shown[::-1]
        shapes = [getattr(value, "shape", "") for value in values]
        if name in ("mov", "ins", "umov", "fmov", "movi"):
            return self.move(name, shapes, shown[::-1], wide)
        if kind in ("simd", "lane"):
            return ("V" + name.upper(), shown[::-1]) if name in VECTORS else None
        if name in GENERAL or name in WIDE and values[1]:
            return name.upper() + wide, shown[::-1]
        if name in FIELDS:
            to, source, low, count = shown
            return name.upper() + wide, [low, source, count, to]
        return None

    def move(self, name, shapes, shown, wide):
        """Returns what `spelled` does for a copy between registers, or of a constant."""
        if name == "fmov":
            return "FMOVS" if "s" in shapes else "FMOVD", shown
        if name == "movi":
            return ("VMOVI", shown) if shapes[0] == "b16" else None
        if name != "mov" or shapes[0]:
            return "VMOV", shown
        return None if wide else ("MOVD", shown)

    def copy(self, item, shown):
        """Returns what `spelled` does for a load or a store."""
        name, mem = item.form.mnemonic, item.operands[-1]
        kind, load, registers = item.form.operands[0][1][0], name[0] == "l", shown[:-1]
        if name in ("ldp", "stp"):
            stem = ("F" if kind in "dq" else "") + name[:2].upper() + PAIRS[kind]
            registers = [f"({', '.join(registers)})"]
        elif name in ("ldr", "ldur", "str", "stur"):
            stem = MOVES[kind] + ("U" if load and kind == "w" else "")
        elif name == "ld1" and item.form.is_list:
            stem = "VLD1"
        else:
            return None
        copied = [shown[-1], *registers] if load else [*registers, shown[-1]]
        return stem + WRITEBACK[mem.writeback], copied

    def instruction(self, f, item):
        note = item.note or next((f.slot_name(v) for v in item.operands if isinstance(v, Mem)), "")
        go = self.spelled(f, item)
        if go:
            return self._noted(f"    {go[0]:<7} {', '.join(go[1])}".rstrip(), note)
        code = self.code_bytes(self.machine_code[id(item)])
        arm = f"{item.form.mnemonic} {', '.join(self.operands(f, item))}"
        return self._noted("    " + code, ", ".join(filter(None, (arm, note))))

    def code_words(self, words):
        return "; ".join(f"WORD $0x{word:08x}" for word in words)
