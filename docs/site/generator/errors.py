# SPDX-License-Identifier: MIT
"""The error that ends a build."""


class SiteError(Exception):
    """Something that the site is made from is wrong. The text begins with its file and line."""

    def __init__(self, file, line, message):
        super().__init__(f"{file}:{line}: {message}")
