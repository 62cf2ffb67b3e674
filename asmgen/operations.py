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
    per_lane: bool = False  # one pointer per lane in an array, `size` bytes behind each of them


@dataclass(frozen=True)
class Operation:
    name: str
    arguments: tuple

    def prototype(self, symbol):
        return f"void {symbol}({', '.join(a.c_type.format(a.name) for a in self.arguments)});"

    def counts(self):
        return [a.name for a in self.arguments if a.size is None]

    def random_buffers(self, chance, counts, lanes):
        """{argument: random bytes, or a list of them, one for each lane}."""
        def fill(argument):
            size = argument.size
            return chance.randbytes(size if isinstance(size, int)
                                    else size({**counts, "lanes": lanes}))
        return {a.name: [fill(a) for _ in range(lanes)] if a.per_lane else fill(a)
                for a in self.arguments if a.size is not None}


OPERATIONS = {op.name: op for op in (
    Operation("sha1.blocks", (
        Argument("cv", "uint32_t {}[5]", 20, writable=True),
        Argument("blocks", "const uint8_t *{}", lambda counts: 64 * counts["nblocks"]),
        Argument("nblocks", "size_t {}"))),
    Operation("sha1.lanes", (
        Argument("cv", "uint32_t (*{})[5]", lambda counts: 20 * counts["lanes"], writable=True),
        Argument("blocks", "const uint8_t *const *{}", lambda counts: 64 * counts["nblocks"],
                 per_lane=True),
        Argument("nblocks", "size_t {}"))),
)}
