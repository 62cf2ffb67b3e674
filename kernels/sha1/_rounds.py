# SPDX-License-Identifier: MIT
"""One SHA-1 round on general registers with one temporary: what sha1_x86_fast and sha1_x64_fast
share. Everything i386 can do, so the two differ in their registers and frames alone. The kernels
with a vector schedule (_woven.py) share all of it but the word."""

from asmgen.registers import dword

from ._spec import ROUNDS, TAPS, function, k


def round_(f, x, blocks, scratch, t, a, b, c, d, e):
    """e + ROTL 5 (a) + f(b, c, d) + K + W(t) into e's register; ROTL 30 (b) into b's.

    x: the temporary. blocks: pointer to the message block. scratch: the ring of 16 words.
    a comes last: it is the result of the round before, everything else has been ready for longer.
    """
    word(f, x, blocks, scratch, t)
    f.lea(e, e + x + k(t), note="e + W(t) + K")
    mix(f, x, x, t, a, b, c, d, e)


def mix(f, x, y, t, a, b, c, d, e):
    """What of a round follows the word: f(b, c, d) and ROTL 5 (a) into e, ROTL 30 (b) into b.

    x, y: temporaries, which may be the same.
    """
    if function(t) == "ch":
        f.mov(x, c, note="Ch = d ^ (b & (c ^ d))")
        f.xor(x, d)
        f.and_(x, b)
        f.xor(x, d)
    elif function(t) == "parity":
        f.mov(x, c, note="Parity = b ^ c ^ d")
        f.xor(x, d)
        f.xor(x, b)
    else:
        # the two terms have no one bit in common, so + serves for |
        f.mov(x, c, note="Maj = (c & d) + (b & (c ^ d))")
        f.and_(x, d)
        f.add(e, x)
        f.mov(x, c)
        f.xor(x, d)
        f.and_(x, b)
    f.add(e, x, note="+ f(b, c, d)")
    f.rol(b, 30)
    f.mov(y, a)
    f.rol(y, 5)
    f.add(e, y, note="+ ROTL 5 (a)")


def word(f, x, blocks, scratch, t):
    """W(t) into x, and into the ring for the rounds that look back at it."""

    def ring(i):
        return dword[scratch + 4 * (i % 16)]

    if t < 16:
        f.mov(x, dword[blocks + 4 * t], note=f"W({t})")
        f.bswap(x)
    else:
        f.mov(x, ring(t - TAPS[0]), note=f"W({t})")
        for tap in TAPS[1:]:
            f.xor(x, ring(t - tap))
        f.rol(x, 1)
    if t + min(TAPS) < ROUNDS:  # the last three words are never looked back at
        f.mov(ring(t), x)
