/* SPDX-License-Identifier: MIT */
/*
 * The iterations of PBKDF2-HMAC-SHA1, U <- SHA1(outer key block || SHA1(inner key block || U)), and of PKCS
 * #12, A <- SHA1(A). The first has two compressions and the second one, because a digest and its padding fit
 * into one block. Chains of iterations are independent, so several of them fill the lanes of a sha1.lanes
 * kernel. A kernel of pbkdf2.sha1_lanes runs all iterations of PBKDF2 itself (pbkdf2_sha1_lanes.c).
 *
 * Each compression waits for the one before. The latency therefore includes the copy of a digest from the
 * chaining value to the next block. Both are copied 16 bytes at a time, because a processor forwards a store
 * to a load only if the load is within one store.
 *
 * 2026-11-21, Zen 5, PBKDF2, cycles per iteration and output block, with sha1_x64_shani, _x2 and _x4: 295,
 * 151 and 98. With words swapped by shifts and masks: 310, 161 and 103.
 */
#include "kdf/iterate.h"

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
    _Alignas(64) uint32_t cv[OG_KDF_CHAINS][5];
    uint32_t sum[OG_KDF_CHAINS][5];   /* of PBKDF2 */
    uint8_t block[OG_KDF_CHAINS][64]; /* a digest and the padding */
    const uint8_t *at[OG_KDF_CHAINS];
    uint32_t keys[2][OG_KDF_CHAINS][5]; /* the chaining values that compressions start from */
    size_t width;                       /* chains at a time */
    og_sha1_lanes_fn *lanes;            /* compresses them, or NULL if width is 1 */
    og_sha1_blocks_fn *single;          /* compresses one */
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

/* Replaces the digest in each block by the digest of the block, from the chaining values keys[key]. */
__attribute__((always_inline)) static inline void hash_blocks(swap_fn *swap_words, work *w, unsigned key) {
    for (size_t i = 0; i < w->width; i++) {
        store(w->cv[i], load(w->keys[key][i]));
        w->cv[i][4] = w->keys[key][i][4];
    }
    if (w->lanes != NULL) {
        w->lanes(w->cv, w->at, 1);
    } else {
        w->single(w->cv[0], w->block[0], 1);
    }
    for (size_t i = 0; i < w->width; i++) {
        store_digest(swap_words, w->block[i], w->cv[i]);
    }
}

typedef void iterate_fn(work *w, uint64_t iterations);

/* Run the iterations of PBKDF2 and those of PKCS #12. Inlined with a constant swap_words, so that no call of
 * it remains. */
__attribute__((always_inline)) static inline void run_pbkdf2(swap_fn *swap_words, work *w,
                                                             uint64_t iterations) {
    for (; iterations > 0; iterations--) {
        hash_blocks(swap_words, w, 0);
        hash_blocks(swap_words, w, 1);
        for (size_t i = 0; i < w->width; i++) {
            store(w->sum[i], load(w->sum[i]) ^ load(w->cv[i]));
            w->sum[i][4] ^= w->cv[i][4];
        }
    }
}

__attribute__((always_inline)) static inline void run_pkcs12(swap_fn *swap_words, work *w,
                                                             uint64_t iterations) {
    for (; iterations > 0; iterations--) {
        hash_blocks(swap_words, w, 0);
    }
}

static void pbkdf2(work *w, uint64_t iterations) { run_pbkdf2(swap, w, iterations); }

static void pkcs12(work *w, uint64_t iterations) { run_pkcs12(swap, w, iterations); }

#ifdef __SSE2__
__attribute__((target("ssse3"))) static void pbkdf2_ssse3(work *w, uint64_t iterations) {
    run_pbkdf2(swap_ssse3, w, iterations);
}

__attribute__((target("ssse3"))) static void pkcs12_ssse3(work *w, uint64_t iterations) {
    run_pkcs12(swap_ssse3, w, iterations);
}
#endif

