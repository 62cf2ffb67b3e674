# SPDX-License-Identifier: MIT
"""DES in E-form: what the kernels des_x64_eform* share.

A half block is held as E(half): eight 6-bit fields, each at bits 2..7 of its byte, so that a byte
is a table offset as it stands (times 2 for entries of 8 bytes). Bytes 0..3 are the fields of S1 S3
S5 S7, bytes 4..7 of S2 S4 S6 S8: the two words of a round key of og_des_key, the second turned
right by 4. The tables hold E(P(S)), 4 KiB, so that a round is eight loads and xors.

The state is kept with the round key of its next use already in it: x(i) = E(y(i)) ^ K(i), and

    x(i+2) = x(i) ^ (K(i) ^ K(i+2)) ^ F(x(i+1))

where the key part is ready long before. Where one DES follows another the halves change places,
FP and IP cancel, and the first two words of the next one are

    x'(1) = x(16) ^ (K(16) ^ K'(1))
    x'(2) = x(15) ^ (K(15) ^ K'(2)) ^ F(x(16)) ^ F(x'(1))

so that its first round runs beside the last one. `key_slots` prepares all those differences.
"""

from asmgen.registers import *  # noqa: F403

from .._spec import FIELDS, ROUNDS, expanded_tables

TABLE = 512  # bytes of one box's table
TABLES = expanded_tables()
SWAP = 0x4E  # pshufd: the two qwords
# IP between the block's little-endian words, as libdes has it (src/des/des_sp.h): the word that
# keeps its bits in place, the shift, and the bits of the other word that move.
EXCHANGES = (
    (0, 4, 0x0F0F0F0F),
    (1, 16, 0x0000FFFF),
    (0, 2, 0x33333333),
    (1, 8, 0x00FF00FF),
    (0, 1, 0x55555555),
)


def tables(f, register):
    f.table(register, "tables", TABLES, "E(P(S)), 8 boxes of 64 qwords")


def slots_size(passes):
    """Bytes that `key_slots` fills for one pass of DES or three."""
    return 16 + 8 * ROUNDS * passes


def key_slots(f, passes, at, source, step, to, count, left, stride):
    """Round keys into E-form and into differences: a pair of qwords on the way into the first pass,
    then for each pass K(i) ^ K(i+2), i = 1..14, and the pair on the way out of it. The pairs are
    those of x(2) and x(1), in this order; out of the last pass come K(15) and K(16) alone.

    at: address of the slots. source: the first round key in the order of use, step: 8 forwards, -8
    backwards; each pass turns the direction, as EDE does. source, step, to, count and, with 3
    passes, left and stride: general registers; all are spent, and so are xmm0 to xmm5.
    """
    new, turned, other, last, even, fields = xmm0, xmm1, xmm2, xmm3, xmm4, xmm5
    stage, again = f.label("next_schedule"), f.label("next_keys")

    def two_keys():
        f.movq(new, qword[source])
        f.movq(other, qword[source + step])
        f.punpcklqdq(new, other)
        f.lea(source, source + step * 2)
        f.movdqa(turned, new, note="the upper words turned right by 4")
        f.psrld(turned, 4)
        f.movdqa(other, new)
        f.pslld(other, 28)
        f.por(turned, other)
        f.pxor(turned, new)
        f.pand(turned, even)
        f.pxor(new, turned)
        f.pand(new, fields, note="whatever the schedule, no table offset can leave its table")

    f.phase("the round keys in E-form, as differences")
    f.pcmpeqd(even, even)
    f.psllq(even, 32)
    f.mov(to.view(32), FIELDS)
    f.movd(fields, to.view(32))
    f.pshufd(fields, fields, 0)
    f.lea(to, at)
    if passes > 1:
        f.pxor(last, last)
        f.mov(left.view(32), passes)
        f.mov(stride, step, note="from one key to the next")
        f.shl(stride, 4)
        f.here(stage)
    two_keys()
    f.pshufd(turned, new, SWAP)
    if passes > 1:
        f.pxor(turned, last)
    f.movups(xmmword[to], turned)
    f.movdqa(last, new)
    f.mov(count.view(32), ROUNDS // 2 - 1)
    f.here(again)
    two_keys()
    f.pxor(last, new)
    f.add(to, 16)
    f.movups(xmmword[to], last)
    f.movdqa(last, new)
    f.dec(count.view(32))
    f.jne(again)
    f.add(to, 16)
    if passes > 1:
        f.sub(source, step)
        f.add(source, stride)
        f.neg(step)
        f.dec(left.view(32))
        f.jne(stage)
    f.movups(xmmword[to], last)


# -- one block between bytes and E-form, in general registers --------------------------------------
def _exchange(f, x, t, keeps, shift, mask):
    """Exchange bits between the words of x: those of word `keeps` at mask with those of the other
    one `shift` places higher. As places of one qword they lie 32 + shift or 32 - shift apart."""
    distance = 32 + shift if keeps == 0 else 32 - shift
    f.mov(t, x)
    f.shr(t, distance)
    f.xor(t, x)
    f.and_(t.view(32), mask if keeps == 0 else mask << shift & 0xFFFFFFFF)
    f.xor(x, t)
    f.shl(t, distance)
    f.xor(x, t)


def _expand(f, half, out):
    """E of the half block in `half` (its low word) into out; half is spent."""
    low, high = out.view(32), half.view(32)
    f.mov(low, high)
    f.rol(low, 3)
    f.and_(low, FIELDS)
    f.ror(high, 1)
    f.and_(high, FIELDS)
    f.shl(half, 32)
    f.or_(out, half)


def to_eform(f, block, left, right, t):
    """IP and E of the block: its two halves into left and right; block and t are spent."""
    for exchange in EXCHANGES:
        _exchange(f, block, t, *exchange)
    f.mov(t, block)
    f.shr(t, 32)
    _expand(f, block, right)
    _expand(f, t, left)


def from_eform(f, left, right, t):
    """FP of two halves in E-form into left; right and t are spent. The fields of S1 S3 S5 S7 and
    those of S2 S4 S6 S8, turned back, overlap in bits that are equal: or joins them."""
    for half in (left, right):
        f.mov(t, half)
        f.shr(t, 32)
        f.rol(t.view(32), 4)
        f.or_(half.view(32), t.view(32))
        f.ror(half.view(32), 3)
    f.shl(left, 32)
    f.or_(left, right)
    for exchange in EXCHANGES[::-1]:
        _exchange(f, left, right, *exchange)
