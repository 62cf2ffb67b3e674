# SPDX-License-Identifier: MIT
"""Collects the kernels' descriptions and writes the files that are made from them.

    catalogue.py --root DIR --arch x64|x86|other --out DIR

An operation is declared once, in asmgen/operations.py. A kernel is described once, beside its code:
a C kernel in the comment that opens its file, an assembly kernel in its Python file. The script
refuses a function type of include/oldguard/kernels.h that differs from the table of operations.
It writes these files into --out. A file whose text has not changed keeps its time stamp:

    operations.h    the enumeration of the operations, and the arguments of each
    cpu_features.h  the CPU features
    catalogue.h     the prototypes of the kernels
    catalogue.c     the catalogue's entries, the default order (src/core/defaults.tune), and which
                    CPU features imply others (asmgen/isa/core.py)
    kernels.cmake   the C sources and the assembly stems to build for --arch
    kernels.md      the table for the documentation
"""

import argparse
import glob
import os
import sys

from descriptions import (
    BITS_OF_ARCH,
    FEATURES,
    CatalogueError,
    check,
    check_function_types,
    read_assembly_kernels,
    read_c_kernel,
    read_orders,
)

DO_NOT_EDIT = "Written by tools/catalogue.py: do not edit."


def c_string(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def macro(name, items):
    """Returns the lines of an X-macro: `name` applies X to each item."""
    lines = ["#define %s(X)" % name] + ["    X(%s)" % item for item in items]
    return [line + " \\" for line in lines[:-1]] + [lines[-1], ""]


def guarded(name, lines):
    """Returns the text of a header with an include guard."""
    guard = "OG_" + name.upper().replace(".", "_")
    return "\n".join(
        ["/* %s */" % DO_NOT_EDIT, "#ifndef " + guard, "#define " + guard, "", *lines, "#endif", ""]
    )


def size_words(argument):
    """Returns the size of a buffer as C: the unit, and whether lanes and a count multiply it."""
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


def write_header(entries, ops):
    lines = ["#include <oldguard/kernels.h>", ""]
    lines += ["extern %s %s;" % (ops[entry.op].function_type, entry.symbol) for entry in entries]
    return guarded("catalogue.h", [*lines, ""])


def implied_features():
    """Returns {feature: the other features that every processor with it has}."""
    from asmgen.isa import closure

    found = {
        name: [other for other in FEATURES if other != name and other in closure([name])] for name in FEATURES
    }
    return {name: others for name, others in found.items() if others}


def write_entries(entries, ops, arch, default_text, orders):
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
    for entry in entries:
        built = entry.arch == "c" or entry.arch == arch
        lines += [
            "    {",
            "        .stem = %s," % c_string(entry.stem),
            "        .op = %s," % c_string(entry.op),
            "        .isa = %s," % c_string("+".join(entry.isa)),
            "        .summary = %s," % c_string(entry.summary),
            "        .refs = %s," % c_string(entry.refs),
            "        .source = %s," % c_string(entry.source),
            "        .bits = %d," % BITS_OF_ARCH[entry.arch],
            "        .lanes = %d," % entry.lanes,
            "        .constant_time = %d," % entry.constant_time,
            "        .min_size = %d," % entry.min_size,
            "        .fn = %s," % ("(og_fn)" + entry.symbol if built else "NULL"),
            "    },",
        ]
    index = {(entry.op, entry.stem): i for i, entry in enumerate(entries)}
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


def write_cmake(entries, arch):
    c_sources = sorted({entry.source for entry in entries if entry.arch == "c"})
    stems = sorted({entry.stem for entry in entries if entry.arch == arch and arch != "c"})
    lines = ["# " + DO_NOT_EDIT, "set(OG_C_KERNELS"]
    lines += ["  " + source for source in c_sources]
    lines += [")", "set(OG_ASM_KERNELS"] + ["  " + stem for stem in stems]
    return "\n".join(lines + [")", ""])


def write_table(entries):
    lines = ["| operation | kernel | needs | lanes | constant time | what |", "|---|---|---|---|---|---|"]
    lines += [
        "| %s | `%s` | %s | %d | %s | %s |"
        % (
            entry.op,
            entry.stem,
            " ".join(entry.isa) or "-",
            entry.lanes,
            "yes" if entry.constant_time else "no",
            entry.summary,
        )
        for entry in entries
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
    entries = []
    for path in sorted(glob.glob(os.path.join(options.root, "src", "*", "*_c_*.c"))):
        entries += read_c_kernel(options.root, path)
    entries += read_assembly_kernels(options.root)
    check(entries, OPERATIONS)
    position = list(OPERATIONS)
    entries.sort(key=lambda entry: (position.index(entry.op), entry.stem))
    default_text, orders = read_orders(options.root, entries)
    os.makedirs(options.out, exist_ok=True)
    for name, text in (
        ("operations.h", write_operations(OPERATIONS)),
        ("cpu_features.h", write_features()),
        ("catalogue.h", write_header(entries, OPERATIONS)),
        ("catalogue.c", write_entries(entries, OPERATIONS, options.arch, default_text, orders)),
        ("kernels.cmake", write_cmake(entries, options.arch)),
        ("kernels.md", write_table(entries)),
    ):
        write_if_changed(os.path.join(options.out, name), text)


try:
    main()
except CatalogueError as error:
    sys.exit("catalogue: %s" % error)
