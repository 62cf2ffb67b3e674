# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-SHA1 of as many output blocks as a vector has 32-bit elements, with AVX-512.

Each hash of an iteration compresses one block, a digest and the padding, so words 5 to 15 of its message
schedule are constants. K + W[t] is one constant in rounds 5 to 15. In W[16] to W[31] the constants are left
out where their sum is 0. All values are stored word by word, word i of all lanes after the other, so that
nothing is transposed.
"""

import functools
import operator

from asmgen.x86.registers import r8, r9, rcx, rdi, rdx, rsi

from .._spec import BLOCK, ROUNDS, TAPS, K, function, rotate_roles
from ._vector_lanes import RING, Vectors
from ._vector_lanes_avx import MIDDLES, XOR3, Avx512, Avx512Vl

DIGEST_WORDS = 5
# words 5 to 15 of a message of a key block and a digest: the bit 1, zeros, the length in bits
PADDING = {t: 0 for t in range(DIGEST_WORDS, RING)}
PADDING |= {DIGEST_WORDS: 0x80000000, RING - 1: 8 * (BLOCK + 4 * DIGEST_WORDS)}


class Padded:
    """The rounds of a block whose words 5 to 15 are PADDING. Mixed into Avx512 or Avx512Vl."""

    def __init__(self, f):
        Vectors.__init__(self, f, self.registers, self.memory, MIDDLES)
        self.words = self.registers[16:]

    def everywhere(self, value):
        """Returns the memory operand of a vector with `value` in every element."""
        word = value.to_bytes(4, "little")
        return self.memory[self.f.constant(f"c{value:08x}", word * (self.width // 4))]

    def word(self, t):
        """Computes W[t], t >= 16, in its register of the ring, from the words that are not 0."""
        f, taps = self.f, [t - tap for tap in TAPS]
        constant = functools.reduce(operator.xor, (PADDING.get(s, 0) for s in taps))
        terms = [self.ring(s) for s in taps if s not in PADDING]
        if constant:
            terms.append(self.everywhere(constant))
        note = " ^ ".join(f"W[{s}]" for s in taps if PADDING.get(s) != 0)
        self.w = self.ring(t)
        if len(terms) == 1:
            f.vprold(self.w, terms[0], 1, note=f"W[{t}] = ROTL 1 ({note})")
            return
        first = terms.pop(0)
        if first is not self.w and len(terms) > 1:
            self.load(self.w, first)
            first = self.w
        if len(terms) > 1:
            f.emit(self.three, (self.w, terms.pop(0), terms.pop(0), XOR3), note)
            first = self.w
        for term in terms:
            self.xor(self.w, first, term, note=note)
        f.vprold(self.w, self.w, 1, note=f"ROTL 1: W[{t}]")

    def add_word(self, t, e):
        if PADDING.get(t):
            self.add(e, e, self.everywhere(K[0] + PADDING[t] & 0xFFFFFFFF), note=f"e += K0 + W[{t}]")
        elif t in PADDING:
            self.add(e, e, self.k, note=f"e += K0, W[{t}] is 0")
        else:
            super().add_word(t, e)


class Padded512(Padded, Avx512):
    pass


class Padded512Vl(Padded, Avx512Vl):
    pass


def pbkdf2(f, kind):
    """Emits pbkdf2.sha1_lanes. kind: Padded512 or Padded512Vl."""
    r = f.frame(
        arguments={"u": rdi, "sums": rsi, "keys": rdx, "iterations": rcx},
        registers={str(v): v for v in (*kind.registers[:8], *kind.registers[16:])} | {"key": r8, "end": r9},
    )
    v = kind(f)
    next_iteration, next_hash, done = (f.label(s) for s in ("next_iteration", "next_hash", "done"))
    words = range(DIGEST_WORDS)

    def at(base, i):
        return v.memory[base + v.width * i]

    f.test(r.iterations, r.iterations)
    f.je(done)
    f.phase("load U")
    for i in words:
        v.load(v.ring(i), at(r.u, i), note=f"W[{i}]")
    f.lea(r.end, r.keys + 2 * DIGEST_WORDS * v.width, note="end of the keys")
    f.here(next_iteration)
    f.mov(r.key, r.keys, note="the inner key")
    f.here(next_hash)
    f.phase("load the chaining values after the key block")
    for i, register in enumerate(v.state):
        v.load(register, at(r.key, i), note=f"{'abcde'[i]}")
    state = v.state
    for t in range(ROUNDS):
        f.phase(f"round {t}, {function(t).capitalize()}: a b c d e = {' '.join(map(str, state))}", round=t)
        v.round(t, *state)
        state = rotate_roles(*state)
    f.phase("add the chaining values: the digest is the next message")
    for i, register in enumerate(state):
        v.add(v.ring(i), register, at(r.key, i), note=f"W[{i}]")
    f.add(r.key, DIGEST_WORDS * v.width, note="the outer key")
    f.cmp(r.key, r.end)
    f.jne(next_hash)
    f.phase("add U to the sums")
    for i in words:
        v.xor(v.x, v.ring(i), at(r.sums, i))
        v.store(at(r.sums, i), v.x)
    f.dec(r.iterations, note="iterations left")
    f.jne(next_iteration)
    f.phase("store U")
    for i in words:
        v.store(at(r.u, i), v.ring(i))
    f.here(done)
    v.end()
    f.leave()
