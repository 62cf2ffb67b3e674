# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   The pseudocode of the standard, step by step. Step 1 stores the whole message schedule, 80
           words, on the stack. Step 3 runs 80 rounds with the logical functions as section 4.1.1
           writes them.
Loop       One iteration compresses one block: steps 1 to 4 of the standard, all rounds unrolled.
Notes      W[t] is word t of the message schedule. K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and
           0xCA62C1D6, the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  eax ebx ecx edx ebp  a b c d e at the start of a block; the roles rotate from round to round
           esi edi              temporaries; edi is the address of the block in step 1
Frame      esp+0 to +319        W[0] to W[79]; wiped on return
           cv, blocks, nblocks  in the argument area of the caller, updated there
Lab notes  2026-11-21, Zen 5, 16 KiB: 4.40 cycles/byte.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS, TAPS, function, k, k_name, rotate_roles

KERNEL = Kernel(
    stem="sha1_x86_naive",
    arch="x86",
    summary="SHA-1 as the standard's pseudocode reads: schedule first, then plain rounds",
    refs=("FIPS 180-4 section 6.1.2",),
    equivalents={
        "xor esi, edi -> or esi, edi": "no bit is set in both terms of Ch, and where c & d is set the "
        "other two terms of Maj cancel",
        "mov edi, edx -> mov edi, esi": "b is in edx here and esi is a copy of b",
    },
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": IN_MEMORY, "nblocks": IN_MEMORY},
        registers={"a": eax, "b": ebx, "c": ecx, "d": edx, "e": ebp, "x": esi, "y": edi},
        scratch=4 * ROUNDS,
    )
    next_block, done = f.label("next_block"), f.label("done")

    def w(t):
        return dword[r.scratch + 4 * t]

    f.cmp(r.nblocks, 0)
    f.je(done)
    f.here(next_block)

    f.phase("step 1: prepare the message schedule")
    f.mov(r.y, r.blocks)
    for t in range(16):
        f.mov(r.x, dword[r.y + 4 * t], note=f"W[{t}]")
        f.bswap(r.x)
        f.mov(w(t), r.x)
    for t in range(16, ROUNDS):
        f.mov(r.x, w(t - TAPS[0]), note=f"W[{t - TAPS[0]}]")
        for tap in TAPS[1:]:
            f.xor(r.x, w(t - tap), note=f"^ W[{t - tap}]")
        f.rol(r.x, 1, note=f"W[{t}]")
        f.mov(w(t), r.x)

    f.phase("step 2: initialize the working variables")
    state = [r.a, r.b, r.c, r.d, r.e]
    f.mov(r.x, r.cv)
    for i, word in enumerate(state):
        f.mov(word, dword[r.x + 4 * i], note="abcde"[i])

    for t in range(ROUNDS):
        f.phase(
            f"step 3, round {t}, {function(t).capitalize()}: a b c d e = {' '.join(map(str, state))}", round=t
        )
        round_(f, r, t, w(t), *state)
        state = rotate_roles(*state)

    f.phase("step 4: the intermediate hash value")
    f.mov(r.x, r.cv)
    for i, word in enumerate(state):
        f.add(dword[r.x + 4 * i], word, note=f"cv[{i}] += {'abcde'[i]}")

    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    f.here(done)
    f.leave()


def round_(f, r, t, w, a, b, c, d, e):
    """Computes T = ROTL 5 (a) + f(b, c, d) + e + K + W[t] in the register of e and ROTL 30 (b) in that
    of b."""
    x, y = r.x, r.y
    f.add(e, k(t), note=f"T = e + {k_name(t)}")
    f.add(e, w, note=f"T += W[{t}]")
    if function(t) == "ch":
        f.mov(x, b, note="Ch = (b & c) ^ (~b & d)")
        f.mov(y, b)
        f.and_(x, c)
        f.not_(y)
        f.and_(y, d)
        f.xor(x, y)
    elif function(t) == "parity":
        f.mov(x, b, note="Parity = b ^ c ^ d")
        f.xor(x, c)
        f.xor(x, d)
    else:
        f.mov(x, b, note="Maj = (b & c) ^ (b & d) ^ (c & d)")
        f.mov(y, b)
        f.and_(x, c)
        f.and_(y, d)
        f.xor(x, y)
        f.mov(y, c)
        f.and_(y, d)
        f.xor(x, y)
    f.add(e, x, note=f"T += {function(t).capitalize()}(b, c, d)")
    f.mov(x, a)
    f.rol(x, 5)
    f.add(e, x, note="T += ROTL 5 (a)")
    f.rol(b, 30, note="b = ROTL 30 (b)")
