# SPDX-License-Identifier: MIT
"""x(i+1) = x(i-1) ^ E(P(S(x(i)))) ^ D(i) on 64 blocks, S-boxes by vpermb: ECB and CBC decryption of DES
and Triple DES

Inputs     out, in: 8 * nblocks bytes, any alignment, out may be in. nblocks: may be 0. ks: 1 or 3
           og_des_key. encrypt (ECB): 0 or 1. iv (CBC decryption): the chaining block.
Output     out. iv: the last block of in.
Idea       A vector has one byte of each of 64 blocks: the six bits that one S-box reads. vpermb looks
           up 64 bytes in a table of 64 entries, so an S-box is one instruction. No address and no
           branch depends on data or key.
Key        x(i) is E of the half block with the round key already added. D(i) = K(i-1) ^ K(i+1) goes
           from one key to the next but one.
P and E    An S-box gives one bit to each of six S-boxes. The wires have six colours, with one wire of
           each colour from and to each S-box, and a wire's colour is the number of its bit in a byte.
           So P and E are a permutation of eight vectors for each bit: three stages of four switches. A
           switch exchanges the bits of its mask: a selection, and the sum of both inputs and it.
Loop       Once: expand the round keys to a dword for each S-box and round. Then for each batch of 64
           blocks: blocks to columns, 16 or 48 rounds, two in an iteration, columns to blocks.
           A partial batch is filled up with zeros and costs what a full one costs.
Notes      D of S1 is the byte of D that S1 reads. A place is a vector of the switches.
Registers  zmm0-7 zmm8-15       E of the half blocks
           zmm16-24             temporaries; in the conversions columns
           zmm25-31             tables of S1 to S7; S8 is read from memory
           rdi rsi rdx rcx      out, in, blocks left, ks
           r8 r9                order of the round keys, the opposite order
           r10                  round key; pointer
           rbx r11 r12          from key to key, words and indices
           r13 r14              where this batch is read and written
           rax                  loop counter
           rbp                  the frame, from a multiple of 64
Frame      Round keys, a partial batch. For CBC also the block before the batch and the batch. Wiped on
           return.
Lab notes  2026-11-23, Granite Rapids, cycles/byte: 64 B 9.4, 256 B 2.50, 1 KiB 1.07, Triple DES 23.4,
           6.0, 2.76. In the same run des_x64_eform_x4 took 12.5, 12.1, 12.1 and des_x64_avx512_x512
           55.0, 14.0, 3.64. A round takes 25 cycles; its 40 instructions fit in 20 on two ports. With the
           eight vpermb, which need port 5, replaced by xors it takes 22. Other orders of the switches:
           the same. vpunpck in the conversions, on port 5 too: 3 % slower than swaps.
"""

from asmgen.kernel import Kernel

from .._many_blocks import define
from ._batch import Batch

KERNEL = Kernel(
    stem="des_x64_vbmi_x64",
    arch="x64",
    isa=("avx512f", "avx512bw", "avx512vbmi", "gfni"),
    min_size=56,
    blocks_per_iteration=64,
    summary="64 blocks at once, S-boxes as byte permutations (vpermb), constant time",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A sections 6.1 and 6.2"),
    equivalents={
        "vpxorq zmm0, zmm0, zmm0 -> dropped": "what fills up a partial batch does not matter",
        "mov r10, r13 -> mov r10, r14": "what fills up a partial batch does not matter",
        "constant odd_fields -> byte 32 flipped": "vpermb ignores bit 7 of a looked-up byte",
        "constant odd_fields -> byte 40 flipped": "vpermb ignores bit 7 of a looked-up byte",
    },
)
define(KERNEL, Batch)
