# SPDX-License-Identifier: MIT
"""Writes the kernels that the proofs of the C call: the contract of each operation, as C.

A stub claims what a kernel may require, and then changes what a kernel may change, to any bytes. Both come from
the table of operations, from which the prover of machine code makes the buffers of its calls. So the C around
the kernels is proved against what the kernels are proved to need and to do. Operations whose messages lie
behind a pointer for each lane have no stub, because no proof calls them.
"""

from asmgen.operations import OPERATIONS

from ..algebra.counts import BELOW

# An output that may replace an input, as in scenario.py.
from ..scenario import IN_PLACE

HEAD = "/* Written by asm/proofs/c/stubs.py: do not edit. */"


def stubbed():
    """Returns the operations that have a stub."""
    return [op for op in OPERATIONS.values() if not any(a.per_lane for a in op.arguments)]


def size(argument):
    """Returns the bytes of a buffer as C."""
    if isinstance(argument.size, int):
        return f"(size_t){argument.size}"
    return " * ".join([f"(size_t){argument.size.unit}", *argument.size.factors]).replace(
        "lanes", "KERNEL_LANES"
    )


def stub(op):
    """Returns the lines of an operation's stub."""
    buffers = [a for a in op.arguments if a.size is not None]
    lines = [f"COUNT({name}, {BELOW[64]});" for name in op.counts()]
    lines += [f"FLAG({a.name});" for a in op.arguments if a.flag]
    for a in buffers:
        lines += [f"READS({a.name}, {size(a)});"] * a.readable + [
            f"WRITES({a.name}, {size(a)});"
        ] * a.writable
    for i, a in enumerate(buffers):
        for b in buffers[:i] + [other for other in buffers[i + 1 :] if not other.writable]:
            if a.writable:
                same = IN_PLACE.get(a.name) == b.name
                lines.append(
                    f"IN_PLACE({a.name}, {b.name}, {size(a)});"
                    if same
                    else f"APART({a.name}, {size(a)}, {b.name}, {size(b)});"
                )
    lines += [f"SAW({a.name}, {size(a)});" for a in buffers if a.name in ("blocks", "in") and not a.writable]
    lines += [f"CHANGE({a.name}, {size(a)});" for a in buffers if a.writable]
    prototype = op.prototype("kernel_" + op.identifier).rstrip(";")
    return [f"static {prototype} {{", *("    " + line for line in lines), "}", ""]


def text():
    """Returns the header with all stubs."""
    lines = [HEAD]
    for op in stubbed():
        lines += stub(op)
    lines += ["static og_fn kernel_stub(og_op op) {", "    switch (op) {"]
    lines += [
        f"    case OG_OP_{op.identifier.upper()}: return (og_fn)kernel_{op.identifier};" for op in stubbed()
    ]
    lines += ["    default: return NULL;", "    }", "}", ""]
    return "\n".join(lines)
