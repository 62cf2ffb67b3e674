# SPDX-License-Identifier: MIT
"""PBKDF2-HMAC-Whirlpool on pairs of columns, for one to three output blocks.

An iteration is two hashes of two blocks, the digest and the padding. The chaining value of the digest's
block, which is the Whirlpool key there, is the same in every iteration, so the round keys of each output
block are computed once. Of the eight encryptions and key schedules of an iteration six remain. U and the sums stay in
pairs of columns from the first iteration to the last.
"""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, PADDING, ROUNDS
from ._columns import INTERLEAVE, round_constants, transpose
from ._loop import every_round
from ._registers import schedule_and_emit
from ._round import PAIRS
from ._schedule import NO_PORT, Graph

POOL = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymm8, ymm9, ymm10, ymm11, ymm12, ymm13, ymm14, ymm15)
ALIVE = 12  # values at a time that the scheduler aims at
COLUMNS = [bytes(PADDING[8 * i + j] for j in (2 * q, 2 * q + 1) for i in range(8)) for q in PAIRS]


class Two:
    """Two output blocks. Block i is in 128-bit lane i, two columns in a register. States are in memory."""

    words = 4  # registers that hold a state
    constants = "rc", round_constants((0, 0))
    padding = b"".join(column * 2 for column in COLUMNS)

    def __init__(self, f, method):
        self.f, self.method = f, method
        self.mask = ymmword[f.constant("interleave2", INTERLEAVE * 2)]

    def load(self, at, step=BLOCK):
        """Loads the blocks at `at` and `step` bytes behind it as pairs of columns. Yields the registers."""
        f, x = self.f, POOL[:4]
        for q in PAIRS:
            f.vmovdqu(x[q].view(128), xmmword[at + 16 * q])
            f.vinserti128(x[q], x[q], xmmword[at + (16 * q + step)], 1)
        transpose(f, x, POOL[4:8], self.mask)
        yield from x

    def rows(self, state):
        """Yields (register, offset in the blocks) for the rows of a state in memory."""
        f, x, spare = self.f, POOL[:4], POOL[4].view(128)
        for q in PAIRS:
            f.vmovdqa(x[q], ymmword[state + 32 * q])
        transpose(f, x, POOL[4:8], self.mask)
        for q in PAIRS:
            f.vextracti128(spare, x[q], 1)
            yield spare, 16 * q + BLOCK
            yield x[q].view(128), 16 * q

    def graph(self, g, **facts):
        return self.method.whole(g, lanes=2, **facts)

    def step(self, state, add, copy=None, **facts):
        """Emits a round of the state in memory. add: the address of the round key or round constants;
        copy: an address that also gets the result."""
        g = Graph()
        places = [
            [ymmword[at + 32 * q] for q in range(self.words)] for at in (state, add, copy) if at is not None
        ]
        g.step = "load the state"
        old = [g.op("vmovdqa", place, ports=NO_PORT) for place in places[0]]
        new = self.graph(g, **facts).round(old, places[1])
        g.step = "store the state"
        for to in (places[0], *places[2:]):
            for place, word in zip(to, new):
                g.op("vmovdqa", place, word, ports=NO_PORT, result=False)
        schedule_and_emit(self.f, g, POOL, ALIVE)

    def rounds(self, data, pointer, end):
        """Emits the rounds of the data under the round keys from pointer to end."""
        with every_round(self.f, pointer, end, 32 * self.words, "next_round"):
            self.step(data, pointer)

    def full_rounds(self, data, key, pointer, end):
        """Emits the rounds of the key, with the round constants from pointer to end, and of the data."""
        with every_round(self.f, pointer, end, 32 * self.words, "next_full_round"):
            self.f.phase("a round of the key", round=1, times=ROUNDS)
            self.step(key, pointer, offset=self.method.offset)
            self.f.phase("a round of the data", round=1, times=ROUNDS)
            self.step(data, key)


