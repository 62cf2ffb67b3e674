# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in bit slices, with a key and a salt for each lane.

Bit i of a salt, where it is set, exchanges bits i + 1 and i + 25 of E's output. The kernel xors the two
slices before a round, masks the sum with the slice of the salts' bit, and xors the result to both on
their way into the S-boxes. IP and FP cancel from one iteration to the next. The frame is that of
_lanes.py with two more areas.
"""

from asmgen.frame import Area
from asmgen.registers import *  # noqa: F403

from ._circuits import COMPLEMENTED, E_SLICES, INPUTS
from ._lane_keys import LaneBox
from ._lanes import Lanes
from ._sboxes_2in import round_
from ._transpose import GROUP, masks, swap_bits

SALT = 12  # bits
DISTANCE = 24  # of the two bits of E's output that a bit of a salt exchanges
SALTED, PLAIN = (0, 1, 4, 5), (2, 3, 6, 7)  # the S-boxes that read such bits, and the others
_E = [bit for box in E_SLICES for bit in box]


def define(kernel):
    """Gives a kernel des.crypt_lanes."""

    @kernel.function("des.crypt_lanes", "crypt_lanes")
    def builder(f):
        _Crypt(f).build()


class _SaltedBox(LaneBox):
    """salted: address of what the salts change in the inputs."""

    def __init__(self, *where, salted):
        super().__init__(*where)
        self.salted = salted

    def input(self, step, register):
        super().input(step, register)
        bit = (INPUTS * self.box + step.signal) % DISTANCE
        if bit < SALT:
            note = f"x{step.signal} ^= salted[{bit}]"
            self.v.op("pxor", register, register, self.slice(self.salted, bit), note)


class _Crypt(Lanes):
    def __init__(self, f):
        super().__init__(f, 1)

    def areas(self):
        size = self.v.size
        return [
            *super().areas(),
            Area("masks", SALT * size, size, "slices of the salts' bits"),
            Area("salted", SALT * size, size, "what the salts change in this round, for each bit"),
        ]

    def build(self):
        f = self.f
        self.enter({"blocks": rdi, "keys": rsi, "salts": rdx, "iterations": rcx})
        r = self.r
        again, done = f.label("iteration"), f.label("done")
        f.test(r.iterations, r.iterations)
        f.je(done)
        self.expand_keys()
        self._expand_salts()
        f.mov(r.batch_in, r.blocks)
        f.mov(r.batch_out, r.blocks)
        self.blocks_to_slices()
        f.here(again)
        self.rounds()
        f.dec(r.iterations)
        f.jne(again)
        self.slices_to_blocks()
        f.here(done)
        self.leave()

    def _expand_salts(self):
        """Makes slices of the lowest 12 bits of the salts."""
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        f.mov(r.batch_in, r.salts)
        self.separate("salts_apart")
        at = masks(v)
        for byte in range(2):
            f.phase(f"the salts' bits from {8 * byte} on")
            for i, register in enumerate(regs):
                v.move(register, v.at[self.at("stage", v.size * (GROUP * i + byte))])
            swap_bits(v, regs, spare, [v.at[at + v.size * i] for i in range(3)])
            for bit, register in enumerate(regs[: SALT - 8 * byte]):
                v.move(v.at[self.at("masks", v.size * (8 * byte + bit))], register)

    def one_round(self, left, right, key):
        """The S-boxes that no salt changes are first. The others wait for `salted`, which waits for
        the half block."""
        self._salt(right, key.complemented)
        spill = self.at("spill")
        round_(self.v, left, right, key, spill, LaneBox, PLAIN)
        round_(self.v, left, right, key, spill, self._salted_box, SALTED)

    def _salted_box(self, *where):
        return _SaltedBox(*where, salted=self.at("salted"))

    def _salt(self, right, complemented):
        v = self.v
        v.f.phase("salt: the differences that exchange bits of E's output")
        for bit in range(SALT):
            value, first, second = v.registers[bit], _E[bit], _E[bit + DISTANCE]
            v.move(value, v.at[right + v.size * first], note=f"R[{first + 1}]")
            v.op("pxor", value, value, v.at[right + v.size * second], note=f"^ R[{second + 1}]")
            # where only one of the two is complemented, so is their sum
            differ = complemented and COMPLEMENTED[bit] != COMPLEMENTED[bit + DISTANCE]
            mask = v.at[self.at("masks", v.size * bit)]
            v.op(
                "pandn" if differ else "pand",
                value,
                value,
                mask,
                note=f"{'complement ' * differ}& masks[{bit}]",
            )
            v.move(v.at[self.at("salted", v.size * bit)], value)
