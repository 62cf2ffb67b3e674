# SPDX-License-Identifier: MIT
"""Mutation: change or drop one instruction at a time and see whether anybody notices.

A mutant is killed when the interpreter computes something else, faults or breaks the calling
convention, or when an analysis refuses it. A survivor is either equivalent to the kernel, and then
this file says why, or a hole in the checks.
"""

import dataclasses
import itertools
import random

from . import analyses
from .call import call
from .errors import KernelError
from .isa import match
from .registers import BY_NAME, Address, Mem, Reg
from .stream import Instr

SWAPS = {"add": "sub", "sub": "add", "xor": "or", "or": "and", "and": "or", "rol": "ror",
         "ror": "rol", "je": "jne", "jne": "je", "inc": "dec", "dec": "inc", "shl": "shr",
         "shr": "shl", "andn": "and", "mov": "add"}

# "instruction -> mutant": why nobody can notice. Kernels add their own in `equivalents`.
EQUIVALENT = {"endbr64 -> dropped": "a landing pad: a nop unless control-flow enforcement is on"}


def mutants(item, families):
    """(description, replacement item or None) for one instruction."""
    yield "dropped", None
    entry, operands = item.row, item.operands
    if item.is_branch and SWAPS.get(entry.mnemonic):
        yield from _rebuilt(item, SWAPS[entry.mnemonic], operands)
        return
    if entry.mnemonic in SWAPS:
        yield from _rebuilt(item, SWAPS[entry.mnemonic], operands)
    for i, value in enumerate(operands):
        for other in _changed(value, families):
            yield from _rebuilt(item, entry.mnemonic,
                                operands[:i] + (other,) + operands[i + 1:])


def _changed(value, families):
    if isinstance(value, int):
        yield value ^ 1
    elif isinstance(value, Mem):
        yield Mem(dataclasses.replace(value.address, disp=value.disp + 4), value.width)
    elif isinstance(value, Reg) and value.kind == "gpr" and value.family in families:
        # the next register that the kernel uses
        place = families.index(value.family)
        other = families[(place + 1) % len(families)]
        yield BY_NAME[other].view(value.width)


def _rebuilt(item, mnemonic, operands):
    bits = 64 if 32 not in item.row.modes else None
    for mode in ([bits] if bits else [32, 64]):
        try:
            row = match(mnemonic, operands, mode)
        except LookupError:
            continue
        yield f"{mnemonic} {', '.join(map(_show, operands))}", dataclasses.replace(
            item, row=row, operands=operands)
        return


def _show(value):
    if isinstance(value, Mem):
        address: Address = value.address
        parts = [str(r) for r in address.registers()] + [f"{address.disp:+d}"]
        return f"[{' '.join(parts)}]"
    return f"{value:#x}" if isinstance(value, int) else getattr(value, "name", str(value))


def _inputs(f):
    """Zero, one and two units of work: the second block of two is another path."""
    for count in (2, 0):
        counts = {name: count for name in f.op.counts()}
        chance = random.Random(count + 11)
        yield counts, f.op.random_buffers(chance, counts, f.kernel.lanes)


def _results(f):
    return [call(f, buffers, counts) for counts, buffers in _inputs(f)]


def survivors(unit, stride=1):
    """(total, [(item, description)]) over all functions; the unit is left as it was.

    stride: try every so many mutants only.
    """
    numbers = itertools.count()
    total, alive = 0, []
    for f in unit.functions:
        wanted, original = _results(f), f.stream
        families = sorted({v.family for item in f.instructions() for v in item.operands
                           if isinstance(v, Reg) and v.kind == "gpr" and v.family != "rsp"})
        for at, item in enumerate(original):
            if not isinstance(item, Instr):
                continue
            for text, replacement in mutants(item, families):
                if next(numbers) % stride:
                    continue
                total += 1
                f.stream = original[:at] + ([replacement] if replacement else []) + \
                    original[at + 1:]
                if not _killed(unit, f, wanted):
                    alive.append((item, text))
        f.stream = original
    return total, alive


def _killed(unit, f, wanted):
    try:
        for (counts, buffers), right in zip(_inputs(f), wanted):
            # generous for a correct run, short for a mutant that never ends
            if call(f, buffers, counts, limit=20 * len(f.stream)) != right:
                return True
        analyses.check(unit)
    except KernelError:
        return True
    return False


def explain(unit, item, text):
    """(the change, why it cannot be noticed or None)."""
    shown = f"{item.row.mnemonic} {', '.join(map(_show, item.operands))}".strip()
    change = f"{shown} -> {text}"
    return change, {**EQUIVALENT, **unit.kernel.equivalents}.get(change)


def report(unit, out):
    """Print the survivors; returns how many of them nothing explains."""
    total, alive = survivors(unit)
    unexplained = 0
    for item, text in alive:
        change, why = explain(unit, item, text)
        unexplained += why is None
        file, line = item.where
        out.write(f"{file}:{line}: {change}: survives; {why or 'NOT EXPLAINED'}\n")
    out.write(f"{unit.kernel.stem} ({unit.abi.name}): {total} mutants, "
              f"{total - len(alive)} killed, "
              f"{len(alive) - unexplained} equivalent, {unexplained} unexplained\n")
    return unexplained