class _InRegisters(Two):
    """Keeps the data, and a key that changes, in registers from round to round. No other work would
    hide the latency of stores and loads."""

    data, key = (), ()

    def _move(self, state, registers, store=False):
        for i, v in enumerate(registers):
            place = ymmword[state + 32 * i]
            self.f.vmovdqa(*((place, v) if store else (v, place)))

    def _round(self, state, add, others=(), **facts):
        """Emits a round of the state in registers. add: the round key or round constant of each;
        others: registers that the round must not use."""
        g = Graph()
        new = self.graph(g, **facts).round([g.input(v) for v in state], add)
        schedule_and_emit(self.f, g, [v for v in POOL if v not in others], ALIVE, dict(zip(new, state)))

    def rounds(self, data, pointer, end):
        self._move(data, self.data)
        with every_round(self.f, pointer, end, 32 * self.words, "next_round"):
            self._round(self.data, [ymmword[pointer + 32 * i] for i in range(self.words)])
        self._move(data, self.data, store=True)


class Pair(_InRegisters):
    """Two output blocks, the data in registers while their round keys are constant."""

    data = POOL[12:]


class One(_InRegisters):
    """One output block, half a state in a register."""

    words = 2
    constants = "rc1", round_constants((0,))
    padding = b"".join(COLUMNS)
    data, key = POOL[12:14], POOL[14:16]

    def __init__(self, f, method):
        self.f, self.method = f, method
        self.mask = xmmword[f.constant("interleave", INTERLEAVE)]
        self.low, self.spare = ([v.view(128) for v in registers] for registers in (POOL[:4], POOL[4:8]))

    def load(self, at, step=BLOCK):
        f, x = self.f, self.low
        for q in PAIRS:
            f.vmovdqu(x[q], xmmword[at + 16 * q])
        transpose(f, x, self.spare, self.mask)
        for i in (0, 1):
            f.vinserti128(POOL[2 * i], POOL[2 * i], x[2 * i + 1], 1)
            yield POOL[2 * i]

    def rows(self, state):
        f, x = self.f, self.low
        for q in PAIRS:
            f.vmovdqa(x[q], xmmword[state + 16 * q])
        transpose(f, x, self.spare, self.mask)
        for q in PAIRS:
            yield x[q], 16 * q

    def graph(self, g, **facts):
        return self.method.half(g, **facts)

    def full_rounds(self, data, key, pointer, end):
        self._move(data, self.data)
        self._move(key, self.key)
        with every_round(self.f, pointer, end, 32 * self.words, "next_full_round"):
            self.f.phase("a round of the key", round=1, times=ROUNDS)
            constants = [ymmword[pointer + 32 * i] for i in (0, 1)]
            self._round(self.key, constants, self.data, offset=self.method.offset)
            self.f.phase("a round of the data", round=1, times=ROUNDS)
            self._round(self.data, self.key, self.key)
        self._move(data, self.data, store=True)


class Three(Two):
    """Three output blocks: a round of two, then a round of one, so that each hides the latency of the
    other."""

    words = Two.words + One.words
    constants = (
        "rc3",
        b"".join(
            part[size * i : size * (i + 1)]
            for i in range(ROUNDS)
            for part, size in ((Two.constants[1], 32 * Two.words), (One.constants[1], 32 * One.words))
        ),
    )
    padding = Two.padding + One.padding

    def __init__(self, f, method):
        self.f, self.method = f, method
        self.parts = (Two(f, method), 0, 0), (One(f, method), 32 * Two.words, 2)

    def load(self, at, step=BLOCK):
        for part, _, block in self.parts:
            yield from part.load(at + step * block, step)

    def rows(self, state):
        for part, place, block in self.parts:
            for row, at in part.rows(state + place):
                yield row, at + BLOCK * block

    def step(self, state, add, copy=None, **facts):
        for part, place, _ in self.parts:
            part.step(state + place, add + place, None if copy is None else copy + place, **facts)


def _frame(form):
    """Returns the bytes of a state, of a schedule (a key and its round keys) and of the frame."""
    state = 32 * form.words
    return state, state * (1 + ROUNDS), 2 * state * (1 + ROUNDS) + 4 * state + 32


def equivalents(form):
    """Returns the mutants of `pbkdf2` that behave as the kernel does (`Kernel.equivalents`)."""
    found, padding = {}, form.padding + bytes(4)
    for at in range(0, 32 * form.words, 32):
        word, xor = padding[at : at + 32], f"vpxor ymm1, ymm0, [padding +{at}]"
        if not any(word):
            found[f"{xor} -> vpor ymm1, ymm0, [padding +{at}]"] = "these bytes of the padding are zero"
        if word == padding[at + 4 : at + 36]:
            found[f"{xor} -> vpxor ymm1, ymm0, [padding +{at + 4}]"] = "the padding has the same bytes there"
    qwords = _frame(form)[2] // 8
    found["lea r9, [rsp +31] -> lea r9, [rsp +35]"] = "the frame has room for the next multiple of 32"
    found[f"mov ecx, {qwords:#x} -> add ecx, {qwords:#x}"] = "iterations are counted down to 0"
    return found


