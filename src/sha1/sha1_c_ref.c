/* SPDX-License-Identifier: MIT */
/*
 * kernel: sha1_c_ref
 * op: sha1.blocks
 * lanes: 1
 * constant-time: yes
 * min-size: 0
 * summary: the pseudocode of FIPS 180-4: the schedule expanded first, then 80 rounds
 * refs: FIPS 180-4 sections 4.1.1, 4.2.1, 6.1.2
 *
 * H <- H + rounds(H, schedule(M)), block after block, with the names of the standard. The other kernels
 * are compared with this one. It is not tuned.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"

/* Section 4.1.1: the logical functions. */
static uint32_t Ch(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (~x & z); }

static uint32_t Parity(uint32_t x, uint32_t y, uint32_t z) { return x ^ y ^ z; }

static uint32_t Maj(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (x & z) ^ (y & z); }

static uint32_t f(unsigned t, uint32_t x, uint32_t y, uint32_t z) {
    if (t <= 19) {
        return Ch(x, y, z);
    }
    if (t <= 39) {
        return Parity(x, y, z);
    }
    if (t <= 59) {
        return Maj(x, y, z);
    }
    return Parity(x, y, z);
}

/* Section 4.2.1: floor(2^30 sqrt(n)) for n = 2, 3, 5, 10. */
static uint32_t K(unsigned t) {
    static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    return constants[t / 20];
}

void og_sha1_c_ref(uint32_t cv[5], const uint8_t *blocks, size_t nblocks) {
    uint32_t W[80];

    for (size_t i = 0; i < nblocks; i++) {
        const uint8_t *M = blocks + 64 * i;

        /* Section 6.1.2, step 1: prepare the message schedule. */
        for (unsigned t = 0; t <= 15; t++) {
            W[t] = og_load32be(M + 4 * t);
        }
        for (unsigned t = 16; t <= 79; t++) {
            W[t] = og_rotl32(W[t - 3] ^ W[t - 8] ^ W[t - 14] ^ W[t - 16], 1);
        }

        /* Step 2: the working variables. */
        uint32_t a = cv[0];
        uint32_t b = cv[1];
        uint32_t c = cv[2];
        uint32_t d = cv[3];
        uint32_t e = cv[4];

        /* Step 3. */
        for (unsigned t = 0; t <= 79; t++) {
            uint32_t T = og_rotl32(a, 5) + f(t, b, c, d) + e + K(t) + W[t];
            e = d;
            d = c;
            c = og_rotl32(b, 30);
            b = a;
            a = T;
        }

        /* Step 4: the intermediate hash value. */
        cv[0] += a;
        cv[1] += b;
        cv[2] += c;
        cv[3] += d;
        cv[4] += e;
    }
    og_wipe(W, sizeof W); /* the message may be secret */
}
