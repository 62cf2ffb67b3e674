# SPDX-License-Identifier: MIT
"""ECB and CBC decryption of bit-sliced DES: as many blocks at a time as a vector has bits.

A batch: blocks to slices (_transpose.py), one or three passes of sixteen rounds, and back.
Memory, from a multiple of 64 on:

    state    64 vectors: slices of the left half block, then of the right one
    stage    64 vectors: halfway between blocks and slices; also a batch that is not full
    spill    what does not fit the registers in a round
    keys     a dword for each bit of the round keys (_round_keys.py)
    data     in CBC decryption: the block before the batch, and the batch
"""

from asmgen.frame import IN_MEMORY
from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS, SCHEDULE
from . import _round_keys
from ._sboxes_2in import ROUND_KEY, round_
from ._transpose import GROUP, bytes_apart, bytes_together, masks, slot, swap_bits
from ._vectors import vectors

LINE = 64  # bytes
SLICES = 64  # bits of a block
SPILLED = 16  # slots


def define(kernel, bulk=None):
    """Give a kernel its four functions. bulk: instead of Bulk."""

    def more_than_a_batch(chance):
        """For mutants: the way of full batches."""
        blocks = kernel.at_once + 3
        yield (
            {"nblocks": blocks, "encrypt": 1},
            {
                "out": bytes(BLOCK * blocks),
                "in": chance.randbytes(BLOCK * blocks),
                "ks": chance.randbytes(3 * SCHEDULE),
                "iv": chance.randbytes(BLOCK),
            },
        )

    kernel.inputs = more_than_a_batch
    for prefix, passes in (("", 1), ("des3_", 3)):
        for operation in ("ecb", "cbc_dec"):
            op = ("des3." if passes == 3 else "des.") + operation

            @kernel.function(op, prefix + operation)
            def builder(f, passes=passes, chained=operation == "cbc_dec"):
                (bulk or Bulk)(f, passes, chained).build()


