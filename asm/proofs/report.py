# SPDX-License-Identifier: MIT
"""Describes a Verdict as text and as JSON."""

from .algebra.counts import BELOW


def assumed(f, verdict):
    """Returns the assumptions of SOUNDNESS.md that this proof makes, as texts."""
    apart = (
        "apart, or the output in place of the input"
        if any(case.in_place for case in verdict.cases)
        else "apart"
    )
    found = [f"buffers, stack and code at one choice of addresses, {apart}"]
    if verdict.any_number or verdict.sets_of:
        found.append(f"{f.op.counts()[0]} is below 2^{BELOW[f.abi.bits]}")
    found += [f"{a.name} is 0 or 1" for a in f.op.arguments if a.flag]
    if any("const og_des_key" in a.c_type for a in f.op.arguments):
        found.append("the bits of an og_des_key that hold no key are 0")
    if f.passed:
        found.append("it is called as --arguments says")
    return found + f.assumed


def _amount(verdict):
    """Returns the text about the numbers of blocks or iterations proved."""
    counts = [c.counts for c in verdict.cases if c.counts.keys() - {"encrypt"}]
    if not counts:
        return ""
    unit = "iterations" if "iterations" in counts[0] else "blocks"
    found = sorted({next(iter(c.values())) for c in counts})
    if verdict.any_number:
        return f" of any number of {unit}" + (f" from {found[0]} on" if found[0] else "")
    more = f", and any number of sets of {verdict.sets_of} more" if verdict.sets_of else ""
    return f" of {', '.join(map(str, found))} {unit}{more}"


def describe(verdict):
    """Returns the text of a verdict."""
    head = f"{verdict.symbol} ({verdict.abi}, {verdict.op})"
    if verdict.failure:
        lines = [f"{head}: NOT PROVED: {verdict.failure}"]
        lines += [f"    {verdict.rounds}"] if verdict.rounds else []
        lines += [f"    {name} = {value}" for name, value in (verdict.counterexample or {}).items()]
        return "\n".join(lines)
    shown = "for all inputs" + _amount(verdict)
    if any(c.in_place for c in verdict.cases):
        shown += ", also in place"
    if verdict.no_invariant:
        shown += f" (no more: {verdict.no_invariant})"
    how = f"tables: {', '.join(sorted(verdict.tables))}" if verdict.tables else "constant time"
    return (
        f"{head}: PROVED {shown}; memory safe; {how}; {verdict.seconds:.1f} s, "
        f"{verdict.memory} MiB\n    assumed: {'; '.join(verdict.assumed)}"
    )


def as_json(verdict):
    """Returns the verdict as a dictionary of JSON values."""
    return {
        "symbol": verdict.symbol,
        "abi": verdict.abi,
        "op": verdict.op,
        "proved": not verdict.failure,
        "failure": verdict.failure or None,
        "rounds": verdict.rounds or None,
        "counterexample": verdict.counterexample,
        "cases": [{**c.counts, "in_place": c.in_place} for c in verdict.cases],
        "any_number": verdict.any_number,
        "sets_of": verdict.sets_of or None,
        "no_induction": verdict.no_invariant or None,
        "memory_safe": not verdict.failure,
        "callee_saved_kept": not verdict.failure,
        "constant_time": not verdict.failure and not verdict.tables,
        "tables": sorted(verdict.tables),
        "assumed": verdict.assumed,
        "seconds": round(verdict.seconds, 2),
        "mebibytes": verdict.memory,
    }
