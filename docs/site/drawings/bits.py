# SPDX-License-Identifier: MIT
"""Layouts of DES and of the conditions of collision attacks: half blocks, expanded forms, slices and planes."""

from .svg import Canvas


def classic(kernel):
    """Draws the two halves and the eight tables of S-box and P."""
    canvas = Canvas(900, 270, "Two half blocks in registers, eight tables of 64 words")
    canvas.text(
        20,
        22,
        "two half blocks, each in one register, rotated so that six bits of every S-box are together",
        "ac",
    )
    canvas.row(70, 36, "R", [f"S{i}" for i in (8, 1, 2, 3, 4, 5, 6, 7)], 46, 28, ["c0", "c3"] * 4, 11)
    canvas.text(458, 55, "^ round key, in two words", "s")
    canvas.arrow(250, 68, 200, 96, True)
    canvas.arrow(250, 68, 480, 96, True)
    canvas.row(70, 102, "u", ["S1", "S3", "S5", "S7"], 90, 26, ["c3"] * 4, 11)
    canvas.row(470, 102, "t", ["S2", "S4", "S6", "S8"], 90, 26, ["c0"] * 4, 11)
    canvas.text(20, 156, "eight tables, 64 words each: S-box and P in one look-up", "ac")
    for i in range(8):
        canvas.box(70 + i * 96, 168, 88, 26, f"SP{i + 1}", "c4", 11)
        canvas.arrow(114 + i * 96, 198, 450, 226)
    canvas.row(270, 230, "L", ["L ^= P(S(E(R) ^ K))"], 360, 28, ["c1"])
    return canvas.drawing(
        "The kernels of this layout differ in how they cut six bits out of a register: by byte registers, by masks and "
        "shifts, or by movzx. The addresses depend on key and data: not constant time."
    )


def expanded(kernel):
    """Draws half blocks that stay expanded to 48 bits."""
    many = "x4" in kernel.stem
    canvas = Canvas(900, 236, "Half blocks in expanded form: 48 bits in a 64-bit register")
    canvas.text(
        20, 22, "a half block stays expanded: E(R), six bits in each byte, in one 64-bit register", "ac"
    )
    canvas.row(70, 36, "E(R)", [f"6 bits: S{i + 1}" for i in range(8)], 98, 28, ["c3"] * 8, 11)
    canvas.arrow(460, 68, 460, 92, True)
    canvas.text(472, 86, "^ key, one instruction for all eight boxes", "s")
    canvas.row(70, 100, "", ["index"] * 8, 98, 26, ["c0"] * 8, 11)
    canvas.text(20, 152, "eight tables of 64 entries of 8 bytes: E(P(S(x)))", "ac")
    for i in range(8):
        canvas.box(70 + i * 98, 162, 90, 26, f"ESP{i + 1}", "c4", 11)
    canvas.text(
        20,
        218,
        "The results are xored to the other half, expanded as well. E is never computed in a round.",
        "s",
    )
    return canvas.drawing(
        "The dependency chain of a round is a xor, one look-up and a sum of xors."
        + (" Four blocks at once fill the time that one of them waits." if many else "")
    )


def slices(kernel):
    """Draws blocks transposed into slices."""
    width = _width(kernel)
    canvas = Canvas(900, 340, f"{width} blocks of 64 bits, transposed into 64 slices of {width} bits")
    canvas.text(20, 20, f"{width} blocks of 64 bits in memory", "ac")
    for r in range(8):
        name = "…" if r == 6 else f"block {width - 1 if r == 7 else r}"
        canvas.text(74, 47 + r * 22, name, "s", "end", 11)
        for c in range(16):
            canvas.box(80 + c * 13, 34 + r * 22, 12, 17, fill={3: "c0", 9: "c3"}.get(c, ""))
    canvas.text(184, 226, "bit 0 … bit 63", "s", "middle", 11)
    canvas.arrow(300, 120, 392, 120, True)
    canvas.text(346, 92, "transpose", "s", "middle", 11)
    canvas.text(346, 144, "bytes, then bits", "s", "middle", 11)
    canvas.text(408, 20, "64 slices: slice i is bit i of every block", "ac")
    for r, n in enumerate((0, 1, 2, 3, "…", 9, "…", 63)):
        canvas.text(456, 47 + r * 22, f"bit {n}", "s", "end", 11)
        canvas.box(464, 34 + r * 22, 416, 17, fill={3: "c0", 5: "c3"}.get(r, ""))
    canvas.text(672, 226, f"block 0 … block {width - 1}: {width} bits, one register", "s", "middle", 11)
    canvas.text(20, 263, "a round", "ac")
    key = "^ a key slice for each message" if kernel.lanes > 1 else "^ 48 key bits, 0 or all ones"
    x = 95
    for i, (text, w) in enumerate(
        (
            ("32 slices of R", 130),
            (key, 216),
            ("8 S-boxes as circuits of gates", 240),
            ("^ into 32 slices of L", 170),
        )
    ):
        canvas.box(x, 246, w, 26, text, "", 11.5)
        if i < 3:
            canvas.arrow(x + w + 1, 259, x + w + 13, 259)
        x += w + 14
    canvas.text(20, 302, "IP, E, P and FP cost nothing: they only say which slice an instruction names.", "s")
    canvas.text(
        20,
        322,
        "No table is looked up, so no address depends on a key: constant time comes with the layout.",
        "s",
    )
    return canvas.drawing(
        f"A batch is transposed on the way in and on the way out. In between one instruction works on {width} "
        + ("messages, each with its own key." if kernel.lanes > 1 else "blocks.")
    )


