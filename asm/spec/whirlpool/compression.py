# SPDX-License-Identifier: MIT
"""The compression function of Whirlpool (ISO/IEC 10118-3, clause 13) over a word algebra w.

A state is a list of 64 bytes, row by row.
"""

import functools

from ..steps import step
from . import CIRCULANT, POLYNOMIAL, ROUNDS, SBOX, round_constant


def xor(w, a, b):
    """Returns the bytewise XOR of two states."""
    return [w.xor(x, y, 8) for x, y in zip(a, b)]


def double(w, x):
    """Multiplies a byte by 2 in GF(2**8)."""
    over = w.select(w.bit(x, 7), w.const(POLYNOMIAL & 0xFF, 8), w.const(0, 8), 8)
    return w.xor(w.shl(x, 1, 8), over, 8)


def multiples(w, x):
    """Returns {factor: product} of a byte and each element of the circulant."""
    powers = [x]
    while 1 << len(powers) <= max(CIRCULANT):
        powers.append(double(w, powers[-1]))
    return {
        factor: functools.reduce(
            lambda a, b: w.xor(a, b, 8), [power for i, power in enumerate(powers) if factor >> i & 1]
        )
        for factor in set(CIRCULANT)
    }


def round_function(w, state, key):
    """Applies one round: gamma, pi, theta and sigma.

    gamma is the S-box. pi rotates column j down by j rows. theta multiplies by the circulant matrix.
    sigma adds the round key.
    """
    state = [w.lookup(SBOX, x, 8) for x in state]
    state = [state[8 * ((i - j) % 8) + j] for i in range(8) for j in range(8)]
    times = [multiples(w, x) for x in state]
    mixed = []
    for i in range(8):
        for j in range(8):
            total = w.const(0, 8)
            for k in range(8):
                total = w.xor(total, times[8 * i + k][CIRCULANT[(j - k) % 8]], 8)
            mixed.append(total)
    return xor(w, mixed, key)


def block_cipher(w, key, state):
    """Applies the block cipher W.

    The key schedule is the same round function. The round constants are its round keys.
    """
    state = xor(w, state, key)
    for r in range(1, ROUNDS + 1):
        constant = round_constant(r) + bytes(56)
        key = round_function(w, key, [w.const(c, 8) for c in constant])
        state = round_function(w, state, key)
        step(w, "compression", r, state, 8)
    return state


def compress(w, H, block):
    """Returns the next chaining value, 64 bytes (Miyaguchi-Preneel)."""
    H = xor(w, xor(w, block_cipher(w, H, block), H), block)
    step(w, "compression", None, H, 8)
    return H
