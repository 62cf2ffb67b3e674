# SPDX-License-Identifier: MIT
"""A model of the Pentium's two pipes and a list scheduler that fills them.

The rules are the published ones. Two neighbours pair, the first in the U pipe and the second in the
V pipe, if all of these hold:
- both are simple,
- a shift or rotation by a constant is the first, a branch is the second,
- the second neither reads nor writes a register that the first writes. A part of a register counts as
  the whole.

An address that contains a register written in the cycle before stalls for one cycle. An operation on a
register with a source in memory takes 2 cycles, one on memory takes 3. A pair takes as long as its
longer half. The model assumes that caches hit, and ignores conflicts between their banks.

The scheduler moves instructions and renames no register, so the result stays the same.
"""

from asmgen.analyses.flow import registers_read, registers_written
from asmgen.stream import Instr
from asmgen.x86.registers import Mem

SIMPLE = {"mov", "xor", "and", "or", "add", "sub", "cmp", "test", "lea", "inc", "dec", "push", "pop"}
SHIFTS = {"shl", "shr", "sar", "rol", "ror"}
ALONE = 3  # cycles of movzx and all else that does not pair


class _Op:
    """The properties of an instruction that the model uses."""

    def __init__(self, item):
        self.item, name = item, item.form.mnemonic
        memory = [v for v in item.operands if isinstance(v, Mem) and v.width]
        self.branch = item.is_branch
        self.simple = name in SIMPLE or self.branch or (name in SHIFTS and isinstance(item.operands[1], int))
        self.only_u = name in SHIFTS
        addresses = [r for v in item.operands if isinstance(v, Mem) for r in v.address.registers()]
        self.address = {r.family for r in addresses} - {"rsp"}
        self.reads = {r.family for r in registers_read(item)}
        self.writes = {r.family for r in registers_written(item)}
        self.sets_flags = bool(item.form.flags_written)
        stored = bool(memory) and isinstance(item.operands[0], Mem) and name != "cmp"
        self.loads = {_place(v) for v in memory} if name != "mov" or not stored else set()
        self.stores = {_place(item.operands[0])} if stored else set()
        self.cycles = 1
        if not self.simple:
            self.cycles = ALONE
        elif memory and name not in ("mov", "push", "pop"):
            self.cycles = 3 if stored else 2

    def pairs_with(self, second):
        return (
            self.simple
            and second.simple
            and not self.branch
            and not second.only_u
            and not self.writes & (second.reads | second.writes)
            and not (self.stores and second.stores)
        )

    def before(self, later):
        """Returns whether this must stay before a later instruction of the same list."""
        return bool(
            self.writes & (later.reads | later.writes)
            or self.reads & later.writes
            or self.stores & (later.loads | later.stores)
            or self.loads & later.stores
        )


def _place(mem):
    """Returns a name of a place for the order of loads and stores: a word of the stack, or elsewhere."""
    return ("stack", mem.disp) if mem.base is not None and mem.base.family == "rsp" else "elsewhere"


def cycles(items):
    """Returns the cycles of these instructions in this order, without the costs of branches."""
    ops = [_Op(item) for item in items if isinstance(item, Instr)]
    total, at, written = 0, 0, set()
    while at < len(ops):
        first, pair = ops[at], None
        if written & first.address:
            total += 1
            written = set()
        follower = ops[at + 1] if at + 1 < len(ops) else None
        if follower and first.pairs_with(follower) and not written & follower.address:
            pair = follower
        total += max(first.cycles, pair.cycles if pair else 0)
        written = first.writes | (pair.writes if pair else set())
        at += 2 if pair else 1
    return total


def schedule(items):
    """Returns the items in an order that feeds both pipes. Items that are no instructions are first.

    Greedy: each cycle takes the ready instructions with the longest path to the end. The last
    instruction that sets the flags stays behind all others that do.
    """
    ops = [_Op(item) for item in items if isinstance(item, Instr)]
    others = [item for item in items if not isinstance(item, Instr)]
    setters = [i for i, op in enumerate(ops) if op.sets_flags]
    after = {i: {j for j in range(i) if ops[j].before(ops[i])} for i in range(len(ops))}
    if setters:
        after[setters[-1]] |= set(setters[:-1])
    path = [0] * len(ops)  # cycles to the end
    for i in reversed(range(len(ops))):
        following = [path[j] for j in range(i + 1, len(ops)) if i in after[j]]
        path[i] = ops[i].cycles + max(following, default=0)
    done, order, written, left = set(), [], set(), set(range(len(ops)))

    def ready(but=()):
        return sorted(
            (i for i in left if i not in but and after[i] <= done | set(but)), key=lambda i: (-path[i], i)
        )

    while left:
        candidates = [i for i in ready() if not written & ops[i].address]
        if not candidates:
            written = set()
            continue
        best = None
        for first in candidates:
            second = next(
                (
                    j
                    for j in ready((first,))
                    if ops[first].pairs_with(ops[j]) and not written & ops[j].address
                ),
                None,
            )
            value = (second is not None, path[first] + (path[second] if second is not None else 0))
            if best is None or value > best[0]:
                best = (value, first, second)
        _, first, second = best
        chosen = [first] if second is None else [first, second]
        order += chosen
        done |= set(chosen)
        left -= set(chosen)
        written = set().union(*(ops[i].writes for i in chosen))
    return others + [ops[i].item for i in order]
