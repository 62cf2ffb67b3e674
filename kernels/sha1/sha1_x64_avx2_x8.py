# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 7

Inputs     cv: 8 chaining values of 5 words; blocks: 8 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: may be 0
Output     cv
Approach   Eight messages in the lanes of ymm registers, one SHA-1 over vectors. Four words of
           message i fill the lower half of a register, those of message i + 4 the upper half, so
           that a transposition within halves is all it takes.
Registers  ymm0-4               a b c d e; their roles rotate from round to round
           ymm5                 K
           ymm6 ymm7 ymm8       temporaries, the newest schedule word
           ymm6-7 ymm9-14       rows of the transposition and its temporaries
           ymm15                the shuffle mask that makes words of big-endian bytes
           rdi rsi rdx          cv, pointer array, blocks left
           r8                   bytes done of each message
           r9                   a message pointer
           rax rcx r10          the middles of the halves of the ring; the saved chaining values
           rsp                  the ring of 16 schedule words, the chaining values at the start of
                                the block; wiped on return
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 0.984 cycles/byte, 63.0 a block. Vector operations
           have a latency of 2 here, so the chain of a round, shift and two additions, costs 6
           cycles, 480 of the 504 that eight blocks take: eight lanes cannot do better than 0.94 on
           this core. With ROTL 5 by an or 1.013, words into lanes all ahead of the rounds 1.023.
           docs/kernels/sha1_lanes.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._vertical import RING, Vectors, body

KERNEL = Kernel(
    stem="sha1_x64_avx2_x8", bits=64, isa=("avx2",), lanes=8, min_size=192,
    summary="SHA-1 of eight messages in the lanes of AVX2 registers",
    refs=("FIPS 180-4 section 6.1",))

POINTER, DONE, SAVED = r9, r8, r10
MIDDLES = (rax, rcx)
VECTORS = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymm8,
           ymm9, ymm10, ymm11, ymm12, ymm13, ymm14, ymm15)
WIDTH = 32
BIG_ENDIAN = bytes(4 * (i // 4) + 3 - i % 4 for i in range(16)) * 2


class Avx2(Vectors):
    def __init__(self, f, cv, blocks):
        super().__init__(f, VECTORS, ymmword, MIDDLES)
        self.cv, self.blocks = cv, blocks
        self.rows, self.spare, self.mask = VECTORS[9:13], VECTORS[13:15] + VECTORS[6:8], VECTORS[15]

    def load(self, d, place):
        self.f.vmovdqa(d, place)

    def store(self, place, a):
        self.f.vmovdqa(place, a)

    def add(self, d, a, b):
        self.f.vpaddd(d, a, b)

    def xor(self, d, a, b):
        self.f.vpxor(d, a, b)

    def and_(self, d, a, b):
        self.f.vpand(d, a, b)

    def or_(self, d, a, b):
        self.f.vpor(d, a, b)

    def shl(self, d, a, n):
        self.f.vpslld(d, a, n)

    def shr(self, d, a, n):
        self.f.vpsrld(d, a, n)

    def _transpose4(self, rows, spare):
        """4 x 4 words in each half; the columns end up in the rows' registers."""
        f, (p, q, s, t), (x, y, z, u) = self.f, rows, spare
        f.vpunpckldq(x, p, q)       # p0 q0 p1 q1
        f.vpunpckhdq(y, p, q)       # p2 q2 p3 q3
        f.vpunpckldq(z, s, t)
        f.vpunpckhdq(u, s, t)
        f.vpunpcklqdq(p, x, z)
        f.vpunpckhqdq(q, x, z)
        f.vpunpcklqdq(s, y, u)
        f.vpunpckhqdq(t, y, u)
        return rows

    def transpose(self, first):
        f = self.f
        for half in range(2):
            for i, row in enumerate(self.rows):
                f.mov(POINTER, qword[self.blocks + 8 * (4 * half + i)])
                place = xmmword[POINTER + DONE + 4 * first]
                if half:
                    f.vinserti128(row, row, place, 1)
                else:
                    f.vmovdqu(row.view(128), place)
        for row in self.rows:
            f.vpshufb(row, row, self.mask)
        for i, column in enumerate(self._transpose4(self.rows, self.spare)):
            self.store(self.ring(first + i), column)

    def load_state(self):
        f, (*rows, e) = self.f, self.state
        f.vmovdqa(self.mask, ymmword[f.constant("big_endian", BIG_ENDIAN)])
        f.xor(DONE.view(32), DONE.view(32))
        for i, row in enumerate(rows):
            f.vmovdqu(row.view(128), xmmword[self.cv + 20 * i])
            f.vinserti128(row, row, xmmword[self.cv + 20 * (i + 4)], 1)
        self._transpose4(rows, self.spare)
        for register, lane in ((e, 0), (self.x, 4)):
            low = register.view(128)
            f.vmovd(low, dword[self.cv + (20 * lane + 16)])
            for i in range(1, 4):
                f.vpinsrd(low, low, dword[self.cv + (20 * (lane + i) + 16)], i)
        f.vinserti128(e, e, self.x.view(128), 1)

    def store_state(self):
        f, (*rows, e) = self.f, self.state
        for i, row in enumerate(self._transpose4(rows, self.spare)):
            f.vmovdqu(xmmword[self.cv + 20 * i], row.view(128))
            f.vextracti128(xmmword[self.cv + 20 * (i + 4)], row, 1)
        f.vextracti128(self.x.view(128), e, 1)
        for register, lane in ((e, 0), (self.x, 4)):
            low = register.view(128)
            f.vmovd(dword[self.cv + (20 * lane + 16)], low)
            for i in range(1, 4):
                f.vpextrd(dword[self.cv + (20 * (lane + i) + 16)], low, i)

    def end(self):
        self.f.vzeroupper()


@KERNEL.function("sha1.lanes")
def lanes(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={str(v): v for v in [*VECTORS, POINTER, DONE, SAVED, *MIDDLES]},
        scratch=WIDTH * (RING + 5 + 1))
    f.phase("the ring on a multiple of 32 bytes, so that no word crosses a cache line")
    f.lea(MIDDLES[0], r.scratch + (WIDTH - 1 + WIDTH * RING // 4))
    f.and_(MIDDLES[0], -WIDTH)
    f.lea(MIDDLES[1], MIDDLES[0] + WIDTH * RING // 2)
    f.lea(SAVED, MIDDLES[0] + (WIDTH * RING * 3 // 4 + 2 * WIDTH))

    def advance(size):
        f.add(DONE, size)
    body(Avx2(f, r.cv, r.blocks), r, [ymmword[SAVED + WIDTH * (i - 2)] for i in range(5)], advance)
