# SPDX-License-Identifier: MIT
"""out := DES or Triple DES of in, for independent blocks: ECB and CBC decryption (SP 800-38A 6.1, 6.2)

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in. nblocks: may be 0. ks: 1 or 3
           og_des_key. encrypt (ECB): 0 or 1. iv (CBC decryption): the chaining block.
Output     out. iv: the last block of in.
Idea       Expanded form: a half block is kept as E(half), eight 6-bit fields in the bytes of a
           register, and eight tables of 64 qwords hold E(P(S)). The state holds the round key of its
           next use: x(i) = E(y(i)) ^ K(i), so x(i+2) = x(i) ^ (K(i) ^ K(i+2)) ^ F(x(i+1)).
           The rounds of four blocks alternate, so their chains fill each other's gaps. Look-ups
           depend on secrets.
Loop       Four blocks an iteration. The last two or three blocks are an iteration by themselves, and
           five blocks are three and two. One block alone is processed as two, the second of zeros. IP,
           E and FP are done for four blocks in SSE2 registers, whatever the number of blocks.
Registers  r8 to r15            x and y of the four blocks; those of absent blocks are sums of every
                                other entry
           rax rbx              copies of an x from which bytes are extracted, by turns
           rcx rdx rsi          the bytes
           rbp rdi              the tables; the next round keys
           xmm0 to xmm4         the blocks outside the rounds
Frame      keys (differences of round keys), stage (halves between registers and vectors), for CBC chain
           and blocks, then width (blocks of this iteration) and counters. Each function has a map of
           it. Wiped on return, but for the counts.
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: 11.7 cycles/byte, three passes 30.1 (nettle's ECB
           in the same run 34.5). All rounds written out are no faster than two in a loop.
"""

from asmgen.frame import IN_MEMORY, Area
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS, SCHEDULE
from ._eform import key_slots, tables
from ._form import slots_area, slots_size
from ._permute_sse2 import Four
from ._tables import BOXES, DISJOINT, TABLE


def of_sums(*totals):
    """Returns the equivalent mutants of the sums of every other entry."""
    return {
        f"xor {total}, [rbp {reg} +{at}] -> or {total}, [rbp {reg} +{at}]": DISJOINT
        for total in totals
        for reg in (rax, rbx, rcx, rdx, rsi)
        for at in range(2 * TABLE, 8 * TABLE, 2 * TABLE)
    }


