# SPDX-License-Identifier: MIT
"""SHA-1 of several messages in the 32-bit lanes of vector registers: what sha1_x64_sse2_x4 and the
kernels of _wide.py share. Lane i of every register belongs to message i.

The program is written once over three-operand steps; a class per instruction set says how each is
done and how words get from messages to lanes and back.
"""

from .._spec import BLOCK, ROUNDS, TAPS, K, function, rotate_roles

RING = 16  # schedule words that are looked back at


class Vectors:
    """Three-operand steps. State, constant and temporaries are registers 0 to 8."""

    def __init__(self, f, registers, memory, middles):
        """memory: dword, xmmword or the like of the registers' width; middles: two base registers,
        each in the middle of one half of the ring, so that displacements fit a byte."""
        self.f, self.registers, self.memory = f, registers, memory
        self.width = registers[0].width // 8
        self.state = list(registers[:5])
        self.k, self.x, self.y, self.w = registers[5:9]
        self.middles = middles

    def ring(self, t):
        half, slot = divmod(t % RING, RING // 2)
        return self.memory[self.middles[half] + self.width * (slot - RING // 4)]

    def constant(self, t):
        word = K[t // 20].to_bytes(4, "little")
        return self.memory[self.f.constant(f"k{t // 20}", word * (self.width // 4))]

    def word(self, t):
        """W(t) of all messages into w, and into the ring for the rounds that look back at it."""
        oldest, *others = TAPS
        self.load(self.w, self.ring(t - oldest))
        for tap in others:
            self.xor(self.w, self.w, self.ring(t - tap))
        self.shr(self.x, self.w, 31)
        self.add(self.w, self.w, self.w)
        self.or_(self.w, self.w, self.x)
        self.keep_word(t)

    def keep_word(self, t):
        if t + min(TAPS) < ROUNDS:  # the last three words are never looked back at
            self.store(self.ring(t), self.w)

    def add_word(self, t, e):
        """e + K + W(t) into e's register."""
        if t % 20 == 0:
            self.load(self.k, self.constant(t))
        self.add(e, e, self.k)
        if t < RING:
            self.add(e, e, self.ring(t))
        else:
            self.word(t)
            self.add(e, e, self.w)

    def round(self, t, a, b, c, d, e):
        """e + ROTL 5 (a) + f(b, c, d) + K + W(t) into e's register; ROTL 30 (b) into b's. What
        depends on a, the newest, comes last."""
        x, y = self.x, self.y
        self.add_word(t, e)
        if function(t) == "ch":  # d ^ (b & (c ^ d))
            self.xor(x, c, d)
            self.and_(x, x, b)
            self.xor(x, x, d)
        elif function(t) == "parity":
            self.xor(x, c, d)
            self.xor(x, x, b)
        else:  # (c & d) + (b & (c ^ d)): no one bit in common
            self.and_(y, c, d)
            self.xor(x, c, d)
            self.add(e, e, y)
            self.and_(x, x, b)
        self.add(e, e, x)
        self.shl(x, b, 30)
        self.shr(b, b, 2)
        self.or_(b, b, x)
        self.shl(x, a, 5)  # ROTL 5 (a): the halves have no one bit in common
        self.shr(y, a, 27)
        self.add(e, e, x)
        self.add(e, e, y)


def body(v, r, saved, advance, after=lambda t: None):
    """The blocks, from chaining values to chaining values. saved: five places for these;
    advance: moves the message pointers on by so many bytes; after(t): adds what it likes after
    round t, when w holds W(t) from RING on; it leaves state and constant as they are."""
    f = v.f
    next_block, done = f.label("next_block"), f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining values")
    v.load_state()
    f.here(next_block)
    f.phase("keep the chaining values")
    for place, register in zip(saved, v.state):
        v.store(place, register)
    state = v.state
    for t in range(ROUNDS):
        # four words at a time, four rounds ahead: their latency hides behind the rounds
        for first in range(0, RING, 4):
            if t == max(first - 4, 0):
                f.phase(f"words {first} to {first + 3} of each message into lanes")
                v.transpose(first)
        f.phase(f"round {t}")
        v.round(t, *state)
        after(t)
        state = rotate_roles(*state)
    f.phase("add the chaining values")
    for place, register in zip(saved, state):
        v.add(register, register, place)
    advance(BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.phase("store the chaining values")
    v.store_state()
    f.here(done)
    v.end()
    f.leave()
