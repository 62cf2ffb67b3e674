# SPDX-License-Identifier: MIT
"""SHA-1 rounds on general registers that take W(t) + K from memory; the vector schedules that
_sse.py and _avx2.py weave between them.

A window is four rounds. Window g consumes group g, the vector of W(4g) to W(4g + 3). Roles are
(a, b, c, d, e, x, y), x and y being temporaries.
"""

from asmgen.registers import dword

from .._rounds import mix
from .._spec import ROUNDS, K, function

GROUPS = ROUNDS // 4
# pshufb mask: each word's bytes in big-endian order, the words stay where they are
SWAP = bytes(4 * (i // 4) + 3 - i % 4 for i in range(16))


def k_table(copies):
    """The four constants, each `copies` times: a vector each."""
    return b"".join(k.to_bytes(4, "little") * copies for k in K)


def window(f, round_, wk, g, roles):
    """Rounds 4g to 4g + 3 as (items, the roles after them); wk(t): memory operand of W(t) + K."""

    def build():
        nonlocal roles
        for t in range(4 * g, 4 * g + 4):
            roles = round_(f, t, wk(t), *roles)

    return f.capture(build), roles


def round_486(f, t, wk, a, b, c, d, e, x, y):
    """One round; the roles after it. a, the result of the round before, comes last: everything else
    has been ready for longer."""
    f.add(e, wk, note=f"W({t}) + K")
    mix(f, x, y, t, a, b, c, d, e)
    return e, a, b, c, d, x, y


def round_bmi(f, t, wk, a, b, c, d, e, x, y):
    """As round_486, with rorx and andn."""
    f.add(e, wk, note=f"W({t}) + K")
    if function(t) == "ch":
        f.andn(y, b, d, note="Ch = (b & c) + (~b & d)")
        f.mov(x, b)
        f.and_(x, c)
        f.add(e, y)
    elif function(t) == "parity":
        f.mov(x, c, note="Parity = b ^ c ^ d")
        f.xor(x, d)
        f.xor(x, b)
    else:
        f.mov(x, c, note="Maj = (c & d) + (b & (c ^ d))")
        f.xor(x, d)
        f.mov(y, c)
        f.and_(y, d)
        f.and_(x, b)
        f.add(e, y)
    f.add(e, x)
    f.rorx(b, b, 2, note="ROTL 30 (b)")
    f.rorx(y, a, 27)
    f.add(e, y, note="+ ROTL 5 (a)")
    return e, a, b, c, d, x, y


def add_chaining_value(f, cv, roles):
    f.phase("add the chaining value")
    for i, word in enumerate(roles[:5]):
        f.add(word, dword[cv + 4 * i])
        f.mov(dword[cv + 4 * i], word)
