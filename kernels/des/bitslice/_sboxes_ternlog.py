# SPDX-License-Identifier: MIT
"""A round of bit-sliced DES in gates of three inputs and thirty-two registers.

All values of a circuit fit. A gate's result takes the place of one of its inputs: of one that is
needed no more, or of a copy. An output is a table of two signals and the bit of the half block that
it is added to, one gate.
"""

from asmgen.registers import dword

from ._circuits import GIVES, INPUTS, TAKES, TERNARY
from ._sboxes_2in import KEY_ORDER


def _tight(signals, table):
    """The same with another signal twice where one does not matter: it need not be kept, and were
    the two not the same, the result would be wrong."""
    count = len(signals)
    for i in range(count):
        mine, other = 1 << (count - 1 - i), 1 << (count - 1 - (i + 1) % count)
        if all(not (table >> n ^ table >> (n ^ mine)) & 1 for n in range(1 << count)):
            table = sum((table >> n & 1 ^ (not n & mine) ^ (not n & other)) << n for n in range(1 << count))
            signals = (*signals[:i], signals[(i + 1) % count], *signals[i + 1 :])
    return signals, table


def _order(circuit):
    """Gates and outputs, each output as soon as there is all that it takes: ("gate", number of
    its signal) or ("output", number), signals, table."""
    gates = [_tight(*gate) for gate in circuit.gates]
    steps, left = [], dict(enumerate(_tight(*out) for out in circuit.outs))
    for done in range(INPUTS, INPUTS + len(circuit.gates) + 1):
        for number, (signals, table) in list(left.items()):
            if max(signals) < done:
                steps.append(("output", number, signals, table))
                del left[number]
        if done < INPUTS + len(circuit.gates):
            steps.append(("gate", done, *gates[done - INPUTS]))
    return steps


def _turned(table, places):
    """The table of the same signals in another order. places[i]: where the one now at i was."""
    count = len(places)
    result = 0
    for number in range(1 << count):
        before = 0
        for i, place in enumerate(places):
            before |= (number >> (count - 1 - i) & 1) << (count - 1 - place)
        result |= (table >> before & 1) << number
    return result


class _Box:
    """Instructions of one box. left, right: addresses of the half blocks; key: of the round key."""

    def __init__(self, vectors, box, left, right, key):
        self.v, self.box = vectors, box
        self.left, self.right, self.key = left, right, key
        self.free, self.place, self.uses = list(vectors.registers), {}, {}

    def build(self):
        steps = _order(TERNARY[self.box])
        for _, _, signals, _ in steps:
            for signal in set(signals):
                self.uses[signal] = self.uses.get(signal, 0) + 1
        for kind, number, signals, table in steps:
            for signal in signals:
                if signal not in self.place:
                    self.place[signal] = self.free.pop(0)
                    self.input(signal, self.place[signal])
            for signal in set(signals):
                self.uses[signal] -= 1
            spent = [i for i, signal in enumerate(signals) if self.uses[signal] == 0]
            first = spent[0] if spent else 0
            rest = [i for i in range(len(signals)) if i != first]
            table = _turned(table, [first, *rest])
            registers = [self.place[signals[i]] for i in (first, *rest)]
            for signal in {signals[i] for i in spent}:
                self.free.insert(0, self.place.pop(signal))
            target = registers[0]
            if spent:
                self.free.remove(target)
            else:
                target = self.free.pop(0)
                self.v.move(target, registers[0])
            if kind == "gate":
                self.v.gate(target, *registers[1:], table)
                self.place[number] = target
            else:
                self.output(number, target, registers[1], table)
                self.free.insert(0, target)

    def input(self, i, register):
        at = 4 * (INPUTS * KEY_ORDER.index(self.box) + i)
        self.v.broadcast(register, dword[self.key + at])
        self.v.op("pxor", register, register, self._slot(self.right, TAKES[self.box][i]))

    def output(self, number, first, second, table):
        half = self._slot(self.left, GIVES[self.box][number])
        both = sum((table >> i & 1 ^ j) << (2 * i + j) for i in range(4) for j in range(2))
        self.v.gate(first, second, half, both)
        self.v.move(half, first)

    def _slot(self, base, bit):
        """Of a half block; see _batch_avx512.py."""
        row, column = divmod(bit, 8)
        return self.v.at[base + self.v.size * (8 * (6 - 2 * row) + 7 - column)]


def round_(vectors, left, right, key):
    """left ^= P(S(E(right) ^ key)), all of them addresses; every vector register is spent."""
    for box in range(len(TERNARY)):
        vectors.f.phase(f"S{box + 1}")
        _Box(vectors, box, left, right, key).build()
