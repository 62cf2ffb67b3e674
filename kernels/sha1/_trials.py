# SPDX-License-Identifier: MIT
"""Times every way of writing a SHA-1 round that the lab notes speak of.

    python3 kernels/sha1/_trials.py [--bits 32|64] [--passes N] [--only WORD]

Each variant is built, checked on "abc" and timed beside the others in one process: 16 KiB, the
fewest core cycles (perf_event_open) of many passes taken in turn, so that a disturbance hits all.
Needs gcc (and gcc-multilib for --bits 32) on Linux.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from asmgen import analyses, dialects, kernel  # noqa: E402
from asmgen.frame import IN_MEMORY  # noqa: E402
from asmgen.registers import *  # noqa: E402,F403
from kernels.sha1._spec import BLOCK, ROUNDS, TAPS, function, k, rotate_roles  # noqa: E402

TIMER = r"""
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
typedef void kernel(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);
#define X(name) kernel name;
VARIANTS
#undef X
static const struct { const char *name; kernel *run; } variants[] = {
#define X(name) {#name, name},
VARIANTS
};
enum { COUNT = sizeof variants / sizeof variants[0], SIZE = 16384 };
static uint8_t message[SIZE];
static double best[COUNT];
int main(int argc, char **argv)
{
    struct perf_event_attr wanted = {.type = PERF_TYPE_HARDWARE, .size = sizeof wanted,
                                     .config = PERF_COUNT_HW_CPU_CYCLES, .exclude_kernel = 1};
    int counter = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
    int passes = argc > 1 ? atoi(argv[1]) : 400;
    if (counter < 0) { perror("perf_event_open"); return 1; }
    for (int i = 0; i < COUNT; i++) {
        uint32_t cv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
        uint8_t block[64] = "abc\x80";
        block[63] = 24;
        variants[i].run(cv, block, 1);
        if (cv[0] != 0xa9993e36 || cv[4] != 0x9cd0d89d) {
            printf("%s computes something else\n", variants[i].name);
            return 1;
        }
        best[i] = 1e18;
    }
    for (int pass = 0; pass < passes; pass++)
        for (int i = 0; i < COUNT; i++) {
            uint32_t cv[5] = {0};
            uint64_t before, after;
            if (read(counter, &before, 8) != 8) return 1;
            variants[i].run(cv, message, SIZE / 64);
            if (read(counter, &after, 8) != 8) return 1;
            if ((double)(after - before) < best[i]) best[i] = (double)(after - before);
        }
    for (int i = 0; i < COUNT; i++)
        printf("%-40s %.3f cycles/byte\n", variants[i].name, best[i] / SIZE);
    return 0;
}
"""


def ch(f, form, e, b, c, d, x, y):
    if form == "xor_and_xor":           # d ^ (b & (c ^ d))
        f.mov(x, c)
        f.xor(x, d)
        f.and_(x, b)
        f.xor(x, d)
        f.add(e, x)
    elif form in ("two_adds", "or"):    # (b & c) + (~b & d), (b & c) | (~b & d)
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
    elif form == "andn":                # (b & c) + (~b & d) with BMI1
        f.andn(y, b, d)
        f.add(e, y)
        f.mov(x, b)
        f.and_(x, c)
        f.add(e, x)


def maj(f, form, e, b, c, d, x, y):
    if form == "two_adds":              # (c & d) + (b & (c ^ d))
        f.mov(x, c)
        f.and_(x, d)
        f.add(e, x)
        f.mov(y, c)
        f.xor(y, d)
        f.and_(y, b)
        f.add(e, y)
    elif form == "or":                  # (b & c) | (d & (b | c))
        f.mov(x, b)
        f.or_(x, c)
        f.and_(x, d)
        f.mov(y, b)
        f.and_(y, c)
        f.or_(x, y)
        f.add(e, x)
    elif form == "late_b":              # (c & d) | (b & (c | d)): b enters last
        f.mov(x, c)
        f.or_(x, d)
        f.and_(x, b)
        f.mov(y, c)
        f.and_(y, d)
        f.or_(x, y)
        f.add(e, x)
    elif form == "standard":            # (b & c) ^ (b & d) ^ (c & d)
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
    elif form == "split":               # the constant waits for nobody
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
    isa = tuple(bit for bit, used in (("bmi1", v["ch"] == "andn"), ("bmi2", v["rotate"] == "rorx"))
                if used)
    made = kernel.Kernel(stem=stem, bits=bits, isa=isa, summary="trial")

    @made.function("sha1.blocks")
    def blocks(f):
        if bits == 64:
            r = f.frame({"cv": rdi, "blocks": rsi, "nblocks": IN_MEMORY},
                        {"a": eax, "b": ebx, "c": ecx, "d": edx, "e": r8d, "x": r9d, "y": r10d,
                         "base": rbp}, scratch=64)
            r.ring, r.bias = (r.base, 0) if v["ring"] == "register" else (r.scratch, 0)
            if v["ring"] == "register":
                f.mov(rbp, rsp)
            cv = r.cv
        else:
            # a second temporary costs the data pointer its register
            r = f.frame({"cv": IN_MEMORY, "blocks": edi, "nblocks": IN_MEMORY},
                        {"a": eax, "b": ebx, "c": ecx, "d": edx, "e": ebp, "x": esi}, scratch=64)
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
            if bits == 32 and (v["ch"] in ("two_adds", "or", "andn") or v["ring"] == "register"
                               or v["maj"] in ("or", "late_b", "standard")):
                continue        # these want a second temporary
            yield f"{axis}_{value}", v
    if only == "cross":
        for ch_form, rotate, order, kk in itertools.product(
                AXES["ch"], AXES["rotate"], AXES["order"], ("lea", "split")):
            if bits == 64:
                yield f"x_{ch_form}_{rotate}_{order}_{kk}", {
                    **base, "ch": ch_form, "rotate": rotate, "order": order, "k": kk}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--bits", type=int, default=64, choices=(32, 64))
    options.add_argument("--passes", type=int, default=400)
    options.add_argument("--only", default="", help="only variants whose name holds this word")
    args = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for name, v in variants(args.bits, args.only):
            if args.only and args.only != "cross" and args.only not in name and name != "base":
                continue
            unit = make(name, args.bits, v).build("sysv64" if args.bits == 64 else "cdecl32")
            analyses.check(unit)
            with open(f"{folder}/{name}.S", "w", encoding="ascii") as out:
                out.write(dialects.find("gas-elf").print(unit))
            names.append("og_" + name)
        with open(f"{folder}/timer.c", "w", encoding="ascii") as out:
            out.write(TIMER.replace("VARIANTS", " ".join(f"X({n})" for n in names)))
        subprocess.run(f"gcc -m{args.bits} -O2 {folder}/*.c {folder}/*.S -o {folder}/timer",
                       shell=True, check=True)
        subprocess.run([f"{folder}/timer", str(args.passes)], check=True)


if __name__ == "__main__":
    main()
