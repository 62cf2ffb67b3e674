# SPDX-License-Identifier: MIT
"""The ten operations of a table kernel, around a form of its rounds (_rounds.py).

A function is IP, one or three passes of 16 rounds, FP. A pass is a loop over the round keys, up the
schedule to encrypt and down to decrypt. Between the passes of Triple DES FP and IP cancel. In CBC
encryption IP of the plaintext and FP of the ciphertext are not on the chain from block to block,
because IP(C ^ P) = IP(C) ^ IP(P).

Roles      odd even  R ^ key: the inputs of S1 S3 S5 S7 and of S2 S4 S6 S8; outside the rounds pointers
                     and words
           x y       work
           L R       the half blocks: data[1] and data[0] on entry, exchanged by every pass
           tab       the tables
           key end   the round key, and where the pass ends; in 32-bit code on the stack
"""

from dataclasses import dataclass

from asmgen.frame import IN_MEMORY, Area
from asmgen.x86.registers import *  # noqa: F403

from .._spec import KEY, SCHEDULE
from .._tables import SP
from . import _permute

UNROLLED_ROUNDS = 2  # in an iteration of the loop; more gained nothing
UP, DOWN = 1, -1  # the direction through the schedule: encryption, decryption


@dataclass(frozen=True)
class Pass:
    """16 rounds with the schedule at an argument plus an offset in bytes."""

    argument: str
    offset: int
    direction: int

    @property
    def start(self):
        return self.offset + (0 if self.direction == UP else SCHEDULE - KEY)

    @property
    def end(self):
        return self.start + self.direction * SCHEDULE


def _ede(schedules, direction):
    """Returns the passes of Triple DES. schedules: (argument, offset) in the order of encryption."""
    if direction == DOWN:
        schedules = schedules[::-1]
    directions = (direction, -direction, direction)
    return [Pass(*schedule, each) for schedule, each in zip(schedules, directions)]


ONE = {way: [Pass("ks", 0, way)] for way in (UP, DOWN)}
THREE_IN_KS = {way: _ede([("ks", i * SCHEDULE) for i in range(3)], way) for way in (UP, DOWN)}
THREE_ARGUMENTS = {way: _ede([(name, 0) for name in ("k1", "k2", "k3")], way) for way in (UP, DOWN)}
SLOTS = {
    "key": "address of the round key",
    "end": "address of the round key at which the pass ends",
    "chain0": "the ciphertext block before",
    "chain1": "its second word",
}
WORDS32 = {"odd": eax, "even": edx, "x": ebx, "y": ecx, "L": esi, "R": edi}


def define(kernel, form):
    """Gives a kernel all ten functions. form: of the rounds (_rounds.py)."""

    def add(op, build, *arguments):
        name = op.removeprefix("des.").replace(".", "_")

        @kernel.function(op, name)
        def builder(f):
            build(_Body(f, form), *arguments)

    add("des.encrypt1", _block, ONE, True)
    add("des.encrypt2", _block, ONE, False)
    add("des.encrypt3", _block3, THREE_ARGUMENTS[UP])
    add("des.decrypt3", _block3, THREE_ARGUMENTS[DOWN])
    for prefix, passes in (("des", ONE), ("des3", THREE_IN_KS)):
        add(prefix + ".ecb", _ecb, passes)
        add(prefix + ".cbc_enc", _cbc_enc, passes[UP])
        add(prefix + ".cbc_dec", _cbc_dec, passes[DOWN])


