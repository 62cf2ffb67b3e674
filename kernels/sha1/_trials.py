# SPDX-License-Identifier: MIT
"""Times every way of writing a SHA-1 round that the lab notes speak of.

    python3 kernels/sha1/_trials.py [--bits 32|64] [--passes N] [--only WORD]

Each variant is built, checked on "abc" and timed beside the others in one process, over 16 KiB:
_timer.c says how. Needs gcc (and gcc-multilib for --bits 32) on Linux.
"""

import argparse
import itertools

from _timing import time_kernels  # first: makes the generator importable

from asmgen import kernel
from asmgen.frame import IN_MEMORY
from asmgen.registers import *  # noqa: F403
from kernels.sha1._spec import BLOCK, ROUNDS, TAPS, function, k, rotate_roles


def ch(f, form, e, b, c, d, x, y):
    if form == "xor_and_xor":  # d ^ (b & (c ^ d))
        f.mov(x, c)
        f.xor(x, d)
        f.and_(x, b)
        f.xor(x, d)
        f.add(e, x)
    elif form in ("two_adds", "or"):  # (b & c) + (~b & d), (b & c) | (~b & d)
        f.mov(x, b)
        f.and_(x, c)
        f.mov(y, b)
        f.not_(y)
        f.and_(y, d)
        if form == "or":
            f.or_(x, y)
        else:
            f.add(e, y)
        f.add(e, x)
    elif form == "andn":  # (b & c) + (~b & d) with BMI1
        f.andn(y, b, d)
        f.add(e, y)
        f.mov(x, b)
        f.and_(x, c)
        f.add(e, x)
    elif form == "andn_sum":  # the same, one sum
        f.andn(y, b, d)
        f.mov(x, b)
        f.and_(x, c)
        f.add(x, y)
        f.add(e, x)


def maj(f, form, e, b, c, d, x, y):
    if form == "two_adds":  # (c & d) + (b & (c ^ d))
        f.mov(x, c)
        f.and_(x, d)
        f.add(e, x)
        f.mov(y, c)
        f.xor(y, d)
        f.and_(y, b)
        f.add(e, y)
    elif form == "late":  # the same, both terms added when both are there
        f.mov(x, c)
        f.xor(x, d)
        f.mov(y, c)
        f.and_(y, d)
        f.and_(x, b)
        f.add(e, y)
        f.add(e, x)
    elif form == "or":  # (b & c) | (d & (b | c))
        f.mov(x, b)
        f.or_(x, c)
        f.and_(x, d)
        f.mov(y, b)
        f.and_(y, c)
        f.or_(x, y)
        f.add(e, x)
    elif form == "late_b":  # (c & d) | (b & (c | d)): b enters last
        f.mov(x, c)
        f.or_(x, d)
        f.and_(x, b)
        f.mov(y, c)
        f.and_(y, d)
        f.or_(x, y)
        f.add(e, x)
    elif form == "standard":  # (b & c) ^ (b & d) ^ (c & d)
        f.mov(x, b)
        f.and_(x, c)
        f.mov(y, b)
        f.and_(y, d)
        f.xor(x, y)
        f.mov(y, c)
        f.and_(y, d)
        f.xor(x, y)
        f.add(e, x)


def constant(f, form, e, x, t):
    if form == "lea":
        f.lea(e, e + x + k(t))
    elif form == "adds":
        f.add(e, k(t))
        f.add(e, x)
    elif form == "split":  # the constant waits for nobody
        f.lea(e, e + k(t))
        f.add(e, x)


def round_(f, r, v, t, a, b, c, d, e):
    x, y = r.x, r.y

    def ring(i):
        return dword[r.ring + (4 * (i % 16) + r.bias)]

    def word():
        if t < 16:
            f.mov(x, dword[r.blocks + 4 * t])
            f.bswap(x)
        else:
            taps = TAPS if v["taps"] == "oldest_first" else TAPS[::-1]
            f.mov(x, ring(t - taps[0]))
            for tap in taps[1:]:
                f.xor(x, ring(t - tap))
            if v["rol1"] == "add_adc":
                f.add(x, x)
                f.adc(x, 0)
            else:
                f.rol(x, 1)
        if t + 3 < ROUNDS:
            f.mov(ring(t), x)
        constant(f, v["k"], e, x, t)

    def logic():
        if function(t) == "ch":
            ch(f, v["ch"], e, b, c, d, x, y)
        elif function(t) == "maj":
            maj(f, v["maj"], e, b, c, d, x, y)
        else:
            f.mov(x, c)
            f.xor(x, d)
            f.xor(x, b)
            f.add(e, x)

    def rotate_a():
        if v["rotate"] == "rorx":
            f.rorx(x, a, 27)
        else:
            f.mov(x, a)
            f.rol(x, 5)
        f.add(e, x)

    def rotate_b():
        if v["rotate"] == "rorx" and v["rotate_b"] == "rorx":
            f.rorx(b, b, 2)
        elif v["rotate_b"] == "ror":
            f.ror(b, 2)
        else:
            f.rol(b, 30)

    steps = {"w": word, "f": logic, "a": rotate_a, "b": rotate_b}
    for step in v["order"]:
        steps[step]()


