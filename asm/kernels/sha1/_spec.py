# SPDX-License-Identifier: MIT
"""The constants, logical functions and message schedule of SHA-1 (FIPS 180-4)."""

ROUNDS = 80
BLOCK = 64  # bytes
K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)  # section 4.2.1, one per 20 rounds
# Section 6.1.2: W[t] = ROTL 1 (W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16]). The distances are sorted by age:
# the newest word has just been stored, and a load of it has to wait for that store.
TAPS = (16, 14, 8, 3)


def k(t):
    """Returns the constant of round t."""
    return K[t // 20]


def k_name(t):
    """Returns the name that notes give to the constant of round t."""
    return f"K{t // 20}"


def words(t):
    """Returns the name that notes give to the vector of four schedule words that begins at W[t]."""
    return f"W[{t}..{t + 3}]"


def function(t):
    """Returns the logical function of round t (section 4.1.1)."""
    return ("ch", "parity", "maj", "parity")[t // 20]


def rotate_roles(a, b, c, d, e):
    """Returns the registers of a to e after a round. The register of e holds the new a, and that of b
    was rotated in place, so no value moves."""
    return e, a, b, c, d
