/* SPDX-License-Identifier: MIT */
/* The iterations of PBKDF2-HMAC-Whirlpool: a digest fills a block and its padding another, so each
 * iteration is four compressions, two of them from the key blocks' chaining values. */
#include "kdf/pbkdf2.h"

#include <string.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/wipe.h"

int og_pbkdf2_whirlpool(const og_hmac_ctx *key, uint8_t (*sums)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n,
                        uint64_t iterations) {
    og_whirlpool_blocks_fn *kernel =
        (og_whirlpool_blocks_fn *)og_dispatch(OG_OP_WHIRLPOOL_BLOCKS, 128);
    if (kernel == NULL) {
        return og_dispatch_status(OG_OP_WHIRLPOOL_BLOCKS);
    }
    uint8_t cv[64];
    /* The digest U, then the padding of a message of 64 + 64 bytes. */
    uint8_t blocks[128] = {[64] = 0x80};
    og_store64be(blocks + 120, 8 * (64 + 64));
    for (size_t i = 0; i < n; i++) {
        memcpy(blocks, sums[i], 64);
        for (uint64_t done = 1; done < iterations; done++) {
            memcpy(cv, key->inner.whirlpool.cv, 64);
            kernel(cv, blocks, 2);
            memcpy(blocks, cv, 64);
            memcpy(cv, key->outer.whirlpool.cv, 64);
            kernel(cv, blocks, 2);
            memcpy(blocks, cv, 64);
            for (unsigned j = 0; j < 64; j++) {
                sums[i][j] ^= cv[j];
            }
        }
    }
    og_wipe(cv, sizeof cv);
    og_wipe(blocks, sizeof blocks);
    return OG_OK;
}
