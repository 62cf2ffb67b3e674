# SPDX-License-Identifier: MIT
"""The circuits of the S-boxes in sbox_circuits.txt, proved, and as C for the bit-sliced kernels.

The file's head says how it is written. A circuit that is wrong for one of the 64 inputs stops the
build.
"""

import re

INPUTS, OUTPUTS = 6, 4
OPERATIONS = {
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "~": lambda a, b: a & ~b,
}


class Circuit:
    """gates: [(operation, signal, signal)], outs: signals; 0 to 5 are the inputs."""

    def __init__(self, gates, outs):
        self.gates, self.outs = gates, outs

    def run(self, inputs):
        values = list(inputs)
        for operation, a, b in self.gates:
            values.append(OPERATIONS[operation](values[a], values[b]))
        return [values[i] for i in self.outs]


def parse(text):
    """The eight circuits, in order."""
    circuits = []
    body = "".join(line for line in text.splitlines(True) if not line.startswith("#"))
    for number, part in enumerate(re.split(r"^S", body, flags=re.M)[1:], 1):
        head, outs = part.split(":")
        box, size, *gates = head.split()
        gates = [re.fullmatch(r"(\d+)([\^&|~])(\d+)", gate).groups() for gate in gates]
        gates = [(operation, int(a), int(b)) for a, operation, b in gates]
        outs = [int(i) for i in outs.split()]
        assert int(box) == number and int(size) == len(gates) and len(outs) == OUTPUTS
        for i, (_, a, b) in enumerate(gates):
            assert max(a, b) < INPUTS + i, "S%d: gate %d reads a later one" % (number, i)
        circuits.append(Circuit(gates, outs))
    assert len(circuits) == 8
    return circuits


def value(s, box, x):
    """S(x), the standard's first bit of x lowest. s: the 512 numbers of the standard, in order."""
    bits = [x >> i & 1 for i in range(INPUTS)]
    row = bits[0] << 1 | bits[5]
    return s[64 * box + 16 * row + (bits[1] << 3 | bits[2] << 2 | bits[3] << 1 | bits[4])]


def prove(circuits, s):
    """All 64 inputs at once: bit x of a word belongs to input x."""
    inputs = [sum((x >> i & 1) << x for x in range(64)) for i in range(INPUTS)]
    for box, circuit in enumerate(circuits):
        for i, got in enumerate(circuit.run(inputs)):
            wanted = sum(((value(s, box, x) ^ value(s, box, 0)) >> (3 - i) & 1) << x for x in range(64))
            assert got == wanted, "the circuit of S%d is wrong at output %d" % (box + 1, i + 1)


def complements(e, p, s):
    """[48]: 1 where an input bit of the S-boxes is a bit of a half block that S(0) complements."""
    half = [value(s, (source - 1) // 4, 0) >> (3 - (source - 1) % 4) & 1 for source in p]
    return [half[source - 1] for source in e]


def load(path, s):
    """The circuits in a file, proved. s: as for value()."""
    with open(path, encoding="utf-8") as file:
        circuits = parse(file.read())
    prove(circuits, s)
    return circuits


def header(circuits, e, p, s):
    changed = complements(e, p, s)
    lines = [
        "/* Derived from sbox_circuits.txt by derive_tables.py: do not edit. */",
        "",
        "/* S(x) ^ S(0) in the lanes of words: out[0] to out[3] from x0 to x5, both in the",
        " * standard's order. */",
    ]
    forms = {"^": "%s ^ %s", "&": "%s & %s", "|": "%s | %s", "~": "%s & ~%s"}
    for box, circuit in enumerate(circuits, 1):
        lines += [
            "static inline void des_sbox_%d(uint64_t x0, uint64_t x1, uint64_t x2," " uint64_t x3," % box,
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
    places = [p.index(i + 1) for i in range(32)]
    lines += ["    %s," % ", ".join(map(str, places[i : i + 16])) for i in (0, 16)]
    return lines + ["};", ""]
