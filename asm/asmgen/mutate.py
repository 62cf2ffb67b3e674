# SPDX-License-Identifier: MIT
"""Mutation testing: changes or drops one instruction or constant at a time.

A mutant is killed if the interpreter computes other results, faults or finds the calling convention
broken, or if an analysis refuses it. A survivor is either equivalent to the kernel, which the `equivalents`
of the architecture or of the kernel explain, or differs on inputs that no run has, which the kernel's `unseen`
explain and only the prover sees, or is a gap in the checks.
"""

import dataclasses
import multiprocessing
import random

from . import analyses
from .call import call
from .errors import KernelError
from .operands import Address, Mem, Reg
from .stream import Data, Instr

KINDS = ("gpr", "vec", "simd")
TABLE_FLIPS = 64  # the most words of one constant that are changed


def mutants(f, item, families):
    """Yields (description, replacement item or None) for one instruction of a function."""
    yield "dropped", None
    mnemonic, operands, swaps = item.form.mnemonic, item.operands, f.arch.swaps
    if mnemonic in swaps:
        yield from _rebuilt(f, item, swaps[mnemonic], operands)
        if item.is_branch:
            return
    for i, value in enumerate(operands):
        for other in _changed(f, value, families):
            yield from _rebuilt(f, item, mnemonic, operands[:i] + (other,) + operands[i + 1 :])


def used_families(f, kind):
    """Returns the register families of one kind that a function uses, without the stack pointer."""
    return sorted(
        {
            v.family
            for item in f.instructions()
            for v in item.operands
            if isinstance(v, Reg) and v.kind == kind and v.family != f.abi.sp.family
        }
    )


def _changed(f, value, families):
    if isinstance(value, int):
        yield value ^ 1
    elif isinstance(value, Mem):
        yield dataclasses.replace(value, address=dataclasses.replace(value.address, disp=value.disp + 4))
    elif isinstance(value, Reg) and value.family in families.get(value.kind, ()):
        # the next register that the kernel uses
        mine = families[value.kind]
        other = mine[(mine.index(value.family) + 1) % len(mine)]
        if other != value.family:
            yield f.arch.sibling(value, other)


def _rebuilt(f, item, mnemonic, operands):
    try:
        form = f.arch.match(mnemonic, operands)
    except LookupError:
        return
    yield (
        f"{mnemonic} {', '.join(map(_show, operands))}",
        dataclasses.replace(item, form=form, operands=operands),
    )


def _show(value):
    if isinstance(value, Mem):
        address: Address = value.address
        parts = [address.label.name] if address.label else []
        parts += [str(r) for r in address.registers()] + [f"{address.disp:+d}"]
        return f"[{' '.join(parts)}]"
    return f"{value:#x}" if isinstance(value, int) else getattr(value, "name", str(value))


def _inputs(f):
    """Yields (counts, buffers) for the operation's amounts of work. A kernel with several blocks per
    iteration may have a path per size of the partial batch. The kernel's own inputs are last."""
    counts = f.op.amounts + ((3, 6, 7, 9, 13) if f.kernel.blocks_per_iteration > 1 else ())
    for count in counts if f.op.counts() else range(1, f.op.calls + 1):
        for counts in f.op.inputs(count):
            chance = random.Random(count + 11)
            yield counts, f.op.random_buffers(chance, counts, f.kernel.lanes)
    if f.kernel.inputs:
        yield from f.kernel.inputs(random.Random(0))


