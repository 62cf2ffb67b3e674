# SPDX-License-Identifier: MIT
"""The program of a trace as lines of text: instructions in Intel syntax without sizes, or that of AArch64."""

from ..dialects import a64, gas
from ..dialects.base import label_sum
from ..meanings import meaning
from ..operands import Mem
from ..stream import Instr, LabelHere, Phase


class _Names:
    """Mixin: labels and constants by the names that the kernel gave them."""

    def local(self, f, label):
        return label.name

    def constant(self, f, item, mem):
        return f"[{label_sum(mem.label.name, mem.disp)}]"


class _X86(_Names, gas.ElfIntel):
    SIZES = dict.fromkeys(gas.ElfIntel.SIZES, "")


class _A64(_Names, a64.Elf):
    pass


def lines(f):
    """Returns a list of [mnemonic, operands, note], ["p", heading] and ["l", label]."""
    dialect = _A64() if f.arch.name == "a64" else _X86()
    found = []
    for item in f.stream:
        if isinstance(item, Phase):
            found.append(["p", " ".join(item.text.split())])
        elif isinstance(item, LabelHere):
            found.append(["l", item.label.name])
        elif isinstance(item, Instr):
            note = item.note or next((f.slot_name(v) for v in item.operands if isinstance(v, Mem)), "")
            operands = ", ".join(dialect.operands(f, item))
            found.append([item.form.mnemonic, operands, note])
    return ["\t".join(line).rstrip("\t") for line in found]


def meanings(f):
    """Returns {mnemonic: [formula, text]} of the mnemonics of a function."""
    found = {}
    for item in f.instructions():
        said = meaning(f.arch, item)
        found[item.form.mnemonic] = [said.formula, said.text]
    return dict(sorted(found.items()))
