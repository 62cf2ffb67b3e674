# SPDX-License-Identifier: MIT
"""One block under the SHA extensions with the trace of sha1dc.blocks, and its words W[67] down to
W[32] for the conditions: what sha1dc_x64_shani and sha1dc_x64_shani_gfni share."""

from asmgen.registers import *  # noqa: F403

from ._conditions import TRACE, TRACE_CV, TRACE_STATE
from ._shani import FLIP, REVERSE, VECTORS, block, rounds_in_wide_ring, word

LAST = 67                               # of the words that are stored, whole groups
BUFFER = 4 * 36                         # bytes: W[67] down to W[32]
RING = (xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10)
STATE = {name: VECTORS[name] for name in ("abcd", "e", "e1", "m0", "m1", "m2", "m3")}
KEPT = xmm11


def traced_block(f, r, beside, make=word):
    """r: STATE, words, traces, word; RING and KEPT are written. beside(g): adds what it likes after
    group g; make: the schedule, as in rounds_in_wide_ring. W(g) is stored when it is made,
    before group g - 3."""
    f.phase("the chaining value into the trace")
    f.pshufd(KEPT, r.abcd, FLIP)
    f.movdqu(xmmword[r.traces + TRACE_CV], KEPT)
    f.pshufd(KEPT, r.e, 3)
    f.movd(dword[r.traces + (TRACE_CV + 16)], KEPT)

    def after(g, group, abcd):
        if g == 14:
            f.pshufd(KEPT, abcd, 3)
            f.movd(eax, KEPT)
            f.rol(eax, 30)
            f.mov(dword[r.traces + (TRACE_STATE + 16)], eax, note="e before step 60")
        if g == 15:
            f.pshufd(KEPT, abcd, FLIP)
            f.movdqu(xmmword[r.traces + TRACE_STATE], KEPT, note="a to d before step 60")
        if g >= 15:
            f.pshufd(KEPT, group, FLIP)
            f.movdqu(xmmword[r.traces + 16 * (g - 15)], KEPT)
        beside(g)

    def make_and_store(f, g, new, back, temporary):
        make(f, g, new, back, temporary)
        if 8 <= g <= LAST // 4:
            f.movdqu(xmmword[r.words + 16 * (LAST // 4 - g)], new)

    def run(f, abcd, e, m):
        rounds_in_wide_ring(f, abcd, e, (*m, *RING[4:]), KEPT, after, make_and_store)
    block(f, r, xmmword[f.constant("reverse", REVERSE)], run)
    f.add(r.traces, TRACE)
