# SPDX-License-Identifier: MIT
"""ECB and CBC decryption of bit-sliced DES, a batch of blocks at a time: one block for each bit of a
vector.

The loop of a function, for each batch:
1. read: a partial batch is copied and filled up with zeros,
2. blocks to slices (_transpose.py). IP is the choice of where each slice is stored,
3. one or three passes of 16 rounds (_sboxes_2in.py). E and P are the choice of slices,
4. slices to blocks. FP is the choice of which slice is loaded. CBC decryption adds the blocks before,
5. a partial batch is copied to the output.

The frame has its areas from a multiple of LINE on. Its map is printed in each function.
"""

from asmgen.frame import IN_MEMORY, Area
from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS, SCHEDULE
from . import _round_keys
from ._circuits import LAST_BYTE
from ._round_keys import ROUND_KEY
from ._sboxes_2in import SPILL_SLOTS, round_
from ._transpose import GROUP, masks, reunite_bytes, separate_bytes, swap_bits
from ._vectors import vectors

LINE = 64  # bytes
SLICES = 64  # bits of a block
CHAIN = LINE - BLOCK  # of the block before a batch in its area: the batch follows it
# Roles of the general registers. Roles that are never needed at the same time share a register.
ROLES = {
    "frame": rbp,
    "left": r8,  # address of the slices of the left half block
    "right": r9,
    "count": eax,  # of a loop
    "batch_in": r13,  # where this batch is read and written
    "batch_out": r14,
    "word": rbx,
    "key_step": rbx,  # from one round key of an og_des_key to the next
    "out_at": rbx,
    "clear_at": r10,
    "round_key": r10,
    "stage_at": r10,  # in the stage, by groups of vectors
    "left_slice": r10,
    "iv_at": r10,
    "right_slice": r11,
    "blocks_at": r11,  # in the copy of the blocks, or in the blocks before
    "passes_left": r11d,
    "index": r12,
    "key_at": r12,  # in an og_des_key
    "byte_at": r12,  # in the stage, by bytes of the blocks
}


