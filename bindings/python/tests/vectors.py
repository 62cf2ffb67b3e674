# SPDX-License-Identifier: MIT
"""Reads NIST's files of the package cryptography-vectors and the project's own."""

import pathlib

import cryptography_vectors

NIST = pathlib.Path(cryptography_vectors.__file__).parent


def records(path):
    """Returns the records of a file of `KEY = value` lines, as dicts with the name of their [SECTION]."""
    section, record, found = "", {}, []
    for line in [*path.read_text().splitlines(), ""]:
        line = line.strip()
        if line.startswith("["):
            section = line.strip("[]")
        elif "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            record[name.strip()] = value.strip()
        elif not line and record:
            found.append({**record, "SECTION": section})
            record = {}
    return found


# Messages that collision attacks made, with the digest MD and the position At of the attack.
COLLISIONS = [
    record
    for record in records(pathlib.Path(__file__).parents[3] / "tests" / "vectors" / "sha1_collisions.rsp")
    if "Msg" in record
]

# Whole files with a collision attack, which come with a peer of the benchmark, and their digests.
COLLIDING_FILES = [
    record
    for record in records(pathlib.Path(__file__).parents[3] / "tests" / "vectors" / "sha1_collisions.rsp")
    if "File" in record
]
