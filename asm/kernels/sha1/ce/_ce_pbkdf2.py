# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-SHA1 with the instructions of AArch64, for sha1_a64_ce.

Each hash of an iteration compresses one block, a digest and the padding. A digest is the next message without
any change of order: its words a to d are group 0, and e is the first word of group 1. So one addition is between
the last rounds of a hash and the first of the next.
"""

from asmgen.a64.registers import *  # noqa: F403

from .._spec import BLOCK, words
from ._ce import AHEAD, GROUPS, add_constant, constants, four_rounds, schedule

CV = 20  # bytes of a chaining value, which is a digest
HALVES = ("inner", "outer")
ABCD, E, COPY = v0, (v1, v2), v3
RING, K, SUMS = VECTORS[4:8], VECTORS[16:20], VECTORS[20:23]
# Of both hashes: the chaining value a b c d after the key block; the same + K0; e and the rest of group 1.
KEY, KEY_K0, TAIL = (dict(zip(HALVES, VECTORS[i : i + 2])) for i in (23, 25, 27))
LENGTH = v29  # words 12 to 15
SUM_ABCD, SUM_E = v30, v31
ZERO = 2  # the group of words 8 to 11


def padding(f, registers, length, scratch):
    """Puts the first bit of the padding behind each e, and its length in bits in lane 3 of a zero register."""
    f.movz(scratch, 0x8000, lsl(16))
    for register in registers:
        f.ins(register.s[1], scratch, note="the first bit of the padding")
    f.movi(length.b16, 0)
    f.movz(scratch, 8 * (BLOCK + CV))
    f.ins(length.s[3], scratch, note="the bits of a key block and a digest")


def group(f, g, half):
    """Emits the rounds of group g, its part of the schedule, and the sum of a later group."""
    f.phase(f"rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
    before = COPY if g else KEY[half]
    f.mov(*((COPY.b16, ABCD.b16) if g else (ABCD.b16, before.b16)), note=f"a to d before round {4 * g}")
    sums = (K[0],) if g == ZERO else SUMS
    four_rounds(f, g, ABCD, E[g % 2] if g else TAIL[half], sums)
    f.sha1h(E[1 - g % 2].s, before.s, note=f"e after round {4 * g + 3}")
    if g + AHEAD < GROUPS and g + AHEAD != ZERO:
        add_constant(f, g + AHEAD, SUMS, RING, K)
    schedule(f, g, RING)


def pbkdf2(f):
    """Emits pbkdf2.sha1_lanes of one lane."""
    used = {str(v): v.q for v in (*VECTORS[0:8], *VECTORS[16:32])}
    r = f.frame(
        arguments={"u": x0, "sums": x1, "keys": x2, "iterations": x3}, registers={**used, "constant": w4}
    )
    next_iteration, done = f.label("next_iteration"), f.label("done")
    f.cbz(r.iterations, done)
    constants(f, K, r.constant)
    f.phase("load U, the sums and the keys")
    for abcd, e, address in (
        (RING[0], RING[1], r.u),
        (SUM_ABCD, SUM_E, r.sums),
        (KEY["inner"], TAIL["inner"], r.keys),
    ):
        f.ldr(abcd.q, at[address])
        f.ldr(e.s, at[address + 16])
    f.ldur(KEY["outer"].q, at[r.keys + CV])
    f.ldr(TAIL["outer"].s, at[r.keys + (CV + 16)])
    padding(f, (RING[1], *TAIL.values()), LENGTH, r.constant)
    for half in HALVES:
        f.add(KEY_K0[half].s4, KEY[half].s4, K[0].s4, note="+ K0")
    add_constant(f, 0, SUMS, RING, K)
    f.align(32)
    f.here(next_iteration)
    for half in HALVES:
        f.phase(f"the {half} hash")
        f.movi(RING[ZERO].b16, 0, note=words(8))
        f.mov(RING[3].b16, LENGTH.b16, note=words(12))
        add_constant(f, 1, SUMS, RING, K)
        for g in range(GROUPS):
            group(f, g, half)
        f.phase("add the chaining value: the digest is the next message")
        f.add(SUMS[0].s4, ABCD.s4, KEY_K0[half].s4, note=f"{words(0)} + K0")
        f.add(RING[0].s4, ABCD.s4, KEY[half].s4, note=words(0))
        f.add(RING[1].s4, E[0].s4, TAIL[half].s4, note=words(4))
    f.phase("add U to the sums")
    f.eor(SUM_ABCD.b16, SUM_ABCD.b16, RING[0].b16)
    f.eor(SUM_E.b16, SUM_E.b16, RING[1].b16, note="only lane 0 counts")
    f.sub(r.iterations, r.iterations, 1, note="iterations left")
    f.cbnz(r.iterations, next_iteration)
    f.phase("store U and the sums")
    for abcd, e, address in ((RING[0], RING[1], r.u), (SUM_ABCD, SUM_E, r.sums)):
        f.str(abcd.q, at[address])
        f.str(e.s, at[address + 16])
    f.here(done)
    f.leave()
