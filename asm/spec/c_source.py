# SPDX-License-Identifier: MIT
"""Reads the constants in C headers and writes C files."""

import os
import re


def read(header):
    """Returns the text of a header, whose path is relative to this folder."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), header), encoding="ascii") as file:
        return file.read()


def array(text, name, size):
    """Returns the numbers that initialise an array of `size` elements, in order."""
    body = re.search(r"\b%s(?:\[\d+\])+ = \{(.*?)\};" % name, text, re.S).group(1)
    numbers = [int(word, 0) for word in re.findall(r"\w+", body)]
    assert len(numbers) == size, "%s has %d numbers, not %d" % (name, len(numbers), size)
    return numbers


def define(text, name):
    """Returns the number that a macro is defined as."""
    return int(re.search(r"#define %s (\S+)" % name, text).group(1), 0)


def write(folder, name, lines):
    """Writes a file completely or not at all."""
    path = os.path.join(folder, name)
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    os.replace(path + ".tmp", path)
