# SPDX-License-Identifier: MIT
"""SHA-1 with the SHA extensions on several messages at once: what sha1_x64_shani_x2 and _x4 share.

One message is a chain of 20 groups of four rounds in which sha1rnds4 waits for sha1rnds4; the unit
that executes it is free most of the time. Messages woven into each other instruction by
instruction fill it.

Four registers carry a message. `state` holds a b c d, a in the top lane. The other three rotate
through the roles `old` (the state before the last group, from which sha1nexte takes e), `word` (the
newest four schedule words) and `dead`, which becomes the copy of the state; the register that was
e, dead after sha1rnds4, receives the next words. Older words wait in a ring of four slots.
"""

from asmgen.registers import dword, qword, rax, rcx, rsp, xmmword

from ._spec import BLOCK, ROUNDS

GROUPS = ROUNDS // 4
RING = 4                # groups of words that the schedule looks back at
SLOT = 16               # bytes of a register
REVERSE = 0x1B          # pshufd: the four lanes in reverse order
LANE0_TO_TOP = 0x15     # pshufd: lane 0 to lane 3, the others from lane 1, which is zero
TOP_TO_LANE0 = 0x03
FLIP = (0x08090A0B0C0D0E0F, 0x0001020304050607)     # pshufb: the bytes of 16 in reverse order


def scratch_size(lanes):
    """The ring, the chaining values, the shuffle mask."""
    return SLOT * ((RING + 2) * lanes + 1)


class Lane:
    """One message: its registers and its places in memory."""

    def __init__(self, f, number, lanes, vectors, pointer, cv):
        self.f, self.pointer = f, pointer
        self.state, *self.roles = vectors
        self.cv = cv + 20 * number
        # one base for everything that is touched in the rounds, so that displacements fit a byte
        self.ring = [xmmword[rcx + (SLOT * (RING * number + i) - 128)] for i in range(RING)]
        save = SLOT * (RING * lanes + 2 * number)
        self.save_state, self.save_e = xmmword[rsp + save], xmmword[rsp + (save + SLOT)]

    def load(self):
        """The chaining value: a in the top lane, e in the top lane of a register of zeros."""
        f, (e, _, _) = self.f, self.roles
        f.movups(self.state, xmmword[self.cv])
        yield
        f.movd(e, dword[self.cv + 16])
        yield
        f.pshufd(self.state, self.state, REVERSE)
        yield
        f.pshufd(e, e, LANE0_TO_TOP)
        yield

    def store(self):
        f, (e, _, _) = self.f, self.roles
        f.pshufd(self.state, self.state, REVERSE)
        yield
        f.pshufd(e, e, TOP_TO_LANE0)
        yield
        f.movups(xmmword[self.cv], self.state)
        yield
        f.movd(dword[self.cv + 16], e)
        yield

    def begin(self, mask):
        """Keep the chaining value; the first words of the block."""
        f, (e, word, _) = self.f, self.roles
        f.movups(word, xmmword[self.pointer])
        yield
        f.movaps(self.save_state, self.state)
        yield
        f.movaps(self.save_e, e)
        yield
        f.pshufb(word, mask)
        yield

    def group(self, g, mask):
        """Rounds 4g to 4g + 3, and the words of the next group."""
        f, (old, word, dead) = self.f, self.roles
        if g + 2 < GROUPS:      # the last words are never looked back at
            f.movaps(self.ring[g % RING], word)
            yield
        if g == 0:
            f.paddd(old, word, note="e + W(0)")
        else:
            f.sha1nexte(old, word)
        yield
        f.movaps(dead, self.state)
        yield
        f.sha1rnds4(self.state, old, g // 5)
        yield
        # 20 groups are not a multiple of three roles: one exchange brings e back to its register
        next_word, free = (word, old) if g == 0 else (old, word)
        self.roles = dead, next_word, free
        if g + 1 < RING:
            f.movups(next_word, xmmword[self.pointer + SLOT * (g + 1)])
            yield
            f.pshufb(next_word, mask)
            yield
        elif g + 1 < GROUPS:
            f.movaps(old, self.ring[(g - 3) % RING])
            yield
            f.sha1msg1(old, self.ring[(g - 2) % RING])
            yield
            f.pxor(old, self.ring[(g - 1) % RING])
            yield
            f.sha1msg2(old, word)
            yield

    def end(self):
        """Add the chaining value."""
        f, (old, _, _) = self.f, self.roles
        f.sha1nexte(old, self.save_e)
        yield
        f.paddd(self.state, self.save_state)
        yield
        f.add(self.pointer, BLOCK)
        yield


def weave(streams):
    """One instruction of each stream in turn."""
    streams = list(streams)
    while streams:
        streams = [s for s in streams if next(s, s) is not s]


def body(f, r, pointers, vectors):
    """Everything after the frame. pointers: a register per lane; vectors: four per lane. Uses rax
    and rcx."""
    lanes = len(pointers)
    mask = SLOT * (RING + 2) * lanes
    next_block, done = f.label("next_block"), f.label("done")
    lane = [Lane(f, i, lanes, vectors[4 * i:4 * i + 4], pointers[i], r.cv) for i in range(lanes)]

    f.phase("the pointers, the shuffle mask, the chaining values")
    for i, pointer in enumerate(pointers):
        f.mov(pointer, qword[r.blocks + 8 * i])
    for i, half in enumerate(FLIP):
        f.mov(rax, half)
        f.mov(qword[rsp + (mask + 8 * i)], rax)
    f.lea(rcx, rsp + 128)
    weave(x.load() for x in lane)
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    mask = xmmword[rsp + mask]

    f.here(next_block)
    f.phase("keep the chaining values")
    weave(x.begin(mask) for x in lane)
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}")
        weave(x.group(g, mask) for x in lane)
    f.phase("add the chaining values")
    weave(x.end() for x in lane)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.here(done)
    f.phase("store the chaining values")
    weave(x.store() for x in lane)
    f.leave()
