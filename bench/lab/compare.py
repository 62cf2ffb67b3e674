# SPDX-License-Identifier: MIT
"""Compares two results row by row and finds the rows that became slower or faster beyond the noise."""

import statistics

from . import figures


def compared(before, after, limit):
    """Returns the report, and whether any row became slower beyond the noise and by more than the fraction `limit`."""
    old, new = _rows(before), _rows(after)
    changes = [
        (new[key]["cycles_per_call"] / old[key]["cycles_per_call"], key)
        for key in sorted(old.keys() & new.keys())
    ]
    lines, failed = [], 0
    for ratio, key in sorted(changes, reverse=True):
        if abs(ratio - 1) <= limit:
            continue
        sure = _apart(old[key], new[key])
        failed += sure and ratio > 1
        word = ("slower" if ratio > 1 else "faster") if sure else "within the noise"
        lines.append(
            f"{ratio - 1:+7.1%}  {_named(key)}: {_figure(old[key])} -> {_figure(new[key])}, " f"{word}"
        )
    lines += [f"   gone  {_named(key)}" for key in sorted(old.keys() - new.keys())]
    lines += [f"    new  {_named(key)}" for key in sorted(new.keys() - old.keys())]
    notes = (
        []
        if _machine(before) == _machine(after)
        else [f"note: different machines: {_machine(before)}; {_machine(after)}"]
    )
    lines.append(f"{len(changes)} rows compared, {failed} slower by more than {limit:.0%}")
    return "\n".join(notes + lines) + "\n", failed > 0


def _rows(doc):
    return {(r["op"], r["name"], r["bits"], r["size"]): r for r in doc["rows"]}


def _apart(old, new):
    """Returns whether the middle halves of the samples do not overlap and neither row is marked noisy."""
    if old["noisy"] or new["noisy"]:
        return False
    (low_old, high_old), (low_new, high_new) = _middle(old), _middle(new)
    return low_new > high_old or high_new < low_old


def _middle(row):
    samples = row.get("cycles") or [
        row["cycles_per_call"],
        row.get("cycles_per_call_median") or row["cycles_per_call"],
    ]
    if len(samples) < 4:
        return min(samples), max(samples)
    low, _, high = statistics.quantiles(samples, n=4)
    return low, high


def _named(key):
    op, name, bits, size = key
    return f"{op} {name}, {bits}-bit, {figures.size(size)}"


def _figure(row):
    return f"{figures.marked(row)} {figures.unit(row)[0]}"


def _machine(doc):
    bench = doc["provenance"]["bench"]
    return f"{bench.get('cpu')} ({bench.get('cpu_id')})"
