# SPDX-License-Identifier: MIT
"""Layouts of SHA-1: words in general registers, in SHA instructions, and in lanes."""

from .svg import Canvas

STATE = ("c0", "c1", "c2", "c3", "c4")


def ring(kernel):
    """Draws the five state words and the ring of 16 schedule words."""
    naive = kernel.stem.endswith("naive")
    canvas = Canvas(900, 250, "Five words of state in general registers, the message schedule on the stack")
    canvas.text(20, 22, "the state, in general registers: roles rotate, values stay", "ac")
    for step in range(3):
        x = 60 + step * 290
        canvas.row(
            x, 36, f"round {'t' if not step else f't + {step}'}" if not step else "", "abcde", 44, 28, STATE
        )
        if step < 2:
            canvas.arrow(x + 228, 50, x + 282, 50, True)
    canvas.text(
        20,
        92,
        "e := e + ROTL 5 (a) + f(b, c, d) + K + W[t]      b := ROTL 30 (b)      then e is the new a",
        "s",
    )
    if naive:
        canvas.text(20, 130, "the schedule: 80 words on the stack, all computed before the first round", "ac")
        canvas.row(
            60,
            144,
            "",
            [f"W[{t}]" for t in (0, 1, 2, 3)] + ["…"] + [f"W[{t}]" for t in (76, 77, 78, 79)],
            88,
            28,
        )
    else:
        canvas.text(
            20,
            130,
            "the schedule: a ring of 16 words on the stack, each replaced in the round that adds it",
            "ac",
        )
        marks = {0: "c0", 2: "c5", 8: "c5", 13: "c5"}
        canvas.row(60, 144, "", [f"{t}" for t in range(16)], 50, 28, [marks.get(t, "s") for t in range(16)])
        for t in (2, 8, 13):
            canvas.arrow(60 + 50 * t + 25, 174, 60 + 25 if t == 2 else 110, 206)
        canvas.text(
            120, 216, "W[t] := ROTL 1 (W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16]) takes the place of W[t-16]", "s"
        )
    return canvas.drawing(
        "The schedule has its own time here, which makes this the slowest form and the easiest to read."
        if naive
        else "The words of the schedule do not wait for the rounds, so their instructions fill the gaps of the chain "
        "from a to the next a."
    )


def woven(kernel):
    """Draws scalar rounds beside a schedule in vectors."""
    two = "avx2" in kernel.isa
    canvas = Canvas(900, 235, "Rounds in general registers, the schedule four words at a time in vectors")
    canvas.text(
        20, 22, "vectors: four words of the schedule at a time" + (", of two blocks" if two else ""), "ac"
    )
    for i in range(5 if two else 6):
        texts = ["W t…t+3", "the next block"] if two else [f"W[{4 * i}…{4 * i + 3}]"]
        canvas.row(62 + i * (170 if two else 138), 36, "", texts, 82 if two else 126, 28, ("c5", "c3"), 10.5)
    canvas.arrow(450, 68, 450, 100, True)
    canvas.text(462, 90, "+ K, stored", "s")
    canvas.text(20, 124, "stack: W + K, ready for the rounds", "ac")
    canvas.row(62, 134, "", ["W+K"] * 12, 66, 26, ["c5"] * 12, 11)
    canvas.arrow(450, 164, 450, 190)
    canvas.text(20, 196, "rounds, in general registers", "ac")
    canvas.row(330, 194, "", "abcde", 50, 28, STATE)
    canvas.text(596, 213, "one addition from memory in each round", "s")
    return canvas.drawing(
        "The vector units would be idle during the rounds. The two streams of instructions are interleaved."
        + (
            " The two halves of a vector are two blocks, so the second block's schedule costs nothing more."
            if two
            else ""
        )
    )


def sha_chain(kernel):
    """Draws the chain of four-round instructions and the ring of message vectors."""
    arm = kernel.arch.name == "a64"
    rounds, e = ("sha1c/p/m", "sha1h") if arm else ("sha1rnds4", "sha1nexte")
    canvas = Canvas(900, 232, f"The chain of {rounds} and the last four groups of message words")
    canvas.text(20, 22, f"the chain: 20 times {rounds}; the bound of a block is its latency", "ac")
    for group in range(5):
        x = 56 + group * 168
        canvas.row(x, 36, "", "abcd", 27, 26, STATE)
        if group < 4:
            canvas.arrow(x + 111, 49, x + 164, 49, True)
            canvas.text(x + 138, 33, rounds, "s", "middle", 9.5)
        canvas.box(x, 86, 107, 24, f"e + W[{4 * group}…{4 * group + 3}]", "c4", 11)
        canvas.arrow(x + 112, 90, x + 132, 58)
    canvas.text(20, 132, f"{e} turns the a before the last four rounds into the e of the next ones", "s")
    canvas.text(20, 164, "the schedule: four vectors, each replaced when its words have been added", "ac")
    for i in range(4):
        canvas.box(56 + i * 170, 176, 150, 28, f"W[{4 * i}…{4 * i + 3}]", "c5")
    parts = "sha1su0, sha1su1" if arm else "sha1msg1, pxor, sha1msg2"
    canvas.text(56, 225, f"{parts} make W[16…19] in the place of W[0…3]", "s")
    return canvas.drawing(
        "Everything beside the chain is computed in its latency, so the order of the instructions decides the speed."
    )


