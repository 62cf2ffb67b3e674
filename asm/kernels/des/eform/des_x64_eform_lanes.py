# SPDX-License-Identifier: MIT
"""out := DES-CBC or Triple DES-CBC encryption of four messages, each under its own key (SP 800-38A 6.2)

Inputs     out, in: 32 * nblocks bytes, block 1 of each message, then block 2 and so on, any alignment, out may
           be in. nblocks: steps, may be 0. keys: 32 bytes for each key of the cipher, 8 for each message. iv:
           32 bytes, the chaining blocks.
Output     out, and iv: the last block of each message.
Idea       Expanded form: a half block is kept as E(half), eight 6-bit fields in the bytes of a
           register, and eight tables of 64 qwords hold E(P(S)). The state holds the round key of its
           next use: x(i) = E(y(i)) ^ K(i), so x(i+2) = x(i) ^ (K(i) ^ K(i+2)) ^ F(x(i+1)).
           The rounds of four messages alternate, so their chains fill each other's gaps. IP(FP(x)) = x and IP
           is linear, so the next blocks are added in E-form, and neither IP nor FP is on the chain. Look-ups
           depend on secrets.
Loop       One step is a block of each message: 16 or 48 rounds, FP, the sum with the next blocks, and IP and
           E of the blocks after these. Before the steps the keys are expanded, a message in an iteration, as
           des_x64_key_avx2 does.
Registers  r8 to r15            x and y of the four messages
           rax rbx              copies of an x from which bytes are extracted, by turns
           rcx rdx rsi          the bytes
           rbp rdi              the tables; the next round keys
           xmm0 to xmm4         the blocks outside the rounds
           r8 r9 r10            before the steps: a message's keys, its places in the frame, messages left
           r11 r12 r13          before the steps: a key, its round keys, keys left
           xmm0 to xmm4         before the steps: C and D, round keys
Frame      keys (differences of round keys of each message), stage (halves between registers and vectors), ks
           (the round keys of a message), then counters. Each function has a map of it. Wiped on return, but
           for the counts.
Lab notes  2026-11-28, Zen 3 (family 25 model 1): 434 cycles a step, 13.6 cycles/byte; with three keys 1,180
           and 36.9. The keys cost 436 and 1,310 a call. In the same run des_x64_eform on one message took
           28.7 and 79.4, des_x64_eform_x4 on four blocks of ECB 13.9 and 37.4, as its IP and FP wait for
           each other.
"""

from types import SimpleNamespace

from asmgen.frame import IN_MEMORY, Area
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, SCHEDULE
from ..des_x64_key_avx2 import EQUIVALENTS, places, schedule
from ._eform import key_slots, tables
from ._form import slots_area, slots_size
from ._permute_sse2 import Four, Two
from .des_x64_eform_x4 import LANES, WORK, rounds

KERNEL = Kernel(
    stem="des_x64_eform_lanes",
    arch="x64",
    isa=("avx2",),
    constant_time=False,
    lanes=len(LANES),
    min_size=3 * BLOCK,
    summary="DES of four messages, each under its own key: states in E-form, 4 KiB of tables",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A section 6.2"),
    equivalents=EQUIVALENTS,
)


def expand_keys(f, r, count, passes, slots, ks):
    """Writes the key slots of each message. Overwrites r8 to r13, WORK and xmm0 to xmm4."""
    keys, to, left, key, round_keys, keys_left = r8, r9, r10, r11, r12, r13
    message, one_key = f.label("message"), f.label("key")
    vectors = SimpleNamespace(word=eax, table=rdx, halves=ymm0, bits=ymm1, even=ymm2)
    f.mov(keys, r.keys)
    f.lea(to, slots)
    f.mov(left.view(32), count)
    f.here(message)
    places(f, vectors.table)
    f.mov(key, keys)
    f.lea(round_keys, ks)
    if passes > 1:
        f.mov(keys_left.view(32), passes)
        f.here(one_key)
    schedule(f, vectors, key, round_keys)
    if passes > 1:
        f.add(key, BLOCK * count)
        f.add(round_keys, SCHEDULE)
        f.dec(keys_left.view(32))
        f.jne(one_key)
    f.vzeroupper()
    f.lea(rsi, ks)
    f.mov(ebx, BLOCK)
    key_slots(f, passes, to, rsi, rbx, rax, rcx, rdx, r11, masked=False)
    f.add(keys, BLOCK)
    f.add(to, slots_size(passes))
    f.dec(left.view(32))
    f.jne(message)


