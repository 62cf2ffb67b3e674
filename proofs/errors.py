# SPDX-License-Identifier: MIT
"""What the command tells on one line."""


class Refused(Exception):
    """A request or an object that nothing can be proved of: exit status 2."""
