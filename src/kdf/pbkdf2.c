/* SPDX-License-Identifier: MIT */
/* PBKDF2 (RFC 8018 section 5.2): U_1 of each output block, and the concatenation of the blocks. The blocks of
 * all derivations are chains of iterations, which fill the lanes of a kernel (iterate.h). */
#include "kdf/iterate.h"

#include <string.h>

#include "core/bytes.h"
#include "core/many_job.h"
#include "core/ranges.h"
#include "core/wipe.h"
#include "kdf/any_hash.h"

typedef struct work {
    og_hash hash;
    const og_pbkdf2_derivation *next, *end; /* the derivations whose blocks are not all started */
    og_hmac_ctx key;                        /* of *next, if started is not 0 */
    og_hmac_ctx block;                      /* of its next block */
    size_t started;                         /* bytes of next->out */
    size_t active, most;                    /* chains now, and those that were in use */
    uint8_t *out[OG_KDF_CHAINS];            /* where the chain's block goes, and its size */
    size_t size[OG_KDF_CHAINS];
    og_pbkdf2_chain chains[OG_KDF_CHAINS];
} work;

/* Computes U_1 = HMAC(password, salt || INT(index)). */
static int first(work *w, const void *salt, size_t salt_size, uint32_t index, uint8_t *u) {
    uint8_t number[4];
    og_store32be(number, index);
    w->block = w->key;
    int status = og_hmac_update(&w->block, salt, salt_size);
    if (status == OG_OK) {
        status = og_hmac_update(&w->block, number, sizeof number);
    }
    if (status == OG_OK) {
        status = og_hmac_final(&w->block, u);
    }
    return status;
}

/* Copies the chaining values after the key blocks. */
static void copy_keys(og_pbkdf2_chain *chain, const og_hmac_ctx *key) {
    const size_t size = og_hash_size(key->hash);
    const union og_hash_ctx *from[2] = {&key->inner, &key->outer};
    for (unsigned i = 0; i < 2; i++) {
        memcpy(chain->keys[i],
               OG_BY_HASH(key->hash, (const void *)from[i]->sha1.cv, (const void *)from[i]->whirlpool.cv),
               size);
    }
}

/* Starts the next block of *next in a chain. */
static int start(work *w) {
    const og_pbkdf2_derivation *d = w->next;
    const size_t size = og_hash_size(w->hash), left = d->out_size - w->started, i = w->active;
    og_pbkdf2_chain *chain = &w->chains[i];
    int status = OG_OK;
    w->most = i < w->most ? w->most : i + 1;
    if (w->started == 0) {
        status = og_hmac_init(&w->key, w->hash, d->password, d->password_size);
    }
    if (status == OG_OK) {
        status = first(w, d->salt, d->salt_size, (uint32_t)(w->started / size + 1), chain->u);
    }
    if (status != OG_OK) {
        return status;
    }
    copy_keys(chain, &w->key);
    memcpy(chain->sum, chain->u, size);
    chain->left = d->iterations - 1;
    w->out[i] = d->out + w->started;
    w->size[i] = left < size ? left : size;
    w->started += w->size[i];
    w->active++;
    if (w->started == d->out_size) {
        w->started = 0;
        w->next++;
    }
    return OG_OK;
}

/* Starts blocks until every chain has one or none is left. */
static int fill(work *w) {
    int status = OG_OK;
    while (status == OG_OK && w->active < OG_KDF_CHAINS && w->next < w->end) {
        status = start(w);
    }
    return status;
}

/* Writes the output of each finished chain among the first n. The last chain takes its place. */
static void take(work *w, size_t n) {
    /* Downwards, so that no chain moves before it is looked at. */
    for (size_t i = n; i-- > 0;) {
        if (w->chains[i].left == 0) {
            memcpy(w->out[i], w->chains[i].sum, w->size[i]);
            const size_t last = --w->active;
            w->chains[i] = w->chains[last];
            w->out[i] = w->out[last];
            w->size[i] = w->size[last];
        }
    }
}

/* Runs all derivations. */
OG_BELOW int run(work *w) {
    og_pbkdf2_fn *iterate = OG_BY_HASH(w->hash, og_pbkdf2_sha1, og_pbkdf2_whirlpool);
    int status = OG_OK;
    while (status == OG_OK && (w->active > 0 || w->next < w->end)) {
        status = fill(w);
        size_t served = w->active;
        if (status == OG_OK && og_pbkdf2_least(w->chains, w->active) > 0) {
            status = iterate(w->chains, w->active, &served);
        }
        if (status == OG_OK) {
            take(w, served);
        }
    }
    return status;
}

static int derive(og_hash hash, const og_pbkdf2_derivation *derivations, size_t n) {
    work w;
    w.hash = hash;
    w.next = derivations;
    w.end = derivations + n;
    w.started = w.active = w.most = 0;
    const int status = run(&w);
    og_wipe(&w, offsetof(work, chains) + w.most * sizeof *w.chains);
    og_burn_small_stack();
    return status;
}

/* Checks one derivation by itself. */
static int check(og_hash hash, const og_pbkdf2_derivation *d) {
    if (d->out == NULL || (d->password == NULL && d->password_size > 0) ||
        (d->salt == NULL && d->salt_size > 0)) {
        return OG_ERR_NULL;
    }
    if (d->iterations == 0) {
        return OG_ERR_ARGUMENT;
    }
    if (d->out_size == 0) {
        return OG_ERR_LENGTH;
    }
    const uint64_t most = og_any_most(hash), blocks = (d->out_size - 1) / og_hash_size(hash) + 1;
    /* The salt follows the key block, and the index of the output block follows the salt. */
    if (d->password_size > most || d->salt_size > most - OG_HASH_BLOCK - 4 || blocks > UINT32_MAX ||
        !og_fits(d->password, d->password_size, 1) || !og_fits(d->salt, d->salt_size, 1) ||
        !og_fits(d->out, d->out_size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    return og_overlap(d->out, d->out_size, d->salt, d->salt_size) ? OG_ERR_ARGUMENT : OG_OK;
}

int og_pbkdf2_many(og_hash hash, const og_pbkdf2_derivation *derivations, size_t n, size_t *bad) {
    if (og_hash_size(hash) == 0) {
        return og_many_status(OG_ERR_ARGUMENT, n, bad);
    }
    if (n == 0) {
        return og_many_status(OG_OK, n, bad);
    }
    if (derivations == NULL) {
        return og_many_status(OG_ERR_NULL, n, bad);
    }
    if (!og_fits(derivations, n, sizeof *derivations)) {
        return og_many_status(OG_ERR_TOO_LONG, n, bad);
    }
    for (size_t i = 0; i < n; i++) {
        const og_pbkdf2_derivation *d = &derivations[i];
        int status = check(hash, d);
        if (status == OG_OK && og_overlap(d->out, d->out_size, derivations, n * sizeof *derivations)) {
            status = OG_ERR_ARGUMENT;
        }
        if (status != OG_OK) {
            return og_many_status(status, i, bad);
        }
    }
    return og_many_status(derive(hash, derivations, n), n, bad);
}

int og_pbkdf2(og_hash hash, const void *password, size_t password_size, const void *salt, size_t salt_size,
              uint64_t iterations, uint8_t *out, size_t out_size) {
    const og_pbkdf2_derivation d = {password, password_size, salt, salt_size, iterations, out, out_size};
    return og_pbkdf2_many(hash, &d, 1, NULL);
}
