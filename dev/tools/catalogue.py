# SPDX-License-Identifier: MIT
"""Collects the kernels' descriptions and writes the files that are made from them.

    catalogue.py --root DIR --arch x64|x86|a64|other --out DIR

An operation is declared once, in asm/asmgen/operations.py. A kernel is described once, beside its code:
a C kernel in the comment that opens its file, an assembly kernel in its Python file. The script
refuses a function type of include/oldguard/kernels.h that differs from the table of operations.

The preprocessor chooses the subset of a build, so that the files suit every subset:
OLDGUARD_NO_ALGORITHM leaves out an algorithm, OG_WITHOUT_STEM an assembly kernel, and OG_SUBSET the
kernels that other architectures have (dev/cmake/OldguardSubset.cmake).
It writes these files into --out. A file whose text has not changed keeps its time stamp:

    operations.h    the enumeration of the operations, what serves instead of each, and its arguments
    cpu_features.h  the CPU features
    catalogue.h     the prototypes of the kernels
    catalogue.c     the catalogue's entries, the default order (src/core/defaults.tune), and which
                    CPU features imply others (asm/asmgen/architectures.py)
    kernels.cmake   the C sources and the assembly stems to build for --arch, and the other stems
    kernels.md      the table for the documentation
"""

import argparse
import glob
import itertools
import os
import sys

from descriptions import (
    BITS_OF_ARCH,
    FEATURES,
    ONE_BY_ONE,
    CatalogueError,
    check,
    check_function_types,
    read_assembly_kernels,
    read_c_kernel,
    read_orders,
)

DO_NOT_EDIT = "Written by dev/tools/catalogue.py: do not edit."


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


def left_out(algorithm):
    """Returns the macro that leaves an algorithm out of the library."""
    return "OLDGUARD_NO_" + algorithm.upper()


def macro_by_algorithm(name, items):
    """Returns the lines of an X-macro over (algorithm, item), without the algorithms that are left out."""
    lines, parts = [], []
    for algorithm in dict.fromkeys(algorithm for algorithm, _ in items):
        parts.append("%s_%s" % (name, algorithm.upper()))
        lines += ["#ifdef " + left_out(algorithm), "#define %s(X)" % parts[-1], "#else"]
        lines += macro(parts[-1], [item for owner, item in items if owner == algorithm])[:-1] + ["#endif"]
    return [*lines, "#define %s(X) %s" % (name, " ".join(part + "(X)" for part in parts)), ""]


def write_operations(operations):
    lines = ["/* X(enumerator, identifier, name, function type of oldguard/kernels.h) */"]
    lines += macro_by_algorithm(
        "OG_OPS",
        [
            (
                op.algorithm,
                "%s, %s, %s, %s"
                % (op.identifier.upper(), op.identifier, c_string(op.name), op.function_type),
            )
            for op in operations.values()
        ],
    )
    lines += [
        "/* X(enumerator of the operation, name of the operation that serves without a kernel of it) */"
    ]
    lines += macro_by_algorithm(
        "OG_INSTEAD",
        [
            (op.algorithm, "%s, %s" % (op.identifier.upper(), c_string(op.instead)))
            for op in operations.values()
            if op.instead
        ],
    )
    lines += [
        "/* X(enumerator of the operation, role, name, bytes, once for each lane, once for each block,",
        " * element type); an argument that is no pointer has 0 bytes. */",
    ]
    lines += macro_by_algorithm(
        "OG_ARGUMENTS",
        [
            (
                op.algorithm,
                "%s, %s, %s, %s"
                % (
                    op.identifier.upper(),
                    a.role(),
                    c_string(a.name),
                    "0, 0, 0, char" if a.size is None else "%s, %s" % (size_words(a), a.element),
                ),
            )
            for op in operations.values()
            for a in op.arguments
        ],
    )
    lines += ["typedef enum og_op {", "#define OG_OP(id, identifier, name, type) OG_OP_##id,"]
    lines += ["    OG_OPS(OG_OP)", "#undef OG_OP", "    OG_OP_COUNT", "} og_op;", ""]
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
    from asmgen.architectures import implied

    found = {
        name: [other for other in FEATURES if other != name and other in implied(name)] for name in FEATURES
    }
    return {name: others for name, others in found.items() if others}


