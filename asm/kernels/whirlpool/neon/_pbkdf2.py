# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-Whirlpool of one output block.

An iteration is two hashes of two blocks, the digest and the padding. The chaining value of the digest's block,
which is the Whirlpool key there, is the same in every iteration, so its round keys are computed once. Of the
eight encryptions and key schedules of an iteration six remain. U stays in columns in registers from the first
iteration to the last, and the sums in columns in the frame.
"""

from asmgen.a64.registers import *  # noqa: F403

from .._spec import BLOCK, PADDING, ROUNDS
from ._columns import PAIRS, round_constants
from ._registers import DATA, DATA_SPARE, KEY, KEY_SPARE, USED, Whirlpool, moved, xor

SCHEDULE = BLOCK * (1 + ROUNDS)  # a key and its round keys
START, SUMS = 0, BLOCK  # what went in, and the sums, from the end of the two schedules on
SCRATCH = 2 * SCHEDULE + 2 * BLOCK
COLUMNS = b"".join(bytes(PADDING[8 * i + j] for j in (2 * q, 2 * q + 1) for i in range(8)) for q in PAIRS)


def pbkdf2(f):
    """Emits pbkdf2.whirlpool_blocks."""
    r = f.frame(
        arguments={"u": x0, "sums": x1, "keys": x2, "iterations": x3},
        registers={**USED, "constants": x4, "rounds": x5, "indices": x6, "schedule": x7, "at": x8, "end": x9},
        scratch=SCRATCH,
    )
    next_key, next_round_key, next_iteration, next_hash, next_round, next_full_round, done = map(
        f.label,
        (
            "next_key",
            "next_round_key",
            "next_iteration",
            "next_hash",
            "next_round",
            "next_full_round",
            "done",
        ),
    )
    state = Whirlpool(f, r.indices)
    constants = f.constant("rc", round_constants(), "round constants, two columns in 16 bytes")
    padding = f.constant("padding", COLUMNS, "the padding of 128 bytes in columns")
    f.cbz(r.iterations, done)
    f.phase("load the tables")
    state.load_tables()
    f.phase("the round keys of the inner and of the outer key")
    f.add(r.schedule, r.scratch.base, r.scratch.disp)
    f.add(r.end, r.schedule, 2 * SCHEDULE)
    f.add(r.at, r.schedule, 0)
    f.here(next_key)
    state.columns_of(KEY, at.post(r.keys, BLOCK))
    moved(f, "stp", KEY, r.at)
    f.adr(r.constants, constants)
    f.movz(r.rounds, ROUNDS)
    f.here(next_round_key)
    f.phase("a round of the key", round=1, times=ROUNDS)
    f.add(r.at, r.at, BLOCK)
    state.key.round(KEY, r.constants)
    moved(f, "stp", KEY, r.at)
    f.sub(r.rounds, r.rounds, 1)
    f.cbnz(r.rounds, next_round_key)
    f.phase("load the digest and the sums")
    f.add(r.at, r.at, BLOCK)
    f.sub(r.rounds, r.end, r.at)
    f.cbnz(r.rounds, next_key)
    state.columns_of(KEY, at[r.sums])
    moved(f, "stp", KEY, r.end + SUMS)
    state.columns_of(DATA, at[r.u])
    f.here(next_iteration)
    f.add(r.at, r.schedule, 0)
    f.here(next_hash)
    f.phase("compress the digest: the key is constant", round=0)
    for x, v in zip(DATA, DATA_SPARE):
        f.ldr(v.q, at.post(r.at, 16))
        f.eor(x.b16, x.b16, v.b16)
    moved(f, "stp", DATA, r.end + START)
    f.movz(r.rounds, ROUNDS)
    f.here(next_round)
    f.phase("a round of the data", round=1, times=ROUNDS)
    state.data.round(DATA, r.at)
    f.sub(r.rounds, r.rounds, 1)
    f.cbnz(r.rounds, next_round)
    f.phase("compress the padding: the key is the chaining value", round=0)
    moved(f, "ldp", KEY_SPARE, r.end + START)
    xor(f, KEY, DATA, KEY_SPARE)
    f.adr(r.constants, padding)
    moved(f, "ldp", KEY_SPARE, r.constants)
    xor(f, DATA, KEY, KEY_SPARE)
    moved(f, "stp", DATA, r.end + START)
    f.adr(r.constants, constants)
    f.movz(r.rounds, ROUNDS)
    f.here(next_full_round)
    f.phase("a round of the key, and of the data", round=1, times=ROUNDS)
    state.round(r.constants)
    f.sub(r.rounds, r.rounds, 1)
    f.cbnz(r.rounds, next_full_round)
    f.phase("the digest")
    moved(f, "ldp", KEY_SPARE, r.end + START)
    xor(f, DATA, DATA, KEY_SPARE)
    f.sub(r.rounds, r.end, r.at)
    f.cbnz(r.rounds, next_hash)
    f.phase("add the digest to the sums")
    moved(f, "ldp", KEY, r.end + SUMS)
    xor(f, KEY, KEY, DATA)
    moved(f, "stp", KEY, r.end + SUMS)
    f.sub(r.iterations, r.iterations, 1)
    f.cbnz(r.iterations, next_iteration)
    f.phase("store the sums and the last digest")
    state.store_rows(r.sums, KEY)
    state.store_rows(r.u, DATA)
    f.here(done)
    f.leave()
