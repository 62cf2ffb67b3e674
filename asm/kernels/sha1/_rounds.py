# SPDX-License-Identifier: MIT
"""The part of a SHA-1 round in general registers that follows the addition of W[t] and K."""

from ._spec import function


def mix(f, x, y, t, a, b, c, d, e):
    """Adds f(b, c, d) and ROTL 5 (a) to e and rotates b by 30, with instructions of the i386.

    x, y: temporaries, which may be the same register. The addition of ROTL 5 (a) is the last because a
    is the result of the round before. All other operands have been ready for longer.
    """
    if function(t) == "ch":
        f.mov(x, c, note="Ch = d ^ (b & (c ^ d))")
        f.xor(x, d)
        f.and_(x, b)
        f.xor(x, d)
    elif function(t) == "parity":
        parity(f, x, b, c, d)
    else:
        # no bit is set in both terms, so that their sum is their or
        f.mov(x, c, note="Maj = (c & d) + (b & (c ^ d))")
        f.and_(x, d)
        f.add(e, x)
        f.mov(x, c)
        f.xor(x, d)
        f.and_(x, b)
    f.add(e, x, note=f"e += {function(t).capitalize()}(b, c, d)")
    f.rol(b, 30, note="b = ROTL 30 (b)")
    f.mov(y, a)
    f.rol(y, 5)
    f.add(e, y, note="e += ROTL 5 (a)")


def parity(f, x, b, c, d):
    """Computes Parity(b, c, d) in x."""
    f.mov(x, c, note="Parity = b ^ c ^ d")
    f.xor(x, d)
    f.xor(x, b)
