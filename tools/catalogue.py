# SPDX-License-Identifier: MIT
"""Collects the kernels' descriptions and writes the files that are made from them.

    catalogue.py --root DIR --arch x64|x86|other --out DIR

An operation is declared once, in asmgen/operations.py. A kernel is described once, beside its code:
a C kernel in the comment that opens its file, an assembly kernel in its Python file. The script
refuses a function type of include/oldguard/kernels.h that differs from the table of operations.
It writes into --out, and leaves a file alone whose text has not changed:

    operations.h    the enumeration of the operations, and the arguments of each
    cpu_features.h  the CPU features
    catalogue.h     the prototypes of the kernels
    catalogue.c     the catalogue's entries, the default order (src/core/defaults.tune), and which
                    CPU features imply others (asmgen/isa/core.py)
    kernels.cmake   the C sources and the assembly stems to build for --arch
    kernels.md      the table for the documentation
"""

import argparse
import dataclasses
import glob
import json
import os
import re
import subprocess
import sys

KEYS = ("kernel", "op", "lanes", "constant-time", "min-size", "summary", "refs")
ORDER_LINES = 64  # OG_ORDER_LINES of src/core/order.h
BITS_OF_ARCH = {"x64": 64, "x86": 32, "a64": 64, "c": 0}
FUNCTION_TYPES = "include/oldguard/kernels.h"
DO_NOT_EDIT = "Written by tools/catalogue.py: do not edit."
# The CPU features that src/core/cpu.c detects, in the order of og_cpu_feature_at.
FEATURES = (
    *("mmx", "sse", "sse2", "ssse3", "sse41", "movbe", "avx", "avx2", "bmi1", "bmi2", "shani"),
    *("avx512f", "avx512bw", "avx512vl", "avx512vbmi", "gfni", "neon", "armsha1"),
)


class CatalogueError(Exception):
    """A description that cannot be used; the message names its file and line."""


@dataclasses.dataclass
class Row:
    """One kernel serving one operation: one line of the registry."""

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
    """og_STEM for a kernel of one operation, else og_STEM_OPERATION without the stem's family."""
    if alone:
        return "og_" + stem
    family, _, name = op.partition(".")
    return "og_%s_%s" % (stem, name if stem.startswith(family + "_") else op.replace(".", "_"))