def there(algorithm):
    """Returns the preprocessor condition under which a build has an algorithm."""
    return "!defined " + left_out(algorithm)


def condition(entry, arch):
    """Returns the preprocessor condition under which a build lists a kernel."""
    algorithm = there(entry.stem.split("_")[0])
    if entry.arch == "c":
        return algorithm
    if entry.arch == arch:
        return algorithm + " && !defined OG_WITHOUT_" + entry.stem.upper()
    return algorithm + " && !defined OG_SUBSET"


def conditional(groups):
    """Returns the lines of (condition or None, lines), with one #if around groups of the same condition."""
    lines = []
    for wanted, members in itertools.groupby(groups, key=lambda group: group[0]):
        inner = [line for _, group in members for line in group]
        lines += ["#if " + wanted, *inner, "#endif"] if wanted else inner
    return lines


def default_text_lines(text, conditions, ops):
    """Returns the lines of defaults.tune as C strings, grouped for conditional().

    A comment goes with the algorithm of the next line of a kernel, and those before the first one with all.
    """
    groups, comments = [], []
    for line in text.splitlines():
        comments.append('    %s\\n"' % c_string(line)[:-1])
        words = line.split("#")[0].split()
        if words and words[0] not in ("cpu", "measured", "derived"):
            if words[1] == ONE_BY_ONE:
                algorithm = condition_of_line = there(ops[words[0]].algorithm)
            else:
                algorithm, condition_of_line = there(words[1].split("_")[0]), conditions[words[1]]
            groups += [(algorithm if groups else None, comments[:-1]), (condition_of_line, comments[-1:])]
            comments = []
    return [group for group in groups if group[1]]


# The condition, in macros of the compiler, for the processor that runs the kernels of an architecture. A universal
# build of macOS compiles the catalogue for other processors as well.
PROCESSORS = {
    "x64": "defined __x86_64__",
    "x86": "defined __i386__",
    "a64": "defined __aarch64__ && !defined __AARCH64EB__",
}


def function_of(entry, arch):
    """Returns the value of og_kernel.fn: the kernel's function, or NULL where a build has none."""
    if entry.arch == "c":
        return "(og_fn)" + entry.symbol
    return "ASSEMBLY(%s)" % entry.symbol if entry.arch == arch else "NULL"


def assembly_macro(arch):
    """Returns the definition of ASSEMBLY, which function_of uses."""
    if arch not in PROCESSORS:
        return []
    return [
        "#if " + PROCESSORS[arch],
        "#define ASSEMBLY(symbol) (og_fn)symbol",
        "#else",
        "#define ASSEMBLY(symbol) NULL",
        "#endif",
        "",
    ]


