# SPDX-License-Identifier: MIT
"""The ten operations of a table kernel, from its way to do a round.

Every function is IP, one or three passes of sixteen rounds, FP. A pass is a loop over the round
keys, up the schedule to encrypt and down to decrypt. Between the passes of Triple DES FP and IP
cancel; so they do from block to block of CBC encryption, where IP of the plaintext and FP of the
ciphertext stay outside of the chain: IP(C ^ P) = IP(C) ^ IP(P).

Registers  u t    the words that the boxes' fields are taken from; x y: to work in
           L R    the half blocks: data[1] and data[0] on entry, exchanged by every pass
           tab    the tables
           key    the round key, and end: where the pass is over; in 32-bit code on the stack
"""

from dataclasses import dataclass

from asmgen.frame import IN_MEMORY
from asmgen.registers import *  # noqa: F403

from .._tables import SP
from . import _permute
from ._rounds import KEY, ROUNDS

SCHEDULE = ROUNDS * KEY
AT_ONCE = 2  # rounds written out in the loop; more gained nothing
UP, DOWN = 1, -1  # a pass that encrypts, one that decrypts


@dataclass(frozen=True)
class Pass:
    """Sixteen rounds with the schedule at an argument plus an offset in bytes."""

    argument: str
    offset: int
    way: int

    @property
    def start(self):
        return self.offset + (0 if self.way == UP else SCHEDULE - KEY)

    @property
    def end(self):
        return self.start + self.way * SCHEDULE


def _ede(schedules, way):
    """The three passes of Triple DES, of [(argument, offset)] in the order of encryption."""
    if way == DOWN:
        schedules = schedules[::-1]
    return [Pass(*schedule, w) for schedule, w in zip(schedules, (way, -way, way))]


ONE = {way: [Pass("ks", 0, way)] for way in (UP, DOWN)}
IN_ROW = {way: _ede([("ks", i * SCHEDULE) for i in range(3)], way) for way in (UP, DOWN)}
BY_NAME_OF_KEY = {way: _ede([(name, 0) for name in ("k1", "k2", "k3")], way) for way in (UP, DOWN)}
WORDS32 = {"u": eax, "t": edx, "x": ebx, "y": ecx, "L": esi, "R": edi}


def define(kernel, form):
    """Give a kernel all ten functions, with the rounds of a form (see _rounds.py)."""

    def add(op, build, *arguments):
        name = op.removeprefix("des.").replace(".", "_")

        @kernel.function(op, name)
        def builder(f):
            build(_Body(f, form), *arguments)

    add("des.encrypt1", _block, ONE, True)
    add("des.encrypt2", _block, ONE, False)
    add("des.encrypt3", _block3, BY_NAME_OF_KEY[UP])
    add("des.decrypt3", _block3, BY_NAME_OF_KEY[DOWN])
    for prefix, passes in (("des", ONE), ("des3", IN_ROW)):
        add(prefix + ".ecb", _ecb, passes)
        add(prefix + ".cbc_enc", _cbc_enc, passes[UP])
        add(prefix + ".cbc_dec", _cbc_dec, passes[DOWN])


class _Body:
    """One function: its registers, and the steps that all of them are made of."""

    def __init__(self, f, form):
        self.f, self.form = f, form
        self.loops = 0

    def enter(self, *slots):
        """slots: names of words of data to keep on the stack."""
        f, secret = self.f, 4 * len(slots)
        names = [a.name for a in f.op.arguments]
        if f.bits == 32:
            # what the keys' loop needs is on the stack as well
            slots += ("key", "end")
            places, more = {name: IN_MEMORY for name in names}, {"tab": ebp}
        else:
            places = dict(zip(names, (r10, r11, r12, r13, r14)))
            if names[-1] == "encrypt":
                places["encrypt"] = places["encrypt"].view(32)
            more = {"tab": rbp, "key": r8, "end": r9}
        self.r = f.frame(places, {**WORDS32, **more}, scratch=4 * len(slots), secret=secret)
        for i, name in enumerate(slots):
            setattr(self.r, name, dword[self.r.scratch + 4 * i])
        f.table(self.r.tab, "sp", SP, note="S and P together: 8 tables of 64 words")
        if "y" in self.form.clear:  # it stays so: nothing but the rounds uses it
            f.xor(self.r.y, self.r.y)
        return self.r

    def pointer(self, name, register):
        """An argument that is a pointer, in a register: in its own, or brought into this one."""
        place = getattr(self.r, name)
        if isinstance(place, Reg):
            return place
        self.f.mov(register, place)
        return register

    def load(self, name, words, register):
        """Two words from where an argument points."""
        at = self.pointer(name, register)
        self.f.mov(words[0], dword[at])
        self.f.mov(words[1], dword[at + 4])

    def store(self, name, words, register):
        at = self.pointer(name, register)
        self.f.mov(dword[at], words[0])
        self.f.mov(dword[at + 4], words[1])

    def passes(self, passes, right, left):
        """Sixteen rounds, or three times sixteen. Returns the registers of data[0] and data[1]."""
        for each in passes:
            self.one_pass(each, right, left)
            right, left = left, right
        return right, left

    def one_pass(self, each, right, left):
        f, r = self.f, self.r
        self.loops += 1
        again = f.label(f"rounds_{self.loops}")
        f.phase(
            f"sixteen rounds {'up' if each.way == UP else 'down'} the schedule "
            f"{each.argument}{f' + {each.offset}' if each.offset else ''}"
        )
        step = each.way * KEY
        if isinstance(r.key, Reg):
            schedule = getattr(r, each.argument)
            f.lea(r.key, schedule + each.start)
            f.lea(r.end, schedule + each.end)
        else:
            f.mov(r.u, getattr(r, each.argument))
            f.lea(r.x, r.u + each.end)
            if each.start:
                f.add(r.u, each.start)
            f.mov(r.end, r.x)
            f.mov(r.key, r.u)
        if "x" in self.form.clear:
            f.xor(r.x, r.x)
        f.here(again)
        keys = [lambda i=i: self.round_key(i, i * step) for i in range(AT_ONCE)]
        self.form.loop(f, r, (right, left), keys, lambda: self.next_keys(AT_ONCE * step))
        f.jne(again)
        if self.form.pending:
            f.xor(right, getattr(r, self.form.pending))

    def round_key(self, number, offset):
        f, r = self.f, self.r
        if isinstance(r.key, Reg):
            return r.key + offset
        if number:  # the first one's is there from the comparison
            f.mov(r.u, r.key)
        return r.u + offset

    def next_keys(self, step):
        """Moves on; the flags say whether the pass is over."""
        f, r = self.f, self.r
        if isinstance(r.key, Reg):
            f.add(r.key, step)
            f.cmp(r.key, r.end)
            return
        f.mov(r.u, r.key)
        f.add(r.u, step)
        f.mov(r.key, r.u)
        f.cmp(r.u, r.end)

    def either(self, build):
        """build(UP) where the argument encrypt is not 0, else build(DOWN)."""
        f = self.f
        down, done = f.label("down"), f.label("done")
        f.cmp(self.r.encrypt, 0)
        f.je(down)
        up_result = build(UP)
        f.jmp(done)
        f.here(down)
        down_result = build(DOWN)
        assert up_result == down_result
        f.here(done)
        return up_result

    def blocks(self, step):
        """step() for each of nblocks blocks, and then the pointers move on."""
        f, r = self.f, self.r
        next_block, leave = f.label("next_block"), f.label("leave")
        f.cmp(r.nblocks, 0)
        f.je(leave)
        step.before()
        f.here(next_block)
        step.block()
        f.add(getattr(r, "in"), 8)
        f.add(r.out, 8)
        f.dec(r.nblocks)
        f.jne(next_block)
        step.after()
        f.here(leave)
        f.leave()


