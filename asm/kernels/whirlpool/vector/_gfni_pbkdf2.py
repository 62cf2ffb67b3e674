# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-Whirlpool in zmm registers, for as many output blocks as the kernel has lanes.

An iteration is two hashes of two blocks, the digest and the padding. The chaining value of the digest's
block, which is the Whirlpool key there, is the same in every iteration, so the round keys of each output
block are computed once. Of the eight encryptions and key schedules of an iteration six remain.
"""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, PADDING, ROUNDS
from ._gfni import Cipher

SPARE, QUARTERS, SHIFT = (zmm6, zmm7, zmm8, zmm9, zmm10), (zmm11, zmm12), zmm13
DATA, KEYS = (zmm0, zmm1, zmm2), (zmm3, zmm4, zmm5)


def pbkdf2(f):
    """Emits pbkdf2.whirlpool_blocks."""
    lanes = range(f.kernel.lanes)
    data, keys = DATA[: len(lanes)], KEYS[: len(lanes)]
    state = BLOCK * len(lanes)  # bytes: those of all output blocks
    schedule = state * (1 + ROUNDS)  # the keys and their round keys
    r = f.frame(
        arguments={"u": rdi, "sums": rsi, "keys": rdx, "iterations": rcx},
        registers={str(v): v for v in (*data, *keys, *SPARE, *QUARTERS, SHIFT)}
        | {"rc": rax, "end": r8, "schedule": r9, "at": r10, "start": r11},
        scratch=2 * schedule + state + BLOCK,
    )
    cipher = Cipher(f, QUARTERS, SHIFT, SPARE)
    padding = zmmword[f.constant("padding", PADDING)]
    starts = [zmmword[r.start + BLOCK * i] for i in lanes]
    labels = (
        "next_key",
        "next_round_key",
        "next_iteration",
        "next_hash",
        "next_round",
        "next_full_round",
        "done",
    )
    next_key, next_round_key, next_iteration, next_hash, next_round, next_full_round, done = (
        f.label(name) for name in labels
    )

    def rounds(label, pointer, step, last, key):
        f.align(32)
        f.here(label)
        for i in lanes:
            key(i)
        f.add(pointer, step)
        f.cmp(pointer, last)
        f.jne(label)

    f.test(r.iterations, r.iterations)
    f.je(done)
    cipher.load()
    f.phase("align the frame to 64 bytes: two schedules, and what went in")
    f.lea(r.schedule, r.scratch + (BLOCK - 1))
    f.and_(r.schedule, -BLOCK)
    f.lea(r.start, r.schedule + 2 * schedule)
    f.lea(r.end, cipher.constants + BLOCK * ROUNDS)
    f.phase("compute the round keys of the inner and of the outer keys")
    f.mov(r.at, r.schedule)
    f.here(next_key)
    for i in lanes:
        f.vmovdqu64(keys[i], zmmword[r.keys + BLOCK * i])
        f.vmovdqu64(zmmword[r.at + BLOCK * i], keys[i])
    f.lea(r.rc, cipher.constants)
    f.here(next_round_key)
    f.add(r.at, state)
    for i in lanes:
        cipher.round(keys[i], zmmword[r.rc])
        f.vmovdqu64(zmmword[r.at + BLOCK * i], keys[i])
    f.add(r.rc, BLOCK)
    f.cmp(r.rc, r.end)
    f.jne(next_round_key)
    f.add(r.at, state)
    f.add(r.keys, state)
    f.cmp(r.at, r.start)
    f.jne(next_key)
    for i in lanes:
        f.vmovdqu64(data[i], zmmword[r.u + BLOCK * i])

    f.here(next_iteration)
    f.mov(r.at, r.schedule)
    f.here(next_hash)
    f.phase("compress the digest: the key is constant")
    for i in lanes:
        f.vpxorq(data[i], data[i], zmmword[r.at + BLOCK * i])
        f.vmovdqu64(starts[i], data[i])
    f.lea(r.rc, r.at + schedule)
    f.add(r.at, state)
    rounds(next_round, r.at, state, r.rc, lambda i: cipher.round(data[i], zmmword[r.at + BLOCK * i]))
    f.phase("compress the padding: the key is the chaining value")
    for i in lanes:
        f.vpxorq(keys[i], data[i], starts[i])
        f.vpxorq(data[i], keys[i], padding)
        f.vmovdqu64(starts[i], data[i])
    f.lea(r.rc, cipher.constants)

    def full(i):
        cipher.round(keys[i], zmmword[r.rc])
        cipher.round(data[i], keys[i])

    rounds(next_full_round, r.rc, BLOCK, r.end, full)
    for i in lanes:
        f.vpxorq(data[i], data[i], starts[i])
    f.cmp(r.at, r.start)
    f.jne(next_hash)
    f.phase("add the digest to the sums")
    for i in lanes:
        place = zmmword[r.sums + BLOCK * i]
        f.vpxorq(keys[i], data[i], place)
        f.vmovdqu64(place, keys[i])
    f.dec(r.iterations)
    f.jne(next_iteration)
    for i in lanes:
        f.vmovdqu64(zmmword[r.u + BLOCK * i], data[i])
    f.here(done)
    f.vzeroupper()
    f.leave()
