# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Approach: the message schedule is computed inside the rounds, in a ring of 16 words on the stack.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._spec import BLOCK, ROUNDS, TAPS, function, k, rotate_roles

KERNEL = Kernel(
    stem="sha1_x86_fast", bits=32,
    summary="SHA-1 in seven registers, the schedule inside the rounds, nothing spilled",
    refs=("FIPS 180-4 section 6.1",))


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": edi, "nblocks": IN_MEMORY},
        registers={"a": eax, "b": ebx, "c": ecx, "d": edx, "e": ebp, "x": esi},
        scratch=64)
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
        round_(f, r, t, *state)
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


def round_(f, r, t, a, b, c, d, e):
    """e + ROTL 5 (a) + f(b, c, d) + K + W(t) into e's register; ROTL 30 (b) into b's."""
    x = r.x
    f.phase(f"round {t}")

    def ring(i):
        return dword[r.scratch + 4 * (i % 16)]

    if t < 16:
        f.mov(x, dword[r.blocks + 4 * t], note=f"W({t})")
        f.bswap(x)
    else:
        f.mov(x, ring(t - TAPS[0]), note=f"W({t})")
        for tap in TAPS[1:]:
            f.xor(x, ring(t - tap))
        f.rol(x, 1)
    if t + min(TAPS) < ROUNDS:          # the last three words are never looked back at
        f.mov(ring(t), x)
    f.lea(e, e + x + k(t))

    if function(t) == "ch":
        f.mov(x, c, note="Ch = d ^ (b & (c ^ d))")
        f.xor(x, d)
        f.and_(x, b)
        f.xor(x, d)
    elif function(t) == "parity":
        f.mov(x, c, note="Parity = b ^ c ^ d")
        f.xor(x, d)
        f.xor(x, b)
    else:
        f.mov(x, c, note="Maj = (c & d) + (b & (c ^ d))")
        f.and_(x, d)
        f.add(e, x)
        f.mov(x, c)
        f.xor(x, d)
        f.and_(x, b)
    f.add(e, x)
    f.rol(b, 30)
    f.mov(x, a)
    f.rol(x, 5)
    f.add(e, x)
