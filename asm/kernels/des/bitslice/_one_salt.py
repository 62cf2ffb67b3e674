# SPDX-License-Identifier: MIT
"""The iterations of crypt(3) in bit slices, with a key for each lane and one salt for all.

Bit i of the salt, where it is set, exchanges bits i + 1 and i + 25 of E's output. So an input of an S-box reads the
slice at one of two addresses, and the salt costs no gate. The salt is public, being a part of the hash.
"""

import functools

from asmgen.frame import Area
from asmgen.x86.registers import *  # noqa: F403

from .._schedule import PC2
from ._circuits import COMPLEMENTED, E_SLICES, INPUTS, half_slice
from ._crypt import DISTANCE, E_BITS, SALT, Salts, salt_of
from ._lane_keys import KEY_SLICES, LaneBox, key_slice
from ._lanes import Lanes
from ._lanes_avx512 import LaneBoxAvx512, LanesAvx512

WORD = 8  # bytes of a step


def define(kernel, lanes=None):
    """Gives a kernel des.one_salt_lanes. lanes: a mixture of OneSalt and the rounds of the kernel."""

    @kernel.function("des.one_salt_lanes", "one_salt_lanes")
    def builder(f):
        (lanes or _OneSaltLanes)(f, 1).build()


def partner(number):
    """Returns the bit of E's output that a bit of the salt exchanges with another one, from 0."""
    return (number + DISTANCE) % (2 * DISTANCE)


class _SaltedBox:
    """An S-box whose inputs the salt exchanges, mixed with that of a kernel. around: a OneSalt."""

    def __init__(self, *where, around):
        super().__init__(*where)
        self.around = around

    def right_slice(self, i):
        """Emits the step to the slice of R of an input, if the salt has a bit for it. Returns its operand and its
        name."""
        bit = salt_of(self.box, i)
        if bit is None:
            return super().right_slice(i)
        source, other = E_SLICES[self.box][i], E_BITS[partner(INPUTS * self.box + i)]
        r, forward = self.around.r, self.around.place(other) > self.around.place(source)
        name = f"R[{source + 1} or {other + 1}]"
        self.v.f.mov(
            r.step, self.around.step_of(bit, forward), note=f"0, or from R[{source + 1}] to R[{other + 1}]"
        )
        return self.slice(self.right + r.step, source), name


class _Box(_SaltedBox, LaneBox):
    """Where S(0) complements one of two exchanged slices, the key bit or its complement follows the slice."""

    def input(self, step, register):
        number, bit = INPUTS * self.box + step.signal, salt_of(self.box, step.signal)
        if bit is None or COMPLEMENTED[number] == COMPLEMENTED[partner(number)]:
            super().input(step, register)
            return
        v, r = self.v, self.around.r
        f = v.f
        assert KEY_SLICES * v.size % self.around.size_of_step() == 0  # so -step is a mask of that distance
        f.mov(r.key_slice_step, r.other_key)
        f.sub(r.key_slice_step, r.round_key)
        f.and_(r.key_slice_step, self.around.step_of(bit, False), note="0, or to the complements")
        if COMPLEMENTED[number]:
            f.neg(r.key_slice_step)
        base = self.key.other if COMPLEMENTED[number] else self.key.base
        key = f"+-K[{number + 1}]"
        v.move_unaligned(register, self.slice(base + r.key_slice_step, key_slice(PC2[number] - 1)), note=key)
        half, name = self.right_slice(step.signal)
        v.op("pxor", register, register, half, f"x{step.signal} = {name} ^ {key}")


class _BoxAvx512(_SaltedBox, LaneBoxAvx512):
    pass


class OneSalt(Salts):
    """The function around the rounds of a subclass of Lanes. place: of a slice in its half block, in vectors."""

    salts = "salt"

    def salt_area(self):
        return Area(
            "steps", 2 * SALT * WORD, WORD, "0 or, for a bit of the salt that is set, the step; then -step"
        )

    def enter(self, arguments, **roles):
        """Gives r.step and r.key_slice_step the registers of arguments that are not needed any more."""
        super().enter(arguments, step=arguments["keys"], key_slice_step=arguments["blocks"], **roles)

    def expand_salts(self):
        f, r, size = self.f, self.r, self.size_of_step()
        f.phase("the steps")
        f.lea(r.clear_at, self.at("steps"))

        def one_bit():
            f.mov(r.step, r.salt)
            f.shl(r.step, 63)
            f.sar(r.step, 63, note="ones or zeros")
            f.and_(r.step, -size)
            f.mov(qword[r.clear_at + WORD * SALT], r.step)
            f.and_(r.step, size)
            f.mov(qword[r.clear_at], r.step)
            f.add(r.clear_at, WORD)
            f.shr(r.salt, 1)

        self.loop("salt_bits", SALT, one_bit)

    def size_of_step(self):
        """Returns the bytes between two slices that a bit of the salt exchanges, a power of two."""
        steps = {abs(self.place(E_BITS[bit]) - self.place(E_BITS[bit + DISTANCE])) for bit in range(SALT)}
        (step,) = steps
        assert step & (step - 1) == 0
        return step * self.v.size

    def secret_bytes(self):
        return self.offset["steps"]

    def step_of(self, bit, forward):
        return qword[self.at("steps", WORD * (bit + SALT * (not forward)))]


class _OneSaltLanes(OneSalt, Lanes):
    @staticmethod
    def place(bit):
        return bit

    def one_round(self, left, right, key):
        self.some_boxes(left, right, key, functools.partial(_Box, around=self), range(8))


class OneSaltAvx512(OneSalt, LanesAvx512):
    place = staticmethod(half_slice)

    def settle(self):
        LanesAvx512.settle(self)

    def one_round(self, left, right, key):
        order = (2, 3, 6, 7, 0, 4, 1, 5)
        self.some_boxes(left, right, key, functools.partial(_BoxAvx512, around=self), order)
