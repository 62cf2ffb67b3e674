# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Approach: the message schedule is computed inside the rounds, in a ring of 16 words on the stack.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._rounds import round_
from ._spec import BLOCK, ROUNDS, rotate_roles

KERNEL = Kernel(
    stem="sha1_x86_fast", bits=32,
    summary="SHA-1 in seven registers, the schedule inside the rounds, nothing spilled",
    refs=("FIPS 180-4 section 6.1",))


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": edi, "nblocks": IN_MEMORY},
        registers={"a": eax, "b": ebx, "c": ecx, "d": edx, "e": ebp, "x": esi},
        scratch=BLOCK)
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
