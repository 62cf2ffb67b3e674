# SPDX-License-Identifier: MIT
"""x(i+1) = x(i-1) ^ E(P(S(x(i)))) ^ D(i) on a block of each of 64 messages, each under its own key

Inputs     CBC encryption: out, in: 512 * nblocks bytes, block 1 of each message, then block 2 and so on,
           out may be in. nblocks: steps, may be 0. keys: 512 bytes for each key of the cipher, 8 for each
           message. iv: 512 bytes, the chaining blocks.
Output     out, and iv: the last block of each message.
Idea       A vector has one byte of each of 64 messages: the six bits that one S-box reads. vpermb looks
           up 64 bytes in a table of 64 entries, so an S-box is one instruction. No address and no
           branch depends on data or key.
Key        x(i) is E of the half block with the round key already added. D(i) = K(i-1) ^ K(i+1) goes
           from one key to the next but one. D is a linear map of the key: an affine instruction for each
           of four columns, with the matrices in a table.
P and E    An S-box gives one bit to each of six S-boxes. The wires have six colours, with one wire of
           each colour from and to each S-box, and a wire's colour is the number of its bit in a byte.
           So P and E are a permutation of eight vectors for each bit: three stages of four switches. A
           switch exchanges the bits of its mask: a selection, and the sum of both inputs and it.
Loop       Once: expand the round keys. Then for each step: blocks to columns, added to R16 and L16 of the
           step before, 16 or 48 rounds, two in an iteration, columns to blocks.
Notes      A place is a vector of the switches.
Registers  zmm0-7 zmm8-15       E of the half blocks
           zmm16-24             temporaries; in the conversions columns
           zmm25-31             tables of S1 to S7; S8 is read from memory
           rdi rsi rdx rcx      out, in, steps left, keys
           r10                  round key
           r11                  matrices; the chaining blocks
           rax                  loop counter
           rbp                  the frame, from a multiple of 64
Frame      Round keys: 9 KiB a key. Wiped on return.
Lab notes  2026-11-23, Granite Rapids, in long calls: 1.06 cycles/byte, Triple DES 2.70. A call takes
           740 cycles more for its keys and chaining blocks, Triple DES 2300. In the same run
           des_x64_avx2_lanes with 256 messages took 1.75 and 4.66.
"""

from asmgen.kernel import Kernel

from . import _lanes

KERNEL = Kernel(
    stem="des_x64_vbmi_lanes",
    arch="x64",
    isa=("avx512f", "avx512bw", "avx512vbmi", "gfni"),
    lanes=64,
    min_size=32,
    summary="a block of each of 64 messages, each under its own key, S-boxes as byte permutations, "
    "constant time",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A section 6.2"),
)
_lanes.define(KERNEL)
