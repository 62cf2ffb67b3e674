# SPDX-License-Identifier: MIT
"""Reads and checks the kernels' descriptions, the default order and the public function types."""

import dataclasses
import json
import os
import re
import subprocess
import sys

KEYS = ("kernel", "op", "lanes", "constant-time", "min-size", "summary", "refs")
# Lines of one operation: those of defaults.tune and one for each kernel (OG_ORDER_LINES of src/core/order.h).
ORDER_LINES = 64
CPU_MODELS = 16  # OG_CPU_CLASS_MODELS of src/core/cpu.h
ANY_MODEL = 0xFFFFFFFF  # the largest number of a model or a family
ONE_BY_ONE = "one-by-one"  # stands for a kernel of an operation with lanes: each message by itself
ALL = "all"  # the source of the lines without a class
SOURCE_SIZE = 80  # characters of a source, which og_kernel_choice.reason holds
WITH_LENGTHS = ("sha1.lanes", "sha1dc.lanes", "whirlpool.lanes")  # og_op_has_lengths of src/core/registry.c
LENGTHS = {None: 3, "long": 1, "short": 2}  # bits of og_order.lengths
BITS_OF_ARCH = {"x64": 64, "x86": 32, "a64": 64, "c": 0}
FUNCTION_TYPES = "include/oldguard/kernels.h"
# The CPU features that src/core/cpuid.c and cpu.c detect, in the order of og_cpu_feature_at.
FEATURES = (
    *("mmx", "sse", "sse2", "ssse3", "sse41", "movbe", "avx", "avx2", "bmi1", "bmi2", "shani"),
    *("avx512f", "avx512bw", "avx512vl", "avx512vbmi", "gfni", "neon", "armsha1"),
)


class CatalogueError(Exception):
    """A description that cannot be used; the message names its file and line."""


@dataclasses.dataclass
class Entry:
    """One entry of the catalogue: a kernel that serves an operation."""

    stem: str
    op: str
    symbol: str
    isa: tuple
    lanes: int
    constant_time: bool
    min_size: int
    summary: str
    refs: str
    source: str

    @property
    def arch(self):
        return self.stem.split("_")[1]


def symbol_of(stem, op, alone):
    """Returns og_STEM, and for a kernel of several operations og_STEM_OPERATION without the stem's family."""
    if alone:
        return "og_" + stem
    family, _, name = op.partition(".")
    return "og_%s_%s" % (stem, name if stem.startswith(family + "_") else op.replace(".", "_"))


def read_c_kernel(root, path):
    """Returns the entries of a C kernel, from the `key: value` lines of the comment that opens its file.

    `op` may have several lines, every other key has one.
    """
    where = os.path.relpath(path, root)
    values = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            match = re.match(r" \* ([a-z-]+): (.*\S)", line)
            if match and match.group(1) in KEYS:
                if match.group(1) == "op" and "op" in values:
                    values["op"] += " " + match.group(2)
                    continue
                if match.group(1) in values:
                    raise CatalogueError("%s:%d: '%s' twice" % (where, number, match.group(1)))
                values[match.group(1)] = match.group(2)
            elif line.startswith("#include"):
                break
    for key in KEYS:
        if key not in values:
            raise CatalogueError("%s:1: the description has no '%s'" % (where, key))
    stem = values["kernel"]
    if stem != os.path.splitext(os.path.basename(path))[0]:
        raise CatalogueError("%s:1: the file is not named after its kernel %s" % (where, stem))
    if values["constant-time"] not in ("yes", "no"):
        raise CatalogueError("%s:1: constant-time is neither yes nor no" % where)
    ops = values["op"].split()
    return [
        Entry(
            stem,
            op,
            symbol_of(stem, op, len(ops) == 1),
            (),
            int(values["lanes"]),
            values["constant-time"] == "yes",
            int(values["min-size"]),
            values["summary"],
            values["refs"],
            where,
        )
        for op in ops
    ]


