# SPDX-License-Identifier: MIT
"""Immediates of logical instructions (Arm ARM, DecodeBitMasks).

Such an immediate repeats an element of 2, 4, 8, 16, 32 or 64 bits, which is a rotated run of ones.
"""


def fields(value, width):
    """Returns (N, immr, imms) of an immediate, or None if it has no encoding."""
    if not 0 < value < (1 << width) - 1:
        return None
    size = width
    while size > 2:
        half = size // 2
        if value & ((1 << half) - 1) != value >> half & ((1 << half) - 1):
            break
        size = half
    mask = (1 << size) - 1
    element = value & mask
    ones = bin(element).count("1")
    run = (1 << ones) - 1
    for rotation in range(size):
        if (run >> rotation | run << (size - rotation)) & mask == element:
            imms = (0x3F << (size.bit_length()) & 0x3F) | (ones - 1) if size < 64 else ones - 1
            return int(size == 64), rotation, imms
    return None
