# SPDX-License-Identifier: MIT
"""The input of DES traces and the values of FIPS 46-3 on it, in the forms in which kernels hold them."""

from spec.des import cipher
from spec.des.layout import bits_of, bytes_of, schedule

from ..words import Ints
from .standard import Standard

W = Ints()
KEY, BLOCK = b"OldGuard", b"keepsafe"
KS = schedule(KEY)
EXPR = (
    "the left half after IP",
    "the right half after IP",
    "the round key, 48 bits",
    "the right half, expanded",
    "into the S-boxes",
    "eight S-boxes of four bits each",
    "P of it",
    "the right half before becomes L",
    "L ^ f(R, K) becomes R",
)
MANY = 24  # half blocks of one call whose form is found by trying


def number(bits):
    """Returns bits, the standard's first bit first, as a number whose top bit is the first."""
    return int("".join(map(str, bits)), 2)


class Values:
    """The halves L(i), R(i), the round keys and the inputs of the S-boxes of one encryption."""

    def __init__(self, block=BLOCK, key=KEY):
        permuted = cipher.pick(bits_of(block), cipher.IP)
        self.keys = cipher.round_keys(bits_of(key))
        self.left, self.right = [permuted[:32]], [permuted[32:]]
        self.inputs, self.sums = [], []
        for key_bits in self.keys:
            into = cipher.expanded(W, self.right[-1], key_bits)
            f = cipher.substituted(W, into)
            self.inputs.append(into)
            self.sums.append(f)
            self.left.append(self.right[-1])
            self.right.append(cipher.xor(W, self.left[-2], f))
        self.result = bytes_of(cipher.pick(self.right[-1] + self.left[-1], cipher.FP))

    def half(self, i):
        """Returns half block i: 0 is L(0), 1 is R(0), i + 1 is R(i)."""
        return self.right[i - 1] if i else self.left[0]


def _base(values, unit):
    s = Standard("des", "FIPS 46-3", unit, expr=list(EXPR))
    s.rounds.append([["L0", 0, f"{number(values.left[0]):08x}"], ["R0", 1, f"{number(values.right[0]):08x}"]])
    for i in range(16):
        before = cipher.pick(values.right[i], cipher.E)
        boxes = [0] * 32
        for place, bit in zip(cipher.P, values.sums[i]):
            boxes[place - 1] = bit
        s.rounds.append(
            [
                [f"K{i + 1}", 2, f"{number(values.keys[i]):012x}"],
                [f"E(R{i})", 3, f"{number(before):012x}"],
                ["E(R) ^ K", 4, f"{number(values.inputs[i]):012x}"],
                ["S", 5, f"{number(boxes):08x}"],
                ["f", 6, f"{number(values.sums[i]):08x}"],
                [f"L{i + 1}", 7, f"{number(values.left[i + 1]):08x}"],
                [f"R{i + 1}", 8, f"{number(values.right[i + 1]):08x}"],
            ]
        )
    return s


def halves(seen):
    """Returns the values for kernels that hold half blocks in words, and finds their form in the words that
    a call has `seen`: the order of the bits and a rotation."""
    values = Values()
    s = _base(values, 32)
    known = {f"R{i - 1}" if i else "L0": number(values.half(i)) for i in range(18)}
    forms = {
        "with the standard's first bit on top": lambda x: x,
        "with the standard's first bit lowest": lambda x: int(f"{x:032b}"[::-1], 2),
        "with their bytes reversed": lambda x: W.bswap(x, 32),
        "with the bits of each byte reversed": lambda x: W.bswap(int(f"{x:032b}"[::-1], 2), 32),
    }

    def hits(form, turn):
        return sum(W.rol(forms[form](x), turn, 32) in seen for x in known.values())

    form, turn = max(((form, turn) for form in forms for turn in range(32)), key=lambda each: hits(*each))
    found = hits(form, turn)
    if found > len(known) // 2:
        s.values += [(name, W.rol(forms[form](x), turn, 32)) for name, x in known.items()]
        rotated = f", rotated left by {turn}" if turn else ""
        s.how = (
            f"This kernel holds half blocks {form}{rotated}. That form was found by trying: "
            f"{found} of 18 half blocks appear in it."
        )
    return s


def expanded(bits):
    """Returns 48 bits in E-form, 64 bits: the fields of S1 S3 S5 S7 S2 S4 S6 S8 at bits 2 to 7 of bytes, the
    first bit of a field lowest."""
    total = 0
    for byte, box in enumerate((0, 2, 4, 6, 1, 3, 5, 7)):
        total |= sum(bit << (8 * byte + 2 + i) for i, bit in enumerate(bits[6 * box : 6 * box + 6]))
    return total


def e_form():
    """Returns the values for kernels that hold half blocks in E-form with the next key added."""
    values = Values()
    s = _base(values, 64)
    halves = [cipher.pick(values.half(i), cipher.E) for i in range(18)]
    names = ["L0", *(f"R{i}" for i in range(17))]
    for i in range(16):
        s.values.append((f"E(R{i}) ^ K{i + 1}", expanded(values.inputs[i])))
    for name, half in zip(names, halves):
        s.values.append((f"E({name})", expanded(half)))
    for i, key in enumerate(values.keys, 1):
        s.values.append((f"K{i}", expanded(key)))
    for i in range(14):
        both = cipher.xor(W, values.keys[i], values.keys[i + 2])
        s.partial.append((f"K{i + 1} ^ K{i + 3}", expanded(both)))
    # half i + 2 while its round is incomplete: the half before last with the later key
    for i in range(14):
        mixed = cipher.xor(W, halves[i + 1], values.keys[i + 2])
        s.partial.append((f"E({names[i + 1]}) ^ K{i + 3}", expanded(mixed)))
    s.how = (
        "This kernel holds half blocks in E-form: the six bits that an S-box reads are bits 2 to 7 of a "
        "byte, in the order S1 S3 S5 S7 S2 S4 S6 S8 from the lowest byte."
    )
    return s


def slice_rounds():
    """Returns the rounds of the first block, for bit slices, whose values have names of their own."""
    return _base(Values(), 32)


def key_fields():
    """Returns the words of an og_des_key, for the key schedule."""
    s = _base(Values(), 32)
    for i in range(32):
        word = int.from_bytes(KS[4 * i : 4 * i + 4], "little")
        boxes = "S2 S4 S6 S8" if i % 2 else "S1 S3 S5 S7"
        s.values.append((f"K{i // 2 + 1} of {boxes}", word))
    return s
