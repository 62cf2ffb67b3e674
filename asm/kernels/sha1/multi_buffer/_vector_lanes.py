# SPDX-License-Identifier: MIT
"""SHA-1 of several messages in vectors, for sha1_x64_sse2_x4 and the kernels of _vector_lanes_avx.py.

The 32-bit element i of every vector belongs to message i, so that one vector operation executes one step
of all messages. The rounds are written once, in three-operand steps. A class for each instruction set
emits the steps and transposes words between messages and vectors.
"""

from .._spec import BLOCK, ROUNDS, TAPS, K, function, k_name, rotate_roles

RING = 16  # schedule words in memory


class Vectors:
    """The rounds. Registers 0 to 4 are a to e, 5 is K, 6 and 7 are temporaries, 8 is W[t].

    A subclass defines `move` (the mnemonic of a load or store), step(name, d, a, b, note), transpose,
    load_state, store_state and end.

    Four words are transposed at a time, four rounds before their use, so that the rounds hide the latency,
    unless a subclass decides otherwise.
    """

    move = ""
    transposed_at_once = 4
    transposed_before = 4

    def __init__(self, f, registers, memory, middles):
        """memory: xmmword, ymmword or zmmword. middles: two general registers, each of which points to
        the middle of one half of the ring, so that every displacement is one byte."""
        self.f, self.registers, self.memory = f, registers, memory
        self.width = registers[0].width // 8
        self.state = list(registers[:5])
        self.k, self.x, self.y, self.w = registers[5:9]
        self.middles = middles

    def load(self, d, place, note=""):
        self.f.emit(self.move, (d, place), note)

    def store(self, place, a, note=""):
        self.f.emit(self.move, (place, a), note)

    def add(self, d, a, b, note=""):
        self.step("paddd", d, a, b, note)

    def xor(self, d, a, b, note=""):
        self.step("pxor", d, a, b, note)

    def and_(self, d, a, b, note=""):
        self.step("pand", d, a, b, note)

    def or_(self, d, a, b, note=""):
        self.step("por", d, a, b, note)

    def shl(self, d, a, n, note=""):
        self.step("pslld", d, a, n, note)

    def shr(self, d, a, n, note=""):
        self.step("psrld", d, a, n, note)

    def ring(self, t):
        """Returns the memory operand of W[t] of all messages."""
        half, slot = divmod(t % RING, RING // 2)
        return self.memory[self.middles[half] + self.width * (slot - RING // 4)]

    def constant(self, t):
        """Returns the memory operand of the constant of round t, once for each message."""
        word = K[t // 20].to_bytes(4, "little")
        return self.memory[self.f.constant(f"k{t // 20}", word * (self.width // 4))]

    def word(self, t):
        """Computes W[t], t >= 16, in w and stores it in the ring while later words need it."""
        oldest, *others = TAPS
        self.load(self.w, self.ring(t - oldest), note=f"W[{t - oldest}]")
        for tap in others:
            self.xor(self.w, self.w, self.ring(t - tap), note=f"^ W[{t - tap}]")
        self.shr(self.x, self.w, 31)
        self.add(self.w, self.w, self.w)
        self.or_(self.w, self.w, self.x, note=f"ROTL 1: W[{t}]")
        self.keep_word(t)

    def keep_word(self, t):
        """Stores w in the ring if a later word depends on it."""
        if t + min(TAPS) < ROUNDS:
            self.store(self.ring(t), self.w)

    def add_word(self, t, e):
        """Adds K and W[t] to e."""
        if t % 20 == 0:
            self.load(self.k, self.constant(t), note=k_name(t))
        self.add(e, e, self.k, note=f"e += {k_name(t)}")
        if t < RING:
            self.add(e, e, self.ring(t), note=f"e += W[{t}]")
        else:
            self.word(t)
            self.add(e, e, self.w, note=f"e += W[{t}]")

    def round(self, t, a, b, c, d, e):
        """Emits round t. The operations on a, the newest value, come last."""
        x, y = self.x, self.y
        self.add_word(t, e)
        if function(t) == "ch":
            self.xor(x, c, d, note="Ch = d ^ (b & (c ^ d))")
            self.and_(x, x, b)
            self.xor(x, x, d)
        elif function(t) == "parity":
            self.xor(x, c, d, note="Parity = b ^ c ^ d")
            self.xor(x, x, b)
        else:
            # no bit is set in both terms, so that their sum is their or
            self.and_(y, c, d, note="Maj = (c & d) + (b & (c ^ d))")
            self.xor(x, c, d)
            self.add(e, e, y)
            self.and_(x, x, b)
        self.add(e, e, x, note=f"e += {function(t).capitalize()}(b, c, d)")
        self.shl(x, b, 30)
        self.shr(b, b, 2)
        self.or_(b, b, x, note="b = ROTL 30 (b)")
        # no bit is set in both parts of ROTL 5 (a), so that each is added by itself
        self.shl(x, a, 5)
        self.shr(y, a, 27)
        self.add(e, e, x, note="e += ROTL 5 (a), in two parts")
        self.add(e, e, y)


def body(v, r, saved, advance, after=lambda t: None):
    """Emits the loop over blocks, from the load of the chaining values to the return.

    v: a Vectors. r: the frame's roles. saved: five memory operands for the chaining values.
    advance(size): emits the instructions that advance all messages by size bytes. after(t): emits
    further instructions after round t, where w holds W[t] for t >= 16; they may not write a to e and K.
    """
    f = v.f
    next_block, done = f.label("next_block"), f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.phase("load the chaining values")
    v.load_state()
    f.here(next_block)
    f.phase("save the chaining values")
    for i, (place, register) in enumerate(zip(saved, v.state)):
        v.store(place, register, note=f"cv[{i}]")
    state = v.state
    for t in range(ROUNDS):
        for first in range(0, RING, v.transposed_at_once):
            if t == max(first - v.transposed_before, 0):
                f.phase(
                    f"transpose W[{first}..{first + v.transposed_at_once - 1}] of all messages into the ring",
                    round=t,
                )
                v.transpose(first)
        f.phase(f"round {t}, {function(t).capitalize()}: a b c d e = {' '.join(map(str, state))}", round=t)
        f.name_registers("abcde", state)
        v.round(t, *state)
        after(t)
        state = rotate_roles(*state)
    f.phase("add the chaining values")
    for i, (place, register) in enumerate(zip(saved, state)):
        v.add(register, register, place, note=f"{'abcde'[i]} += cv[{i}]")
    advance(BLOCK)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    f.phase("store the chaining values")
    v.store_state()
    f.here(done)
    v.end()
    f.leave()
