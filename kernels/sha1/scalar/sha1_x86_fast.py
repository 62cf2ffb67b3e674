# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   The message schedule is computed inside the rounds, in a ring of 16 words, so that its
           instructions fill the gaps of the chain a -> ROTL 5 -> add -> next a, which allows no
           round in less than 2 cycles. One temporary is enough: every use of it begins with a mov
           or a load, so the processor renames it and nothing waits.
Registers  eax ebx ecx edx ebp  a b c d e; their roles rotate from round to round, none is spilled
           esi                  the temporary
           edi                  the message pointer
           esp                  the ring of 16 schedule words; wiped on return
           cv, nblocks          stay on the stack; used once a block
Lab notes  2026-11-21, Zen 5, 16 KiB: 3.41 cycles/byte. Forms of Ch and Maj and orders that were
           tried: docs/kernels/sha1_asm.md. The order matters most: with ROTL 5 (a) before W(t) and
           f the same instructions take 4.1 to 6.6.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._rounds import round_
from .._spec import BLOCK, ROUNDS, rotate_roles

KERNEL = Kernel(
    stem="sha1_x86_fast",
    bits=32,
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
    next_block, done = f.label("next_block"), f.label("done")
    state = [r.a, r.b, r.c, r.d, r.e]

    f.cmp(r.nblocks, 0)
    f.je(done)
    f.phase("load the chaining value")
    f.mov(r.x, r.cv)
    for i, word in enumerate(state):
        f.mov(word, dword[r.x + 4 * i])

    f.here(next_block)
    for t in range(ROUNDS):
        f.phase(f"round {t}")
        round_(f, r.x, r.blocks, r.scratch, t, *state)
        state = rotate_roles(*state)

    f.phase("add the chaining value")
    f.mov(r.x, r.cv)
    for i, word in enumerate(state):
        f.add(word, dword[r.x + 4 * i])
        f.mov(dword[r.x + 4 * i], word)
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.here(done)
    f.leave()
