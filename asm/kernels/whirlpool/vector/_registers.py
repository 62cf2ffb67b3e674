# SPDX-License-Identifier: MIT
"""Allocates registers for an ordered graph (_schedule.py) and emits its instructions, as SSE or VEX."""

from asmgen.x86.registers import xmmword, ymmword

from ._schedule import Constant, Value, order

COMMUTE = ("pxor", "pand", "paddb")


class Allocator:
    """Assigns each value a register until its last use. Registers that no value needs hold
    constants: the constant with the farthest next use is evicted, and loaded again when it is used.
    Values are never spilled. An order with more live values than registers is refused.

    vex: instructions have three operands. Otherwise the first source is overwritten.
    """

    def __init__(self, f, pool):
        self.f, self.pool, self.vex = f, pool, "avx2" in f.kernel.isa
        self.memory_of = {128: xmmword, 256: ymmword}[pool[0].width]

    def memory(self, constant):
        return self.memory_of[self.f.constant(constant.name, constant.content)]

    def emit(self, graph, ordered, homes):
        self.homes = homes
        self.holds = {register: v for v, register in graph.inputs.items()}
        self.place = dict(graph.inputs)
        self.uses = {}
        for at, v in enumerate(ordered):
            for s in v.sources:
                if isinstance(s, (Value, Constant)):
                    self.uses.setdefault(s, []).append(at)
        for v in homes:
            self.uses.setdefault(v, []).append(len(ordered))
        for self.at, v in enumerate(ordered):
            (self._three_operands if self.vex else self._two_operands)(v)
        self._move_home()

    # -- bookkeeping -----------------------------------------------------------------------------
    def _next_use(self, thing):
        return next((at for at in self.uses.get(thing, ()) if at > self.at), None)

    def _dies(self, thing):
        return isinstance(thing, Value) and self._next_use(thing) is None

    def _put(self, register, thing):
        self.place.pop(self.holds.get(register), None)
        self.holds[register] = thing
        self.place[thing] = register

    def _drop_dead(self, v):
        for s in v.reads():
            if self._dies(s):
                del self.holds[self.place.pop(s)]

    def _register(self, v, keep=()):
        """Returns the register for the result of v: its home, else an empty one, else that of the
        constant with the farthest next use. keep: constants that must not be evicted."""
        home = self.homes.get(v)
        if home is not None and home not in self.holds:
            return home
        empty = [r for r in self.pool if r not in self.holds]
        if empty:
            reserved = set(self.homes.values())
            return min(empty, key=lambda r: (r in reserved, self.pool.index(r)))
        constants = [
            r for r in self.pool if isinstance(self.holds[r], Constant) and self.holds[r] not in keep
        ]
        if not constants:
            raise ValueError("too many values are alive")
        return max(constants, key=lambda r: self._next_use(self.holds[r]) or 1 << 30)

    def _operand(self, s):
        if isinstance(s, (Value, Constant)):
            return self.place[s] if s in self.place else self.memory(s)
        return s

    # -- instructions ----------------------------------------------------------------------------
    def _move(self, register, source):
        (self.f.vmovdqa if self.vex else self.f.movdqa)(register, source)

    def _write(self, v, register, operands):
        if register is not None:
            self._put(register, v)
            operands = [register.view(v.width) if v.width else register, *operands]
        getattr(self.f, v.name)(*operands, note=v.note)

    def _three_operands(self, v):
        """Emits a VEX instruction. Its first source must be a register, the last may be memory."""
        first = v.sources[0]
        if isinstance(first, Constant) and first not in self.place:
            register = self._register(first)
            self._move(register, self.memory(first))
            self._put(register, first)
        operands = [self._operand(s) for s in v.sources]
        self._drop_dead(v)
        self._write(v, self._register(v) if v.result else None, operands)

    def _two_operands(self, v):
        """Emits an SSE instruction, after a copy of its first source if that is used again."""
        first, *rest = v.sources
        if not v.result or not isinstance(first, (Value, Constant)):
            operands = [self._operand(s) for s in v.sources]  # a store or a load
            self._drop_dead(v)
            self._write(v, self._register(v) if v.result else None, operands)
            return
        if v.name in COMMUTE and not self._dies(first) and self._dies(rest[0]):
            first, rest = rest[0], [first]
        operands = [self._operand(s) for s in rest]
        if self._dies(first):
            register = self.place[first]
        else:
            register = self._register(v)
            self._move(register, self._operand(first))
        self._drop_dead(v)
        self._write(v, register, operands)

    def _move_home(self):
        """Moves values that ended up elsewhere to their homes."""
        todo = {r: self.place[v] for v, r in self.homes.items() if self.place[v] is not r}
        while todo:
            target = next(r for r in todo if r not in todo.values())
            self._move(target, todo.pop(target))


def schedule_and_emit(f, graph, pool, most, homes=None):
    """Orders the graph, allocates registers of the pool and emits the instructions into f.

    most: see `order`. homes: {value: the register that holds it at the end}.
    """
    Allocator(f, pool).emit(graph, order(graph, most), homes or {})
