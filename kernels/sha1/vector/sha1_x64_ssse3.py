# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Rounds in general registers, the message schedule in vectors, four words at a time.
           Window g (rounds 4g to 4g+3) consumes W + K of group g from a ring of four vectors, and
           between its instructions group g+4 is computed and stored in the same place; the last four
           windows load the next block. After the last block they load it again instead.
Registers  eax ebx ecx ebp r8d  a b c d e; their roles rotate from round to round
           r9d r10d             temporaries
           rdi rsi rdx          cv, message pointer, blocks left
           xmm0 to xmm7         the last eight groups of the schedule
           xmm8 xmm9            temporaries
           xmm10                pshufb mask
           rsp                  the ring of four groups W + K; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB: 2.598 cycles/byte; OpenSSL 3.0's EVP restricted to SSSE3 2.820
           and libgcrypt 1.10 2.772 beside it. The chain a -> ROTL 5 -> add allows 2.5. Forms of Ch
           and Maj and orders that were tried: docs/kernels/sha1_stream.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK
from ._rounds_wk import GROUPS, SWAP, add_chaining_value, k_table, round_486, window
from ._schedule_ssse3 import equivalents, first, later

KERNEL = Kernel(
    stem="sha1_x64_ssse3",
    bits=64,
    isa=("ssse3",),
    summary="SHA-1 in general registers, the schedule in SSSE3 vectors between the rounds",
    refs=("FIPS 180-4 section 6.1",),
    equivalents=equivalents("xmm8", "xmm9", ("xmm4", "xmm5", "xmm6", "xmm7"), ("xmm0", "xmm3")),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={
            "a": eax,
            "b": ebx,
            "c": ecx,
            "d": ebp,
            "e": r8d,
            "x": r9d,
            "y": r10d,
            "next": r11,
            "t": xmm8,
            "u": xmm9,
            "swap": xmm10,
            **{f"w{i}": BY_NAME[f"xmm{i}"] for i in range(8)},
        },
        scratch=64,
    )
    w = [BY_NAME[f"xmm{i}"] for i in range(8)]
    k, swap = f.constant("k", k_table(4), "K, four times each"), f.constant("swap", SWAP)
    next_block, done = f.label("next_block"), f.label("done")
    roles = (r.a, r.b, r.c, r.d, r.e, r.x, r.y)

    def slot(g):
        return xmmword[r.scratch + 16 * (g % 4)]

    def wk(t):
        return dword[r.scratch + 4 * (t % 16)]

    def add_k(g):
        f.movdqa(r.t, w[g % 8])
        f.paddd(r.t, xmmword[k + 16 * (g // 5)])
        f.movdqa(slot(g), r.t, note=f"W({4 * g}) to W({4 * g + 3}), + K")

    def load(g):
        f.movdqu(w[g], xmmword[r.blocks + 16 * g])
        f.pshufb(w[g], r.swap)
        add_k(g)

    def group(g):
        x = [w[(g - i) % 8] for i in range(9)]
        if g < 8:
            first(f, x[0], *x[4:0:-1], r.t, r.u)
        else:
            later(f, x[0], x[2], x[1], (x[7], x[4]), r.t)
        add_k(g)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value and the first block")
    f.movdqa(r.swap, xmmword[swap])
    for i, word in enumerate(roles[:5]):
        f.mov(word, dword[r.cv + 4 * i])
    for g in range(4):
        load(g)

    f.align(32)
    f.here(next_block)
    for g in range(GROUPS):
        if g == 16:
            f.phase("the next block, or the last one again")
            f.lea(r.next, r.blocks + BLOCK)
            f.dec(r.nblocks)
            f.cmovne(r.blocks, r.next)
        f.phase(f"rounds {4 * g} to {4 * g + 3}")
        ahead = f.capture(group, g + 4) if g < 16 else f.capture(load, g - 16)
        rounds, roles = window(f, round_486, wk, g, roles)
        # the slot may be overwritten when all four rounds have read theirs
        f.weave(rounds, ahead[:-1])
        f.append(ahead[-1])
    add_chaining_value(f, r.cv, roles)
    f.test(r.nblocks, r.nblocks)
    f.jne(next_block)
    f.here(done)
    f.leave()
