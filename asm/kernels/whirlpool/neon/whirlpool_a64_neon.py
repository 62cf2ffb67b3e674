# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn; or one output block of
PBKDF2-HMAC-Whirlpool

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
           PBKDF2: u, sums: 64 bytes each; keys: the chaining values after the inner and the outer HMAC
           key, 64 bytes each; iterations: may be 0
Output     cv; PBKDF2: u, the last digest, and sums, xored with all digests
Approach   A register has two columns of the matrix, a state four registers. ShiftColumns is one tbl per
           register. SubBytes looks nibbles up in the standard's mini-boxes by tbl. MixRows is Horner's rule
           with doublings by add; the bits that three doublings lose are collected by sri and reduced by
           one tbl. No address depends on the data.
Order      A round of the key and a round of the data are merged. The data wait for the key at their end
           only, so each hides the latency of the other, and the lookups of one meet the sums of the other.
Loop       Per block: transpose the message to columns by tbl of four registers, ten rounds, add what went
           in. PBKDF2: per iteration two hashes of two blocks. The round keys of the first block's
           compression are constant and precomputed, those of the second are computed beside the data.
Registers  v0-3             data: columns 0 and 1, 2 and 3, 4 and 5, 6 and 7
           v4-7             key, and between blocks the chaining value
           v8-14            temporaries of the key; v8-11 also rows of the transposition
           v15 v16 v27-31   temporaries of the data; v28-31 also indices of the transposition
           v17-20           tables of ShiftColumns
           v21-25           E, E^-1, R, E << 4, reduction
           v26              15 in each byte
           x0 x1 x2         cv, next block, blocks left
           x3 x4            this round's constants, rounds left
           x5               indices of the transposition
           x0 x1 x2 x3      PBKDF2: u, sums, keys, iterations left
           x4 x5 x6         PBKDF2: this round's constants, rounds left, indices of the transposition
           x7 x8 x9         PBKDF2: two key schedules, the next round key, the end of the schedules
Frame      sp+0             chaining value ^ message, 64 bytes; wiped on return; above it d8 to d15 of the
                            caller
           PBKDF2: two schedules of 704 bytes (x7), then what went in and the sums, 64 bytes each (x9);
           wiped on return; above them d8 to d15 of the caller
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25, a block in cycles/byte: 17.5 on
           Neoverse N1, 12.5 on V1, 9.2 on V2. With the round of the data after that of the key: 17.5, 13.3
           and 9.4. PBKDF2, cycles per iteration: 3,416, 2,619 and 1,950, where four compressions take
           4,487, 3,187 and 2,360. More is in the oldguard repository, docs/kernels/whirlpool_a64.md.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.kernel import Kernel

from .._spec import BLOCK, ROUNDS
from ._columns import round_constants
from ._pbkdf2 import pbkdf2
from ._registers import DATA, KEY, KEY_SPARE, USED, Whirlpool, moved, xor

KERNEL = Kernel(
    stem="whirlpool_a64_neon",
    arch="a64",
    summary="vector permutations of AArch64, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents={
        f"constant tables -> byte {place} flipped": "the reduction has 8 entries, and no index is above 7"
        for place in (136, 140)
    },
)


@KERNEL.function("whirlpool.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": x0, "blocks": x1, "nblocks": x2},
        registers={**USED, "constants": x3, "rounds": x4, "indices": x5},
        scratch=BLOCK,
    )
    next_block, next_round, done = f.label("next_block"), f.label("next_round"), f.label("done")
    state = Whirlpool(f, r.indices)
    constants = f.constant("rc", round_constants(), "round constants, two columns in 16 bytes")
    f.cbz(r.nblocks, done)
    f.phase("load the tables and the chaining value")
    state.load_tables()
    state.columns_of(KEY, at[r.cv])
    f.here(next_block)
    f.phase("key ^ message is the data, and what went in", round=0)
    state.columns_of(DATA, at.post(r.blocks, BLOCK))
    xor(f, DATA, DATA, KEY)
    moved(f, "stp", DATA, r.scratch)
    f.adr(r.constants, constants)
    f.movz(r.rounds, ROUNDS)
    f.here(next_round)
    f.phase("a round of the key, and of the data", round=1, times=ROUNDS)
    state.round(r.constants)
    f.sub(r.rounds, r.rounds, 1)
    f.cbnz(r.rounds, next_round)
    f.phase("feed forward: add chaining value and message")
    moved(f, "ldp", KEY_SPARE, r.scratch)
    xor(f, KEY, DATA, KEY_SPARE)
    f.sub(r.nblocks, r.nblocks, 1)
    f.cbnz(r.nblocks, next_block)
    f.phase("store the chaining value")
    state.store_rows(r.cv, KEY)
    f.here(done)
    f.leave()


KERNEL.function("pbkdf2.whirlpool_blocks", name="pbkdf2")(pbkdf2)
