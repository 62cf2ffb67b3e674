# SPDX-License-Identifier: MIT
"""SHA-1 of several messages with the SHA extensions, for sha1_x64_shani_x2 and sha1_x64_shani_x4.

The sha1rnds4 instructions of one message form a dependency chain, which leaves the execution unit idle
most of the time. These kernels interleave the chains of several messages instruction by instruction.

Element 3 is the highest 32-bit element of a vector. The state vector holds a there, a group of schedule
words W[4g..4g+3] holds W[4g] there. A subclass of Lane decides where the schedule words are: all in
registers (x2), or only the newest group (x4).
"""

from asmgen.x86.registers import dword, qword, xmmword

from .._spec import BLOCK, ROUNDS, words

GROUPS = ROUNDS // 4
WORDS = 4  # groups on which the next one depends
SLOT = 16  # bytes of a vector
REVERSE = 0x1B  # pshufd: the four elements in reverse order
ELEMENT_0_TO_3 = 0x15  # pshufd: element 0 to 3, the others from element 1, which is zero
ELEMENT_3_TO_0 = 0x03


class Lane:
    """One message. Each method is a generator that yields after every instruction it emits, so that
    `interleave` can alternate between messages."""

    def __init__(self, f, state, e, pointer, cv, save):
        """state, e: vectors at the start of a block. pointer: register with the address of the block.
        cv: address of the chaining value. save: address of 32 bytes on the stack."""
        self.f, self.state, self.e, self.pointer, self.cv = f, state, e, pointer, cv
        self.saved = xmmword[save], xmmword[save + SLOT]

    def load(self):
        """Loads the chaining value, a and e to element 3; the rest of e's vector is zero."""
        f = self.f
        yield f.movups(self.state, xmmword[self.cv])
        yield f.movd(self.e, dword[self.cv + 16])
        yield f.pshufd(self.state, self.state, REVERSE, note="a to element 3")
        yield f.pshufd(self.e, self.e, ELEMENT_0_TO_3, note="e to element 3")

    def store(self):
        """Stores the chaining value."""
        f = self.f
        yield f.pshufd(self.state, self.state, REVERSE, note="a to element 0")
        yield f.pshufd(self.e, self.e, ELEMENT_3_TO_0, note="e to element 0")
        yield f.movups(xmmword[self.cv], self.state)
        yield f.movd(dword[self.cv + 16], self.e)

    def message(self, register, g, mask):
        """Loads group g < 4 of the block."""
        yield self.f.movups(register, xmmword[self.pointer + SLOT * g])
        yield self.f.pshufb(register, mask, note=words(4 * g))

    def begin(self, first, mask):
        """Loads group 0 and saves the chaining value."""
        yield from self.message(first, 0, mask)
        yield self.f.movaps(self.saved[0], self.state, note="saved a b c d")
        yield self.f.movaps(self.saved[1], self.e, note="saved e")

    def rounds(self, g, e, group, copy):
        """Emits rounds 4g to 4g + 3. Copies the state before them, from which the next group makes e."""
        f = self.f
        if g == 0:
            yield f.paddd(e, group, note=f"e + {words(0)}")
        else:
            yield f.sha1nexte(e, group, note=f"e + {words(4 * g)}")
        yield f.movaps(copy, self.state, note=f"a to d before round {4 * g}")
        yield f.sha1rnds4(self.state, e, g // 5, note=f"rounds {4 * g} to {4 * g + 3}, K{g // 5}")

    def end(self):
        """Adds the chaining value and advances to the next block."""
        f = self.f
        yield f.sha1nexte(self.e, self.saved[1])
        yield f.paddd(self.state, self.saved[0])
        yield f.add(self.pointer, BLOCK)


def interleave(streams):
    """Takes one instruction of each generator in turn until all are exhausted."""
    streams = list(streams)
    while streams:
        streams = [s for s in streams if next(s, s) is not s]


def load_pointers(f, r, registers):
    """Loads the addresses of the messages from their array."""
    for i, pointer in enumerate(registers):
        f.mov(pointer, qword[r.blocks + 8 * i], note=f"message {i}")


def reverse_mask(f):
    """Returns the memory operand of the pshufb mask that reverses 16 bytes."""
    return xmmword[f.constant("flip", bytes(range(15, -1, -1)))]


def body(f, r, lanes, mask):
    """Emits the loop over blocks, from the load of the chaining values to the return.

    mask: the pshufb mask, a register or a memory operand.
    """
    next_block, done = f.label("next_block"), f.label("done")
    f.phase("load the chaining values")
    interleave(lane.load() for lane in lanes)
    f.test(r.nblocks, r.nblocks)
    f.je(done)

    f.here(next_block)
    f.phase("load the first words, save the chaining values")
    interleave(lane.begin(lane.first, mask) for lane in lanes)
    for g in range(GROUPS):
        f.phase(f"rounds {4 * g} to {4 * g + 3} of each message in turn", round=4 * g, rounds=4)
        interleave(lane.group(g, mask) for lane in lanes)
    f.phase("add the chaining values")
    interleave(lane.end() for lane in lanes)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    f.here(done)
    f.phase("store the chaining values")
    interleave(lane.store() for lane in lanes)
    f.leave()
