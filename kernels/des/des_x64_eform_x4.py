# SPDX-License-Identifier: MIT
"""out := DES or Triple DES of in, blocks that do not wait for each other: ECB and CBC decryption
(SP 800-38A 6.1, 6.2)

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in; nblocks: may be 0; ks: 1 or 3
           og_des_key; encrypt: 0 or 1, or iv: the chaining block
Output     out; iv: the last block of in
Approach   Four blocks in E-form (_eform.py), a round of each in turn: their chains fill each
           other's gaps. IP, E and FP of the four in vectors (_eform_vector.py). One to three blocks
           that remain go the same way by a copy, filled up with zeros.
Registers  r8 to r15            the two halves of the four blocks
           rax rbx              a half from which fields are taken, by turns
           rcx rdx rsi          the fields
           rbp rdi              the tables; round keys, where there are three passes
           xmm0 to xmm4         the blocks outside the rounds
           rsp                  differences of round keys, the blocks on their way between vectors
                                and registers, the block before the four and they themselves; wiped
                                on return
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: 11.7 cycles/byte, three passes 30.1 (nettle's ECB
           in the same run 34.5). A path of its own for one block left over took 266 cycles, all
           four lanes 418: not worth its code. docs/kernels/des_x64.md.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._eform import TABLE, key_slots, slots_size, tables
from ._eform_vector import Four
from ._spec import BLOCK, ROUNDS, SCHEDULE

KERNEL = Kernel(
    stem="des_x64_eform_x4", bits=64, constant_time=False, min_size=2 * BLOCK, at_once=4,
    summary="DES on four blocks at once: states in E-form, 4 KiB of tables",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A sections 6.1 and 6.2"))

LANES = ((r8, r9), (r10, r11), (r12, r13), (r14, r15))
FREE = (rax, rcx, rdx, rbx, rsi)
WAYS = len(LANES)


def lookup_round(f, lane, x, y, table, key):
    """y ^= F(x) ^ key in as few instructions as there are. The high bytes that have a name come
    from rax, rbx, rcx and rdx by turns."""
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
        f.xor(y, qword[table + offset * 2 + TABLE * number])


def rounds(f, r, passes, slots, key, count):
    """All rounds of E-forms (right, left) in the lanes' registers; afterwards they are the halves
    that FP takes, (left, right). key: spent with 3 passes, count: a dword in memory."""
    spare = FREE[-1]
    for x, y in LANES:
        f.xor(x, qword[slots + 8])
        f.xor(y, qword[slots])
    if passes > 1:
        again, done = f.label("next_pass"), f.label("passes_done")
        f.lea(key, slots)
        f.mov(count, passes)
        f.here(again)
        slots = key
    for i in range(1, ROUNDS + 1):
        f.phase(f"round {i}")
        for n, (x, y) in enumerate(LANES):
            if i % 2 == 0:
                x, y = y, x
            lookup_round(f, n, x, y, r.table, qword[slots + 8 * i] if i > 1 else None)
    f.phase("the keys on the way out")
    for x, y in LANES:
        f.xor(y, qword[slots + 8 * (ROUNDS + 1)])
    if passes > 1:
        f.add(key, 8 * ROUNDS)
        f.dec(count)
        f.je(done)
        f.phase("the halves change places")
        for x, y in LANES:
            f.mov(spare, x)
            f.mov(x, y)
            f.mov(y, spare)
        f.jmp(again)
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


def copy(f, count, source, to, spare, name):
    """count > 0 qwords from source to `to`, the last one first; count is spent."""
    again = f.label(name)
    f.here(again)
    f.mov(spare, qword[source + count * 8 - 8])
    f.mov(qword[to + count * 8 - 8], spare)
    f.dec(count)
    f.jne(again)


def bulk(f, passes, chained):
    """chained: CBC decryption, else ECB in either direction."""
    size = slots_size(passes)
    r = f.frame(
        arguments={"out": IN_MEMORY, "in": IN_MEMORY, "nblocks": IN_MEMORY, "ks": rdi,
                   "iv" if chained else "encrypt": IN_MEMORY},
        registers={"table": rbp, **{str(reg): reg for lane in LANES for reg in lane},
                   **{str(reg): reg for reg in FREE}},
        scratch=size + 2 * BLOCK * WAYS + BLOCK * (WAYS + 2))
    slots, source = r.scratch, getattr(r, "in")
    stage = slots + size
    chain = stage + 2 * BLOCK * WAYS        # the block before the four
    blocks = chain + BLOCK
    count = dword[blocks + BLOCK * WAYS]
    four, full, rest, done = map(f.label, ("four", "full", "rest", "done"))
    vectors = Four(f, stage)

    expand_key(f, r, passes, chained, slots)
    tables(f, r.table)
    if chained:
        f.mov(rax, r.iv)
        f.mov(rax, qword[rax])
        f.mov(qword[chain], rax)

    f.here(four)
    f.mov(rax, source)
    f.mov(rcx, r.nblocks)
    f.cmp(rcx, WAYS)
    f.jae(full)
    f.test(rcx, rcx)
    f.je(done)
    f.phase("one to three blocks, and zeros")
    f.pxor(xmm0, xmm0)
    f.movups(xmmword[blocks], xmm0)
    f.movups(xmmword[blocks + 16], xmm0)
    copy(f, rcx, rax, blocks, rbx, "copy_in")
    f.lea(rax, blocks)
    f.here(full)
    f.phase("IP and E")
    f.movups(xmm0, xmmword[rax])
    f.movups(xmm1, xmmword[rax + 16])
    if chained:
        f.movups(xmmword[blocks], xmm0)
        f.movups(xmmword[blocks + 16], xmm1)
    vectors.to_eform()
    for i, (x, y) in enumerate(LANES):
        f.mov(x, qword[stage + 8 * i])
        f.mov(y, qword[stage + 32 + 8 * i])
    rounds(f, r, passes, slots, r.ks, count)
    f.phase("FP")
    for i, (x, y) in enumerate(LANES):
        f.mov(qword[stage + 8 * i], y)
        f.mov(qword[stage + 32 + 8 * i], x)
    vectors.from_eform()
    f.mov(rcx, r.nblocks)
    if chained:
        f.phase("the blocks before, and the last one for the next four")
        for i, part in enumerate((xmm0, xmm1)):
            f.movups(xmm2, xmmword[chain + 16 * i])
            f.pxor(part, xmm2)
        f.mov(edx, WAYS)
        f.cmp(rdx, rcx)
        f.cmova(rdx, rcx)
        f.mov(rax, qword[chain + rdx * BLOCK])
        f.mov(qword[chain], rax)
    f.mov(rax, r.out)
    f.cmp(rcx, WAYS)
    f.jb(rest)
    f.movups(xmmword[rax], xmm0)
    f.movups(xmmword[rax + 16], xmm1)
    f.add(source, BLOCK * WAYS)
    f.add(r.out, BLOCK * WAYS)
    f.sub(r.nblocks, WAYS)
    f.jmp(four)

    f.here(rest)
    f.movups(xmmword[blocks], xmm0)
    f.movups(xmmword[blocks + 16], xmm1)
    copy(f, rcx, blocks, rax, rbx, "copy_out")
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
