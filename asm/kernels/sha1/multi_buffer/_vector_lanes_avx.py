# SPDX-License-Identifier: MIT
"""SHA-1 of 8 messages in ymm and of 16 messages in zmm registers, with or without the unavoidable bit
conditions. _vector_lanes.py has the rounds.

For a transposition, row i holds words 4q to 4q + 3 of message i + 4p in its 128-bit lane p. Transposing
4 x 4 words inside each 128-bit lane then gives vectors with one word of every message. Message words of
sixteen messages are transposed eight at a time, as Avx512.transpose describes.
"""

from asmgen.x86.registers import (
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

from .._spec import TAPS, function, words
from ._vector_lanes import RING, Vectors, body

POINTER, DONE, SAVED, INFO = r9, r8, r10, r11
MIDDLES = (rax, rcx)
BASE = rcx  # of the saved chaining values with AVX-512
ROWS = 4  # rows of a transposition, words in a 128-bit lane
LANE128 = 16  # bytes
BIG_ENDIAN = bytes(4 * (i // 4) + 3 - i % 4 for i in range(16))
XOR3, SELECT, MAJORITY = 0x96, 0xCA, 0xE8  # vpternlogq: a ^ b ^ c; a ? b : c; Maj(a, b, c)
FUNCTIONS = {"ch": SELECT, "parity": XOR3, "maj": MAJORITY}


class AvxVectors(Vectors):
    """Registers 9 to 12 are the rows of a transposition. Its temporaries are 13, 14, 6 and 7. Register 15
    is the pshufb mask. Registers 9 to 14 are free after the last transposition of a block.

    A subclass with other registers for these keeps registers 9 to 13 free then.
    """

    registers, memory = (), None
    addresses = (POINTER, DONE)  # general registers besides those of the arguments
    words_in_memory = RING  # vectors
    low = 16  # the kernel writes registers 0 to low - 1 of the first 16

    def __init__(self, f, r):
        registers = self.registers
        super().__init__(f, registers, self.memory, MIDDLES)
        self.cv, self.blocks, self.lanes128 = r.cv, r.blocks, self.width // LANE128
        self.rows, self.mask = registers[9:13], registers[15]
        self.spare = (*registers[13:15], *registers[6:8])

    def step(self, name, d, a, b, note):
        self.f.emit("v" + name, (d, a, b), note)

    def _transpose(self, rows, spare=None):
        """Transposes 4 x 4 words in each 128-bit lane, in place. spare: four vectors that it may write."""
        f, (p, q, s, t), (x, y, z, u) = self.f, rows, spare or self.spare
        f.vpunpckldq(x, p, q, note="rows p q s t: p0 q0 p1 q1")
        f.vpunpckhdq(y, p, q, note="p2 q2 p3 q3")
        f.vpunpckldq(z, s, t, note="s0 t0 s1 t1")
        f.vpunpckhdq(u, s, t, note="s2 t2 s3 t3")
        f.vpunpcklqdq(p, x, z, note="p0 q0 s0 t0")
        f.vpunpckhqdq(q, x, z, note="p1 q1 s1 t1")
        f.vpunpcklqdq(s, y, u, note="p2 q2 s2 t2")
        f.vpunpckhqdq(t, y, u, note="p3 q3 s3 t3")

    def transpose(self, first):
        """Stores W[first] to W[first + 3] of all messages in the ring."""
        f = self.f
        for lane in range(self.lanes128):
            for i, row in enumerate(self.rows):
                message = ROWS * lane + i
                f.mov(POINTER, qword[self.blocks + 8 * message], note=f"message {message}")
                self.fill(row, xmmword[POINTER + DONE + 4 * first], lane, words(first))
        for row in self.rows:
            f.vpshufb(row, row, self.mask)
        self._transpose(self.rows)
        for i, column in enumerate(self.rows):
            self.store(self.ring(first + i), column, note=f"W[{first + i}]")

    def load_state(self):
        """Loads the mask and the chaining values, and clears the count of bytes done."""
        f, (*rows, e) = self.f, self.state
        self.load(self.mask, self.memory[f.constant("big_endian", BIG_ENDIAN * self.lanes128)])
        f.xor(DONE.view(32), DONE.view(32), note="bytes done of each message")
        for lane in range(self.lanes128):
            for i, row in enumerate(rows):
                message = ROWS * lane + i
                self.fill(row, xmmword[self.word_of(message, 0)], lane, f"message {message}: a b c d")
        self._transpose(rows)
        for lane in range(self.lanes128):
            low = (self.x if lane else e).view(128)
            f.vmovd(low, dword[self.word_of(ROWS * lane, 4)], note=f"message {ROWS * lane}: e")
            for i in range(1, ROWS):
                f.vpinsrd(low, low, dword[self.word_of(ROWS * lane + i, 4)], i)
            if lane:
                self.insert(e, low, lane)

    def store_state(self):
        """Stores the chaining values."""
        f, (*rows, e) = self.f, self.state
        self._transpose(rows)
        for lane in range(self.lanes128):
            for i, row in enumerate(rows):
                message = ROWS * lane + i
                self.extract(xmmword[self.word_of(message, 0)], row, lane, f"message {message}: a b c d")
            low = (self.x if lane else e).view(128)
            if lane:
                self.extract(low, e, lane)
            f.vmovd(dword[self.word_of(ROWS * lane, 4)], low, note=f"message {ROWS * lane}: e")
            for i in range(1, ROWS):
                f.vpextrd(dword[self.word_of(ROWS * lane + i, 4)], low, i)

    def word_of(self, message, i):
        """Returns the address of word i of the chaining value of a message."""
        return self.cv + (20 * message + 4 * i)

    def fill(self, row, place, lane, note=""):
        """Loads 16 bytes into a 128-bit lane of a row. Lane 0 must be loaded first: that clears the others."""
        if lane:
            self.insert(row, place, lane, note)
        else:
            self.f.emit(self.narrow_move(row), (row.view(128), place), note)

    def narrow_move(self, row):
        """Returns the mnemonic of a load of an xmm register."""
        return "vmovdqu" if row.number < 16 else "vmovdqu64"

    def extract(self, place, row, lane, note=""):
        """Stores a 128-bit lane of a row."""
        if lane:
            self.extract_lane(place, row, lane, note)
        else:
            self.f.vmovdqu(place, row.view(128), note=note)

    def end(self):
        self.f.vzeroupper()


class Avx2(AvxVectors):
    registers, memory = tuple(BY_NAME[f"ymm{i}"] for i in range(16)), ymmword
    addresses = (*AvxVectors.addresses, *MIDDLES, SAVED)
    move = "vmovdqu"

    def place_ring(self, scratch):
        f, (low, high) = self.f, MIDDLES
        f.lea(low, scratch + (self.width - 1 + self.width * RING // 4))
        f.and_(low, -self.width, note="middle of W[0..7]")
        f.lea(high, low + self.width * RING // 2, note="middle of W[8..15]")
        f.lea(SAVED, low + (self.width * RING * 3 // 4 + 2 * self.width), note="saved cv[2]")

    def saved(self, i):
        return self.memory[SAVED + self.width * (i - 2)]

    def insert(self, d, source, lane, note=""):
        self.f.vinserti128(d, d, source, lane, note=note)

    def extract_lane(self, place, a, lane, note=""):
        self.f.vextracti128(place, a, lane, note=note)

    def move_bits(self, d, a, n, note=""):
        """Moves bit i of a to bit i + n of d, for the bits that stay in the word."""
        if n > 0:
            self.shl(d, a, n, note)
        else:
            self.shr(d, a, -n, note)

    def clear(self, total, x, mask, inverted):
        """Clears the bits of mask in total where x, all ones or zero, is ones, or zero if inverted.
        Writes x."""
        if inverted:
            self.f.vpandn(x, x, mask)
        else:
            self.f.vpand(x, x, mask)
        self.f.vpandn(total, x, total, note="exclude them where it is violated")


class InRegisters(AvxVectors):
    """The ring is in registers 16 to 31. Each function, the sum of three words and a rotation take one
    instruction of AVX-512. The pshufb mask is register 8, the temporaries of a transposition are 9, 10, 6
    and 7."""

    words_in_memory = 0
    addresses = (*AvxVectors.addresses, BASE)
    move = "vmovdqu64"
    three, two = "", ""  # the mnemonics of vpternlog and of xor

    def __init__(self, f, r):
        super().__init__(f, r)
        self.words = self.registers[16:]
        self.mask, self.spare = self.registers[8], (*self.registers[9:11], *self.registers[6:8])

    def step(self, name, d, a, b, note):
        if name == "pxor":
            self.f.emit(self.two, (d, a, b), note)
        else:
            super().step(name, d, a, b, note)

    def place_ring(self, scratch):
        self.f.lea(BASE, scratch + (self.width - 1))
        self.f.and_(BASE, -self.width, note="saved cv")

    def saved(self, i):
        return self.memory[BASE + self.width * i]

    def ring(self, t):
        """Returns the register of W[t] of all messages."""
        return self.words[t % RING]

    def insert(self, d, source, lane, note=""):
        self.f.vinserti32x4(d, d, source, lane, note=note)

    def move_bits(self, d, a, n, note=""):
        self.f.vprold(d, a, n % 32, note=note)

    def word(self, t):
        """Computes W[t], t >= 16, in the register of W[t-16]."""
        f, (t16, t14, t8, t3) = self.f, (t - tap for tap in TAPS)
        self.w = self.ring(t)
        f.emit(self.three, (self.w, self.ring(t14), self.ring(t8), XOR3), f"W[{t16}] ^ W[{t14}] ^ W[{t8}]")
        self.xor(self.w, self.w, self.ring(t3), note=f"^ W[{t3}]")
        f.vprold(self.w, self.w, 1, note=f"ROTL 1: W[{t}]")

    def round(self, t, a, b, c, d, e):
        f, x, y, name = self.f, self.x, self.y, function(t)
        self.add_word(t, e)
        f.vprold(y, a, 5)
        self.load(x, b)
        f.emit(self.three, (x, c, d, FUNCTIONS[name]), f"{name.capitalize()}(b, c, d)")
        f.vpaddd(e, e, x, note=f"e += {name.capitalize()}(b, c, d)")
        f.vprold(b, b, 30, note="b = ROTL 30 (b)")
        f.vpaddd(e, e, y, note="e += ROTL 5 (a)")

    def clear(self, total, x, mask, inverted):
        """Clears what Avx2.clear clears. The truth tables are total & ~(x & mask), total & ~(~x & mask)."""
        self.f.emit(
            self.three, (total, x, mask, 0xD0 if inverted else 0x70), "exclude them where it is violated"
        )

    def end(self):
        super().end()
        for register in self.words:
            self.xor(register, register, register)


class Avx512Vl(InRegisters):
    """Eight messages in ymm registers. The rows of a transposition are in the ring."""

    registers, memory = tuple(BY_NAME[f"ymm{i}"] for i in range(32)), ymmword
    three, two = "vpternlogd", "vpxord"
    low = 11

    def transpose(self, first):
        """Loads W[first] to W[first + 3] of all messages."""
        rows = self.words[first : first + ROWS]
        for i, row in enumerate(rows):
            for lane in range(self.lanes128):
                message = ROWS * lane + i
                f = self.f
                f.mov(POINTER, qword[self.blocks + 8 * message], note=f"message {message}")
                self.fill(row, xmmword[POINTER + DONE + 4 * first], lane, words(first))
        for row in rows:
            self.f.vpshufb(row, row, self.mask)
        self._transpose(rows)

    def extract_lane(self, place, a, lane, note=""):
        self.f.vextracti128(place, a, lane, note=note)


class Avx512(InRegisters):
    """Sixteen messages in zmm registers. Four rows of a transposition are in registers 11 to 14."""

    registers, memory = tuple(BY_NAME[f"zmm{i}"] for i in range(32)), zmmword
    three, two = "vpternlogq", "vpxorq"
    low = 15
    transposed_at_once = 8
    transposed_before = RING  # all before round 0, so that a line of each message is read once

    def transpose(self, first):
        """Loads W[first] to W[first + 7] of all messages.

        A row has these words of messages m and m + 4. After the transposition inside 128-bit lanes, a
        vector has W[first + k] of messages 0 to 3, W[first + k + 4] of these, and the same of messages 4 to
        7. Another has those of messages 8 to 15.
        """
        f, rows0, low = self.f, self.registers[11:15], self.words[first : first + ROWS]
        high = self.words[first + ROWS : first + 2 * ROWS]
        for rows, message in ((rows0, 0), (high, 2 * ROWS)):
            for i, row in enumerate(rows):
                m = message + i
                f.mov(POINTER, qword[self.blocks + 8 * m], note=f"message {m}")
                half = ymmword[POINTER + DONE + 4 * first]
                f.vmovdqu64(row.view(256), half, note=f"W[{first}..{first + 7}]")
                m += ROWS
                f.mov(POINTER, qword[self.blocks + 8 * m], note=f"message {m}")
                f.vinserti64x4(row, row, half, 1, note=f"W[{first}..{first + 7}]")
            for row in rows:
                f.vpshufb(row, row, self.mask)
        for rows in (rows0, high):
            self._transpose(rows, low)
        for k, (d, a, b) in enumerate(zip(low, rows0, high)):
            f.vshufi32x4(d, a, b, 0x88, note=f"W[{first + k}]")
            f.vshufi32x4(b, a, b, 0xDD, note=f"W[{first + k + 4}]")

    def extract_lane(self, place, a, lane, note=""):
        self.f.vextracti32x4(place, a, lane, note=note)


def lanes(f, kind, conditions=None):
    """Emits the function: sha1.lanes, or sha1dc.lanes with conditions, the class of ubc/_lanes.py.

    kind: Avx2, Avx512Vl or Avx512.
    """
    arguments = {"cv": rdi, "blocks": rsi, "nblocks": rdx}
    if conditions:
        arguments["info"] = INFO
    width = kind.registers[0].width // 8
    vectors = kind.words_in_memory + (0 if conditions else 5)  # on the stack
    low = max(kind.low, 14) if conditions else kind.low
    addresses = kind.addresses if vectors else AvxVectors.addresses
    r = f.frame(
        arguments=arguments,
        registers={str(v): v for v in (*kind.registers[:low], *kind.registers[16:], *addresses)},
        scratch=width * (vectors + 1) if vectors else 0,
    )
    v = kind(f, r)
    if vectors:
        f.phase(f"align the vectors to {width} bytes, so that none crosses a cache line")
        v.place_ring(r.scratch)
    if conditions is None:
        body(v, r, [v.saved(i) for i in range(5)], lambda size: f.add(DONE, size, note="bytes done"))
        return
    ubc = conditions(v)

    def advance(size):
        v.store(v.memory[INFO + 5 * width], ubc.total, note="info: masks")
        f.add(DONE, size, note="bytes done")
        f.add(INFO, 6 * width)

    body(v, r, [v.memory[INFO + width * i] for i in range(5)], advance, ubc.after)
