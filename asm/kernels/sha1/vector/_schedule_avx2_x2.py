# SPDX-License-Identifier: MIT
"""The message schedules of two consecutive blocks in the 128-bit lanes of ymm registers, for
sha1_x64_avx2 and sha1dc_x64_avx2. _schedule_ssse3.py has the mathematics.

The low lane belongs to the first block and the high lane to the second. A table on the stack holds
W + K of all 20 groups: for each group 16 bytes of the first block and 16 of the second.
"""

from asmgen.x86.registers import dword, xmmword, ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymmword

from .._spec import BLOCK, k_name, words
from ._rounds_wk import GROUPS, SWAP, k_table

VECTOR = 32  # bytes
TABLE = GROUPS * VECTOR  # bytes
# Offsets of three base registers in the table. Every displacement from the nearest is one byte.
NEAR, MIDDLE, FAR = 128, 384, 640
GROUP = (ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7)  # the last eight groups

# mutants (asm/asmgen/mutate.py) that mean the same
EQUIVALENTS = {
    "add r8d, r10d -> add r9d, r10d": "r9d is added to r8d next",
    "and r12, -0x20 -> and r12, -0x1f": "the bit that this keeps is zero: rsp is 0 mod 16",
    "lea r12, [rsp +144] -> lea r12, [rsp +148]": "the next instruction rounds it down",
}


class Pair:
    """The schedules of two blocks.

    r: the roles near, middle and far (the base registers of the table), blocks and second (the
    addresses of both blocks), nblocks (blocks left), t and u (ymm temporaries) and y (a general one).
    """

    def __init__(self, f, r):
        self.f, self.r = f, r
        self.k = f.constant("k", k_table(8), "K, eight times each")
        self.swap = f.constant("swap", 2 * SWAP)

    def place_table(self, at):
        """Sets the base registers for a table at the next multiple of 32 from `at` on, which is as
        aligned as the stack."""
        f, r = self.f, self.r
        unit = f.abi.alignment
        f.lea(r.near, at + (NEAR + VECTOR - unit), note=f"rsp is a multiple of {unit} here")
        f.and_(r.near, -VECTOR, note=f"the table + {NEAR}")
        f.lea(r.middle, r.near + (MIDDLE - NEAR), note=f"the table + {MIDDLE}")
        f.lea(r.far, r.near + (FAR - NEAR), note=f"the table + {FAR}")

    def table(self, at):
        """Returns the address of byte `at` of the table."""
        r = self.r
        for base, origin in ((r.near, NEAR), (r.middle, MIDDLE), (r.far, FAR)):
            if at < origin + 128:
                return base + (at - origin)

    def wk(self, block):
        """Returns the function from t to the memory operand of W[t] + K of block 0 or 1."""
        return lambda t: dword[self.table(VECTOR * (t // 4) + 16 * block + 4 * (t % 4))]

    def add_k(self, g):
        """Stores group g + K in the table."""
        t = self.r.t
        self.f.vpaddd(t, GROUP[g % 8], ymmword[self.k + VECTOR * (g // 5)])
        self.f.vmovdqa(ymmword[self.table(VECTOR * g)], t, note=f"{words(4 * g)} + {k_name(4 * g)}")

    def load(self, g):
        """Loads group g < 4 of both blocks."""
        f, w = self.f, GROUP[g]
        f.vmovdqu(w.view(128), xmmword[self.r.blocks + 16 * g], note=f"{words(4 * g)} of the first block")
        f.vinserti128(w, w, xmmword[self.r.second + 16 * g], 1, note="and of the second")
        f.vpshufb(w, w, ymmword[self.swap])
        self.add_k(g)

    def group(self, g):
        """Computes group g >= 4 of both blocks."""
        x, x1, x2, x3, x4, _, _, x7, _ = (GROUP[(g - i) % 8] for i in range(9))
        (first if g < 8 else later)(self.f, g, x, x7, x4, x3, x2, x1, self.r.t, self.r.u)
        self.add_k(g)

    def choose_second(self):
        """Sets `second` to the block after `blocks`, or to `blocks` if only one block is left."""
        f, r = self.f, self.r
        f.lea(r.y.view(64), r.blocks + BLOCK)
        f.mov(r.second, r.blocks)
        f.cmp(r.nblocks, 2)
        f.cmovae(r.second, r.y.view(64), note="the second block, or the first again if it is the last")

    def move_on(self):
        """Advances to the next pair. If one block is left, it is both blocks of the pair. If none is
        left, the first block of the old pair is both: the loads stay inside the message."""
        f, r = self.f, self.r
        f.phase("advance to the next pair, or stay here after the last one")
        f.lea(r.second, r.blocks + 2 * BLOCK)
        f.sub(r.nblocks, 2)
        f.cmovne(r.blocks, r.second)
        self.choose_second()


def first(f, g, x, x7, x4, x3, x2, x1, t, u):
    """Computes X(g) in x by the formula of the standard; xk is X(g-k)."""
    n = 4 * g
    f.vpalignr(x, x3, x4, 8, note=words(n - 14))
    f.vpsrldq(t, x1, 4, note=f"W[{n - 3}..{n - 1}], 0")
    f.vpxor(x, x, x4, note=f"^ {words(n - 16)}")
    f.vpxor(t, t, x2, note=f"^ {words(n - 8)}")
    f.vpxor(x, x, t)
    f.vpslldq(u, x, 12, note=f"s, the sum for W[{n}], as last word")
    f.vpsrld(t, x, 31)
    f.vpaddd(x, x, x)
    f.vpor(x, x, t, note="ROTL 1")
    f.vpslld(t, u, 2)
    f.vpsrld(u, u, 30)
    f.vpxor(x, x, t, note="^ ROTL 2 (s), its shifted parts one by one")
    f.vpxor(x, x, u, note=words(n))


def later(f, g, x, x7, x4, x3, x2, x1, t, u):
    """Computes X(g), g >= 8, in x by the formula that looks back at least six words; x holds X(g-8)."""
    n = 4 * g
    f.vpalignr(t, x1, x2, 8, note=words(n - 6))
    f.vpxor(x, x, x7, note=f"{words(n - 32)} ^ {words(n - 28)}")
    f.vpxor(x, x, x4, note=f"^ {words(n - 16)}")
    f.vpxor(x, x, t, note=f"^ {words(n - 6)}")
    f.vpsrld(t, x, 30)
    f.vpslld(x, x, 2)
    f.vpor(x, x, t, note=f"ROTL 2: {words(n)}")
