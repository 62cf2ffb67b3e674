# SPDX-License-Identifier: MIT
"""ks := the 16 round keys of a DES key: each of their bits is a bit of the key (FIPS 46-3)

Inputs     key: 8 bytes, any alignment
Output     ks: 16 pairs of words
Idea       First C, in the low half of a register, and D, in the high half, with two bits in a byte:
           byte t has a = bit 2t on top and a ^ b below it, where b = bit 2t + 1. Adding 0 leaves a on
           top, adding 64 makes it b. So a shuffle, an addition and vpmovmskb give 32 bits of the round
           keys: S1 to S4 take bits of C, S5 to S8 bits of D. The shuffles and the addends follow
           from the shifts and PC2. No address depends on the key.
Loop       None. A phase of the code is a round key: two words of four fields.
Registers  ymm0                 C and D
           ymm1 ymm2            two bits of C or D in each byte; chosen bits
           eax rdx              a word; the table of shuffles and addends
           rdi rsi              ks, key
Lab notes  2026-11-22, Sapphire Rapids: 51.2 cycles a key (OpenSSL 267). With the key's bytes as
           they are, a mask and a comparison in place of the addition, 61.4.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ._schedule import HALF, key_bit, sources

VECTOR = 32  # bytes
ZERO = 0x80  # index of a shuffle that gives 0


def two_bits():
    """Returns the shuffles and masks that give the even and the odd bits of C and D, and the masks of
    a and of a ^ b."""
    rows = []
    for odd in (0, 1):
        chosen = [
            key_bit(half, 2 * t + odd) if t < HALF // 2 else (ZERO, 1)
            for half in (0, 1)
            for t in range(VECTOR // 2)
        ]
        rows += [bytes(column) for column in zip(*chosen)]
    return rows + [bytes([0xC0] * VECTOR), bytes([0x40] * VECTOR)]


def choices():
    """Returns for each word of the round keys the shuffle and the addend."""
    rows = []
    for pair in sources():
        for word in pair:
            assert all(place is None or place[0] == i // 16 for i, place in enumerate(word))
            rows += [
                bytes(ZERO if place is None else place[1] // 2 for place in word),
                bytes(0x40 if place and place[1] % 2 else 0 for place in word),
            ]
    return rows


ROWS = two_bits() + choices()
TABLE = b"".join(ROWS)
ANY = "no more than the two upper bits of a byte matter, or its whole index is 0x81 for 0x80"
EQUIVALENTS = {
    f"constant places -> byte {i} flipped": ANY
    for i, value in enumerate(TABLE)
    if value == ZERO
    and i // VECTOR % 2 == 0
    or i // VECTOR >= 4
    and value in (0, 0x40)
    and i // VECTOR % 2
    or i // VECTOR in (4, 5)
}
KERNEL = Kernel(
    stem="des_x64_key_avx2",
    arch="x64",
    isa=("avx2",),
    summary="DES round keys, 32 bits at a time by shuffle and addition",
    refs=("FIPS 46-3",),
    equivalents=EQUIVALENTS,
)


def schedule(f, r, key, ks):
    """Writes the round keys of the key at register `key` to address ks.

    r: word, a 32-bit register; table, which holds the address of `places`; halves, bits and even, ymm registers.
    """

    def row(number):
        return ymmword[r.table + VECTOR * number]

    f.phase("PC1: two bits of C or D in each byte")
    f.vpbroadcastq(r.halves, qword[key])
    for odd, bits in enumerate((r.even, r.bits)):
        f.vpshufb(bits, r.halves, row(2 * odd), note=f"the bytes of the {'odd' if odd else 'even'} bits")
        f.vpand(bits, bits, row(2 * odd + 1))
        f.vpcmpeqb(bits, bits, row(2 * odd + 1))
    f.vpand(r.halves, r.even, row(4), note="a, a")
    f.vpand(r.bits, r.bits, row(5), note="0, b")
    f.vpxor(r.halves, r.halves, r.bits, note="a, a ^ b")
    for number in range(32):
        if number % 2 == 0:
            f.phase(f"round key {number // 2 + 1}")
        f.vpshufb(r.bits, r.halves, row(6 + 2 * number), note="rotation and PC2")
        f.vpaddb(r.bits, r.bits, row(7 + 2 * number), note="a or b on top")
        f.vpmovmskb(r.word, r.bits, note="S2 S4 S6 S8" if number % 2 else "S1 S3 S5 S7")
        if number % 2:
            f.rol(r.word, 4)
        f.mov(dword[ks + 4 * number], r.word)


def places(f, register):
    f.table(register, "places", TABLE, "of C and D in the key, and of each word's bits in C and D")


@KERNEL.function("des.key")
def key(f):
    r = f.frame(
        arguments={"ks": rdi, "key": rsi},
        registers={"word": eax, "table": rdx, "halves": ymm0, "bits": ymm1, "even": ymm2},
    )
    places(f, r.table)
    schedule(f, r, r.key, r.ks)
    f.vzeroupper()
    f.leave()
