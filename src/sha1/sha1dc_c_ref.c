/* SPDX-License-Identifier: MIT */
/*
 * kernel: sha1dc_c_ref
 * op: sha1dc.blocks
 * lanes: 1
 * constant-time: yes
 * min-size: 0
 * summary: sha1_c_ref with the conditions one by one
 * refs: FIPS 180-4 section 6.1.2; M. Stevens, D. Shumow, USENIX Security 2017
 *
 * SHA-1 as in sha1_c_ref. For each block it also writes og_sha1dc_block_info, the input of the exact
 * test: W[60..79], the chaining value before the block, the state before step 60 and the mask of the
 * disturbance vectors that no condition excludes.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "sha1/sha1dc_tables.h"

static uint32_t f(unsigned t, uint32_t x, uint32_t y, uint32_t z) {
    if (t <= 19) {
        return (x & y) ^ (~x & z);
    }
    return t <= 39 || t >= 60 ? x ^ y ^ z : (x & y) ^ (x & z) ^ (y & z);
}

/* Returns the mask of the disturbance vectors that no condition excludes. */
static uint32_t surviving(const uint32_t W[80]) {
    uint32_t mask = 0xffffffff;
    for (unsigned n = 0; n < 156; n++) {
        const og_sha1dc_condition *c = &og_sha1dc_conditions[n];
        const uint32_t unmet = ((W[c->i] >> c->bi ^ W[c->j] >> c->bj) & 1) ^ c->want;
        mask &= ~(c->mask & (0 - unmet));
    }
    return mask;
}

OG_BELOW void compress(uint32_t cv[5], const uint8_t *blocks, size_t nblocks, og_sha1dc_block_info *info) {
    static const uint32_t K[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t W[80], s[5];

    for (size_t i = 0; i < nblocks; i++) {
        og_sha1dc_block_info *out = &info[i];
        for (unsigned t = 0; t <= 15; t++) {
            W[t] = og_load32be(blocks + 64 * i + 4 * t);
        }
        for (unsigned t = 16; t <= 79; t++) {
            W[t] = og_rotl32(W[t - 3] ^ W[t - 8] ^ W[t - 14] ^ W[t - 16], 1);
        }
        memcpy(s, cv, sizeof s);
        for (unsigned t = 0; t <= 79; t++) {
            if (t == 60) {
                memcpy(out->state, s, sizeof s);
            }
            const uint32_t T = og_rotl32(s[0], 5) + f(t, s[1], s[2], s[3]) + s[4] + K[t / 20] + W[t];
            s[4] = s[3];
            s[3] = s[2];
            s[2] = og_rotl32(s[1], 30);
            s[1] = s[0];
            s[0] = T;
        }
        memcpy(out->w, W + 60, sizeof out->w);
        memcpy(out->cv, cv, sizeof out->cv);
        out->mask = surviving(W);
        for (unsigned k = 0; k < 5; k++) {
            cv[k] += s[k];
        }
    }
    og_wipe(W, sizeof W); /* the message may be secret */
    og_wipe(s, sizeof s);
}

void og_sha1dc_c_ref(uint32_t cv[5], const uint8_t *blocks, size_t nblocks, og_sha1dc_block_info *info) {
    compress(cv, blocks, nblocks, info);
    og_burn_stack();
}
