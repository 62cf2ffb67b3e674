# SPDX-License-Identifier: MIT
"""The input of SHA-1 traces and the values of FIPS 180-4 on it."""

from spec.sha1 import compression

from ..words import Ints
from .standard import Standard

W = Ints()
INITIAL = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
# Texts that fill a block: with short ones many words are 0 and sums equal other words.
TEXTS = (
    "An old guard keeps what others left: read, check, hash.",
    "Four lanes of a register hold one word of each message",
    "Unlike texts are chosen here so that no name is wrong",
    "Steps are the same in every lane: only values differ",
)
EXPR = (
    "the message word, big-endian",
    "ROTL 1 (W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16])",
    "the constant of rounds 0 to 19",
    "the constant of rounds 20 to 39",
    "the constant of rounds 40 to 59",
    "the constant of rounds 60 to 79",
    "Ch(b, c, d) = (b & c) ^ (~b & d)",
    "Parity(b, c, d) = b ^ c ^ d",
    "Maj(b, c, d) = (b & c) ^ (b & d) ^ (c & d)",
    "ROTL 5 (a) + f + e + K + W[t]",
    "d becomes e",
    "c becomes d",
    "ROTL 30 (b) becomes c",
    "a becomes b",
    "T becomes a",
)
FUNCTIONS = ("Ch", "Parity", "Maj", "Parity")


def padded(text):
    """Returns the one block of a text of at most 55 bytes."""
    data = text.encode() + b"\x80"
    return data.ljust(56, b"\0") + (8 * len(text)).to_bytes(8, "big")


def state_bytes(words):
    """Returns a chaining value as kernels have it in memory: words in the byte order of the processor."""
    return b"".join(word.to_bytes(4, "little") for word in words)


def standard(text=TEXTS[0]):
    """Returns the values of the compression of a text's block."""
    s = Standard("sha1", "FIPS 180-4, section 6.1.2", 32, expr=list(EXPR))
    words = compression.schedule(W, list(padded(text)))
    seen = compression.rounds(W, INITIAL, words)

    def value(name, number):
        s.values.append((name, number & 0xFFFFFFFF))

    def partial(name, number):
        s.partial.append((name, number & 0xFFFFFFFF))

    for i, word in enumerate(INITIAL):
        s.values.append((f"H{i}", word))
    for i, k in enumerate(compression.K):
        s.values.append((f"K{i}", k))
    # b to d before round 0 in the form that they have two rounds later, then every a in both forms
    partial("ROTL 30 (H1)", W.rol(INITIAL[1], 30, 32))
    partial("ROTL 30 (H0)", W.rol(INITIAL[0], 30, 32))
    for t, (word, before, after) in enumerate(zip(words, seen, seen[1:])):
        a, b, c, d, e = before
        k, f = compression.K[t // 20], compression.f(W, t, b, c, d)
        value(f"W[{t}]", word)
        value(f"a{t}", after[0])
        if t < 78:
            value(f"ROTL 30 (a{t})", W.rol(after[0], 30, 32))
        name = FUNCTIONS[t // 20]
        partial(f"{name} of round {t}", f)
        partial(f"ROTL 5 (a{t - 1})" if t else "ROTL 5 (H0)", W.rol(a, 5, 32))
        partial(f"W[{t}] + K{t // 20}", word + k)
        partial(f"e + W[{t}]", e + word)
        partial(f"e + K{t // 20}, round {t}", e + k)
        partial(f"e + W[{t}] + K{t // 20}", e + word + k)
        partial(f"e + {name} + W[{t}] + K{t // 20}", e + word + k + f)
        partial(f"W[{t}], bytes reversed", W.bswap(word, 32))
        s.rounds.append(
            [
                [label, place, f"{number:08x}"]
                for label, place, number in (
                    (f"W[{t}]", int(t >= 16), word),
                    (f"K{t // 20}", 2 + t // 20, k),
                    (name, (6, 7, 8, 7)[t // 20], f),
                    ("T", 9, after[0]),
                    *zip("edcba", (10, 11, 12, 13, 14), after[::-1]),
                )
            ]
        )
    for i, (word, last) in enumerate(zip(INITIAL, seen[-1])):
        value(f"H{i}, next", word + last)
    return s


def lanes(count):
    """Returns the values of `count` messages, with the number of the message where they differ. The rounds
    are those of message 0."""
    every = [standard(text) for text in TEXTS[:count]]
    joined = every[0]
    joined.values = _of_messages([s.values for s in every])
    joined.partial = _of_messages([s.partial for s in every])
    return joined


def _of_messages(lists):
    """Joins lists of (name, number) that have the same names."""
    found = []
    for same in zip(*lists):
        if len({number for _, number in same}) == 1:
            found.append(same[0])
        else:
            found += [(f"{name} of message {i}", number) for i, (name, number) in enumerate(same)]
    return found


def result(text=TEXTS[0]):
    """Returns the five words after the compression of a text's block."""
    return compression.compress(W, INITIAL, list(padded(text)))
