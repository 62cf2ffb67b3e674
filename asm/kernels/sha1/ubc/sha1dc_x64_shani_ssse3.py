# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2);
info[i].mask := the disturbance vectors (DVs) that the conditions on block i do not exclude

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv; info: nblocks records of 124 bytes: W[60..79], cv before the block, a to e before round 60,
           mask
Approach   For Intel processors with the SHA extensions and without AVX. sha1rnds4 computes four rounds. The schedule
           uses sha1msg1, pxor and sha1msg2 in groups 4 to 7, and later W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^
           W[t-28] ^ W[t-32]), because Intel cores decode sha1msg2 to a dozen micro-operations. Beside the
           rounds of a block, the kernel evaluates the UBCs on the block before: pmovmskb makes 11 bit planes,
           general registers compute from these the violations of the 22 kinds of UBCs, and rotations move them
           to the bits of the DVs that they exclude, of two kinds at once or of one kind by two distances.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. The conditions follow groups 0
           to 17, the bytes of the next planes group 12. The first block has no conditions beside it, and
           those on the last block follow its rounds.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
           W[35].1 is bit 1 of W[35]. A UBC is one of the 156 unavoidable bit conditions of M. Stevens and
           D. Shumow, W[t].bi ^ W[t+d].bj = c; those that differ in t only are of one kind. Bit plane b is
           a 32-bit integer with W[35].b to W[66].b, of which W[t].b is bit t mod 32. SHA instructions are
           slow while upper halves of ymm registers are dirty. No instruction here clears those of a caller.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group
           xmm3 to xmm10        the last eight groups: group g in xmm(3 + g mod 8)
           xmm11                temporary of the schedule, of info and of the bytes
           xmm12 to xmm15       low bytes of W[64..66] and W[35..47], their high bytes, low bytes of W[48..63],
                                their high bytes; before that xmm12: W[35]
           rdi rsi rdx rcx      cv, address of the block, blocks left, its info
           r8                   excluded DVs
           rbx rbp r9           bit planes, as are
           r12 r13 r14          these
           rax r10 r11          the violations of kinds, temporaries
           r15                  temporary of info
Frame      rsp+0, rsp+16        the chaining value as vectors a b c d and e; wiped on return
Lab notes  2026-11-29, Intel Xeon (family 6 model 207): 128 cycles a block in calls of 256 blocks, 130 of 32, 136 of
           nine, 157 of two, 188 of one, and 1.5 % less since planes 2 and 3 have only the half that is
           compared. With the formula of the standard for groups 4 to 7 131 and 134 of 256 and 32. Conditions on
           the block itself, beside the second half of its rounds, 185 of one and 177 of 32: the scheduler fills
           with them. The planes in memory made loads wait for stores and be repeated. e by three shifts instead
           of sha1nexte: 120 instead of 105 without conditions.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ..shani._shani import REVERSE, SCRATCH, VECTORS, block, load, rounds_in_ring_of_eight, store, word
from ._bitplanes import INFO, INFO_MASK
from ._bitplanes_sse import REGISTERS, UNSEEN, Evaluation, bytes_of_words, equivalents, keep_word_35
from ._shani_block_info import chaining_value_into_info, group_into_info
from ._test_blocks import inputs

KERNEL = Kernel(
    stem="sha1dc_x64_shani_ssse3",
    arch="x64",
    isa=("ssse3", "shani"),
    summary="the SHA extensions without AVX, the conditions one block later",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"),
    inputs=inputs,
    equivalents=equivalents()
    | {
        "movdqa xmm12, xmm3 -> pxor xmm12, xmm3": "bits 7 and 31 are left in xmm12; no condition compares W[35].7"
    },
    unseen=UNSEEN,
)

LATER = (xmm7, xmm8, xmm9, xmm10)  # of the ring, after m0 to m3
TEMPORARY = xmm11
LAST = 16  # the group of W[66]
PARTS = 18  # the groups of rounds that have conditions beside them. Those of the first 13 read the bytes.


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx, "info": rcx},
        registers={
            **{name: VECTORS[name] for name in ("abcd", "e", "e1", "m0", "m1", "m2", "m3")},
            **{str(v): v for v in (*LATER, TEMPORARY, *REGISTERS)},
            "word": r15,
        },
        scratch=SCRATCH,
    )
    done, next_block, last = f.label("done"), f.label("next_block"), f.label("last")
    ring = (r.m0, r.m1, r.m2, r.m3, *LATER)
    evaluation, reverse = Evaluation(f), f.constant("reverse", REVERSE)

    def conditions():
        evaluation.excluded()
        evaluation.result(dword[r.info + (INFO_MASK - INFO)], TEMPORARY)

    def one_block(beside):
        chaining_value_into_info(f, r, TEMPORARY)

        def after(g, group, abcd):
            group_into_info(f, r, g, group, abcd, TEMPORARY)
            for item in beside[
                len(beside) * min(g, PARTS) // PARTS : len(beside) * min(g + 1, PARTS) // PARTS
            ]:
                f.append(item)

        def make(f, g, new, back, temporary):
            if g == LAST:
                keep_word_35(f, new)
            word(f, g, new, back, temporary, vex=False)
            if g == LAST:
                bytes_of_words(f, lambda n: ring[n % 8], temporary)

        block(
            f,
            r,
            xmmword[reverse],
            lambda f, abcd, e, m: rounds_in_ring_of_eight(f, abcd, e, ring, TEMPORARY, after, make),
        )
        f.add(r.info, INFO)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    load(f, r, r.cv)
    f.phase("the first block, without conditions beside it")
    one_block([])
    f.align(32)
    f.here(next_block)
    f.dec(r.nblocks, note="blocks left")
    f.je(last)
    one_block(f.record(conditions))
    f.jmp(next_block)
    f.here(last)
    f.phase("the conditions on the last block")
    conditions()
    store(f, r, r.cv)
    f.here(done)
    f.leave()
