# SPDX-License-Identifier: MIT
"""The places of the repository that the site is made from, and how its files are read."""

import json
import os

from .errors import SiteError

SITE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(SITE))


def read(path):
    """Returns the text of a file of the repository. The path is relative to the root."""
    try:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise SiteError(path, 1, error.strerror) from None


def read_json(path):
    try:
        return json.loads(read(path))
    except json.JSONDecodeError as error:
        raise SiteError(path, error.lineno, error.msg) from None


def listed(folder, extension):
    """Returns the sorted names of the files of a folder that end with an extension."""
    return sorted(n for n in os.listdir(os.path.join(ROOT, folder)) if n.endswith(extension))


def line_of(path, text):
    """Returns the number of the first line of a file that contains a text, or 1."""
    for number, line in enumerate(read(path).split("\n"), 1):
        if text in line:
            return number
    return 1
