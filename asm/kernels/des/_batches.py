# SPDX-License-Identifier: MIT
"""ECB and CBC decryption in batches: the frame, the loop over the batches, and partial batches.

A subclass has the areas of its frame, the expansion of the keys, and three parts of the loop: it brings a
batch of blocks into its own form, encrypts or decrypts it, and stores blocks again. A partial batch is
copied to the frame and filled up with zeros, and its result is copied to the output.

The frame has its areas from a multiple of LINE on. Its map is printed in each function.
"""

from asmgen.frame import IN_MEMORY, Area
from asmgen.x86.registers import *  # noqa: F403

from ._spec import BLOCK
from ._transpose import GROUP
from ._vectors import vectors

LINE = 64  # bytes
CHAIN = LINE - BLOCK  # of the block before a batch in its area: the batch follows it


class Batches:
    """Emits one function. cbc: CBC decryption, else ECB.

    roles: {role: general register}. A subclass needs the roles frame, count, batch_in, batch_out, word,
    clear_at, index and iv_at.
    """

    roles = {}

    def __init__(self, f, passes, cbc, blocks):
        self.f, self.passes, self.cbc, self.blocks = f, passes, cbc, blocks
        self.v = vectors(f)
        self.batch = BLOCK * blocks  # bytes
        self.offset, self.total = {}, 0
        for area in self.areas():
            self.offset[area.name] = self.total
            self.total += area.size

    def areas(self):
        """Returns the areas of the frame. A partial batch is in "stage", for CBC decryption in "blocks"."""
        raise NotImplementedError

    def expand_keys(self):
        """Emits what all batches share: the round keys."""
        raise NotImplementedError

    def load(self):
        """Emits the conversion of the batch at batch_in."""
        raise NotImplementedError

    def rounds(self):
        """Emits one pass of 16 rounds, or three."""
        raise NotImplementedError

    def store(self):
        """Emits the conversion back to blocks, at batch_out. CBC decryption adds the blocks before."""
        raise NotImplementedError

    def cbc_areas(self):
        if not self.cbc:
            return []
        return [
            Area("chain", LINE, BLOCK, "the block before the batch, in the last 8 bytes"),
            Area("blocks", self.batch, self.v.size, "the batch as it was read"),
        ]

    def at(self, name, offset=0):
        """Returns the address of an area plus an offset in bytes."""
        return self.r.frame + (self.offset[name] + offset)

    def enter(self, arguments, **roles):
        """Emits the prologue and aligns the frame. roles: instead of those of the class."""
        f, v = self.f, self.v
        registers = {**self.roles, **roles, **{str(register): register for register in v.registers}}
        self.r = r = f.frame(arguments, registers, scratch=self.total + LINE, secret=0)
        f.frame_map(r.frame, self.areas())
        f.lea(r.frame, r.scratch + (LINE - 1))
        f.and_(r.frame, -LINE)

    def build(self):
        f = self.f
        last = "iv" if self.cbc else "encrypt"
        self.enter({"out": rdi, "in": rsi, "nblocks": rdx, "ks": rcx, last: IN_MEMORY})
        r = self.r
        self.source = getattr(r, "in")
        next_batch, done = f.label("next_batch"), f.label("done")
        self.expand_keys()
        if self.cbc:
            f.phase("the chaining block is the block before the first batch")
            f.mov(r.word, r.iv)
            f.mov(r.word, qword[r.word])
            f.mov(qword[self.at("chain", CHAIN)], r.word)
        f.test(r.nblocks, r.nblocks)
        f.je(done)
        f.here(next_batch)
        self.read()
        self.load()
        self.rounds()
        self.store()
        self.next(next_batch)
        f.here(done)
        if self.cbc:
            f.mov(r.word, qword[self.at("chain", CHAIN)])
            f.mov(r.iv_at, r.iv)
            f.mov(qword[r.iv_at], r.word)
        self.leave()

    def leave(self):
        self.wipe()
        self.v.finish()
        self.f.leave()

    def loop(self, label, count, body):
        f, r = self.f, self.r
        again = f.label(label)
        f.mov(r.count, count)
        f.here(again)
        body()
        f.dec(r.count)
        f.jne(again)

    # -- partial batches ---------------------------------------------------------------------------
    def read(self):
        """Sets batch_in and batch_out. Copies a partial batch and fills it up with zeros."""
        f, r, v = self.f, self.r, self.v
        full = f.label("full")
        f.mov(r.batch_in, self.source)
        f.mov(r.batch_out, r.out)
        f.cmp(r.nblocks, self.blocks)
        f.jae(full)
        f.phase("a partial batch: copy it and fill it up with zeros")
        f.lea(r.batch_in, self.at("blocks" if self.cbc else "stage"))
        f.lea(r.batch_out, self.at("stage"))
        f.mov(r.clear_at, r.batch_in)
        v.zero(v.registers[0])
        self.clear("clear", self.batch // (GROUP * v.size))
        self.copy("copy_in", r.batch_in, self.source)
        f.here(full)

    def clear(self, label, groups):
        """Stores register 0 to groups of vectors from r.clear_at on."""
        f, r, v = self.f, self.r, self.v

        def body():
            for i in range(GROUP):
                v.move(v.at[r.clear_at + v.size * i], v.registers[0])
            f.add(r.clear_at, GROUP * v.size)

        self.loop(label, groups, body)

    def copy(self, label, to, source):
        """Copies nblocks blocks, the last one first."""
        f, r = self.f, self.r
        again = f.label(label)
        f.mov(r.index, r.nblocks)
        f.here(again)
        f.mov(r.word, qword[source + r.index * BLOCK - BLOCK])
        f.mov(qword[to + r.index * BLOCK - BLOCK], r.word)
        f.dec(r.index)
        f.jne(again)

    def next(self, next_batch):
        """Goes on to the next batch after a full one. Copies a partial batch to the output."""
        f, r = self.f, self.r
        rest, leave = f.label("rest"), f.label("leave_loop")
        if self.cbc:
            f.phase("the last block of the batch is the block before the next one")
            f.mov(r.count, self.blocks)
            f.cmp(r.count.view(64), r.nblocks)
            f.cmova(r.count.view(64), r.nblocks)
            f.mov(r.word, qword[self.at("chain", CHAIN) + r.count.view(64) * BLOCK])
            f.mov(qword[self.at("chain", CHAIN)], r.word)
        f.phase("the next batch")
        f.cmp(r.nblocks, self.blocks)
        f.jb(rest)
        f.add(self.source, self.batch)
        f.add(r.out, self.batch)
        f.sub(r.nblocks, self.blocks)
        f.jne(next_batch)
        f.jmp(leave)
        f.here(rest)
        f.phase("a partial batch: copy it to the output")
        self.copy("copy_out", r.out, r.batch_out)
        f.here(leave)

    def secret_bytes(self):
        """Returns how many bytes of the frame, from its beginning, are wiped."""
        return self.total

    def wipe(self):
        f, r, v = self.f, self.r, self.v
        secret = self.secret_bytes()
        groups = secret // (GROUP * v.size)
        f.phase("wipe the frame")
        v.zero(v.registers[0])
        f.mov(r.clear_at, r.frame)
        self.clear("wipe_all", groups)
        for at in range(0, secret - groups * GROUP * v.size, v.size):
            v.move(v.at[r.clear_at + at], v.registers[0])
