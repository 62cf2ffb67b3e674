# SPDX-License-Identifier: MIT
"""The compression function of SHA-1 (FIPS 180-4) over a word algebra w."""

from ..steps import step


def rotl(w, x, n):
    """Rotates a word left by n bits."""
    return w.rol(x, n, 32)


def f(w, t, x, y, z):
    """Applies the function of round t (section 4.1.1)."""
    if t < 20:  # Ch
        return w.xor(w.and_(x, y, 32), w.and_(w.not_(x, 32), z, 32), 32)
    if 40 <= t < 60:  # Maj
        return w.xor(w.xor(w.and_(x, y, 32), w.and_(x, z, 32), 32), w.and_(y, z, 32), 32)
    return w.xor(w.xor(x, y, 32), z, 32)  # Parity


K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)  # section 4.2.1


def schedule(w, block):
    """Returns the message schedule, 80 words (section 6.1.2, step 1).

    block: 64 bytes. Words are big-endian (section 3.1).
    """
    W = [w.concat(block[4 * t : 4 * t + 4][::-1], 8) for t in range(16)]
    for t in range(16, 80):
        x = w.xor(w.xor(W[t - 3], W[t - 8], 32), w.xor(W[t - 14], W[t - 16], 32), 32)
        W.append(rotl(w, x, 1))
    return W


def rounds(w, state, W, steps=range(80)):
    """Applies the 80 rounds or some of them (section 6.1.2, steps 2 and 3).

    Returns the five working variables before each round and after the last: 81 tuples for all rounds.
    """
    a, b, c, d, e = state
    seen = [(a, b, c, d, e)]
    for t in steps:
        T = rotl(w, a, 5)
        for x in (f(w, t, b, c, d), e, K[t // 20], W[t]):
            T = w.add(T, x, 32)
        e, d, c, b, a = d, c, rotl(w, b, 30), a, T
        seen.append((a, b, c, d, e))
        step(w, "compression", t, [a], 32)
    return seen


def compress(w, H, block):
    """Returns the next hash value, five words (section 6.1.2)."""
    last = rounds(w, H, schedule(w, block))[-1]
    H = tuple(w.add(x, y, 32) for x, y in zip(last, H))
    step(w, "compression", None, H, 32)
    return H
