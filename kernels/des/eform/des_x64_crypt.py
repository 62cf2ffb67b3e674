# SPDX-License-Identifier: MIT
"""out := DES applied 25 times to a block of zeros, bits of E's output exchanged by a salt: crypt(3)

Inputs     ks: an og_des_key; salt: bit i of 24 exchanges bits i + 1 and i + 25 of E's output
Output     out: 8 bytes, any alignment
Approach   The chain of des_x64_eform (_eform.py, _eform_round.py). The exchange is linear, so it is
           worked into the tables, once per call: each entry comes with its difference to the entry
           whose bits are all exchanged, of which the salt picks some. A salt bit's two places are
           16 bits apart in a dword. The first round of each DES runs beside the last one before.
Registers  rax rbx              the two halves, their roles exchanged from round to round
           r8 r9 rsi rdi rcx rdx  fields on their way out of a half; before the rounds r8 is the
                                salt, and all hold pointers and counts
           r11                  the sum of those entries that do not go to a half one by one
           rbp                  the salted tables
           r10 r12 r13          ks, out, encryptions left
           xmm2                 the salt as a mask of both dwords of an entry, twice
           rsp                  differences of round keys, wiped on return; the salted tables
Lab notes  2026-11-22, Sapphire Rapids: 4845 cycles a call (des_c_crypt 5475), of which 376 rounds in
           a row take some 4475. The differences cost 4 KiB and save two shuffles and a xor for each
           two entries. 8 or 16 pairs of entries in a turn of the salting loop: no gain.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._spec import ROUNDS, with_differences
from ._eform import TABLES, from_eform, key_slots, slots_size
from ._round import EQUIVALENTS, FREE, SUM, lookup_round

ENCRYPTIONS = 25
WORDS = 0xB1  # pshuflw, pshufhw: the two words of each dword
AT_ONCE = 4  # pairs of entries in one turn of the salting loop
SLOTS = slots_size(1)
KERNEL = Kernel(
    stem="des_x64_crypt",
    bits=64,
    constant_time=False,
    min_size=0,
    summary="crypt(3) in E-form: tables salted once, only the rounds on the chain",
    refs=("FIPS 46-3", "R. Morris and K. Thompson, Password Security: A Case History, CACM 1979"),
    equivalents={**EQUIVALENTS, "and r9d, 0xfc00 -> and r9d, 0xfc01": "no entry has a bit in that place"},
)


def salt_mask(f, salt, low, high, t, mask):
    """The salt's bits where an entry has those that they exchange; salt, low, high, t are spent."""
    for half, first in ((low, 0), (high, 6)):
        if first:
            f.shr(salt.view(32), first)
        f.mov(half.view(32), salt.view(32))
        f.shl(half.view(32), 2)
        f.movzx(half.view(32), half.view(8), note="S1 or S2")
        f.mov(t.view(32), salt.view(32))
        f.shr(t.view(32), 2)
        f.and_(t.view(32), 0xFC00, note="S3 or S4")
        f.or_(half.view(32), t.view(32))
    f.shl(high, 32)
    f.or_(low, high)
    f.mov(t, low)
    f.shl(t, 16)
    f.or_(low, t)
    f.movq(mask, low)
    f.punpcklqdq(mask, mask)


def salt_tables(f, to, source, count, mask, t):
    """The tables of `with_differences`, salted, to `to`; general registers and t are spent."""
    again = f.label("salt_tables")
    f.mov(count.view(32), len(TABLES) // 16 // AT_ONCE)
    f.here(again)
    for i in range(AT_ONCE):
        f.movdqa(t, xmmword[source + 32 * i + 16])
        f.pand(t, mask)
        f.pxor(t, xmmword[source + 32 * i])
        f.movaps(xmmword[to + 16 * i], t)
    f.add(source, 32 * AT_ONCE)
    f.add(to, 16 * AT_ONCE)
    f.dec(count.view(32))
    f.jne(again)


def unsalt(f, left, right, mask, both, t):
    """The salt's exchange in two halves taken back."""
    f.movq(both, left)
    f.movq(t, right)
    f.punpcklqdq(both, t)
    f.pshuflw(t, both, WORDS)
    f.pshufhw(t, t, WORDS)
    f.pxor(t, both)
    f.pand(t, mask)
    f.pxor(both, t)
    f.movq(left, both)
    f.psrldq(both, 8)
    f.movq(right, both)


@KERNEL.function("des.crypt25")
def crypt25(f):
    r = f.frame(
        arguments={"out": r12, "ks": r10, "salt": r8},
        registers={
            "x": rbx,
            "y": rax,
            "table": rbp,
            "sum": SUM,
            "left": r13,
            "t": xmm0,
            "both": xmm1,
            "mask": xmm2,
            **{str(reg): reg for reg in FREE},
        },
        scratch=SLOTS + len(TABLES),
        secret=SLOTS,
    )
    slots, x, y = r.scratch, r.x, r.y

    def slot(number):
        return qword[slots + 8 * number]

    f.mov(esi, 8)
    key_slots(f, 1, slots, r.ks, rsi, rdi, rcx, None, None)
    f.phase("the keys between two encryptions: out of the one and into the next")
    f.movups(r.t, xmmword[slots])
    f.movups(r.both, xmmword[slots + 8 * ROUNDS])
    f.pxor(r.both, r.t)
    f.movups(xmmword[slots + 8 * ROUNDS], r.both)
    f.phase("the tables, salted")
    salt_mask(f, r.salt, x, y, r9, r.mask)
    f.table(
        rsi,
        "salting",
        with_differences(TABLES),
        "E(P(S)), 64 qwords a box, each two before what exchanges all their bits",
    )
    f.lea(r.table, slots + SLOTS)
    f.mov(rdi, r.table)
    salt_tables(f, rdi, rsi, r8, r.mask, r.t)

    f.phase("both halves are zero")
    again = f.label("next_encryption")
    f.mov(y, slot(0))
    f.mov(x, slot(1))
    f.mov(r.left.view(32), ENCRYPTIONS)
    f.here(again)
    f.phase("round 1, beside the last one of the encryption before")
    lookup_round(f, x, y, r.table)
    for i in range(2, ROUNDS + 1):
        f.phase(f"round {i}")
        x, y = y, x
        lookup_round(f, x, y, r.table, slot(i))
    f.phase("x and y change places")
    f.mov(SUM, y)
    f.mov(y, x)
    f.mov(x, SUM)
    x, y = y, x
    f.xor(x, slot(ROUNDS + 1))
    assert (x, y) == (r.x, r.y)
    f.dec(r.left.view(32))
    f.jne(again)

    f.phase("FP")
    f.xor(y, slot(0))
    f.xor(x, slot(1))
    unsalt(f, y, x, r.mask, r.both, r.t)
    from_eform(f, y, x, rcx)
    f.mov(qword[r.out], y)
    f.leave()
