# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0..3
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from . import _shani

KERNEL = Kernel(
    stem="sha1_x64_shani_x4", bits=64, isa=("ssse3", "shani"), lanes=4,
    summary="SHA-1 of 4 messages woven into each other, with the SHA extensions",
    refs=("FIPS 180-4 section 6.1", "Intel SDM volume 2, SHA1RNDS4"))

POINTERS = (r8, r9, r10, r11)
VECTORS = [xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15][:16]


@KERNEL.function("sha1.lanes")
def lanes(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={f"v{i}": v for i, v in enumerate(VECTORS)}
        | {f"p{i}": p for i, p in enumerate(POINTERS)} | {"rax": rax, "rcx": rcx},
        scratch=_shani.scratch_size(4))
    _shani.body(f, r, POINTERS, VECTORS)
