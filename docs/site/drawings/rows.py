# SPDX-License-Identifier: MIT
"""Layouts of Whirlpool: the matrix of 8 by 8 bytes in rows, tables and vectors."""

from .svg import Canvas

COLOURS = ("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c0")


def _matrix(canvas, x, y, names, cell=25, diagonal=True):
    """Draws the state. The eight bytes that ShiftColumns brings into row 3 are coloured."""
    for r in range(8):
        if names[r]:
            canvas.text(x - 8, y + r * cell + 16, names[r], "s", "end", 11)
        for c in range(8):
            on = diagonal and (r + c) % 8 == 3
            canvas.box(
                x + c * cell,
                y + r * cell,
                cell - 2,
                cell - 2,
                "" if on else f"{r}{c}",
                "s",
                9,
                COLOURS[c] if on else "",
            )


def look_ups(kernel):
    """Draws eight table look-ups that make a row."""
    mmx = "mmx" in kernel.stem
    results = [f"mm{i}" if mmx else f"r{8 + i}" if kernel.bits == 64 else "" for i in range(8)]
    states = [f"xmm{r // 2}" if r % 2 == 0 else "" for r in range(8)]
    canvas = Canvas(900, 300, "Bytes of the state look up rows in eight tables")
    canvas.text(66, 20, "state: two rows in each xmm register", "ac")
    _matrix(canvas, 66, 32, states, 26)
    canvas.text(170, 262, "eight bytes, one of each row: ShiftColumns", "s", "middle", 11)
    canvas.arrow(284, 136, 346, 136, True)
    canvas.text(315, 126, "a byte", "s", "middle", 11)
    canvas.text(358, 20, "eight tables of 256 rows", "ac")
    for t in range(8):
        canvas.box(358, 32 + t * 26, 156, 23, f"T{t}: 256 × 8 bytes", "", 11)
        canvas.box(358, 32 + t * 26, 7, 23, fill=COLOURS[t])
        canvas.arrow(517, 43 + t * 26, 584, 118 if t < 4 else 126)
    canvas.text(436, 262, "SubBytes and MixRows in one look-up", "s", "middle", 11)
    canvas.text(594, 20, "the new rows", "ac")
    for r in range(8):
        canvas.text(622, 48 + r * 26, results[r], "s", "end", 11)
        text = "row 3 = T0[…] ^ T1[…] ^ … ^ T7[…]" if r == 3 else f"row {r}"
        canvas.box(630, 32 + r * 26, 250, 23, text, "" if r == 3 else "s", 11)
    canvas.text(755, 262, "64 look-ups a round, and 64 for its key", "s", "middle", 11)
    canvas.text(
        20, 290, "The address of every look-up depends on the key or the message: not constant time.", "s"
    )
    return canvas.drawing(
        "A look-up gives a whole row of 8 bytes. One table rotated by a byte is the next table."
    )


def permutation(kernel):
    """Draws SubBytes as byte permutations and MixRows as products of rows."""
    stem = kernel.stem
    affine = "gfni" in stem
    zmm = stem.startswith("whirlpool_x64_gfni")
    neon = kernel.arch.name == "a64"
    state = "one zmm register: all eight rows" if zmm else "vectors of bytes, no table in memory"
    canvas = Canvas(900, 330, "The state in vector registers, the S-box as permutations of bytes")
    canvas.text(40, 20, state, "ac")
    _matrix(canvas, 66, 32, [f"row {r}" for r in range(8)])
    canvas.arrow(274, 130, 330, 130, True)
    canvas.text(344, 20, "SubBytes, in registers", "ac")
    look_up = "tbl" if neon else "pshufb"
    if zmm:
        steps = (
            "vpermi2b: bytes 0 to 127 of the S-box",
            "vpermi2b: bytes 128 to 255",
            "a mask chooses by the top bit",
        )
    else:
        steps = (
            f"nibbles → E and E⁻¹, by {look_up}",
            f"their xor → R, by {look_up}",
            f"xor → E and E⁻¹, by {look_up}",
        )
    for i, text in enumerate(steps):
        canvas.box(344, 36 + i * 44, 262, 32, text, f"c{i}", 11)
        if i < 2:
            canvas.arrow(475, 69 + i * 44, 475, 78 + i * 44)
    canvas.text(344, 184, "ShiftColumns: one permutation of", "s", size=12)
    canvas.text(344, 202, "bytes for each register", "s", size=12)
    canvas.arrow(612, 94, 660, 94, True)
    canvas.text(672, 20, "MixRows", "ac")
    for i, factor in enumerate((1, 2, 4, 8)):
        canvas.box(672, 36 + i * 32, 200, 26, f"{factor} · bytes", "c4", 11)
    how = "products by vgf2p8affineqb" if affine else "doublings and a reduction"
    canvas.text(672, 184, how, "s", size=12)
    canvas.text(672, 202, "xor of the rotated products", "s", size=12)
    canvas.text(
        20,
        270,
        "Each row is multiplied by the circulant matrix 1 1 4 1 8 5 2 9 over GF(2⁸), modulo 0x11D.",
        "s",
    )
    if kernel.lanes > 1:
        canvas.text(
            20,
            292,
            f"{kernel.lanes} messages, each with its own registers, fill the latency of one another.",
            "s",
        )
    canvas.text(
        20, 316, "No byte of key or message is ever an address: constant time comes with the layout.", "s"
    )
    return canvas.drawing(
        "A permutation of bytes is a table look-up inside a register. "
        + (
            "Four registers hold the whole S-box."
            if zmm
            else "The S-box is built of small boxes of 16 entries."
        )
    )
