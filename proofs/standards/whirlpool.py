# SPDX-License-Identifier: MIT
"""Whirlpool, ISO/IEC 10118-3 clause 13. The mini-boxes and the circulant are those of
src/whirlpool/whirlpool_spec.h; a state is 64 bytes, row by row."""

import functools
import os
import sys

from . import step

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "whirlpool"))
import derive_tables  # noqa: E402 (the path has to be set first)

E, R, CIRCULANT, POLYNOMIAL, ROUNDS = derive_tables.read_spec(os.path.join(sys.path[-1], "whirlpool_spec.h"))
SBOX = derive_tables.sbox(E, R)


def xor(w, a, b):
    return [w.xor(x, y, 8) for x, y in zip(a, b)]


def double(w, x):
    """x times 2 in GF(2**8)."""
    over = w.select(w.bit(x, 7), w.const(POLYNOMIAL & 0xFF, 8), w.const(0, 8), 8)
    return w.xor(w.shl(x, 1, 8), over, 8)


def multiples(w, x):
    """{factor: x times it} of the circulant's factors."""
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
    """gamma: the S-box; pi: column j goes down by j; theta: times the circulant; sigma: the key."""
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
    """W: ten rounds, the round keys by the same round on the constants."""
    state = xor(w, state, key)
    for r in range(1, ROUNDS + 1):
        constant = SBOX[8 * (r - 1) : 8 * r] + [0] * 56
        key = round_function(w, key, [w.const(c, 8) for c in constant])
        state = round_function(w, state, key)
        step(w, "compression", r, state, 8)
    return state


def compress(w, H, block):
    """Miyaguchi-Preneel: the next chaining value, 64 bytes."""
    H = xor(w, xor(w, block_cipher(w, H, block), H), block)
    step(w, "compression", None, H, 8)
    return H
