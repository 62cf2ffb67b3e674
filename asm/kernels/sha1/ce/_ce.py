# SPDX-License-Identifier: MIT
"""SHA-1 with the instructions of AArch64.

A vector abcd holds a in lane 0, a group W[4g..4g+3] holds W[4g] there, and e is in lane 0 of its own vector.
sha1c, sha1p and sha1m compute four rounds from abcd, e and the sums of four words and their constant. sha1h
rotates the a before these rounds by 30, which is the e after them. sha1su0 and sha1su1 compute a group of the
schedule from the four before it.
"""

from asmgen.a64.registers import *  # noqa: F403

from .._spec import ROUNDS, K, k_name, words

GROUPS = ROUNDS // 4
AHEAD = 2  # groups between the addition of a constant and the rounds that take the sums


def constants(f, registers, scratch):
    """Loads the four constants into all lanes of four registers. scratch: a 32-bit register.

    Immediates instead of a table in .text, so that the kernel runs where code cannot be read.
    """
    f.phase("the constants K0 to K3, in all lanes")
    for k, register in zip(K, registers):
        f.movz(scratch, k & 0xFFFF)
        f.movk(scratch, k >> 16, lsl(16))
        f.dup(register.s4, scratch)


def load_words(f, pointer, ring):
    """Loads the 64 bytes of a block in big-endian byte order, and advances the pointer."""
    for a, b in (ring[:2], ring[2:]):
        f.ldp(a.q, b.q, at.post(pointer, 32))
    swap_words(f, ring)


def swap_words(f, ring):
    """Reverses the bytes of each of the 16 words of a block."""
    for g, group in enumerate(ring):
        f.rev32(group.b16, group.b16, note=words(4 * g))


def add_constant(f, g, sums, ring, k):
    """Adds the constant of group g to its words. sums: the registers that take the sums in turn."""
    f.add(sums[g % len(sums)].s4, ring[g % 4].s4, k[g // 5].s4, note=f"{words(4 * g)} + {k_name(4 * g)}")


def four_rounds(f, g, abcd, e, sums):
    """Emits the instruction of rounds 4g to 4g + 3."""
    name = ("sha1c", "sha1p", "sha1m", "sha1p")[g // 5]
    f.emit(name, (abcd.q, e.s, sums[g % len(sums)].s4), note=f"rounds {4 * g} to {4 * g + 3}")


def sha1su0(f, old, second, third, note):
    """Adds W[2..5] and W[8..11] to W[0..3]."""
    f.sha1su0(old.s4, second.s4, third.s4, note=note)


def schedule(f, g, ring, partial=sha1su0):
    """Ends the group g + 3 of the schedule, and begins the group g + 4 in the register of group g."""
    if 1 <= g < GROUPS - 3:
        f.sha1su1(ring[(g - 1) % 4].s4, ring[(g + 2) % 4].s4, note=words(4 * g + 12))
    if g < GROUPS - 4:
        partial(f, *(ring[(g + i) % 4] for i in range(3)), note=f"for {words(4 * g + 16)}")
