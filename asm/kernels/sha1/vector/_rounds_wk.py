# SPDX-License-Identifier: MIT
"""SHA-1 rounds in general registers that read W[t] + K from memory, for kernels with a vector schedule.

A window is four rounds. Window g reads group g, the vector W[4g..4g+3] + K. Roles are the registers
(a, b, c, d, e, x, y), where x and y are temporaries.
"""

from asmgen.x86.registers import dword

from .._rounds import mix, parity
from .._spec import ROUNDS, K, function, k_name

GROUPS = ROUNDS // 4
# pshufb mask: reverses the bytes of each word and leaves the words in place
SWAP = bytes(4 * (i // 4) + 3 - i % 4 for i in range(16))


def k_table(copies):
    """Returns the four constants as bytes, each `copies` times."""
    return b"".join(k.to_bytes(4, "little") * copies for k in K)


def window(f, round_, wk, g, roles):
    """Returns the instructions of rounds 4g to 4g + 3 and the roles after them.

    wk(t): the memory operand of W[t] + K.
    """

    def build():
        nonlocal roles
        for t in range(4 * g, 4 * g + 4):
            f.name_registers("abcdexy", roles)
            roles = round_(f, t, wk(t), *roles)

    return f.record(build), roles


def round_486(f, t, wk, a, b, c, d, e, x, y):
    """Emits round t with instructions of the i486. Returns the roles after it."""
    f.add(e, wk, note=f"round {t}: e += W[{t}] + {k_name(t)}")
    mix(f, x, y, t, a, b, c, d, e)
    return e, a, b, c, d, x, y


def round_bmi(f, t, wk, a, b, c, d, e, x, y):
    """Emits round t with rorx and andn. Returns the roles after it."""
    f.add(e, wk, note=f"round {t}: e += W[{t}] + {k_name(t)}")
    if function(t) == "ch":
        f.andn(y, b, d, note="Ch = (b & c) + (~b & d)")
        f.mov(x, b)
        f.and_(x, c)
        f.add(e, y)
    elif function(t) == "parity":
        parity(f, x, b, c, d)
    else:
        f.mov(x, c, note="Maj = (c & d) + (b & (c ^ d))")
        f.xor(x, d)
        f.mov(y, c)
        f.and_(y, d)
        f.and_(x, b)
        f.add(e, y)
    f.add(e, x, note=f"e += {function(t).capitalize()}(b, c, d)")
    f.rorx(b, b, 2, note="b = ROTL 30 (b)")
    f.rorx(y, a, 27)
    f.add(e, y, note="e += ROTL 5 (a)")
    return e, a, b, c, d, x, y


def load_chaining_value(f, cv, roles):
    """Loads a to e from the chaining value at register cv."""
    for i, word in enumerate(roles[:5]):
        f.mov(word, dword[cv + 4 * i], note="abcde"[i])


def add_chaining_value(f, cv, roles):
    """Adds the chaining value at register cv to a to e and stores the sums there."""
    f.phase("add the chaining value")
    for i, word in enumerate(roles[:5]):
        f.add(word, dword[cv + 4 * i], note=f"{'abcde'[i]} += cv[{i}]")
        f.mov(dword[cv + 4 * i], word)
