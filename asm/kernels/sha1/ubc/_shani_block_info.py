# SPDX-License-Identifier: MIT
"""sha1dc.blocks with the SHA extensions, for sha1dc_x64_shani_avx and sha1dc_x64_shani_gfni.

Beside the rounds of a block, the kernels write its og_sha1dc_block_info and evaluate the conditions on
the block before. Two buffers hold the schedule words of these two blocks and change roles after each
block.
"""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import words
from ..shani import _shani_vl
from ..shani._shani import FLIP, REVERSE, SCRATCH, VECTORS, block, load, rounds_in_ring_of_eight, store, word
from ._bitplanes import FIRST, INFO, INFO_CV, INFO_STATE

LAST = 67  # the last of the stored words, the end of a group
BUFFER = 4 * 36  # bytes: W[67] down to W[32]
RING = (xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10)
STATE = {name: VECTORS[name] for name in ("abcd", "e", "e1", "m0", "m1", "m2", "m3")}
FLIPPED, FLIPPED_VL = xmm11, xmm5  # temporaries
# After which groups of rounds the three steps of the conditions are executed.
PLANES_AFTER, KINDS_AFTER, RESULT_AFTER = 3, range(5, 14), 17


def blocks(f, rounds, temporaries, scratch, planes, kinds, violations, result, alone=None):
    """Emits the function.

    rounds: NexteRounds or a class like it. temporaries: vectors for the conditions. scratch: bytes on the
    stack, which begin with rounds.scratch bytes and two BUFFERs. planes(f, r), violations(f, r, kind) for
    each of kinds and result(f, r), which stores the mask: the conditions on the block before, in this
    order. alone(f, r): the conditions on the last block, where no rounds follow; None: the three steps.
    """
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx, "info": rcx},
        registers={
            **rounds.registers,
            **{str(v): v for v in temporaries},
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
    f.lea(r.words, r.scratch + rounds.scratch, note="words of this block")
    f.lea(r.before, r.scratch + (rounds.scratch + BUFFER), note="words of the block before")
    rounds.begin(f, r)
    f.phase("the first block, without conditions beside it")
    rounds.block(f, r, lambda g: None)
    f.align(32)
    f.here(next_block)
    f.phase("exchange the buffers of words")
    f.mov(rax, r.words)
    f.mov(r.words, r.before)
    f.mov(r.before, rax)
    f.dec(r.nblocks, note="blocks left")
    f.je(last)
    rounds.block(f, r, conditions_after)
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
    rounds.end(f, r)
    f.here(done)
    f.leave()


def word_place(r, g):
    """Returns the memory operand of group g in the buffer of this block's words, which are stored in
    descending order."""
    return xmmword[r.words + 16 * (LAST // 4 - g)]


def in_buffer(g):
    """Returns whether the conditions read a word of group g."""
    return FIRST // 4 <= g <= LAST // 4


def chaining_value_into_info(f, r, temporary):
    """Stores the chaining value before a block."""
    f.phase("the chaining value into info")
    f.pshufd(temporary, r.abcd, FLIP)
    f.movdqu(xmmword[r.info + INFO_CV], temporary, note="info: cv, a to d")
    f.pshufd(temporary, r.e, 3)
    f.movd(dword[r.info + (INFO_CV + 16)], temporary, note="info: cv, e")


def words_into_info(f, r, g, group, temporary):
    """Stores group g if it is one of W[60] to W[79]."""
    if g >= 15:
        f.pshufd(temporary, group, FLIP)
        f.movdqu(xmmword[r.info + 16 * (g - 15)], temporary, note=f"info: {words(4 * g)}")


def state_into_info(f, r, g, abcd, temporary):
    """Stores a part of the state before round 60. abcd: a to d before group g. Writes r.word."""
    word = r.word.view(32)
    if g == 14:
        f.pshufd(temporary, abcd, 3)
        f.movd(word, temporary)
        f.rol(word, 30)
        f.mov(dword[r.info + (INFO_STATE + 16)], word, note="info: e before round 60")
    if g == 15:
        f.pshufd(temporary, abcd, FLIP)
        f.movdqu(xmmword[r.info + INFO_STATE], temporary, note="info: a to d before round 60")


def group_into_info(f, r, g, group, abcd, temporary):
    """Stores what info has of group g: its words, and the state before round 60. abcd: the vector before it."""
    state_into_info(f, r, g, abcd, temporary)
    words_into_info(f, r, g, group, temporary)


class NexteRounds:
    """The rounds with sha1nexte, for sha1dc_x64_shani_avx."""

    scratch = SCRATCH
    registers = {**STATE, **{str(v): v for v in RING[4:]}, str(FLIPPED): FLIPPED}

    @staticmethod
    def begin(f, r):
        """Loads the chaining value, after vzeroupper: the caller's upper halves make SHA code slow."""
        f.vzeroupper()
        load(f, r, r.cv)

    @staticmethod
    def block(f, r, beside):
        """Emits the compression of one block, the stores to its info but for the mask, and the stores of
        the groups of W[32] to W[67] to the buffer. Writes RING and FLIPPED.

        beside(g): emits further instructions after group g. A group is stored to the buffer when it is
        made, which is four groups of rounds before its use.
        """
        chaining_value_into_info(f, r, FLIPPED)

        def after(g, group, abcd):
            group_into_info(f, r, g, group, abcd, FLIPPED)
            beside(g)

        def make_and_store(f, g, new, back, temporary):
            word(f, g, new, back, temporary)
            if in_buffer(g):
                f.movdqu(word_place(r, g), new, note=f"{words(4 * g)} for the conditions")

        def run(f, abcd, e, m):
            rounds_in_ring_of_eight(f, abcd, e, (*m, *RING[4:]), FLIPPED, after, make_and_store)

        block(f, r, xmmword[f.constant("reverse", REVERSE)], run)
        f.add(r.info, INFO)

    @staticmethod
    def end(f, r):
        store(f, r, r.cv)


class VlRounds:
    """The rounds of _shani_vl.py, for sha1dc_x64_shani_gfni."""

    scratch = 0
    registers = {
        **_shani_vl.STATE,
        "abcd_in": xmm3,
        "e_in": xmm4,
        "mask": _shani_vl.ELEMENT_3,
        **{str(v): v for v in _shani_vl.RING},
        str(FLIPPED_VL): FLIPPED_VL,
    }

    @staticmethod
    def begin(f, r):
        _shani_vl.begin(f, r, r.cv)

    @staticmethod
    def block(f, r, beside):
        """Emits what NexteRounds.block emits. Writes _shani_vl.RING and FLIPPED_VL."""
        f.phase("the chaining value into info")
        f.vpshufd(FLIPPED_VL, r.abcd, FLIP)
        f.vmovdqu(xmmword[r.info + INFO_CV], FLIPPED_VL, note="info: cv, a to d")
        f.vpextrd(dword[r.info + (INFO_CV + 16)], r.e, 3, note="info: cv, e")
        f.vmovdqa(r.abcd_in, r.abcd, note="chaining value: a b c d")
        f.vmovdqa(r.e_in, r.e, note="chaining value: e")

        def after(g):
            if g == 14:
                f.vpextrd(dword[r.info + (INFO_STATE + 16)], r.rotated, 3, note="info: e before round 60")
                f.vpshufd(FLIPPED_VL, r.abcd, FLIP)
                f.vmovdqu(xmmword[r.info + INFO_STATE], FLIPPED_VL, note="info: a to d before round 60")
            if g >= 15:
                f.vpshufd(FLIPPED_VL, _shani_vl.ring(g), FLIP)
                f.vmovdqu(xmmword[r.info + 16 * (g - 15)], FLIPPED_VL, note=f"info: {words(4 * g)}")
            beside(g)

        def make_and_store(f, g):
            _shani_vl.word(f, g)
            if in_buffer(g):
                f.vmovdqu64(word_place(r, g), _shani_vl.ring(g), note=f"{words(4 * g)} for the conditions")

        _shani_vl.load_block(f, r.blocks, _shani_vl.reverse(f))
        _shani_vl.rounds(f, r, after, make_and_store)
        f.phase("add the chaining value")
        f.vpaddd(r.e, r.rotated, r.e_in)
        f.vpaddd(r.abcd, r.abcd, r.abcd_in)
        f.add(r.info, INFO)

    @staticmethod
    def end(f, r):
        _shani_vl.end(f, r, r.cv)
