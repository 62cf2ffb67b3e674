# SPDX-License-Identifier: MIT
"""The input of Whirlpool traces and the values of ISO/IEC 10118-3, clause 13, on it.

A value with a name is a row of a matrix, or a column, with byte 0 lowest. The kernels with nibble tables
hold some columns with a constant added to every byte.
"""

from spec.whirlpool import ROUNDS, SBOX, compression, round_constant

from ..words import Ints
from .standard import Standard

W = Ints()
# The second of two blocks is traced: the round keys of the first, from a chaining value of zeros, have equal
# rows.
TEXT = "Disks that were locked long ago open again where someone kept the key: old data, an old guard."
OFFSET = 0x53
EXPR = (
    "the chaining value",
    "the block, added to the key",
    "SubBytes, ShiftColumns, MixRows of the key",
    "the round constant added: the round key",
    "SubBytes, ShiftColumns, MixRows of the state",
    "the round key added: the state",
)


def blocks():
    """Returns the two padded blocks of the text."""
    data = (TEXT.encode() + b"\x80").ljust(96, b"\0") + (8 * len(TEXT)).to_bytes(32, "big")
    return list(data[:64]), list(data[64:])


def chaining_value():
    """Returns the chaining value after the first block."""
    return compression.compress(W, [0] * 64, blocks()[0])


def _steps(state):
    """Yields (name, matrix) of what a round computes from a state before it adds the key. Kernels take
    SubBytes and ShiftColumns in either order."""
    shifted = [state[8 * ((i - j) % 8) + j] for i in range(8) for j in range(8)]
    yield "SubBytes of", [SBOX[x] for x in state]
    yield "ShiftColumns of", shifted
    yield "SubBytes, ShiftColumns of", [SBOX[x] for x in shifted]
    yield "MixRows of", compression.round_function(W, state, [0] * 64)


def _parts(matrix):
    """Yields (name, number) of the rows and columns of a matrix."""
    for i in range(8):
        yield f"row {i}", int.from_bytes(bytes(matrix[8 * i : 8 * i + 8]), "little")
        yield f"column {i}", int.from_bytes(bytes(matrix[i::8]), "little")


def standard():
    """Returns the values of the compression of the second block."""
    s = Standard("whirlpool", "ISO/IEC 10118-3, clause 13", 64, columns=8, expr=list(EXPR))
    block, key = blocks()[1], chaining_value()
    offset = int.from_bytes(bytes([OFFSET] * 8), "little")

    def value(name, matrix):
        for part, number in _parts(matrix):
            s.values.append((f"{name} {part}", number))
            s.partial.append((f"{name} {part} ^ 0x{OFFSET:x}", number ^ offset))

    def partial(name, matrix):
        for part, number in _parts(matrix):
            s.partial.append((f"{name} {part}", number))
            s.partial.append((f"{name} {part} ^ 0x{OFFSET:x}", number ^ offset))

    state = compression.xor(W, block, key)
    value("message", block)
    value("K0", key)
    value("S0", state)
    s.rounds.append([["K0", 0, bytes(key).hex()], ["S0", 1, bytes(state).hex()]])
    for number in range(1, ROUNDS + 1):
        constant = list(round_constant(number)) + [0] * 56
        for name, matrix in _steps(key):
            partial(f"{name} K{number - 1}", matrix)
            mixed_key = matrix
        for name, matrix in _steps(state):
            partial(f"{name} S{number - 1}", matrix)
            mixed = matrix
        key = compression.xor(W, mixed_key, constant)
        state = compression.xor(W, mixed, key)
        s.partial.append((f"constant {number}", int.from_bytes(round_constant(number), "little")))
        value(f"K{number}", key)
        value(f"S{number}", state)
        s.rounds.append(
            [
                [f"MixRows of K{number - 1}", 2, bytes(mixed_key).hex()],
                [f"K{number}", 3, bytes(key).hex()],
                [f"MixRows of S{number - 1}", 4, bytes(mixed).hex()],
                [f"S{number}", 5, bytes(state).hex()],
            ]
        )
    value("H, next,", result())
    return s


def result():
    """Returns the chaining value after the second block, which is the digest of the text."""
    return compression.compress(W, chaining_value(), blocks()[1])
