# SPDX-License-Identifier: MIT
"""out := DES or Triple DES of in, blocks that do not wait for each other: ECB and CBC decryption
(SP 800-38A 6.1, 6.2)

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in; nblocks: may be 0; ks: 1 or 3
           og_des_key; encrypt: 0 or 1, or iv: the chaining block
Output     out; iv: the last block of in
Approach   Four blocks in E-form (_eform.py), a round of each in turn: their chains fill each
           other's gaps. IP, E and FP of the four in vectors (_eform_vector.py). What remains of
           the blocks goes the same way one by one.
Registers  r8 to r15            the two halves of the four blocks
           rax rbx              a half from which fields are taken, by turns
           rcx rdx rsi          the fields
           rbp rdi              the tables; round keys, where there are three passes
           xmm0 to xmm4         the blocks outside the rounds
           rsp                  differences of round keys, the blocks on their way between vectors
                                and registers, the last block of in; wiped on return
Lab notes  2026-11-22, Sapphire Rapids: docs/kernels/des_x64.md.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._eform import TABLE, from_eform, key_slots, slots_size, tables, to_eform
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


def rounds(f, r, lanes, passes, slots, key, count, again):
    """All rounds of E-forms (right, left) in the lanes' registers; afterwards they are the halves
    that FP takes, (left, right). key: spent with 3 passes, count: a dword in memory."""
    swap = FREE[-1]
    for x, y in lanes:
        f.xor(x, qword[slots + 8])
        f.xor(y, qword[slots])
    if passes > 1:
        f.lea(key, slots)
        f.mov(count, passes)
        f.here(again)
        slots = key
    for i in range(1, ROUNDS + 1):
        f.phase(f"round {i}")
        for n, (x, y) in enumerate(lanes):
            if i % 2 == 0:
                x, y = y, x
            lookup_round(f, n, x, y, r.table, qword[slots + 8 * i] if i > 1 else None)
    f.phase("the keys on the way out; the halves change places")
    for x, y in lanes:
        f.xor(y, qword[slots + 8 * (ROUNDS + 1)])
    if passes > 1:
        f.add(key, 8 * ROUNDS)
        f.dec(count)
        done = f.label(f"{again.name}_done")
        f.je(done)
        for x, y in lanes:
            f.mov(swap, x)
            f.mov(x, y)
            f.mov(y, swap)
        f.jmp(again)
        f.here(done)


def bulk(f, passes, chained):
    """chained: CBC decryption, else ECB in either direction."""
    size = slots_size(passes)
    last = "iv" if chained else "encrypt"
    r = f.frame(
        arguments={"out": IN_MEMORY, "in": IN_MEMORY, "nblocks": IN_MEMORY, "ks": rdi,
                   last: IN_MEMORY},
        registers={"table": rbp, **{str(reg): reg for lane in LANES for reg in lane},
                   **{str(reg): reg for reg in FREE}},
        scratch=size + 2 * BLOCK * WAYS + BLOCK * (WAYS + 2))
    slots, source = r.scratch, getattr(r, "in")
    stage = slots + size
    chain = stage + 2 * BLOCK * WAYS        # the block before, then the four
    count = dword[chain + BLOCK * (WAYS + 1)]
    four, one, finish = map(f.label, ("four", "one", "finish"))
    key, step = r.ks, rsi

    if chained:
        f.mov(rax, r.iv)
        f.mov(rax, qword[rax])
        f.mov(qword[chain], rax)
        f.mov(rsi, -8)
        f.add(key, SCHEDULE * passes - 8)
    else:
        forwards = f.label("forwards")
        f.mov(esi, 8)
        f.cmp(dword[r.encrypt.address], 0)
        f.jne(forwards)
        f.neg(rsi)
        f.add(key, SCHEDULE * passes - 8)
        f.here(forwards)
    key_slots(f, passes, slots, key, step, rax, rcx, rdx, rbx)
    tables(f, r.table)
    vectors = Four(f, stage)

    f.here(four)
    f.cmp(r.nblocks, WAYS)
    f.jb(one)
    f.phase("four blocks: IP and E")
    f.mov(rax, source)
    f.movups(xmm0, xmmword[rax])
    f.movups(xmm1, xmmword[rax + 16])
    if chained:
        f.movups(xmmword[chain + BLOCK], xmm0)
        f.movups(xmmword[chain + BLOCK + 16], xmm1)
    vectors.to_eform()
    for i, (x, y) in enumerate(LANES):
        f.mov(x, qword[stage + 8 * i])
        f.mov(y, qword[stage + 32 + 8 * i])
    rounds(f, r, LANES, passes, slots, key, count, f.label("next_pass"))
    f.phase("FP")
    for i, (x, y) in enumerate(LANES):
        f.mov(qword[stage + 8 * i], y)
        f.mov(qword[stage + 32 + 8 * i], x)
    vectors.from_eform()
    if chained:
        for i, blocks in enumerate((xmm0, xmm1)):
            f.movups(xmm2, xmmword[chain + 16 * i])
            f.pxor(blocks, xmm2)
        f.mov(rax, qword[chain + BLOCK * WAYS])
        f.mov(qword[chain], rax)
    f.mov(rax, r.out)
    f.movups(xmmword[rax], xmm0)
    f.movups(xmmword[rax + 16], xmm1)
    f.add(source, BLOCK * WAYS)
    f.add(r.out, BLOCK * WAYS)
    f.sub(r.nblocks, WAYS)
    f.jmp(four)

    f.here(one)
    f.cmp(r.nblocks, 0)
    f.je(finish)
    f.phase("one block")
    x, y = LANES[0]
    f.mov(rax, source)
    f.mov(rcx, qword[rax])
    if chained:
        f.mov(qword[chain + BLOCK], rcx)
    to_eform(f, rcx, y, x, rdx)
    rounds(f, r, LANES[:1], passes, slots, key, count, f.label("next_pass_of_one"))
    from_eform(f, x, y, rcx)
    if chained:
        f.xor(x, qword[chain])
        f.mov(rax, qword[chain + BLOCK])
        f.mov(qword[chain], rax)
    f.mov(rax, r.out)
    f.mov(qword[rax], x)
    f.add(source, BLOCK)
    f.add(r.out, BLOCK)
    f.dec(r.nblocks)
    f.jmp(one)

    f.here(finish)
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
