# SPDX-License-Identifier: MIT
"""A round of bit-sliced DES in gates with three inputs (vpternlogq) and 32 registers (AVX-512).

All values of a circuit fit into the registers. A gate overwrites one of its inputs: one that no gate
needs afterwards, or else a copy. An output is a truth table of two signals, and its gate also adds
the slice of the half block.
"""

from asmgen.x86.registers import dword

from ._circuits import BOXES, E_SLICES, INPUTS, OUTPUTS, P_SLICES, TERNARY_CIRCUITS, half_slice
from ._round_keys import key_offset


def round_(vectors, left, right, key, new_box=None, boxes=range(BOXES)):
    """Emits left ^= P(S(E(right) ^ key)). All vector registers are overwritten.

    left, right: addresses of the slices of the half blocks. key: address of the round key. boxes: the S-boxes
    to emit, in this order. new_box: makes a Box.
    """
    for box in boxes:
        vectors.f.phase(f"S{box + 1}", inside=True)
        (new_box or Box)(vectors, box, left, right, key).emit()


def _without_unused(signals, table):
    """Returns the same function with another signal in place of one that does not matter.

    The replaced signal then needs no register. The new table is inverted where its two copies of the
    other signal differ, so that an emitter that mixes them up gives wrong results.
    """
    count = len(signals)
    for i in range(count):
        mine, other = 1 << (count - 1 - i), 1 << (count - 1 - (i + 1) % count)
        if all(not (table >> n ^ table >> (n ^ mine)) & 1 for n in range(1 << count)):
            table = sum((table >> n & 1 ^ (not n & mine) ^ (not n & other)) << n for n in range(1 << count))
            signals = (*signals[:i], signals[(i + 1) % count], *signals[i + 1 :])
    return signals, table


def _reordered(table, places):
    """Returns the table of the same signals in another order. places[i]: the old place of signal i."""
    count = len(places)
    result = 0
    for number in range(1 << count):
        before = 0
        for i, place in enumerate(places):
            before |= (number >> (count - 1 - i) & 1) << (count - 1 - place)
        result |= (table >> before & 1) << number
    return result


def _steps(circuit):
    """Returns gates and outputs in order, each output as soon as its signals exist: ("gate", number of
    its signal, signals, table) or ("output", number, signals, table)."""
    gates = [_without_unused(*gate) for gate in circuit.gates]
    steps, left = [], dict(enumerate(_without_unused(*out) for out in circuit.outs))
    for done in range(INPUTS, INPUTS + len(circuit.gates) + 1):
        for number, (signals, table) in list(left.items()):
            if max(signals) < done:
                steps.append(("output", number, signals, table))
                del left[number]
        if done < INPUTS + len(circuit.gates):
            steps.append(("gate", done, *gates[done - INPUTS]))
    return steps


class Box:
    """Emits one S-box of a round, as S(x) ^ S(0)."""

    zero = 0  # outputs of 0, if an S-box is to be emitted as S(x)

    def __init__(self, vectors, box, left, right, key):
        self.v, self.box = vectors, box
        self.left, self.right, self.key = left, right, key
        self.free, self.register, self.reads = list(vectors.registers), {}, {}

    def emit(self):
        steps = _steps(TERNARY_CIRCUITS[self.box])
        for _, _, signals, _ in steps:
            for signal in set(signals):
                self.reads[signal] = self.reads.get(signal, 0) + 1
        for kind, number, signals, table in steps:
            for signal in signals:
                if signal not in self.register:
                    self.register[signal] = self.free.pop(0)
                    self.input(signal, self.register[signal])
            for signal in set(signals):
                self.reads[signal] -= 1
            spent = [i for i, signal in enumerate(signals) if self.reads[signal] == 0]
            freed = {signals[i] for i in spent}
            first = spent[0] if spent else 0
            places = [first, *(i for i in range(len(signals)) if i != first)]
            table = _reordered(table, places)
            signals = [signals[i] for i in places]
            registers = [self.register[signal] for signal in signals]
            for signal in freed:
                self.free.insert(0, self.register.pop(signal))
            target = registers[0]
            if spent:
                self.free.remove(target)
            else:
                target = self.free.pop(0)
                self.v.move(target, registers[0], note=f"x{signals[0]}")
            if kind == "gate":
                note = f"x{number} = f({', '.join(f'x{signal}' for signal in signals)})"
                self.v.gate(target, *registers[1:], table, note)
                self.register[number] = target
            else:
                self._output(number, target, registers[1], table, signals)
                self.free.insert(0, target)

    def input(self, i, register):
        """Emits x = a slice of R ^ a key bit."""
        source, key = E_SLICES[self.box][i], INPUTS * self.box + i
        self.v.broadcast(register, dword[self.key + key_offset(self.box, i)], note=f"K[{key + 1}]")
        note = f"x{i} = R[{source + 1}] ^ K[{key + 1}]"
        self.v.op("pxor", register, register, self.slice(self.right, source), note)

    def _output(self, number, first, second, table, signals):
        """Emits a slice of L ^= the table of two signals."""
        target = P_SLICES[self.box][number]
        half = self.slice(self.left, target)
        one = self.zero >> (OUTPUTS - 1 - number) & 1
        sum_table = sum((table >> i & 1 ^ j ^ one) << (2 * i + j) for i in range(4) for j in range(2))
        note = f"L[{target + 1}] ^ f(x{signals[0]}, x{signals[1]})"
        self.v.gate(first, second, half, sum_table, note)
        self.v.move(half, first, note=f"L[{target + 1}] ^= S{self.box + 1}.{number + 1}")

    def slice(self, base, bit):
        return self.v.at[base + self.v.size * half_slice(bit)]