def read_assembly_kernels(root):
    """Returns the entries of the kernels below asm/kernels/, as the generator prints them."""
    if not os.path.isdir(os.path.join(root, "asm", "kernels")):
        return []
    listing = subprocess.run(
        [sys.executable, "-m", "asmgen.for_build", "catalogue"],
        cwd=os.path.join(root, "asm"),
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    entries = []
    for kernel in json.loads(listing):
        for op in kernel["ops"]:
            entries.append(
                Entry(
                    kernel["stem"],
                    op["op"],
                    op["symbol"],
                    tuple(kernel["isa"]),
                    kernel["lanes"],
                    kernel["constant_time"],
                    kernel["min_size"],
                    kernel["summary"],
                    "; ".join(kernel["refs"]),
                    kernel["source"],
                )
            )
    return entries


def check_function_types(root, operations):
    """Compares each typedef of the public header with the table, including names and array bounds."""
    with open(os.path.join(root, FUNCTION_TYPES), encoding="utf-8") as file:
        text = file.read()
    for op in operations.values():
        declared = "typedef " + op.prototype(op.function_type)
        at = text.find("typedef void %s(" % op.function_type)
        line = text.count("\n", 0, at) + 1 if at >= 0 else 1
        found = " ".join(text[at : text.index(";", at) + 1].split()) if at >= 0 else "no such typedef"
        if found != declared:
            raise CatalogueError(
                "%s:%d: not the type that asm/asmgen/operations.py declares for %s\n  header: %s\n  table:  %s"
                % (FUNCTION_TYPES, line, op.name, found, declared)
            )


def check(entries, ops):
    """Refuses unknown names, an operation that a kernel serves twice, and one that neither a C kernel nor
    another operation serves on every processor."""
    seen = set()
    for entry in entries:
        where = entry.source + ":1"
        if entry.op not in ops:
            raise CatalogueError("%s: no operation '%s' in asm/asmgen/operations.py" % (where, entry.op))
        if ops[entry.op].algorithm != entry.stem.split("_")[0]:
            raise CatalogueError("%s: %s is no kernel of %s" % (where, entry.stem, ops[entry.op].algorithm))
        for feature in entry.isa:
            if feature not in FEATURES:
                raise CatalogueError(
                    "%s: no CPU feature '%s' in dev/tools/descriptions.py" % (where, feature)
                )
        if entry.arch not in BITS_OF_ARCH:
            raise CatalogueError("%s: %s names no architecture" % (where, entry.stem))
        if (entry.stem, entry.op) in seen:
            raise CatalogueError("%s: %s serves %s twice" % (where, entry.stem, entry.op))
        seen.add((entry.stem, entry.op))
    everywhere = {entry.op for entry in entries if entry.arch == "c"}
    for op in ops.values():
        if op.name not in everywhere and not op.instead:
            raise CatalogueError("asm/asmgen/operations.py: %s has no C kernel, and no `instead`" % op.name)
        other = ops.get(op.instead)
        families = (op.algorithm, op.algorithm.removesuffix("dc"))  # a build with sha1dc has sha1
        if op.instead and (other is None or other == op or other.algorithm not in families):
            raise CatalogueError(
                "asm/asmgen/operations.py: '%s' cannot serve instead of %s" % (op.instead, op.name)
            )


@dataclasses.dataclass
class OrderLine:
    """A line of the default order: a kernel and a range of sizes in bytes."""

    op: str
    stem: str  # may be ONE_BY_ONE
    first: int
    last: int  # None: no upper limit
    cost: float  # cycles per byte
    cpu: str = ALL  # the name of a class of processors, or of a source of lines for all
    lengths: int = 3  # a value of LENGTHS


@dataclasses.dataclass
class Cpu:
    """A class of processors, or a source of lines for all processors, which has no models."""

    models: list
    source: str = None  # whose figures the lines have
    measured: bool = False  # False: they are derived from those of other processors


def read_models(word):
    """Returns (vendor, family, first model, last model) of VENDOR, VENDOR-FAMILY, VENDOR-FAMILY-MODEL or
    VENDOR-FAMILY-FIRST:LAST. Family 0: all processors of the vendor. Numbers of an Arm processor are
    hexadecimal."""
    for vendor, number, base in ((r"[A-Za-z]{12}", r"\d+", 10), (r"midr|cpufamily", r"0x[0-9a-f]+", 16)):
        match = re.fullmatch(rf"({vendor})(?:-({number})(?:-({number})(?::({number}))?)?)?", word)
        if match:
            break
    else:
        return None
    family, first, last = (None if text is None else int(text, base) for text in match.groups()[1:])
    if family is None:
        return match[1], 0, 0, 0
    if first is None:
        first, last = 0, ANY_MODEL
    last = first if last is None else last
    if not 0 < family <= ANY_MODEL or not first <= last <= ANY_MODEL:
        return None
    return match[1], family, first, last


def read_cpu(words):
    """Returns (name, its models) of the words of a line `cpu NAME MODELS...`, or None."""
    models = [read_models(word) for word in words[2:]]
    if len(words) < 3 or None in models or len(models) > CPU_MODELS:
        return None
    return words[1], models


def read_source(words, cpus):
    """Adds the source of the words of a line `measured NAME TEXT` or `derived NAME TEXT` to cpus. Returns the
    mistake as text, or None."""
    cpu = cpus.setdefault(words[1], Cpu([])) if len(words) > 2 else None
    if cpu is None or cpu.source:
        return "not '%s NAME SOURCE...', once for each name" % words[0]
    cpu.source = " ".join(words[2:])
    cpu.measured = words[0] == "measured"
    return "over %d characters" % SOURCE_SIZE if len(cpu.source) > SOURCE_SIZE else None


def read_order_line(words, entries, cpus):
    """Returns the OrderLine of the words of a line, or the mistake as text."""
    if len(words) not in (4, 5):
        return "not 'op stem sizes cycles-per-byte [cpu]'"
    op, stem = words[:2]
    if stem == ONE_BY_ONE:
        if not any(entry.op == op and entry.lanes > 1 for entry in entries):
            return "%s has no choice one-by-one" % op
    elif not any((entry.op, entry.stem) == (op, stem) for entry in entries):
        return "no kernel %s serves %s" % (stem, op)
    sizes = re.fullmatch(r"(\d+)(?:-(\d+))?(?:/(long|short))?", words[2])
    if not sizes or int(sizes[1]) > int(sizes[2] or sizes[1]):
        return "'%s' is no size in bytes, and no range of sizes such as 256-4095" % words[2]
    if sizes[3] and op not in WITH_LENGTHS:
        return "%s does not distinguish short messages from long ones" % op
    cpu = words[4] if len(words) == 5 else ALL
    if cpu not in cpus or not cpus[cpu].source:
        return "no line 'measured %s' or 'derived %s' above" % (cpu, cpu)
    last = int(sizes[2]) if sizes[2] else None
    return OrderLine(op, stem, int(sizes[1]), last, float(words[3]), cpu, LENGTHS[sizes[3]])


def read_orders(root, entries):
    """Returns (the text of defaults.tune, its OrderLines, the Cpu of each name)."""
    path = "src/core/defaults.tune"
    with open(os.path.join(root, path), encoding="utf-8") as file:
        text = file.read()
    orders, cpus = [], {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "cpu":
            cpu = read_cpu(words)
            if cpu is None or cpu[0] in cpus:
                raise CatalogueError("%s:%d: not 'cpu NEW-NAME MODELS...'" % (path, number))
            cpus[cpu[0]] = Cpu(cpu[1])
            continue
        if words[0] in ("measured", "derived"):
            mistake = read_source(words, cpus)
            if mistake:
                raise CatalogueError("%s:%d: %s" % (path, number, mistake))
            continue
        read = read_order_line(words, entries, cpus)
        if isinstance(read, str):
            raise CatalogueError("%s:%d: %s" % (path, number, read))
        orders.append(read)
    if not orders:
        raise CatalogueError("%s:1: empty" % path)
    for op in {entry.op for entry in entries}:
        lines = sum(line.op == op for line in orders) + sum(entry.op == op for entry in entries)
        if lines > ORDER_LINES:
            raise CatalogueError("%s:1: %d lines and kernels of %s: over %d" % (path, lines, op, ORDER_LINES))
    return text, orders, cpus