def _flips(f, item):
    """Returns the offsets of the bytes to flip in a constant: one in four. In a table only bytes that
    the runs read are flipped, about TABLE_FLIPS of them."""
    places = range(0, len(item.content), 4)
    if len(places) <= TABLE_FLIPS:
        return places
    read = {}
    for counts, buffers in _inputs(f):
        call(f, buffers, counts, read=read)
    places = [i for i in places if i in read[item.label]] or [0]
    return places[:: -(-len(places) // TABLE_FLIPS)]


def _changes(f):
    """Yields (item, description, function that applies the change, function that undoes it)."""
    families = {kind: used_families(f, kind) for kind in KINDS}
    original = f.stream

    def replace(at, replacement):
        f.stream = original[:at] + ([replacement] if replacement else []) + original[at + 1 :]

    def restore():
        f.stream = original

    for item in f.constants:
        content = item.content
        for i in _flips(f, item):
            flipped = content[:i] + bytes([content[i] ^ 1]) + content[i + 1 :]
            yield (
                item,
                f"byte {i} flipped",
                lambda d=item, c=flipped: setattr(d, "content", c),
                lambda d=item, c=content: setattr(d, "content", c),
            )
    for at, item in enumerate(original):
        if isinstance(item, Instr):
            for text, replacement in mutants(f, item, families):
                yield item, text, lambda i=at, r=replacement: replace(i, r), restore


def survivors(unit, stride=1, first=0, sample=None):
    """Returns (number of mutants tried, [(item, description)]) over all functions. The unit is unchanged
    afterwards.

    stride, first: only every stride-th mutant is tried, from number first on. sample: about this many
    mutants are tried.
    """
    everything = [(f, change) for f in unit.functions for change in _changes(f)]
    if sample:
        stride = max(1, len(everything) // sample)
    tried, alive = everything[first::stride], []
    wanted = {}  # function -> its `Run`s, made when a mutant needs them
    for f, (item, text, apply, undo) in tried:
        if not _killed(f, item, wanted.setdefault(id(f), []), apply, undo):
            alive.append((item, text))
    return len(tried), alive


@dataclasses.dataclass
class Run:
    """A call of the unchanged function: its result, the step limit for a mutant, and the ids of the
    items that it executes or reads. A change of another item does not affect this call."""

    result: dict
    limit: int
    reached: set


def _run(f, buffers, counts):
    steps, read = [], {}
    result = call(f, buffers, counts, visit=steps.append, read=read)
    reached = {*map(id, steps)} | {id(data) for data in f.constants if read[data.label]}
    # twice a correct run, so that an endless mutant ends soon
    return Run(result, 2 * len(steps) + len(f.stream), reached)


def _killed(f, item, wanted, apply, undo):
    try:
        for i, (counts, buffers) in enumerate(_inputs(f)):
            if i == len(wanted):
                wanted.append(_run(f, buffers, counts))
            if id(item) not in wanted[i].reached:
                continue
            apply()
            if call(f, buffers, counts, limit=wanted[i].limit) != wanted[i].result:
                return True
            undo()
        apply()
        analyses.check_function(f)
    except KernelError:
        return True
    finally:
        undo()
    return False


def explain(unit, item, text):
    """Returns (the change as text, why it survives or None)."""
    if isinstance(item, Data):
        shown = f"constant {item.label.name}"
    else:
        shown = f"{item.form.mnemonic} {', '.join(map(_show, item.operands))}".strip()
    change = f"{shown} -> {text}"
    return change, {**unit.arch.equivalents, **unit.kernel.equivalents, **unit.kernel.unseen}.get(change)


def _part(build, stride, first):
    """Returns the survivors of one process's share: (total, [(file, line, change, why or None)])."""
    unit = build()
    total, alive = survivors(unit, stride, first)
    found = []
    for item, text in alive:
        place = unit.kernel.where if isinstance(item, Data) else item.where
        found.append((*place, *explain(unit, item, text)))
    return total, found


def report(build, out, jobs=1, every=1):
    """Prints the survivors of the unit that build() makes. Returns the number of unexplained ones.

    jobs: number of processes. every: one mutant in `every` is tried.
    """
    unit = build()
    context = multiprocessing.get_context("fork")
    with context.Pool(jobs) as pool:
        parts = pool.starmap(_part, [(build, every * jobs, every * i) for i in range(jobs)])
    total, alive = (
        sum(part[0] for part in parts),
        sorted((survivor for part in parts for survivor in part[1]), key=lambda survivor: survivor[:3]),
    )
    unexplained = unseen = 0
    for file, line, change, why in alive:
        unexplained += why is None
        unseen += change in unit.kernel.unseen
        out.write(f"{file}:{line}: {change}: survives; {why or 'NOT EXPLAINED'}\n")
    out.write(
        f"{unit.kernel.stem} ({unit.abi.name}): {total} mutants, "
        f"{total - len(alive)} killed, "
        f"{len(alive) - unexplained - unseen} equivalent, "
        + (f"{unseen} seen by the prover alone, " if unseen else "")
        + f"{unexplained} unexplained\n"
    )
    out.flush()
    return unexplained
