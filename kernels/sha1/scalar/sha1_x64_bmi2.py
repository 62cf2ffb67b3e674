# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   As sha1_x64_fast, with the three-operand instructions of BMI1 and BMI2: rorx rotates a
           copy (no mov), andn gives ~b & d in one instruction, so Ch becomes (b & c) + (~b & d).
Registers  eax ebx ecx ebp r8d  a b c d e; their roles rotate from round to round
           r9d r10d             temporaries
           rdi rsi rdx          cv, message pointer, blocks left
           rsp                  the ring of 16 schedule words; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB: 3.39 cycles/byte, no better than sha1_x64_fast: this core
           eliminates the movs that rorx saves. With e + W(t) + K in one lea it is 3.41.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._rounds import word
from .._spec import BLOCK, ROUNDS, function, k, rotate_roles

KERNEL = Kernel(
    stem="sha1_x64_bmi2",
    bits=64,
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
    next_block, done = f.label("next_block"), f.label("done")
    state = [r.a, r.b, r.c, r.d, r.e]

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value")
    for i, s in enumerate(state):
        f.mov(s, dword[r.cv + 4 * i])

    f.here(next_block)
    for t in range(ROUNDS):
        f.phase(f"round {t}")
        round_(f, r, t, *state)
        state = rotate_roles(*state)

    f.phase("add the chaining value")
    for i, s in enumerate(state):
        f.add(s, dword[r.cv + 4 * i])
        f.mov(dword[r.cv + 4 * i], s)
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.here(done)
    f.leave()


def round_(f, r, t, a, b, c, d, e):
    """e + ROTL 5 (a) + f(b, c, d) + K + W(t) into e's register; ROTL 30 (b) into b's."""
    x, y = r.x, r.y
    word(f, x, r.blocks, r.scratch, t)
    f.lea(e, e + k(t), note="e + K")
    f.add(e, x, note="+ W(t)")

    if function(t) == "ch":
        f.andn(y, b, d, note="Ch = (b & c) + (~b & d)")
        f.add(e, y)
        f.mov(x, b)
        f.and_(x, c)
    elif function(t) == "parity":
        f.mov(x, c, note="Parity = b ^ c ^ d")
        f.xor(x, d)
        f.xor(x, b)
    else:
        f.mov(y, c, note="Maj = (c & d) + (b & (c ^ d))")
        f.and_(y, d)
        f.mov(x, c)
        f.xor(x, d)
        f.add(e, y)
        f.and_(x, b)
    f.add(e, x, note="+ f(b, c, d)")
    f.rorx(b, b, 2, note="ROTL 30 (b)")
    f.rorx(x, a, 27)
    f.add(e, x, note="+ ROTL 5 (a)")
