# SPDX-License-Identifier: MIT
"""Three output blocks of PBKDF2-HMAC-Whirlpool: a VeraCrypt header key

Inputs     u: the digests before, sums: 3 * 64 bytes each; keys: the chaining values of the inner and
           the outer key, 64 bytes each; iterations: may be 0
Output     u: the last digests; sums: with all digests added
Approach   Blocks 0 and 1 as in whirlpool_x64_avx2_x2, a lane of each register for either; block 2
           with the two halves of a state in the two lanes (_halves.py), which takes 67 operations
           a round where a lane left idle would take 115. A round of the two, then one of the
           third: neither waits for the other. _nibbles_pbkdf2.py has the derivation.
Registers  ymm0-15              columns, temporaries, and tables while there is room
           rdi rsi rdx rcx      u, sums, keys, iterations left
           rax r8               constants of a round, or where the round keys end; their end
           r9 r10               round keys, those of the round
           r11                  keys, data, what went in, sums; all on the stack, and wiped
Lab notes  docs/kernels/whirlpool_vec.md
"""

from asmgen.kernel import Kernel

from ._nibbles_pbkdf2 import Three, equivalents, pbkdf2

KERNEL = Kernel(
    stem="whirlpool_x64_avx2_x3",
    bits=64,
    isa=("avx2",),
    lanes=3,
    min_size=192,
    summary="vector permutations: two output blocks in the lanes and half of one, constant time",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003", "RFC 8018 section 5.2"),
    equivalents=equivalents(Three),
)


@KERNEL.function("pbkdf2.whirlpool_blocks")
def pbkdf2_(f):
    pbkdf2(f, Three)
