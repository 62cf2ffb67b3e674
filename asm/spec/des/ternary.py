# SPDX-License-Identifier: MIT
"""The S-boxes as circuits of gates with three inputs, for vpternlog.

The comment at the top of sbox_ternary.txt describes its format. load() computes every circuit for all
64 inputs, so a wrong circuit stops the build.
"""

import re

from .circuits import prove, read

INPUTS, OUTPUTS, LANES = 6, 4, 64
ALL = (1 << LANES) - 1


def _apply(table, signals):
    """Returns the bits that a truth table gives for LANES evaluations.

    The index of a bit in the table is made of the signals' bits, the first signal's highest.
    """
    result = 0
    for number in range(1 << len(signals)):
        if table >> number & 1:
            cell = ALL
            for place, signal in enumerate(reversed(signals)):
                cell &= signal if number >> place & 1 else signal ^ ALL
            result |= cell
    return result


class Ternary:
    """A circuit of one S-box.

    gates: [((signal, signal, signal), truth table)]. outs: [((signal, signal), truth table)]. Signals
    0 to 5 are the inputs, signal 6 + i is gate i.
    """

    def __init__(self, gates, outs):
        self.gates, self.outs = gates, outs

    def run(self, inputs):
        """Returns the four outputs. inputs: six integers; bit x of each belongs to evaluation x."""
        values = list(inputs)
        for signals, table in self.gates:
            values.append(_apply(table, [values[i] for i in signals]))
        return [_apply(table, [values[i] for i in signals]) for signals, table in self.outs]


def _item(text, signals, digits):
    match = re.fullmatch(r"(\d+(?:\.\d+){%d}):([0-9a-f]{%d})" % (signals - 1, digits), text)
    return tuple(int(i) for i in match[1].split(".")), int(match[2], 16)


def parse(text):
    """Returns the circuits of S1 to S8."""
    circuits = []
    body = "".join(line for line in text.splitlines(True) if not line.startswith("#"))
    for number, part in enumerate(re.split(r"^S", body, flags=re.M)[1:], 1):
        box, size, *items = part.split()
        gates = [_item(item, 3, 2) for item in items[:-OUTPUTS]]
        outs = [_item(item, 2, 1) for item in items[-OUTPUTS:]]
        assert int(box) == number and int(size) == len(gates)
        for i, (signals, _) in enumerate(gates):
            assert max(signals) < INPUTS + i, "S%d: gate %d reads a later one" % (number, i)
        circuits.append(Ternary(gates, outs))
    assert len(circuits) == 8
    return circuits


def load():
    """Returns the circuits of sbox_ternary.txt, checked."""
    circuits = parse(read("sbox_ternary.txt"))
    prove(circuits)
    return circuits
