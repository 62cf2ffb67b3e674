# SPDX-License-Identifier: MIT
"""The base class of all dialects. It prints a unit line by line, without assembler macros.

A dialect defines how operands, comments, labels and the directives around a function are written.
A kernel's symbols are global, and in ELF and Mach-O also hidden: a shared library does not export the
kernels that are linked into it. The dialects of the 1990s and COFF have no such attribute.
"""

import textwrap

from ..errors import KernelError, UsageError
from ..layout import ALIGNMENT
from ..operands import Constant, Label, Mem, Reg
from ..stream import Align, FrameNote, LabelHere, Phase

COMMENT_COLUMN = 48
LONG_NOTE = 85  # characters; a longer note of a constant has lines of its own
LONGEST_PROTOTYPE = 130  # in columns; a longer one takes several lines


class Dialect:
    """Subclasses define the attributes and hooks. One instance is one --dialect name."""

    name = ""
    summary = ""
    abis = {}  # name of an architecture -> ABI
    extension = ".s"
    language = "C"  # of the files of an exported folder
    as_bytes = frozenset()  # mnemonics that some assembler of the dialect does not know
    has_unwind = False
    local_prefix = ".L"  # of names that are not in the symbol table
    beyond_ascii = ""  # characters of the dialect's syntax that are not ASCII

    def abi_for(self, kernel):
        if kernel.arch.name not in self.abis:
            from . import nearest

            file, line = kernel.where
            arch = kernel.arch.name
            raise UsageError(
                f"{file}:{line}: dialect {self.name} is for kernels of {' and '.join(self.abis)}; "
                f"{kernel.stem} is a kernel of {arch}, whose dialects are {' '.join(nearest(self.name, arch))}"
            )
        return self.abis[kernel.arch.name]

    def build_lines(self, arch, stem, sources):
        """Returns the shell lines that build an exported folder."""
        return [f"$(CC) -O2 -m{arch.bits} {sources} {stem}{self.extension} -o {stem}"]

    # -- hooks -----------------------------------------------------------------------------------
    def comment(self, text):
        raise NotImplementedError

    def register(self, reg):
        return reg.name

    def immediate(self, value):
        return self.number(value)

    def hexadecimal(self, value):
        return f"0x{value:x}"

    def number(self, value):
        return self.hexadecimal(value) if value > 0xFFFF else str(value)

    def memory(self, mem, entry):
        raise NotImplementedError

    def constant(self, f, item, mem):
        """Returns a memory operand in the constants of f."""
        raise NotImplementedError

    def symbol(self, unit, name):
        """Returns the name in the spelling of the object format."""
        return name

    def local(self, f, label):
        owner = f.kernel.stem if isinstance(label, Constant) else f.symbol.removeprefix("og_")
        return f"{self.local_prefix}{owner}_{label.name}"

    def placed_label(self, name):
        """Returns the line that places a label."""
        return name + ":"

    def data_bytes(self, code):
        raise NotImplementedError

    def code_bytes(self, code):
        """Returns the line of an instruction as numbers."""
        return self.data_bytes(code)

    def mnemonic(self, item):
        return item.form.mnemonic

    def ordered(self, operands):
        return operands

    def file_head(self, unit):
        return []

    def file_tail(self, unit):
        return []

    def function_head(self, unit, f):
        return []

    def function_tail(self, unit, f):
        return []

    def frame_note(self, unit, f, note):
        return []

    # -- the walk --------------------------------------------------------------------------------
    def print(self, unit):
        for text in self.banner(unit):
            # the first would end a C comment, the second continue a line comment
            if "*/" in text or text.endswith("\\"):
                raise KernelError(f"cannot be part of a comment: {text}", unit.kernel.where)
        lines = [self.comment(text) if text else "" for text in self.banner(unit)]
        lines += self.file_head(unit)
        functions, data = unit.placed()
        for f, gap, items in functions:
            self.check_names(f)
            lines += ["", *self.space(gap), *self.function_head(unit, f)]
            self.machine_code = {id(item): code for item, _, code in items}
            for item in self.shown(f):
                if isinstance(item, FrameNote):
                    lines += self.frame_note(unit, f, item)
                else:
                    lines += self.item(f, item)
            lines += self.function_tail(unit, f)
        for constant, gap in data:
            lines += ["", *self.space(gap), *self.constant_data(unit, constant)]
        lines += self.file_tail(unit)
        text = "\n".join(line.rstrip() for line in lines) + "\n"
        if any(not char.isascii() and char not in self.beyond_ascii for char in set(text)):
            raise KernelError("its text is not plain ASCII, which some assemblers refuse", unit.kernel.where)
        return text

    def shown(self, f):
        """Returns the items of a function that are printed."""
        return f.stream

    def space(self, nops):
        """Returns the lines of the padding before a function or a constant. It is written out, because assemblers
        choose different bytes."""
        return self.padding(nops, ALIGNMENT)

    def constant_data(self, unit, constant):
        """Returns the lines of a constant."""
        label = self.local(unit.functions[-1], constant.label)
        return [*self._labelled(label, constant.note), *self.rows(constant.content)]

    def _labelled(self, label, note):
        """Returns the lines of a label with its note: beside it, or in lines before it if it is long."""
        label = self.placed_label(label)
        if len(note) <= LONG_NOTE:
            return [self._noted(label, note)]
        return [*(self.comment(line) for line in textwrap.wrap(note, LONG_NOTE)), label]

    @staticmethod
    def prototype(op, symbol):
        """Returns the lines of a function's prototype."""
        return textwrap.wrap(op.prototype(symbol), LONGEST_PROTOTYPE, subsequent_indent="    ")

    def banner(self, unit):
        kernel = unit.kernel
        needs = " ".join(kernel.isa) or unit.arch.baseline_name
        text = [
            "SPDX-License-Identifier: MIT",
            f"{kernel.stem}: {kernel.summary}",
            f"Printed by oldguard-asm for dialect {self.name}, calling convention "
            f"{unit.abi.name}; needs: {needs}.",
            "",
        ]
        for op, symbol, _ in kernel.entries:
            text += self.prototype(op, symbol)
        return text + [""] + kernel.banner() + [""]

    def item(self, f, item):
        if isinstance(item, LabelHere):
            return [self.placed_label(self.local(f, item.label))]
        if isinstance(item, Phase):
            return ["", *("    " + self.comment(line) for line in item.text.splitlines())]
        if isinstance(item, Align):
            if not item.length:
                return []
            return self.padding(f.arch.encoder.padding(item.length), item.boundary)
        return [self.instruction(f, item)]

    def rows(self, content):
        return ["    " + self.data_bytes(content[at : at + 16]) for at in range(0, len(content), 16)]

    def padding(self, nops, boundary):
        """Returns the lines of padding."""
        return self.with_reason(self.rows(nops), nops, boundary)

    def with_reason(self, lines, nops, boundary):
        """Returns the lines of padding with a note of its purpose."""
        if lines:
            lines[0] = self._noted(lines[0], f"nop, {len(nops)} bytes: align {boundary}")
        return lines

    def printed_as_bytes(self, form):
        return form.mnemonic in self.as_bytes

    def instruction(self, f, item):
        note = item.note or next((f.slot_name(v) for v in item.operands if isinstance(v, Mem)), "")
        if self.printed_as_bytes(item.form):
            code = self.code_bytes(self.machine_code[id(item)])
            said = " ".join(filter(None, (item.form.mnemonic, note)))
            return self._noted("    " + code, said)
        text = f"    {self.mnemonic(item):<7} {', '.join(self.ordered(self.operands(f, item)))}".rstrip()
        return self._noted(text, ", ".join(filter(None, (note, *self.remarks(item)))))

    def operands(self, f, item):
        """Returns the operands of an instruction as texts, in the order of its form."""
        return [self.operand(f, item, value) for value in item.operands]

    def remarks(self, item):
        """Yields further texts for the side note of an instruction."""
        return ()

    def _noted(self, text, note):
        return f"{text:<{COMMENT_COLUMN - 1}} {self.comment(note)}" if note else text

    def operand(self, f, item, value):
        if isinstance(value, Reg):
            return self.register(value)
        if isinstance(value, Label):
            return self.local(f, value)
        if isinstance(value, Mem) and value.label:
            return self.constant(f, item, value)
        if isinstance(value, Mem):
            return self.memory(value, item.form)
        return self.immediate(value)

    def check_names(self, f):
        """Raises TooNewError for an instruction that the dialect's oldest assembler does not know."""


class ElfFunctions:
    """The directives about a function in ELF, for GNU as and clang."""

    function_type = "@function"

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        head = [f"    .globl {name}", f"    .hidden {name}", f"    .type {name}, {self.function_type}"]
        return [*head, "    .p2align 6", f"{name}:", "    .cfi_startproc"]

    def function_tail(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return ["    .cfi_endproc", f"    .size {name}, .-{name}"]


class MachoFunctions:
    """The names of Mach-O and its directives about a function, for clang."""

    local_prefix = "L"
    align = "    .p2align 6"

    def symbol(self, unit, name):
        return "_" + name

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        # .alt_entry keeps functions that share constants together in the linker
        more = [f"    .alt_entry {name}"] if unit.constants and f is not unit.functions[0] else []
        head = [f"    .globl {name}", f"    .private_extern {name}", *more, self.align]
        return [*head, f"{name}:", "    .cfi_startproc"]

    def function_tail(self, unit, f):
        return ["    .cfi_endproc"]

    def file_tail(self, unit):
        return ["", "    .subsections_via_symbols"]


def label_sum(label, disp):
    return label + (f"{disp:+d}" if disp else "")