class Batch:
    """Emits one function. cbc: CBC decryption, else ECB."""

    def __init__(self, f, passes, cbc):
        self.f, self.passes, self.cbc = f, passes, cbc
        self.v = v = vectors(f)
        self.blocks = 8 * v.size  # of a batch
        self.batch = BLOCK * self.blocks  # bytes
        self.offset, self.total = {}, 0
        for area in self.areas():
            self.offset[area.name] = self.total
            self.total += area.size

    def areas(self):
        size = self.v.size
        return [
            Area("state", self.batch, size, "the slices: 32 of the left half block, 32 of the right one"),
            Area("stage", self.batch, size, "between blocks and slices: byte k of group g at [8g + k]"),
            Area("spill", SPILL_SLOTS * size, size, "values of an S-box that exceed the registers"),
            Area("keys", self.passes * _round_keys.SIZE, ROUND_KEY, "round keys, a dword for each bit"),
            *self.cbc_areas(),
        ]

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
        """Emits the prologue and aligns the frame. roles: instead of those in ROLES."""
        f, v = self.f, self.v
        registers = {**ROLES, **roles, **{str(register): register for register in v.registers}}
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
        self.blocks_to_slices()
        self.rounds()
        self.slices_to_blocks()
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

    def expand_keys(self):
        """Expands the round keys of all passes."""
        r = self.r
        encrypt = None if self.cbc else dword[r.encrypt.address]
        self.f.lea(r.round_key, self.at("keys"))
        _round_keys.expand(self.v.compares, self.passes, encrypt, r.ks, r.key_step, r.round_key, r.count)

    def loop(self, label, count, body):
        f, r = self.f, self.r
        again = f.label(label)
        f.mov(r.count, count)
        f.here(again)
        body()
        f.dec(r.count)
        f.jne(again)

    # -- rounds ------------------------------------------------------------------------------------
    def rounds(self):
        """Emits one pass of 16 rounds, or three."""
        f, r = self.f, self.r
        f.lea(r.round_key, self.at("keys"))
        if self.passes == 1:
            self.one_pass()
            return
        next_pass = f.label("next_pass")
        f.mov(r.passes_left, self.passes)
        f.here(next_pass)
        self.one_pass()
        f.dec(r.passes_left)
        f.jne(next_pass)

    def one_pass(self):
        """Emits 16 rounds with the round keys from r.round_key on, two in a loop iteration."""
        f, r = self.f, self.r

        def two_rounds():
            f.phase(f"a round: L at {r.left}, R at {r.right}, K at {r.round_key}")
            self.one_round(r.left, r.right, r.round_key)
            f.phase(f"a round: L at {r.right}, R at {r.left}, K at {r.round_key} + {ROUND_KEY}")
            self.one_round(r.right, r.left, r.round_key + ROUND_KEY)
            f.add(r.round_key, 2 * ROUND_KEY)

        self.loop("rounds", ROUNDS // 2, two_rounds)
        self.exchange_halves(r.count.view(64))

    def exchange_halves(self, spare):
        f, r = self.f, self.r
        f.phase("exchange the halves: FP and the next pass take R16 L16")
        f.mov(spare, r.left)
        f.mov(r.left, r.right)
        f.mov(r.right, spare)

    def one_round(self, left, right, key):
        round_(self.v, left, right, key, self.at("spill"))

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
        self.clear("clear", SLICES // GROUP)
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

    def wipe(self):
        f, r, v = self.f, self.r, self.v
        groups = self.total // (GROUP * v.size)
        f.phase("wipe the frame")
        v.zero(v.registers[0])
        f.mov(r.clear_at, r.frame)
        self.clear("wipe_all", groups)
        for at in range(0, self.total - groups * GROUP * v.size, v.size):
            v.move(v.at[r.clear_at + at], v.registers[0])

    # -- blocks to slices and back -----------------------------------------------------------------
    def separate(self, label="apart"):
        """Emits the conversion of a group from vectors of blocks, at batch_in, to vectors of bytes in the stage.
        Advances batch_in."""
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        f.phase("blocks to bytes: group g, 8 vectors of blocks, becomes the 8 vectors of its bytes")
        f.lea(r.stage_at, self.at("stage"))
        if self.cbc:
            f.lea(r.blocks_at, self.at("blocks"))

        def one_group():
            for i, register in enumerate(regs):
                v.move_unaligned(register, v.at[r.batch_in + v.size * i], note=f"vector {i} of the group")
            self.loaded(regs)
            for i, register in enumerate(separate_bytes(v, regs, spare)):
                v.move(v.at[r.stage_at + v.size * i], register, note=f"byte {i}: stage[8g + {i}]")
            f.add(r.batch_in, GROUP * v.size)
            f.add(r.stage_at, GROUP * v.size)

        self.loop(label, GROUP, one_group)

    def loaded(self, regs):
        """Emits what a subclass adds when eight vectors of blocks are in registers. CBC decryption copies them."""
        f, r, v = self.f, self.r, self.v
        if self.cbc:
            for i, register in enumerate(regs):
                v.move(v.at[r.blocks_at + v.size * i], register, note="a copy for the chain")
            f.add(r.blocks_at, GROUP * v.size)

    def blocks_to_slices(self):
        f, r = self.f, self.r
        self.separate()
        f.phase("bytes to bits, and IP: byte k = 0 to 7, whose bits are slices of L and R")
        f.lea(r.left, self.at("state"))
        f.lea(r.right, self.right_half())
        f.lea(r.byte_at, self.at("stage"))
        self.move_bits(
            "to_slices",
            lambda i: (self.stage_slot(i), f"byte k of group {i}"),
            lambda bit: (self.slice(bit), self.slice_note(bit)),
        )

    def slices_to_blocks(self):
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        f.phase("FP, and bits to bytes: byte k = 0 to 7")
        f.lea(r.byte_at, self.at("stage"))
        self.move_bits(
            "from_slices",
            lambda bit: (self.slice_after(bit), self.slice_note(bit)),
            lambda i: (self.stage_slot(i), f"byte k of group {i}"),
        )
        f.phase("bytes to blocks, the last group first")
        last = GROUP * (GROUP - 1) * v.size
        f.lea(r.stage_at, self.at("stage", last))
        f.lea(r.out_at, r.batch_out + last)
        if self.cbc:
            f.lea(r.blocks_at, self.at("blocks", last))

        def one_group():
            for i, register in enumerate(regs):
                v.move(register, v.at[r.stage_at + v.size * i], note=f"byte {i}: stage[8g + {i}]")
            for i, register in enumerate(reunite_bytes(v, regs, spare)):
                if self.cbc:
                    self.add_chain(register, r.blocks_at + (v.size * i - BLOCK))
                v.move_unaligned(v.at[r.out_at + v.size * i], register, note=f"vector {i} of the group")
            f.sub(r.stage_at, GROUP * v.size)
            f.sub(r.out_at, GROUP * v.size)
            if self.cbc:
                f.sub(r.blocks_at, GROUP * v.size)

        self.loop("together", GROUP, one_group)

    def add_chain(self, register, before):
        """Adds the blocks at an address that need not be aligned."""
        v, note = self.v, "the blocks before"
        if v.vex:
            v.op("pxor", register, register, v.at[before], note=note)
        else:
            v.move_unaligned(v.registers[GROUP + 1], v.at[before], note=note)
            v.op("pxor", register, register, v.registers[GROUP + 1])

    def move_bits(self, label, source, target):
        """Swaps bits between the eight vectors from source(0 to 7), and stores them at target(0 to 7),
        for each byte of a block. source, target: return an address and a note."""
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        mask_registers = v.registers[GROUP + 1 : GROUP + 4]
        at = masks(v)
        for i, register in enumerate(mask_registers):
            v.move_unaligned(register, v.at[at + v.size * i])
        for pointer, half in self.slice_pointers():
            f.mov(pointer, half)

        def one_byte():
            for i, register in enumerate(regs):
                address, note = source(i)
                v.move(register, v.at[address], note=note)
            swap_bits(v, regs, spare, mask_registers)
            for i, register in enumerate(regs):
                address, note = target(i)
                v.move(v.at[address], register, note=note)
            for pointer, _ in self.slice_pointers():
                f.sub(pointer, v.size)
            f.add(r.byte_at, v.size)

        self.loop(label, GROUP, one_byte)

    def stage_slot(self, group):
        return self.r.byte_at + GROUP * self.v.size * group

    def right_half(self):
        return self.at("state", self.batch // 2)

    def slice_pointers(self):
        """Pointers into the slices, and where they begin. A later byte has earlier slices."""
        return [(self.r.left_slice, self.r.left), (self.r.right_slice, self.r.right)]

    def slice(self, bit):
        """Returns the address of the slice of a bit of the byte that the pointers are at."""
        left, number = self._slice_number(bit)
        return (self.r.left_slice if left else self.r.right_slice) + self.v.size * number

    def slice_after(self, bit):
        """Returns the address of that slice after the rounds."""
        return self.slice(bit)

    def slice_note(self, bit):
        left, number = self._slice_number(bit)
        return f"bit {bit}: {'L' if left else 'R'}[{number + 1} - k]"

    def _slice_number(self, bit):
        """Returns whether IP puts a bit of byte 0 into the left half, and its slice there from 0."""
        half, number = divmod(LAST_BYTE[bit] + 7, SLICES // 2)
        return half == 0, number


def define(kernel, batch_class=Batch):
    """Gives a kernel its four functions."""

    def more_than_a_batch(chance):
        """Yields inputs for the mutants that take the path of a full batch."""
        blocks = kernel.blocks_per_iteration + 3
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
        for mode in ("ecb", "cbc_dec"):
            op = ("des3." if passes == 3 else "des.") + mode

            @kernel.function(op, prefix + mode)
            def builder(f, passes=passes, mode=mode):
                batch_class(f, passes, cbc=mode == "cbc_dec").build()
