# SPDX-License-Identifier: MIT
"""One file for every Unix assembler of the 1990s; the C preprocessor selects the system.

    cpp -DELF file.S | as     Linux, FreeBSD (ELF)      cpp -DOUT   older Linux (a.out)
    cpp -DSOL file.S | as     Solaris x86               cpp -DBSDI  BSDI BSD/OS

All comments are C comments, which the preprocessor removes, so that the comment character of the
assembler does not matter. Only symbol names, their attributes and the alignment differ.
"""

from .gas import Old


class Cpp(Old):
    name = "cpp"
    summary = "one file: -DELF, -DSOL, -DOUT or -DBSDI through the C preprocessor"
    extension = ".S"

    def build_lines(self, arch, stem, sources):
        return [f"$(CC) -O2 -m32 -DELF {sources} {stem}.S -o {stem}"]

    def comment(self, text):
        return f"/* {text} */"

    def symbol(self, unit, name):
        return f"NAME_{name}"

    def file_head(self, unit):
        lines = ["#if defined(ELF) || defined(SOL)"]
        lines += [f"#define NAME_{f.symbol} {f.symbol}" for f in unit.functions]
        lines += ["#define ALIGN_CODE .align 64", "#elif defined(OUT) || defined(BSDI)"]
        lines += [f"#define NAME_{f.symbol} _{f.symbol}" for f in unit.functions]
        lines += [
            "#define ALIGN_CODE .align 4",
            "#else",
            '#error "say which system: -DELF, -DSOL, -DOUT or -DBSDI"',
            "#endif",
            "",
            "    .text",
        ]
        return lines

    def function_head(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return [
            f"    .globl {name}",
            "#if defined(ELF) || defined(SOL)",
            f"    .type {name}, @function",
            "#endif",
            "    ALIGN_CODE",
            f"{name}:",
        ]

    def function_tail(self, unit, f):
        name = self.symbol(unit, f.symbol)
        return ["#if defined(ELF) || defined(SOL)", f"    .size {name}, .-{name}", "#endif"]

    def file_tail(self, unit):
        return [
            "",
            "#if defined(ELF) && defined(__linux__)",
            '    .section .note.GNU-stack, "", @progbits',
            "#endif",
        ]
