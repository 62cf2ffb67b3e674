# SPDX-License-Identifier: MIT
"""DES (FIPS 46-3) and Triple DES (SP 800-67) over a word algebra w.

Blocks and keys are lists of bits. The first bit is bit 1 of the standard.
"""

from ..steps import step
from . import FP, IP, PC1, PC2, SHIFTS, E, P, S


def pick(bits, table):
    """Returns the bits that a table of the standard selects."""
    return [bits[i - 1] for i in table]


def xor(w, a, b):
    """Returns the bitwise sum of two lists of bits."""
    return [w.xor(x, y, 1) for x, y in zip(a, b)]


def round_keys(key):
    """Returns the sixteen round keys of 48 bits of a key of 64 bits (the key schedule KS)."""
    chosen = pick(key, PC1)
    c, d, found = chosen[:28], chosen[28:], []
    for shift in SHIFTS:
        c, d = c[shift:] + c[:shift], d[shift:] + d[:shift]
        found.append(pick(c + d, PC2))
    return found


def box(w, number, six):
    """Applies S-box `number`, from 0. The first and last bit select the row, the other four the column."""
    b1, b2, b3, b4, b5, b6 = six
    table = S[64 * number : 64 * number + 64]
    four = w.lookup(table, w.concat([b5, b4, b3, b2, b6, b1], 1), 4)
    return [w.bit(four, i) for i in (3, 2, 1, 0)]


def expanded(w, right, key, salt=None):
    """Returns E(R) + K, the input of the S-boxes in f(R, K).

    salt: that of crypt(3). Its bit i exchanges bits i + 1 and i + 25 of E(R).
    """
    bits = pick(right, E)
    if salt:
        bits = [w.select(salt[i % 24], bits[(i + 24) % 48], bits[i], 1) for i in range(48)]
    return xor(w, bits, key)


def substituted(w, bits):
    """Returns P of the S-boxes, which completes f(R, K)."""
    out = [bit for number in range(8) for bit in box(w, number, bits[6 * number : 6 * number + 6])]
    return pick(out, P)


def rounds(w, left, right, keys, salt=None, before=0):
    """Returns L16 and R16. Deciphers if the keys are in reverse order.

    before: the number of rounds that preceded these in the cipher.
    """
    for number, key in enumerate(keys, before):
        bits = expanded(w, right, key, salt)
        step(w, "cipher", number, bits, 1)  # not R: some kernels hold R only with a key added
        left, right = right, xor(w, left, substituted(w, bits))
    step(w, "cipher", before + len(keys), right, 1)
    return left, right


def cipher(w, block, keys, salt=None, before=0):
    """Enciphers one block of 64 bits, or deciphers it if the keys are in reverse order."""
    permuted = pick(block, IP)
    left, right = rounds(w, permuted[:32], permuted[32:], keys, salt, before)
    return pick(right + left, FP)


def triple(w, block, three, encrypt):
    """Applies Triple DES (SP 800-67, section 3) to one block.

    Encryption enciphers with the first key, deciphers with the second, and enciphers with the third.
    Decryption is the inverse. three: the round keys of the three keys.
    """
    for i, keys in enumerate(three if encrypt else three[::-1]):
        block = cipher(w, block, keys if encrypt == (i != 1) else keys[::-1], before=16 * i)
    return block
