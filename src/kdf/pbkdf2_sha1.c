/* SPDX-License-Identifier: MIT */
/*
 * The iterations of PBKDF2-HMAC-SHA1: U <- SHA1(outer key block || SHA1(inner key block || U)). An iteration
 * has two compressions, because a digest and its padding fit into one block. Output blocks are independent,
 * so several of them fill the lanes of a sha1.lanes kernel.
 *
 * Each compression waits for the one before. The latency therefore includes the copy of a digest from the
 * chaining value to the next block. Both are copied 16 bytes at a time, because a processor forwards a store
 * to a load only if the load is within one store.
 *
 * 2026-11-21, Zen 5, cycles per iteration and output block, with sha1_x64_shani, _x2 and _x4: 295, 151
 * and 98. With words swapped by shifts and masks: 310, 161 and 103.
 */
#include "kdf/pbkdf2.h"

#include <string.h>
#ifdef __SSE2__
#include <tmmintrin.h>
#endif

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/many.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"

typedef struct work {
    _Alignas(64) uint32_t cv[OG_PBKDF2_BLOCKS][5];
    uint32_t sum[OG_PBKDF2_BLOCKS][5];
    uint8_t block[OG_PBKDF2_BLOCKS][64]; /* a digest, and the padding of a two-block message */
    const uint8_t *at[OG_PBKDF2_BLOCKS];
} work;

/* Four words, in a vector register if the target has them. No function outside this file takes one, so its
 * calling convention on targets without vector registers does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"
typedef uint32_t words __attribute__((vector_size(16)));

static inline words load(const void *p) {
    words w;
    memcpy(&w, p, sizeof w);
    return w;
}

static inline void store(void *p, words w) { memcpy(p, &w, sizeof w); }

/* Converts words to or from big-endian bytes. */
typedef words swap_fn(words);

static inline words swap(words w) {
    if (OG_BIG_ENDIAN) {
        return w;
    }
    return ((w << 8 | w >> 24) & 0x00ff00ff) | ((w << 24 | w >> 8) & 0xff00ff00);
}

#ifdef __SSE2__
__attribute__((target("ssse3"))) static inline words swap_ssse3(words w) {
    const __m128i bytes = _mm_set_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607, 0x00010203);
    return (words)_mm_shuffle_epi8((__m128i)w, bytes);
}
#endif

/* Writes the digest of a chaining value, and the first bit of the padding. */
static inline void store_digest(swap_fn *swap_words, uint8_t block[64], const uint32_t cv[5]) {
    store(block, swap_words(load(cv)));
    store(block + 16, swap_words((words){cv[4], 0x80000000, 0, 0}));
}

/* Compresses one block of each of `width` lanes, from the chaining value of a key block. */
static inline void compress(work *w, const og_kernel *lanes, og_sha1_blocks_fn *single, size_t width,
                            const uint32_t key[5]) {
    for (size_t i = 0; i < width; i++) {
        store(w->cv[i], load(key));
        w->cv[i][4] = key[4];
    }
    if (lanes != NULL) {
        ((og_sha1_lanes_fn *)lanes->fn)(w->cv, w->at, 1);
    } else {
        single(w->cv[0], w->block[0], 1);
    }
}

/* Runs the iterations. Inlined with a constant swap_words, so that no call of it remains. */
__attribute__((always_inline)) static inline void iterate_with(swap_fn *swap_words, work *w,
                                                               const og_kernel *lanes,
                                                               og_sha1_blocks_fn *single, size_t width,
                                                               const og_hmac_ctx *key, uint64_t iterations) {
    for (uint64_t done = 1; done < iterations; done++) {
        compress(w, lanes, single, width, key->inner.sha1.cv);
        for (size_t i = 0; i < width; i++) {
            store_digest(swap_words, w->block[i], w->cv[i]);
        }
        compress(w, lanes, single, width, key->outer.sha1.cv);
        for (size_t i = 0; i < width; i++) {
            store_digest(swap_words, w->block[i], w->cv[i]);
            store(w->sum[i], load(w->sum[i]) ^ load(w->cv[i]));
            w->sum[i][4] ^= w->cv[i][4];
        }
    }
}

typedef void iterate_fn(work *w, const og_kernel *lanes, og_sha1_blocks_fn *single, size_t width,
                        const og_hmac_ctx *key, uint64_t iterations);

static void iterate(work *w, const og_kernel *lanes, og_sha1_blocks_fn *single, size_t width,
                    const og_hmac_ctx *key, uint64_t iterations) {
    iterate_with(swap, w, lanes, single, width, key, iterations);
}

#ifdef __SSE2__
__attribute__((target("ssse3"))) static void iterate_ssse3(work *w, const og_kernel *lanes,
                                                           og_sha1_blocks_fn *single, size_t width,
                                                           const og_hmac_ctx *key, uint64_t iterations) {
    iterate_with(swap_ssse3, w, lanes, single, width, key, iterations);
}
#endif

static iterate_fn *choose_iterate(void) {
#ifdef __SSE2__
    if (og_cpu_has("ssse3") == 1) {
        return iterate_ssse3;
    }
#endif
    return iterate;
}

/* Fills a lane with U_1 of an output block, which is the first message and the first sum. */
static void begin(work *w, size_t lane, const uint8_t u[20]) {
    for (unsigned i = 0; i < 5; i++) {
        w->sum[lane][i] = og_load32be(u + 4 * i);
    }
    memset(w->block[lane], 0, 64);
    store_digest(swap, w->block[lane], w->sum[lane]);
    og_store64be(w->block[lane] + 56, 8 * (64 + 20)); /* the key block and the digest, in bits */
    w->at[lane] = w->block[lane];
}

int og_pbkdf2_sha1(const og_hmac_ctx *key, uint8_t (*sums)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n,
                   uint64_t iterations) {
    og_sha1_blocks_fn *single = (og_sha1_blocks_fn *)og_dispatch(OG_OP_SHA1_BLOCKS, 64);
    if (single == NULL) {
        return og_dispatch_status();
    }
    iterate_fn *chosen = choose_iterate();
    work w;
    while (n > 0) {
        const og_kernel *lanes = og_many_kernel(OG_OP_SHA1_LANES, n, OG_PBKDF2_BLOCKS);
        const size_t width = lanes != NULL ? lanes->lanes : 1;
        const size_t busy = n < width ? n : width;
        for (size_t i = 0; i < width; i++) {
            /* Idle lanes repeat the first block; nobody reads their sums. */
            begin(&w, i, sums[i < busy ? i : 0]);
        }
        chosen(&w, lanes, single, width, key, iterations);
        for (size_t i = 0; i < busy; i++) {
            for (unsigned j = 0; j < 5; j++) {
                og_store32be(sums[i] + 4 * j, w.sum[i][j]);
            }
        }
        sums += busy;
        n -= busy;
    }
    og_wipe(&w, sizeof w);
    return OG_OK;
}
