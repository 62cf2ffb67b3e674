# SPDX-License-Identifier: MIT
"""sha1dc.blocks under the SHA extensions, each block with its trace and beside it the conditions on
the block before: what sha1dc_x64_shani and sha1dc_x64_shani_gfni share."""

from asmgen.registers import *  # noqa: F403

from ..shani._shani import FLIP, REVERSE, SCRATCH, VECTORS, block, load, rounds_in_ring_of_eight, store, word
from ._bitplanes_avx2 import TRACE, TRACE_CV, TRACE_STATE

LAST = 67  # of the words that are stored, whole groups
BUFFER = 4 * 36  # bytes: W[67] down to W[32]
RING = (xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10)
STATE = {name: VECTORS[name] for name in ("abcd", "e", "e1", "m0", "m1", "m2", "m3")}
KEPT = xmm11
PLANES_AFTER, RESULT_AFTER = 3, 17  # which group of rounds; kinds after those between
FOR_KINDS = range(5, 14)


def blocks(f, temporaries, scratch, planes, kinds, kind_sum, result, make=word):
    """The function whole. temporaries: the conditions' registers; scratch: bytes, of which SCRATCH
    and two BUFFERs are spoken for; planes(f, r), kind_sum(f, r, kind) for each of kinds, and
    result(f, r), which leaves the mask in the trace before r.info: the conditions, in this
    order; make: the schedule, as in rounds_in_ring_of_eight."""
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx, "info": rcx},
        registers={
            **STATE,
            **{str(v): v for v in (*RING[4:], *temporaries)},
            "words": r8,
            "before": r9,
            "word": rax,
        },
        scratch=scratch,
    )
    done, next_block, last = f.label("done"), f.label("next_block"), f.label("last")

    def conditions_after(g):
        if g == PLANES_AFTER:
            planes(f, r)
        if g in FOR_KINDS:
            at = FOR_KINDS.index(g)
            first, end = (len(kinds) * n // len(FOR_KINDS) for n in (at, at + 1))
            for kind in kinds[first:end]:
                kind_sum(f, r, kind)
        if g == RESULT_AFTER:
            result(f, r)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.lea(r.words, r.scratch + SCRATCH)
    f.lea(r.before, r.scratch + (SCRATCH + BUFFER))
    load(f, r, r.cv)
    traced_block(f, r, lambda g: None, make)
    f.align(32)
    f.here(next_block)
    f.mov(rax, r.words)
    f.mov(r.words, r.before)
    f.mov(r.before, rax)
    f.dec(r.nblocks)
    f.je(last)
    traced_block(f, r, conditions_after, make)
    f.jmp(next_block)

    f.here(last)
    planes(f, r)
    for kind in kinds:
        kind_sum(f, r, kind)
    result(f, r)
    store(f, r, r.cv)
    f.here(done)
    f.leave()


def traced_block(f, r, beside, make):
    """r: STATE, words, info, word; RING and KEPT are written. beside(g): adds what it likes after
    group g; make: the schedule, as in rounds_in_ring_of_eight. W(g) is stored when it is made,
    before group g - 3."""
    f.phase("the chaining value into the trace")
    f.pshufd(KEPT, r.abcd, FLIP)
    f.movdqu(xmmword[r.info + TRACE_CV], KEPT)
    f.pshufd(KEPT, r.e, 3)
    f.movd(dword[r.info + (TRACE_CV + 16)], KEPT)

    def after(g, group, abcd):
        if g == 14:
            f.pshufd(KEPT, abcd, 3)
            f.movd(eax, KEPT)
            f.rol(eax, 30)
            f.mov(dword[r.info + (TRACE_STATE + 16)], eax, note="e before step 60")
        if g == 15:
            f.pshufd(KEPT, abcd, FLIP)
            f.movdqu(xmmword[r.info + TRACE_STATE], KEPT, note="a to d before step 60")
        if g >= 15:
            f.pshufd(KEPT, group, FLIP)
            f.movdqu(xmmword[r.info + 16 * (g - 15)], KEPT)
        beside(g)

    def make_and_store(f, g, new, back, temporary):
        make(f, g, new, back, temporary)
        if 8 <= g <= LAST // 4:
            f.movdqu(xmmword[r.words + 16 * (LAST // 4 - g)], new)

    def run(f, abcd, e, m):
        rounds_in_ring_of_eight(f, abcd, e, (*m, *RING[4:]), KEPT, after, make_and_store)

    block(f, r, xmmword[f.constant("reverse", REVERSE)], run)
    f.add(r.info, TRACE)
