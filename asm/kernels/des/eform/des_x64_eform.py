# SPDX-License-Identifier: MIT
"""out := DES-CBC or Triple DES-CBC encryption of in: C(i) = E(P(i) ^ C(i-1)) (SP 800-38A 6.2)

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in. nblocks: may be 0. ks: 1 or 3
           og_des_key. iv: the chaining block.
Output     out. iv: the last block of out.
Idea       Expanded form: a half block is kept as E(half), eight 6-bit fields in the bytes of a
           register, and eight tables of 64 qwords hold E(P(S)). A round is then extraction of the
           bytes, look-ups, and two or three levels of xor. Look-ups depend on secrets.
           CBC encryption is one chain of rounds, so all other work is kept off this chain:
           - Round keys. The state is x(i) = E(y(i)) ^ K(i) for the half y(i) that round i reads, so
             x(i+2) = x(i) ^ (K(i) ^ K(i+2)) ^ F(x(i+1)), and the key part is known before.
           - IP of the next block and FP of this one. IP(FP(x)) = x and IP is linear, so the next
             block is added in E-form.
           - The first round of each DES. It reads the half that the last round of the DES before
             it reads, and runs beside it.
Loop       One iteration is a block: IP and E of the next block, 15 or 47 rounds, the last one beside
           round 1 of the next block, FP.
Registers  rax rbx              x and y: the half that a round reads, the half that it changes
           r8 r9 rsi rdi rcx rdx  bytes of x on the way to their look-up; outside the rounds IP and FP
           r11                  sum of entries
           rbp                  the tables
           r10 r15              the halves of the block that FP is still to be applied to
           r12 r13 r14          out, in, blocks left
Frame      keys (differences of round keys) and next (the next block in E-form, with the keys between
           two blocks). Wiped on return.
Lab notes  2026-11-22, Sapphire Rapids, 16 KiB: 24.1 cycles/byte, three passes 68.7 (OpenSSL in the
           same run 43.6 and 111.5). 11.9 cycles a round where 10 is the bound. Without gain: rorx
           for the copies. The high bytes of more than one copy cost 3 cycles each, 26.9 in all.
           A search over some 400 orders of the bytes and sums found this order of a round.
"""

from asmgen.frame import IN_MEMORY, Area
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._eform import from_eform, key_slots, tables, to_eform
from ._form import slots_area, slots_size
from ._round import EQUIVALENTS, OFFSETS, SUM, lookup_round

KERNEL = Kernel(
    stem="des_x64_eform",
    arch="x64",
    constant_time=False,
    summary="DES on one stream: state in E-form, 4 KiB of tables, only the rounds on the chain",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A section 6.2"),
    equivalents=EQUIVALENTS,
)


def cbc_enc(f, passes):
    size = slots_size(passes)
    r = f.frame(
        arguments={"out": r12, "in": r13, "nblocks": r14, "ks": r15, "iv": IN_MEMORY},
        registers={
            "x": rbx,
            "y": rax,
            "table": rbp,
            "sum": SUM,
            "kept": r10,
            **{str(reg): reg for reg in OFFSETS},
        },
        scratch=size + 16,
    )
    f.frame_map(rsp, [slots_area(passes), Area("next", 16, 8, "the next block in E-form ^ keys")])
    source, other_kept = getattr(r, "in"), r.ks  # the key slots replace ks
    next_block, done = f.label("next_block"), f.label("done")
    slots, following = r.scratch, r.scratch + size
    x, y = r.x, r.y

    def slot(number):
        return qword[slots + 8 * number]

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.mov(esi, 8)
    key_slots(f, passes, slots, r.ks, rsi, rdi, rcx, rdx, r8)
    tables(f, r.table)
    last_keys = 16 * passes  # the slot of K(15) of the last pass, before K(16)

    f.phase("the first block: P ^ IV", round=0)
    f.mov(rcx, r.iv)
    f.mov(rcx, qword[rcx])
    f.xor(rcx, qword[source])
    to_eform(f, rcx, y, x, rdx)
    f.xor(y, slot(0), note="y ^= K(2)")
    f.xor(x, slot(1), note="x ^= K(1)")
    f.phase("round 1", round=1)
    lookup_round(f, x, y, r.table)

    f.here(next_block)
    f.phase("IP and E of the next block, or of the last one again, and the keys between two blocks")
    f.xor(ecx, ecx)
    f.cmp(r.nblocks, 1)
    f.setne(cl)
    f.lea(source, source + rcx * BLOCK)
    f.mov(rcx, qword[source])
    to_eform(f, rcx, rsi, rdi, rdx)
    for i, half in enumerate((rsi, rdi)):
        f.xor(half, slot(i))
        f.xor(half, slot(last_keys + i))
        f.mov(qword[following + 8 * i], half)

    for number in range(passes):
        for i in range(2, ROUNDS):
            f.phase(f"round {ROUNDS * number + i}", round=ROUNDS * number + i)
            x, y = y, x
            lookup_round(f, x, y, r.table, slot(ROUNDS * number + i))
        x, y = y, x
        f.phase(f"round {ROUNDS * (number + 1)}", round=ROUNDS * (number + 1))
        if number < passes - 1:
            lookup_round(f, x, y, r.table, slot(ROUNDS * (number + 1)))
            f.xor(x, slot(ROUNDS * (number + 1) + 1))
            first = ROUNDS * (number + 1) + 1
            f.phase("round 1 of the next pass, beside the round before", round=first)
            lookup_round(f, x, y, r.table)
    lookup_round(f, x, y, r.table)
    f.mov(r.kept, y)
    f.mov(other_kept, x)
    f.phase("round 1 of the next block, beside the round before; x and y change places")
    f.xor(y, qword[following])
    f.mov(SUM, y)
    f.mov(y, qword[following + 8])
    f.xor(y, x)
    f.mov(x, SUM)
    x, y = y, x
    assert (x, y) == (r.x, r.y)
    lookup_round(f, x, y, r.table)

    f.phase("FP of this block")
    f.xor(r.kept, slot(last_keys), note="^ K(15)")
    f.xor(other_kept, slot(last_keys + 1), note="^ K(16)")
    from_eform(f, r.kept, other_kept, rcx)
    f.mov(qword[r.out], r.kept)
    f.add(r.out, BLOCK)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.mov(rcx, r.iv)
    f.mov(qword[rcx], r.kept)
    f.here(done)
    f.leave()


@KERNEL.function("des.cbc_enc", "cbc_enc")
def des_cbc_enc(f):
    cbc_enc(f, 1)


@KERNEL.function("des3.cbc_enc", "des3_cbc_enc")
def des3_cbc_enc(f):
    cbc_enc(f, 3)
