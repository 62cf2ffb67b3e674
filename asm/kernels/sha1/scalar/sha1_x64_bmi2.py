# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   Each round computes its schedule word W[t] in a ring of 16 words on the stack, then adds it.
           rorx (BMI2) rotates a copy and saves a mov. andn (BMI1) computes ~b & d in one instruction,
           so that Ch is (b & c) + (~b & d).
Loop       One iteration compresses one block: 80 unrolled rounds, then the addition of cv. The sums
           stay in registers as a to e of the next block.
Notes      W[t] is word t of the message schedule. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and
           0xCA62C1D6, the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  eax ebx ecx ebp r8d  a b c d e at the start of a block; the roles rotate from round to round
           r9d r10d             temporaries
           rdi rsi rdx          cv, address of the block, blocks left
Frame      rsp+0 to +63         the ring: W[t] is word t mod 16; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB: 3.39 cycles/byte, no better than sha1_x64_fast: this core
           eliminates the movs that rorx saves. With e + W[t] + K in one lea it is 3.41.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._rounds import parity
from .._spec import BLOCK, function, k, k_name
from ._schedule_in_rounds import compress_blocks, schedule_word

KERNEL = Kernel(
    stem="sha1_x64_bmi2",
    arch="x64",
    isa=("bmi1", "bmi2"),
    summary="SHA-1 in general registers with rorx and andn",
    refs=("FIPS 180-4 section 6.1",),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={"a": eax, "b": ebx, "c": ecx, "d": ebp, "e": r8d, "x": r9d, "y": r10d},
        scratch=BLOCK,
    )
    compress_blocks(f, r, round_)


def round_(f, r, t, a, b, c, d, e):
    """Emits round t. The order of the instructions is the fastest of those measured."""
    x, y = r.x, r.y
    schedule_word(f, x, r.blocks, r.scratch, t)
    f.lea(e, e + k(t), note=f"e + {k_name(t)}")
    f.add(e, x, note=f"e += W[{t}]")

    if function(t) == "ch":
        f.andn(y, b, d, note="Ch = (b & c) + (~b & d)")
        f.add(e, y)
        f.mov(x, b)
        f.and_(x, c)
    elif function(t) == "parity":
        parity(f, x, b, c, d)
    else:
        f.mov(y, c, note="Maj = (c & d) + (b & (c ^ d))")
        f.and_(y, d)
        f.mov(x, c)
        f.xor(x, d)
        f.add(e, y)
        f.and_(x, b)
    f.add(e, x, note=f"e += {function(t).capitalize()}(b, c, d)")
    f.rorx(b, b, 2, note="b = ROTL 30 (b)")
    f.rorx(x, a, 27)
    f.add(e, x, note="e += ROTL 5 (a)")
