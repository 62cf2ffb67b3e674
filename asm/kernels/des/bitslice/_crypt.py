# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in bit slices, with a key and a salt for each lane.

Bit i of a salt, where it is set, exchanges bits i + 1 and i + 25 of E's output. The S-box with bit i + 1 xors the
two slices, masks the sum with the slice of the salts' bit, xors the result to its input and stores it for the S-box
with bit i + 25. IP and FP cancel from one iteration to the next. The frame is that of
_lanes.py with two more areas. The extended form of BSDi has salts of twice as many bits.
"""

import functools

from asmgen.frame import Area
from asmgen.x86.registers import *  # noqa: F403

from .._transpose import GROUP, masks, swap_bits
from ._circuits import COMPLEMENTED, E_SLICES, INPUTS
from ._lane_keys import LaneBox
from ._lanes import Lanes

SALT, BSDI_SALT = 12, 24  # bits
DISTANCE = 24  # of the two bits of E's output that a bit of a salt exchanges
SECOND = (4, 5, 6, 7)  # the S-boxes with the second bit of each pair
SALTED, PLAIN = (1, 0, 5, 4), (2, 3, 6, 7)  # the S-boxes that read bits of 12, in their order, and the others
E_BITS = [bit for box in E_SLICES for bit in box]


def define(kernel, lanes=None):
    """Gives a kernel des.crypt_lanes. lanes: a mixture of Salts and the rounds of the kernel."""

    @kernel.function("des.crypt_lanes", "crypt_lanes")
    def builder(f):
        (lanes or _Crypt)(f, 1).build()


def define_bsdi(kernel):
    """Gives a kernel des.bsdi_lanes."""

    @kernel.function("des.bsdi_lanes", "bsdi_lanes")
    def builder(f):
        _Bsdi(f, 1).build()


class _SaltedBox(LaneBox):
    """An S-box whose inputs the salts change. Of two S-boxes that exchange bits the first one computes the
    differences and stores them for the second one. bits: of a salt. salted: address of the differences. masks: address
    of the slices of the salts' bits. flip: address of ones in a round that reads a complemented half block, else of
    zeros."""

    def __init__(self, *where, bits, salted, masks, flip):
        super().__init__(*where)
        self.bits, self.salted, self.masks, self.flip = bits, salted, masks, flip

    def input(self, step, register):
        v, bit = self.v, salt_of(self.box, step.signal, self.bits)
        if bit is None:
            super().input(step, register)
            return
        difference = self.slice(self.salted, bit)
        if self.box in SECOND:
            super().input(step, register)
            v.op("pxor", register, register, difference, f"x{step.signal} ^= salted[{bit}]")
            return
        first, second = E_BITS[bit], E_BITS[bit + DISTANCE]
        v.move(register, self.slice(self.right, first), note=f"R[{first + 1}]")
        v.op("pxor", self.spare, register, self.slice(self.right, second), note=f"^ R[{second + 1}]")
        if COMPLEMENTED[bit] != COMPLEMENTED[bit + DISTANCE]:  # where only one of the two is, so is their sum
            v.op("pxor", self.spare, self.spare, self.slice(self.flip, 0), "^ ones if R differs by S(0)")
        v.op("pand", self.spare, self.spare, self.slice(self.masks, bit), f"& masks[{bit}]")
        v.move(difference, self.spare, note=f"salted[{bit}]")
        v.op("pxor", register, register, self.spare, note=f"x{step.signal} ^= salted[{bit}]")
        key, name = self.key_slice(step)
        v.op("pxor", register, register, key, f"x{step.signal} ^= {name}")


def salt_of(box, i, bits=SALT):
    """Returns the bit of the salt that changes an input of an S-box, or None."""
    bit = (INPUTS * box + i) % DISTANCE
    return bit if bit < bits else None


class Salts:
    """The function around the rounds of a subclass of Lanes."""

    salt_bits = SALT
    salts = "salts"  # the argument

    def areas(self):
        return [*super().areas(), self.salt_area()]

    def salt_area(self):
        size = self.v.size
        return Area("masks", self.salt_bits * size, size, "slices of the salts' bits")

    def build(self):
        f = self.f
        self.enter({"blocks": rdi, "keys": rsi, self.salts: rdx, "iterations": rcx})
        r = self.r
        again, done = f.label("iteration"), f.label("done")
        f.test(r.iterations, r.iterations)
        f.je(done)
        self.expand_keys()
        self.expand_salts()
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

    def expand_salts(self):
        """Makes slices of the lowest bits of the salts."""
        f, r, v = self.f, self.r, self.v
        *regs, spare = v.registers[: GROUP + 1]
        f.mov(r.batch_in, r.salts)
        self.separate("salts_apart")
        at = masks(v)
        for byte in range((self.salt_bits + 7) // 8):
            f.phase(f"the salts' bits from {8 * byte} on")
            for i, register in enumerate(regs):
                v.move(register, v.at[self.at("stage", v.size * (GROUP * i + byte))])
            bits = swap_bits(v, regs, spare, [v.at[at + v.size * i] for i in range(3)])
            for bit, register in enumerate(bits[: self.salt_bits - 8 * byte]):
                v.move(v.at[self.at("masks", v.size * (8 * byte + bit))], register)

    def settle(self):
        """Prepares the conversion of the slices after any number of iterations."""

    def mask(self, bit):
        return self.v.at[self.at("masks", self.v.size * bit)]


class _Crypt(Salts, Lanes):
    salted, plain = SALTED, PLAIN

    def areas(self):
        size = self.v.size
        note = "what the salts change in this round, for each bit"
        return [
            *super().areas(),
            Area("salted", self.salt_bits * size, size, note),
            Area("flips", 2 * size, size, "zeros, then ones"),
        ]

    def enter(self, arguments):
        super().enter(arguments)
        v = self.v
        v.zero(v.registers[0])
        v.move(v.at[self.at("flips")], v.registers[0])
        v.op("pcmpeqd", v.registers[0], v.registers[0], v.registers[0])
        v.move(v.at[self.at("flips", v.size)], v.registers[0])

    def repair(self, at):
        f, flip = self.f, self.r.passes_left.view(64)
        f.mov(flip.view(32), dword[at], note="to zeros or to ones")
        f.add(flip, self.r.frame)

    def one_round(self, left, right, key):
        salted = functools.partial(
            _SaltedBox,
            bits=self.salt_bits,
            salted=self.at("salted"),
            masks=self.at("masks"),
            flip=self.r.passes_left.view(64) + self.offset["flips"],
        )
        self.some_boxes(left, right, key, salted, self.salted)
        self.some_boxes(left, right, key, self.box, self.plain)


class _Bsdi(_Crypt):
    salt_bits = BSDI_SALT
    salted, plain = (1, 0, 5, 4, 2, 3, 6, 7), ()
