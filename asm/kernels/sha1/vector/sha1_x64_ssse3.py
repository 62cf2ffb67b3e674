# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   The rounds use general registers. The message schedule uses vectors of four words. Rounds 4g
           to 4g+3 read W + K of group g from a ring of four vectors on the stack, and the instructions
           between them compute group g+4 and store it + K in the same slot.
Loop       One iteration compresses one block in 20 unrolled windows of four rounds. The last four
           windows load groups 0 to 3 of the next block. In the last block they load the block again.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0
           to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  eax ebx ecx ebp r8d  a b c d e at the start of a block; the roles rotate from round to round
           r9d r10d             temporaries of the rounds
           rdi rsi rdx          cv, address of the block whose words are loaded next, blocks left
           r11                  address of the next block
           xmm0 to xmm7         the last eight groups: group g in xmm(g mod 8)
           xmm8 xmm9            temporaries of the schedule
           xmm10                pshufb mask that reverses the bytes of each word
Frame      rsp+0 to +63         the ring: group g + K at 16 * (g mod 4); wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB: 2.598 cycles/byte; OpenSSL 3.0's EVP restricted to SSSE3 2.820
           and libgcrypt 1.10 2.772 beside it. The chain a -> ROTL 5 -> add allows 2.5.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, k_name, words
from ._rounds_wk import GROUPS, SWAP, add_chaining_value, k_table, load_chaining_value, round_486, window
from ._schedule_ssse3 import equivalents, first, later

KERNEL = Kernel(
    stem="sha1_x64_ssse3",
    arch="x64",
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

    def next_words(g):
        return f"{words(4 * g)} of the next block"

    def add_k(g):
        f.movdqa(r.t, w[g % 8])
        f.paddd(r.t, xmmword[k + 16 * (g // 5)])
        f.movdqa(slot(g), r.t, note=f"{words(4 * g)} + {k_name(4 * g)}")

    def load(g):
        f.movdqu(w[g], xmmword[r.blocks + 16 * g], note=f"{words(4 * g)} of the block")
        f.pshufb(w[g], r.swap)
        add_k(g)

    def group(g):
        x = [w[(g - i) % 8] for i in range(9)]
        if g < 8:
            first(f, g, x[0], *x[4:0:-1], r.t, r.u)
        else:
            later(f, g, x[0], x[2], x[1], ((28, x[7]), (16, x[4])), r.t)
        add_k(g)

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value and the first block")
    f.movdqa(r.swap, xmmword[swap], note="pshufb mask: bytes of each word")
    load_chaining_value(f, r.cv, roles)
    for g in range(4):
        load(g)

    f.align(32)
    f.here(next_block)
    for g in range(GROUPS):
        if g == 16:
            f.phase("advance to the next block, or stay at the last one", inside=True)
            f.lea(r.next, r.blocks + BLOCK)
            f.dec(r.nblocks)
            f.cmovne(r.blocks, r.next)
        made = words(4 * (g + 4)) if g < 16 else next_words(g - 16)
        f.phase(f"rounds {4 * g} to {4 * g + 3}, {made}", round=4 * g, rounds=4)
        ahead = f.record(group, g + 4) if g < 16 else f.record(load, g - 16)
        rounds, roles = window(f, round_486, wk, g, roles)
        # the store of the group is the last instruction: the four rounds have read the slot by then
        f.interleave(rounds, ahead[:-1])
        f.append(ahead[-1])
    add_chaining_value(f, r.cv, roles)
    f.test(r.nblocks, r.nblocks)
    f.jne(next_block)
    f.here(done)
    f.leave()