def read_c_kernel(root, path):
    """Reads the rows of a C kernel from the `key: value` lines of its opening comment.

    `op` may fill several lines, each with its key. Every other key has one.
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
        Row(
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
    """The rows of the kernels under kernels/, as the generator lists them."""
    if not os.path.isdir(os.path.join(root, "kernels")):
        return []
    listing = subprocess.run(
        [sys.executable, "-m", "asmgen", "catalogue", "--json"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    rows = []
    for kernel in json.loads(listing):
        for op in kernel["ops"]:
            rows.append(
                Row(
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
    return rows


def check_function_types(root, operations):
    """Compares the typedefs of the public header with the table, names and array bounds included."""
    with open(os.path.join(root, FUNCTION_TYPES), encoding="utf-8") as file:
        text = file.read()
    for op in operations.values():
        declared = "typedef " + op.prototype(op.function_type)
        at = text.find("typedef void %s(" % op.function_type)
        line = text.count("\n", 0, at) + 1 if at >= 0 else 1
        found = " ".join(text[at : text.index(";", at) + 1].split()) if at >= 0 else "no such typedef"
        if found != declared:
            raise CatalogueError(
                "%s:%d: not the type that asmgen/operations.py declares for %s\n  header: %s\n  table:  %s"
                % (FUNCTION_TYPES, line, op.name, found, declared)
            )


def check(rows, ops):
    seen = set()
    for row in rows:
        where = row.source + ":1"
        if row.op not in ops:
            raise CatalogueError("%s: no operation '%s' in asmgen/operations.py" % (where, row.op))
        for feature in row.isa:
            if feature not in FEATURES:
                raise CatalogueError("%s: no CPU feature '%s' in tools/catalogue.py" % (where, feature))
        if row.arch not in BITS_OF_ARCH:
            raise CatalogueError("%s: %s names no architecture" % (where, row.stem))
        if (row.stem, row.op) in seen:
            raise CatalogueError("%s: %s serves %s twice" % (where, row.stem, row.op))
        seen.add((row.stem, row.op))
    for op in {row.op for row in rows}:
        if sum(row.op == op for row in rows) > ORDER_LINES:
            raise CatalogueError("src/core/order.h: OG_ORDER_LINES is too small for %s" % op)


def read_orders(root, rows):
    """The default order: (op, stem, from, cycles per byte, beginning of the CPU's identity or None)
    for each line of defaults.tune."""
    path = "src/core/defaults.tune"
    known = {(row.op, row.stem) for row in rows}
    with open(os.path.join(root, path), encoding="utf-8") as file:
        text = file.read()
    orders = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if len(words) not in (4, 5):
            raise CatalogueError("%s:%d: not 'op stem from-bytes cycles-per-byte [cpu]'" % (path, number))
        if (words[0], words[1]) not in known:
            raise CatalogueError("%s:%d: no kernel %s serves %s" % (path, number, words[1], words[0]))
        orders.append(
            (words[0], words[1], int(words[2]), float(words[3]), words[4] if len(words) == 5 else None)
        )
    if not orders:
        raise CatalogueError("%s:1: empty" % path)
    return text, orders


def c_string(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def macro(name, entries):
    """The lines of an X-macro: `name` applies X to each entry."""
    lines = ["#define %s(X)" % name] + ["    X(%s)" % entry for entry in entries]
    return [line + " \\" for line in lines[:-1]] + [lines[-1], ""]


def guarded(name, lines):
    guard = "OG_" + name.upper().replace(".", "_")
    return "\n".join(
        ["/* %s */" % DO_NOT_EDIT, "#ifndef " + guard, "#define " + guard, "", *lines, "#endif", ""]
    )


def size_words(argument):
    """The bytes behind a pointer as C words: a unit, and whether lanes and counts multiply it."""
    if isinstance(argument.size, int):
        return "%d, 0, 0" % argument.size
    factors = argument.size.factors
    return "%d, %d, %d" % (argument.size.unit, "lanes" in factors, len(set(factors) - {"lanes"}))


def write_operations(operations):
    lines = ["/* X(enumerator, identifier, name, function type of oldguard/kernels.h) */"]
    lines += macro(
        "OG_OPS",
        [
            "%s, %s, %s, %s" % (op.identifier.upper(), op.identifier, c_string(op.name), op.function_type)
            for op in operations.values()
        ],
    )
    lines += [
        "/* X(enumerator of the operation, role, name, bytes, once for each lane, once for each block,",
        " * element type); an argument that is no pointer has 0 bytes. */",
    ]
    lines += macro(
        "OG_ARGUMENTS",
        [
            "%s, %s, %s, %s"
            % (
                op.identifier.upper(),
                a.role(),
                c_string(a.name),
                "0, 0, 0, char" if a.size is None else "%s, %s" % (size_words(a), a.element),
            )
            for op in operations.values()
            for a in op.arguments
        ],
    )
    lines += ["typedef enum og_op {"]
    lines += ["    OG_OP_%s," % op.identifier.upper() for op in operations.values()]
    lines += ["    OG_OP_COUNT", "} og_op;", ""]
    return guarded("operations.h", lines)


def write_features():
    return guarded(
        "cpu_features.h",
        ["/* X(enumerator, name) */"]
        + macro("OG_CPU_FEATURES", ["%s, %s" % (name.upper(), c_string(name)) for name in FEATURES]),
    )


def write_header(rows, ops):
    lines = ["#include <oldguard/kernels.h>", ""]
    lines += ["extern %s %s;" % (ops[row.op].function_type, row.symbol) for row in rows]
    return guarded("catalogue.h", [*lines, ""])


def implied_features():
    """{name: the names of other features that every processor with it has}."""
    from asmgen.isa import closure

    found = {
        name: [other for other in FEATURES if other != name and other in closure([name])] for name in FEATURES
    }
    return {name: others for name, others in found.items() if others}


def write_rows(rows, ops, arch, default_text, orders):
    lines = [
        "/* %s */" % DO_NOT_EDIT,
        '#include "catalogue.h"',
        '#include "core/cpu.h"',
        '#include "core/registry.h"',
        "",
        "const uint32_t og_cpu_implied[OG_CPU_FEATURE_COUNT] = {",
    ]
    lines += [
        "    [OG_CPU_INDEX_%s] = %s,"
        % (name.upper(), " | ".join("OG_CPU_" + other.upper() for other in others))
        for name, others in implied_features().items()
    ]
    lines += ["};", "", "const og_kernel og_kernels[] = {"]
    for row in rows:
        built = row.arch == "c" or row.arch == arch
        lines += [
            "    {",
            "        .stem = %s," % c_string(row.stem),
            "        .op = %s," % c_string(row.op),
            "        .isa = %s," % c_string("+".join(row.isa)),
            "        .summary = %s," % c_string(row.summary),
            "        .refs = %s," % c_string(row.refs),
            "        .source = %s," % c_string(row.source),
            "        .bits = %d," % BITS_OF_ARCH[row.arch],
            "        .lanes = %d," % row.lanes,
            "        .constant_time = %d," % row.constant_time,
            "        .min_size = %d," % row.min_size,
            "        .fn = %s," % ("(og_fn)" + row.symbol if built else "NULL"),
            "    },",
        ]
    index = {(row.op, row.stem): i for i, row in enumerate(rows)}
    lines += [
        "};",
        "const size_t og_kernels_count = sizeof og_kernels / sizeof og_kernels[0];",
        "",
        "og_tuned og_tuned_order[sizeof og_kernels / sizeof og_kernels[0]];",
        "",
        "const og_order og_default_orders[] = {",
    ]
    lines += [
        "    {OG_OP_%s, &og_kernels[%d], %d, %r, %s},"
        % (ops[op].identifier.upper(), index[op, stem], start, cost, c_string(cpu) if cpu else "NULL")
        for op, stem, start, cost, cpu in orders
    ]
    lines += [
        "};",
        "const size_t og_default_orders_count =",
        "    sizeof og_default_orders / sizeof og_default_orders[0];",
        "",
        "const char og_default_text[] =",
    ]
    lines += ['    %s\\n"' % c_string(line)[:-1] for line in default_text.splitlines()]
    lines[-1] += ";"
    return "\n".join(lines + [""])


def write_cmake(rows, arch):
    c_sources = sorted({row.source for row in rows if row.arch == "c"})
    stems = sorted({row.stem for row in rows if row.arch == arch and arch != "c"})
    lines = ["# " + DO_NOT_EDIT, "set(OG_C_KERNELS"]
    lines += ["  " + source for source in c_sources]
    lines += [")", "set(OG_ASM_KERNELS"] + ["  " + stem for stem in stems]
    return "\n".join(lines + [")", ""])


def write_table(rows):
    lines = ["| operation | kernel | needs | lanes | constant time | what |", "|---|---|---|---|---|---|"]
    lines += [
        "| %s | `%s` | %s | %d | %s | %s |"
        % (
            row.op,
            row.stem,
            " ".join(row.isa) or "-",
            row.lanes,
            "yes" if row.constant_time else "no",
            row.summary,
        )
        for row in rows
    ]
    return "\n".join(lines + [""])


def write_if_changed(path, text):
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".tmp", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, help="the source tree")
    parser.add_argument("--arch", required=True, help="whose assembly is built: x64, x86 or other")
    parser.add_argument("--out", required=True, help="where the files go")
    options = parser.parse_args()
    sys.path.insert(0, os.path.abspath(options.root))
    from asmgen.operations import OPERATIONS

    check_function_types(options.root, OPERATIONS)
    rows = []
    for path in sorted(glob.glob(os.path.join(options.root, "src", "*", "*_c_*.c"))):
        rows += read_c_kernel(options.root, path)
    rows += read_assembly_kernels(options.root)
    check(rows, OPERATIONS)
    position = list(OPERATIONS)
    rows.sort(key=lambda row: (position.index(row.op), row.stem))
    default_text, orders = read_orders(options.root, rows)
    os.makedirs(options.out, exist_ok=True)
    for name, text in (
        ("operations.h", write_operations(OPERATIONS)),
        ("cpu_features.h", write_features()),
        ("catalogue.h", write_header(rows, OPERATIONS)),
        ("catalogue.c", write_rows(rows, OPERATIONS, options.arch, default_text, orders)),
        ("kernels.cmake", write_cmake(rows, options.arch)),
        ("kernels.md", write_table(rows)),
    ):
        write_if_changed(os.path.join(options.out, name), text)


try:
    main()
except CatalogueError as error:
    sys.exit("catalogue: %s" % error)