def sha_chain_vl(kernel):
    """Draws the chain with the schedule in AVX-512, which looks 32 and 64 words back."""
    canvas = Canvas(900, 300, "The chain of sha1rnds4 and sixteen registers with 64 message words")
    canvas.text(20, 22, "the chain: 20 times sha1rnds4; e comes from a by vprold and vpaddd", "ac")
    for group in range(5):
        x = 70 + group * 165
        canvas.row(x, 38, "xmm0" if not group else "", "abcd", 27, 26, STATE)
        if group < 4:
            canvas.arrow(x + 110, 51, x + 160, 51, True)
            canvas.text(x + 135, 34, "sha1rnds4", "s", "middle", 10)
        canvas.box(x, 90, 107, 24, f"e + W[{4 * group}…{4 * group + 3}]", "c4", 11)
        canvas.arrow(x + 112, 92, x + 134, 60)
    canvas.text(
        20, 146, "the schedule: xmm16 to xmm31, four words each, group g in number 16 + g mod 16", "ac"
    )
    for i in range(16):
        x, y = 62 + (i % 8) * 102, 158 + (i // 8) * 34
        canvas.box(x, y, 96, 26, f"W[{4 * i}…{4 * i + 3}]", "c5", 11)
    canvas.text(
        62, 250, "W[32] on: ROTL 2 (W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32]), four operations a group", "s"
    )
    canvas.text(
        62,
        272,
        "W[64] on: ROTL 4 (W[t-12] ^ W[t-32] ^ W[t-56] ^ W[t-64]), three operations, no vpalignr",
        "s",
    )
    return canvas.drawing(
        "sha1msg2 is slow on Intel's cores. The recurrence applied twice or four times needs only words that are whole "
        "groups back, so plain vector instructions compute four words at a time."
    )


def lanes(kernel):
    """Draws the same word of several messages in one register."""
    n = kernel.lanes
    shown = min(n, 8)
    canvas = Canvas(900, 262, f"One register holds the same word of {n} messages")
    canvas.text(20, 22, f"{n} messages in memory, in any place", "ac")
    for m in range(3):
        name = ("message 0", "message 1", f"message {n - 1}")[m]
        canvas.row(120, 34 + m * 24, name, ["W[0]", "W[1]", "W[2]", "…"], 52, 20, (STATE[m],) * 4, 10.5)
    canvas.arrow(345, 66, 410, 66, True)
    canvas.text(377, 56, "transpose", "s", "middle", 11)
    canvas.text(420, 22, "one register for each word of the schedule", "ac")
    for t in range(3):
        texts = [f"m{m}" for m in range(shown - 1)] + [f"m{n - 1}"]
        canvas.row(478, 34 + t * 24, f"W[{t}]", texts, 400 / shown, 20, STATE * 2, 10.5)
    canvas.text(20, 132, "the state: a to e of all messages in five registers", "ac")
    for i, role in enumerate("abcde"):
        canvas.row(
            76 + i * 165, 146, role, ["m0", "m1", "…", f"m{n - 1}"], 34, 24, ("c0", "c1", "s", "c4"), 10.5
        )
    canvas.text(
        20, 204, "a round is the round of the standard, with vector additions, rotations and logic:", "s"
    )
    canvas.text(20, 224, "no instruction moves anything from one message to another.", "s")
    if kernel.stem.startswith("sha1dc"):
        canvas.text(
            20,
            248,
            "After the rounds, masks with one bit for each message say where a collision attack is possible.",
            "s",
        )
    return canvas.drawing(
        f"{n} messages take about the instructions of one. The transposition is the price, once for each block."
    )


def sha_pairs(kernel):
    """Draws independent chains of SHA instructions."""
    n = kernel.lanes
    canvas = Canvas(900, 96 + 44 * n, f"{n} independent chains of sha1rnds4")
    canvas.text(
        20, 22, f"{n} chains, one for each message: while one waits for sha1rnds4, another begins", "ac"
    )
    for m in range(n):
        for step in range(4):
            x, y = 110 + step * 200 + m * 26, 40 + m * 44
            canvas.row(x, y, f"message {m}" if not step else "", "abcd", 24, 26, STATE)
            if step < 3:
                canvas.arrow(x + 99, y + 13, x + 194, y + 13, True)
    canvas.text(
        20, 60 + 44 * n, "Each message has its own state, its own e and its own four schedule vectors.", "s"
    )
    return canvas.drawing(
        "One chain leaves the SHA unit idle most of the time. Where the unit is free again sooner than the result is "
        "ready, several chains share it."
    )
