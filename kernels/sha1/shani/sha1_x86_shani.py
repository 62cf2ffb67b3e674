# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   The rounds of sha1_x64_shani. Eight vectors are just enough for them; the chaining value
           waits on the stack. The pshufb mask is built from four constants, since 32-bit code
           cannot address a table without a relocation.
Registers  xmm0                 a b c d, a in the top lane
           xmm1 xmm2            E in the top lane; the other one: a b c d of the group before
           xmm3 xmm4 xmm5 xmm6  the ring of the last 16 message words
           xmm7                 pshufb mask
           eax ecx edx          cv (and a temporary), message pointer, blocks left
           esp                  the chaining value as vectors a b c d and E; wiped on return
Lab notes  2026-11-21, Zen 5, 64 KiB: 1.908 cycles/byte (16 KiB: 1.923); the wall here is 1.906,
           see sha1_x64_shani. docs/kernels/sha1_stream.md.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._shani import REVERSE, SCRATCH, VECTORS, compress

KERNEL = Kernel(
    stem="sha1_x86_shani",
    bits=32,
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
    f.phase("the pshufb mask")
    parts = (r.m0, r.m1, r.m2, r.reverse)
    for i, part in enumerate(parts):
        f.mov(r.p, int.from_bytes(REVERSE[4 * i : 4 * i + 4], "little"))
        f.movd(part, r.p)
    f.punpckldq(r.m2, r.reverse)
    f.punpckldq(r.m0, r.m1)
    f.punpcklqdq(r.m0, r.m2)
    f.movdqa(r.reverse, r.m0)
    f.mov(r.p, r.cv)
    compress(f, r, r.p)
    f.here(done)
    f.leave()
