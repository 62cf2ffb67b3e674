# SPDX-License-Identifier: MIT
"""sha1.blocks with a trace of each block, for the detection of collision attacks

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0; traces: nblocks
           records of 124 bytes: W[60..79], cv before the block, state before step 60, mask
Output     cv, traces
Approach   The rounds of sha1_x64_shani, which leave two thirds of the machine idle. Beside them the
           expanded words are stored, and the conditions of the block before are looked at: eight
           steps in the lanes of a ymm register, 37 rows for the 156 conditions. Instructions of the
           SHA extensions must not meet dirty upper halves, so the rows come in chunks that end in
           vzeroupper, one after every other group of four rounds.
Registers  xmm0 to xmm7         as in sha1_x64_shani
           xmm8                 what goes into the trace
           xmm9                 the vectors excluded so far, four words to be joined
           xmm10                0
           ymm11 ymm12          a chunk's exclusions; a row's bits
           ymm13                a row's second words
           rdi rsi rdx rcx      cv, message pointer, blocks left, trace
           r8 r9                words 67 down to 32 of this block, of the block before
           rax                  words for the trace
           rsp                  the chaining value as vectors; two buffers of words; wiped on return
Lab notes  docs/kernels/sha1dc.md.
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._conditions import LAST, rows
from ._shani import FLIP, GROUPS, REVERSE, SCRATCH, VECTORS, block, load, store

KERNEL = Kernel(
    stem="sha1dc_x64_shani", bits=64, isa=("avx2", "ssse3", "shani"),
    summary="the SHA extensions, with eight conditions at a time beside them",
    refs=("FIPS 180-4 section 6.1", "M. Stevens, D. Shumow, USENIX Security 2017"))

LANES = 8
BUFFER = 4 * 36                         # bytes: W[67] down to W[32]
TRACE_CV, TRACE_STATE, TRACE_MASK, TRACE = 80, 100, 120, 124
KEPT, EXCLUDED, ZERO = xmm8, xmm9, xmm10
SUM, BITS, OTHER = ymm11, ymm12, ymm13
CHUNKS = range(0, GROUPS - 2, 2)        # the groups that a chunk follows


def window(buffer, i):
    """W[i .. i + 7], the last one first."""
    return ymmword[buffer + 4 * (LAST - (i + LANES - 1))]


def words(f, name, values):
    """A constant for a window: the value of the last step first."""
    return ymmword[f.constant(name, b"".join(v.to_bytes(4, "little") for v in reversed(values)))]


def chunk(f, buffer, some):
    """The rows `some`; their exclusions join EXCLUDED."""
    for n, (number, row) in enumerate(some):
        i, bi, distance, bj, want, masks = row
        if bi == bj:
            f.vmovdqu(BITS, window(buffer, i), note=f"W[t + {distance}] bit {bj}, W[t] bit {bi}, "
                      f"t = {i} to {i + LANES - 1}")
            f.vpxor(BITS, BITS, window(buffer, i + distance))
        else:
            f.vmovdqu(OTHER, window(buffer, i + distance), note=f"W[t + {distance}] bit {bj}, "
                      f"W[t] bit {bi}, t = {i} to {i + LANES - 1}")
            shift = f.vpsrld if bj > bi else f.vpslld
            shift(BITS, OTHER, abs(bj - bi))
            f.vpxor(BITS, BITS, window(buffer, i))
        f.vpand(BITS, BITS, words(f, f"bit{bi}", [1 << bi] * LANES))
        f.vpcmpeqd(BITS, BITS, ZERO.view(256))
        target = BITS if n else SUM
        (f.vpand if want else f.vpandn)(target, BITS, words(f, f"row{number}", masks))
        if n:
            f.vpor(SUM, SUM, BITS)
    f.vextracti128(BITS.view(128), SUM, 1)
    f.vpor(EXCLUDED, EXCLUDED, SUM.view(128))
    f.vpor(EXCLUDED, EXCLUDED, BITS.view(128))
    f.vzeroupper()


def mask(f, r):
    """The vectors left, into the trace of the block before."""
    f.vpshufd(KEPT, EXCLUDED, 0x4E)
    f.vpor(EXCLUDED, EXCLUDED, KEPT)
    f.vpshufd(KEPT, EXCLUDED, 0xB1)
    f.vpor(EXCLUDED, EXCLUDED, KEPT)
    f.vmovd(eax, EXCLUDED)
    f.not_(eax)
    f.mov(dword[r.traces + (TRACE_MASK - TRACE)], eax)
    f.vpxor(EXCLUDED, EXCLUDED, EXCLUDED)


def traced_block(f, r, chunks):
    """One block with its trace; chunks: {group: rows on the block before}."""
    f.phase("the chaining value into the trace")
    f.pshufd(KEPT, r.abcd, FLIP)
    f.movdqu(xmmword[r.traces + TRACE_CV], KEPT)
    f.pshufd(KEPT, r.e, 3)
    f.movd(dword[r.traces + (TRACE_CV + 16)], KEPT)

    def after(g, group, abcd):
        if g >= 8 and g <= LAST // 4:
            f.movdqu(xmmword[r.words + 16 * (LAST // 4 - g)], group)
        if g == 14:
            f.pshufd(KEPT, abcd, 3)
            f.movd(eax, KEPT)
            f.rol(eax, 30)
            f.mov(dword[r.traces + (TRACE_STATE + 16)], eax, note="e before step 60")
        if g == 15:
            f.pshufd(KEPT, abcd, FLIP)
            f.movdqu(xmmword[r.traces + TRACE_STATE], KEPT, note="a to d before step 60")
        if g >= 15:
            f.pshufd(KEPT, group, FLIP)
            f.movdqu(xmmword[r.traces + 16 * (g - 15)], KEPT)
        if g in chunks:
            chunk(f, r.before, chunks[g])

    block(f, r, after)
    f.add(r.traces, TRACE)


@KERNEL.function("sha1dc.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx, "traces": rcx},
        registers={**VECTORS, "kept": KEPT, "excluded": EXCLUDED, "zero": ZERO, "sum": SUM,
                   "bits": BITS, "other": OTHER, "words": r8, "before": r9, "word": rax},
        scratch=SCRATCH + 2 * BUFFER)
    every = list(enumerate(rows(LANES)))
    share = -(-len(every) // len(CHUNKS))
    chunks = {g: every[n * share:(n + 1) * share] for n, g in enumerate(CHUNKS)}
    done, next_block, last = f.label("done"), f.label("next_block"), f.label("last")

    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.lea(r.words, r.scratch + SCRATCH)
    f.lea(r.before, r.scratch + (SCRATCH + BUFFER))
    f.movdqa(r.reverse, xmmword[f.constant("reverse", REVERSE)])
    f.vpxor(EXCLUDED, EXCLUDED, EXCLUDED)
    f.vpxor(ZERO, ZERO, ZERO)
    load(f, r, r.cv)
    traced_block(f, r, {})
    f.align(32)
    f.here(next_block)
    f.mov(rax, r.words)
    f.mov(r.words, r.before)
    f.mov(r.before, rax)
    f.dec(r.nblocks)
    f.je(last)
    traced_block(f, r, chunks)
    f.sub(r.traces, TRACE)
    mask(f, r)
    f.add(r.traces, TRACE)
    f.jmp(next_block)

    f.here(last)
    f.phase("the conditions on the last block")
    chunk(f, r.before, every)
    mask(f, r)
    store(f, r, r.cv)
    f.here(done)
    f.leave()
