# SPDX-License-Identifier: MIT
"""The names that a kernel's own source has for registers where an instruction is emitted.

The Python variables of the functions that are active then are the names: a variable that is a register, a
list of registers (m[0], m[1]), or a namespace of registers, as `Function.frame` returns. The innermost
function wins, because there a register has the narrowest role. A namespace comes last.
"""

import os
from types import SimpleNamespace

from .operands import Reg
from .sources import HOME

GENERATOR = os.path.join(HOME, "asmgen") + os.sep
# Names of a parameter or loop variable that say nothing of its register's role.
EMPTY = frozenset(
    "reg register registers v value word words each to new old into source target pool place item group half "
    "column free used".split()
)


def here(frame):
    """Returns {family: name} of all registers that the kernel code active in a Python frame has names for."""
    near, far = {}, {}
    while frame is not None and frame.f_code.co_name != "build":
        if not frame.f_code.co_filename.startswith(GENERATOR):
            for name, value in frame.f_locals.items():
                if isinstance(value, SimpleNamespace):
                    for inner, register in vars(value).items():
                        _note(far, inner, register)
                else:
                    _note(near, name, value)
        frame = frame.f_back
    return {**far, **near}


def _note(found, name, value):
    """Adds the name of a register, or of each register in a list, unless the family has one."""
    if isinstance(value, Reg):
        if name not in EMPTY and name != value.name:
            found.setdefault(value.family, name)
    elif isinstance(value, (tuple, list)) and name not in EMPTY:
        if value and all(isinstance(v, Reg) for v in value):
            for i, register in enumerate(value):
                found.setdefault(register.family, f"{name}[{i}]")
