# SPDX-License-Identifier: MIT
"""What each operation promises its callers: arguments, buffer sizes, what is secret.

The C prototype, the interpreter's buffers and the analyses all come from these records.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Argument:
    name: str
    c_type: str             # as in the prototype, with {} where the name goes
    # bytes behind the pointer: an int, or a function of the counts; None: a value, itself a count
    size: object = None
    writable: bool = False


@dataclass(frozen=True)
class Operation:
    name: str
    arguments: tuple

    def prototype(self, symbol):
        return f"void {symbol}({', '.join(a.c_type.format(a.name) for a in self.arguments)});"

    def counts(self):
        return [a.name for a in self.arguments if a.size is None]


OPERATIONS = {op.name: op for op in (
    Operation("sha1.blocks", (
        Argument("cv", "uint32_t {}[5]", 20, writable=True),
        Argument("blocks", "const uint8_t *{}", lambda counts: 64 * counts["nblocks"]),
        Argument("nblocks", "size_t {}"))),
)}
