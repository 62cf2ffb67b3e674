# SPDX-License-Identifier: MIT
"""Instructions for circuits whose gates may select, from their gates and 31 registers.

A selection is one instruction that overwrites one of its three operands: bsl the one that selects, bit the
value for 0, bif the value for 1. Where a later gate needs all three, a copy is necessary. Tries ORDERS
orders of the gates with fixed seeds and takes the one with the fewest copies. No value is ever spilled.

Two S-boxes are computed at a time, a gate of each in turn, because the gates of one form long chains.

A signal is a value of a circuit: 0 to 5 are its inputs, 6 is its first gate.
"""

import functools
import random
from typing import NamedTuple

from .._circuits import INPUTS, SELECT_CIRCUITS

ORDERS = 32
REGISTERS = 31  # v31 is left to the kernel
SELECT = "?"
INSTRUCTIONS = {"^": "eor", "&": "and", "|": "orr", "~": "bic"}


class Step(NamedTuple):
    """One instruction, or a few. Registers are numbers."""

    kind: str  # "input", "copy", "gate" or "output"
    box: int
    signal: int
    register: int  # that the step writes, or for "output" reads
    sources: tuple = ()  # registers: of a gate or a copy; for "input" and "output" one that is free
    instruction: str = ""  # of a gate
    number: int = None  # of an output


@functools.cache
def allocate(boxes):
    """Returns the Steps of some S-boxes: first, third and so on, and beside them second, fourth and so on."""
    tracks = [[(box, gate) for box in boxes[first::2] for gate in _order(box)] for first in (0, 1)]
    return _Allocation(boxes, tracks).steps


def _readers(circuit):
    """Returns {signal: how many gates read it}."""
    left = dict.fromkeys(range(INPUTS + len(circuit.gates)), 0)
    for _, *signals in circuit.gates:
        for signal in set(signals):
            left[signal] += 1
    return left


@functools.cache
def _order(box):
    """Returns the gates of an S-box in an order in which each is before its first reader."""
    orders = (_try_order(SELECT_CIRCUITS[box], random.Random(seed)) for seed in range(ORDERS))
    return min(orders)[-1]


def _try_order(circuit, chance):
    """Returns (copies, most values alive, order). Greedy: the next gate is one that needs no copy and lets few
    values live, with some chance."""
    left, done, order, alive = _readers(circuit), set(range(INPUTS)), [], set()
    waiting = dict(enumerate(circuit.gates, INPUTS))
    copies = most = 0

    def needs_copy(i):
        operation, *signals = waiting[i]
        return operation == SELECT and all(left[s] > 1 for s in signals)

    def cost(i):
        signals = set(waiting[i][1:])
        growth = (left[i] > 0) + len(signals - alive) - sum(left[s] == 1 for s in signals)
        return needs_copy(i) + 0.4 * growth + chance.random(), i

    while waiting:
        best = min(cost(i) for i, (_, *signals) in waiting.items() if done.issuperset(signals))[1]
        copies += needs_copy(best)
        signals = set(waiting.pop(best)[1:])
        alive |= signals
        most = max(most, len(alive) + 1)
        for signal in signals:
            left[signal] -= 1
        alive = {s for s in alive | {best} if left[s]}
        order.append(best)
        done.add(best)
    return copies, most, order


class _Allocation:
    """The register of each signal while two orders are followed."""

    def __init__(self, boxes, tracks):
        self.left = {(box, s): n for box in boxes for s, n in _readers(SELECT_CIRCUITS[box]).items()}
        self.free, self.register, self.steps = list(range(REGISTERS)), {}, []
        lengths, at = [len(track) for track in tracks], [0, 0]
        while at != lengths:
            # the track that is behind, but the other one where that could need too many registers
            order = sorted((i for i in (0, 1) if at[i] < lengths[i]), key=lambda i: at[i] / lengths[i])
            i = next((i for i in order if self._needs(*tracks[i][at[i]]) <= len(self.free)), None)
            assert i is not None, f"more than {REGISTERS} values at a time"
            self._compute(*tracks[i][at[i]])
            at[i] += 1

    def _needs(self, box, i):
        """Returns how many free registers a gate needs, with its inputs and outputs."""
        circuit = SELECT_CIRCUITS[box]
        places = {(box, signal) for signal in circuit.gates[i - INPUTS][1:]}
        inputs = sum(place not in self.register for place in places)
        spent = sum(self.left[place] == 1 for place in places)
        return inputs + max(inputs > 0, (i in circuit.outs) + 1 - spent)

    def _compute(self, box, i):
        circuit = SELECT_CIRCUITS[box]
        operation, *signals = circuit.gates[i - INPUTS]
        places = [(box, signal) for signal in signals]
        for place in places:
            if place not in self.register:
                self.register[place] = self.free.pop(0)
                self.steps.append(Step("input", *place, self.register[place], (self.free[0],)))
        for place in places:
            self.left[place] -= 1
        spent = [place for place in reversed(places) if self.left[place] == 0]
        registers = [self.register[place] for place in places]
        if operation == SELECT:
            target, name, sources = self._selection(places, registers, spent)
        else:
            target = self.register[spent[0]] if spent else self.free.pop(0)
            name, sources = INSTRUCTIONS[operation], tuple(registers)
        self.free += [register for place in spent if (register := self.register.pop(place)) != target]
        self.register[box, i] = target
        self.steps.append(Step("gate", box, i, target, sources, name))
        for number, signal in enumerate(circuit.outs):
            if signal == i:
                self.steps.append(Step("output", box, i, target, (self.free[0],), number=number))
        if self.left[box, i] == 0:
            self.free.append(self.register.pop((box, i)))

    def _selection(self, places, registers, spent):
        """Returns the register that a selection overwrites, the instruction and its two sources."""
        chooser, one, zero = registers
        if spent and spent[0] == places[1]:
            return one, "bif", (zero, chooser)
        if spent and spent[0] == places[0]:
            return chooser, "bsl", (one, zero)
        if not spent:
            target = self.free.pop(0)
            self.steps.append(Step("copy", *places[2], target, (zero,)))
            return target, "bit", (one, chooser)
        return zero, "bit", (one, chooser)
