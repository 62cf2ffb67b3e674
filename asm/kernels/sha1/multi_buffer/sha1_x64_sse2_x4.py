# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 3
(FIPS 180-4 section 6.1.2)

Inputs     cv: 4 chaining values of 5 words; blocks: 4 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
Output     cv
Approach   Element i of each xmm register belongs to message i, so that one vector operation executes one
           step of all messages. A rotation is two shifts and an or. SSE2 has no pshufb: big-endian words
           are made by pshuflw and pshufhw, which exchange 16-bit halves, and by shifts, which exchange
           the bytes of each half. The schedule is computed inside the rounds, in a ring of 16 vectors on
           the stack.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. Words 4q to 4q+3 of the
           blocks are transposed four rounds before their use.
Notes      W[t] is word t of the message schedule, here of all messages.
           K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79.
Registers  xmm0-4               a b c d e at the start of a block; the roles rotate from round to round
           xmm5                 K
           xmm6 xmm7 xmm8       temporaries, W[t]
           xmm9-13              rows of a transposition and its temporary
           rdi rsi rdx          cv, pointer array, blocks left
           r8 r9 r10 r11        addresses of the messages
           rax rcx              ring + 64, ring + 192: every displacement is one byte
Frame      rsp+0 to +255        the ring: W[t] at 16 * (t mod 16); wiped on return, as are
           rsp+256 to +335      the five vectors of saved chaining values
Lab notes  2026-11-21, Zen 5, 16 KiB a message: 2.01 cycles/byte, 129 a block; with ROTL 5 by an or
           instead of two additions 2.07, all words transposed before the rounds 2.12. The chain of the
           rounds bounds this core, as with sha1_x64_avx2_x8.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import words
from ._vector_lanes import RING, Vectors, body

KERNEL = Kernel(
    stem="sha1_x64_sse2_x4",
    arch="x64",
    lanes=4,
    min_size=192,
    summary="SHA-1 of four messages in the lanes of SSE2 registers",
    refs=("FIPS 180-4 section 6.1",),
    equivalents={
        f"movdqa {x}, xmm{n} -> pxor {x}, xmm{n}": why
        for n in range(5)
        for x, why in (
            ("xmm6", "it holds b << 30, and << 5 shifts all of that out"),
            ("xmm7", "it holds a result of >> 27, and >> 27 shifts all of that out"),
        )
    },
)

POINTERS = (r8, r9, r10, r11)
MIDDLES = (rax, rcx)
VECTORS = (xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13)
WIDTH = 16
SWAP_HALVES = 0xB1  # pshuflw, pshufhw: exchanges neighbours


class Sse2(Vectors):
    move = "movdqa"

    def __init__(self, f, cv):
        super().__init__(f, VECTORS, xmmword, MIDDLES)
        self.cv, self.rows, self.spare = cv, VECTORS[9:13], VECTORS[13]

    def step(self, name, d, a, b, note):
        if d is not a:
            self.f.emit("movdqa", (d, a), "")
        self.f.emit(name, (d, b), note)

    def _transpose4(self, rows, spare):
        """Transposes 4 x 4 words. Returns the registers of the columns."""
        f, (p, q, s, t) = self.f, rows
        f.movdqa(spare, p)
        f.punpckldq(p, q, note="rows p q s t: p0 q0 p1 q1")
        f.punpckhdq(spare, q, note="p2 q2 p3 q3")
        f.movdqa(q, s)
        f.punpckldq(s, t, note="s0 t0 s1 t1")
        f.punpckhdq(q, t, note="s2 t2 s3 t3")
        f.movdqa(t, p)
        f.punpcklqdq(p, s, note="p0 q0 s0 t0")
        f.punpckhqdq(t, s, note="p1 q1 s1 t1")
        f.movdqa(s, spare)
        f.punpcklqdq(s, q, note="p2 q2 s2 t2")
        f.punpckhqdq(spare, q, note="p3 q3 s3 t3")
        return p, t, s, spare

    def transpose(self, first):
        """Stores W[first] to W[first + 3] of all messages in the ring."""
        f = self.f
        for i, (row, pointer) in enumerate(zip(self.rows, POINTERS)):
            f.movdqu(row, xmmword[pointer + 4 * first], note=f"message {i}: {words(first)}")
            f.pshuflw(row, row, SWAP_HALVES)
            f.pshufhw(row, row, SWAP_HALVES)
            f.movdqa(self.spare, row)
            f.psllw(row, 8)
            f.psrlw(self.spare, 8)
            f.por(row, self.spare, note="big-endian words")
        for i, column in enumerate(self._transpose4(self.rows, self.spare)):
            self.store(self.ring(first + i), column, note=f"W[{first + i}]")

    def load_state(self):
        """Loads the chaining values."""
        f, (a, b, c, d, e) = self.f, self.state
        for i, row in enumerate(self.rows):
            f.movdqu(row, xmmword[self.cv + 20 * i], note=f"message {i}: a b c d")
        for register, column in zip((a, b, c, d), self._transpose4(self.rows, self.spare)):
            f.movdqa(register, column)
        tops = e, self.x, self.y, self.w
        for i, register in enumerate(tops):
            f.movd(register, dword[self.cv + (20 * i + 16)], note=f"message {i}: e")
        f.punpckldq(e, self.x)
        f.punpckldq(self.y, self.w)
        f.punpcklqdq(e, self.y)

    def store_state(self):
        """Stores the chaining values."""
        f, (a, b, c, d, e) = self.f, self.state
        for i, row in enumerate(self._transpose4((a, b, c, d), self.spare)):
            f.movdqu(xmmword[self.cv + 20 * i], row, note=f"message {i}: a b c d")
        for i in range(4):
            if i:
                f.pshufd(self.x, e, i)
            f.movd(dword[self.cv + (20 * i + 16)], self.x if i else e, note=f"message {i}: e")

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
        f.mov(pointer, qword[r.blocks + 8 * i], note=f"message {i}")
    for i, middle in enumerate(MIDDLES):
        f.lea(middle, r.scratch + WIDTH * RING * (2 * i + 1) // 4, note=f"middle of W[{8 * i}..{8 * i + 7}]")

    def advance(size):
        for pointer in POINTERS:
            f.add(pointer, size)

    body(v, r, [xmmword[r.scratch + WIDTH * (RING + i)] for i in range(5)], advance)
