# SPDX-License-Identifier: MIT
"""Flags as functions of words (Intel SDM volume 1, section 3.4.3.1).

Each function returns {letter: function of no arguments}, so that only flags that are read are computed.
"""


def _parity(w, r):
    x = w.extract(r, 0, 8)
    for k in (4, 2, 1):
        x = w.xor(x, w.shr(x, w.const(k, 8), 8), 8)
    return w.xor(w.bit(x, 0), w.const(1, 1), 1)


def result(w, r, n):
    """Returns z, s and p, which depend on the result alone."""
    return {"z": lambda: w.eq(r, w.const(0, n), n), "s": lambda: w.bit(r, n - 1), "p": lambda: _parity(w, r)}


def logic(w, r, n):
    def zero():
        return w.const(0, 1)

    return {**result(w, r, n), "c": zero, "o": zero}


def _top(w, word, n):
    return w.bit(word, n - 1)


def add(w, a, b, r, n):
    """Returns the flags of r = a + b + carry in. The carry out of each bit is maj(a, b, not r)."""

    def carries():
        not_r = w.not_(r, n)
        return w.or_(w.and_(a, b, n), w.and_(w.or_(a, b, n), not_r, n), n)

    def overflow():
        return _top(w, w.and_(w.xor(a, r, n), w.xor(b, r, n), n), n)

    return {
        **result(w, r, n),
        "c": lambda: _top(w, carries(), n),
        "o": overflow,
        "a": lambda: w.bit(carries(), 3),
    }


def sub(w, a, b, r, n):
    """Returns the flags of r = a - b - borrow in."""

    def overflow():
        return _top(w, w.and_(w.xor(a, b, n), w.xor(a, r, n), n), n)

    return {
        **result(w, r, n),
        "c": lambda: w.borrow(a, b, r, n),
        "o": overflow,
        "a": lambda: w.borrow(*(w.extract(x, 0, 4) for x in (a, b, r)), 4),
    }