def lanes(f, count, passes):
    """Emits a function for `count` messages, 4 or 2."""
    step, messages, vectors_of = BLOCK * count, LANES[:count], (xmm0, xmm1)[: count // 2]
    apart, stage_size, ks_size = slots_size(passes), 2 * step, SCHEDULE * passes
    secret = apart * count + stage_size + ks_size
    r = f.frame(
        arguments={name: IN_MEMORY for name in ("out", "in", "nblocks", "keys", "iv")},
        registers={
            "table": rbp,
            "ks": rdi,
            **{str(reg): reg for lane in LANES for reg in lane},
            **{str(reg): reg for reg in WORK},
            **{str(reg): reg for reg in (xmm0, xmm1, xmm2, xmm3, xmm4)},
        },
        scratch=secret + 16,
        secret=secret,
    )
    slots, source = r.scratch, getattr(r, "in")
    stage = slots + apart * count
    ks, counts = stage + stage_size, dword[slots + secret]
    vectors = (Four if count == 4 else Two)(f, stage)
    keys_area = slots_area(passes)
    f.frame_map(
        rsp,
        [
            Area(
                keys_area.name, apart * count, keys_area.unit, "differences of round keys, message by message"
            ),
            Area("stage", stage_size, 8, "E-forms: those of R, then those of L"),
            Area("ks", ks_size, 8, "the round keys of a message"),
            Area("passes_left", 4, 4, "in the loop over the passes"),
            Area("rounds_left", 4, 4, "in the loop over the rounds, two of them"),
        ],
    )
    next_step, done, end = f.label("next_step"), f.label("last_step"), f.label("done")

    def next_blocks():
        """Writes IP and E of the blocks after those that were read last, or of the last ones again, to the
        stage."""
        f.phase("IP and E of the blocks after the next, or of the last ones again")
        f.mov(rax, source)
        f.xor(ecx, ecx)
        f.cmp(r.nblocks, 1)
        f.setne(cl)
        f.shl(ecx, step.bit_length() - 1)
        f.add(rax, rcx)
        f.mov(source, rax)
        for i, blocks in enumerate(vectors_of):
            f.movups(blocks, xmmword[rax + 16 * i])
        vectors.to_eform()

    f.cmp(r.nblocks, 0)
    f.je(end)
    expand_keys(f, r, count, passes, slots, ks)
    tables(f, r.table)
    f.phase("the first blocks: P ^ IV")
    f.mov(rax, source)
    f.mov(rcx, r.iv)
    for i, blocks in enumerate(vectors_of):
        f.movups(blocks, xmmword[rax + 16 * i])
        f.movups(xmm2, xmmword[rcx + 16 * i])
        f.pxor(blocks, xmm2)
    vectors.to_eform()
    for i, (x, y) in enumerate(messages):
        f.mov(x, qword[stage + 8 * i])
        f.mov(y, qword[stage + step + 8 * i])
    next_blocks()
    f.here(next_step)
    rounds(f, r, count, passes, slots, counts, apart)
    f.phase("FP of these blocks")
    vectors.from_eform([y for x, y in messages], [x for x, y in messages])
    f.mov(rax, r.out)
    for i, blocks in enumerate(vectors_of):
        f.movups(xmmword[rax + 16 * i], blocks)
    f.add(rax, step)
    f.mov(r.out, rax)
    f.dec(r.nblocks)
    f.je(done)
    f.phase("add the next blocks; x and y change places, as FP does not exchange the halves back")
    for i, (x, y) in enumerate(messages):
        f.mov(rax, x)
        f.mov(x, y)
        f.mov(y, rax)
        f.xor(x, qword[stage + 8 * i])
        f.xor(y, qword[stage + step + 8 * i])
    next_blocks()
    f.jmp(next_step)
    f.here(done)
    f.mov(rax, r.iv)
    for i, blocks in enumerate(vectors_of):
        f.movups(xmmword[rax + 16 * i], blocks)
    f.here(end)
    f.leave()


def steps(count):
    """Returns the inputs for the mutants: the first blocks, the next and those after these, and one step alone."""

    def inputs(chance):
        step = BLOCK * count
        for nblocks in (8, 1):
            sizes = {"out": nblocks * step, "in": nblocks * step, "keys": 3 * step, "iv": step}
            yield {"nblocks": nblocks}, {name: chance.randbytes(size) for name, size in sizes.items()}

    return inputs


def define(kernel):
    """Gives a kernel des.lanes and des3.lanes."""
    kernel.inputs = steps(kernel.lanes)
    for passes, prefix in ((1, ""), (3, "des3_")):

        @kernel.function("des3.lanes" if passes == 3 else "des.lanes", prefix + "lanes")
        def builder(f, passes=passes):
            lanes(f, kernel.lanes, passes)


define(KERNEL)
