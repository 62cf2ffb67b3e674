# SPDX-License-Identifier: MIT
"""Loads and stores (Arm ARM, chapters C6 and C7). ldr and ldur are two rows: assemblers choose ldur for an
offset that ldr cannot have, and here the kernel names it."""

from .core import form
from .integer import copy

REGISTERS = (  # kind, bits, ldur, ldp with an offset
    ("x", 64, 0xF8400000, 0xA9400000),
    ("w", 32, 0xB8400000, 0x29400000),
    ("s", 32, 0xBC400000, None),
    ("d", 64, 0xFC400000, 0x6D400000),
    ("q", 128, 0x3CC00000, 0xAD400000),
)
ADDRESSES = (  # suffix of the memory kind, what is added to ldur
    ("", 0x01000000),
    ("post", 0x400),
    ("pre", 0xC00),
    ("x", 0x206800),
)


def _split(n):
    return lambda w, a: (tuple(w.lanes(a, n, 2)) if n < 128 else (w.extract(a, 0, n), w.extract(a, n, n)), {})


def _join(n):
    return lambda w, a, b: ((w.concat([a, b], n),), {})


for kind, n, load, pair in REGISTERS:
    store = load & ~0x00400000
    source = kind + "z" if kind in "xw" else kind
    for suffix, more in (("u", 0), *ADDRESSES):
        # the bit that makes ldur a scaled ldr is the same for all
        loaded, stored = ((word | more) if suffix else (word & ~0x200 | more) for word in (load, store))
        u = "u" if suffix == "u" else ""
        form(f"ld{u}r", f"w:{kind} r:m{n}{suffix}", f"{loaded:08X} d mem", copy, timing="load")
        form(f"st{u}r", f"r:{source} w:m{n}{suffix}", f"{stored:08X} d mem", copy, timing="store")
    if pair is None:
        continue
    for suffix, change in (("s", 0), ("spost", -0x00800000), ("spre", 0x00800000)):
        loaded = pair + change
        operands = f"w:{kind} w:{kind} r:m{2 * n}{suffix}"
        form("ldp", operands, f"{loaded:08X} d a mem", _split(n), timing="load")
        operands = f"r:{source} r:{source} w:m{2 * n}{suffix}"
        form("stp", operands, f"{loaded & ~0x00400000:08X} d a mem", _join(n), timing="store")


# -- vectors ---------------------------------------------------------------------------------------
def _quarters(count):
    return lambda w, a: (tuple(w.extract(a, 128 * i, 128) for i in range(count)), {})


for count, code in ((1, 0x7000), (2, 0xA000), (3, 0x6000), (4, 0x2000)):
    written = "w:list" + " w:more" * (count - 1)
    rest = " -" * (count - 1)
    for suffix, base in (("b", 0x4C400000), ("bpost", 0x4CDF0000)):
        operands = f"{written} r:m{128 * count}{suffix}"
        form("ld1", operands, f"{base | code:08X} d{rest} mem", _quarters(count), timing="load")
for shape, n, code in (("b", 8, 0), ("h", 16, 0x4000), ("s", 32, 0x8000), ("d", 64, 0x8400)):
    for suffix, base in (("b", 0x0D400000), ("bpost", 0x0DDF0000)):
        memory = f"m{n}{suffix}"
        form("ld1", f"w:lane_{shape} r:{memory}", f"{base | code:08X} table{n} mem", copy, timing="load")
        stored = base & ~0x00400000 | code
        form("st1", f"r:lane_{shape} w:{memory}", f"{stored:08X} table{n} mem", copy, timing="store")
for shape, n, size in (("b16", 8, 0), ("h8", 16, 1), ("s4", 32, 2), ("d2", 64, 3)):

    def repeat(w, a, n=n):
        return (w.concat([a] * (128 // n), n),), {}

    for suffix, base in (("b", 0x4D40C000), ("bpost", 0x4DDFC000)):
        form("ld1r", f"w:{shape} r:m{n}{suffix}", f"{base | size << 10:08X} d mem", repeat, timing="load")
