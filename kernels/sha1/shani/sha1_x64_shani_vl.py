# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   sha1_x64_shani with the message schedule in AVX-512 on xmm registers: four operations a
           group (eight in the first four) instead of sha1msg1, pxor and sha1msg2, which Intel's cores
           make of a dozen.
Registers  xmm0                 a b c d, a in the top lane
           xmm1 xmm2            E in the top lane; the other one: a b c d of the group before
           xmm3 to xmm6, 8 to 11 eight groups of the schedule
           xmm7                 pshufb mask
           xmm12                temporary of the schedule
           rdi rsi rdx          cv, message pointer, blocks left
           rsp                  the chaining value as vectors a b c d and E; wiped on return
Lab notes  docs/kernels/sha1_stream.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._shani import REVERSE, SCRATCH, VECTORS, block, load, rounds_in_wide_ring, store, word_by_avx512

KERNEL = Kernel(
    stem="sha1_x64_shani_vl",
    bits=64,
    isa=("avx512vl", "ssse3", "shani"),
    summary="SHA-1 with the SHA extensions, the schedule in AVX-512",
    refs=("FIPS 180-4 section 6.1",),
)

LATER = (xmm8, xmm9, xmm10, xmm11)  # of the ring, beside m0 to m3
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
        rounds_in_wide_ring(f, abcd, e, (*m, *LATER), TEMPORARY, make=word_by_avx512)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.movdqa(r.reverse, xmmword[f.constant("reverse", REVERSE)])
    load(f, r, r.cv)
    f.align(32)
    f.here(next_block)
    block(f, r, r.reverse, run)
    f.dec(r.nblocks)
    f.jne(next_block)
    store(f, r, r.cv)
    f.here(done)
    f.leave()
