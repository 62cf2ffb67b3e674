/* SPDX-License-Identifier: MIT */
/* Triple DES key wrap (RFC 3217 section 3). */
#include <oldguard/des.h>
#include <oldguard/des_wrap.h>
#include <oldguard/sha1.h>

#include <string.h>

#include "core/wipe.h"
#include "des/des_wrap.h"

#define IV OG_DES3_WRAP_IV
#define CHECK OG_DES3_WRAP_CHECK /* the first bytes of the key's SHA-1 digest */

/* The IV of the second encryption, section 3.1 step 8. */
static const uint8_t second_iv[8] = {0x4a, 0xdd, 0xa2, 0x2c, 0x79, 0xe8, 0x21, 0x05};

/* Expands the kek. */
static int start(og_des_ctx *ctx, const uint8_t kek[OG_DES3_KEY_SIZE]) {
    return og_des_init(ctx, OG_DES_EDE3, OG_CBC, 0, kek, OG_DES3_KEY_SIZE, second_iv, 8, OG_DES_CHECK_NONE);
}

/* Encrypts or decrypts data in place. */
static int cbc(og_des_ctx *ctx, int encrypt, const uint8_t iv[8], uint8_t *data, size_t size) {
    const int status = og_des_restart(ctx, encrypt, iv, 8);
    return status != OG_OK ? status : og_des_update(ctx, data, data, size);
}

static void reverse(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size / 2; i++) {
        const uint8_t byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

OG_CLEARED(og_burn_stack, og_des3_wrap_bytes, (og_des_ctx * kek, uint8_t *work, size_t size),
           (kek, work, size)) {
    uint8_t digest[OG_SHA1_DIGEST_SIZE];
    uint8_t *body = work + IV; /* the key and its checksum */
    int status = og_sha1(body, size, digest);
    if (status == OG_OK) {
        memcpy(body + size, digest, CHECK);
        status = cbc(kek, 1, work, body, size + CHECK);
    }
    if (status == OG_OK) {
        reverse(work, IV + size + CHECK);
        status = cbc(kek, 1, second_iv, work, IV + size + CHECK);
    }
    og_wipe(digest, sizeof digest);
    return status;
}

/* Returns OG_OK for a key with its checksum behind it. Looks at every byte. */
static int check(const uint8_t *body, size_t size) {
    uint8_t digest[OG_SHA1_DIGEST_SIZE], wrong = 0;
    const int status = og_sha1(body, size, digest);
    for (size_t i = 0; i < CHECK; i++) wrong |= digest[i] ^ body[size + i];
    og_wipe(digest, sizeof digest);
    if (status != OG_OK) {
        return status;
    }
    return wrong == 0 ? OG_OK : OG_ERR_MAC;
}

OG_CLEARED(og_burn_stack, og_des3_unwrap_bytes, (og_des_ctx * kek, uint8_t *work, size_t size),
           (kek, work, size)) {
    int status = cbc(kek, 0, second_iv, work, IV + size + CHECK);
    if (status == OG_OK) {
        reverse(work, IV + size + CHECK);
        status = cbc(kek, 0, work, work + IV, size + CHECK);
    }
    return status != OG_OK ? status : check(work + IV, size);
}

OG_CLEARED(og_burn_stack, og_des3_wrap,
           (const uint8_t kek[OG_DES3_KEY_SIZE], const uint8_t key[OG_DES3_KEY_SIZE], const uint8_t iv[8],
            uint8_t wrapped[OG_DES3_WRAPPED_SIZE]),
           (kek, key, iv, wrapped)) {
    if (kek == NULL || key == NULL || iv == NULL || wrapped == NULL) {
        return OG_ERR_NULL;
    }
    og_des_ctx ctx;
    uint8_t work[OG_DES3_WRAPPED_SIZE];
    memcpy(work, iv, IV);
    memcpy(work + IV, key, OG_DES3_KEY_SIZE);
    for (size_t i = 0; i < OG_DES3_KEY_SIZE; i += 8) og_des_key_fix_parity(work + IV + i);
    int status = start(&ctx, kek);
    if (status == OG_OK) status = og_des3_wrap_bytes(&ctx, work, OG_DES3_KEY_SIZE);
    if (status == OG_OK) memcpy(wrapped, work, sizeof work);
    og_wipe(work, sizeof work);
    og_des_wipe(&ctx);
    return status;
}

OG_CLEARED(og_burn_stack, og_des3_unwrap,
           (const uint8_t kek[OG_DES3_KEY_SIZE], const uint8_t wrapped[OG_DES3_WRAPPED_SIZE],
            uint8_t key[OG_DES3_KEY_SIZE]),
           (kek, wrapped, key)) {
    if (kek == NULL || wrapped == NULL || key == NULL) {
        return OG_ERR_NULL;
    }
    og_des_ctx ctx;
    uint8_t work[OG_DES3_WRAPPED_SIZE];
    int odd = 1;
    memcpy(work, wrapped, sizeof work);
    int status = start(&ctx, kek);
    if (status == OG_OK) status = og_des3_unwrap_bytes(&ctx, work, OG_DES3_KEY_SIZE);
    for (size_t i = 0; i < OG_DES3_KEY_SIZE; i += 8) odd &= og_des_key_has_parity(work + IV + i);
    if (status == OG_OK && !odd) status = OG_ERR_MAC;
    if (status == OG_OK) memcpy(key, work + IV, OG_DES3_KEY_SIZE);
    og_wipe(work, sizeof work);
    og_des_wipe(&ctx);
    return status;
}
