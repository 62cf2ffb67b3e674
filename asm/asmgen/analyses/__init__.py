# SPDX-License-Identifier: MIT
"""The checks that a kernel passes before it is printed. Each raises KernelError."""

from . import cache, callee_saved, isa, run, uninitialised


def check(unit):
    for f in unit.functions:
        cache.once(check_function, f)


def check_function(f):
    isa.check(f.kernel, f)
    uninitialised.check(f)
    callee_saved.check(f)
    for check_of_architecture in f.arch.checks:
        check_of_architecture(f)
    run.check(f.kernel, f)
