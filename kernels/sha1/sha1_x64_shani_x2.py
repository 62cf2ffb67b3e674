# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0..1
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from . import _shani

KERNEL = Kernel(
    stem="sha1_x64_shani_x2", bits=64, isa=("ssse3", "shani"), lanes=2,
    summary="SHA-1 of 2 messages woven into each other, with the SHA extensions",
    refs=("FIPS 180-4 section 6.1", "Intel SDM volume 2, SHA1RNDS4"))

POINTERS = (r8, r9)
VECTORS = [xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15][:8]


@KERNEL.function("sha1.lanes")
def lanes(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={f"v{i}": v for i, v in enumerate(VECTORS)}
        | {f"p{i}": p for i, p in enumerate(POINTERS)} | {"rax": rax, "rcx": rcx},
        scratch=_shani.scratch_size(2))
    _shani.body(f, r, POINTERS, VECTORS)
