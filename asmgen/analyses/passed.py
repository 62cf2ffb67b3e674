# SPDX-License-Identifier: MIT
"""Which functions have passed: in the folder OLDGUARD_PASSED an empty file for each, named by a
digest of all that the outcome depends on, which is the generator and the function.

A build prints a kernel that its tests and a release analyse again: with the folder it is done once.
"""

import functools
import hashlib
import os
import sys

from .. import kernel
from ..stream import Instr

FOLDER = os.environ.get("OLDGUARD_PASSED")


@functools.cache
def _generator():
    digest = hashlib.sha256(sys.version.encode())
    for path in kernel.files(os.path.join(kernel.HOME, "asmgen"), private=True):
        with open(path, "rb") as source:
            digest.update(source.read())
    return digest.digest()


def _shown(item):
    if isinstance(item, Instr):
        return f"{item.row.form} {item.row.enc} {item.operands}"
    return str(item)


def _name(f):
    k = f.kernel
    facts = k.stem, k.bits, k.isa, k.lanes, k.constant_time, k.at_once, f.op.name, f.abi.name
    lines = [str(facts), *map(_shown, f.stream), *map(str, f.constants)]
    return hashlib.sha256(_generator() + "\n".join(lines).encode()).hexdigest()


def once(check, f):
    """check(f), unless this very function has passed before."""
    if not FOLDER:
        check(f)
        return
    path = os.path.join(FOLDER, _name(f))
    if not os.path.exists(path):
        check(f)
        os.makedirs(FOLDER, exist_ok=True)
        with open(path, "wb"):
            pass