AXES = {
    "ch": ("xor_and_xor", "two_adds", "or", "andn"),
    "maj": ("two_adds", "or", "late_b", "standard"),
    "k": ("lea", "adds", "split"),
    "order": ("wfba", "fwba", "awfb", "wafb", "wfab", "fbwa"),
    "taps": ("oldest_first", "newest_first"),
    "rol1": ("rol", "add_adc"),
    "rotate": ("rol", "rorx"),
    "rotate_b": ("rol", "ror"),
    "ring": ("sp", "register"),
}


def make(stem, bits, v):
    isa = tuple(bit for bit, used in (("bmi1", v["ch"] == "andn"), ("bmi2", v["rotate"] == "rorx")) if used)
    made = kernel.Kernel(stem=stem, bits=bits, isa=isa, summary="trial")

    @made.function("sha1.blocks")
    def blocks(f):
        if bits == 64:
            r = f.frame(
                {"cv": rdi, "blocks": rsi, "nblocks": IN_MEMORY},
                {"a": eax, "b": ebx, "c": ecx, "d": edx, "e": r8d, "x": r9d, "y": r10d, "base": rbp},
                scratch=64,
            )
            r.ring, r.bias = (r.base, 0) if v["ring"] == "register" else (r.scratch, 0)
            if v["ring"] == "register":
                f.mov(rbp, rsp)
            cv = r.cv
        else:
            # a second temporary costs the data pointer its register
            r = f.frame(
                {"cv": IN_MEMORY, "blocks": edi, "nblocks": IN_MEMORY},
                {"a": eax, "b": ebx, "c": ecx, "d": edx, "e": ebp, "x": esi},
                scratch=64,
            )
            r.y, r.ring, r.bias, cv = r.x, r.scratch, 0, r.x
        state = [r.a, r.b, r.c, r.d, r.e]
        again, done = f.label("again"), f.label("done")
        f.cmp(r.nblocks, 0)
        f.je(done)
        if bits == 32:
            f.mov(cv, r.cv)
        for i, s in enumerate(state):
            f.mov(s, dword[cv + 4 * i])
        f.here(again)
        for t in range(ROUNDS):
            round_(f, r, v, t, *state)
            state = rotate_roles(*state)
        if bits == 32:
            f.mov(cv, r.cv)
        for i, s in enumerate(state):
            f.add(s, dword[cv + 4 * i])
            f.mov(dword[cv + 4 * i], s)
        f.add(r.blocks, BLOCK)
        f.dec(r.nblocks)
        f.jne(again)
        f.here(done)
        f.leave()

    return made


def variants(bits, only):
    base = {axis: values[0] for axis, values in AXES.items()}
    yield "base", base
    for axis, values in AXES.items():
        for value in values[1:]:
            v = {**base, axis: value}
            if bits == 32 and (
                v["ch"] in ("two_adds", "or", "andn")
                or v["ring"] == "register"
                or v["maj"] in ("or", "late_b", "standard")
            ):
                continue  # these want a second temporary
            yield f"{axis}_{value}", v
    if only == "cross":
        for ch_form, rotate, order, kk in itertools.product(
            AXES["ch"], AXES["rotate"], AXES["order"], ("lea", "split")
        ):
            if bits == 64:
                yield (
                    f"x_{ch_form}_{rotate}_{order}_{kk}",
                    {**base, "ch": ch_form, "rotate": rotate, "order": order, "k": kk},
                )


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--bits", type=int, default=64, choices=(32, 64))
    options.add_argument("--passes", type=int, default=400)
    options.add_argument("--only", default="", help="only variants whose name holds this word")
    args = options.parse_args()
    time_kernels(
        [
            make(name, args.bits, v)
            for name, v in variants(args.bits, args.only)
            if args.only in ("", "cross") or args.only in name or name == "base"
        ],
        args.bits,
        args.passes,
    )


if __name__ == "__main__":
    main()
