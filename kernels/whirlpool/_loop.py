# SPDX-License-Identifier: MIT
"""The loop over the rounds of a block."""

from contextlib import contextmanager


@contextmanager
def every_round(f, r, constants, size):
    """What stands within is a round: r.rc goes over constants of `size` bytes each, up to r.end."""
    next_round = f.label("next_round")
    f.lea(r.rc, constants)
    f.align(32)
    f.here(next_round)
    yield
    f.add(r.rc, size)
    f.cmp(r.rc, r.end)
    f.jne(next_round)
