/* SPDX-License-Identifier: MIT */
/* PBKDF2 (RFC 8018 section 5.2): U_1 of each output block, and the concatenation of the blocks. */
#include "kdf/iterate.h"

#include <string.h>

#include "core/bytes.h"
#include "core/ranges.h"
#include "core/wipe.h"
#include "kdf/any_hash.h"

/* Computes U_1 = HMAC(password, salt || INT(index)). */
static int first(const og_hmac_ctx *key, const void *salt, size_t salt_size, uint32_t index, uint8_t *u) {
    og_hmac_ctx ctx = *key;
    uint8_t number[4];
    og_store32be(number, index);
    int status = og_hmac_update(&ctx, salt, salt_size);
    if (status == OG_OK) {
        status = og_hmac_update(&ctx, number, sizeof number);
    }
    if (status == OG_OK) {
        status = og_hmac_final(&ctx, u);
    }
    og_wipe(&ctx, sizeof ctx);
    return status;
}

/* Derives out_size bytes, OG_KDF_CHAINS output blocks at a time. */
static int derive(const og_hmac_ctx *key, const void *salt, size_t salt_size, uint64_t iterations,
                  uint8_t *out, size_t out_size) {
    og_pbkdf2_fn *iterate = OG_BY_HASH(key->hash, og_pbkdf2_sha1, og_pbkdf2_whirlpool);
    const size_t size = og_hash_size(key->hash);
    uint8_t sums[OG_KDF_CHAINS][OG_WHIRLPOOL_DIGEST_SIZE];
    int status = OG_OK;
    uint32_t index = 1;
    while (out_size > 0 && status == OG_OK) {
        const size_t left = (out_size - 1) / size + 1;
        const size_t n = left < OG_KDF_CHAINS ? left : OG_KDF_CHAINS;
        for (size_t i = 0; i < n && status == OG_OK; i++) {
            status = first(key, salt, salt_size, index++, sums[i]);
        }
        if (status == OG_OK) {
            status = iterate(key, sums, n, iterations);
        }
        for (size_t i = 0; i < n && status == OG_OK; i++) {
            const size_t part = out_size < size ? out_size : size;
            memcpy(out, sums[i], part);
            out += part;
            out_size -= part;
        }
    }
    og_wipe(sums, sizeof sums);
    return status;
}

int og_pbkdf2(og_hash hash, const void *password, size_t password_size, const void *salt, size_t salt_size,
              uint64_t iterations, uint8_t *out, size_t out_size) {
    if (out == NULL || (salt == NULL && salt_size > 0)) {
        return OG_ERR_NULL;
    }
    if (iterations == 0) {
        return OG_ERR_ARGUMENT;
    }
    if (out_size == 0) {
        return OG_ERR_LENGTH;
    }
    if (!og_fits(out, out_size, 1) || !og_fits(salt, salt_size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    if (og_overlap(out, out_size, salt, salt_size)) {
        return OG_ERR_ARGUMENT;
    }
    og_hmac_ctx key;
    int status = og_hmac_init(&key, hash, password, password_size);
    if (status == OG_OK) {
        const uint64_t blocks = (out_size - 1) / og_hash_size(hash) + 1;
        status =
            blocks > UINT32_MAX ? OG_ERR_TOO_LONG : derive(&key, salt, salt_size, iterations, out, out_size);
    }
    og_wipe(&key, sizeof key);
    return status;
}
