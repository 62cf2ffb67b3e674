# SPDX-License-Identifier: MIT
"""DES in expanded form (E-form): states, round keys, and the permutation IP.

A half block is kept as E(half): eight 6-bit fields, each at bits 2 to 7 of its byte. So a byte is a
table offset, times 2 because entries have 8 bytes. Bytes 0 to 3 are the fields of S1 S3 S5 S7, bytes 4
to 7 those of S2 S4 S6 S8. These are the two words of a round key of og_des_key, the second one rotated
right by 4. The tables hold E(P(S)), 4 KiB, so F is eight loads and xors:

    F(x) = sum of the entries at the eight bytes of x

y(i) is the half block that round i reads. The state holds the round key of its next use:
x(i) = E(y(i)) ^ K(i). A round is then

    x(i+2) = x(i) ^ (K(i) ^ K(i+2)) ^ F(x(i+1))

where the difference of the keys is known before. If another DES follows, the halves change places, FP
and IP cancel, and the first two halves of the next DES are

    x'(1) = x(16) ^ (K(16) ^ K'(1))
    x'(2) = x(15) ^ (K(15) ^ K'(2)) ^ F(x(16)) ^ F(x'(1))

So its first round can run beside the last round of the DES before it. `key_slots` computes all these
differences.
"""

from asmgen.frame import Area

from .._spec import ROUNDS

# IP between the block's little-endian words, as libdes has it (src/des/des_sp.h): the word whose bits
# keep their places, the shift, and the bits of that word which change places with the other word's.
EXCHANGES = (
    (0, 4, 0x0F0F0F0F),
    (1, 16, 0x0000FFFF),
    (0, 2, 0x33333333),
    (1, 8, 0x00FF00FF),
    (0, 1, 0x55555555),
)


def slots_size(passes):
    """Returns the bytes that `key_slots` writes for one pass of DES or three."""
    return 16 + 8 * ROUNDS * passes


def slots_area(passes):
    return Area("keys", slots_size(passes), 8, "differences of round keys")
