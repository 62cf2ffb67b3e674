# SPDX-License-Identifier: MIT
"""The SHA-1 message schedule of one block in SSSE3, four words at a time.

X(g) is group g, the vector W[4g..4g+3]. FIPS 180-4 section 6.1.2 gives
    W[t] = ROTL 1 (W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16]).
For the last word of a group, W[t-3] is the first word of the same group. Let s be the sum for the first
word before its rotation. The group is computed with 0 in place of the missing word, and
ROTL 2 (s) = ROTL 1 (ROTL 1 (s)) is added to the last word.
Two steps of the formula make one that does not depend on the last five words (M. Locktyukhin, K. Farrel,
"Improving the Performance of the Secure Hash Algorithm (SHA-1)", 2010): for t >= 32
    W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32]).
"""

from .._spec import words


def first(f, g, x, x4, x3, x2, x1, t, u):
    """Computes X(g) in x by the formula of the standard.

    x1 to x4: X(g-1) to X(g-4). x may be the register of x4. t, u: temporaries.
    """
    n = 4 * g
    if x == x4:
        f.movdqa(t, x3)
        f.palignr(t, x4, 8, note=words(n - 14))
        f.pxor(x, t, note=f"^ {words(n - 16)}")
    else:
        f.movdqa(x, x3)
        f.palignr(x, x4, 8, note=words(n - 14))
        f.pxor(x, x4, note=f"^ {words(n - 16)}")
    f.movdqa(t, x1)
    f.psrldq(t, 4, note=f"W[{n - 3}..{n - 1}], 0")
    f.pxor(t, x2, note=f"^ {words(n - 8)}")
    f.pxor(x, t)
    f.movdqa(u, x)
    f.pslldq(u, 12, note=f"s, the sum for W[{n}], as last word")
    f.movdqa(t, x)
    f.paddd(x, x)
    f.psrld(t, 31)
    f.por(x, t, note="ROTL 1")
    f.movdqa(t, u)
    f.pslld(u, 2)
    f.psrld(t, 30)
    f.pxor(x, u, note="^ ROTL 2 (s), its shifted parts one by one")
    f.pxor(x, t, note=words(n))


def later(f, g, x, x2, x1, others, t):
    """Computes X(g), g >= 8, in x by the formula that looks back at least six words.

    x1, x2: X(g-1), X(g-2). x holds X(g-4) or X(g-8). others: (distance in words, register or memory
    operand) of the other one and of X(g-7). t: a temporary.
    """
    n = 4 * g
    f.movdqa(t, x1)
    f.palignr(t, x2, 8, note=words(n - 6))
    for distance, other in others:
        f.pxor(x, other, note=f"^ {words(n - distance)}")
    f.pxor(x, t, note=f"^ {words(n - 6)}")
    f.movdqa(t, x)
    f.pslld(x, 2)
    f.psrld(t, 30)
    f.por(x, t, note=f"ROTL 2: {words(n)}")


def equivalents(t, u, targets, others):
    """Returns the mutants (asm/asmgen/mutate.py) that mean the same.

    targets: the registers that `first` writes, of which the mutator's order puts the last before t.
    others: the operands that `later` adds to that register.
    """
    last = targets[-1]
    return {
        f"movdqa {t}, {u} -> pxor {t}, {u}": "t holds one bit a word, which psrld then drops",
        **{
            f"movdqa {u}, {x} -> pxor {u}, {x}": "pslldq keeps the first word alone, and that is "
            "zero in u from the group before"
            for x in targets
        },
        f"paddd {last}, {last} -> paddd {last}, {t}": "t is a copy of it",
        **{f"pxor {last}, {x} -> pxor {t}, {x}": "t is added to it next" for x in (u, *others)},
    }
