# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 7
(FIPS 180-4 section 6.1.2); or iterations of PBKDF2-HMAC-SHA1 for 8 output blocks (RFC 8018 section 5.2)

Inputs     cv: 8 chaining values of 5 words; blocks: 8 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
           PBKDF2: u, sums: 160 bytes each, word 0 of all lanes, then words 1 to 4; keys: the chaining
           values after the inner HMAC keys in this order, then those after the outer keys, 320 bytes
           together; iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   The rounds of sha1_x64_avx512_x16 on ymm registers, for which Intel cores have three vector ports
           instead of two. Element i of each register belongs to message i. Four words of message i fill the
           low 128-bit lane of a row and four of message i + 4 the high one, so that a transposition stays
           inside 128-bit lanes.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. Words 4q to 4q+3 of the
           blocks are transposed four rounds before their use.
           PBKDF2: one iteration of the outer loop is an iteration, one of the inner loop a hash. The
           digest stays in the registers of W[0..4]. Words 5 to 15, the padding, are constants: a hash has
           725 operations instead of 752.
Notes      W[t] is word t of the message schedule, here of all messages.
           K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79.
Registers  ymm0-4               a b c d e at the start of a block; the roles rotate from round to round
           ymm5                 K
           ymm6 ymm7            temporaries
           ymm8                 pshufb mask that reverses the bytes of each word
           ymm9-10, ymm6-7      temporaries of a transposition
           ymm16-31             W[t] in number 16 + t mod 16; cleared on return
           rdi rsi rdx          cv, pointer array, blocks left
           r8                   bytes done of each message
           r9                   address of a message
           rcx                  the saved chaining values
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           r8 r9                PBKDF2: this hash's keys, their end
Frame      rsp+0 to +191        contains the five vectors of saved chaining values, which begin at a multiple
                                of 32; wiped on return
Lab notes  2026-11-23, Intel Xeon (Granite Rapids): 0.538 cycles/byte in calls of 256 blocks, 0.545 of 16,
           0.583 of one, 34.4 cycles a block; sha1_x64_avx2_x8 takes 0.973, 0.979 and 1.027. With all words
           transposed before the rounds 0.544.
           PBKDF2: 63.3 cycles an iteration and output block.
"""

from asmgen.kernel import Kernel

from ._pbkdf2_lanes import Padded512Vl, pbkdf2
from ._vector_lanes_avx import Avx512Vl, lanes

KERNEL = Kernel(
    stem="sha1_x64_avx512vl_x8",
    arch="x64",
    isa=("avx512bw", "avx512vl"),
    lanes=8,
    min_size=256,
    summary="SHA-1 of eight messages in the lanes of ymm registers, AVX-512",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2"),
)


@KERNEL.function("sha1.lanes")
def entry(f):
    lanes(f, Avx512Vl)


@KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")
def derive(f):
    pbkdf2(f, Padded512Vl)
