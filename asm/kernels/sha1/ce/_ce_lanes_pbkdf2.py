# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-SHA1 of two output blocks with the instructions of AArch64, for sha1_a64_ce_x2 and
sha1_a64_ce_eor_x2: the hashes of _ce_pbkdf2.py with the groups of _ce_lanes.py."""

from dataclasses import dataclass

from asmgen.a64.registers import *  # noqa: F403

from .._spec import words
from ._ce import GROUPS, add_constant, constants, four_rounds, schedule, sha1su0
from ._ce_lanes import SUMS, K, rotate_a
from ._ce_pbkdf2 import HALVES, ZERO, padding

WORDS = 8  # bytes of a word of both lanes
SPARE, LENGTH = v22, v27  # the next e; words 12 to 15


@dataclass
class Lane:
    """The registers of an output block."""

    abcd: object
    e: object
    ring: tuple
    key: dict  # of both hashes: the chaining value a b c d after the key block
    tail: dict  # of both hashes: e after the key block, and the padding of words 5 to 7
    sum_abcd: object
    sum_e: object

    def vectors(self):
        own = (self.abcd, self.e, *self.ring, self.sum_abcd, self.sum_e)
        return (*own, *self.key.values(), *self.tail.values())


def halves(*registers):
    return dict(zip(HALVES, registers))


def load(f, address, abcd, e, temporaries):
    """Loads the words of both lanes at an address, word i of both after each other. abcd, e: a register for each
    lane."""
    for i, v in enumerate(temporaries):
        place = 16 * i + address.disp
        f.emit("ldur" if place % 16 else "ldr", (v.q, at[address + 16 * i]))
    f.uzp1(abcd[0].s4, *(v.s4 for v in temporaries), note="a b c d of lane 0")
    f.uzp2(abcd[1].s4, *(v.s4 for v in temporaries), note="a b c d of lane 1")
    for i in (0, 1):
        f.ldr(e[i].s, at[address + (4 * WORDS + 4 * i)], note=f"e of lane {i}")


def store(f, base, abcd, e, temporaries):
    """Stores what `load` loads at the address in register `base`."""
    f.zip1(temporaries[0].s4, *(v.s4 for v in abcd))
    f.zip2(temporaries[1].s4, *(v.s4 for v in abcd))
    f.stp(*(v.q for v in temporaries), at[base])
    for i in (0, 1):
        f.str(e[i].s, at[base + (4 * WORDS + 4 * i)])


def pbkdf2(f, partial=sha1su0, temporaries=()):
    """Emits pbkdf2.sha1_lanes of two lanes. partial, temporaries: as in `lanes` of _ce_lanes.py."""
    lanes = (
        Lane(v0, v1, VECTORS[4:8], halves(v8, v9), halves(v10, v11), v23, v24),
        Lane(v2, v3, VECTORS[28:32], halves(v12, v13), halves(v14, v15), v25, v26),
    )
    used = [*K, *SUMS, SPARE, LENGTH, *temporaries, *(v for lane in lanes for v in lane.vectors())]
    r = f.frame(
        arguments={"u": x0, "sums": x1, "keys": x2, "iterations": x3},
        registers={"constant": w4, **{str(v): v.q for v in used}},
    )
    next_iteration, done = f.label("next_iteration"), f.label("done")
    chaining = [lane.abcd for lane in lanes]
    u = [lane.ring[0] for lane in lanes], [lane.ring[1] for lane in lanes]
    sums = [lane.sum_abcd for lane in lanes], [lane.sum_e for lane in lanes]
    f.cbz(r.iterations, done)
    constants(f, K, r.constant)
    f.phase("load U, the sums and the keys")
    load(f, r.u + 0, *u, chaining)
    load(f, r.sums + 0, *sums, chaining)
    for half, disp in zip(HALVES, (0, 5 * WORDS)):
        place = [lane.key[half] for lane in lanes], [lane.tail[half] for lane in lanes]
        load(f, r.keys + disp, *place, chaining)
    tails = [tail for lane in lanes for tail in (lane.ring[1], *lane.tail.values())]
    padding(f, tails, LENGTH, r.constant)
    f.align(32)
    f.here(next_iteration)
    for half in HALVES:
        f.phase(f"the {half} hash")
        for lane in lanes:
            f.movi(lane.ring[ZERO].b16, 0, note=words(4 * ZERO))
            f.mov(lane.ring[3].b16, LENGTH.b16, note=words(12))
            f.mov(lane.abcd.b16, lane.key[half].b16, note="a to d after the key block")
        ends = _rounds(f, lanes, half, partial)
        f.phase("add the chaining values: the digests are the next messages")
        for lane, e in zip(lanes, ends):
            f.add(lane.ring[0].s4, lane.abcd.s4, lane.key[half].s4, note=words(0))
            f.add(lane.ring[1].s4, e.s4, lane.tail[half].s4, note=words(4))
    f.phase("add U to the sums")
    for lane in lanes:
        f.eor(lane.sum_abcd.b16, lane.sum_abcd.b16, lane.ring[0].b16)
        f.eor(lane.sum_e.b16, lane.sum_e.b16, lane.ring[1].b16, note="only lane 0 counts")
    f.sub(r.iterations, r.iterations, 1, note="iterations left")
    f.cbnz(r.iterations, next_iteration)
    f.phase("store U and the sums")
    store(f, r.u, *u, chaining)
    store(f, r.sums, *sums, chaining)
    f.here(done)
    f.leave()


def _rounds(f, lanes, half, partial):
    """Emits the rounds of a hash of both lanes. Returns the register of each lane's e."""
    e, spare = [lane.e for lane in lanes], SPARE
    for g in range(GROUPS):
        for i, lane in enumerate(lanes):
            f.phase(f"rounds {4 * g} to {4 * g + 3} of lane {i}", round=4 * g, rounds=4)
            if g == GROUPS - 1:  # lanes 1 to 3 of the last e are added to the padding
                f.sha1h(spare.s, lane.abcd.s, note=f"e after round {4 * g + 3}")
            else:
                rotate_a(f, g, spare, lane.abcd)
            if g != ZERO:
                add_constant(f, g, SUMS, lane.ring, K)
            four_rounds(f, g, lane.abcd, e[i] if g else lane.tail[half], K[:1] if g == ZERO else SUMS)
            e[i], spare = spare, e[i]
            schedule(f, g, lane.ring, partial)
    return e
