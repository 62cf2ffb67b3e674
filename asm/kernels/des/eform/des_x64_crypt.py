# SPDX-License-Identifier: MIT
"""out := DES applied 25 times to a block of zeros, with bits of E's output exchanged by a salt: crypt(3)

Inputs     ks: an og_des_key. salt: bit i of 24 exchanges bits i + 1 and i + 25 of E's output.
Output     out: 8 bytes, any alignment
Idea       Expanded form: a half block is kept as E(half), eight 6-bit fields in the bytes of a
           register, and eight tables of 64 qwords hold E(P(S)). The state holds the round key of its
           next use: x(i) = E(y(i)) ^ K(i), so x(i+2) = x(i) ^ (K(i) ^ K(i+2)) ^ F(x(i+1)).
           The salt's exchange is linear, so it is applied to the tables, once per call. Each two
           entries are followed by their differences to the entries with all bits exchanged, of which
           the salt selects some. Look-ups depend on secrets.
Loop       One iteration is an encryption: IP and FP cancel between two encryptions, and round 1 runs
           beside the last round of the encryption before, which reads the same half.
Registers  rax rbx              x and y: the half that a round reads, the half that it changes
           r8 r9 rsi rdi rcx rdx  bytes of x on the way to their look-up; before the rounds r8 is the
                                salt, and all hold pointers and counts
           r11                  sum of entries
           rbp                  the salted tables
           r10 r12 r13          ks, out, encryptions left
           xmm2                 the salt as a mask of both dwords of an entry, twice
Frame      keys (differences of round keys, wiped on return) and salted (the tables).
Lab notes  2026-11-22, Sapphire Rapids: 4845 cycles a call (des_c_crypt 5475), of which 376 rounds in
           a row take some 4475. The differences cost 4 KiB and save two shuffles and a xor for each
           two entries. 8 or 16 pairs of entries in an iteration of the salting loop: no gain.
"""

from asmgen.frame import Area
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import ROUNDS
from ._eform import from_eform, key_slots
from ._form import slots_area, slots_size
from ._round import EQUIVALENTS, OFFSETS, SUM, lookup_round
from ._tables import TABLES, with_differences

ENCRYPTIONS = 25
SWAP_WORDS = 0xB1  # pshuflw, pshufhw: exchanges the two words of each dword
UNROLLED_PAIRS = 4  # of entries in an iteration of the salting loop
SLOTS = slots_size(1)
KERNEL = Kernel(
    stem="des_x64_crypt",
    arch="x64",
    constant_time=False,
    min_size=0,
    summary="crypt(3) in E-form: tables salted once, only the rounds on the chain",
    refs=("FIPS 46-3", "R. Morris and K. Thompson, Password Security: A Case History, CACM 1979"),
    equivalents={**EQUIVALENTS, "and r9d, 0xfc00 -> and r9d, 0xfc01": "no entry has a bit in that place"},
)


def salt_mask(f, salt, low, high, t, mask):
    """mask := the salt's bits at the places of an entry that they exchange. salt, low, high and t are
    overwritten."""
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
    f.mov(t, low, note="both words of each dword")
    f.shl(t, 16)
    f.or_(low, t)
    f.movq(mask, low)
    f.punpcklqdq(mask, mask)


def salt_tables(f, to, source, count, mask, t):
    """Writes the salted tables to `to`, from the tables of `with_differences` at source. The registers
    are overwritten, but for the mask."""
    again = f.label("salt_tables")
    f.mov(count.view(32), len(TABLES) // 16 // UNROLLED_PAIRS)
    f.here(again)
    for i in range(UNROLLED_PAIRS):
        f.movdqa(t, xmmword[source + 32 * i + 16], note="two differences")
        f.pand(t, mask)
        f.pxor(t, xmmword[source + 32 * i], note="two entries")
        f.movaps(xmmword[to + 16 * i], t)
    f.add(source, 32 * UNROLLED_PAIRS)
    f.add(to, 16 * UNROLLED_PAIRS)
    f.dec(count.view(32))
    f.jne(again)


def unsalt(f, left, right, mask, both, t):
    """Reverts the salt's exchange in both halves."""
    f.movq(both, left)
    f.movq(t, right)
    f.punpcklqdq(both, t)
    f.pshuflw(t, both, SWAP_WORDS)
    f.pshufhw(t, t, SWAP_WORDS)
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
            **{str(reg): reg for reg in OFFSETS},
        },
        scratch=SLOTS + len(TABLES),
        secret=SLOTS,
    )
    f.frame_map(
        rsp, [slots_area(1), Area("salted", len(TABLES), 8, "E(P(S)) with the salt's bits exchanged")]
    )
    slots, x, y = r.scratch, r.x, r.y

    def slot(number):
        return qword[slots + 8 * number]

    f.mov(esi, 8)
    key_slots(f, 1, slots, r.ks, rsi, rdi, rcx, None, None)
    f.phase("the keys between two encryptions: K(15), K(16) and K(2), K(1)")
    f.movups(r.t, xmmword[slots])
    f.movups(r.both, xmmword[slots + 8 * ROUNDS])
    f.pxor(r.both, r.t)
    f.movups(xmmword[slots + 8 * ROUNDS], r.both)
    f.phase("salt the tables")
    salt_mask(f, r.salt, x, y, r9, r.mask)
    f.table(
        rsi,
        "salting",
        with_differences(TABLES),
        "E(P(S)): each two entries, then their differences to all bits exchanged",
    )
    f.lea(r.table, slots + SLOTS)
    f.mov(rdi, r.table)
    salt_tables(f, rdi, rsi, r8, r.mask, r.t)

    f.phase("the block is zero, so x and y are the keys alone")
    again = f.label("next_encryption")
    f.mov(y, slot(0))
    f.mov(x, slot(1))
    f.mov(r.left.view(32), ENCRYPTIONS)
    f.here(again)
    loop = {"step": ROUNDS, "times": ENCRYPTIONS}
    f.phase("round 1, beside the last round of the encryption before", round=1, **loop)
    lookup_round(f, x, y, r.table)
    for i in range(2, ROUNDS + 1):
        f.phase(f"round {i}", round=i, **loop)
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
