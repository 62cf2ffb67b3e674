# SPDX-License-Identifier: MIT
"""out := DES or Triple DES of in, blocks that do not wait for each other: ECB and CBC decryption
(SP 800-38A 6.1, 6.2)

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in; nblocks: may be 0; ks: 1 or 3
           og_des_key; encrypt: 0 or 1, or iv: the chaining block
Output     out; iv: the last block of in
Approach   Blocks in E-form (_eform.py), a round of each in turn: their chains fill each other's
           gaps. Four at a time, and the last two or three by themselves; five are three and two.
           One block alone goes as two of them, the second zeros. IP, E and FP in vectors of four
           blocks (_eform_vector.py).
Registers  r8 to r15            the two halves of the four blocks; those of blocks that are not
                                there hold the sums of every other entry
           rax rbx              a half from which fields are taken, by turns
           rcx rdx rsi          the fields
           rbp rdi              the tables; the round keys that come next
           xmm0 to xmm4         the blocks outside the rounds
           rsp                  differences of round keys, the blocks on their way between vectors
                                and registers, the block before those at hand and they themselves,
                                how many they are, what is left of rounds and passes; wiped on return
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: 11.7 cycles/byte, three passes 30.1 (nettle's ECB
           in the same run 34.5). All rounds written out are no faster than two in a loop.
           docs/kernels/des_x64.md.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS, SCHEDULE
from ._eform import TABLE, key_slots, slots_size, tables
from ._permute_sse2 import Four
from ._round import DISJOINT

KERNEL = Kernel(
    stem="des_x64_eform_x4",
    bits=64,
    constant_time=False,
    min_size=2 * BLOCK,
    at_once=4,
    summary="DES on four blocks at once: states in E-form, 4 KiB of tables",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A sections 6.1 and 6.2"),
    equivalents={
        **{
            f"xor {total}, [rbp {reg} +{at}] -> or {total}, [rbp {reg} +{at}]": DISJOINT
            for total in (r12, r13, r14, r15)
            for reg in (rax, rbx, rcx, rdx, rsi)
            for at in range(2 * TABLE, 8 * TABLE, 2 * TABLE)
        },
        "cmp ecx, 0x3 -> cmp ecx, 0x2": "three blocks as four: nobody takes the last one",
        "movups [rax +16], xmm1 -> movups [rax +16], xmm2": "FP ends with a copy of the one",
        "movdqa xmm2, xmm0 -> pxor xmm2, xmm0": "only upper halves are used, which were zero",
        "jmp first_two -> dropped": "the third of four blocks is written again",
        **{
            f"{change} -> {other}": "four or five blocks are divided in another way"
            for change, other in (
                ("cmp rcx, 0x5", "cmp rcx, 0x4"),
                ("je three", "dropped"),
                ("cmp rcx, 0x5", "dropped"),
            )
        },
    },
)

LANES = ((r8, r9), (r10, r11), (r12, r13), (r14, r15))
FREE = (rax, rcx, rdx, rbx, rsi)
MOST = len(LANES)
WIDTHS = (4, 3, 2)
IN_TURNS = 2  # rounds in one turn of the loop over them


def lookup_round(f, lane, x, y, table, key, total=None):
    """y ^= F(x) ^ key in as few instructions as there are. The high bytes that have a name come
    from rax, rbx, rcx and rdx by turns. total: a register for every other entry, which shortens the
    chain of those that wait for each other."""
    work = (rax, rbx)[lane % 2]
    high = {rax: ah, rbx: bh}[work]
    other = (rcx, rdx)[lane % 2], rsi
    f.mov(work, x)
    if key is not None:
        f.xor(y, key)
    for number in range(8):
        offset = other[number % 2]
        if number == 7:
            offset = work
            f.shr(work, 8)
        elif number in (1, 3):
            f.movzx(offset.view(32), high)
        else:
            if number:
                f.shr(work, 16 if number in (2, 4) else 8)
            f.movzx(offset.view(32), work.view(8))
        entry = qword[table + offset * 2 + TABLE * number]
        if total is None or number % 2:
            f.xor(y, entry)
        elif number:
            f.xor(total, entry)
        else:
            f.mov(total, entry)
    if total is not None:
        f.xor(y, total)


def rounds(f, r, width, passes, slots, counts):
    """All rounds of `width` E-forms (right, left) in the lanes' registers; afterwards they are the
    halves that FP takes, (left, right). counts: two dwords in memory, spent."""
    lanes, totals = LANES[:width], [reg for lane in LANES[width:] for reg in lane]
    key, passes_left, turns_left = r.ks, counts, dword[counts.address + 4]
    next_pass, next_turn, done = (
        f.label(f"{name}_{width}") for name in ("next_pass", "next_turn", "passes_done")
    )
    turns = ROUNDS // IN_TURNS - 1

    def round_(i, key):
        for n, (x, y) in enumerate(lanes):
            if i % 2 == 0:
                x, y = y, x
            lookup_round(f, n, x, y, r.table, key, totals[n] if n < len(totals) else None)

    f.phase(f"{width} blocks")
    for x, y in lanes:
        f.xor(x, qword[slots + 8])
        f.xor(y, qword[slots])
    f.lea(key, slots)
    if passes > 1:
        f.mov(passes_left, passes)
    f.here(next_pass)
    f.mov(turns_left, turns)
    round_(1, None)
    f.here(next_turn)
    f.add(key, 8 * IN_TURNS)
    for i in range(IN_TURNS):
        round_(i, qword[key + 8 * i])
    f.dec(turns_left)
    f.jne(next_turn)
    round_(ROUNDS, qword[key + 8 * IN_TURNS])
    f.phase("the keys on the way out")
    for x, y in lanes:
        f.xor(y, qword[key + 8 * (IN_TURNS + 1)])
    if passes > 1:
        f.add(key, 8 * IN_TURNS)
        f.dec(passes_left)
        f.je(done)
        f.phase("the halves change places")
        for x, y in lanes:
            f.mov(FREE[0], x)
            f.mov(x, y)
            f.mov(y, FREE[0])
        f.jmp(next_pass)
        f.here(done)


def expand_key(f, r, passes, chained, slots):
    """The key's slots in the direction that is asked for; all of FREE are spent."""
    key, step, *others = r.ks, rsi, rax, rcx, rdx, rbx
    if chained:
        f.mov(step, -8)
        f.add(key, SCHEDULE * passes - 8)
    else:
        forwards = f.label("forwards")
        f.mov(step.view(32), 8)
        f.cmp(dword[r.encrypt.address], 0)
        f.jne(forwards)
        f.neg(step)
        f.add(key, SCHEDULE * passes - 8)
        f.here(forwards)
    key_slots(f, passes, slots, key, step, *others)