static iterate_fn *choose(int hmac) {
#ifdef __SSE2__
    if (og_cpu_has("ssse3") == 1) {
        return hmac ? pbkdf2_ssse3 : pkcs12_ssse3;
    }
#endif
    return hmac ? pbkdf2 : pkcs12;
}

/* Writes a digest to the block of a lane. size: the bytes of the message that is hashed, for its padding. */
static void begin(work *w, size_t lane, const uint8_t digest[20], size_t size) {
    memset(w->block[lane], 0, 64);
    memcpy(w->block[lane], digest, 20);
    w->block[lane][20] = 0x80;
    og_store64be(w->block[lane] + 56, 8 * size);
    w->at[lane] = w->block[lane];
}

/* Chooses the kernel for n chains. Returns the number of chains that it serves at a time, or 0 if there is no
 * kernel. */
static size_t choose_kernel(work *w, size_t n) {
    w->single = og_sha1_kernel(64);
    if (w->single == NULL) {
        return 0;
    }
    const og_kernel *lanes = og_many_kernel(OG_OP_SHA1_LANES, OG_SHORT, n, OG_KDF_CHAINS);
    w->lanes = lanes != NULL ? (og_sha1_lanes_fn *)lanes->fn : NULL;
    w->width = lanes != NULL ? lanes->lanes : 1;
    return n < w->width ? n : w->width;
}

/* Fills a lane with a chain. */
static void load_chain(work *w, size_t lane, const og_pbkdf2_chain *chain) {
    begin(w, lane, chain->u, 64 + 20);
    memcpy(w->keys[0][lane], chain->keys[0], 20);
    memcpy(w->keys[1][lane], chain->keys[1], 20);
    for (unsigned i = 0; i < 5; i++) {
        w->sum[lane][i] = og_load32be(chain->sum + 4 * i);
    }
}

/* Runs the first of n chains. Returns their number, or 0 if there is no kernel. */
OG_BELOW size_t run_first(work *w, og_pbkdf2_chain *chains, size_t n) {
    const size_t busy = choose_kernel(w, n), iterations = og_pbkdf2_least(chains, busy);
    if (busy == 0) {
        return 0;
    }
    for (size_t i = 0; i < w->width; i++) {
        /* Idle lanes repeat the first chain; nobody reads their results. */
        load_chain(w, i, &chains[i < busy ? i : 0]);
    }
    choose(1)(w, iterations);
    for (size_t i = 0; i < busy; i++) {
        memcpy(chains[i].u, w->block[i], 20);
        og_sha1_digest(chains[i].sum, w->sum[i]);
        chains[i].left -= iterations;
    }
    return busy;
}

int og_pbkdf2_sha1(og_pbkdf2_chain *chains, size_t n, size_t *served) {
    *served = og_pbkdf2_sha1_lanes(chains, n);
    if (*served > 0) {
        return OG_OK;
    }
    work w;
    *served = run_first(&w, chains, n);
    if (*served == 0) {
        return og_dispatch_status();
    }
    og_wipe(&w, sizeof w);
    og_burn_small_stack();
    return OG_OK;
}

/* Runs the first of n chains of PKCS #12, as run_first does. */
OG_BELOW size_t run_first_digests(work *w, uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n,
                                  uint64_t iterations) {
    const size_t busy = choose_kernel(w, n);
    if (busy == 0) {
        return 0;
    }
    for (size_t i = 0; i < w->width; i++) {
        begin(w, i, digests[i < busy ? i : 0], 20);
        og_sha1_start(w->keys[0][i]);
    }
    choose(0)(w, iterations - 1);
    for (size_t i = 0; i < busy; i++) {
        memcpy(digests[i], w->block[i], 20);
    }
    return busy;
}

int og_pkcs12_sha1(uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE], size_t n, uint64_t iterations) {
    work w;
    int status = OG_OK;
    for (size_t busy = 0; n > 0 && status == OG_OK; digests += busy, n -= busy) {
        busy = run_first_digests(&w, digests, n, iterations);
        status = busy == 0 ? og_dispatch_status() : OG_OK;
    }
    og_wipe(&w, sizeof w);
    og_burn_small_stack();
    return status;
}
