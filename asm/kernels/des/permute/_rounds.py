# SPDX-License-Identifier: MIT
"""A round on 64 blocks, with vpermb as the S-boxes.

A half block is eight vectors, of which vector i has the byte that S-box i looks up: E of the half, with
the round key already added. With x(1) = E(R0) ^ K(1) and x(0) = E(L0) a round is

    x(i+1) = x(i-1) ^ E(P(S(x(i)))) ^ D(i),  D(i) = K(i-1) ^ K(i+1),  K(0) = K(17) = 0
"""

from asmgen.x86.registers import dword, zmmword

from .._vectors import SUM
from ._maps import SELECT
from ._network import BOXES, MASKS, PLACES, STEPS, SWITCHES, TARGETS, table

LOADED = 7  # tables that have a register; the last one is read from memory
TEMPORARIES = 9


def _tables(f):
    return f.constant("sboxes", b"".join(table(box) for box in range(BOXES)), "S-boxes as bytes")


def load_tables(v, registers):
    """Loads the tables of the first S-boxes into registers."""
    for box, register in enumerate(registers):
        v.move_unaligned(register, v.at[_tables(v.f) + v.size * box], note=f"S{box + 1}")


def round_(v, left, right, tables, temporaries, add):
    """Emits left ^= E(P(S(right))) ^ D.

    left, right: eight registers each. tables: LOADED registers. temporaries: TEMPORARIES registers.
    add(box, register, total, spare): emits register ^= total ^ D of an S-box.
    """
    f, free = v.f, list(temporaries)
    masks = f.constant(
        "masks", b"".join(bytes([mask] * 4) for mask in MASKS), "the bits that a switch exchanges"
    )
    at = [None] * BOXES  # the register of each place
    for number, (step, place) in enumerate(SWITCHES):
        other = place + step
        if step == STEPS[0]:
            for i in (place, other):
                box, at[i] = PLACES[i], free.pop(0)
                source = tables[box] if box < LOADED else zmmword[_tables(f) + v.size * box]
                f.vpermb(at[i], right[box], source, note=f"S{box + 1}")
        new = free.pop(0)
        v.broadcast(new, dword[masks + 4 * number], note="the mask of a switch")
        v.gate(new, at[other], at[place], SELECT, note=f"places {place} and {other}: exchange bits")
        v.gate(at[place], at[other], new, SUM, note="the bits left")
        free.append(at[other])
        at[place], at[other] = new, at[place]
        if step == STEPS[-1]:
            for i in (place, other):
                add(TARGETS[i], left[TARGETS[i]], at[i], free[-1])
            free += [at[place], at[other]]
