# SPDX-License-Identifier: MIT
"""The loop over the rounds of a block."""

from contextlib import contextmanager


@contextmanager
def every_round(f, pointer, end, size, name="next_round"):
    """Repeats the code emitted within, once per round. pointer steps over the round constants or
    round keys, `size` bytes each, up to end."""
    again = f.label(name)
    f.align(32)
    f.here(again)
    yield
    f.add(pointer, size)
    f.cmp(pointer, end)
    f.jne(again)
