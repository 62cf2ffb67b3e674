# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in bit slices, with a key and a salt for each lane.

Bit i of a salt, where it is set, exchanges bits i + 1 and i + 25 of E's output. The kernel xors the two
slices before a round, masks the sum with the slice of the salts' bit, and xors the result to both on
their way into the S-boxes. IP and FP cancel from one iteration to the next. The frame is that of
_lanes.py with two more areas.
"""

import functools

from asmgen.frame import Area
from asmgen.x86.registers import *  # noqa: F403

from .._transpose import GROUP, masks, swap_bits
from ._circuits import COMPLEMENTED, E_SLICES, INPUTS
from ._lane_keys import LaneBox
from ._lanes import Lanes

SALT = 12  # bits
DISTANCE = 24  # of the two bits of E's output that a bit of a salt exchanges
SALTED, PLAIN = (0, 1, 4, 5), (2, 3, 6, 7)  # the S-boxes that read such bits, and the others
E_BITS = [bit for box in E_SLICES for bit in box]


def define(kernel, lanes=None):
    """Gives a kernel des.crypt_lanes. lanes: a mixture of Salts and the rounds of the kernel."""

    @kernel.function("des.crypt_lanes", "crypt_lanes")
    def builder(f):
        (lanes or _Crypt)(f, 1).build()


class _SaltedBox(LaneBox):
    """salted: address of what the salts change in the inputs."""

    def __init__(self, *where, salted):
        super().__init__(*where)
        self.salted = salted

    def input(self, step, register):
        super().input(step, register)
        bit = salt_of(self.box, step.signal)
        if bit is not None:
            note = f"x{step.signal} ^= salted[{bit}]"
            self.v.op("pxor", register, register, self.slice(self.salted, bit), note)


def salt_of(box, i):
    """Returns the bit of the salt that changes an input of an S-box, or None."""
    bit = (INPUTS * box + i) % DISTANCE
    return bit if bit < SALT else None


class Salts:
    """The function around the rounds of a subclass of Lanes."""

    def areas(self):
        size = self.v.size
        return [*super().areas(), Area("masks", SALT * size, size, "slices of the salts' bits")]

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
        self.load()
        f.here(again)
        self.rounds()
        f.dec(r.iterations)
        f.jne(again)
        self.settle()
        self.store()
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
            bits = swap_bits(v, regs, spare, [v.at[at + v.size * i] for i in range(3)])
            for bit, register in enumerate(bits[: SALT - 8 * byte]):
                v.move(v.at[self.at("masks", v.size * (8 * byte + bit))], register)

    def settle(self):
        """Prepares the conversion of the slices after any number of iterations."""

    def mask(self, bit):
        return self.v.at[self.at("masks", self.v.size * bit)]


class _Crypt(Salts, Lanes):
    def areas(self):
        size = self.v.size
        note = "what the salts change in this round, for each bit"
        return [*super().areas(), Area("salted", SALT * size, size, note)]

    def one_round(self, left, right, key):
        """The S-boxes that no salt changes are first. The others wait for `salted`, which waits for
        the half block."""
        self._salt(right, key.complemented)
        self.some_boxes(left, right, key, self.box, PLAIN)
        self.some_boxes(left, right, key, functools.partial(_SaltedBox, salted=self.at("salted")), SALTED)

    def _salt(self, right, complemented):
        v = self.v
        v.f.phase("salt: the differences that exchange bits of E's output", inside=True)
        for bit in range(SALT):
            value, first, second = v.registers[bit], E_BITS[bit], E_BITS[bit + DISTANCE]
            v.move(value, v.at[right + v.size * first], note=f"R[{first + 1}]")
            v.op("pxor", value, value, v.at[right + v.size * second], note=f"^ R[{second + 1}]")
            # where only one of the two is complemented, so is their sum
            differ = complemented and COMPLEMENTED[bit] != COMPLEMENTED[bit + DISTANCE]
            note = f"{'complement ' * differ}& masks[{bit}]"
            v.op("pandn" if differ else "pand", value, value, self.mask(bit), note=note)
            v.move(v.at[self.at("salted", v.size * bit)], value)
