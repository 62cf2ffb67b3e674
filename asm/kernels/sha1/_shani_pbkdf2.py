# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-SHA1 of one, two or four output blocks with the SHA extensions.

Each hash of an iteration compresses one block, a digest and the padding. In the order of the vectors, the
oldest word in element 3, a b c d of a digest are group 0 of the next message, and its e is the first word of
group 1. The rest of group 1 and groups 2 and 3 are constants. Group 2 is 0, so is sha1msg1 of groups 2 and 3,
and that of groups 1 and 2 is group 1. What is added after the rounds to get e + W[0..3] of the next hash contains the e
of that hash, so one paddd is between the last sha1rnds4 of a hash and the first of the next.
"""

import struct

from asmgen.x86.registers import *  # noqa: F403

from ._spec import BLOCK, words
from .multi_buffer._shani_lanes import GROUPS, SLOT, interleave

DIGEST_WORDS = 5
BIT = 0x80000000  # word 5 of a message, the first of the padding
LENGTH = 8 * (BLOCK + 4 * DIGEST_WORDS)  # word 15: the bits of a key block and a digest

# The vectors of a chain in the frame. Of the inner and the outer hash: the chaining value a b c d after the key
# block; what is added to a b c d after the rounds to get e + W[0..3] of the next hash; what is added to e to get
# W[4..7] of the next hash. Then the sums, e + W[0..3] of the first hash, and U as groups 0 and 1. A ring of groups
# goes on with groups 2 and 3.
HALVES = ("inner", "outer")
FRAME = [f"{name}_{half}" for half in HALVES for name in ("key", "next", "tail")]
FRAME += ["sum_abcd", "sum_e", "first", "group_0", "group_1"]
RING = ["group_2", "group_3"]


def slot(base, name):
    """Returns the memory operand of a vector of the chain that begins at `base`."""
    return xmmword[base + SLOT * (FRAME + RING).index(name)]


def element(base, name, i):
    """Returns the memory operand of word i of a vector, the oldest being word 0."""
    return dword[base + (SLOT * (FRAME + RING).index(name) + SLOT - 4 - 4 * i)]


class Chain:
    """One output block. Each method is a generator that yields after every instruction it emits. A subclass
    decides where the words are."""

    size = SLOT * len(FRAME)  # bytes in the frame

    def __init__(self, f, base, zero, length):
        """base: address of its vectors. zero, length: groups 2 and 3, registers or memory operands."""
        self.f, self.base, self.zero, self.length = f, base, zero, length

    def slot(self, name):
        return slot(self.base, name)

    def rounds(self, g, e, group, copy):
        """Emits rounds 4g to 4g + 3. Copies the state before them, from which the next group makes e."""
        f = self.f
        if g:
            yield f.sha1nexte(e, group, note=f"e + {words(4 * g)}")
        yield f.movaps(copy, self.state, note=f"a to d before round {4 * g}")
        yield f.sha1rnds4(self.state, e, g // 5, note=f"rounds {4 * g} to {4 * g + 3}, K{g // 5}")


class RegisterChain(Chain):
    """Keeps the last four groups in registers: group g in groups[g % 4]."""

    def __init__(self, f, registers, *where):
        super().__init__(f, *where)
        self.state, self.e, self.copy, *self.groups = registers

    def group(self, g):
        """Emits the rounds of group g and the next step of the three groups after it."""
        f, zero, length = self.f, self.zero, self.length
        at = [self.groups[i % 4] for i in range(g, g + 4)]
        now = {2: zero, 3: length}.get(g, at[0])
        yield from self.rounds(g, self.e, now, self.copy)
        self.e, self.copy = self.copy, self.e
        if 4 <= g + 1 < GROUPS:
            yield f.sha1msg2(at[1], now, note=words(4 * g + 4))
        made = g + 2
        if made == 5:
            yield f.pxor(at[2], length, note=f"for {words(20)}: ^ {words(12)}")
        elif made == 6:
            yield f.movaps(at[2], now, note=f"for {words(24)}: {words(16)}")
        elif 7 <= made < GROUPS:
            yield f.pxor(at[2], now, note=f"for {words(4 * made)}: ^ {words(4 * g)}")
        made = g + 3
        if made == 7:
            yield f.movaps(at[3], length, note=words(12))
        if made == 4 or 7 <= made < GROUPS:
            note = f"for {words(4 * made)}: {words(4 * made - 16)} ^ {words(4 * made - 14)}"
            yield f.sha1msg1(at[3], now, note=note)

    def load(self):
        """Loads U."""
        f = self.f
        yield f.movaps(self.groups[0], self.slot("group_0"), note=words(0))
        yield f.movaps(self.groups[1], self.slot("group_1"), note=words(4))
        yield f.movaps(self.e, self.slot("first"), note=f"e + {words(0)}")
        yield f.movaps(self.state, self.slot("key_inner"), note="a b c d")

    def turn(self, half):
        """Makes the digest the message of the next hash. After the outer hash adds it to the sums."""
        f, (first, second, *_) = self.f, self.groups
        other = HALVES[half == "inner"]
        yield f.sha1nexte(self.e, self.slot(f"tail_{half}"), note=words(4))
        yield f.movaps(second, self.e, note=words(4))
        yield f.movaps(self.e, self.slot(f"next_{half}"))
        yield f.paddd(self.e, self.state, note=f"e + {words(0)}")
        yield f.movaps(first, self.slot(f"key_{half}"))
        yield f.paddd(first, self.state, note=words(0))
        yield f.movaps(self.state, self.slot(f"key_{other}"), note="a b c d")
        if half == "outer":
            for name, group in (("sum_abcd", first), ("sum_e", second)):
                yield f.movaps(self.copy, self.slot(name))
                yield f.pxor(self.copy, group)
                yield f.movaps(self.slot(name), self.copy)

    def store(self):
        """Stores U."""
        yield self.f.movaps(self.slot("group_0"), self.groups[0])
        yield self.f.movaps(self.slot("group_1"), self.groups[1])


class RingChain(Chain):
    """Has the state and three registers, which change roles: `old` (e, and then the vector from which the next
    group makes e), `word` (the newest group) and `dead`. Keeps group g in slot g % 4 of a ring in the frame."""

    size = SLOT * len(FRAME + RING)

    def __init__(self, f, registers, *where):
        super().__init__(f, *where)
        self.state, *self.roles = registers
        self.ring = [self.slot(f"group_{i}") for i in range(4)]

    def group(self, g):
        """Emits the rounds of group g, stores the group and makes the next one."""
        f, (old, word, dead), n = self.f, self.roles, 4 * g
        now = {1: self.ring[1], 2: self.zero, 3: self.length}.get(g, word)
        yield from self.rounds(g, old, now, dead)
        if 4 <= g < GROUPS - 2:  # no later group depends on the last two
            yield f.movaps(self.ring[g % 4], word, note=words(n))
        made = g + 1
        if 4 <= made < GROUPS:
            ring = [self.length if i == 3 else self.ring[i % 4] for i in range(made - 4, made)]
            if made == 6:
                yield f.movaps(old, ring[2], note=words(16))
            else:
                yield f.movaps(old, ring[0], note=words(n - 12))
            if made not in (5, 6):
                yield f.sha1msg1(old, ring[1], note=f"{words(n - 12)} ^ {words(n - 10)}")
            if made not in (4, 6):
                yield f.pxor(old, ring[2], note=f"^ {words(n - 4)}")
            yield f.sha1msg2(old, self.length if made == 4 else word, note=words(n + 4))
        self.roles = dead, old, word

    def load(self):
        """Loads e + W[0..3] of the first hash. U is in the ring."""
        yield self.f.movaps(self.roles[0], self.slot("first"), note=f"e + {words(0)}")
        yield self.f.movaps(self.state, self.slot("key_inner"), note="a b c d")

    def turn(self, half):
        """Makes the digest the message of the next hash. After the outer hash adds it to the sums."""
        f, state, (old, word, e) = self.f, self.state, self.roles
        yield f.sha1nexte(old, self.slot(f"tail_{half}"), note=words(4))
        yield f.movaps(self.ring[1], old, note=words(4))
        yield f.movaps(e, self.slot(f"next_{half}"))
        yield f.paddd(e, state, note=f"e + {words(0)}")
        yield f.paddd(state, self.slot(f"key_{half}"), note=words(0))
        yield f.movaps(self.ring[0], state, note=words(0))
        if half == "outer":
            for name, group in (("sum_abcd", state), ("sum_e", old)):
                yield f.pxor(group, self.slot(name))
                yield f.movaps(self.slot(name), group)
        yield f.movaps(state, self.slot(f"key_{HALVES[half == 'inner']}"), note="a b c d")
        self.roles = e, old, word

    def store(self):
        """U is in the ring."""
        yield from ()


def equivalents(kind, lanes, length=None):
    """Returns the equivalent mutants of a kernel. length: the register of group 3."""
    place, chains = (FRAME + RING).index, range(len(lanes))
    unread = {SLOT * place("sum_e") + 4 * i: "only the oldest word of the vector is stored" for i in range(3)}
    zeros = [
        kind.size * i + SLOT * place(n)
        for i in chains
        for n in ("tail_inner", "tail_outer", "group_1", "sum_e")
    ]
    found = {f"mov [r8 +{at}], 0x0 -> mov [r8 +{at}], 0x1": why for at, why in unread.items()}
    found |= {
        f"movups [rsp +{at}], xmm0 -> movups [rsp +{at + 4}], xmm0": "the youngest word of the vector is 0"
        for at in zeros
    }
    if length:
        why = "no word of groups 1 and 3 has bits in both"
        found |= {f"pxor {r[4]}, {length} -> por {r[4]}, {length}": why for r in lanes}
        why = "sha1msg2 takes the three words that sha1nexte has left as they were"
        found |= {f"sha1msg2 {r[3]}, {length} -> sha1msg2 {r[3]}, {r[2]}": why for r in lanes}
    return found


def constants(f):
    """Returns the memory operands of groups 2 and 3."""
    groups = (0, 0, 0, 0), (0, 0, 0, LENGTH)
    return [
        xmmword[f.constant(name, struct.pack("<4I", *reversed(group)))]
        for name, group in zip(("zero", "length"), groups)
    ]


def pbkdf2(f, kind, lanes, spare=()):
    """Emits pbkdf2.sha1_lanes.

    kind: a subclass of Chain. lanes: the registers of each chain. spare: two registers for groups 2 and 3.
    """
    n = len(lanes)
    r = f.frame(
        arguments={"u": rdi, "sums": rsi, "keys": rdx, "iterations": rcx},
        registers={
            "word": eax,
            "chain": r8,
            "left": r9d,
            **{str(register): register for lane in lanes for register in lane},
            **{str(register): register for register in spare},
        },
        scratch=kind.size * n,
    )
    next_iteration, done = f.label("next_iteration"), f.label("done")
    f.test(r.iterations, r.iterations)
    f.je(done)
    _each_chain(f, r, n, kind.size, "load", _load)
    third_and_fourth = constants(f)
    for register, constant in zip(spare, third_and_fourth):
        f.movaps(register, constant)
    bases = [r.scratch + kind.size * i for i in range(n)]
    chains = [kind(f, lane, base, *(spare or third_and_fourth)) for lane, base in zip(lanes, bases)]
    interleave(chain.load() for chain in chains)
    f.here(next_iteration)
    for half in HALVES:
        for g in range(GROUPS):
            f.phase(f"the {half} hash: rounds {4 * g} to {4 * g + 3}", round=4 * g, rounds=4)
            interleave(chain.group(g) for chain in chains)
        f.phase("add the chaining value: the digest is the next message")
        interleave(chain.turn(half) for chain in chains)
    f.dec(r.iterations, note="iterations left")
    f.jne(next_iteration)
    interleave(chain.store() for chain in chains)
    _each_chain(f, r, n, kind.size, "store", _store)
    f.here(done)
    f.leave()


def _each_chain(f, r, n, size, name, body):
    """Emits body(f, r, n), with r.chain at the vectors of a chain and the arguments at its first words, for each
    chain."""
    again = f.label(f"{name}_chain")
    f.phase(f"{name} U, the sums" + " and the keys" * (name == "load"))
    f.lea(r.chain, r.scratch)
    if n > 1:
        f.mov(r.left, n)
        f.here(again)
    body(f, r, n)
    if n == 1:
        return
    for array in (r.u, r.sums, *[r.keys] * (name == "load")):
        f.add(array, 4)
    f.add(r.chain, size)
    f.dec(r.left)
    f.jne(again)
    if name == "load":
        for array in (r.u, r.sums):
            f.sub(array, 4 * n)


def _digest(base, abcd, e):
    """Returns the memory operands of the words of a digest in two vectors."""
    return [element(base, abcd, i) for i in range(4)] + [element(base, e, 0)]


def _load(f, r, n):
    def word(array, i):
        return dword[array + 4 * n * i]

    for name in ("group_1", "tail_inner", "tail_outer"):
        for i, padding in enumerate((BIT, 0, 0), 1):
            f.mov(element(r.chain, name, i), padding, note=f"word {4 + i} of a message")
    for i in range(1, 4):
        f.mov(element(r.chain, "sum_e", i), 0)
    e = {half: word(r.keys, DIGEST_WORDS * number + 4) for number, half in enumerate(HALVES)}
    for array, abcd, tail in ((r.sums, "sum_abcd", "sum_e"), (r.u, "group_0", "group_1")):
        for i, to in enumerate(_digest(r.chain, abcd, tail)):
            f.mov(r.word, word(array, i))
            f.mov(to, r.word)
            if array is r.u and i < 4:
                if i == 0:
                    f.add(r.word, e["inner"])
                f.mov(element(r.chain, "first", i), r.word)
    for number, half in enumerate(HALVES):
        for i, to in enumerate(_digest(r.chain, f"key_{half}", f"tail_{half}")):
            f.mov(r.word, word(r.keys, DIGEST_WORDS * number + i))
            f.mov(to, r.word)
            if i < 4:
                if i == 0:
                    f.add(r.word, e[HALVES[half == "inner"]], note="+ e of the other hash")
                f.mov(element(r.chain, f"next_{half}", i), r.word)


def _store(f, r, n):
    for array, abcd, tail in ((r.u, "group_0", "group_1"), (r.sums, "sum_abcd", "sum_e")):
        for i, source in enumerate(_digest(r.chain, abcd, tail)):
            f.mov(r.word, source)
            f.mov(dword[array + 4 * n * i], r.word)
