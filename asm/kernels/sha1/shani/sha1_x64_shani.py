# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2); or iterations of
PBKDF2-HMAC-SHA1 for one output block (RFC 8018 section 5.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
           PBKDF2: u, sums: 5 words each; keys: the chaining values after the inner and the outer HMAC key,
           5 words each; iterations: may be 0
Output     cv; PBKDF2: u, the last digest, and sums, xored with all digests
Approach   sha1rnds4 computes four rounds. Each depends on the one before, so that 20 times its latency
           and one paddd bound a block. Loads, byte order, the schedule and e execute beside this chain,
           the loads of the next block by out-of-order execution.
           PBKDF2: a b c d of a digest are the first four words of the next message, its e the fifth. The
           other words are constants. A sum of the keys contains the e of the next hash, so one paddd is
           between two hashes.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. PBKDF2: two hashes.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
Registers  xmm0                 a b c d, a in element 3
           xmm1 xmm2            by turns: e + the group's words; a b c d before the group, from which
                                sha1nexte computes the e of the next group
           xmm3 xmm4 xmm5 xmm6  the last four groups: group g in xmm(3 + g mod 4)
           xmm7                 pshufb mask that reverses 16 bytes
           xmm8 xmm9            the chaining value as vectors a b c d and e
           rdi rsi rdx          cv, address of the block, blocks left
           xmm7 xmm8            PBKDF2: groups 2 and 3 of a message
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
           rax r8               PBKDF2: a word, the vectors in the frame
Frame      none; PBKDF2: the keys, sums of them, the sums and U as vectors; wiped on return
Lab notes  2026-11-21, Zen 5, 64 KiB: 1.907 cycles/byte, 122.1 a block; OpenSSL 3.0's EVP 1.926 and
           libgcrypt 1.10 1.919 beside it (16 KiB: 1.916, 1.928, 1.923). The bound here is 122
           (1.906): sha1rnds4 takes 6 and paddd 2 cycles; where paddd takes 1 it is 121 (1.891).
           That was with the chaining value in memory. In xmm8 and xmm9 1.914 to 1.923; then with the
           schedule after sha1rnds4 1.921, with the loads spread over the groups that use them 1.925.
           2026-11-28, Zen 3 (family 25 model 1): 1.890 in both. In registers it has four stores less in
           a call of one block: og_sha1 of 64 bytes called through a function that stores one word took
           280 cycles and takes 199, as the processor has room for 64 stores that wait.
           PBKDF2: 238 cycles an iteration, as much as its forty sha1rnds4; by sha1.blocks in a loop in C 285.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._shani_pbkdf2 import RegisterChain, equivalents, pbkdf2
from ._shani import REVERSE, VECTORS, compress_blocks

CHAINS = [(xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6)]  # of PBKDF2
CONSTANTS = (xmm7, xmm8)
KERNEL = Kernel(
    stem="sha1_x64_shani",
    arch="x64",
    isa=("ssse3", "shani"),
    summary="SHA-1 with the SHA extensions, one message",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2"),
    equivalents=equivalents(RegisterChain, CHAINS, CONSTANTS[1]),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={**VECTORS, "abcd_in": xmm8, "e_in": xmm9},
    )
    done = f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    f.movdqa(r.reverse, xmmword[f.constant("reverse", REVERSE)], note="reverses 16 bytes")
    compress_blocks(f, r, r.cv, (r.abcd_in, r.e_in))
    f.here(done)
    f.leave()


@KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")
def derive(f):
    pbkdf2(f, RegisterChain, CHAINS, spare=CONSTANTS)
