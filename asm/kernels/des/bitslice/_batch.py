# SPDX-License-Identifier: MIT
"""ECB and CBC decryption of bit-sliced DES, a batch of blocks at a time: one block for each bit of a
vector.

The parts of the loop in _batches.py:
1. load: blocks to slices (_transpose.py). IP is the choice of where each slice is stored,
2. one or three passes of 16 rounds (_sboxes_2in.py). E and P are the choice of slices,
3. store: slices to blocks. FP is the choice of which slice is loaded.
"""

from asmgen.frame import Area
from asmgen.x86.registers import *  # noqa: F403

from .._batches import Batches
from .._spec import BLOCK, ROUNDS
from .._transpose import GROUP, masks, reunite_bytes, separate_bytes, swap_bits
from .._vectors import vectors
from . import _round_keys
from ._circuits import LAST_BYTE
from ._round_keys import ROUND_KEY
from ._sboxes_2in import SPILL_SLOTS, round_

SLICES = 64  # bits of a block
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


class Batch(Batches):
    """Emits one function. A batch has a block for each bit of a vector."""

    roles = ROLES

    def __init__(self, f, passes, cbc):
        super().__init__(f, passes, cbc, blocks=8 * vectors(f).size)

    def areas(self):
        size = self.v.size
        return [
            Area("state", self.batch, size, "the slices: 32 of the left half block, 32 of the right one"),
            Area("stage", self.batch, size, "between blocks and slices: byte k of group g at [8g + k]"),
            Area("spill", SPILL_SLOTS * size, size, "values of an S-box that exceed the registers"),
            Area("keys", self.passes * _round_keys.SIZE, ROUND_KEY, "round keys, a dword for each bit"),
            *self.cbc_areas(),
        ]

    def expand_keys(self):
        """Expands the round keys of all passes."""
        r = self.r
        encrypt = None if self.cbc else dword[r.encrypt.address]
        self.f.lea(r.round_key, self.at("keys"))
        _round_keys.expand(self.v.compares, self.passes, encrypt, r.ks, r.key_step, r.round_key, r.count)

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
            loop = {"step": 2, "times": ROUNDS // 2}
            f.phase(f"a round: L at {r.left}, R at {r.right}, K at {r.round_key}", round=1, **loop)
            self.one_round(r.left, r.right, r.round_key)
            f.phase(
                f"a round: L at {r.right}, R at {r.left}, K at {r.round_key} + {ROUND_KEY}", round=2, **loop
            )
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

    def load(self):
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

    def store(self):
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
            for i, register in enumerate(swap_bits(v, regs, spare, mask_registers)):
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
