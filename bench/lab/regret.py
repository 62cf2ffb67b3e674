# SPDX-License-Identifier: MIT
"""Computes the order of kernels with the least regret over all processors in docs/results/, and compares the lines
for all processors of src/core/defaults.tune with it.

The regret of a choice on a processor is its cost there divided by that of the best kernel. That of an order at a size
is the geometric mean over the processors. An order is a list of kernels, of which each processor takes the first that
was measured there. A processor with AVX-512 counts once more without. Where results lack a kernel that the processor
could run, because they are older, they do not count for its operation. Of the results of a class of
src/core/defaults.tune only the latest count. Neither an operation nor a kernel of which one class alone has results is
judged. The sizes are:

    lanes of hashes   2 to 16 messages, of one block and of 16 KiB. What a kernel leaves is served by the defaults.
    DES batches       powers of two from 64 bytes to 16 KiB. Whole batches are on a straight line.
    other operations  the sizes that were measured
"""

import collections
import dataclasses
import functools
import glob
import math
import os
import re

from asmgen import kernel as kernel_files

from . import results, same_set
from .build import ROOT

FOLDER = os.path.join(ROOT, "docs", "results")
DEFAULTS = os.path.join(ROOT, "src", "core", "defaults.tune")
ALONE = "one-by-one"
LANES = {"sha1.lanes": "sha1.blocks", "sha1dc.lanes": "sha1dc.blocks", "whirlpool.lanes": "whirlpool.blocks"}
BATCHES = ("des.ecb", "des.cbc_dec", "des3.ecb", "des3.cbc_dec")
LEFT_OUT = ("pbkdf2.",)  # the sizes of its results are not those of its lines
SHORT, LONG = 64, 16384  # bytes
# Kernels that need another feature since then: older results have a former kernel of the name.
REBUILT = {"sha1dc_x64_shani_avx": "2026-11-29"}
TIE = 0.05  # a smaller difference from the least regret is none


@dataclasses.dataclass(frozen=True)
class Line:
    op: str
    kernel: str
    first: int
    last: float
    length: str  # "short", "long" or "" for both

    def serves(self, size, length):
        return self.first <= size <= self.last and self.length in ("", length)


@dataclasses.dataclass(frozen=True)
class Measured:
    """Results of a processor. kernels: by operation, kernel of 64 bits and size the cycles per byte."""

    cpu: str  # its class, or the name of the file
    date: str
    kernels: dict


@dataclasses.dataclass
class Point:
    """A size of an operation: the kernel that the defaults take on each processor, and the costs of all there."""

    op: str
    size: int
    length: str
    taken: dict  # by processor
    costs: dict  # by processor, then by kernel

    @property
    def regret(self):
        return mean(self.costs, self.taken)

    @functools.cached_property
    def best(self):
        """Returns the order with the least regret."""
        return least_regret(self.costs)

    @property
    def least(self):
        return mean(
            self.costs, {name: next(k for k in self.best if k in c) for name, c in self.costs.items()}
        )


def mean(costs, taken):
    """Returns the geometric mean of the regrets."""
    return math.exp(
        sum(math.log(regret_of(costs[name], kernel)) for name, kernel in taken.items()) / len(taken)
    )


def regret_of(costs, kernel):
    return costs[kernel] / min(costs.values())


def least_regret(costs):
    """Returns the order with the least regret."""

    @functools.cache
    def best(left):
        if not left:
            return 0.0, ()
        found = []
        for kernel in sorted({k for name in left for k in costs[name]}):
            served = [name for name in left if kernel in costs[name]]
            regret, rest = best(tuple(name for name in left if name not in served))
            regret += sum(math.log(regret_of(costs[name], kernel)) for name in served)
            found.append((regret, (kernel, *rest)))
        return min(found)

    return best(tuple(sorted(costs)))[1]


