# SPDX-License-Identifier: MIT
"""E-form (_form.py) in the general registers of x64: round keys, and blocks to and from E-form."""

from asmgen.x86.registers import *  # noqa: F403

from .._spec import FIELDS, ROUNDS
from ._form import EXCHANGES
from ._tables import TABLES

SWAP = 0x4E  # pshufd: exchanges the two qwords


def tables(f, register):
    f.table(register, "tables", TABLES, "E(P(S)), 8 boxes of 64 qwords: S1 S3 S5 S7 S2 S4 S6 S8")


def key_slots(f, passes, at, source, step, to, count, passes_left, stride, masked=True):
    """Writes the differences of round keys in E-form, as qwords, to `at`.

    They are: K(2) and K(1) of the first pass. For each pass K(i) ^ K(i+2) for i = 1 to 14, then the
    differences of K(15) and K(16) to K(2) and K(1) of the next pass. After the last pass K(15) and
    K(16) alone.

    source: address of the first round key in the order of use. step: 8 forwards, -8 backwards. Each
    pass reverses the direction, as EDE does. to, count and, with 3 passes, passes_left and stride:
    general registers. All are overwritten, and xmm0 to xmm5. masked: whether the schedule may have bits beside its
    fields.
    """
    new, turned, other, last, upper, fields = xmm0, xmm1, xmm2, xmm3, xmm4, xmm5
    stage, again = f.label("next_schedule"), f.label("next_keys")

    def two_keys():
        f.movq(new, qword[source], note="two round keys")
        f.movq(other, qword[source + step])
        f.punpcklqdq(new, other)
        f.lea(source, source + step * 2)
        f.movdqa(turned, new, note="rotate the upper words right by 4")
        f.psrld(turned, 4)
        f.movdqa(other, new)
        f.pslld(other, 28)
        f.por(turned, other)
        f.pxor(turned, new)
        f.pand(turned, upper)
        f.pxor(new, turned)
        if masked:
            f.pand(new, fields, note="for any schedule, offsets stay inside their table")

    f.phase("the round keys in E-form, as differences")
    f.pcmpeqd(upper, upper)
    f.psllq(upper, 32, note="the upper word of each qword")
    if masked:
        f.mov(to.view(32), FIELDS)
        f.movd(fields, to.view(32))
        f.pshufd(fields, fields, 0)
    f.lea(to, at)
    if passes > 1:
        f.pxor(last, last)
        f.mov(passes_left.view(32), passes)
        f.mov(stride, step, note="bytes of an og_des_key, signed")
        f.shl(stride, 4)
        f.here(stage)
    two_keys()
    f.pshufd(turned, new, SWAP, note="K(2), K(1)")
    if passes > 1:
        f.pxor(turned, last, note="^ K(15), K(16) of the pass before")
    f.movups(xmmword[to], turned)
    f.movdqa(last, new)
    f.mov(count.view(32), ROUNDS // 2 - 1)
    f.here(again)
    two_keys()
    f.pxor(last, new, note="K(i) ^ K(i+2), twice")
    f.add(to, 16)
    f.movups(xmmword[to], last)
    f.movdqa(last, new)
    f.dec(count.view(32))
    f.jne(again)
    f.add(to, 16)
    if passes > 1:
        f.sub(source, step)
        f.add(source, stride)
        f.neg(step, note="the next pass uses its keys in the other direction")
        f.dec(passes_left.view(32))
        f.jne(stage)
    f.movups(xmmword[to], last, note="K(15), K(16) of the last pass")


# -- one block to and from E-form, in general registers --------------------------------------------
def _exchange(f, x, t, keeps, shift, mask):
    """Exchanges bits between the two words of x: those of word `keeps` under the mask with those of
    the other word `shift` places higher. In a qword they are 32 + shift or 32 - shift bits apart."""
    distance = 32 + shift if keeps == 0 else 32 - shift
    f.mov(t, x, note=f"exchange groups of {shift} bits")
    f.shr(t, distance)
    f.xor(t, x)
    f.and_(t.view(32), mask if keeps == 0 else mask << shift & 0xFFFFFFFF)
    f.xor(x, t)
    f.shl(t, distance)
    f.xor(x, t)


def _expand(f, half, out):
    """out := E of the half block in the low word of `half`, which is overwritten."""
    low, high = out.view(32), half.view(32)
    f.mov(low, high, note="E: fields of S1 S3 S5 S7")
    f.rol(low, 3)
    f.and_(low, FIELDS)
    f.ror(high, 1, note="fields of S2 S4 S6 S8")
    f.and_(high, FIELDS)
    f.shl(half, 32)
    f.or_(out, half)


def to_eform(f, block, left, right, t):
    """left, right := IP and E of the block. block and t are overwritten."""
    for exchange in EXCHANGES:
        _exchange(f, block, t, *exchange)
    f.mov(t, block)
    f.shr(t, 32)
    _expand(f, block, right)
    _expand(f, t, left)


def from_eform(f, left, right, t):
    """left := FP of two halves in E-form. right and t are overwritten.

    The fields of S1 S3 S5 S7 and the fields of S2 S4 S6 S8 overlap in equal bits, so `or` joins them.
    """
    for half in (left, right):
        f.mov(t, half, note="E inverted")
        f.shr(t, 32)
        f.rol(t.view(32), 4)
        f.or_(half.view(32), t.view(32))
        f.ror(half.view(32), 3)
    f.shl(left, 32)
    f.or_(left, right)
    for exchange in EXCHANGES[::-1]:
        _exchange(f, left, right, *exchange)
