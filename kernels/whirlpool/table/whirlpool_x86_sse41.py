# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   That of whirlpool_x86_mmx, with each byte taken out by itself by PEXTRB.
Registers  mm0-7                rows of the result
           xmm0-3 xmm4-7        state, key: two rows each
           eax ebx ecx edx      one byte each, the index of a lookup
           ebp                  the tables
           edi                  offset of the round constant; outside the rounds cv, block
           esp                  chaining value ^ message, rows on their way; wiped on return
Lab notes  docs/kernels/whirlpool_tables.md
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._rows import by_pextrb

KERNEL = Kernel(
    stem="whirlpool_x86_sse41",
    bits=32,
    isa=("mmx", "sse41"),
    constant_time=False,
    summary="rows of the result in the MMX registers, state and key in XMM; bytes by PEXTRB",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
)


@KERNEL.function("whirlpool.blocks")
def whirlpool(f):
    by_pextrb(f, (eax, ebx, ecx, edx))
