# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2); or iterations of
PBKDF2-HMAC-SHA1 for one output block (RFC 8018 section 5.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
           PBKDF2: u, sums: 5 words each; keys: the chaining values after the inner and the outer HMAC key,
           5 words each; iterations: may be 0
Output     cv; PBKDF2: u, the last digest, and sums, xored with all digests
Approach   sha1rnds4 computes four rounds. The other SHA extensions are not used: on Intel cores sha1nexte
           occupies the unit of sha1rnds4, and sha1msg2 decodes to a dozen micro-operations. The e of a
           group is ROTL 30 of the a before the last group, which vprold with a mask rotates while it clears
           the other three elements. The message schedule uses AVX-512 instructions on xmm registers:
           eight a group in groups 4 to 7, by the formula of the standard, four in groups 8 to 15, by
           W[t] = ROTL 2 (W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32]), three in groups 16 to 19, by
           W[t] = ROTL 4 (W[t-12] ^ W[t-32] ^ W[t-56] ^ W[t-64]).
           PBKDF2: the schedule waits for the digest, and the rounds for the schedule. Words 5 to 15 are
           constants, so groups 4 to 6 are sums of rotated words of the digest and of constants, none
           computed from the other, and later groups leave out the terms that are 0.
Loop       One iteration compresses one block in 20 unrolled groups of four rounds. Group g+4 of the
           schedule is computed after the rounds of group g.
           PBKDF2: one iteration is two hashes. Group g+2 is computed after the rounds of group g.
Notes      W[t] is word t of the message schedule, W[16..19] a vector of four words, which is called group
           4. Element 3 is the highest 32-bit element of a vector and holds the oldest word. sha1rnds4
           adds the constants of rounds 0 to 19, 20 to 39, 40 to 59 and 60 to 79, here K0 to K3.
           vzeroupper comes first: sha1rnds4 is slow while the caller's upper halves of ymm registers are
           in use.
Registers  xmm0                 a b c d, a in element 3
           xmm1                 e + the group's words
           xmm2                 e of the next group in element 3, the other elements 0
           xmm3 xmm4            the chaining value as vectors a b c d and e
           xmm5                 vpshufb mask that reverses 16 bytes
           xmm16-31             the last sixteen groups: group g in number 16 + g mod 16; cleared on return
           k1                   the mask of element 3
           rdi rsi rdx          cv, address of the block, blocks left
           eax                  temporary
           xmm3-4 xmm5-10       PBKDF2: the sums; the keys and sums of them
           xmm16-31             PBKDF2: the schedule, before group 13 in xmm29-30 what groups 4 to 6 are
                                sums of
           rdi rsi rdx rcx      PBKDF2: u, sums, keys, iterations left
Frame      none
Lab notes  2026-11-23, Intel Xeon (Granite Rapids): 83.4 cycles a block in calls of 256 blocks and 84.8 in
           calls of one; with sha1nexte 95.0 and 93.8, with the schedules of two blocks at once in ymm
           registers 81.7. Twenty sha1rnds4 take 80. On Zen 4, where sha1msg2 is one micro-operation, 127;
           sha1_x64_shani 121 (2026-11-29).
           PBKDF2: 177 cycles an iteration; 193 with the schedule of sha1.blocks without the terms that are
           0, 188 with the newest group added last from group 8 on, 185 with groups 4 and 5 from the digest,
           178 with group g+2 in place of g+4 after group g, 177 with group 6 from the digest. If the
           schedule does not wait for the digest, 169. Twice twenty sha1rnds4 and an addition take 162.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ._pbkdf2 import pbkdf2
from ._shani_vl import ELEMENT_3, RING, STATE, begin, end, load_block, reverse, rounds

KERNEL = Kernel(
    stem="sha1_x64_shani_vl",
    arch="x64",
    isa=("avx512bw", "avx512vl", "shani"),
    summary="SHA-1 with sha1rnds4, all else in AVX-512",
    refs=("FIPS 180-4 section 6.1", "RFC 8018 section 5.2"),
)


@KERNEL.function("sha1.blocks")
def blocks(f):
    r = f.frame(
        arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx},
        registers={
            **STATE,
            "abcd_in": xmm3,
            "e_in": xmm4,
            "reverse": xmm5,
            "temporary": eax,
            "mask": ELEMENT_3,
            **{str(v): v for v in RING},
        },
    )
    next_block, done = f.label("next_block"), f.label("done")
    f.test(r.nblocks, r.nblocks)
    f.je(done)
    begin(f, r, r.cv)
    f.vmovdqa(r.reverse, reverse(f), note="reverses 16 bytes")
    f.align(32)
    f.here(next_block)
    f.vmovdqa(r.abcd_in, r.abcd, note="chaining value: a b c d")
    f.vmovdqa(r.e_in, r.e, note="chaining value: e")
    load_block(f, r.blocks, r.reverse)
    rounds(f, r)
    f.phase("add the chaining value")
    f.vpaddd(r.e, r.rotated, r.e_in)
    f.vpaddd(r.abcd, r.abcd, r.abcd_in)
    f.dec(r.nblocks, note="blocks left")
    f.jne(next_block)
    end(f, r, r.cv)
    f.here(done)
    f.leave()


@KERNEL.function("pbkdf2.sha1_lanes", name="pbkdf2")
def derive(f):
    pbkdf2(f)
