# SPDX-License-Identifier: MIT
"""The network between the S-boxes of a round and those of the next one, for S-boxes as byte permutations.

A vector has one byte of each block: six bits that one S-box reads, or six bits that it gives. P and E bring
the outputs of an S-box to six S-boxes, one bit to each, and an S-box reads one bit of each of six S-boxes.
So the 48 wires can have six colours, with one wire of each colour from and to each S-box. The colour of a
wire is the number of its bit, in the byte that is found and in the byte that is looked up next. The inputs
of an S-box therefore have an order of their own, and a table gives an output twice if two S-boxes read it.

A colour is a permutation of eight vectors, and the network does another permutation for each of six bits.
It has three stages of four switches. A switch exchanges two vectors in the bits of its mask. Three stages
do 4096 of the 40320 permutations. PLACES and TARGETS are an order of the vectors for which six of these
4096 cover the wires, found by trying random orders. The colours and the masks are derived from this order
when the file is imported.

S-boxes, bits and places are numbered from 0 here.
"""

import itertools

from spec.des import E, P, look_up

BOXES, INPUTS, OUTPUTS = 8, 6, 4
STEPS = (1, 2, 4)  # of the stages: the distance of the two places of a switch
PLACES = (3, 7, 2, 4, 5, 0, 6, 1)  # [place]: the S-box whose result enters the network there
TARGETS = (6, 3, 1, 5, 7, 4, 0, 2)  # [place]: the S-box whose input leaves the network there

# {(from S-box, to S-box): (output, input)}
WIRES = {}
for _to, _input in itertools.product(range(BOXES), range(INPUTS)):
    _from, _output = divmod(P[E[INPUTS * _to + _input] - 1] - 1, OUTPUTS)
    assert (_from, _to) not in WIRES
    WIRES[_from, _to] = _output, _input
assert len(WIRES) == BOXES * INPUTS

# The switches in the order of the stages: (step, the lower of the two places)
SWITCHES = [(step, place) for step in STEPS for place in range(BOXES) if not place & step]


def _permuted(crossed):
    """Returns the places of the network's inputs in the order of its outputs.

    crossed: a bit for each switch, 1 where it exchanges its inputs.
    """
    order = list(range(BOXES))
    for number, (step, place) in enumerate(SWITCHES):
        if crossed >> number & 1:
            order[place], order[place + step] = order[place + step], order[place]
    return order


def _wires_of(crossed):
    """Returns the wires of a permutation."""
    return [(PLACES[source], TARGETS[place]) for place, source in enumerate(_permuted(crossed))]


def _colours():
    """Returns for each colour a bit for each switch, 1 where it exchanges the bits of the colour.

    Tries the permutations that contain the wire with the fewest of them, and goes back if a wire is left
    that none contains."""
    permutations = {crossed: _wires_of(crossed) for crossed in range(1 << len(SWITCHES))}
    permutations = {crossed: wires for crossed, wires in permutations.items() if set(wires) <= set(WIRES)}

    def cover(left, fitting):
        if not left:
            return []
        rarest = min(sorted(left), key=lambda wire: sum(wire in wires for wires in fitting.values()))
        for crossed, wires in fitting.items():
            if rarest in wires:
                rest = {c: w for c, w in fitting.items() if not set(w) & set(wires)}
                found = cover(left - set(wires), rest)
                if found is not None:
                    return [crossed, *found]
        return None

    return cover(set(WIRES), permutations)


_COLOURS = _colours()
assert len(_COLOURS) == INPUTS
# [switch]: the bits that it exchanges
MASKS = [
    sum((crossed >> number & 1) << colour for colour, crossed in enumerate(_COLOURS))
    for number in range(len(SWITCHES))
]
# {(from S-box, to S-box): colour}
COLOUR = {wire: colour for colour, crossed in enumerate(_COLOURS) for wire in _wires_of(crossed)}
assert set(COLOUR) == set(WIRES)
# [S-box][input of the standard]: its bit in the byte that is looked up
BITS = [[None] * INPUTS for _ in range(BOXES)]
for (_from, _to), (_, _input) in WIRES.items():
    BITS[_to][_input] = COLOUR[_from, _to]
assert all(sorted(bits) == list(range(INPUTS)) for bits in BITS)


def table(box):
    """Returns the 64 bytes of an S-box: for each looked-up byte the six bits for the next S-boxes."""
    wires = [(WIRES[box, to][0], COLOUR[box, to]) for to in range(BOXES) if (box, to) in WIRES]

    def found(index):
        value = look_up(box, sum((index >> bit & 1) << i for i, bit in enumerate(BITS[box])))
        return sum((value >> (OUTPUTS - 1 - output) & 1) << colour for output, colour in wires)

    return bytes(found(index) for index in range(1 << INPUTS))