class _Body:
    """Emits the parts of one function."""

    def __init__(self, f, form):
        self.f, self.form = f, form
        self.loops = 0

    def enter(self, *slots):
        """Emits the prologue. slots: names of secret words to keep on the stack."""
        f, secret = self.f, 4 * len(slots)
        names = [a.name for a in f.op.arguments]
        if f.bits == 32:
            slots += ("key", "end")  # no registers are free for the loop over the keys
            places, more = {name: IN_MEMORY for name in names}, {"tab": ebp}
        else:
            places = dict(zip(names, (r10, r11, r12, r13, r14)))
            if names[-1] == "encrypt":
                places["encrypt"] = places["encrypt"].view(32)
            more = {"tab": rbp, "key": r8, "end": r9}
        self.r = f.frame(places, {**WORDS32, **more}, scratch=4 * len(slots), secret=secret)
        for i, name in enumerate(slots):
            setattr(self.r, name, dword[self.r.scratch + 4 * i])
        if slots:
            f.frame_map(self.r.scratch.base, [Area(name, 4, 4, SLOTS[name]) for name in slots])
        f.table(self.r.tab, "sp", SP, note="S and P combined: 8 tables of 64 words")
        if "y" in self.form.clear:
            f.xor(self.r.y, self.r.y, note="only the rounds use it: its upper bytes stay zero")
        return self.r

    def pointer(self, name, register):
        """Returns a register with a pointer argument: its own register, or `register` after a load."""
        place = getattr(self.r, name)
        if isinstance(place, Reg):
            return place
        self.f.mov(register, place)
        return register

    def load(self, name, words, register):
        """words := the two words that an argument points to."""
        at = self.pointer(name, register)
        self.f.mov(words[0], dword[at])
        self.f.mov(words[1], dword[at + 4])

    def store(self, name, words, register):
        at = self.pointer(name, register)
        self.f.mov(dword[at], words[0])
        self.f.mov(dword[at + 4], words[1])

    def passes(self, passes, right, left):
        """Emits 16 or 48 rounds. Returns the registers of data[0] and data[1]."""
        for each in passes:
            self.one_pass(each, right, left)
            right, left = left, right
        return right, left

    def one_pass(self, each, right, left):
        f, r = self.f, self.r
        self.loops += 1
        again = f.label(f"rounds_{self.loops}")
        f.phase(
            f"16 rounds {'up' if each.direction == UP else 'down'} the schedule "
            f"{each.argument}{f' + {each.offset}' if each.offset else ''}"
        )
        step = each.direction * KEY
        if isinstance(r.key, Reg):
            schedule = getattr(r, each.argument)
            f.lea(r.key, schedule + each.start)
            f.lea(r.end, schedule + each.end)
        else:
            f.mov(r.odd, getattr(r, each.argument))
            f.lea(r.x, r.odd + each.end)
            if each.start:
                f.add(r.odd, each.start)
            f.mov(r.end, r.x)
            f.mov(r.key, r.odd)
        if "x" in self.form.clear:
            f.xor(r.x, r.x)
        f.here(again)
        keys = [lambda i=i: self.round_key(i, i * step) for i in range(UNROLLED_ROUNDS)]
        self.form.loop(f, r, (right, left), keys, lambda: self.next_keys(UNROLLED_ROUNDS * step))
        f.jne(again)
        if self.form.pending:
            f.xor(right, getattr(r, self.form.pending), note="the sum of the last round")

    def round_key(self, number, offset):
        f, r = self.f, self.r
        if isinstance(r.key, Reg):
            return r.key + offset
        if number:  # the first round has the address from the comparison
            f.mov(r.odd, r.key)
        return r.odd + offset

    def next_keys(self, step):
        """Advances the round key. Sets the zero flag at the end of the pass."""
        f, r = self.f, self.r
        if isinstance(r.key, Reg):
            f.add(r.key, step)
            f.cmp(r.key, r.end)
            return
        f.mov(r.odd, r.key)
        f.add(r.odd, step)
        f.mov(r.key, r.odd)
        f.cmp(r.odd, r.end)

    def either(self, build):
        """Emits build(UP) for an argument encrypt that is not 0, and build(DOWN) for 0."""
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
        """Emits the loop over nblocks blocks. step: its parts."""
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
    b.load("data", words, r.odd)
    if permuted:
        f.phase("IP", round=0)
        _permute.ip(f, words, r.odd)
    else:
        _permute.rotate(f, words, _permute.ROTATED)
    words = b.either(lambda direction: b.passes(passes[direction], *words))
    if permuted:
        f.phase("FP")
        _permute.fp(f, words, r.odd)
    else:
        _permute.rotate(f, words, -_permute.ROTATED)
    b.store("data", words, r.odd)
    f.leave()


def _block3(b, passes):
    r = b.enter()
    f, words = b.f, (r.R, r.L)
    b.load("data", words, r.odd)
    f.phase("IP", round=0)
    _permute.ip(f, words, r.odd)
    words = b.passes(passes, *words)
    f.phase("FP")
    _permute.fp(f, words, r.odd)
    b.store("data", words, r.odd)
    f.leave()


# -- many blocks -----------------------------------------------------------------------------------
class _Step:
    """Parts of the loop over blocks: before it, for each block, and after it."""

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
            b.load("in", words, r.odd)
            f.phase("IP", round=0)
            _permute.ip(f, words, r.odd)
            words = b.either(lambda direction: b.passes(passes[direction], *words))
            f.phase("FP")
            _permute.fp(f, words, r.odd)
            b.store("out", words, r.odd)

    b.blocks(Step())


def _cbc_enc(b, passes):
    """The chain stays in L and R, as the last round leaves it, from block to block."""
    r = b.enter()
    f = b.f
    fresh = (r.odd, r.even)

    class Step(_Step):
        def before(self):
            f.phase("IP of the chaining block")
            b.load("iv", (r.L, r.R), r.odd)
            _permute.ip(f, (r.L, r.R), r.odd)

        def block(self):
            b.load("in", fresh, r.x)
            f.phase("IP of the plaintext")
            _permute.ip(f, fresh, r.x)
            f.xor(r.odd, r.L)
            f.xor(r.even, r.R)
            f.mov(r.R, r.odd)
            f.mov(r.L, r.even)
            left = b.passes(passes, r.R, r.L)
            assert left == (r.L, r.R)
            f.mov(r.odd, r.L)
            f.mov(r.even, r.R)
            f.phase("FP of the ciphertext")
            _permute.fp(f, fresh, r.x)
            b.store("out", fresh, r.x)

        def after(self):
            b.store("iv", fresh, r.x)

    b.blocks(Step())


def _cbc_dec(b, passes):
    """Reads each ciphertext block again for the next block's chain, before it may be overwritten."""
    chains = ("chain0", "chain1")
    r = b.enter(*chains)
    f = b.f
    chain = [getattr(r, name) for name in chains]
    fresh = (r.odd, r.even)

    class Step(_Step):
        def before(self):
            b.load("iv", fresh, r.x)
            self.keep()

        def keep(self):
            for place, word in zip(chain, fresh):
                f.mov(place, word)

        def block(self):
            words = r.R, r.L
            b.load("in", words, r.odd)
            f.phase("IP", round=0)
            _permute.ip(f, words, r.odd)
            words = b.passes(passes, *words)
            f.phase("FP")
            _permute.fp(f, words, r.odd)
            for place, word in zip(chain, words):
                f.xor(word, place)
            b.load("in", fresh, r.x)
            self.keep()
            b.store("out", words, r.x)

        def after(self):
            b.store("iv", fresh, r.x)

    b.blocks(Step())