def pbkdf2(f, form, method):
    """Emits pbkdf2.whirlpool_blocks. form: `One`, `Pair` or `Three`; method: see _methods.py."""
    words = range(form.words)
    state, schedule_size, scratch = _frame(form)
    r = f.frame(
        arguments={"u": rdi, "sums": rsi, "keys": rdx, "iterations": rcx},
        registers={str(v): v for v in POOL}
        | {"rc": rax, "end": r8, "schedule": r9, "at": r10, "states": r11},
        scratch=scratch,
    )
    form = form(f, method)
    constants = f.constant(*form.constants)
    offset = ymmword[f.constant("offset", bytes([method.offset] * 32))] if method.offset else None
    padding = f.constant("padding", form.padding)
    next_key, next_iteration, next_hash, done = map(
        f.label, ("next_key", "next_iteration", "next_hash", "done")
    )
    key, data, start, sums = (r.states + state * i for i in range(4))
    t, u = POOL[:2]

    def each(*places):
        """Returns for each register of a state its memory operands at the places."""
        return ([ymmword[place + 32 * q] for place in places] for q in words)

    f.test(r.iterations, r.iterations)
    f.je(done)
    f.phase("align the frame to 32 bytes: two schedules, keys, data, what went in, sums")
    f.lea(r.schedule, r.scratch + 31)
    f.and_(r.schedule, -32)
    f.lea(r.states, r.schedule + 2 * schedule_size)
    f.lea(r.end, constants + state * ROUNDS)
    f.phase("compute the round keys of the inner and of the outer keys")
    f.mov(r.at, r.schedule)
    f.here(next_key)
    for v, (slot, place) in zip(form.load(r.keys), each(r.at, key)):
        f.vmovdqa(slot, v)
        if offset:
            f.vpxor(v, v, offset)
        f.vmovdqa(place, v)
    f.lea(r.rc, constants)
    f.add(r.at, state)
    with every_round(f, r.rc, r.end, state, "next_round_key"):
        form.step(key, r.rc, r.at, offset=method.offset)
        f.add(r.at, state)
    f.add(r.keys, BLOCK * f.kernel.lanes)
    f.cmp(r.at, r.states)
    f.jne(next_key)
    f.phase("load the digests and the sums")
    for source, to in ((r.u, data), (r.sums, sums)):
        for v, (place,) in zip(form.load(source), each(to)):
            f.vmovdqa(place, v)

    f.here(next_iteration)
    f.mov(r.at, r.schedule)
    f.here(next_hash)
    f.phase("compress the digest: the key is constant")
    for slot, place, first in each(r.at, data, start):
        f.vmovdqa(t, place)
        f.vpxor(t, t, slot)
        f.vmovdqa(place, t)
        f.vmovdqa(first, t)
    f.lea(r.rc, r.at + schedule_size)
    f.add(r.at, state)
    form.rounds(data, r.at, r.rc)
    f.phase("compress the padding: the key is the chaining value")
    for slot, place, first, pad in each(key, data, start, padding):
        f.vmovdqa(t, place)
        f.vpxor(t, t, first)
        f.vpxor(u, t, pad)
        if offset:
            f.vpxor(t, t, offset)
        f.vmovdqa(slot, t)
        f.vmovdqa(place, u)
        f.vmovdqa(first, u)
    f.lea(r.rc, constants)
    form.full_rounds(data, key, r.rc, r.end)
    for place, first in each(data, start):
        f.vmovdqa(t, place)
        f.vpxor(t, t, first)
        f.vmovdqa(place, t)
    f.cmp(r.at, r.states)
    f.jne(next_hash)
    f.phase("add the digest to the sums")
    for place, total in each(data, sums):
        f.vmovdqa(t, place)
        f.vpxor(t, t, total)
        f.vmovdqa(total, t)
    f.dec(r.iterations)
    f.jne(next_iteration)
    f.phase("store the sums and the last digests")
    for source, to in ((sums, r.sums), (data, r.u)):
        for row, at in form.rows(source):
            f.vmovdqu(xmmword[to + at], row)
    f.here(done)
    f.vzeroupper()
    f.leave()
