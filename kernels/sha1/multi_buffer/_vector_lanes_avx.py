# SPDX-License-Identifier: MIT
"""SHA-1 of eight and sixteen messages in ymm and zmm registers: what sha1_x64_avx2_x8,
sha1_x64_avx512_x16 and those that detect collision attacks share. _vertical.py has the rounds.

Words 4q to 4q + 3 of message i + 4p fill part p, 128 bits, of row i, so that a transposition within
parts is all it takes to have a word of all messages in each register.
"""

from asmgen.registers import (
    BY_NAME,
    dword,
    qword,
    r8,
    r9,
    r10,
    r11,
    rax,
    rcx,
    rdi,
    rdx,
    rsi,
    xmmword,
    ymmword,
    zmmword,
)

from .._spec import TAPS, function
from ._vector_lanes import RING, Vectors, body

POINTER, DONE, SAVED, TRACES = r9, r8, r10, r11
MIDDLES = (rax, rcx)
BASE = rcx  # of the ring, where displacements of a byte count whole registers
ROW = 4  # messages in a part of a register, words in a row
PART = 16  # bytes
BIG_ENDIAN = bytes(4 * (i // 4) + 3 - i % 4 for i in range(16))
XOR3, CHOOSE, MAJORITY = 0x96, 0xCA, 0xE8  # vpternlogq: a ^ b ^ c; b or c as a says; Maj
FUNCTIONS = {"ch": CHOOSE, "parity": XOR3, "maj": MAJORITY}


class Wide(Vectors):
    """Registers 9 to 12 are rows; with 13, 14 and the temporaries they serve the transpositions;
    15 is the shuffle mask. Registers 9 to 14 are free behind the last of these."""

    registers, memory = (), None
    addresses = (POINTER, DONE)  # general registers beside those of the arguments

    def __init__(self, f, r):
        registers = self.registers
        super().__init__(f, registers, self.memory, MIDDLES)
        self.cv, self.blocks, self.parts = r.cv, r.blocks, self.width // PART
        self.rows, self.mask = registers[9:13], registers[15]
        self.spare = (*registers[13:15], *registers[6:8])

    def _transpose(self, rows):
        """4 x 4 words in each part; the columns end up in the rows' registers."""
        f, (p, q, s, t), (x, y, z, u) = self.f, rows, self.spare
        f.vpunpckldq(x, p, q)  # p0 q0 p1 q1
        f.vpunpckhdq(y, p, q)  # p2 q2 p3 q3
        f.vpunpckldq(z, s, t)
        f.vpunpckhdq(u, s, t)
        f.vpunpcklqdq(p, x, z)
        f.vpunpckhqdq(q, x, z)
        f.vpunpcklqdq(s, y, u)
        f.vpunpckhqdq(t, y, u)

    def transpose(self, first):
        f = self.f
        for part in range(self.parts):
            for i, row in enumerate(self.rows):
                f.mov(POINTER, qword[self.blocks + 8 * (ROW * part + i)])
                self.fill(row, xmmword[POINTER + DONE + 4 * first], part)
        for row in self.rows:
            f.vpshufb(row, row, self.mask)
        self._transpose(self.rows)
        for i, column in enumerate(self.rows):
            self.store(self.ring(first + i), column)

    def load_state(self):
        f, (*rows, e) = self.f, self.state
        self.load(self.mask, self.memory[f.constant("big_endian", BIG_ENDIAN * self.parts)])
        f.xor(DONE.view(32), DONE.view(32))
        for part in range(self.parts):
            for i, row in enumerate(rows):
                self.fill(row, xmmword[self.word_of(ROW * part + i, 0)], part)
        self._transpose(rows)
        for part in range(self.parts):
            low = (self.x if part else e).view(128)
            f.vmovd(low, dword[self.word_of(ROW * part, 4)])
            for i in range(1, ROW):
                f.vpinsrd(low, low, dword[self.word_of(ROW * part + i, 4)], i)
            if part:
                self.insert(e, low, part)

    def store_state(self):
        f, (*rows, e) = self.f, self.state
        self._transpose(rows)
        for part in range(self.parts):
            for i, row in enumerate(rows):
                self.extract(xmmword[self.word_of(ROW * part + i, 0)], row, part)
            low = (self.x if part else e).view(128)
            if part:
                self.extract(low, e, part)
            f.vmovd(dword[self.word_of(ROW * part, 4)], low)
            for i in range(1, ROW):
                f.vpextrd(dword[self.word_of(ROW * part + i, 4)], low, i)

    def word_of(self, lane, i):
        return self.cv + (20 * lane + 4 * i)

    def fill(self, row, place, part):
        if part:
            self.insert(row, place, part)
        else:
            self.f.vmovdqu(row.view(128), place)

    def extract(self, place, row, part):
        if part:
            self.extract_part(place, row, part)
        else:
            self.f.vmovdqu(place, row.view(128))

    def end(self):
        self.f.vzeroupper()


class Avx2(Wide):
    registers, memory = tuple(BY_NAME[f"ymm{i}"] for i in range(16)), ymmword
    addresses = (*Wide.addresses, *MIDDLES, SAVED)

    def place_ring(self, scratch):
        f, (low, high) = self.f, MIDDLES
        f.lea(low, scratch + (self.width - 1 + self.width * RING // 4))
        f.and_(low, -self.width)
        f.lea(high, low + self.width * RING // 2)
        f.lea(SAVED, low + (self.width * RING * 3 // 4 + 2 * self.width))

    def saved(self, i):
        return self.memory[SAVED + self.width * (i - 2)]

    def load(self, d, place):
        self.f.vmovdqu(d, place)

    def store(self, place, a):
        self.f.vmovdqu(place, a)

    def insert(self, d, part, at):
        self.f.vinserti128(d, d, part, at)

    def extract_part(self, place, a, at):
        self.f.vextracti128(place, a, at)

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

    def move(self, d, a, n):
        """Bit i of a to bit i + n of d, for those bits that do not leave the word."""
        if n > 0:
            self.shl(d, a, n)
        else:
            self.shr(d, a, -n)

    def clear(self, total, x, mask, inverted):
        """The mask's bits of total where x, all ones or zero, is ones; inverted: where it is zero.
        Writes x."""
        if inverted:
            self.f.vpandn(x, x, mask)
        else:
            self.f.vpand(x, x, mask)
        self.f.vpandn(total, x, total)


class Avx512(Wide):
    registers, memory = tuple(BY_NAME[f"zmm{i}"] for i in range(16)), zmmword
    addresses = (*Wide.addresses, BASE)

    def place_ring(self, scratch):
        self.f.lea(BASE, scratch + (self.width - 1))
        self.f.and_(BASE, -self.width)

    def saved(self, i):
        return self.memory[BASE + self.width * (RING + i)]

    def ring(self, t):
        return self.memory[BASE + self.width * (t % RING)]

    def load(self, d, place):
        self.f.vmovdqu64(d, place)

    def store(self, place, a):
        self.f.vmovdqu64(place, a)

    def insert(self, d, part, at):
        self.f.vinserti32x4(d, d, part, at)

    def extract_part(self, place, a, at):
        self.f.vextracti32x4(place, a, at)

    def add(self, d, a, b):
        self.f.vpaddd(d, a, b)

    def xor(self, d, a, b):
        self.f.vpxorq(d, a, b)

    def shl(self, d, a, n):
        self.f.vpslld(d, a, n)

    def move(self, d, a, n):
        self.f.vprold(d, a, n % 32)

    def word(self, t):
        f, (oldest, older, old, newest) = self.f, TAPS
        self.load(self.w, self.ring(t - oldest))
        self.load(self.x, self.ring(t - older))
        f.vpternlogq(self.w, self.x, self.ring(t - old), XOR3)
        f.vpxorq(self.w, self.w, self.ring(t - newest))
        f.vprold(self.w, self.w, 1)
        self.keep_word(t)

    def round(self, t, a, b, c, d, e):
        f, x, y = self.f, self.x, self.y
        self.add_word(t, e)
        f.vprold(y, a, 5)
        self.load(x, b)
        f.vpternlogq(x, c, d, FUNCTIONS[function(t)])
        f.vpaddd(e, e, x)
        f.vprold(b, b, 30)
        f.vpaddd(e, e, y)

    def clear(self, total, x, mask, inverted):
        self.f.vpternlogq(total, x, mask, 0xD0 if inverted else 0x70)


def lanes(f, kind, conditions=None):
    """The function whole: sha1.lanes, or with conditions (_wide_conditions.py) sha1dc.lanes."""
    arguments = {"cv": rdi, "blocks": rsi, "nblocks": rdx}
    if conditions:
        arguments["info"] = TRACES
    width = kind.registers[0].width // 8
    r = f.frame(
        arguments=arguments,
        registers={str(v): v for v in (*kind.registers, *kind.addresses)},
        scratch=width * (RING + (0 if conditions else 5) + 1),
    )
    v = kind(f, r)
    f.phase(f"the ring on a multiple of {width} bytes, so that no word crosses a cache line")
    v.place_ring(r.scratch)
    if conditions is None:
        body(v, r, [v.saved(i) for i in range(5)], lambda size: f.add(DONE, size))
        return
    beside = conditions(v)

    def advance(size):
        v.store(v.memory[TRACES + 5 * width], beside.total)
        f.add(DONE, size)
        f.add(TRACES, 6 * width)

    body(v, r, [v.memory[TRACES + width * i] for i in range(5)], advance, beside.after)
