# SPDX-License-Identifier: MIT
"""A round of bit-sliced DES: circuits in sixteen registers.

The gates of a circuit are put into an order that keeps few values alive; where the registers are
too few for it, the value that is needed last goes to memory and is read from there as an operand.
Many orders are tried, always the same ones.
"""

import random

from asmgen.registers import dword

from ._circuits import CIRCUITS, GIVES, INPUTS, TAKES

ORDERS = 16  # tried for each box
ROUND_KEY = 4 * INPUTS * len(TAKES)  # bytes: a dword for each bit
NAMES = {"^": "pxor", "&": "pand", "|": "por", "~": "pandn"}
KEY_ORDER = (0, 2, 4, 6, 1, 3, 5, 7)  # of the boxes in a round key


def _order(circuit, chance):
    """Numbers of signals, inputs among them, each before its first reader."""
    readers = {}
    for i, (_, a, b) in enumerate(circuit.gates, INPUTS):
        for signal in (a, b):
            readers.setdefault(signal, set()).add(i)
    left = {signal: len(r) for signal, r in readers.items()}
    outs = set(circuit.outs)
    waiting = set(range(INPUTS, INPUTS + len(circuit.gates)))
    done, order = set(), []

    def cost(i):
        """Growth of what is alive if i comes next, with the inputs that it brings along."""
        _, a, b = circuit.gates[i - INPUTS]
        new = sum(s < INPUTS and s not in done for s in {a, b})
        dies = sum(left[s] == 1 for s in {a, b})
        return (i not in outs) + new - dies

    while waiting:
        ready = [i for i in waiting if all(s in done or s < INPUTS for s in circuit.gates[i - INPUTS][1:])]
        best = min(ready, key=lambda i: (cost(i) + chance.random() * 0.9, chance.random()))
        for s in sorted(set(circuit.gates[best - INPUTS][1:])):
            if s < INPUTS and s not in done:
                order.append(s)
                done.add(s)
            left[s] -= 1
        order.append(best)
        done.add(best)
        waiting.discard(best)
    return order


class _Allocation:
    """Which register or slot holds each signal while the order is gone through. emit: None to count
    instructions only."""

    def __init__(self, circuit, order, registers, emit):
        self.circuit, self.order, self.emit = circuit, order, emit
        self.free = list(registers)
        self.place, self.saved = {}, {}
        self.cost = 0
        self.uses = {}
        for at, i in enumerate(order):
            if i >= INPUTS:
                for s in circuit.gates[i - INPUTS][1:]:
                    self.uses.setdefault(s, []).append(at)
        for self.at, i in enumerate(order):
            self._input(i) if i < INPUTS else self._gate(i)

    def _next(self, s):
        return next((at for at in self.uses.get(s, ()) if at > self.at), None)

    def _do(self, name, *operands):
        self.cost += 1
        if self.emit:
            getattr(self.emit, name)(*operands)

    def _register(self, keep=()):
        if not self.free:
            out = max((s for s in self.place if s not in keep), key=self._next)
            if out not in self.saved:
                self.saved[out] = len(self.saved)
                self._do("save", self.saved[out], self.place[out])
            self.free.append(self.place.pop(out))
        return self.free.pop(0)

    def _release(self, *signals):
        for s in set(signals):
            if s in self.place and self._next(s) is None:
                self.free.insert(0, self.place.pop(s))

    def _input(self, i):
        self.place[i] = self._register()
        self._do("input", i, self.place[i])

    def _gate(self, i):
        symbol, a, b = self.circuit.gates[i - INPUTS]
        name = NAMES[symbol]
        if name == "pandn":  # the complement is of the first source
            a, b = b, a
        elif a not in self.place or b in self.place and self._next(a) is not None:
            a, b = b, a  # a register first, if possible one that is spent
        if a not in self.place:
            register = self._register((b,))
            self._do("restore", register, self.saved[a])
            self.place[a] = register
        first = self.place[a]
        second = self.place.get(b)
        slot = None if second is not None else self.saved[b]
        if self._next(a) is None:
            target = first
            del self.place[a]
            self._release(b)
        elif second is not None and self._next(b) is None and (self.vex or name != "pandn"):
            target = second
            del self.place[b]
        else:
            target = self._register((a, b))
            self._release(b)
        self._do("gate", name, target, first, second, slot)
        if i in self.circuit.outs:
            for number, signal in enumerate(self.circuit.outs):
                if signal == i:
                    keeps = self._next(i) is not None
                    self._do("output", number, target, keeps)
        if self._next(i) is None:
            self.free.insert(0, target)
        else:
            self.place[i] = target


def _allocation(vex):
    return type("Allocation", (_Allocation,), {"vex": vex})


def _best(circuit, registers, vex):
    best = None
    for seed in range(ORDERS):
        order = _order(circuit, random.Random(seed))
        cost = _allocation(vex)(circuit, order, registers, None).cost
        if best is None or cost < best[0]:
            best = cost, order
    return best[1]


_ORDERS = {}


class Box:
    """Instructions of one box. left, right: addresses of the half blocks; key: of the round key."""

    def __init__(self, vectors, box, left, right, key, spill):
        self.v, self.box = vectors, box
        self.left, self.right, self.key, self.spill = left, right, key, spill

    def _slot(self, base, number):
        return self.v.at[base + self.v.size * number]

    def input(self, i, register):
        at = 4 * (INPUTS * KEY_ORDER.index(self.box) + i)
        self.v.broadcast(register, dword[self.key + at])
        self.v.op("pxor", register, register, self._slot(self.right, TAKES[self.box][i]))

    def save(self, slot, register):
        self.v.move(self._slot(self.spill, slot), register)

    def restore(self, register, slot):
        self.v.move(register, self._slot(self.spill, slot))

    def gate(self, name, target, first, second, slot):
        self.v.op(name, target, first, second if slot is None else self._slot(self.spill, slot))

    def output(self, number, register, keeps):
        half = self._slot(self.left, GIVES[self.box][number])
        if keeps:
            spare = self.spare
            self.v.op("pxor", spare, register, half)
            register = spare
        else:
            self.v.op("pxor", register, register, half)
        self.v.move(half, register)


def round_(vectors, left, right, key, spill, box_class=Box, boxes=range(len(CIRCUITS))):
    """left ^= P(S(E(right) ^ key)), all of them addresses; every vector register is spent. boxes:
    which, in this order."""
    *registers, spare = vectors.registers
    for box in boxes:
        circuit = CIRCUITS[box]
        if (box, vectors.vex) not in _ORDERS:
            _ORDERS[box, vectors.vex] = _best(circuit, registers, vectors.vex)
        emitter = box_class(vectors, box, left, right, key, spill)
        emitter.spare = spare
        vectors.f.phase(f"S{box + 1}")
        _allocation(vectors.vex)(circuit, _ORDERS[box, vectors.vex], registers, emitter)
