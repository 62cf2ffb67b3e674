# SPDX-License-Identifier: MIT
"""Shows the progress: a bar on a terminal, elsewhere one line for each kind of work."""

import sys

WIDTH = 30


class Progress:
    def __init__(self, out=sys.stderr, quiet=False):
        self.out = out
        self.quiet, self.shown, self.last = quiet, not quiet and out.isatty(), None

    def __call__(self, what, done, of):
        """Shows "what done/of". what: the kind of work. done: the number of the current or last finished item."""
        if not self.shown and not self.quiet and what != self.last:
            self.out.write(f"{what}, {done} of {of}\n")
            self.out.flush()
        self.last = what
        if self.shown:
            bar = "#" * (WIDTH * done // max(of, 1))
            self.out.write(f"\r\033[K[{bar:<{WIDTH}}] {what} {done}/{of}")
            self.out.flush()

    def clear(self):
        if self.shown:
            self.out.write("\r\033[K")
            self.out.flush()
