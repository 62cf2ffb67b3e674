/* SPDX-License-Identifier: MIT */
/* The iterations of PBKDF2-HMAC-Whirlpool, and of PKCS #12 with Whirlpool. A digest fills one block and its
 * padding another.
 *
 * So an iteration of PBKDF2 has four compressions, two of them from the chaining values of the key blocks. A
 * kernel of pbkdf2.whirlpool_blocks computes the round keys of those two once. Without one, whirlpool.blocks
 * serves. An iteration of PKCS #12 has two compressions. Several chains of them fill the lanes of a
 * whirlpool.lanes kernel. */
#include "kdf/iterate.h"

#include <string.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/many.h"
#include "core/wipe.h"

/* Lanes of the widest kernel that is used. */
#define MAX_LANES 4

typedef struct work {
    uint8_t u[MAX_LANES][64];
    uint8_t sums[MAX_LANES][64];
    uint8_t keys[2 * MAX_LANES][64];
} work;

/* Returns the pbkdf2.whirlpool_blocks kernel for n output blocks, or NULL. Returns NULL if only a kernel of
 * whirlpool.blocks is forced, which must then serve. */
static const og_kernel *kernel_for(size_t n) {
    if (og_dispatch_forced(OG_OP_WHIRLPOOL_BLOCKS) && !og_dispatch_forced(OG_OP_PBKDF2_WHIRLPOOL_BLOCKS)) {
        return NULL;
    }
    const og_kernel *kernel = og_dispatch_kernel(OG_OP_PBKDF2_WHIRLPOOL_BLOCKS, 64 * n);
    return kernel != NULL && kernel->lanes <= MAX_LANES ? kernel : NULL;
}

/* Runs the first of n chains with one kernel. Returns their number. */
OG_BELOW size_t by_kernel(work *w, const og_kernel *kernel, og_pbkdf2_chain *chains, size_t n) {
    const size_t busy = n < kernel->lanes ? n : kernel->lanes;
    const size_t iterations = og_pbkdf2_least(chains, busy);
    for (size_t i = 0; i < kernel->lanes; i++) {
        /* Idle lanes repeat the first block; nobody reads their sums. */
        const og_pbkdf2_chain *chain = &chains[i < busy ? i : 0];
        memcpy(w->u[i], chain->u, 64);
        memcpy(w->sums[i], chain->sum, 64);
        memcpy(w->keys[i], chain->keys[0], 64);
        memcpy(w->keys[kernel->lanes + i], chain->keys[1], 64);
    }
    ((og_pbkdf2_whirlpool_fn *)kernel->fn)(w->u, w->sums, (const uint8_t(*)[64])w->keys, iterations);
    for (size_t i = 0; i < busy; i++) {
        memcpy(chains[i].u, w->u[i], 64);
        memcpy(chains[i].sum, w->sums[i], 64);
        chains[i].left -= iterations;
    }
    return busy;
}

/* Runs a chain with a kernel of whirlpool.blocks. */
OG_BELOW void by_blocks(og_whirlpool_blocks_fn *kernel, og_pbkdf2_chain *chain) {
    uint8_t cv[64];
    /* The digest U, then the padding of a message of 64 + 64 bytes. */
    uint8_t blocks[128] = {[64] = 0x80};
    og_store64be(blocks + 120, 8 * (64 + 64));
    memcpy(blocks, chain->u, 64);
    for (; chain->left > 0; chain->left--) {
        for (unsigned i = 0; i < 2; i++) {
            memcpy(cv, chain->keys[i], 64);
            kernel(cv, blocks, 2);
            memcpy(blocks, cv, 64);
        }
        for (unsigned j = 0; j < 64; j++) {
            chain->sum[j] ^= cv[j];
        }
    }
    og_wipe(cv, sizeof cv);
    og_wipe(blocks, sizeof blocks);
}

int og_pbkdf2_whirlpool(og_pbkdf2_chain *chains, size_t n, size_t *served) {
    og_whirlpool_blocks_fn *single = (og_whirlpool_blocks_fn *)og_dispatch(OG_OP_WHIRLPOOL_BLOCKS, 128);
    if (single == NULL) {
        return og_dispatch_status();
    }
    const og_kernel *kernel = kernel_for(n);
    if (kernel == NULL) {
        by_blocks(single, &chains[0]);
        og_burn_small_stack();
        *served = 1;
        return OG_OK;
    }
    work w;
    *served = by_kernel(&w, kernel, chains, n);
    og_wipe(&w, sizeof w);
    og_burn_small_stack();
    return OG_OK;
}

/* Writes the padding of a message of one block. */
static void pad_digest(uint8_t padding[64]) {
    memset(padding, 0, 64);
    padding[0] = 0x80;
    og_store64be(padding + 56, 8 * 64);
}

/* Chaining values and messages with their padding. */
typedef struct digest_work {
    uint8_t cv[OG_KDF_CHAINS][64], blocks[OG_KDF_CHAINS][128];
} digest_work;

/* Runs all chains of PKCS #12. */
OG_BELOW void run_digests(digest_work *w, og_whirlpool_blocks_fn *single,
                          uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n, uint64_t iterations) {
    uint8_t(*const cv)[64] = w->cv, (*const blocks)[128] = w->blocks;
    const uint8_t *at[OG_KDF_CHAINS];
    while (n > 0) {
        const og_kernel *lanes = og_many_kernel(OG_OP_WHIRLPOOL_LANES, OG_SHORT, n, OG_KDF_CHAINS);
        const size_t width = lanes != NULL ? lanes->lanes : 1;
        const size_t busy = n < width ? n : width;
        for (size_t i = 0; i < width; i++) {
            /* Idle lanes repeat the first chain; nobody reads their results. */
            memcpy(blocks[i], digests[i < busy ? i : 0], 64);
            pad_digest(blocks[i] + 64);
            at[i] = blocks[i];
        }
        for (uint64_t done = 1; done < iterations; done++) {
            memset(cv, 0, 64 * width);
            if (lanes != NULL) {
                ((og_whirlpool_lanes_fn *)lanes->fn)(cv, at, 2);
            } else {
                single(cv[0], blocks[0], 2);
            }
            for (size_t i = 0; i < width; i++) {
                memcpy(blocks[i], cv[i], 64);
            }
        }
        for (size_t i = 0; i < busy; i++) {
            memcpy(digests[i], blocks[i], 64);
        }
        digests += busy;
        n -= busy;
    }
}

int og_pkcs12_whirlpool(uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n, uint64_t iterations) {
    og_whirlpool_blocks_fn *single = (og_whirlpool_blocks_fn *)og_dispatch(OG_OP_WHIRLPOOL_BLOCKS, 128);
    if (single == NULL) {
        return og_dispatch_status();
    }
    digest_work w;
    run_digests(&w, single, digests, n, iterations);
    og_wipe(&w, sizeof w);
    og_burn_small_stack();
    return OG_OK;
}
