# SPDX-License-Identifier: MIT
"""The schedules of two blocks in the halves of ymm registers, stored + K in a table on the stack:
what sha1_x64_avx2 and sha1dc_x64_avx2 share. _sse.py has the mathematics."""

from asmgen.registers import dword, xmmword, ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymmword

from .._spec import BLOCK
from ._rounds_wk import GROUPS, SWAP, k_table

VECTOR = 32  # bytes
TABLE = GROUPS * VECTOR
NEAR, MIDDLE, FAR = 128, 384, 640  # into the table: every displacement is one byte
GROUP = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7)  # the last eight groups

# mutants (asmgen/mutate.py) that mean the same
EQUIVALENTS = {
    "add r8d, r10d -> add r9d, r10d": "r9d is added to r8d next",
    "and r12, -0x20 -> and r12, -0x1f": "the bit that this keeps is zero: rsp is 0 mod 16",
    "lea r12, [rsp +144] -> lea r12, [rsp +148]": "the next instruction rounds it down",
}


class Pair:
    """r: near, middle, far, that far into the table; blocks and second, which point at the blocks;
    nblocks; t and u, ymm temporaries, and y, a general one."""

    def __init__(self, f, r):
        self.f, self.r = f, r
        self.k = f.constant("k", k_table(8), "K, eight times each")
        self.swap = f.constant("swap", 2 * SWAP)

    def place_table(self, at):
        """From the next multiple of 32 after `at`, which is 16 bytes before one or at one."""
        f, r = self.f, self.r
        f.lea(r.near, at + (NEAR + VECTOR - 16), note="the stack is aligned to 16 bytes")
        f.and_(r.near, -VECTOR)
        f.lea(r.middle, r.near + (MIDDLE - NEAR))
        f.lea(r.far, r.near + (FAR - NEAR))

    def table(self, at):
        r = self.r
        for base, origin in ((r.near, NEAR), (r.middle, MIDDLE), (r.far, FAR)):
            if at < origin + 128:
                return base + (at - origin)

    def wk(self, block):
        return lambda t: dword[self.table(VECTOR * (t // 4) + 16 * block + 4 * (t % 4))]

    def add_k(self, g):
        self.f.vpaddd(self.r.t, GROUP[g % 8], ymmword[self.k + VECTOR * (g // 5)])
        self.f.vmovdqa(ymmword[self.table(VECTOR * g)], self.r.t, note=f"W({4 * g}) to W({4 * g + 3}), + K")

    def load(self, g):
        f, w = self.f, GROUP[g]
        f.vmovdqu(w.view(128), xmmword[self.r.blocks + 16 * g])
        f.vinserti128(w, w, xmmword[self.r.second + 16 * g], 1)
        f.vpshufb(w, w, ymmword[self.swap])
        self.add_k(g)

    def group(self, g):
        x, x1, x2, x3, x4, _, _, x7, _ = (GROUP[(g - i) % 8] for i in range(9))
        (first if g < 8 else later)(self.f, x, x7, x4, x3, x2, x1, self.r.t, self.r.u)
        self.add_k(g)

    def choose_second(self):
        """The block after `blocks`, or that one again where none is left."""
        f, r = self.f, self.r
        f.lea(r.y.view(64), r.blocks + BLOCK)
        f.mov(r.second, r.blocks)
        f.cmp(r.nblocks, 2)
        f.cmovae(r.second, r.y.view(64))

    def move_on(self):
        """To the next pair, or its second block alone, or this one again."""
        f, r = self.f, self.r
        f.phase("the next pair, or its second block alone, or this one again")
        f.lea(r.second, r.blocks + 2 * BLOCK)
        f.sub(r.nblocks, 2)
        f.cmovne(r.blocks, r.second)
        self.choose_second()


def first(f, x, x7, x4, x3, x2, x1, t, u):
    """x := X(g) by the standard's formula; xk = X(g-k). See _sse.py for the mathematics."""
    f.vpalignr(x, x3, x4, 8, note="W(t-14)")
    f.vpsrldq(t, x1, 4, note="W(t-3) but for the last word")
    f.vpxor(x, x, x4, note="W(t-16)")
    f.vpxor(t, t, x2, note="W(t-8)")
    f.vpxor(x, x, t)
    f.vpslldq(u, x, 12, note="what the last word lacks, to be rotated by 2")
    f.vpsrld(t, x, 31)
    f.vpaddd(x, x, x)
    f.vpor(x, x, t, note="ROTL 1")
    f.vpslld(t, u, 2)
    f.vpsrld(u, u, 30)
    f.vpxor(x, x, t)
    f.vpxor(x, x, u)


def later(f, x, x7, x4, x3, x2, x1, t, u):
    """x, which holds X(g-8), := X(g) by the formula that looks back further."""
    f.vpalignr(t, x1, x2, 8, note="W(t-6)")
    f.vpxor(x, x, x7, note="W(t-32) ^ W(t-28)")
    f.vpxor(x, x, x4, note="W(t-16)")
    f.vpxor(x, x, t)
    f.vpsrld(t, x, 30)
    f.vpslld(x, x, 2)
    f.vpor(x, x, t, note="ROTL 2")
