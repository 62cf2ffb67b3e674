/* SPDX-License-Identifier: MIT */
/* The iterations of PBKDF2-HMAC-SHA1 by a kernel of pbkdf2.sha1_lanes of one or more lanes, which keeps U in
 * registers. Converts chains to and from the kernel's order, word i of all lanes after the other. */
#include "kdf/iterate.h"

#include <string.h>

#include "core/bytes.h"
#include "core/many.h"
#include "core/wipe.h"

typedef struct work {
    _Alignas(64) uint32_t u[5 * OG_KDF_CHAINS];
    uint32_t sums[5 * OG_KDF_CHAINS];
    uint32_t keys[10 * OG_KDF_CHAINS];
} work;

/* Returns the kernel for n chains, or NULL if the chains are better run by a kernel of SHA-1. Returns NULL if
 * only a kernel of SHA-1 is forced, which must then serve. Returns NULL as well if the kernel of sha1.lanes
 * for n messages has more lanes, because it then has other units than the kernel: sha1_x64_avx2_x8 on Intel,
 * where sha1_x64_shani_x4 takes longer for eight chains than it.
 *
 * A kernel pays from three quarters of its min_size on, that of its sha1.lanes. On Granite Rapids
 * (2026-11-23) an iteration takes 177 cycles in one lane, 507 in eight and 739 in sixteen. */
static const og_kernel *kernel_for(size_t n) {
    const int forced = og_dispatch_forced(OG_OP_PBKDF2_SHA1_LANES);
    if ((og_dispatch_forced(OG_OP_SHA1_BLOCKS) || og_dispatch_forced(OG_OP_SHA1_LANES)) && !forced) {
        return NULL;
    }
    const size_t size = 64 * n;
    const og_kernel *kernel = og_dispatch_kernel(OG_OP_PBKDF2_SHA1_LANES, size);
    if (kernel == NULL || 4 * size < 3 * kernel->min_size || kernel->lanes > OG_KDF_CHAINS) {
        return NULL;
    }
    const og_kernel *sha1 = forced ? NULL : og_many_kernel(OG_OP_SHA1_LANES, OG_SHORT, n, OG_KDF_CHAINS);
    return sha1 != NULL && sha1->lanes > kernel->lanes ? NULL : kernel;
}

static void load(work *w, size_t lane, size_t lanes, const og_pbkdf2_chain *chain) {
    for (size_t i = 0; i < 5; i++) {
        w->u[lanes * i + lane] = og_load32be(chain->u + 4 * i);
        w->sums[lanes * i + lane] = og_load32be(chain->sum + 4 * i);
        memcpy(&w->keys[lanes * i + lane], chain->keys[0] + 4 * i, 4);
        memcpy(&w->keys[lanes * (5 + i) + lane], chain->keys[1] + 4 * i, 4);
    }
}

static void store(og_pbkdf2_chain *chain, const work *w, size_t lane, size_t lanes) {
    for (size_t i = 0; i < 5; i++) {
        og_store32be(chain->u + 4 * i, w->u[lanes * i + lane]);
        og_store32be(chain->sum + 4 * i, w->sums[lanes * i + lane]);
    }
}

/* Runs the first of n chains with a kernel. Returns their number. */
OG_BELOW size_t by_kernel(work *w, const og_kernel *kernel, og_pbkdf2_chain *chains, size_t n) {
    const size_t lanes = kernel->lanes, busy = n < lanes ? n : lanes;
    const size_t iterations = og_pbkdf2_least(chains, busy);
    for (size_t i = 0; i < lanes; i++) {
        /* Idle lanes repeat the first chain; nobody reads their results. */
        load(w, i, lanes, &chains[i < busy ? i : 0]);
    }
    ((og_pbkdf2_sha1_fn *)kernel->fn)(w->u, w->sums, w->keys, iterations);
    for (size_t i = 0; i < busy; i++) {
        store(&chains[i], w, i, lanes);
        chains[i].left -= iterations;
    }
    return busy;
}

size_t og_pbkdf2_sha1_lanes(og_pbkdf2_chain *chains, size_t n) {
    const og_kernel *kernel = kernel_for(n);
    if (kernel == NULL) {
        return 0;
    }
    work w;
    const size_t busy = by_kernel(&w, kernel, chains, n);
    og_wipe(&w, sizeof w);
    og_burn_small_stack();
    return busy;
}
