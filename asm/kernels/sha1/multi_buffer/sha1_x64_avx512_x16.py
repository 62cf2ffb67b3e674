# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 15
(FIPS 180-4 section 6.1.2); or iterations of PBKDF2-HMAC-SHA1 for 16 output blocks (RFC 8018 section 5.2)

Inputs     cv: 16 chaining values of 5 words; blocks: 16 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
           PBKDF2: u, sums: 320 bytes each, word 0 of all lanes, then words 1 to 4; keys: the chaining
           values after the inner HMAC keys in this order, then those after the outer keys, 640 bytes
           together; iterations: may be 0
Output     cv; PBKDF2: u, the last digests, and sums, xored with all digests
Approach   Element i of each zmm register belongs to message i, so that one vector operation executes one
           step of all messages. vpternlog computes each of Ch, Parity and Maj and the sum of three
           schedule words in one instruction, vprold a rotation: ten instructions a round where AVX2 needs
           seventeen. The schedule is computed inside the rounds, in sixteen registers. Eight words of
           messages i and i + 4 fill a row. Words are transposed inside 128-bit lanes, then vshufi32x4
           exchanges whole lanes.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. The words of the blocks
           are transposed before the rounds, so that each cache line is read at once.
           PBKDF2: one iteration of the outer loop is an iteration, one of the inner loop a hash. The
           digest stays in the registers of W[0..4]. Words 5 to 15, the padding, are constants: a hash has
           725 operations instead of 752.
Notes      W[t] is word t of the message schedule, here of all messages.
           K0 to K3 are 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC and 0xCA62C1D6, the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79.
Registers  zmm0-4               a b c d e at the start of a block; the roles rotate from round to round
           zmm5                 K
           zmm6 zmm7            temporaries
           zmm8                 pshufb mask that reverses the bytes of each word
           zmm9-10, zmm6-7      temporaries of the transposition of chaining values
           zmm11-14             rows of a transposition
           zmm16-31             W[t] in number 16 + t mod 16; cleared on return
           rdi rsi rdx          cv, pointer array, blocks left
           r8                   bytes done of each message
           r9                   address of a message
           rcx                  the saved chaining values
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           r8 r9                PBKDF2: this hash's keys, their end
Frame      rsp+0 to +383        contains the five vectors of saved chaining values, which begin at a multiple
                                of 64; wiped on return
Lab notes  2026-11-23, Intel Xeon (Granite Rapids): 0.407 cycles/byte in calls of 256 blocks, 0.412 of 16,
           0.460 of one, 26.1 cycles a block. With the ring in memory and four words transposed at a time
           0.483, 0.626 and 0.696. 752 operations of rounds and schedule and 80 of transpositions take
           26 cycles on two ports. With W[8..15] transposed eight rounds before their use 0.407.
           PBKDF2: 46.2 cycles an iteration and output block.
"""

from asmgen.kernel import Kernel

from ._pbkdf2_lanes import Padded512, pbkdf2
from ._vector_lanes_avx import Avx512, lanes

KERNEL = Kernel(
    stem="sha1_x64_avx512_x16",
    arch="x64",
    isa=("avx512bw", "avx512vl"),
    lanes=16,
    min_size=320,
    summary="SHA-1 of sixteen messages in the lanes of AVX-512 registers",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2"),
)


@KERNEL.function("sha1.lanes")
def entry(f):
    lanes(f, Avx512)


@KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")
def derive(f):
    pbkdf2(f, Padded512)