def write_entries(entries, ops, arch, default_text, orders, cpus):
    conditions = {entry.stem: condition(entry, arch) for entry in entries}

    def place(op, stem):
        return "AT_%s_%s" % (ops[op].identifier, stem)

    lines = [
        "/* %s */" % DO_NOT_EDIT,
        '#include "catalogue.h"',
        '#include "core/cpu.h"',
        '#include "core/registry.h"',
        "",
        *assembly_macro(arch),
        "const uint32_t og_cpu_implied[OG_CPU_FEATURE_COUNT] = {",
    ]
    lines += [
        "    [OG_CPU_INDEX_%s] = %s,"
        % (name.upper(), " | ".join("OG_CPU_" + other.upper() for other in others))
        for name, others in implied_features().items()
    ]
    lines += ["};", "", "/* The place of each kernel in og_kernels. */", "enum {"]
    lines += conditional(
        (conditions[entry.stem], ["    %s," % place(entry.op, entry.stem)]) for entry in entries
    )
    lines += ["    PLACES", "};", "", "const og_kernel og_kernels[] = {"]
    groups = []
    for entry in entries:
        text = [
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
            "        .fn = %s," % function_of(entry, arch),
            "    },",
        ]
        groups.append((conditions[entry.stem], text))
    lines += conditional(groups)
    lines += [
        "};",
        "const size_t og_kernels_count = PLACES;",
        "",
        "const og_cpu_class og_cpu_classes[] = {",
        *(
            "    {%s, %s, %d, {%s}},"
            % (
                c_string(name),
                c_string(cpu.source),
                cpu.measured,
                ", ".join('{"%s", %d, %d, %d}' % row for row in cpu.models) or "{NULL, 0, 0, 0}",
            )
            for name, cpu in cpus.items()
        ),
        "};",
        "const size_t og_cpu_classes_count = sizeof og_cpu_classes / sizeof og_cpu_classes[0];",
        "",
        "const og_order og_default_orders[] = {",
    ]
    lines += conditional(
        (
            there(ops[line.op].algorithm) if line.stem == ONE_BY_ONE else conditions[line.stem],
            [
                "    {OG_OP_%s, %s, %d, %s, %d, %r, &og_cpu_classes[%d]},"
                % (
                    ops[line.op].identifier.upper(),
                    "&og_one_by_one"
                    if line.stem == ONE_BY_ONE
                    else "&og_kernels[%s]" % place(line.op, line.stem),
                    line.first,
                    "SIZE_MAX" if line.last is None else line.last,
                    line.lengths,
                    line.cost,
                    list(cpus).index(line.cpu),
                )
            ],
        )
        for line in orders
    )
    lines += [
        "};",
        "const size_t og_default_orders_count =",
        "    sizeof og_default_orders / sizeof og_default_orders[0];",
        "",
        "const char og_default_text[] =",
    ]
    lines += conditional(default_text_lines(default_text, conditions, ops))
    return "\n".join([*lines, "    ;", ""])


def write_cmake(entries, arch):
    c_sources = sorted({entry.source for entry in entries if entry.arch == "c"})
    stems = sorted({entry.stem for entry in entries if entry.arch == arch and arch != "c"})
    lines = ["# " + DO_NOT_EDIT, "set(OG_C_KERNELS"]
    lines += ["  " + source for source in c_sources]
    lines += [")", "set(OG_ASM_KERNELS"] + ["  " + stem for stem in stems]
    others = sorted({entry.stem for entry in entries if entry.arch not in ("c", arch)})
    lines += [")", "set(OG_OTHER_KERNELS"] + ["  " + stem for stem in others]
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
    parser.add_argument("--arch", required=True, help="whose assembly is built: x64, x86, a64 or other")
    parser.add_argument("--out", required=True, help="where the files go")
    options = parser.parse_args()
    sys.path.insert(0, os.path.join(os.path.abspath(options.root), "asm"))
    from asmgen.operations import OPERATIONS

    check_function_types(options.root, OPERATIONS)
    entries = []
    for path in sorted(glob.glob(os.path.join(options.root, "src", "*", "*_c_*.c"))):
        entries += read_c_kernel(options.root, path)
    entries += read_assembly_kernels(options.root)
    check(entries, OPERATIONS)
    position = list(OPERATIONS)
    entries.sort(key=lambda entry: (position.index(entry.op), entry.stem))
    default_text, orders, cpus = read_orders(options.root, entries)
    os.makedirs(options.out, exist_ok=True)
    for name, text in (
        ("operations.h", write_operations(OPERATIONS)),
        ("cpu_features.h", write_features()),
        ("catalogue.h", write_header(entries, OPERATIONS)),
        ("catalogue.c", write_entries(entries, OPERATIONS, options.arch, default_text, orders, cpus)),
        ("kernels.cmake", write_cmake(entries, options.arch)),
        ("kernels.md", write_table(entries)),
    ):
        write_if_changed(os.path.join(options.out, name), text)


try:
    main()
except CatalogueError as error:
    sys.exit("catalogue: %s" % error)
