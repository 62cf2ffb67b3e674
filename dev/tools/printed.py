# SPDX-License-Identifier: MIT
"""What the packages with kernels of their own (go_module.py, rust_crate.py) are printed from: the kernels, the
measured order, the classes of processors, and the tables that C has from the specifications."""

import dataclasses
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "asm"))

import descriptions  # noqa: E402

from asmgen import for_build, kernel  # noqa: E402
from asmgen.cli import KERNELS  # noqa: E402
from asmgen.operations import OPERATIONS  # noqa: E402
from spec import whirlpool as spec_whirlpool  # noqa: E402
from spec.sha1 import CONDITIONS, disturbance  # noqa: E402
from spec.whirlpool.tables import rows as whirlpool_rows  # noqa: E402


def read_orders():
    """Returns (the OrderLines of defaults.tune, {class of processors: its models})."""
    entries = descriptions.read_assembly_kernels(ROOT) + [
        entry
        for folder, _, names in os.walk(os.path.join(ROOT, "src"))
        for name in sorted(names)
        if re.fullmatch(r"\w+_c_\w+\.c", name)
        for entry in descriptions.read_c_kernel(ROOT, os.path.join(folder, name))
    ]
    _, orders, cpus = descriptions.read_orders(ROOT, entries)
    return orders, {name: cpu.models for name, cpu in cpus.items() if cpu.models}


def find_kernels(stems):
    return {stem: kernel.find(stem, KERNELS) for stem in stems}


def lines_of(op, found, orders):
    """Yields (kernel, its features, line) for the lines of an operation whose kernels are found. found: {stem:
    kernel}. The kernel is None where messages are hashed one by one: below the least size of a kernel with lanes as
    well, as og_many_kernel and og_des_lanes_kernel have it."""
    for line in orders:
        k = found.get(line.stem)
        if line.op != op or k is None and line.stem != descriptions.ONE_BY_ONE:
            continue
        isa = k.isa if k else ()
        if k and k.lanes > 1 and line.first < k.min_size and OPERATIONS[op].instead and "pbkdf2" not in op:
            yield None, isa, dataclasses.replace(line, last=min(k.min_size - 1, line.last or k.min_size))
            if line.last is not None and line.last < k.min_size:
                continue
            line = dataclasses.replace(line, first=k.min_size)
        yield k, isa, line


def class_of(line, classes):
    """Returns the class of processors of a line, or "" if it is for all."""
    return line.cpu if line.cpu in classes else ""


def print_kernel(stem, dialect, path):
    for_build.command_print(stem, dialect, path)
    os.unlink(path + ".d")


def detection_vectors():
    """Returns (name, step, differences) of each disturbance vector, as src/sha1/sha1dc_tables.h has them."""
    vectors = disturbance.derive()
    disturbance.check(vectors)
    return [(disturbance.name_of(*v[:3]), v[3], v[-1]) for v in vectors]


def detection_conditions():
    """Returns (i, bi, j, bj, want, mask) of each condition."""
    return [(*condition[:5], disturbance.mask_of(condition[5])) for condition in CONDITIONS]


def detection_rows():
    """Returns (i, bi, j, bj, want, masks) of each row of conditions at consecutive steps."""
    return [(i, bi, i + distance, bj, want, masks) for i, bi, distance, bj, want, masks in disturbance.rows()]


def whirlpool_words():
    """Returns the table of column 0, whose rows are words with column 0 lowest, and the round constants."""
    constants = [spec_whirlpool.round_constant(r) for r in range(1, spec_whirlpool.ROUNDS + 1)]
    return [[int.from_bytes(row, "little") for row in rows] for rows in (whirlpool_rows()[0], constants)]
