# SPDX-License-Identifier: MIT
"""The SHA-1 message schedule of one block in SSE2 and SSSE3, four words at a time.

Group g is the vector X(g) of W(4g) to W(4g + 3). FIPS 180-4 section 6.1.2 gives
    W(t) = ROTL 1 (W(t-3) ^ W(t-8) ^ W(t-14) ^ W(t-16)),
whose last word, W(t+3), needs W(t) of the same vector: it is added when the vector is there.
Two steps of that formula make one that needs nothing of the last five words (Locktyukhin and
Farrel, "Improving the Performance of the Secure Hash Algorithm (SHA-1)", 2010): for t >= 32
    W(t) = ROTL 2 (W(t-6) ^ W(t-16) ^ W(t-28) ^ W(t-32)).
"""


def first(f, x, x4, x3, x2, x1, t, u):
    """x := X(g) by the standard's formula; xk = X(g-k). x may be x4. t, u: temporaries."""
    if x == x4:
        f.movdqa(t, x3)
        f.palignr(t, x4, 8, note="W(t-14)")
        f.pxor(x, t)
    else:
        f.movdqa(x, x3)
        f.palignr(x, x4, 8, note="W(t-14)")
        f.pxor(x, x4, note="W(t-16)")
    f.movdqa(t, x1)
    f.psrldq(t, 4, note="W(t-3) but for the last word")
    f.pxor(t, x2, note="W(t-8)")
    f.pxor(x, t)
    f.movdqa(u, x)
    f.pslldq(u, 12, note="what the last word lacks, to be rotated by 2")
    f.movdqa(t, x)
    f.paddd(x, x)
    f.psrld(t, 31)
    f.por(x, t, note="ROTL 1")
    f.movdqa(t, u)
    f.pslld(u, 2)
    f.psrld(t, 30)
    f.pxor(x, u)
    f.pxor(x, t)


def later(f, x, x2, x1, others, t):
    """x := X(g) by the formula that looks back further; xk = X(g-k).

    x and others, registers or memory, are X(g-4), X(g-7) and X(g-8) in any order.
    """
    f.movdqa(t, x1)
    f.palignr(t, x2, 8, note="W(t-6)")
    for other in others:
        f.pxor(x, other, note="W(t-16) ^ W(t-28) ^ W(t-32)")
    f.pxor(x, t)
    f.movdqa(t, x)
    f.pslld(x, 2)
    f.psrld(t, 30)
    f.por(x, t, note="ROTL 2")


def equivalents(t, u, targets, others):
    """Mutants (asmgen/mutate.py) that mean the same; targets: the registers that `first` writes, of
    which the last stands before t in the mutator's order; others: what `later` adds to that one."""
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
