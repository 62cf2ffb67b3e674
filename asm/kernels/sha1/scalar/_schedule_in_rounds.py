# SPDX-License-Identifier: MIT
"""SHA-1 in general registers with the message schedule inside the rounds: the loop over blocks and the
schedule for sha1_x86_fast, sha1_x64_fast and sha1_x64_bmi2, and the round of the first two."""

from asmgen.x86.registers import Mem, dword

from .._rounds import mix
from .._spec import BLOCK, ROUNDS, TAPS, function, k, k_name, rotate_roles


def compress_blocks(f, r, round_):
    """Emits the function from the test of nblocks to the return.

    r: the frame's roles a to e, x (a temporary), blocks (a register), scratch (64 bytes), cv and
    nblocks. 32-bit code keeps cv and nblocks on the stack. round_(f, r, t, a, b, c, d, e): emits round t.
    """
    next_block, done = f.label("next_block"), f.label("done")
    state = [r.a, r.b, r.c, r.d, r.e]

    def chaining_value():
        """Returns the register that points to the chaining value."""
        if isinstance(r.cv, Mem):
            f.mov(r.x, r.cv, note="cv")
            return r.x
        return r.cv

    if isinstance(r.nblocks, Mem):
        f.cmp(r.nblocks, 0, note="nblocks")
    else:
        f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining value")
    cv = chaining_value()
    for i, word in enumerate(state):
        f.mov(word, dword[cv + 4 * i], note="abcde"[i])

    f.here(next_block)
    for t in range(ROUNDS):
        f.phase(f"round {t}, {function(t).capitalize()}: a b c d e = {' '.join(map(str, state))}", round=t)
        f.name_registers("abcde", state)
        round_(f, r, t, *state)
        state = rotate_roles(*state)

    f.phase("add the chaining value")
    cv = chaining_value()
    for i, word in enumerate(state):
        f.add(word, dword[cv + 4 * i], note=f"{'abcde'[i]} += cv[{i}]")
        f.mov(dword[cv + 4 * i], word)
    f.add(r.blocks, BLOCK)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    f.here(done)
    f.leave()


def schedule_word(f, x, blocks, ring, t):
    """Computes W[t] in x and stores it in the ring of 16 words while later words need it."""

    def slot(i):
        return dword[ring + 4 * (i % 16)]

    if t < 16:
        f.mov(x, dword[blocks + 4 * t], note=f"W[{t}]")
        f.bswap(x)
    else:
        f.mov(x, slot(t - TAPS[0]), note=f"W[{t - TAPS[0]}]")
        for tap in TAPS[1:]:
            f.xor(x, slot(t - tap), note=f"^ W[{t - tap}]")
        f.rol(x, 1, note=f"W[{t}]")
    if t + min(TAPS) < ROUNDS:  # no later word depends on the last three
        f.mov(slot(t), x)


def round_i386(f, r, t, a, b, c, d, e):
    """Emits round t with instructions of the i386 and one temporary."""
    schedule_word(f, r.x, r.blocks, r.scratch, t)
    f.lea(e, e + r.x + k(t), note=f"e + W[{t}] + {k_name(t)}")
    mix(f, r.x, r.x, t, a, b, c, d, e)
