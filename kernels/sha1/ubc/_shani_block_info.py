# SPDX-License-Identifier: MIT
"""sha1dc.blocks with the SHA extensions, for sha1dc_x64_shani and sha1dc_x64_shani_gfni.

Beside the rounds of a block, the kernels write its og_sha1dc_block_info and evaluate the conditions on
the block before. Two buffers hold the schedule words of these two blocks and change roles after each
block.
"""

from asmgen.registers import *  # noqa: F403

from .._spec import words
from ..shani._shani import FLIP, REVERSE, SCRATCH, VECTORS, block, load, rounds_in_ring_of_eight, store, word
from ._bitplanes_avx2 import INFO, INFO_CV, INFO_STATE

LAST = 67  # the last of the stored words, the end of a group
BUFFER = 4 * 36  # bytes: W[67] down to W[32]
RING = (xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10)
STATE = {name: VECTORS[name] for name in ("abcd", "e", "e1", "m0", "m1", "m2", "m3")}
FLIPPED = xmm11  # temporary
# After which groups of rounds the three steps of the conditions are executed.
PLANES_AFTER, KINDS_AFTER, RESULT_AFTER = 3, range(5, 14), 17


def blocks(f, temporaries, scratch, planes, kinds, violations, result, make=word, alone=None):
    """Emits the function.

    temporaries: vectors for the conditions. scratch: bytes on the stack, which begin with SCRATCH and two
    BUFFERs. planes(f, r), violations(f, r, kind) for each of kinds and result(f, r), which stores the
    mask: the conditions on the block before, in this order. make: the schedule, as in
    rounds_in_ring_of_eight. alone(f, r): the conditions on the last block, where no rounds follow; None:
    the three steps.
    """
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
        if g in KINDS_AFTER:
            at = KINDS_AFTER.index(g)
            first, end = (len(kinds) * n // len(KINDS_AFTER) for n in (at, at + 1))
            for kind in kinds[first:end]:
                violations(f, r, kind)
        if g == RESULT_AFTER:
            result(f, r)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.lea(r.words, r.scratch + SCRATCH, note="words of this block")
    f.lea(r.before, r.scratch + (SCRATCH + BUFFER), note="words of the block before")
    load(f, r, r.cv)
    f.phase("the first block, without conditions beside it")
    block_with_info(f, r, lambda g: None, make)
    f.align(32)
    f.here(next_block)
    f.phase("exchange the buffers of words")
    f.mov(rax, r.words)
    f.mov(r.words, r.before)
    f.mov(r.before, rax)
    f.dec(r.nblocks, note="blocks left")
    f.je(last)
    block_with_info(f, r, conditions_after, make)
    f.jmp(next_block)

    f.here(last)
    f.phase("the conditions on the last block")
    if alone:
        alone(f, r)
    else:
        planes(f, r)
        for kind in kinds:
            violations(f, r, kind)
        result(f, r)
    store(f, r, r.cv)
    f.here(done)
    f.leave()


def block_with_info(f, r, beside, make):
    """Emits the compression of one block, the stores to its info but for the mask, and the stores of
    W[32] to W[67] to the buffer at r.words, in descending order. Writes RING and FLIPPED.

    beside(g): emits further instructions after group g. make: the schedule, as in
    rounds_in_ring_of_eight. A group is stored to the buffer when it is made, which is four groups of
    rounds before its use.
    """
    f.phase("the chaining value into info")
    f.pshufd(FLIPPED, r.abcd, FLIP)
    f.movdqu(xmmword[r.info + INFO_CV], FLIPPED, note="info: cv, a to d")
    f.pshufd(FLIPPED, r.e, 3)
    f.movd(dword[r.info + (INFO_CV + 16)], FLIPPED, note="info: cv, e")

    def after(g, group, abcd):
        if g == 14:
            f.pshufd(FLIPPED, abcd, 3)
            f.movd(eax, FLIPPED)
            f.rol(eax, 30)
            f.mov(dword[r.info + (INFO_STATE + 16)], eax, note="info: e before round 60")
        if g == 15:
            f.pshufd(FLIPPED, abcd, FLIP)
            f.movdqu(xmmword[r.info + INFO_STATE], FLIPPED, note="info: a to d before round 60")
        if g >= 15:
            f.pshufd(FLIPPED, group, FLIP)
            f.movdqu(xmmword[r.info + 16 * (g - 15)], FLIPPED, note=f"info: {words(4 * g)}")
        beside(g)

    def make_and_store(f, g, new, back, temporary):
        make(f, g, new, back, temporary)
        if 8 <= g <= LAST // 4:
            f.movdqu(xmmword[r.words + 16 * (LAST // 4 - g)], new, note=f"{words(4 * g)} for the conditions")

    def run(f, abcd, e, m):
        rounds_in_ring_of_eight(f, abcd, e, (*m, *RING[4:]), FLIPPED, after, make_and_store)

    block(f, r, xmmword[f.constant("reverse", REVERSE)], run)
    f.add(r.info, INFO)
