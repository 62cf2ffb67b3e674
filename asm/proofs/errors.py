# SPDX-License-Identifier: MIT
"""Errors that the command prints on one line."""


class Refused(Exception):
    """The request or the object does not allow a proof: exit status 2."""
