# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   A register has two columns of the matrix, a state four registers. ShiftColumns is one tbl per
           register. SubBytes looks nibbles up in the standard's mini-boxes by tbl. MixRows is Horner's rule
           with doublings by add; the bits that three doublings lose are collected by sri and reduced by
           one tbl. No address depends on the data.
Loop       Per block: transpose the message to columns by tbl of four registers, ten rounds, add what went
           in. Per round: a round of the key, then a round of the data, to which the new key is added.
Registers  v0-3             data: columns 0 and 1, 2 and 3, 4 and 5, 6 and 7
           v4-7             key, and between blocks the chaining value
           v8-16            temporaries; v8-11 also the round constants and the message
           v17-20           tables of ShiftColumns
           v21-25           E, E^-1, R, E << 4, reduction
           v26              15 in each byte
           v28-31           indices of the transposition
           x0 x1 x2         cv, next block, blocks left
           x3 x4            this round's constants, rounds left
           x5               addresses of tables
Frame      sp+0             chaining value ^ message, 64 bytes; wiped on return; above it d8 to d15 of the
                            caller
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-24, rounds alone: 17.4 cycles/byte on
           Neoverse N1, 13.2 on V1, 9.2 on V2. More is in the oldguard repository, docs/kernels/whirlpool_a64.md.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.kernel import Kernel

from .._spec import BLOCK, ROUNDS
from ._columns import PAIRS, round_constants, transposition
from ._round import NIBBLE, TABLES, Cipher

KERNEL = Kernel(
    stem="whirlpool_a64_neon",
    arch="a64",
    summary="vector permutations of AArch64, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
    equivalents={
        f"constant tables -> byte {place} flipped": "the reduction has 8 entries, and no index is above 7"
        for place in (136, 140)
    },
)
DATA, KEY, SPARE = VECTORS[0:4], VECTORS[4:8], VECTORS[8:17]
NAMED = dict(zip(TABLES, VECTORS[17:26])) | {"nibble": v26}
INDICES = VECTORS[28:32]


def transpose(f, target, source):
    """Emits the transposition of the 64 bytes of four registers that follow each other."""
    for q in PAIRS:
        f.tbl(target[q].b16, *(s.b16 for s in source), INDICES[q].b16)


@KERNEL.function("whirlpool.blocks")
def blocks(f):
    used = {f"{v}": v.q for v in (*DATA, *KEY, *SPARE, *NAMED.values(), *INDICES)}
    r = f.frame(
        arguments={"cv": x0, "blocks": x1, "nblocks": x2},
        registers={**used, "constants": x3, "rounds": x4, "tables": x5},
        scratch=BLOCK,
    )
    next_block, next_round, done = f.label("next_block"), f.label("next_round"), f.label("done")
    cipher = Cipher(f, NAMED, SPARE)
    constants = f.constant("rc", round_constants(), "round constants, two columns in 16 bytes")
    f.cbz(r.nblocks, done)
    f.phase("load the tables")
    f.adr(r.tables, f.constant("tables", b"".join(TABLES.values()), ", ".join(TABLES)))
    names = list(TABLES)
    for a, b in zip(names[0:8:2], names[1:8:2]):
        f.ldp(NAMED[a].q, NAMED[b].q, at.post(r.tables, 32))
    f.ldr(NAMED["reduce"].q, at[r.tables])
    f.adr(r.tables, f.constant("transposition", transposition(), "tbl indices of columns"))
    f.ld1(*(v.b16 for v in INDICES), at[r.tables])
    f.movi(NAMED["nibble"].b16, NIBBLE)
    f.phase("load the chaining value")
    f.ld1(*(v.b16 for v in SPARE[:4]), at[r.cv])
    transpose(f, KEY, SPARE[:4])
    f.here(next_block)
    f.phase("key ^ message is the data, and what went in", round=0)
    f.ld1(*(v.b16 for v in SPARE[:4]), at.post(r.blocks, BLOCK))
    transpose(f, DATA, SPARE[:4])
    for data, key in zip(DATA, KEY):
        f.eor(data.b16, data.b16, key.b16)
    for q in (0, 2):
        f.stp(DATA[q].q, DATA[q + 1].q, at[r.scratch + 16 * q])
    f.adr(r.constants, constants)
    f.movz(r.rounds, ROUNDS)
    f.here(next_round)
    f.phase("a round of the key", round=1, times=ROUNDS)
    cipher.shift_columns_sub_bytes(KEY)
    cipher.mix_rows(KEY)
    f.ld1(*(v.b16 for v in SPARE[:4]), at.post(r.constants, BLOCK))
    for key, constant in zip(KEY, SPARE):
        f.eor(key.b16, key.b16, constant.b16, note="round constant")
    f.phase("a round of the data", round=1, times=ROUNDS)
    cipher.round(DATA, KEY, "AddRoundKey")
    f.sub(r.rounds, r.rounds, 1)
    f.cbnz(r.rounds, next_round)
    f.phase("feed forward: add chaining value and message")
    for q in (0, 2):
        f.ldp(SPARE[q].q, SPARE[q + 1].q, at[r.scratch + 16 * q])
    for key, data, start in zip(KEY, DATA, SPARE):
        f.eor(key.b16, data.b16, start.b16)
    f.sub(r.nblocks, r.nblocks, 1)
    f.cbnz(r.nblocks, next_block)
    f.phase("store the chaining value")
    transpose(f, SPARE[:4], KEY)
    for q in (0, 2):
        f.stp(SPARE[q].q, SPARE[q + 1].q, at[r.cv + 16 * q])
    f.here(done)
    f.leave()
