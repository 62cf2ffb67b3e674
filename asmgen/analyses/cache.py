# SPDX-License-Identifier: MIT
"""Remembers which functions have passed the analyses.

The folder OLDGUARD_ANALYSIS_CACHE has an empty file for each of them. Its name is a digest of the
generator and of the function, which are all that the outcome depends on. A build, its tests and a
release then analyse a function once.
"""

import functools
import hashlib
import os
import sys

from ..sources import HOME, files
from ..stream import Instr

FOLDER = os.environ.get("OLDGUARD_ANALYSIS_CACHE")


@functools.cache
def _generator():
    digest = hashlib.sha256(sys.version.encode())
    for path in files(os.path.join(HOME, "asmgen"), private=True):
        with open(path, "rb") as source:
            digest.update(source.read())
    return digest.digest()


def _text(item):
    if isinstance(item, Instr):
        return f"{item.form.signature} {item.form.enc} {item.operands}"
    return str(item)


def _name(f):
    k = f.kernel
    facts = (
        k.stem,
        k.arch.name,
        k.isa,
        k.lanes,
        k.constant_time,
        k.blocks_per_iteration,
        f.op.name,
        f.abi.name,
    )
    lines = [str(facts), *map(_text, f.stream), *map(str, f.constants)]
    return hashlib.sha256(_generator() + "\n".join(lines).encode()).hexdigest()


def once(check, f):
    """Calls check(f), unless the cache says that this function has passed."""
    if not FOLDER:
        check(f)
        return
    path = os.path.join(FOLDER, _name(f))
    if not os.path.exists(path):
        check(f)
        os.makedirs(FOLDER, exist_ok=True)
        with open(path, "wb"):
            pass
