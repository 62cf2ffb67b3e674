/* SPDX-License-Identifier: MIT */
/*
 * The iterations of PBKDF2-HMAC-SHA1: U <- SHA1(outer key block || SHA1(inner key block || U)), two
 * compressions each, because a digest and its padding fit in one block. Output blocks are
 * independent, so several of them share a sha1.lanes kernel.
 */
#include "kdf/pbkdf2.h"

#include <string.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/wipe.h"

typedef struct work {
    uint32_t cv[OG_PBKDF2_BLOCKS][5];
    uint32_t sum[OG_PBKDF2_BLOCKS][5];
    uint8_t block[OG_PBKDF2_BLOCKS][64]; /* a digest, and the padding of a message of two blocks */
    const uint8_t *at[OG_PBKDF2_BLOCKS];
} work;

/* A digest after a key block is 64 + 20 bytes of message. */
static void pad(uint8_t block[64]) {
    memset(block + 20, 0, 44);
    block[20] = 0x80;
    og_store64be(block + 56, 8 * (64 + 20));
}

static void store(uint8_t block[64], const uint32_t cv[5]) {
    for (unsigned i = 0; i < 5; i++) {
        og_store32be(block + 4 * i, cv[i]);
    }
}

/* The kernel for n output blocks: sha1.lanes where one of at most OG_PBKDF2_BLOCKS lanes pays for n
 * messages of a block, else NULL. */
static const og_kernel *lanes_kernel(size_t n) {
    const og_kernel *kernel = n < 2 ? NULL : og_dispatch_kernel(OG_OP_SHA1_LANES, 64 * n);
    return kernel != NULL && 64 * n >= kernel->min_size && kernel->lanes <= OG_PBKDF2_BLOCKS ? kernel
                                                                                          : NULL;
}

/* One compression of each of `width` lanes, from the chaining value of a key block. */
static inline void compress(work *w, const og_kernel *lanes, og_sha1_blocks_fn *single, size_t width,
                            const uint32_t key[5]) {
    for (size_t i = 0; i < width; i++) {
        memcpy(w->cv[i], key, sizeof w->cv[i]);
    }
    if (lanes != NULL) {
        ((og_sha1_lanes_fn *)lanes->fn)(w->cv, w->at, 1);
    } else {
        single(w->cv[0], w->block[0], 1);
    }
}

static void iterate(work *w, const og_kernel *lanes, og_sha1_blocks_fn *single, size_t width,
                    const og_hmac_ctx *key, uint64_t iterations) {
    for (uint64_t done = 1; done < iterations; done++) {
        compress(w, lanes, single, width, key->inner.sha1.cv);
        for (size_t i = 0; i < width; i++) {
            store(w->block[i], w->cv[i]);
        }
        compress(w, lanes, single, width, key->outer.sha1.cv);
        for (size_t i = 0; i < width; i++) {
            store(w->block[i], w->cv[i]);
            for (unsigned j = 0; j < 5; j++) {
                w->sum[i][j] ^= w->cv[i][j];
            }
        }
    }
}

int og_pbkdf2_sha1(const og_hmac_ctx *key, uint8_t (*sums)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n,
                   uint64_t iterations) {
    og_sha1_blocks_fn *single = (og_sha1_blocks_fn *)og_dispatch(OG_OP_SHA1_BLOCKS, 64);
    if (single == NULL) {
        return og_dispatch_status(OG_OP_SHA1_BLOCKS);
    }
    work w;
    while (n > 0) {
        const og_kernel *lanes = lanes_kernel(n);
        const size_t width = lanes != NULL ? lanes->lanes : 1;
        const size_t busy = n < width ? n : width;
        for (size_t i = 0; i < width; i++) {
            /* Idle lanes repeat the first block; nobody reads their sums. */
            const uint8_t *u = sums[i < busy ? i : 0];
            memcpy(w.block[i], u, 20);
            pad(w.block[i]);
            w.at[i] = w.block[i];
            for (unsigned j = 0; j < 5; j++) {
                w.sum[i][j] = og_load32be(u + 4 * j);
            }
        }
        iterate(&w, lanes, single, width, key, iterations);
        for (size_t i = 0; i < busy; i++) {
            store(sums[i], w.sum[i]);
        }
        sums += busy;
        n -= busy;
    }
    og_wipe(&w, sizeof w);
    return OG_OK;
}
