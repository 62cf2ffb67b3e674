# SPDX-License-Identifier: MIT
"""The names that a kernel's own source has for registers where an instruction is emitted.

The Python variables of the functions that are active then are the names: a variable that is a register, a
list of registers (m[0], m[1]), an attribute of `self`, or a member of a namespace, as `Function.frame`
returns. The innermost function wins, because there a register has the narrowest role. Names that the kernel
gave by `Function.name_registers` come next, and namespaces last.
"""

import os
from types import SimpleNamespace

from .operands import Reg
from .sources import HOME

GENERATOR = os.path.join(HOME, "asmgen") + os.sep
# Files whose functions take any registers, so that their parameters are no roles.
HELPERS = ("_vectors.py", "_transpose.py", "_allocate.py", "_registers.py", "_schedule.py")
# Names of variables that say nothing of a register's role, or hold registers that have others since.
EMPTY = frozenset(
    "_ at first free group h half halves into item low message new old operands place pointer pointers "
    "pool reg register registers regs result roles row rows second source spare state target temporaries "
    "up_result used v value vectors w word words".split()
)


def here(frame, named):
    """Returns {family: name} of all registers that the kernel code active in a Python frame has names for.
    named: {family: name} that the kernel gave."""
    near, far = {}, {}
    while frame is not None and frame.f_code.co_name != "build":
        path = frame.f_code.co_filename
        if not path.startswith(GENERATOR) and os.path.basename(path) not in HELPERS:
            _local(frame.f_locals, near, far)
        frame = frame.f_back
    return {**far, **named, **near}


def _local(variables, near, far):
    """Adds the names that the variables of one function are."""
    for name, value in variables.items():
        if isinstance(value, SimpleNamespace):
            for inner, register in vars(value).items():
                _note(far, inner, register)
        elif name == "self":
            for inner, register in vars(value).items():
                if isinstance(register, Reg):
                    near.setdefault(register.family, inner)
        else:
            _note(near, name, value)


def _note(found, name, value):
    """Adds the name of a register, or of each register in a list, unless the family has one."""
    if name in EMPTY:
        return
    if isinstance(value, Reg):
        if name not in (value.name, value.family):
            found.setdefault(value.family, name)
    elif isinstance(value, (tuple, list)) and value and all(isinstance(v, Reg) for v in value):
        for i, register in enumerate(value):
            found.setdefault(register.family, f"{name}[{i}]")
