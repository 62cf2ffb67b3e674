# SPDX-License-Identifier: MIT
"""The matrix operand of vgf2p8affineqb."""


def matrix(image):
    """Returns the 8 x 8 bit matrix of a linear map of bytes for vgf2p8affineqb: bit i of the result is
    byte 7 - i of each quadword."""
    rows = [sum((image(1 << j) >> i & 1) << j for j in range(8)) for i in range(8)]
    return bytes(rows[::-1])
