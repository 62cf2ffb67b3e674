# SPDX-License-Identifier: MIT
"""What every SHA-1 kernel takes from FIPS 180-4: constants, round functions, schedule taps."""

ROUNDS = 80
BLOCK = 64  # bytes
K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)  # section 4.2.1, one per 20 rounds
# section 6.1.2: W(t) = ROTL 1 (W(t-3) ^ W(t-8) ^ W(t-14) ^ W(t-16)). Oldest word first: the newest
# one, which was stored just now, then waits for nothing but its own store.
TAPS = (16, 14, 8, 3)


def k(t):
    return K[t // 20]


def function(t):
    """Section 4.1.1: which logical function round t uses."""
    return ("ch", "parity", "maj", "parity")[t // 20]


def rotate_roles(a, b, c, d, e):
    """After a round: e holds the new a, b was rotated in place; only the names move."""
    return e, a, b, c, d
