# SPDX-License-Identifier: MIT
"""x(i+1) = x(i-1) ^ E(P(S(x(i)))) ^ D(i) on 32 blocks, S-boxes by vpshufb: ECB and CBC decryption of DES
and Triple DES

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in. nblocks: may be 0. ks: 1 or 3
           og_des_key. encrypt (ECB): 0 or 1. iv (CBC decryption): the chaining block.
Output     out. iv: the last block of in.
Idea       A vector has one byte of each of 32 blocks: the six bits that one S-box reads, four of them in
           bits 0 to 3, two in bits 6 and 7. vpshufb looks up 16 bytes in a table of 16 entries, and
           gives 0 where bit 7 is 1. So an S-box is the sum of four look-ups: of x, x + 64, their OR and
           x ^ 128. No address and no branch depends on data or key.
Key        x(i) is E of the half block with the round key already added. D(i) = K(i-1) ^ K(i+1) goes
           from one key to the next but one.
P and E    The network of des_x64_vbmi_x64: an S-box gives one bit to each of six S-boxes, and a wire's
           colour is the number of its bit. Three stages of four switches permute eight vectors for each
           bit. A switch is t = (a ^ b) & mask, a ^= t, b ^= t.
Loop       Once: expand the round keys to a dword for each S-box and round. Then for each batch of 32
           blocks: blocks to columns, 16 or 48 rounds, two in an iteration, columns to blocks.
           A partial batch is filled up with zeros and costs what a full one costs.
Notes      D of S1 is the byte of D that S1 reads. A place is a vector of the switches. A column has bit k
           of every byte of a block. Linear maps are sums of look-ups by halves of a byte.
Registers  ymm0-7               the places; in the conversions columns; otherwise see the text
           ymm8 ymm9            64 and 128 in each byte
           ymm10-13             temporaries
           rdi rsi rdx rcx      out, in, blocks left, ks
           r8 r9                addresses of E of the two half blocks, exchanged by a pass; in the
                                expansion the order of the round keys, the opposite order
           r10                  round key; pointer
           r11                  passes left; temporary
           rbx r12              from key to key, words and indices
           r13 r14              where this batch is read and written
           rax                  loop counter
           rbp                  the frame, from a multiple of 64
Frame      E of the half blocks, round keys, a partial batch. For CBC also the block before the batch and
           the batch. Wiped on return.
Lab notes  2026-11-30, Intel Xeon (family 6 model 207), cycles/byte: 64 B 18.7, 128 B 9.4, 256 B 4.50,
           512 B 4.35, Triple DES 50.4, 25.2, 12.4, 12.0. In the same run des_x64_eform_x4 took 12.3,
           12.1, 12.0, 11.9 and 31.9, 31.3, 31.0, 30.9, des_x64_avx2_x256 50.8, 25.4, 12.8, 6.50 and
           128.8, 64.5, 32.4, 16.3. A round takes 59 cycles; its 144 vector instructions fit in 48 on
           three ports. The same day on AMD Zen 3 (family 25 model 1): 64 B 17.3, 128 B 8.75, 256 B 4.17,
           512 B 3.97, Triple DES 45.6, 22.9, 11.3, 10.8; des_x64_eform_x4 14.4 to 14.0 and 39.1 to 37.6.
           There 9 blocks are enough.
"""

from asmgen.kernel import Kernel

from .._many_blocks import define
from ._batch_avx2 import Batch
from ._round_keys_avx2 import UNREAD

FILLING = [
    "vpxor ymm0, ymm0, ymm0 -> dropped",
    "vpxor ymm0, ymm0, ymm0 -> vpxor ymm0, ymm0, ymm1",
    "mov r10, r13 -> mov r10, r14",
    *(f"vmovdqa [r10 +{at}], ymm0 -> vmovdqa [r10 +{at}], ymm1" for at in range(32, 256, 32)),
    "vmovdqa [r10], ymm0 -> vmovdqa [r10], ymm1",
]
SUMS = ["ymm10, ymm10, ymm4", *(f"ymm{i}, ymm9, ymm{i}" for i in range(8))]  # of two look-ups of a map

KERNEL = Kernel(
    stem="des_x64_avx2_x32",
    arch="x64",
    isa=("avx2",),
    min_size=72,
    blocks_per_iteration=32,
    summary="32 blocks at once, S-boxes as byte permutations (vpshufb), constant time",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A sections 6.1 and 6.2"),
    equivalents={
        **{
            f"constant orders -> byte {i} flipped": "vpshufb gives 0, or nobody reads the byte"
            for i in UNREAD
        },
        **dict.fromkeys(FILLING, "what fills up a partial batch does not matter"),
        **{f"vpxor {sum_} -> vpor {sum_}": "the look-ups of a map give different bits" for sum_ in SUMS},
        "mov eax, 0x20 -> add eax, 0x20": "the loop before it counted down to nothing",
    },
)
define(KERNEL, Batch)
