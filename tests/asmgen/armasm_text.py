# SPDX-License-Identifier: MIT
"""Reads the part of armasm64's syntax that the dialect uses, and writes it for clang.

The reader knows no more than that part and refuses every other line. It follows Arm's and Microsoft's
documentation, and is no proof that armasm64 accepts the text.
"""

import re

NAME = r"[A-Za-z_]\w*"
NUMBER = r"(?:0x[0-9a-f]+|\d+)"
NUMBERS = rf"{NUMBER}(?:, {NUMBER})*"
AREAS = {
    "|.text|, CODE, READONLY, ALIGN=6": '.section .text, "xr"\n.p2align 6',
    "|.xdata|, READONLY, ALIGN=2": '.section .xdata, "dr"\n.p2align 2',
    "|.pdata|, READONLY, ALIGN=2": '.section .pdata, "dr"\n.p2align 2',
}
DATA = {"DCB": ".byte", "DCD": ".long"}
# names that differ from those of Arm's manual
RENAMED = {"ext8": "ext"}


def _instruction(text):
    name, _, operands = text.partition(" ")
    if not re.fullmatch(r"[a-z][a-z0-9]*(\.[a-z]{2})?", name):
        raise SyntaxError(f"no instruction: {text}")
    if name in ("ext", "hint") or name.startswith("sha1"):
        raise SyntaxError(f"armasm64 may not know this name: {text}")
    return f"{RENAMED.get(name, name)} {operands.strip()}"


def to_gnu(text):
    """Returns the text for clang. Raises SyntaxError for a line that is not part of the syntax."""
    lines, ended, procedure = [], False, False
    source = iter(text.splitlines())
    for line in source:
        code = line.partition(";")[0].rstrip()
        if ended and code:
            raise SyntaxError(f"after END: {line}")
        if not code:
            continue
        if code[0] != " ":
            label = re.fullmatch(rf"({NAME})( PROC)?", code)
            if not label or label[2] and procedure:
                raise SyntaxError(f"no label: {line}")
            procedure = procedure or bool(label[2])
            lines.append(label[1] + ":")
            continue
        word, _, rest = code.strip().partition(" ")
        rest = rest.strip()
        if word == "AREA":
            lines.append(AREAS[rest])
        elif word == "EXPORT":
            lines.append(f".globl {rest}")
        elif word == "ENDP":
            if not procedure:
                raise SyntaxError("ENDP without PROC")
            procedure = False
        elif word == "END":
            ended = True
        elif word == "DCD" and re.fullmatch(NAME, rest):
            if next(source).split() != ["RELOC", "2"]:
                raise SyntaxError(f"an address that is not relative to the image: {line}")
            lines.append(f".long {rest}@IMGREL")
        elif word in ("DCB", "DCD") and re.fullmatch(NUMBERS, rest):
            lines.append(f"{DATA[word]} {rest}")
        else:
            lines.append(_instruction(code.strip()))
    if not ended or procedure:
        raise SyntaxError("the text has no END, or a PROC has no ENDP")
    return "\n".join(lines) + "\n"
