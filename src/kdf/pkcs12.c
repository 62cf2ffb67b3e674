/* SPDX-License-Identifier: MIT */
/* The key derivation of PKCS #12 (RFC 7292 appendix B.2).
 *
 * The standard keeps salt and password, each repeated to whole blocks, in a buffer I and adds B + 1 to every
 * block of I after each digest. All blocks get the same sum. So this code stores only the sum and adds it
 * when it hashes a block. It allocates no memory for any size. */
#include <oldguard/kdf.h>

#include <string.h>

#include "core/wipe.h"
#include "kdf/any_hash.h"

#define BLOCK OG_HASH_BLOCK /* v of the standard */

/* The arguments of a derivation. */
typedef struct og_pkcs12 {
    og_hash hash;
    uint8_t id;
    const uint8_t *password;
    size_t password_size;
    const uint8_t *salt;
    size_t salt_size;
    uint64_t iterations;
} og_pkcs12;

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

/* Replaces a digest by the digest of itself, `times` times. */
static int iterate(og_hash hash, uint8_t *digest, uint64_t times) {
    const size_t size = og_hash_size(hash);
    int status = OG_OK;
    for (; times > 0 && status == OG_OK; times--) status = og_any_once(hash, digest, size, digest);
    return status;
}

/* Computes A = H^iterations(D || I). */
static int find_a(const og_pkcs12 *p, const uint8_t sum[BLOCK], uint8_t *a) {
    union og_hash_ctx ctx;
    uint8_t d[BLOCK];
    memset(d, p->id, sizeof d);
    int status = og_any_init(p->hash, &ctx);
    if (status == OG_OK) status = og_any_update(p->hash, &ctx, d, sizeof d);
    if (status == OG_OK) status = feed(p->hash, &ctx, p->salt, p->salt_size, sum);
    if (status == OG_OK) status = feed(p->hash, &ctx, p->password, p->password_size, sum);
    if (status == OG_OK) status = og_any_final(p->hash, &ctx, a);
    if (status == OG_OK) status = iterate(p->hash, a, p->iterations - 1);
    og_wipe(&ctx, sizeof ctx);
    return status;
}

/* Adds B + 1 to sum, where B is digest a repeated to a block. */
static void step(uint8_t sum[BLOCK], const uint8_t *a, size_t size) {
    uint8_t b[BLOCK];
    for (size_t i = 0; i < BLOCK; i++) b[i] = a[i % size];
    add(sum, sum, b, 1);
    og_wipe(b, sizeof b);
}

int og_pkcs12_kdf(og_hash hash, int id, const void *password, size_t password_size, const void *salt,
                  size_t salt_size, uint64_t iterations, uint8_t *out, size_t out_size) {
    const size_t size = og_hash_size(hash);
    if (out == NULL || (password == NULL && password_size > 0) || (salt == NULL && salt_size > 0)) {
        return OG_ERR_NULL;
    }
    if (size == 0 || id < OG_PKCS12_KEY || id > OG_PKCS12_MAC || iterations == 0) {
        return OG_ERR_ARGUMENT;
    }
    if (out_size == 0) {
        return OG_ERR_LENGTH;
    }
    const og_pkcs12 p = {hash, (uint8_t)id, password, password_size, salt, salt_size, iterations};
    uint8_t a[OG_WHIRLPOOL_DIGEST_SIZE], sum[BLOCK] = {0};
    int status = find_a(&p, sum, a);
    while (status == OG_OK) {
        const size_t part = out_size < size ? out_size : size;
        memcpy(out, a, part);
        out += part;
        out_size -= part;
        if (out_size == 0) {
            break;
        }
        step(sum, a, size);
        status = find_a(&p, sum, a);
    }
    og_wipe(a, sizeof a);
    og_wipe(sum, sizeof sum);
    return status;
}
