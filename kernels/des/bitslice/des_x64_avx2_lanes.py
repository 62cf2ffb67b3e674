# SPDX-License-Identifier: MIT
"""L ^= P(S(E(R) ^ K)) for 256 messages at once, each under its own key

Inputs     out, in: 2048 * nblocks bytes, a block of each message, then the next ones, out may be
           in; nblocks: steps, may be 0; keys: 2048 bytes for each key of the cipher, 8 of each
           lane; iv: 2048 bytes, the chaining blocks
Output     out; iv: the last block of each message
Approach   _lanes.py has the step, _lane_keys.py the keys as slices, whose base moves on
           as C and D rotate; the rest is that of des_x64_avx2_x256.
Registers  ymm0-15              values of a circuit, blocks in transposition
           r13 r14 rdx rsi      in, out, steps left, the chain
           r8 r9 r10            left and right half, round key
           rbp                  slices, stage, keys; wiped
Lab notes  docs/kernels/des_slice.md
"""

from asmgen.kernel import Kernel

from . import _crypt, _lanes

KERNEL = Kernel(
    stem="des_x64_avx2_lanes",
    bits=64,
    isa=("avx2",),
    lanes=256,
    min_size=160,
    summary="bit slices: a block of each of 256 messages, each under its own key, constant time",
    refs=(
        "FIPS 46-3",
        "SP 800-67",
        "SP 800-38A section 6.2",
        "E. Biham, A Fast New DES Implementation in Software, FSE 1997",
    ),
)
_lanes.define(KERNEL)
_crypt.define(KERNEL)
