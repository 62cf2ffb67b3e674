# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   sha1rnds4 computes four rounds, as in sha1_x64_shani. sha1msg1, pxor and sha1msg2 compute the
           schedule in groups 4 to 7 only. Later groups take seven AVX instructions each, by
           W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32]), because Intel cores decode sha1msg2 to a
           dozen micro-operations. This is for Intel processors with the SHA extensions and without AVX-512.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. Group g+4 of the
           schedule is computed after the rounds of group g.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
           vzeroupper comes first: SHA instructions are slow while the caller's upper halves of ymm
           registers are in use.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group, from which
                                sha1nexte computes the e of the next group
           xmm3-6, xmm8-11      the last eight groups: group g in number g mod 8 of these
           xmm7                 pshufb mask that reverses 16 bytes
           xmm12                temporary of the schedule
           rdi rsi rdx          cv, address of the block, blocks left
Frame      rsp+0, rsp+16        the chaining value as vectors a b c d and e; wiped on return
Lab notes  2026-11-23, Intel Xeon (Granite Rapids): 103.5 cycles a block in calls of 256 blocks and 108.4 in
           calls of one; sha1_x64_shani 116.5 and 120.2 in the same run. On Zen 1, 3 and 4 the two tie
           (docs/results/).
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ._shani import REVERSE, SCRATCH, VECTORS, block, load, rounds_in_ring_of_eight, store

KERNEL = Kernel(
    stem="sha1_x64_shani_avx",
    arch="x64",
    isa=("avx", "shani"),
    summary="SHA-1 with the SHA extensions, most of the schedule in AVX",
    refs=("FIPS 180-4 section 6.1",),
)

LATER = (xmm8, xmm9, xmm10, xmm11)  # of the ring, after m0 to m3
TEMPORARY = xmm12


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={**VECTORS, **{str(v): v for v in (*LATER, TEMPORARY)}},
        scratch=SCRATCH,
    )
    next_block, done = f.label("next_block"), f.label("done")

    def run(f, abcd, e, m):
        rounds_in_ring_of_eight(f, abcd, e, (*m, *LATER), TEMPORARY)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.vzeroupper()
    f.movdqa(r.reverse, xmmword[f.constant("reverse", REVERSE)], note="reverses 16 bytes")
    load(f, r, r.cv)
    f.align(32)
    f.here(next_block)
    block(f, r, r.reverse, run)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    store(f, r, r.cv)
    f.here(done)
    f.leave()
