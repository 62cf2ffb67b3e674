# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Four rounds an instruction. The chain sha1rnds4 -> sha1rnds4 bounds the block (20 times
           its latency, and one paddd); loads, byte order, schedule and E hide behind it, the next
           block's loads by the processor's own look-ahead.
Registers  xmm0                 a b c d, a in the top lane
           xmm1 xmm2            E in the top lane; the other one: a b c d of the group before
           xmm3 xmm4 xmm5 xmm6  the ring of the last 16 message words
           xmm7                 pshufb mask
           rdi rsi rdx          cv, message pointer, blocks left
           rsp                  the chaining value as vectors a b c d and E; wiped on return
Lab notes  2026-11-21, Zen 5, 64 KiB: 1.907 cycles/byte, 122.1 a block; OpenSSL 3.0's EVP 1.926 and
           libgcrypt 1.10 1.919 beside it (16 KiB: 1.916, 1.928, 1.923). The wall here is 122
           (1.906): sha1rnds4 takes 6 and paddd 2 cycles; where paddd takes 1 it is 121 (1.891).
           With the chaining value in xmm8 and xmm9 1.914 to 1.923; then with the schedule after
           sha1rnds4 1.921, with the loads spread over the groups that use them 1.925.
           docs/kernels/sha1_stream.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._shani import REVERSE, SCRATCH, VECTORS, compress

KERNEL = Kernel(
    stem="sha1_x64_shani",
    bits=64,
    isa=("ssse3", "shani"),
    summary="SHA-1 with the SHA extensions, one message",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx}, registers=VECTORS, scratch=SCRATCH)
    done = f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.movdqa(r.reverse, xmmword[f.constant("reverse", REVERSE)])
    compress(f, r, r.cv)
    f.here(done)
    f.leave()
