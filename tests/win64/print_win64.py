# SPDX-License-Identifier: MIT
"""Prints the machine code of every 64-bit kernel for Windows, as bytes between ELF symbols.

    print_win64.py ROOT CODE ROWS

CODE is an assembly file that defines og_win64_... for each og_... symbol; ROWS has one line
ROW(stem, operation, symbol) for each. That they pass the analyses is a test of its own, in
tests/asmgen/test_kernels.py.
"""

import sys

root, code_path, rows_path = sys.argv[1:]
sys.path.insert(0, root + "/asm")

from asmgen import kernel  # noqa: E402
from asmgen.cli import KERNELS  # noqa: E402
from asmgen.layout import ALIGNMENT  # noqa: E402


def as_bytes(data):
    return [f"    .byte {', '.join(map(str, data[at:at + 24]))}" for at in range(0, len(data), 24)]


def main():
    lines = ["# Written by tests/win64/print_win64.py: do not edit.", "    .text"]
    rows = []
    for found in kernel.catalogue(KERNELS):
        if found.arch.name != "x64":
            continue
        unit = found.build("win64")
        lines.append(f"    .p2align {ALIGNMENT.bit_length() - 1}")
        functions, constants = unit.placed()
        for (operation, symbol, _), (_, gap, items) in zip(found.entries, functions):
            symbol = symbol.replace("og_", "og_win64_", 1)
            code = b"".join(piece for _, _, piece in items)
            lines += (
                as_bytes(gap)
                + [f"    .globl {symbol}", f"    .type {symbol}, @function", f"{symbol}:"]
                + as_bytes(code)
            )
            rows.append(f'ROW("{found.stem}", "{operation.name}", {symbol})')
        for constant, gap in constants:
            lines += as_bytes(gap) + as_bytes(constant.content)
    lines.append('    .section .note.GNU-stack, "", @progbits')
    for path, text in ((code_path, lines), (rows_path, rows)):
        with open(path, "w", encoding="ascii") as out:
            out.write("\n".join(text) + "\n")


main()
