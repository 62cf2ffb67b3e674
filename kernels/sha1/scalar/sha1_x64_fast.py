# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   The message schedule is computed inside the rounds, in a ring of 16 words, so that its
           instructions fill the gaps of the chain a -> ROTL 5 -> add -> next a, which allows no
           round in less than 2 cycles. The rounds are those of sha1_x86_fast; the additional
           registers hold what does not fit there.
Registers  eax ebx ecx ebp r8d  a b c d e; their roles rotate from round to round
           r9d                  the temporary
           rdi rsi rdx          cv, message pointer, blocks left
           rsp                  the ring of 16 schedule words; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB: 3.39 cycles/byte. Tried without gain: a second temporary, the
           last four schedule words in registers, the schedule one round ahead. A random search
           over interleavings ended at 3.33 and was not adopted. docs/kernels/sha1_asm.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._rounds import round_
from .._spec import BLOCK, ROUNDS, rotate_roles

KERNEL = Kernel(
    stem="sha1_x64_fast",
    bits=64,
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
    next_block, done = f.label("next_block"), f.label("done")
    state = [r.a, r.b, r.c, r.d, r.e]

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value")
    for i, word in enumerate(state):
        f.mov(word, dword[r.cv + 4 * i])

    f.here(next_block)
    for t in range(ROUNDS):
        f.phase(f"round {t}")
        round_(f, r.x, r.blocks, r.scratch, t, *state)
        state = rotate_roles(*state)

    f.phase("add the chaining value")
    for i, word in enumerate(state):
        f.add(word, dword[r.cv + 4 * i])
        f.mov(dword[r.cv + 4 * i], word)
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.here(done)
    f.leave()