class Bulk:
    def __init__(self, f, passes, chained):
        self.f, self.passes, self.chained = f, passes, chained
        self.v = v = vectors(f)
        self.blocks = 8 * v.size  # of a batch
        self.batch = BLOCK * self.blocks  # bytes
        self.offset, total = {}, 0
        for name, size in self._areas().items():
            self.offset[name] = total
            total += size
        self.total = total

    def _areas(self):
        """What lies in memory: bytes by name."""
        return {
            "state": self.batch,
            "stage": self.batch,
            "spill": SPILLED * self.v.size,
            "keys": self.passes * _round_keys.SIZE,
            "data": self.chained * (LINE + self.batch),
        }

    def at(self, name, offset=0):
        return self.r.mem + (self.offset[name] + offset)

    def build(self):
        f, v = self.f, self.v
        last = "iv" if self.chained else "encrypt"
        self.r = r = f.frame(
            arguments={"out": rdi, "in": rsi, "nblocks": rdx, "ks": rcx, last: IN_MEMORY},
            registers={
                "mem": rbp,
                "left": r8,
                "right": r9,
                "count": eax,
                "tmp": rbx,
                "p": r10,
                "q": r11,
                "s": r12,
                "source": r13,
                "target": r14,
                **{str(register): register for register in v.registers},
            },
            scratch=self.total + LINE,
            secret=0,
        )
        self.source = getattr(r, "in")
        f.lea(r.mem, r.scratch + (LINE - 1))
        f.and_(r.mem, -LINE)
        next_batch, done = f.label("next_batch"), f.label("done")
        self._keys()
        if self.chained:
            f.mov(r.tmp, r.iv)
            f.mov(r.tmp, qword[r.tmp])
            f.mov(qword[self.at("data", LINE - BLOCK)], r.tmp)
        f.test(r.nblocks, r.nblocks)
        f.je(done)
        f.here(next_batch)
        self._read()
        self._blocks_to_slices()
        self._rounds()
        self._slices_to_blocks()
        self._next(next_batch)
        f.here(done)
        if self.chained:
            f.mov(r.tmp, qword[self.at("data", LINE - BLOCK)])
            f.mov(r.p, r.iv)
            f.mov(qword[r.p], r.tmp)
        self._wipe()
        v.done()
        f.leave()

    def _keys(self):
        """The round keys of all batches."""
        r = self.r
        encrypt = None if self.chained else dword[r.encrypt.address]
        self.f.lea(r.p, self.at("keys"))
        _round_keys.expand(self.v.narrow, self.passes, encrypt, r.ks, r.tmp, r.p, r.count)

    # -- where a batch comes from and goes ---------------------------------------------------------
    def _buffer(self):
        """Where a batch lies that is not full."""
        return self.at("data", LINE) if self.chained else self.at("stage")

    def loop(self, name, count, body):
        f = self.f
        again = f.label(name)
        f.mov(self.r.count, count)
        f.here(again)
        body()
        f.dec(self.r.count)
        f.jne(again)

    def _copy(self, name, to, source):
        """nblocks blocks, the last one first."""
        f, r = self.f, self.r
        again = f.label(name)
        f.mov(r.s, r.nblocks)
        f.here(again)
        f.mov(r.tmp, qword[source + r.s * BLOCK - BLOCK])
        f.mov(qword[to + r.s * BLOCK - BLOCK], r.tmp)
        f.dec(r.s)
        f.jne(again)

    def _read(self):
        """source, target: where the batch is to be read and to be written."""
        f, r, v = self.f, self.r, self.v
        full = f.label("full")
        f.mov(r.source, self.source)
        f.mov(r.target, r.out)
        f.cmp(r.nblocks, self.blocks)
        f.jae(full)
        f.phase("a batch that is not full: zeros behind it")
        f.lea(r.source, self._buffer())
        f.lea(r.target, self.at("stage"))
        f.mov(r.p, r.source)
        v.zero(v.registers[0])

        def clear():
            for i in range(GROUP):
                v.move(v.at[r.p + v.size * i], v.registers[0])
            f.add(r.p, GROUP * v.size)

        self.loop("clear", SLICES // GROUP, clear)
        self._copy("copy_in", r.source, self.source)
        f.here(full)

    def _next(self, next_batch):
        """On to the batch behind a full one; blocks that were not one are put where they belong."""
        f, r = self.f, self.r
        rest, leave = f.label("rest"), f.label("leave_loop")
        if self.chained:
            f.phase("the last block of the batch is the next one's chain")
            f.mov(r.count, self.blocks)
            f.cmp(r.count.view(64), r.nblocks)
            f.cmova(r.count.view(64), r.nblocks)
            f.mov(r.tmp, qword[self.at("data", LINE - BLOCK) + r.count.view(64) * BLOCK])
            f.mov(qword[self.at("data", LINE - BLOCK)], r.tmp)
        f.cmp(r.nblocks, self.blocks)
        f.jb(rest)
        f.add(self.source, self.batch)
        f.add(r.out, self.batch)
        f.sub(r.nblocks, self.blocks)
        f.jne(next_batch)
        f.jmp(leave)
        f.here(rest)
        self._copy("copy_out", r.out, r.target)
        f.here(leave)

    def _wipe(self):
        f, r, v = self.f, self.r, self.v
        size = GROUP * v.size
        whole = self.total // size
        f.phase("wipe")
        v.zero(v.registers[0])
        f.mov(r.p, r.mem)

        def clear():
            for i in range(GROUP):
                v.move(v.at[r.p + v.size * i], v.registers[0])
            f.add(r.p, size)

        self.loop("wipe_all", whole, clear)
        for at in range(0, self.total - whole * size, v.size):
            v.move(v.at[r.p + at], v.registers[0])

    # -- blocks and slices -------------------------------------------------------------------------
    def _bytes_apart(self, name="apart"):
        """From source, which moves on, to the stage."""
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        f.phase("bytes apart")
        f.lea(r.p, self.at("stage"))
        if self.chained:
            f.lea(r.q, self.at("data", LINE))

        def apart():
            for i, register in enumerate(regs):
                v.move_any(register, v.at[r.source + v.size * i])
            self._arrived(regs)
            for i, register in enumerate(bytes_apart(v, regs, spare)):
                v.move(v.at[r.p + v.size * i], register)
            f.add(r.source, GROUP * v.size)
            f.add(r.p, GROUP * v.size)

        self.loop(name, GROUP, apart)

    def _arrived(self, regs):
        """Blocks in registers, on their way into slices."""
        f, r, v = self.f, self.r, self.v
        if self.chained:
            for i, register in enumerate(regs):
                v.move(v.at[r.q + v.size * i], register)
            f.add(r.q, GROUP * v.size)

    def _blocks_to_slices(self):
        f, r, v = self.f, self.r, self.v
        self._bytes_apart()
        f.phase("bits apart, and IP: a step of bytes is a place of the half block")
        f.lea(r.left, self.at("state"))
        f.lea(r.right, self._right_half())
        f.lea(r.s, self.at("stage"))
        self._bits("to_slices", lambda k: r.s + GROUP * v.size * k, self._slice)

    def _right_half(self):
        return self.at("state", self.batch // 2)

    def _slice(self, bit):
        """Of the byte that p and q stand for."""
        place = slot(bit) + 7
        base = self.r.p if slot(bit) < SLICES // 2 else self.r.q
        return base + self.v.size * (place % (SLICES // 2))

    def _halves(self):
        """Registers that go through the slices, and where they begin."""
        return [(self.r.p, self.r.left), (self.r.q, self.r.right)]

    def _slice_after(self, bit):
        """The same when the rounds are done."""
        return self._slice(bit)

    def _bits(self, name, source, target):
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        kept = v.registers[GROUP + 1 : GROUP + 4]
        at = masks(v)
        for i, register in enumerate(kept):
            v.move_any(register, v.at[at + v.size * i])
        for pointer, half in self._halves():
            f.mov(pointer, half)

        def bits():
            for k, register in enumerate(regs):
                v.move(register, v.at[source(k)])
            swap_bits(v, regs, spare, kept)
            for k, register in enumerate(regs):
                v.move(v.at[target(k)], register)
            for pointer, _ in self._halves():
                f.sub(pointer, v.size)
            f.add(r.s, v.size)

        self.loop(name, GROUP, bits)

    def _slices_to_blocks(self):
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        f.phase("FP, and bits together")
        f.lea(r.s, self.at("stage"))
        self._bits("from_slices", self._slice_after, lambda k: r.s + GROUP * v.size * k)
        f.phase("bytes together, the last ones first")
        last = GROUP * (GROUP - 1) * v.size
        f.lea(r.p, self.at("stage", last))
        f.lea(r.tmp, r.target + last)
        if self.chained:
            f.lea(r.q, self.at("data", LINE + last))

        def together():
            for i, register in enumerate(regs):
                v.move(register, v.at[r.p + v.size * i])
            blocks = bytes_together(v, regs, spare)
            for i, register in enumerate(blocks):
                if self.chained:
                    self._chain(register, r.q + (v.size * i - BLOCK))
                v.move_any(v.at[r.tmp + v.size * i], register)
            f.sub(r.p, GROUP * v.size)
            f.sub(r.tmp, GROUP * v.size)
            if self.chained:
                f.sub(r.q, GROUP * v.size)

        self.loop("together", GROUP, together)

    def _chain(self, register, before):
        v = self.v
        if v.vex:
            v.op("pxor", register, register, v.at[before])
        else:
            v.move_any(v.registers[GROUP + 1], v.at[before])
            v.op("pxor", register, register, v.registers[GROUP + 1])

    # -- rounds ------------------------------------------------------------------------------------
    def _rounds(self):
        f, r = self.f, self.r
        f.lea(r.p, self.at("keys"))
        if self.passes == 1:
            self._sixteen()
            return
        next_pass = f.label("next_pass")
        f.mov(r.q.view(32), self.passes)
        f.here(next_pass)
        self._sixteen()
        f.dec(r.q.view(32))
        f.jne(next_pass)

    def _sixteen(self):
        """One pass, by the round keys at p, which moves on."""
        f, r = self.f, self.r

        def two():
            f.phase("left half")
            self._round(r.left, r.right, r.p)
            f.phase("right half")
            self._round(r.right, r.left, r.p + ROUND_KEY)
            f.add(r.p, 2 * ROUND_KEY)

        self.loop("rounds", ROUNDS // 2, two)
        f.phase("the halves change places")
        f.mov(r.count.view(64), r.left)
        f.mov(r.left, r.right)
        f.mov(r.right, r.count.view(64))

    def _round(self, left, right, key):
        round_(self.v, left, right, key, self.at("spill"))
