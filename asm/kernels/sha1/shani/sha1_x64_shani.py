# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   sha1rnds4 computes four rounds. Each depends on the one before, so that 20 times its latency
           and one paddd bound a block. Loads, byte order, the schedule and e execute beside this chain,
           the loads of the next block by out-of-order execution.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group, from which
                                sha1nexte computes the e of the next group
           xmm3 xmm4 xmm5 xmm6  the last four groups: group g in xmm(3 + g mod 4)
           xmm7                 pshufb mask that reverses 16 bytes
           rdi rsi rdx          cv, address of the block, blocks left
Frame      rsp+0, rsp+16        the chaining value as vectors a b c d and e; wiped on return
Lab notes  2026-11-21, Zen 5, 64 KiB: 1.907 cycles/byte, 122.1 a block; OpenSSL 3.0's EVP 1.926 and
           libgcrypt 1.10 1.919 beside it (16 KiB: 1.916, 1.928, 1.923). The bound here is 122
           (1.906): sha1rnds4 takes 6 and paddd 2 cycles; where paddd takes 1 it is 121 (1.891).
           With the chaining value in xmm8 and xmm9 1.914 to 1.923; then with the schedule after
           sha1rnds4 1.921, with the loads spread over the groups that use them 1.925.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ._shani import REVERSE, SCRATCH, VECTORS, compress_blocks

KERNEL = Kernel(
    stem="sha1_x64_shani",
    arch="x64",
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
    f.movdqa(r.reverse, xmmword[f.constant("reverse", REVERSE)], note="reverses 16 bytes")
    compress_blocks(f, r, r.cv)
    f.here(done)
    f.leave()
