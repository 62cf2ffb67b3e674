# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   Each round computes its schedule word W[t] in a ring of 16 words on the stack, then adds it.
           The instructions of the schedule fill the gaps of the dependency chain a -> ROTL 5 -> add ->
           next a, which takes at least 2 cycles a round. One temporary is enough: every use of it
           begins with a mov or a load, so that the processor renames it and no use waits for another.
Loop       One iteration compresses one block: 80 unrolled rounds, then the addition of cv. The sums
           stay in registers as a to e of the next block.
Notes      W[t] is word t of the message schedule. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and
           0xCA62C1D6, the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  eax ebx ecx edx ebp  a b c d e at the start of a block; the roles rotate from round to round
           esi                  temporary; the address of cv between blocks
           edi                  address of the block
Frame      esp+0 to +63         the ring: W[t] is word t mod 16; wiped on return
           cv, nblocks          in the argument area of the caller; nblocks is counted down there
Lab notes  2026-11-21, Zen 5, 16 KiB: 3.41 cycles/byte. The order matters most: with ROTL 5 (a) before
           W[t] and f the same instructions take 4.1 to 6.6.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK
from ._schedule_in_rounds import compress_blocks, round_i386

KERNEL = Kernel(
    stem="sha1_x86_fast",
    arch="x86",
    summary="SHA-1 in seven registers, the schedule inside the rounds, nothing spilled",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": edi, "nblocks": IN_MEMORY},
        registers={"a": eax, "b": ebx, "c": ecx, "d": edx, "e": ebp, "x": esi},
        scratch=BLOCK,
    )
    compress_blocks(f, r, round_i386)
