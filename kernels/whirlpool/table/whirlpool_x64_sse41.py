# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   That of whirlpool_x64_sse2, with each byte taken out by itself by PEXTRB.
Registers  r8-r15               rows of the result
           xmm0-3 xmm4-7        state, key: two rows each
           rax rbx rcx rdx      one byte each, the index of a lookup
           rbp                  the tables
           rdi                  offset of the round constant; outside the rounds cv, block
           rsp                  chaining value ^ message, rows on their way; wiped on return
Lab notes  docs/kernels/whirlpool_tables.md
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._rows import EQUIVALENTS, by_pextrb

KERNEL = Kernel(
    stem="whirlpool_x64_sse41",
    bits=64,
    isa=("sse41",),
    constant_time=False,
    summary="rows of the result in r8-r15, state and key in XMM; bytes by PEXTRB",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
    equivalents=EQUIVALENTS,
)


@KERNEL.function("whirlpool.blocks")
def whirlpool(f):
    by_pextrb(f, (rax, rbx, rcx, rdx))