def default_lines(text):
    """Returns the lines of defaults.tune without a class of processors."""
    lines = []
    for words in (line.split("#")[0].split() for line in text.splitlines()):
        if len(words) == 4 and "." in words[0]:
            sizes, _, length = words[2].partition("/")
            first, _, last = sizes.partition("-")
            lines.append(Line(words[0], words[1], int(first), float(last or "inf"), length))
    return lines


def class_of(cpu_id, text):
    """Returns the class of a processor as `oldguard bench` describes it, or None. text: that of defaults.tune."""
    family, model = map(int, re.search(r"family (\d+) model (\d+)", cpu_id).groups())
    for words in (line.split() for line in text.splitlines() if line.startswith("cpu ")):
        for found in (re.search(r"-(\d+)-(\d+)(?::(\d+))?$", models) for models in words[2:]):
            if found and int(found[1]) == family and int(found[2]) <= model <= int(found[3] or found[2]):
                return words[1]
    return None


def processors(text, folder=FOLDER):
    """Returns what each file of results measured. text: that of defaults.tune."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        name = os.path.basename(path)[: -len(".json")]
        if name == "proofs":
            continue
        read, ops = results.read(path), {}
        bench = read["provenance"]["bench"]
        for row in read["rows"]:
            if (
                row["kind"] == "kernel"
                and row["bits"] == 64
                and bench["date"] >= REBUILT.get(row["name"], "")
            ):
                kernels = ops.setdefault(row["op"], {})
                kernels.setdefault(row["name"], {})[row["size"]] = row["cycles_per_call"] / row["size"]
        found[name] = Measured(class_of(bench["cpu_id"], text) or name, bench["date"], ops)
    return found


def width_of(kernel):
    """Returns N of a name that ends with _xN, the lanes or the blocks of a batch; else 1."""
    match = re.search(r"_x(\d+)$", kernel)
    return int(match[1]) if match else 1


@functools.cache
def catalogue():
    """Returns (min_size, CPU features) of each assembly kernel."""
    found = (k.description() for k in kernel_files.catalogue(same_set.KERNELS))
    return {k["stem"]: (int(k["min_size"]), frozenset(k["isa"])) for k in found}


def least_size(kernel):
    return catalogue().get(kernel, (0, ()))[0]


def features_of(kernel):
    return catalogue().get(kernel, (0, frozenset()))[1]


def needs_avx512(kernel):
    return any(feature.startswith("avx512") for feature in features_of(kernel))


def measured_on(lines, op, found):
    """Returns the kernels of an operation by processor: of each class the latest whose results have all that it could
    run, without the kernels that one class alone has. Returns none if there is one class."""
    named = {line.kernel for line in lines if line.op == op and "_x64_" in line.kernel}
    latest = {}
    for name, results_of in sorted(found.items(), key=lambda item: item[1].date):
        ops = results_of.kernels
        features = frozenset().union(*(features_of(kernel) for kernels in ops.values() for kernel in kernels))
        if op in ops and all(kernel in ops[op] or not features_of(kernel) <= features for kernel in named):
            latest[results_of.cpu] = name
    measured = {}
    classes = collections.Counter(kernel for name in latest.values() for kernel in found[name].kernels[op])
    for name in sorted(latest.values()) if len(latest) > 1 else ():
        kernels = {kernel: x for kernel, x in found[name].kernels[op].items() if classes[kernel] > 1}
        measured[name] = kernels
        without = {kernel: x for kernel, x in kernels.items() if not needs_avx512(kernel)}
        if len(without) < len(kernels):
            measured[name + " without AVX-512"] = without
    return measured


def first_line(lines, op, size, length, kernels):
    """Returns the kernel that the lines take, or None."""
    return next(
        (x.kernel for x in lines if x.op == op and x.kernel in kernels and x.serves(size, length)), None
    )


def points(lines, found):
    """Yields the points of all operations that have been measured in two classes of processors."""
    for op in sorted({line.op for line in lines if not line.op.startswith(LEFT_OUT)}):
        measured = measured_on(lines, op, found)
        if op in LANES:
            for length in ("short", "long"):
                yield from _points_of_lanes(lines, op, length, measured, found)
        elif op in BATCHES:
            for size in (64 << n for n in range(9)):
                costs = {n: _costs_of_batches(kernels, size) for n, kernels in measured.items()}
                yield from _point(lines, op, size, "long", costs)
        else:
            for size in sorted(
                {size for kernels in measured.values() for x in kernels.values() for size in x}
            ):
                costs = {
                    name: {kernel: x[size] for kernel, x in kernels.items() if size in x}
                    for name, kernels in measured.items()
                }
                yield from _point(lines, op, size, "long", costs)


def _point(lines, op, size, length, costs):
    taken = {name: first_line(lines, op, size, length, kernels) for name, kernels in costs.items()}
    taken = {
        name: ALONE if ALONE in costs[name] and k and least_size(k) > size else k for name, k in taken.items()
    }
    known = {name: kernel for name, kernel in taken.items() if kernel is not None}
    if len(known) > 1:
        yield Point(op, size, length, known, {name: costs[name] for name in known})


def _costs_of_batches(kernels, size):
    """Returns the cycles of each kernel that was measured at both sizes, for size bytes."""
    costs = {}
    for kernel, cpb in kernels.items():
        if SHORT not in cpb or LONG not in cpb:
            continue
        batch = 8 * max(width_of(kernel), 8)
        few, many, n = (-(-x // batch) for x in (SHORT, LONG, size))
        slope = (cpb[LONG] * LONG - cpb[SHORT] * SHORT) / (many - few)
        costs[kernel] = cpb[SHORT] * SHORT + slope * (n - few)
    return costs


def _points_of_lanes(lines, op, length, measured, found):
    size = SHORT if length == "short" else LONG
    steps = {}  # cycles of a block of each message, by processor and kernel
    for name, kernels in measured.items():
        blocks = found[name.partition(" ")[0]].kernels.get(LANES[op], {})
        without = "without" in name
        alone = [x[size] * 64 for k, x in blocks.items() if size in x and not (without and needs_avx512(k))]
        if not alone or not all(size in cpb for cpb in kernels.values()):
            continue
        steps[name] = {ALONE: min(alone)} | {
            kernel: cpb[size] * 64 * (1 if length == "short" else width_of(kernel))
            for kernel, cpb in kernels.items()
        }
    total = {name: [0.0, x[ALONE]] for name, x in steps.items()}  # by the number of messages
    for n in range(2, 17):
        costs = {
            name: {
                k: step + total[name][max(n - width_of(k), 0)]
                for k, step in x.items()
                if width_of(k) <= 16 and least_size(k) <= 64 * n
            }
            for name, x in steps.items()
        }
        for name, kernels in costs.items():
            taken = first_line(lines, op, 64 * n, length, kernels)
            total[name].append(kernels[taken] if taken and least_size(taken) <= 64 * n else kernels[ALONE])
        yield from _point([*lines, Line(op, ALONE, 0, float("inf"), "")], op, 64 * n, length, costs)


def report(lines, found):
    """Returns a line for each size at which another order has less regret than the lines."""
    return [
        f"{p.op} {p.size}/{p.length}: "
        + ", ".join(f"{n} {k} {regret_of(p.costs[n], k):.2f}" for n, k in sorted(p.taken.items()))
        + f": mean {p.regret:.2f}; {', '.join(p.best)}: {p.least:.2f}"
        for p in points(lines, found)
        if p.regret > p.least * (1 + TIE)
    ]


def act(options):
    """Executes the command `regret`. Returns 1 if another order has less regret."""
    with open(options.defaults, encoding="utf-8") as file:
        text = file.read()
    found = report(default_lines(text), processors(text))
    for line in found:
        print(line)
    return 1 if found else 0
