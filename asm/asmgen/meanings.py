# SPDX-License-Identifier: MIT
"""The meaning of a mnemonic as one formula and one line of text, for readers of a kernel.

The ISA table computes; these texts describe. The `isa/meanings.py` of an architecture lists them, one line
for the mnemonics that share a description: `mnemonics | formula | text`. In a formula {0} is the first
operand, {1} the second, and {*} the last. The operators are those of C and `rotl`, `rotr` for rotations.
"""

import re
from dataclasses import dataclass

from .errors import KernelError

FIELD = re.compile(r"\{(\d|\*)\}")


@dataclass(frozen=True)
class Meaning:
    formula: str
    text: str


def table(text):
    """Returns {mnemonic: Meaning} of the lines of an architecture. Raises ValueError for a bad line."""
    found = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        parts = [part.strip() for part in line.split("|", 1)]
        formula, separator, said = parts[-1].rpartition(" | ")
        if len(parts) != 2 or not separator or not said:
            raise ValueError(f"expected 'mnemonics | formula | text': {line}")
        for mnemonic in parts[0].split():
            if mnemonic in found:
                raise ValueError(f"'{mnemonic}' has two meanings")
            found[mnemonic] = Meaning(formula.strip(), said.strip())
    return found


def meaning(arch, item):
    """Returns the Meaning of an instruction. Raises KernelError with its line if there is none, or if the
    formula names an operand that the instruction does not have."""
    found = arch.meanings.get(item.form.mnemonic)
    if found is None:
        raise KernelError(f"'{item.form.mnemonic}' has no line in isa/meanings.py of {arch.name}", item.where)
    for field in FIELD.findall(found.formula):
        if len(item.operands) <= (0 if field == "*" else int(field)):
            raise KernelError(
                f"the meaning of '{item.form.mnemonic}' names operand {field}, which it lacks here",
                item.where,
            )
    return found
