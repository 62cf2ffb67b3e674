# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   As sha1_x64_ssse3: window g consumes W + K of group g from a ring of four vectors, and
           between its instructions group g+4 is computed and stored in the same place. Of the
           last eight groups four are in registers and all in memory. One temporary is enough for
           the rounds, so that another register can point to an aligned part of the stack. K is
           built in a register when it changes: there is no table without a relocation.
Registers  eax ebx ecx edx ebp  a b c d e; their roles rotate from round to round
           esi                  temporary; in between cv and the message pointer
           edi                  the rings on the stack, a cache line's boundary
           xmm0 to xmm3         the last four groups of the schedule
           xmm4 xmm5            temporaries
           xmm6 xmm7            K, pshufb mask
           edi +0 to +63        the ring of four groups W + K; wiped on return, as are
           edi -128 to -1       the last eight groups W
           cv, blocks, nblocks  stay where the caller put them; used once a block
Lab notes  2026-11-21, Zen 5, 16 KiB: 2.601 cycles/byte, as sha1_x64_ssse3. With the standard's
           formula for all groups 3.12, and 3.09 with the ring aligned: each group then waits for
           the one before through seven operations instead of four. docs/kernels/sha1_stream.md.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK, K
from ._rounds_wk import GROUPS, SWAP, add_chaining_value, round_486, window
from ._schedule_ssse3 import equivalents, first, later

RING = 64  # bytes: four groups W + K
RAW = 128  # bytes: eight groups W
LINE = 64  # bytes of a cache line

KERNEL = Kernel(
    stem="sha1_x86_ssse3",
    bits=32,
    isa=("ssse3",),
    summary="SHA-1 in seven registers, the schedule in SSSE3 vectors between the rounds",
    refs=("FIPS 180-4 section 6.1",),
    equivalents={
        "lea edi, [esp +188] -> lea edi, [esp +192]": "another aligned place inside the frame",
        "and edi, -0x40 -> and edi, -0x3f": "the bit that this keeps is zero: esp is 0 mod 4",
        **equivalents(
            "xmm4", "xmm5", ("xmm0", "xmm1", "xmm2", "xmm3"), [f"[edi {16 * i - RAW:+d}]" for i in range(8)]
        ),
    },
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    w = [BY_NAME[f"xmm{i}"] for i in range(4)]
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": IN_MEMORY, "nblocks": IN_MEMORY},
        registers={
            "a": eax,
            "b": ebx,
            "c": ecx,
            "d": edx,
            "e": ebp,
            "x": esi,
            "ring": edi,
            "t": xmm4,
            "u": xmm5,
            "k": xmm6,
            "swap": xmm7,
            **{f"w{i}": register for i, register in enumerate(w)},
        },
        scratch=RAW + RING + LINE,
    )
    next_block, done = f.label("next_block"), f.label("done")
    roles = (r.a, r.b, r.c, r.d, r.e, r.x, r.x)

    def slot(g):
        return xmmword[r.ring + 16 * (g % 4)]

    def raw(g):
        return xmmword[r.ring + (16 * (g % 8) - RAW)]

    def wk(t):
        return dword[r.ring + 4 * (t % 16)]

    def spread(target, value):
        f.mov(r.x, value)
        f.movd(target, r.x)
        f.pshufd(target, target, 0)

    def add_k(g):
        f.movdqa(r.t, w[g % 4])
        f.paddd(r.t, r.k)
        f.movdqa(slot(g), r.t, note=f"W({4 * g}) to W({4 * g + 3}), + K")

    def keep(g):
        f.movdqa(raw(g), w[g % 4])
        add_k(g)

    def load(g):
        f.pshufb(w[g], r.swap)
        keep(g)

    def group(g):
        x = [w[(g - i) % 4] for i in range(5)]
        if g < 8:
            first(f, x[0], *x[4:0:-1], r.t, r.u)
        else:
            later(f, x[0], x[2], x[1], (raw(g - 7), raw(g - 8)), r.t)
        if g + 7 < GROUPS:  # somebody looks back at it
            keep(g)
        else:
            add_k(g)

    def message(pointer):
        for g in range(4):
            f.movdqu(w[g], xmmword[pointer + 16 * g])

    f.cmp(r.nblocks, 0)
    f.je(done)
    f.lea(r.ring, r.scratch + (RAW + LINE - 4), note="callers align the stack to 4 bytes")
    f.and_(r.ring, -LINE)
    f.phase("the pshufb mask: 0x00010203, and 0x04040404 more for each further word")
    for i, part in enumerate((w[0], w[1], w[2], r.swap)):
        f.mov(r.x, int.from_bytes(SWAP[4 * i : 4 * i + 4], "little"))
        f.movd(part, r.x)
    f.punpckldq(w[2], r.swap)
    f.punpckldq(w[0], w[1])
    f.punpcklqdq(w[0], w[2])
    f.movdqa(r.swap, w[0])
    f.phase("load the chaining value and the first block")
    f.mov(r.x, r.blocks)
    message(r.x)
    spread(r.k, K[0])
    for g in range(4):
        load(g)
    f.mov(r.x, r.cv)
    for i, word in enumerate(roles[:5]):
        f.mov(word, dword[r.x + 4 * i])

    f.align(32)
    f.here(next_block)
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}")
        if g == 16:
            f.cmp(r.nblocks, 2, note="the next block, or the last one again")
            f.sbb(r.x, r.x)
            f.not_(r.x)
            f.and_(r.x, BLOCK)
            f.add(r.x, r.blocks)
            f.mov(r.blocks, r.x)
            f.dec(r.nblocks)
            message(r.x)
        if g % 5 == 1:
            spread(r.k, K[(g + 4) // 5 % 4])
        ahead = f.capture(group, g + 4) if g < 16 else f.capture(load, g - 16)
        rounds, roles = window(f, round_486, wk, g, roles)
        # the slot may be overwritten when all four rounds have read theirs
        f.weave(rounds, ahead[:-1])
        f.append(ahead[-1])
    f.mov(r.x, r.cv)
    add_chaining_value(f, r.x, roles)
    f.cmp(r.nblocks, 0)
    f.jne(next_block)
    f.here(done)
    f.leave()
