# SPDX-License-Identifier: MIT
"""The circuits of the S-boxes in sbox_ternary.txt, of gates with three inputs, proved.

The file's head says how it is written. A circuit that is wrong for one of the 64 inputs stops the
build.
"""

import re

INPUTS, OUTPUTS, LANES = 6, 4, 64
ALL = (1 << LANES) - 1


def _apply(table, signals):
    """The bits of a table (bit number: the signals' bits, the first highest) for LANES lanes."""
    result = 0
    for number in range(1 << len(signals)):
        if table >> number & 1:
            cell = ALL
            for place, signal in enumerate(reversed(signals)):
                cell &= signal if number >> place & 1 else signal ^ ALL
            result |= cell
    return result


class Ternary:
    """gates: [((signal, signal, signal), table)], outs: [((signal, signal), table)]; 0 to 5 are the
    inputs."""

    def __init__(self, gates, outs):
        self.gates, self.outs = gates, outs

    def run(self, inputs):
        values = list(inputs)
        for signals, table in self.gates:
            values.append(_apply(table, [values[i] for i in signals]))
        return [_apply(table, [values[i] for i in signals]) for signals, table in self.outs]


def _item(text, signals, digits):
    match = re.fullmatch(r"(\d+(?:\.\d+){%d}):([0-9a-f]{%d})" % (signals - 1, digits), text)
    return tuple(int(i) for i in match[1].split(".")), int(match[2], 16)


def parse(text):
    """The eight circuits, in order."""
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


def load(path, prove, s):
    """The circuits in a file. prove, s: of sbox_circuits.py, and the standard's numbers."""
    with open(path, encoding="utf-8") as file:
        circuits = parse(file.read())
    prove(circuits, s)
    return circuits
