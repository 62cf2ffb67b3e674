# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   sha1rnds4 computes four rounds. Each depends on the one before, so that 20 times its latency
           and one paddd bound a block. Loads, byte order, the schedule and e execute beside this chain.
           The rounds need all eight vectors, and the chaining value is on the stack. The pshufb mask is
           built from four immediates because 32-bit code has no table without a relocation.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group, from which
                                sha1nexte computes the e of the next group
           xmm3 xmm4 xmm5 xmm6  the last four groups: group g in xmm(3 + g mod 4)
           xmm7                 pshufb mask that reverses 16 bytes
           eax ecx edx          temporary, then cv; address of the block; blocks left
Frame      esp+0, esp+16        the chaining value as vectors a b c d and e; wiped on return
           cv                   in the argument area of the caller
Lab notes  2026-11-21, Zen 5, 64 KiB: 1.908 cycles/byte (16 KiB: 1.923). The bound here is 1.906:
           sha1rnds4 takes 6 and paddd 2 cycles.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ._shani import REVERSE, SCRATCH, VECTORS, compress_blocks

KERNEL = Kernel(
    stem="sha1_x86_shani",
    arch="x86",
    isa=("ssse3", "shani"),
    summary="SHA-1 with the SHA extensions, one message, 32-bit",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": ecx, "nblocks": edx},
        registers={**VECTORS, "p": eax},
        scratch=SCRATCH,
    )
    done = f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("the pshufb mask: bytes 15 to 0")
    parts = (r.m0, r.m1, r.m2, r.reverse)
    for i, part in enumerate(parts):
        f.mov(r.p, int.from_bytes(REVERSE[4 * i : 4 * i + 4], "little"))
        f.movd(part, r.p)
    f.punpckldq(r.m2, r.reverse)
    f.punpckldq(r.m0, r.m1)
    f.punpcklqdq(r.m0, r.m2)
    f.movdqa(r.reverse, r.m0)
    f.mov(r.p, r.cv)
    compress_blocks(f, r, r.p)
    f.here(done)
    f.leave()
