# SPDX-License-Identifier: MIT
"""The SHA-1 instructions (Arm ARM, shared pseudocode SHAhashchoose and so on). a is in lane 0 of a b c d."""

from .core import form

SHA = {"isa": "armsha1", "timing": "sha"}


def _rol(w, a, k):
    return w.rol(a, w.const(k, 8), 32)


def _choose(w, b, c, d):
    return w.xor(d, w.and_(b, w.xor(c, d, 32), 32), 32)


def _parity(w, b, c, d):
    return w.xor(w.xor(b, c, 32), d, 32)


def _majority(w, b, c, d):
    return w.or_(w.and_(b, c, 32), w.and_(w.or_(b, c, 32), d, 32), 32)


def _rounds(function):
    """Four rounds on a b c d, with e and the sums of schedule words and constants."""

    def sem(w, abcd, e, sums):
        a, b, c, d = w.lanes(abcd, 32, 4)
        for word in w.lanes(sums, 32, 4):
            total = w.add(w.add(_rol(w, a, 5), function(w, b, c, d), 32), w.add(e, word, 32), 32)
            a, b, c, d, e = total, a, _rol(w, b, 30), c, d
        return (w.concat([a, b, c, d], 32),), {}

    return sem


def _su0(w, old, next_words, later):
    """W[0..3] ^ W[2..5] ^ W[8..11]."""
    first, second = w.lanes(old, 64, 2), w.lanes(next_words, 64, 2)
    shifted = w.concat([first[1], second[0]], 64)
    return (w.xor(w.xor(old, shifted, 128), later, 128),), {}


def _su1(w, partial, last):
    """ROTL 1 of what su0 leaves ^ W[13..15], and the last word's own predecessor."""
    partial, last = w.lanes(partial, 32, 4), w.lanes(last, 32, 4)
    sums = [w.xor(x, y, 32) for x, y in zip(partial, [*last[1:], w.const(0, 32)])]
    words = [_rol(w, x, 1) for x in sums]
    words[3] = w.xor(words[3], _rol(w, sums[0], 2), 32)
    return (w.concat(words, 32),), {}


for name, code, function in (
    ("sha1c", 0x5E000000, _choose),
    ("sha1p", 0x5E001000, _parity),
    ("sha1m", 0x5E002000, _majority),
):
    form(name, "rw:q r:s r:s4", f"{code:08X} d n m", _rounds(function), **SHA)
form("sha1h", "w:s r:s", "5E280800 d n", lambda w, a: ((_rol(w, a, 30),), {}), **SHA)
form("sha1su0", "rw:s4 r:s4 r:s4", "5E003000 d n m", _su0, **SHA)
form("sha1su1", "rw:s4 r:s4", "5E281800 d n", _su1, **SHA)
