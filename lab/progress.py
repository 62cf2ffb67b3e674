# SPDX-License-Identifier: MIT
"""A line that says how far the work is: on a terminal a bar, elsewhere nothing."""

import sys

WIDTH = 30


class Progress:
    def __init__(self, out=sys.stderr, quiet=False):
        self.out = out
        self.shown = not quiet and out.isatty()

    def __call__(self, what, done, of):
        if self.shown:
            bar = "#" * (WIDTH * done // max(of, 1))
            self.out.write(f"\r\033[K[{bar:<{WIDTH}}] {what} {done}/{of}")
            self.out.flush()

    def clear(self):
        if self.shown:
            self.out.write("\r\033[K")
            self.out.flush()
