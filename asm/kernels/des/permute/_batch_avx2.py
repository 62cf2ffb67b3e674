# SPDX-License-Identifier: MIT
"""ECB and CBC decryption of 32 blocks at a time with AVX2; the parts of the loop in _batches.py.

The halves are E of L and R as in _rounds.py, eight vectors each, in the frame. Columns: byte k of a block is the
bits k of the columns, column i has bit i of each byte.
"""

from asmgen.frame import Area
from asmgen.x86.registers import *  # noqa: F403

from .._batches import Batches
from .._spec import BLOCK, ROUNDS
from .._transpose import GROUP, masks, reunite_bytes, separate_bytes, swap_bits
from . import _batch
from ._form import Form
from ._network import BOXES, PLACES, STEPS, SWITCHES, TARGETS
from ._nibbles import INPUTS, SWITCHED, Boxes, Map, halve, low_mask
from ._round_keys_avx2 import BOX_KEY, ENDS, SIZE, VECTOR, WORD, Expansion

HALF = BOXES * VECTOR  # bytes of E of a half


FORM = Form(Map, lambda byte, number: (7 - number, byte), INPUTS)
HALVES, COLUMNS = FORM.halves, FORM.columns


class Batch(_batch.Batch):
    """Emits one function."""

    roles = {**_batch.ROLES, "left": r8, "right": r9, "passes_left": r11d}
    expansion = Expansion

    def __init__(self, f, passes, cbc):
        Batches.__init__(self, f, passes, cbc, VECTOR)

    def areas(self):
        return [
            Area("halves", 2 * HALF, VECTOR, "E of L, then of R, by S-boxes"),
            Area("keys", self.passes * SIZE, WORD, "for each pass and S-box D(1) to D(16), K(1) and K(16)"),
            Area("stage", self.batch, BLOCK, "a partial batch"),
            *self.cbc_areas(),
        ]

    def _masks(self):
        at = masks(self.v)
        return [self.v.at[at + self.v.size * i] for i in range(3)]

    def _others(self, registers):
        return [register for register in self.v.registers if register not in registers]

    # -- conversions -----------------------------------------------------------------------------
    def load(self):
        v, f = self.v, self.f
        f.phase("blocks to columns: bytes, then bits")
        columns, spare = v.registers[:GROUP], v.registers[GROUP]
        for i, register in enumerate(columns):
            v.move_unaligned(register, v.at[self.r.batch_in + v.size * i])
            if self.cbc:
                v.move(v.at[self.at("blocks", v.size * i)], register, note="a copy for the chain")
        columns = separate_bytes(v, columns, spare)
        spare, mask, found, *upper = self._others(columns)
        columns = swap_bits(v, columns, spare, self._masks())
        low_mask(v, mask)
        for half, name in enumerate("LR"):
            f.phase(f"columns to E of {name}")
            used = sorted({source for terms in HALVES[half].terms for (source, _), _ in terms})
            halves = {}
            for column, high in zip(used, upper):
                halve(v, columns[column], high, mask, columns[column])
                halves[column, 0], halves[column, 1] = columns[column], high
            for box in range(BOXES):
                HALVES[half].emit(v, box, found, halves, spare)
                v.move(v.at[self.at("halves", HALF * half + VECTOR * box)], found)

    def store(self):
        v, f = self.v, self.f
        f.phase("columns of R16 and L16, then blocks")
        columns, (mask, spare, *pairs) = v.registers[:GROUP], v.registers[GROUP:]
        low_mask(v, mask)
        for column, register in enumerate(columns):
            halves = {}
            for source, low, high in zip(
                sorted({source for (source, _), _ in COLUMNS.terms[column]}), pairs[::2], pairs[1::2]
            ):
                half, box = divmod(source, BOXES)
                v.move(low, v.at[self.at("halves", HALF * (1 - half) + VECTOR * box)])
                halve(v, low, high, mask, low)
                halves[source, 0], halves[source, 1] = low, high
            COLUMNS.emit(v, column, register, halves, spare)
        columns = swap_bits(v, columns, spare, self._masks())
        self.store_blocks(reunite_bytes(v, columns, spare))

    # -- rounds ----------------------------------------------------------------------------------
    def rounds(self):
        f, r, v = self.f, self.r, self.v
        registers = v.registers
        boxes = Boxes(v, registers[8], registers[9], registers[10:13])
        boxes.load()
        f.lea(r.round_key, self.at("keys"))
        f.lea(r.left, self.at("halves"))
        f.lea(r.right, self.at("halves", HALF))
        if self.passes == 1:
            self._pass(boxes)
            return
        again = f.label("next_pass")
        f.mov(r.passes_left, self.passes)
        f.here(again)
        self._pass(boxes)
        f.phase("what was read last is the left half of the next pass")
        f.add(r.round_key, SIZE - ENDS)
        f.mov(r.index, r.left)
        f.mov(r.left, r.right)
        f.mov(r.right, r.index)
        f.dec(r.passes_left)
        f.jne(again)

    def _pass(self, boxes):
        f, r = self.f, self.r
        self._add_end(r.right, ENDS, "K(1)")

        def two_rounds():
            for i, (left, right) in enumerate(((r.left, r.right), (r.right, r.left))):
                f.phase("a round", round=i + 1, step=2, times=ROUNDS // 2)
                self._round(boxes, left, right, WORD * i)
            f.add(r.round_key, 2 * WORD)

        self.loop("two_rounds", ROUNDS // 2, two_rounds)
        self._add_end(r.left, WORD, "K(16), which takes it off")

    def _add_end(self, half, offset, name):
        """Emits half ^= a key, `offset` bytes from round_key in the keys of each S-box."""
        v = self.v
        self.f.phase(f"add {name}")
        for box in range(BOXES):
            register, at = v.registers[box], v.at[half + VECTOR * box]
            v.broadcast(register, dword[self.r.round_key + (offset + BOX_KEY * box)])
            v.op("pxor", register, register, at)
            v.move(at, register)

    def _round(self, boxes, left, right, offset):
        """Emits left ^= E(P(S(right))) ^ D."""
        v, f = self.v, self.f
        registers, spare = v.registers[:BOXES], v.registers[13]
        switched = f.constant(
            "masks", b"".join(bytes([mask] * v.size) for mask in SWITCHED), "the bits that a switch exchanges"
        )
        for number, (step, place) in enumerate(SWITCHES):
            places = place, place + step
            if step == STEPS[0]:
                for i in places:
                    boxes.emit(registers[i], PLACES[i], v.at[right + VECTOR * PLACES[i]])
            a, b = (registers[i] for i in places)
            v.op("pxor", spare, a, b, note=f"places {place} and {place + step}: exchange bits")
            v.op("pand", spare, spare, v.at[switched + v.size * number])
            v.op("pxor", a, a, spare)
            v.op("pxor", b, b, spare)
            if step == STEPS[-1]:
                for i in places:
                    box = TARGETS[i]
                    at = v.at[left + VECTOR * box]
                    v.broadcast(
                        spare, dword[self.r.round_key + (offset + BOX_KEY * box)], note=f"D of S{box + 1}"
                    )
                    v.op("pxor", registers[i], registers[i], spare)
                    v.op("pxor", registers[i], registers[i], at)
                    v.move(at, registers[i])