def bulk(f, passes, chained):
    """chained: CBC decryption, else ECB in either direction."""
    size, stage_size = slots_size(passes), 2 * BLOCK * MOST
    secret = size + stage_size + (BLOCK * (MOST + 2) if chained else 0)
    r = f.frame(
        arguments={
            "out": IN_MEMORY,
            "in": IN_MEMORY,
            "nblocks": IN_MEMORY,
            "ks": rdi,
            "iv" if chained else "encrypt": IN_MEMORY,
        },
        registers={
            "table": rbp,
            **{str(reg): reg for lane in LANES for reg in lane},
            **{str(reg): reg for reg in FREE},
        },
        scratch=secret + 16,
        secret=secret,
    )
    slots, source = r.scratch, getattr(r, "in")
    stage = slots + size
    chain = stage + stage_size  # the block before those at hand
    blocks = chain + BLOCK
    width, counts = qword[slots + secret], dword[slots + secret + 8]
    next_blocks, three, two, one, loaded, permuted, written, done = map(
        f.label, ("next_blocks", "three", "two", "one", "loaded", "permuted", "written", "done")
    )
    third, third_and_fourth, first_two = map(f.label, ("third", "third_and_fourth", "first_two"))
    widths = {n: f.label(f"width_{n}") for n in WIDTHS}
    vectors = Four(f, stage)

    expand_key(f, r, passes, chained, slots)
    tables(f, r.table)
    if chained:
        f.mov(rax, r.iv)
        f.mov(rax, qword[rax])
        f.mov(qword[chain], rax)
    f.mov(rax, r.nblocks)
    f.test(rax, rax)
    f.je(done)

    f.here(next_blocks)
    f.phase("four blocks; of five three, because one alone takes as long as two")
    f.mov(rax, source)
    f.mov(rcx, r.nblocks)
    f.cmp(rcx, 5)
    f.je(three)
    f.cmp(rcx, 3)
    f.je(three)
    f.jb(two)
    f.mov(ecx, 4)
    f.movups(xmm0, xmmword[rax])
    f.movups(xmm1, xmmword[rax + 16])
    f.jmp(loaded)
    f.here(three)
    f.mov(ecx, 3)
    f.movups(xmm0, xmmword[rax])
    f.movq(xmm1, qword[rax + 16])
    f.jmp(loaded)
    f.here(two)
    f.cmp(ecx, 2)
    f.jb(one)
    f.movups(xmm0, xmmword[rax])
    f.jmp(loaded)
    f.here(one)
    f.movq(xmm0, qword[rax])
    f.here(loaded)
    f.mov(width, rcx)
    if chained:
        f.movups(xmmword[blocks], xmm0)
        f.movups(xmmword[blocks + 16], xmm1)
    f.phase("IP and E")
    vectors.to_eform()
    for i, (x, y) in enumerate(LANES):
        f.mov(x, qword[stage + 8 * i])
        f.mov(y, qword[stage + 32 + 8 * i])
    f.cmp(ecx, 3)
    f.je(widths[3])
    f.jb(widths[2])
    for n in WIDTHS:
        f.here(widths[n])
        rounds(f, r, n, passes, slots, counts)
        if n != WIDTHS[-1]:
            f.jmp(permuted)
    f.here(permuted)
    f.phase("FP")
    vectors.from_eform([y for x, y in LANES], [x for x, y in LANES])
    f.mov(rcx, width)
    if chained:
        f.phase("the blocks before, and the last one for those that follow")
        for i, part in enumerate((xmm0, xmm1)):
            f.movups(xmm2, xmmword[chain + 16 * i])
            f.pxor(part, xmm2)
        f.mov(rax, qword[chain + rcx * BLOCK])
        f.mov(qword[chain], rax)
    f.mov(rax, r.out)
    f.lea(rdx, rcx * BLOCK)
    f.add(r.out, rdx)
    f.add(source, rdx)
    f.cmp(ecx, 3)
    f.je(third)
    f.ja(third_and_fourth)
    f.cmp(ecx, 2)
    f.je(first_two)
    f.movq(qword[rax], xmm0)
    f.jmp(written)
    f.here(third_and_fourth)
    f.movups(xmmword[rax + 16], xmm1)
    f.jmp(first_two)
    f.here(third)
    f.movq(qword[rax + 16], xmm1)
    f.here(first_two)
    f.movups(xmmword[rax], xmm0)
    f.here(written)
    f.sub(r.nblocks, rcx)
    f.jne(next_blocks)
    f.here(done)
    if chained:
        f.mov(rax, r.iv)
        f.mov(rcx, qword[chain])
        f.mov(qword[rax], rcx)
    f.leave()


@KERNEL.function("des.ecb", "ecb")
def des_ecb(f):
    bulk(f, 1, False)


@KERNEL.function("des.cbc_dec", "cbc_dec")
def des_cbc_dec(f):
    bulk(f, 1, True)


@KERNEL.function("des3.ecb", "des3_ecb")
def des3_ecb(f):
    bulk(f, 3, False)


@KERNEL.function("des3.cbc_dec", "des3_cbc_dec")
def des3_cbc_dec(f):
    bulk(f, 3, True)
