/* SPDX-License-Identifier: MIT */
/* The key derivation of PKCS #12 (RFC 7292 appendix B.2).
 *
 * The standard keeps salt and password, each repeated to whole blocks, in a buffer I and adds B + 1 to every
 * block of I after each digest. All blocks get the same sum. So this code stores only the sum and adds it
 * when it hashes a block. It allocates no memory for any size. */
#include <oldguard/kdf.h>

#include <string.h>

#include "core/many_job.h"
#include "core/ranges.h"
#include "core/wipe.h"
#include "kdf/any_hash.h"
#include "kdf/iterate.h"

#define BLOCK OG_HASH_BLOCK /* v of the standard */

/* Adds a and b, big-endian numbers of one block, and `carry` into sum, modulo 2^512. */
static void add(uint8_t sum[BLOCK], const uint8_t a[BLOCK], const uint8_t b[BLOCK], unsigned carry) {
    for (size_t i = BLOCK; i-- > 0;) {
        carry += (unsigned)a[i] + b[i];
        sum[i] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* Feeds the blocks of I that hold `text`, repeated up to whole blocks, each with `sum` added. */
static int feed(og_hash hash, union og_hash_ctx *ctx, const uint8_t *text, size_t size,
                const uint8_t sum[BLOCK]) {
    const size_t blocks = size / BLOCK + (size % BLOCK != 0);
    uint8_t block[BLOCK];
    int status = OG_OK;
    size_t at = 0;
    for (size_t n = 0; n < blocks && status == OG_OK; n++) {
        for (size_t i = 0; i < BLOCK; i++) {
            block[i] = text[at];
            at = at + 1 < size ? at + 1 : 0;
        }
        add(block, block, sum, 0);
        status = og_any_update(hash, ctx, block, BLOCK);
    }
    og_wipe(block, sizeof block);
    return status;
}

/* Adds B + 1 to sum, where B is digest a repeated to a block. */
static void step(uint8_t sum[BLOCK], const uint8_t *a, size_t size) {
    uint8_t b[BLOCK];
    for (size_t i = 0; i < BLOCK; i++) b[i] = a[i % size];
    add(sum, sum, b, 1);
    og_wipe(b, sizeof b);
}

/* A derivation that is not finished. */
typedef struct chain {
    const og_pkcs12_derivation *of;
    size_t done; /* bytes of out */
    uint8_t sum[BLOCK];
} chain;

typedef struct work {
    chain chains[OG_KDF_CHAINS];
    uint8_t a[OG_KDF_CHAINS][OG_WHIRLPOOL_DIGEST_SIZE]; /* the next digest of each */
    size_t active;
} work;

/* Computes H(D || I), the first digest of the next A. */
static int first_digest(og_hash hash, const chain *c, uint8_t *a) {
    const og_pkcs12_derivation *d = c->of;
    union og_hash_ctx ctx;
    uint8_t diversifier[BLOCK]; /* D of the standard */
    memset(diversifier, d->id, sizeof diversifier);
    int status = og_any_init(hash, &ctx);
    if (status == OG_OK) status = og_any_update(hash, &ctx, diversifier, sizeof diversifier);
    if (status == OG_OK) status = feed(hash, &ctx, d->salt, d->salt_size, c->sum);
    if (status == OG_OK) status = feed(hash, &ctx, d->password, d->password_size, c->sum);
    if (status == OG_OK) status = og_any_final(hash, &ctx, a);
    og_wipe(&ctx, sizeof ctx);
    return status;
}

/* Writes digest i to its output. A finished derivation gives its place to the last one. */
static void take_digest(work *w, size_t i, size_t size) {
    chain *c = &w->chains[i];
    const size_t left = c->of->out_size - c->done, part = left < size ? left : size;
    memcpy(c->of->out + c->done, w->a[i], part);
    c->done += part;
    if (part < left) {
        step(c->sum, w->a[i], size);
    } else {
        *c = w->chains[--w->active];
    }
}

/* Computes one digest of each active derivation. */
static int next_digests(og_hash hash, work *w, uint64_t iterations) {
    int status = OG_OK;
    for (size_t i = 0; i < w->active && status == OG_OK; i++) {
        status = first_digest(hash, &w->chains[i], w->a[i]);
    }
    if (status != OG_OK || iterations == 1) {
        return status;
    }
    return OG_BY_HASH(hash, og_pkcs12_sha1(w->a, w->active, iterations),
                      og_pkcs12_whirlpool(w->a, w->active, iterations));
}

/* Runs all derivations. */
OG_BELOW int run(work *w, og_hash hash, uint64_t iterations, const og_pkcs12_derivation *derivations,
                 size_t n) {
    size_t next = 0;
    int status = OG_OK;
    w->active = 0;
    while (status == OG_OK && (w->active > 0 || next < n)) {
        while (w->active < OG_KDF_CHAINS && next < n) {
            w->chains[w->active++] = (chain){.of = &derivations[next++]};
        }
        status = next_digests(hash, w, iterations);
        /* Downwards, so that no chain moves before its digest is taken. */
        for (size_t i = w->active; i-- > 0 && status == OG_OK;) {
            take_digest(w, i, og_hash_size(hash));
        }
    }
    return status;
}

static int derive(og_hash hash, uint64_t iterations, const og_pkcs12_derivation *derivations, size_t n) {
    work w;
    const int status = run(&w, hash, iterations, derivations, n);
    og_wipe(&w, sizeof w);
    og_burn_stack(); /* the frames hold blocks and the context of a hash */
    return status;
}

/* Checks one derivation by itself. */
static int check(const og_pkcs12_derivation *d) {
    if (d->out == NULL || (d->password == NULL && d->password_size > 0) ||
        (d->salt == NULL && d->salt_size > 0)) {
        return OG_ERR_NULL;
    }
    if (d->id < OG_PKCS12_KEY || d->id > OG_PKCS12_MAC) {
        return OG_ERR_ARGUMENT;
    }
    if (d->out_size == 0) {
        return OG_ERR_LENGTH;
    }
    if (!og_fits(d->password, d->password_size, 1) || !og_fits(d->salt, d->salt_size, 1) ||
        !og_fits(d->out, d->out_size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    const int overlap = og_overlap(d->out, d->out_size, d->password, d->password_size) ||
                        og_overlap(d->out, d->out_size, d->salt, d->salt_size);
    return overlap ? OG_ERR_ARGUMENT : OG_OK;
}

int og_pkcs12_kdf_many(og_hash hash, uint64_t iterations, const og_pkcs12_derivation *derivations, size_t n,
                       size_t *bad) {
    if (og_hash_size(hash) == 0 || iterations == 0) {
        return og_many_status(OG_ERR_ARGUMENT, n, bad);
    }
    if (derivations == NULL && n > 0) {
        return og_many_status(OG_ERR_NULL, n, bad);
    }
    if (!og_fits(derivations, n, sizeof *derivations)) {
        return og_many_status(OG_ERR_TOO_LONG, n, bad);
    }
    for (size_t i = 0; i < n; i++) {
        const og_pkcs12_derivation *d = &derivations[i];
        int status = check(d);
        if (status == OG_OK && og_overlap(d->out, d->out_size, derivations, n * sizeof *derivations)) {
            status = OG_ERR_ARGUMENT;
        }
        if (status != OG_OK) {
            return og_many_status(status, i, bad);
        }
    }
    og_many_status(OG_OK, n, bad);
    return derive(hash, iterations, derivations, n);
}

int og_pkcs12_kdf(og_hash hash, int id, const void *password, size_t password_size, const void *salt,
                  size_t salt_size, uint64_t iterations, uint8_t *out, size_t out_size) {
    const og_pkcs12_derivation d = {id, password, password_size, salt, salt_size, out, out_size};
    return og_pkcs12_kdf_many(hash, iterations, &d, 1, NULL);
}
