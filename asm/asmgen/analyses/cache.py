# SPDX-License-Identifier: MIT
"""Remembers which functions have passed the analyses.

The shared cache has an empty entry for each of them. Its name is a digest of the generator and of the
function, which are all that the outcome depends on. The tests of all builds and a release then analyse a
function once.
"""

import hashlib

from .. import shared_cache
from ..stream import Instr


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
    lines = [shared_cache.sources("asmgen"), str(facts), *map(_text, f.stream), *map(str, f.constants)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def once(check, f):
    """Calls check(f), unless the cache says that this function has passed."""
    name = _name(f)
    if shared_cache.get("analyses", name) is None:
        check(f)
        shared_cache.put("analyses", name)
