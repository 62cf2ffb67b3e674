# SPDX-License-Identifier: MIT
"""The circuits of the S-boxes, and the wires between them: E, P and IP as slice numbers.

All circuits are proved for their 64 inputs when this file is imported (asm/spec/des). No gate with two
inputs, and none that selects, gives 1 where all are 0, so a circuit of them computes S(x) ^ S(0) and not
S(x). The circuits of gates with three inputs do the same. The missing S(0) is the same in every block, so
the round keys can repair it:

A half block that has taken an odd number of results differs from the standard's by P(S(0)). After
round 1 that is R, after round 2 both halves, after round 3 L, after round 4 none. So the rounds 2, 3,
6, 7, 10, 11, 14 and 15 read a half that differs. In these rounds the key bits of the inputs in COMPLEMENTED
are complemented. After 16 rounds each half has taken eight results and needs no repair.

Slices and S-boxes are numbered from 0 here. Printed notes count from 1, as FIPS 46-3 does.
"""

from spec.des import IP, E, P, circuits, ternary

BOXES, INPUTS, OUTPUTS = 8, 6, 4
CIRCUITS, TERNARY_CIRCUITS = circuits.load(), ternary.load()
SELECT_CIRCUITS = circuits.load("sbox_select.txt")

# [box][i]: the slice of R that E brings to input i of an S-box
E_SLICES = [[E[INPUTS * box + i] - 1 for i in range(INPUTS)] for box in range(BOXES)]
# [box][i]: the slice of L that P adds output i of an S-box to
P_SLICES = [[P.index(OUTPUTS * box + i + 1) for i in range(OUTPUTS)] for box in range(BOXES)]

# [INPUTS * box + i]: 1 where S(0) complements the slice of R that input i reads
COMPLEMENTED = circuits.complements()
# Of each four rounds, counted from 0, these two read a complemented half
COMPLEMENTED_PERIOD, COMPLEMENTED_ROUNDS = 4, (1, 2)

# [i]: the slice to which IP moves bit i of the last byte of a block, 0 being the lowest bit. The same
# bit of the byte before it is in the next slice.
LAST_BYTE = [IP.index(64 - i) for i in range(8)]
assert all(IP[LAST_BYTE[i] + 7 - j] == 8 * j + 8 - i for i in range(8) for j in range(8))


def half_slice(bit):
    """Returns where a slice of a half block is, in vectors from the first one, if bit i of byte k of a block
    is stored in the vector 8 * i + k. IP takes the left half from the even bits of the bytes and the right
    half, which begins 8 vectors later, from the odd ones."""
    row, column = divmod(bit, 8)
    return 8 * (6 - 2 * row) + 7 - column
