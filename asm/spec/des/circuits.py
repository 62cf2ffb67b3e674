# SPDX-License-Identifier: MIT
"""The S-boxes as circuits of gates with two inputs, and as C for the bit-sliced kernels.

The comment at the top of sbox_circuits.txt describes its format. load() computes every circuit for all
64 inputs, so a wrong circuit stops the build.
"""

import os
import re

from . import E, P, look_up

HOME = os.path.dirname(os.path.abspath(__file__))

INPUTS, OUTPUTS = 6, 4
OPERATIONS = {
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "~": lambda a, b: a & ~b,
    "?": lambda a, b, c: a & b | ~a & c,
}


class Circuit:
    """A circuit of one S-box.

    gates: [(operation, signal, signal)], with a third signal for the operation ?. outs: the four output
    signals. Signals 0 to 5 are the inputs, signal 6 + i is gate i.
    """

    def __init__(self, gates, outs):
        self.gates, self.outs = gates, outs

    def run(self, inputs):
        """Returns the four outputs. inputs: six integers; bit x of each belongs to evaluation x."""
        values = list(inputs)
        for operation, *signals in self.gates:
            values.append(OPERATIONS[operation](*(values[i] for i in signals)))
        return [values[i] for i in self.outs]


def parse(text):
    """Returns the circuits of S1 to S8."""
    circuits = []
    body = "".join(line for line in text.splitlines(True) if not line.startswith("#"))
    for number, part in enumerate(re.split(r"^S", body, flags=re.M)[1:], 1):
        head, outs = part.split(":")
        box, size, *gates = head.split()
        gates = [re.fullmatch(r"(\d+)([\^&|~?])(\d+)(?:,(\d+))?", gate).groups() for gate in gates]
        gates = [(operation, *(int(i) for i in (a, *others) if i)) for a, operation, *others in gates]
        outs = [int(i) for i in outs.split()]
        assert int(box) == number and int(size) == len(gates) and len(outs) == OUTPUTS
        for i, (_, *signals) in enumerate(gates):
            assert max(signals) < INPUTS + i, "S%d: gate %d reads a later one" % (number, i)
        circuits.append(Circuit(gates, outs))
    assert len(circuits) == 8
    return circuits


def prove(circuits):
    """Checks eight circuits of either kind for all inputs: output i must be bit i of S(x) ^ S(0)."""
    # bit x of an integer belongs to input x
    inputs = [sum((x >> i & 1) << x for x in range(64)) for i in range(INPUTS)]
    for box, circuit in enumerate(circuits):
        for i, got in enumerate(circuit.run(inputs)):
            wanted = sum(((look_up(box, x) ^ look_up(box, 0)) >> (3 - i) & 1) << x for x in range(64))
            assert got == wanted, "the circuit of S%d is wrong at output %d" % (box + 1, i + 1)


def complements():
    """Returns 48 numbers, one for each input bit of the S-boxes: 1 where P(S(0)) complements it."""
    half = [look_up((source - 1) // 4, 0) >> (3 - (source - 1) % 4) & 1 for source in P]
    return [half[source - 1] for source in E]


def read(name):
    """Returns the text of a file of circuits in this folder."""
    with open(os.path.join(HOME, name), encoding="utf-8") as file:
        return file.read()


def load(name="sbox_circuits.txt"):
    """Returns the circuits of a file in this folder, checked."""
    circuits = parse(read(name))
    prove(circuits)
    return circuits


def header():
    """Returns the lines of des_sboxes.h."""
    changed = complements()
    lines = [
        "/* Derived from asm/spec/des/sbox_circuits.txt by asm/spec/des/circuits.py: do not edit. */",
        "",
        "/* S(x) ^ S(0) in the lanes of words: out[0] to out[3] from x0 to x5, both in the",
        " * standard's order. */",
    ]
    forms = {"^": "%s ^ %s", "&": "%s & %s", "|": "%s | %s", "~": "%s & ~%s"}
    for box, circuit in enumerate(load(), 1):
        lines += [
            "static inline void des_sbox_%d(uint64_t x0, uint64_t x1, uint64_t x2, uint64_t x3," % box,
            "                               uint64_t x4, uint64_t x5, uint64_t out[4]) {",
        ]
        for i, (operation, a, b) in enumerate(circuit.gates, INPUTS):
            lines.append("    const uint64_t x%d = %s;" % (i, forms[operation] % ("x%d" % a, "x%d" % b)))
        lines += ["    out[%d] = x%d;" % (i, signal) for i, signal in enumerate(circuit.outs)]
        lines += ["}", ""]
    lines += [
        "/* Inputs of the eight S-boxes: is it a bit of the half block that S(0) changes? */",
        "static const uint8_t des_sbox_changed[48] = {",
    ]
    lines += ["    %s," % ", ".join(map(str, changed[i : i + 24])) for i in (0, 24)]
    lines += [
        "};",
        "",
        "/* Where P puts each output of the S-boxes, from 0. */",
        "static const uint8_t des_sbox_place[32] = {",
    ]
    places = [P.index(i + 1) for i in range(32)]
    lines += ["    %s," % ", ".join(map(str, places[i : i + 16])) for i in (0, 16)]
    return lines + ["};", ""]
