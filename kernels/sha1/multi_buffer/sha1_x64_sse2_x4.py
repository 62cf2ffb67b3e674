# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 3

Inputs     cv: 4 chaining values of 5 words; blocks: 4 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
Output     cv
Approach   Four messages in the lanes of xmm registers, one SHA-1 over vectors. Rotations are two
           shifts and an or. Big-endian words without pshufb: 16-bit halves exchanged by shuffles,
           bytes within them by shifts.
Registers  xmm0-4               a b c d e; their roles rotate from round to round
           xmm5                 K
           xmm6 xmm7 xmm8       temporaries, the newest schedule word
           xmm9-15              rows of the transposition
           rdi rsi rdx          cv, pointer array, blocks left
           r8 r9 r10 r11        the message pointers
           rax rcx              the middles of the halves of the ring
           rsp                  the ring of 16 schedule words, the chaining values at the start of
                                the block; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 2.01 cycles/byte, 129 a block; with ROTL 5 by an or
           instead of two additions 2.07, words into lanes all ahead of the rounds 2.12. This core
           is bound by the chain of rounds, as with sha1_x64_avx2_x8. docs/kernels/sha1_lanes.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._vector_lanes import RING, Vectors, body

KERNEL = Kernel(
    stem="sha1_x64_sse2_x4",
    bits=64,
    lanes=4,
    min_size=192,
    summary="SHA-1 of four messages in the lanes of SSE2 registers",
    refs=("FIPS 180-4 section 6.1",),
    equivalents={
        f"movdqa {x}, xmm{n} -> pxor {x}, xmm{n}": why
        for n in range(5)
        for x, why in (
            ("xmm6", "it holds b << 30, of which << 5 leaves nothing"),
            ("xmm7", "it holds what >> 27 left, of which >> 27 leaves nothing"),
        )
    },
)

POINTERS = (r8, r9, r10, r11)
MIDDLES = (rax, rcx)
VECTORS = (xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13)
WIDTH = 16
SWAP_HALVES = 0xB1  # pshuflw, pshufhw: neighbours exchanged


class Sse2(Vectors):
    def __init__(self, f, cv):
        super().__init__(f, VECTORS, xmmword, MIDDLES)
        self.cv, self.rows, self.spare = cv, VECTORS[9:13], VECTORS[13]

    def _two(self, name, d, a, b):
        if d is not a:
            self.f.emit("movdqa", (d, a), "")
        self.f.emit(name, (d, b), "")

    def load(self, d, place):
        self.f.movdqa(d, place)

    def store(self, place, a):
        self.f.movdqa(place, a)

    def add(self, d, a, b):
        self._two("paddd", d, a, b)

    def xor(self, d, a, b):
        self._two("pxor", d, a, b)

    def and_(self, d, a, b):
        self._two("pand", d, a, b)

    def or_(self, d, a, b):
        self._two("por", d, a, b)

    def shl(self, d, a, n):
        self._two("pslld", d, a, n)

    def shr(self, d, a, n):
        self._two("psrld", d, a, n)

    def _transpose4(self, rows, spare):
        """4 x 4 words; returns the registers of the columns."""
        f, (p, q, s, t) = self.f, rows
        f.movdqa(spare, p)
        f.punpckldq(p, q)  # p0 q0 p1 q1
        f.punpckhdq(spare, q)  # p2 q2 p3 q3
        f.movdqa(q, s)
        f.punpckldq(s, t)
        f.punpckhdq(q, t)
        f.movdqa(t, p)
        f.punpcklqdq(p, s)
        f.punpckhqdq(t, s)
        f.movdqa(s, spare)
        f.punpcklqdq(s, q)
        f.punpckhqdq(spare, q)
        return p, t, s, spare

    def transpose(self, first):
        f = self.f
        for row, pointer in zip(self.rows, POINTERS):
            f.movdqu(row, xmmword[pointer + 4 * first])
            f.pshuflw(row, row, SWAP_HALVES)
            f.pshufhw(row, row, SWAP_HALVES)
            f.movdqa(self.spare, row)
            f.psllw(row, 8)
            f.psrlw(self.spare, 8)
            f.por(row, self.spare)
        for i, column in enumerate(self._transpose4(self.rows, self.spare)):
            self.store(self.ring(first + i), column)

    def load_state(self):
        f, (a, b, c, d, e) = self.f, self.state
        for i, row in enumerate(self.rows):
            f.movdqu(row, xmmword[self.cv + 20 * i])
        for register, column in zip((a, b, c, d), self._transpose4(self.rows, self.spare)):
            f.movdqa(register, column)
        tops = e, self.x, self.y, self.w
        for i, register in enumerate(tops):
            f.movd(register, dword[self.cv + (20 * i + 16)])
        f.punpckldq(e, self.x)
        f.punpckldq(self.y, self.w)
        f.punpcklqdq(e, self.y)

    def store_state(self):
        f, (a, b, c, d, e) = self.f, self.state
        for i, row in enumerate(self._transpose4((a, b, c, d), self.spare)):
            f.movdqu(xmmword[self.cv + 20 * i], row)
        for i in range(4):
            if i:
                f.pshufd(self.x, e, i)
            f.movd(dword[self.cv + (20 * i + 16)], self.x if i else e)

    def end(self):
        pass


@KERNEL.function("sha1.lanes")
def lanes(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in [*VECTORS, *POINTERS, *MIDDLES]},
        scratch=WIDTH * (RING + 5),
    )
    v = Sse2(f, r.cv)
    for i, pointer in enumerate(POINTERS):
        f.mov(pointer, qword[r.blocks + 8 * i])
    for i, middle in enumerate(MIDDLES):
        f.lea(middle, r.scratch + WIDTH * RING * (2 * i + 1) // 4)

    def advance(size):
        for pointer in POINTERS:
            f.add(pointer, size)

    body(v, r, [xmmword[r.scratch + WIDTH * (RING + i)] for i in range(5)], advance)