def _width(kernel):
    return kernel.lanes if kernel.lanes > 1 else kernel.blocks_per_iteration


def permuted(kernel):
    """Draws S-boxes as byte permutations of 64 entries."""
    canvas = Canvas(900, 268, "Eight bytes for each block, an S-box is one vpermb of 64 entries")
    n = _width(kernel)
    canvas.text(20, 22, f"{n} blocks: a vector for each S-box", "ac")
    for i in range(8):
        canvas.row(76, 34 + i * 22, f"S{i + 1}", [f"b{b}" for b in range(6)] + ["…"], 46, 19, ["c3"] * 7, 10)
    canvas.arrow(404, 120, 462, 120, True)
    canvas.text(433, 108, "vpermb", "s", "middle", 11)
    canvas.text(474, 22, "64-byte tables", "ac")
    for i in range(8):
        canvas.box(474, 34 + i * 22, 130, 19, f"64 entries of S{i + 1}", "c4", 10)
    canvas.arrow(610, 120, 664, 120, True)
    canvas.text(676, 22, "P and E", "ac")
    canvas.box(676, 60, 200, 26, "three stages of switches", "", 11)
    canvas.box(676, 96, 200, 26, "that exchange bits", "", 11)
    canvas.box(676, 132, 200, 26, "^ into the other half", "c1", 11)
    canvas.text(
        20,
        240,
        "An S-box has 64 entries and a register 64 bytes, so one instruction looks up 64 blocks.",
        "s",
    )
    canvas.text(20, 260, "No address and no branch depends on key or data: constant time.", "s")
    return canvas.drawing(
        "Between bit slices and tables: bytes that belong to one block, looked up in a register."
    )


def key_schedule(kernel):
    """Draws C and D with two bits in a byte, and the words of the round keys."""
    canvas = Canvas(900, 216, "C and D with two bits in a byte, and the words of the 16 round keys")
    canvas.text(20, 22, "ymm0: C in the low half, D in the high half, two bits in each byte", "ac")
    canvas.row(70, 34, "C", ["bits 0 1", "bits 2 3", "…", "bits 26 27"], 98, 26, ["c0"] * 4, 11)
    canvas.row(490, 34, "D", ["bits 0 1", "bits 2 3", "…", "bits 26 27"], 98, 26, ["c3"] * 4, 11)
    canvas.arrow(460, 68, 460, 104, True)
    canvas.text(472, 92, "vpshufb chooses bytes, vpaddb the bit, vpmovmskb gathers 32", "s")
    canvas.text(20, 124, "16 round keys, two words of four fields each", "ac")
    for i in range(16):
        canvas.box(70 + (i % 8) * 100, 134 + (i // 8) * 32, 94, 27, f"K{i + 1}", "c4")
    canvas.text(20, 212, "Rotations and PC2 are constants: they are in the shuffles and the addends.", "s")
    return canvas.drawing(
        "Adding 0 or 64 to a byte decides which of its two bits is on top, where vpmovmskb reads it."
    )


def conditions(kernel):
    """Draws the conditions of disturbance vectors beside SHA-1."""
    canvas = Canvas(900, 262, "The schedule of a block is tested for 32 disturbance vectors")
    canvas.text(20, 22, "SHA-1 of the block; its 80 schedule words are kept", "ac")
    canvas.row(70, 36, "", ["W[0]", "W[1]", "…", "W[35]", "…", "W[63]", "…", "W[79]"], 98, 26, ["c5"] * 8, 11)
    canvas.arrow(460, 66, 460, 92, True)
    canvas.text(472, 84, "differences of two bits", "s")
    canvas.text(20, 112, "conditions: each says which of 32 vectors a pair of bits excludes", "ac")
    canvas.row(
        70, 124, "", [f"condition {i}" for i in (1, 2, 3)] + ["…"], 196, 26, ["c0", "c1", "c2", "s"], 11
    )
    canvas.arrow(460, 154, 460, 180, True)
    canvas.row(76, 186, "mask", [f"{i}" for i in range(32)], 25, 24, ["c3"] * 32, 9)
    canvas.text(
        20, 238, "A bit that is still set: the block may be half of an attack along that vector.", "s"
    )
    canvas.text(
        20, 256, "Only then is the block compressed again, with the difference of that vector (rare).", "s"
    )
    return canvas.drawing(
        "The test costs a fraction of the hash, because conditions are bits and vectors test many of them at once."
    )
