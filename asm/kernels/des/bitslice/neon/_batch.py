# SPDX-License-Identifier: MIT
"""A batch of 128 blocks of bit-sliced DES on AArch64: the frame, the rounds, blocks to slices and back.

The blocks and the slices share an area of 64 vectors. First vector k of group g, 16 blocks, becomes byte k of
these blocks. Then the vectors of byte k in all groups become its bits, and bit i is stored where byte k of
group i was. IP takes the left half block from the even bits of the bytes, the right half from the odd ones:
half_slice in _circuits.py.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.frame import Area

from ..._spec import BLOCK, ROUNDS
from .._circuits import LAST_BYTE
from ._sboxes_select import SIZE
from ._transpose import GROUP, load_masks, reunite_bytes, separate_bytes, swap_bits

BLOCKS = 8 * SIZE  # of a batch: one for each bit of a vector
BATCH = BLOCK * BLOCKS  # bytes
RIGHT = GROUP * SIZE  # distance of the right half block from the left one
BYTES, SPARE, MASKS = VECTORS[:GROUP], VECTORS[GROUP : GROUP + 2], VECTORS[GROUP + 2 : GROUP + 4]
# Roles of the general registers. Roles that are never needed at the same time share a register.
ROLES = {
    "left": x5,  # address of the slices of the left half block
    "right": x6,
    "round_key": x7,
    "count": x8,  # of a loop
    "state_at": x9,  # in the area of the blocks and slices
    "blocks_at": x10,  # in a copy of blocks, or in the blocks before
    "word": x10,
    "passes_left": x11,
}
EQUIVALENTS = {
    f"add {register}, sp, 0x0 -> sub {register}, sp, 0x0": "the area is at the stack pointer"
    for register in ("x5", "x9")
}


class Batch:
    """Emits one function. A subclass has `build`, further areas of the frame, and `one_round`."""

    roles = {}  # further ones

    def __init__(self, f, passes):
        self.f, self.passes = f, passes
        self.offset, self.total = {}, 0
        for area in self.areas():
            self.offset[area.name] = self.total
            self.total += area.size

    def areas(self):
        """Returns the areas of the frame."""
        content = "the slices: bit i of byte k at [8i + k]; before, byte k of group i"
        return [Area("state", BATCH, SIZE, content)]

    def enter(self, arguments):
        """Emits the prologue."""
        used = {str(register): register.q for register in VECTORS}
        self.r = self.f.frame(arguments, {**ROLES, **self.roles, **used}, scratch=self.total)
        self.f.frame_map(self.f.abi.sp, self.areas())

    def at(self, name, offset=0):
        """Returns the address of an area plus an offset in bytes."""
        return self.r.scratch + (self.offset[name] + offset)

    def address(self, register, name, offset=0):
        """Loads the address of an area plus an offset in bytes."""
        place = self.at(name, offset)
        self.f.add(register, place.base, place.disp)

    def loop(self, label, count, body):
        f, r = self.f, self.r
        again = f.label(label)
        f.movz(r.count, count)
        f.here(again)
        body()
        f.sub(r.count, r.count, 1)
        f.cbnz(r.count, again)

    # -- rounds ------------------------------------------------------------------------------------
    def sixteen_rounds(self, period, after):
        """Emits 16 rounds, `period` in a loop iteration. after: emits the end of an iteration."""
        f, r = self.f, self.r

        def some_rounds():
            left, right = r.left, r.right
            for i in range(period):
                f.phase(
                    f"a round: L at {left}, R at {right}", round=i + 1, step=period, times=ROUNDS // period
                )
                self.one_round(i, left, right)
                left, right = right, left
            after()

        self.loop("rounds", ROUNDS // period, some_rounds)

    def one_round(self, number, left, right):
        """Emits a round. number: in the loop iteration."""
        raise NotImplementedError

    def halves(self):
        """Loads the addresses of the half blocks."""
        self.address(self.r.left, "state")
        self.address(self.r.right, "state", RIGHT)

    def exchange_halves(self):
        f, r = self.f, self.r
        f.phase("exchange the halves: the next pass takes R16 L16")
        f.mov(r.word, r.left)
        f.mov(r.left, r.right)
        f.mov(r.right, r.word)

    # -- blocks to slices and back -----------------------------------------------------------------
    def separate(self, source, label="apart", loaded=None, count=GROUP):
        """Emits the conversion of blocks to vectors of their first `count` bytes. Advances `source`, the address of
        the blocks. loaded: emits what is to be done with eight vectors of blocks in registers."""
        f, r = self.f, self.r
        f.phase("blocks to bytes: group g, 16 blocks in 8 vectors, becomes the 8 vectors of its bytes")
        self.address(r.state_at, "state")

        def one_group():
            for i in range(0, GROUP, 2):
                f.ldp(
                    BYTES[i].q,
                    BYTES[i + 1].q,
                    at.post(source, 2 * SIZE),
                    note=f"vectors {i} and {i + 1} of the group",
                )
            if loaded:
                loaded()
            regs = separate_bytes(f, BYTES, SPARE[0], count)
            for i in range(0, count, 2):
                step = 2 * SIZE if i + 2 < count else RIGHT - i * SIZE
                note = f"bytes {i} and {i + 1}: state[8g + {i}]"
                f.stp(regs[i].q, regs[i + 1].q, at.post(r.state_at, step), note=note)

        self.loop(label, GROUP, one_group)

    def load(self, source, loaded=None):
        """Emits the conversion of blocks to slices, and IP. The masks of swap_bits must be loaded. The arguments
        are those of `separate`."""
        f, r = self.f, self.r
        self.separate(source, loaded=loaded)
        f.phase("bytes to bits, and IP: byte k = 0 to 7, whose bits are slices of L and R")
        self.address(r.state_at, "state")

        def one_byte():
            self.bytes_to_bits()
            for bit, register in enumerate(BYTES):
                f.str(register.q, self.vector_of_byte(bit), note=slice_note(bit))
            f.add(r.state_at, r.state_at, SIZE)

        self.loop("to_slices", GROUP, one_byte)

    def bytes_to_bits(self, wanted=range(GROUP)):
        """Emits the conversion of the bytes at r.state_at to vectors of their bits."""
        for i, register in enumerate(BYTES):
            self.f.ldr(register.q, self.vector_of_byte(i), note=f"byte k of group {i}")
        swap_bits(self.f, BYTES, SPARE, MASKS, wanted)

    def vector_of_byte(self, i):
        """Returns the memory operand of vector i of the byte at r.state_at."""
        return at[self.r.state_at + RIGHT * i]

    def store(self, to, left, right, added=None):
        """Emits FP, and the conversion of slices to blocks. Advances all addresses.

        to: the address of the blocks. left, right: of the half blocks that FP takes as left and right. added: of
        blocks that are added to the others.
        """
        f, r = self.f, self.r
        f.phase("FP, and bits to bytes: byte k = 0 to 7")
        self.address(r.state_at, "state")
        load_masks(f, MASKS)

        def one_byte():
            for bit, register in enumerate(BYTES):
                slice_at = right + RIGHT * (bit - 1) if bit % 2 else left + RIGHT * bit
                f.ldr(register.q, at[slice_at], note=slice_note(bit))
            swap_bits(f, BYTES, SPARE, MASKS)
            for i, register in enumerate(BYTES):
                f.str(register.q, self.vector_of_byte(i), note=f"byte k of group {i}")
            for pointer in (left, right, r.state_at):
                f.add(pointer, pointer, SIZE)

        self.loop("from_slices", GROUP, one_byte)
        f.phase("bytes to blocks")
        self.address(r.state_at, "state")

        def one_group():
            for i in range(0, GROUP, 2):
                note = f"bytes {i} and {i + 1}: state[8g + {i}]"
                f.ldp(BYTES[i].q, BYTES[i + 1].q, at.post(r.state_at, 2 * SIZE), note=note)
            regs = reunite_bytes(f, BYTES, SPARE[0])
            for i in range(0, GROUP, 2):
                pair = regs[i : i + 2]
                if added:
                    before = VECTORS[16 + i : 18 + i]
                    f.ldp(before[0].q, before[1].q, at.post(added, 2 * SIZE), note="the blocks before")
                    for register, block in zip(pair, before):
                        f.eor(register.b16, register.b16, block.b16)
                note = f"vectors {i} and {i + 1} of the group"
                f.stp(pair[0].q, pair[1].q, at.post(to, 2 * SIZE), note=note)

        self.loop("together", GROUP, one_group)


def slice_note(bit):
    half, number = divmod(LAST_BYTE[bit], 4 * GROUP)
    return f"bit {bit}: {'R' if half else 'L'}[{number + GROUP} - k]"
