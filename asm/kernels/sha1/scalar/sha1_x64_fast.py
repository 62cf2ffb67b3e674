# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   Each round computes its schedule word W[t] in a ring of 16 words on the stack, then adds it.
           The instructions of the schedule fill the gaps of the dependency chain a -> ROTL 5 -> add ->
           next a, which takes at least 2 cycles a round. ROTL 5 (a) is added last in a round because a
           is the newest value.
Loop       One iteration compresses one block: 80 unrolled rounds, then the addition of cv. The sums
           stay in registers as a to e of the next block.
Notes      W[t] is word t of the message schedule. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and
           0xCA62C1D6, the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  eax ebx ecx ebp r8d  a b c d e at the start of a block; the roles rotate from round to round
           r9d                  temporary
           rdi rsi rdx          cv, address of the block, blocks left
Frame      rsp+0 to +63         the ring: W[t] is word t mod 16; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB: 3.39 cycles/byte. Tried without gain: a second temporary, the
           last four schedule words in registers, the schedule one round ahead. A random search
           over interleavings ended at 3.33 and was not adopted.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK
from ._schedule_in_rounds import compress_blocks, round_i386

KERNEL = Kernel(
    stem="sha1_x64_fast",
    arch="x64",
    summary="SHA-1 in general registers, the schedule inside the rounds",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={"a": eax, "b": ebx, "c": ecx, "d": ebp, "e": r8d, "x": r9d},
        scratch=BLOCK,
    )
    compress_blocks(f, r, round_i386)
