# SPDX-License-Identifier: MIT
"""Shifts and rotates of general registers. Encodings and flags: Intel SDM volume 2."""

from ...errors import Fault
from . import flags as fl
from .core import form
from .integer import ARITH, MODES, PREFIX, hex_of


def _count(w, k, n):
    return w.and_(k, w.const(63 if n == 64 else 31, 8), 8)


def _shift(operation, n):
    """For counts 1..n-1. The carry is the last bit shifted out."""

    def sem(w, a, k):
        k = _count(w, k, n)
        r = getattr(w, operation)(a, k, n)

        def before():
            return getattr(w, operation)(a, w.sub(k, w.const(1, 8), 8), n)

        out = n - 1 if operation == "shl" else 0
        return (r,), {**fl.result(w, r, n), "c": lambda: w.bit(before(), out)}

    return sem


def _rotate(operation, n):
    def sem(w, a, k):
        r = getattr(w, operation)(a, _count(w, k, n), n)
        return (r,), {"c": lambda: w.bit(r, 0 if operation == "rol" else n - 1)}

    return sem


def _by_number(make):
    """Wraps a shift by an immediate count. Counts of 0 and of n or more are Faults, because their
    flags are not those of the shift."""

    def by_name(operation, n):
        sem = make(operation, n)

        def checked(w, a, k):
            count = w.concrete(_count(w, k, n))
            if not 0 < count < n:
                raise Fault(f"{operation} of {n} bits by {count}")
            return sem(w, a, k)

        return checked

    return by_name


def _flagless(make):
    def by_name(operation, n):
        return lambda w, a, k: (make(operation, n)(w, a, k)[0], {})

    return by_name


for name, make, code in (
    ("rol", _rotate, 0),
    ("ror", _rotate, 1),
    ("shl", _shift, 4),
    ("shr", _shift, 5),
    ("sar", _shift, 7),
):
    changes = "c" if make is _rotate else "cpzs"
    unknown = "o" if make is _rotate else "ao"
    for n in (8, 16, 32, 64):
        wide, pre = (0 if n == 8 else 1), PREFIX[n]
        facts = {"timing": "shift", "modes": MODES[n]}
        fixed = {**facts, "flags_written": changes, "flags_undefined": unknown}
        form(name, f"rw:rm{n} r:one", f"M1/{code} {pre}{hex_of(0xD0 + wide)}", make(name, n), **fixed)
        form(
            name,
            f"rw:rm{n} r:imm8",
            f"MI/{code} {pre}{hex_of(0xC0 + wide)} i8",
            _by_number(make)(name, n),
            **fixed,
        )
        # A count of zero does not change the flags, so they are undefined afterwards.
        form(
            name,
            f"rw:rm{n} r:cl",
            f"M1/{code} {pre}{hex_of(0xD2 + wide)}",
            _flagless(make)(name, n),
            flags_undefined=changes + unknown,
            **facts,
        )


def _double(forth, back):
    """Shifts the first operand and fills it with the bits that the second shifts out."""

    def sem(w, a, b, k):
        k = w.concrete(_count(w, k, 32))
        return (
            w.or_(getattr(w, forth)(a, w.const(k, 8), 32), getattr(w, back)(b, w.const(32 - k, 8), 32), 32),
        ), {}

    return sem


# Their flags are not computed: no kernel reads them.
for name, code, forth, back in (("shld", "A4", "shl", "shr"), ("shrd", "AC", "shr", "shl")):
    form(
        name,
        "rw:rm32 r:r32 r:imm8",
        f"MRI 0F {code} i8",
        _double(forth, back),
        timing="shift",
        flags_undefined=ARITH,
    )


for n in (16, 32, 64):

    def tested(w, a, k, n=n):
        return (), {"c": lambda: w.bit(w.shr(a, w.and_(w.extract(k, 0, 8), w.const(n - 1, 8), 8), n), 0)}

    facts = {"flags_written": "c", "flags_undefined": "paso", "modes": MODES[n]}
    # no memory operand with a register number: it can address bits outside the operand
    form("bt", f"r:r{n} r:r{n}", f"MR {PREFIX[n]}0F A3", tested, **facts)
    form("bt", f"r:rm{n} r:imm8", f"MI/4 {PREFIX[n]}0F BA i8", tested, **facts)


# -- BMI2 ------------------------------------------------------------------------------------------
for n in (32, 64):
    W = "W1" if n == 64 else "W0"
    facts = {"modes": MODES[n], "cpu": "later"}
    form(
        "rorx",
        f"w:r{n} r:rm{n} r:imm8",
        f"RMI VEX.L0.F2.0F3A.{W} F0 i8",
        lambda w, a, k, n=n: ((w.ror(a, _count(w, k, n), n),), {}),
        isa="bmi2",
        timing="shift",
        **facts,
    )
    for name, operation, pp in (("shlx", "shl", "66"), ("shrx", "shr", "F2"), ("sarx", "sar", "F3")):
        form(
            name,
            f"w:r{n} r:rm{n} r:r{n}",
            f"RMV VEX.L0.{pp}.0F38.{W} F7",
            lambda w, a, k, n=n, operation=operation: (
                (getattr(w, operation)(a, _count(w, w.extract(k, 0, 8), n), n),),
                {},
            ),
            isa="bmi2",
            timing="shift",
            **facts,
        )
