# SPDX-License-Identifier: MIT
"""Conditions, branches, the stack and markers. Encodings and flags: Intel SDM volume 2."""

from .core import form
from .integer import MODES, PREFIX, copy, hex_of


# -- conditions ------------------------------------------------------------------------------------
def _not1(w, bit):
    return w.xor(bit, w.const(1, 1), 1)


_CONDITIONS = (
    ("o", 0x0, "o", lambda w, o: o),
    ("no", 0x1, "o", _not1),
    ("b", 0x2, "c", lambda w, c: c),
    ("ae", 0x3, "c", _not1),
    ("e", 0x4, "z", lambda w, z: z),
    ("ne", 0x5, "z", _not1),
    ("be", 0x6, "cz", lambda w, c, z: w.or_(c, z, 1)),
    ("a", 0x7, "cz", lambda w, c, z: _not1(w, w.or_(c, z, 1))),
    ("s", 0x8, "s", lambda w, s: s),
    ("ns", 0x9, "s", _not1),
    ("l", 0xC, "so", lambda w, s, o: w.xor(s, o, 1)),
    ("ge", 0xD, "so", lambda w, s, o: _not1(w, w.xor(s, o, 1))),
    ("le", 0xE, "zso", lambda w, z, s, o: w.or_(z, w.xor(s, o, 1), 1)),
    ("g", 0xF, "zso", lambda w, z, s, o: _not1(w, w.or_(z, w.xor(s, o, 1), 1))),
)

for cc, code, read, test in _CONDITIONS:
    # The output of a branch is its condition.
    form(
        "j" + cc,
        "r:rel",
        f"J {hex_of(0x70 + code)} 0F {hex_of(0x80 + code)}",
        lambda w, *bits, test=test: ((test(w, *bits),), {}),
        flags_read=read,
        timing="branch",
        suffix=False,
    )
    form(
        "set" + cc,
        "w:rm8",
        f"M/0 0F {hex_of(0x90 + code)}",
        lambda w, *bits, test=test: ((w.zext(test(w, *bits), 1, 8),), {}),
        flags_read=read,
        suffix=False,
    )
    for n in (16, 32, 64):
        form(
            "cmov" + cc,
            f"rw:r{n} r:rm{n}",
            f"RM {PREFIX[n]}0F {hex_of(0x40 + code)}",
            lambda w, a, b, *bits, n=n, test=test: ((w.select(test(w, *bits), b, a, n),), {}),
            flags_read=read,
            isa="cmov",
            cpu="686",
            modes=MODES[n],
            suffix=False,
        )
form("jmp", "r:rel", "J EB E9", lambda w: ((w.const(1, 1),), {}), timing="branch", suffix=False)


# -- stack, control, markers -----------------------------------------------------------------------
def _moves_stack(name):
    """Returns the facts of an instruction that moves the stack pointer."""
    return {"effect": lambda machine, operands: machine.stack_step(name, operands)}


# Kernels only call the next instruction, by which 32-bit code gets its own address.
form(
    "call",
    "r:rel",
    "J - E8",
    lambda w: ((w.const(1, 1),), {}),
    timing="branch",
    suffix=False,
    **_moves_stack("call"),
)
for n, modes in ((32, (32,)), (64, (64,))):
    form("push", f"r:r{n}", "O 50", copy, timing="store", modes=modes, **_moves_stack("push"))
    form(
        "push",
        f"r:simm8_{n}",
        "I 6A i8",
        copy,
        timing="store",
        modes=modes,
        att="pushl" if n == 32 else "pushq",
        **_moves_stack("push"),
    )
    form("pop", f"w:r{n}", "O 58", copy, timing="load", modes=modes, **_moves_stack("pop"))
# refused in every kernel
form("leave", "", "NP C9", lambda w: ((), {}), timing="load", suffix=False, **_moves_stack("leave"))
form("ret", "", "NP C3", lambda w: ((), {}), timing="branch", suffix=False, **_moves_stack("ret"))
form("cld", "", "NP FC", lambda w: ((), {"d": lambda: w.const(0, 1)}), flags_written="d", suffix=False)
form("std", "", "NP FD", lambda w: ((), {"d": lambda: w.const(1, 1)}), flags_written="d", suffix=False)
form(
    "endbr64", "", "NP F3 0F 1E FA", lambda w: ((), {}), timing="none", modes=(64,), cpu="later", suffix=False
)
