# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   The rounds use general registers. The message schedule uses vectors of four words. Rounds 4g
           to 4g+3 read W + K of group g from a ring of four vectors on the stack, and the instructions
           between them compute group g+4 and store it + K in the same slot. The last four groups are
           in registers, and the stack holds groups that are needed later. One temporary is enough for
           the rounds, so that another register can point to an aligned part of the stack.
Loop       One iteration compresses one block in 20 unrolled windows of four rounds. The last four
           windows convert groups 0 to 3 of the next block. In the last block they take the block again.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0
           to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  eax ebx ecx edx ebp  a b c d e at the start of a block; the roles rotate from round to round
           esi                  temporary; between rounds the address of cv or of the block
           edi                  the rings on the stack, a multiple of 64
           xmm0 to xmm3         the last four groups: group g in xmm(g mod 4)
           xmm4 xmm5            temporaries of the schedule
           xmm6                 K, built in the register when it changes: 32-bit code has no table
                                without a relocation
           xmm7                 pshufb mask that reverses the bytes of each word
Frame      edi +0 to +63        the ring of the rounds: group g + K at 16 * (g mod 4)
           edi -128 to -1       the ring of the schedule: group g at -128 + 16 * (g mod 8)
           esp +0 to +255       contains both rings; wiped on return
           cv, blocks, nblocks  in the argument area of the caller, updated there
Lab notes  2026-11-21, Zen 5, 16 KiB: 2.601 cycles/byte, as sha1_x64_ssse3. With the standard's
           formula for all groups 3.12, and 3.09 with the ring aligned: each group then waits for
           the one before through seven operations instead of four.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, K, k_name, words
from ._rounds_wk import GROUPS, SWAP, add_chaining_value, load_chaining_value, round_486, window
from ._schedule_ssse3 import equivalents, first, later

RING = 64  # bytes: four groups W + K
RAW = 128  # bytes: eight groups W
LINE = 64  # bytes of a cache line

KERNEL = Kernel(
    stem="sha1_x86_ssse3",
    arch="x86",
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

    def broadcast(target, number):
        f.mov(r.x, K[number])
        f.movd(target, r.x)
        f.pshufd(target, target, 0, note=f"K{number}, four times")

    def next_words(g):
        return f"{words(4 * g)} of the next block"

    def add_k(g):
        f.movdqa(r.t, w[g % 4])
        f.paddd(r.t, r.k)
        f.movdqa(slot(g), r.t, note=f"{words(4 * g)} + {k_name(4 * g)}")

    def keep(g):
        f.movdqa(raw(g), w[g % 4], note=words(4 * g))
        add_k(g)

    def load(g):
        f.pshufb(w[g], r.swap)
        keep(g)

    def group(g):
        x = [w[(g - i) % 4] for i in range(5)]
        if g < 8:
            first(f, g, x[0], *x[4:0:-1], r.t, r.u)
        else:
            later(f, g, x[0], x[2], x[1], ((28, raw(g - 7)), (32, raw(g - 8))), r.t)
        if g + 7 < GROUPS:  # a later group depends on it
            keep(g)
        else:
            add_k(g)

    def message(pointer):
        for g in range(4):
            f.movdqu(w[g], xmmword[pointer + 16 * g], note=f"{words(4 * g)} of the block")

    f.cmp(r.nblocks, 0)
    f.je(done)
    f.lea(r.ring, r.scratch + (RAW + LINE - 4), note="callers align the stack to 4 bytes only")
    f.and_(r.ring, -LINE)
    f.phase("the pshufb mask: 0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F")
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
    broadcast(r.k, 0)
    for g in range(4):
        load(g)
    f.mov(r.x, r.cv)
    load_chaining_value(f, r.x, roles)

    f.align(32)
    f.here(next_block)
    for g in range(GROUPS):
        made = words(4 * (g + 4)) if g < 16 else next_words(g - 16)
        f.phase(f"rounds {4 * g} to {4 * g + 3}, {made}", round=4 * g, rounds=4)
        if g == 16:
            f.cmp(r.nblocks, 2, note="advance to the next block, or stay at the last one")
            f.sbb(r.x, r.x)
            f.not_(r.x)
            f.and_(r.x, BLOCK)
            f.add(r.x, r.blocks)
            f.mov(r.blocks, r.x)
            f.dec(r.nblocks)
            message(r.x)
        if g % 5 == 1:
            broadcast(r.k, (g + 4) // 5 % 4)
        ahead = f.record(group, g + 4) if g < 16 else f.record(load, g - 16)
        rounds, roles = window(f, round_486, wk, g, roles)
        # the store of the group is the last instruction: the four rounds have read the slot by then
        f.interleave(rounds, ahead[:-1])
        f.append(ahead[-1])
    f.mov(r.x, r.cv)
    add_chaining_value(f, r.x, roles)
    f.cmp(r.nblocks, 0)
    f.jne(next_block)
    f.here(done)
    f.leave()
