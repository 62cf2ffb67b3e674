# SPDX-License-Identifier: MIT
"""Checks that every kernel passes before anything of it is printed. Each raises KernelError."""

from . import defined, isa, passed, run, saved, uppers


def check(unit):
    for f in unit.functions:
        passed.once(check_function, f)


def check_function(f):
    isa.check(f.kernel, f)
    defined.check(f)
    saved.check(f)
    uppers.check(f)
    run.check(f.kernel, f)