# -- one block in place ----------------------------------------------------------------------------
def _block(b, passes, permuted):
    r = b.enter()
    f, words = b.f, (r.R, r.L)
    b.load("data", words, r.u)
    if permuted:
        f.phase("IP")
        _permute.ip(f, words, r.u)
    else:
        _permute.rotate(f, words, _permute.ROTATED)
    words = b.either(lambda way: b.passes(passes[way], *words))
    if permuted:
        f.phase("FP")
        _permute.fp(f, words, r.u)
    else:
        _permute.rotate(f, words, -_permute.ROTATED)
    b.store("data", words, r.u)
    f.leave()


def _block3(b, passes):
    r = b.enter()
    f, words = b.f, (r.R, r.L)
    b.load("data", words, r.u)
    f.phase("IP")
    _permute.ip(f, words, r.u)
    words = b.passes(passes, *words)
    f.phase("FP")
    _permute.fp(f, words, r.u)
    b.store("data", words, r.u)
    f.leave()


# -- many blocks -----------------------------------------------------------------------------------
class _Step:
    def before(self):
        pass

    def after(self):
        pass


def _ecb(b, passes):
    r = b.enter()
    f = b.f

    class Step(_Step):
        def block(self):
            words = r.R, r.L
            b.load("in", words, r.u)
            f.phase("IP")
            _permute.ip(f, words, r.u)
            words = b.either(lambda way: b.passes(passes[way], *words))
            f.phase("FP")
            _permute.fp(f, words, r.u)
            b.store("out", words, r.u)

    b.blocks(Step())


def _cbc_enc(b, passes):
    """The chain goes from block to block in L and R as the last round leaves it."""
    r = b.enter()
    f = b.f
    fresh = (r.u, r.t)

    class Step(_Step):
        def before(self):
            f.phase("IP of the chaining block")
            b.load("iv", (r.L, r.R), r.u)
            _permute.ip(f, (r.L, r.R), r.u)

        def block(self):
            b.load("in", fresh, r.x)
            f.phase("IP of the plaintext")
            _permute.ip(f, fresh, r.x)
            f.xor(r.u, r.L)
            f.xor(r.t, r.R)
            f.mov(r.R, r.u)
            f.mov(r.L, r.t)
            left = b.passes(passes, r.R, r.L)
            assert left == (r.L, r.R)
            f.mov(r.u, r.L)
            f.mov(r.t, r.R)
            f.phase("FP of the ciphertext")
            _permute.fp(f, fresh, r.x)
            b.store("out", fresh, r.x)

        def after(self):
            b.store("iv", fresh, r.x)

    b.blocks(Step())


def _cbc_dec(b, passes):
    """A ciphertext block is read again before it may be overwritten: it is the next one's chain."""
    chains = ("chain0", "chain1")
    r = b.enter(*chains)
    f = b.f
    chain = [getattr(r, name) for name in chains]
    fresh = (r.u, r.t)

    class Step(_Step):
        def before(self):
            b.load("iv", fresh, r.x)
            self.keep()

        def keep(self):
            for place, word in zip(chain, fresh):
                f.mov(place, word)

        def block(self):
            words = r.R, r.L
            b.load("in", words, r.u)
            f.phase("IP")
            _permute.ip(f, words, r.u)
            words = b.passes(passes, *words)
            f.phase("FP")
            _permute.fp(f, words, r.u)
            for place, word in zip(chain, words):
                f.xor(word, place)
            b.load("in", fresh, r.x)
            self.keep()
            b.store("out", words, r.x)

        def after(self):
            b.store("iv", fresh, r.x)

    b.blocks(Step())
