# SPDX-License-Identifier: MIT
"""Instructions for a circuit of gates with two inputs, from its gates and a number of registers.

Puts the gates into an order that keeps few values alive. Where the registers are too few, the value
that is needed last is spilled to memory, and later read from there as an operand. Tries ORDERS orders
with fixed seeds and takes the one with the fewest instructions.

A signal is a value of the circuit: 0 to 5 are its inputs, 6 is its first gate.
"""

import functools
import random
from typing import NamedTuple

from ._circuits import CIRCUITS, INPUTS

ORDERS = 16
INSTRUCTIONS = {"^": "pxor", "&": "pand", "|": "por", "~": "pandn"}


class Step(NamedTuple):
    """One instruction, or a few. Registers and spill slots are numbers."""

    kind: str  # "input", "gate", "output", "spill" or "reload"
    signal: int
    register: int  # that the step writes, or for "output" and "spill" reads
    slot: int = None  # of "spill", "reload" and a "gate" whose second source is in memory
    instruction: str = ""  # of a gate
    first: int = None  # source registers of a gate; second is None for one in memory
    second: int = None
    number: int = None  # of an output
    last: bool = True  # an output that no gate needs afterwards


@functools.cache
def allocate(box, registers, three_operands):
    """Returns the Steps of an S-box. registers: how many there are. three_operands: instructions need
    not overwrite a source."""
    circuit = CIRCUITS[box]
    orders = (_order(circuit, random.Random(seed)) for seed in range(ORDERS))
    allocations = (_Allocation(circuit, order, registers, three_operands).steps() for order in orders)
    return min(allocations, key=len)


def _order(circuit, chance):
    """Returns all signals in an order in which each is before its first reader. Greedy: the next gate
    is one that lets few values live, with some chance."""
    readers = {}
    for i, (_, a, b) in enumerate(circuit.gates, INPUTS):
        for signal in (a, b):
            readers.setdefault(signal, set()).add(i)
    left = {signal: len(r) for signal, r in readers.items()}
    outs = set(circuit.outs)
    waiting = set(range(INPUTS, INPUTS + len(circuit.gates)))
    done, order = set(), []

    def growth(i):
        """Returns by how many the live values grow if gate i is next, new inputs included."""
        _, a, b = circuit.gates[i - INPUTS]
        new = sum(s < INPUTS and s not in done for s in {a, b})
        dies = sum(left[s] == 1 for s in {a, b})
        return (i not in outs) + new - dies

    while waiting:
        ready = [i for i in waiting if all(s in done or s < INPUTS for s in circuit.gates[i - INPUTS][1:])]
        best = min(ready, key=lambda i: (growth(i) + chance.random() * 0.9, chance.random()))
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
    """The register or spill slot of each signal while an order is followed."""

    def __init__(self, circuit, order, registers, three_operands):
        self.circuit, self.order, self.three_operands = circuit, order, three_operands
        self.free = list(range(registers))
        self.register, self.slot = {}, {}  # by signal
        self.at, self.made = 0, []
        self.reads = {}  # signal -> where in the order gates read it
        for at, i in enumerate(order):
            if i >= INPUTS:
                for s in circuit.gates[i - INPUTS][1:]:
                    self.reads.setdefault(s, []).append(at)

    def steps(self):
        for self.at, i in enumerate(self.order):
            if i < INPUTS:
                self.register[i] = self._take()
                self.made.append(Step("input", i, self.register[i]))
            else:
                self._gate(i)
        return self.made

    def _next_read(self, s):
        return next((at for at in self.reads.get(s, ()) if at > self.at), None)

    def _take(self, keep=()):
        """Returns a free register. Spills a value if there is none, but none of `keep`."""
        if not self.free:
            out = max((s for s in self.register if s not in keep), key=self._next_read)
            if out not in self.slot:
                self.slot[out] = len(self.slot)
                self.made.append(Step("spill", out, self.register[out], self.slot[out]))
            self.free.append(self.register.pop(out))
        return self.free.pop(0)

    def _release(self, s):
        """Frees the register of a signal that no gate reads any more."""
        if s in self.register and self._next_read(s) is None:
            self.free.insert(0, self.register.pop(s))

    def _gate(self, i):
        symbol, a, b = self.circuit.gates[i - INPUTS]
        name = INSTRUCTIONS[symbol]
        if name == "pandn":  # complements its first source, the circuit's gate its second one
            a, b = b, a
        elif a not in self.register or b in self.register and self._next_read(a) is not None:
            a, b = b, a  # the first source is in a register, if possible one that becomes free
        if a not in self.register:
            register = self._take((b,))
            self.made.append(Step("reload", a, register, self.slot[a]))
            self.register[a] = register
        first, second = self.register[a], self.register.get(b)
        slot = None if second is not None else self.slot[b]
        if self._next_read(a) is None:
            target = first
            del self.register[a]
            self._release(b)
        elif second is not None and self._next_read(b) is None and (self.three_operands or name != "pandn"):
            target = second
            del self.register[b]
        else:
            target = self._take((a, b))
            self._release(b)
        self.made.append(Step("gate", i, target, slot, name, first, second))
        last = self._next_read(i) is None
        for number, signal in enumerate(self.circuit.outs):
            if signal == i:
                self.made.append(Step("output", i, target, number=number, last=last))
        if last:
            self.free.insert(0, target)
        else:
            self.register[i] = target