KERNEL = Kernel(
    stem="des_x64_eform_x4",
    arch="x64",
    constant_time=False,
    min_size=2 * BLOCK,
    blocks_per_iteration=4,
    summary="DES on four blocks at once: states in E-form, 4 KiB of tables",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A sections 6.1 and 6.2"),
    equivalents={
        **of_sums(r12, r13, r14, r15),
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
WORK = (rax, rcx, rdx, rbx, rsi)  # of a round
MOST = len(LANES)
WIDTHS = (4, 3, 2)
UNROLLED_ROUNDS = 2  # in an iteration of the loop over the rounds


def lookup_round(f, lane, x, y, table, key, total=None):
    """y ^= F(x) ^ key, in as few instructions as possible.

    Bytes 1 and 3 are high bytes of rax or rbx. These and rcx or rdx alternate between the lanes.
    total: None, or a register that sums every other entry, which shortens the chain of xors.
    """
    work = (rax, rbx)[lane % 2]
    high = {rax: ah, rbx: bh}[work]
    other = (rcx, rdx)[lane % 2], rsi
    f.mov(work, x, note=f"block {lane}")
    if key is not None:
        f.xor(y, key, note="y ^= the difference of keys")
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
        entry, box = qword[table + offset * 2 + TABLE * number], f"S{BOXES[number] + 1}"
        if total is None or number % 2:
            f.xor(y, entry, note=f"y ^= {box}")
        elif number:
            f.xor(total, entry, note=f"sum ^= {box}")
        else:
            f.mov(total, entry, note=f"sum = {box}")
    if total is not None:
        f.xor(y, total, note="y ^= sum")


def rounds(f, r, width, passes, slots, counts, apart=0):
    """All rounds of `width` blocks, whose E-forms (right, left) are in the registers of LANES.

    Leaves the halves that FP takes, (left, right). slots: address of the round keys, those of each block `apart`
    bytes after those of the block before. counts: two dwords in memory, overwritten.
    """
    lanes, totals = LANES[:width], [reg for lane in LANES[width:] for reg in lane]
    key, passes_left, rounds_left = r.ks, counts, dword[counts.address + 4]
    next_pass, next_rounds, done = (
        f.label(f"{name}_{width}") for name in ("next_pass", "next_rounds", "passes_done")
    )

    def round_(i, at):
        for n, (x, y) in enumerate(lanes):
            if i % 2 == 0:
                x, y = y, x
            own = None if at is None else qword[key + (at + apart * n)]
            lookup_round(f, n, x, y, r.table, own, totals[n] if n < len(totals) else None)

    f.phase(f"{width} blocks: ^ K(1), K(2)")
    for n, (x, y) in enumerate(lanes):
        f.xor(x, qword[slots + (8 + apart * n)])
        f.xor(y, qword[slots + apart * n])
    f.lea(key, slots)
    if passes > 1:
        f.mov(passes_left, passes)
    f.here(next_pass)
    f.mov(rounds_left, ROUNDS // UNROLLED_ROUNDS - 1)
    f.phase("round 1", round=1)
    round_(1, None)
    f.here(next_rounds)
    f.add(key, 8 * UNROLLED_ROUNDS)
    for i in range(UNROLLED_ROUNDS):
        f.phase(f"round {'2n + 1' if i else '2n'}, n = 1 to 7", round=2 + i, step=2, times=7)
        round_(i, 8 * i)
    f.dec(rounds_left)
    f.jne(next_rounds)
    f.phase(f"round {ROUNDS}", round=ROUNDS)
    round_(ROUNDS, 8 * UNROLLED_ROUNDS)
    f.phase("the keys of the last rounds leave the state")
    for n, (x, y) in enumerate(lanes):
        f.xor(y, qword[key + (8 * (UNROLLED_ROUNDS + 1) + apart * n)])
    if passes > 1:
        f.add(key, 8 * UNROLLED_ROUNDS)
        f.dec(passes_left)
        f.je(done)
        f.phase("exchange the halves for the next pass")
        for x, y in lanes:
            f.mov(WORK[0], x)
            f.mov(x, y)
            f.mov(y, WORK[0])
        f.jmp(next_pass)
        f.here(done)


def expand_key(f, r, passes, cbc, slots):
    """Writes the key slots for encryption or decryption. All of WORK is overwritten."""
    key, step, *others = r.ks, rsi, rax, rcx, rdx, rbx
    if cbc:
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


def bulk(f, passes, cbc):
    """cbc: CBC decryption, else ECB in either direction."""
    size, stage_size = slots_size(passes), 2 * BLOCK * MOST
    secret = size + stage_size + (BLOCK * (MOST + 2) if cbc else 0)
    r = f.frame(
        arguments={
            "out": IN_MEMORY,
            "in": IN_MEMORY,
            "nblocks": IN_MEMORY,
            "ks": rdi,
            "iv" if cbc else "encrypt": IN_MEMORY,
        },
        registers={
            "table": rbp,
            **{str(reg): reg for lane in LANES for reg in lane},
            **{str(reg): reg for reg in WORK},
        },
        scratch=secret + 16,
        secret=secret,
    )
    slots, source = r.scratch, getattr(r, "in")
    stage = slots + size
    chain = stage + stage_size
    blocks = chain + BLOCK
    width, counts = qword[slots + secret], dword[slots + secret + 8]
    next_blocks, three, two, one, loaded, permuted, written, done = map(
        f.label, ("next_blocks", "three", "two", "one", "loaded", "permuted", "written", "done")
    )
    third, third_and_fourth, first_two = map(f.label, ("third", "third_and_fourth", "first_two"))
    widths = {n: f.label(f"width_{n}") for n in WIDTHS}
    vectors = Four(f, stage)
    areas = [slots_area(passes), Area("stage", stage_size, 8, "E-forms: four of R, then four of L")]
    if cbc:
        areas += [
            Area("chain", BLOCK, BLOCK, "the block before these"),
            Area("blocks", BLOCK * (MOST + 1), BLOCK, "these blocks"),
        ]
    areas += [
        Area("width", 8, 8, "blocks of this iteration"),
        Area("passes_left", 4, 4, "in the loop over the passes"),
        Area("rounds_left", 4, 4, "in the loop over the rounds, two of them"),
    ]
    f.frame_map(rsp, areas)

    expand_key(f, r, passes, cbc, slots)
    tables(f, r.table)
    if cbc:
        f.mov(rax, r.iv)
        f.mov(rax, qword[rax])
        f.mov(qword[chain], rax)
    f.mov(rax, r.nblocks)
    f.test(rax, rax)
    f.je(done)

    f.here(next_blocks)
    f.phase("load four blocks, or three of five, because one alone takes as long as two")
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
    if cbc:
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
    if cbc:
        f.phase("add the block before each, and keep the last block of in for the next iteration")
        for i, part in enumerate((xmm0, xmm1)):
            f.movups(xmm2, xmmword[chain + 16 * i])
            f.pxor(part, xmm2)
        f.mov(rax, qword[chain + rcx * BLOCK])
        f.mov(qword[chain], rax)
    f.phase("store them")
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
    if cbc:
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
