# SPDX-License-Identifier: MIT
"""SHA-1 with the SHA extensions on several messages at once: what sha1_x64_shani_x2 and _x4 share.

One message is a chain of 20 groups of four rounds in which sha1rnds4 waits for sha1rnds4; the unit
that executes it is free most of the time. Messages woven into each other instruction by
instruction fill it.

In a register of state words a, of one of schedule words the oldest, lies in the top lane. A lane's
class says how it keeps its schedule words: all in registers (x2), or in memory but for the newest
(x4).
"""

from asmgen.registers import dword, qword, xmmword

from .._spec import BLOCK, ROUNDS

GROUPS = ROUNDS // 4
WORDS = 4  # registers of schedule words that the next one is made from
SLOT = 16  # bytes of a register
REVERSE = 0x1B  # pshufd: the four lanes in reverse order
LANE0_TO_TOP = 0x15  # pshufd: lane 0 to lane 3, the others from lane 1, which is zero
TOP_TO_LANE0 = 0x03


class Lane:
    """One message. Its methods append an instruction and yield, so that they can be woven."""

    def __init__(self, f, state, e, pointer, cv, save):
        """state, e: registers at the start of a block; cv: the address of its chaining value;
        save: the address of 32 bytes on the stack."""
        self.f, self.state, self.e, self.pointer, self.cv = f, state, e, pointer, cv
        self.saved = xmmword[save], xmmword[save + SLOT]

    def load(self):
        """The chaining value: a in the top lane, e in the top lane of a register of zeros."""
        f = self.f
        yield f.movups(self.state, xmmword[self.cv])
        yield f.movd(self.e, dword[self.cv + 16])
        yield f.pshufd(self.state, self.state, REVERSE)
        yield f.pshufd(self.e, self.e, LANE0_TO_TOP)

    def store(self):
        f = self.f
        yield f.pshufd(self.state, self.state, REVERSE)
        yield f.pshufd(self.e, self.e, TOP_TO_LANE0)
        yield f.movups(xmmword[self.cv], self.state)
        yield f.movd(dword[self.cv + 16], self.e)

    def message(self, register, i, mask):
        """Words 4i to 4i + 3 of the block."""
        yield self.f.movups(register, xmmword[self.pointer + SLOT * i])
        yield self.f.pshufb(register, mask)

    def begin(self, first, mask):
        """Keep the chaining value; the first words of the block."""
        yield from self.message(first, 0, mask)
        yield self.f.movaps(self.saved[0], self.state)
        yield self.f.movaps(self.saved[1], self.e)

    def rounds(self, g, e, words, copy):
        """Rounds 4g to 4g + 3; the state before them into copy, for the next group's e."""
        f = self.f
        if g == 0:
            yield f.paddd(e, words, note="e + W(0)")
        else:
            yield f.sha1nexte(e, words, note="e from the state before")
        yield f.movaps(copy, self.state)
        yield f.sha1rnds4(self.state, e, g // 5)

    def end(self):
        """Add the chaining value."""
        f = self.f
        yield f.sha1nexte(self.e, self.saved[1])
        yield f.paddd(self.state, self.saved[0])
        yield f.add(self.pointer, BLOCK)


def weave(streams):
    """One instruction of each stream in turn."""
    streams = list(streams)
    while streams:
        streams = [s for s in streams if next(s, s) is not s]


def pointers(f, r, registers):
    """The lanes' message pointers from their array."""
    for i, pointer in enumerate(registers):
        f.mov(pointer, qword[r.blocks + 8 * i])


def flip(f):
    """pshufb: the bytes of 16 in reverse order."""
    return xmmword[f.constant("flip", bytes(range(15, -1, -1)))]


def body(f, r, lanes, mask):
    """The blocks, from chaining values to chaining values, and the return."""
    next_block, done = f.label("next_block"), f.label("done")
    f.phase("load the chaining values")
    weave(lane.load() for lane in lanes)
    f.test(r.nblocks, r.nblocks)
    f.je(done)

    f.here(next_block)
    f.phase("keep the chaining values")
    weave(lane.begin(lane.first, mask) for lane in lanes)
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3}")
        weave(lane.group(g, mask) for lane in lanes)
    f.phase("add the chaining values")
    weave(lane.end() for lane in lanes)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.here(done)
    f.phase("store the chaining values")
    weave(lane.store() for lane in lanes)
    f.leave()
