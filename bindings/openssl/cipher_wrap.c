/* SPDX-License-Identifier: MIT */
/* DES3-WRAP: keys wrapped with Triple DES (RFC 3217 section 3). As in the default provider, an update is a
 * whole message of any number of blocks, and parity bits are neither set nor checked. */
#include "cipher.h"

#include <limits.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/proverr.h>

#include "core/wipe.h"
#include "des/des_wrap.h"

#define EXTRA (OG_DES3_WRAP_IV + OG_DES3_WRAP_CHECK)

/* Wraps size bytes with a random IV. out has size + EXTRA bytes and may be equal to in. */
static int wrap(ogp_cipher_ctx *ctx, unsigned char *out, const unsigned char *in, size_t size) {
    memmove(out + OG_DES3_WRAP_IV, in, size);
    return ogp_random(ctx->provider, out, OG_DES3_WRAP_IV) &&
           OGP_OK(ctx->provider, og_des3_wrap_bytes(&ctx->des, out, size));
}

/* Unwraps size bytes into the size - EXTRA bytes at out, which may be equal to in: programs such as CMS have
 * no room for more. Wipes them if the checksum is wrong. */
static int unwrap(ogp_cipher_ctx *ctx, unsigned char *out, const unsigned char *in, size_t size) {
    uint8_t *work = ogp_alloc(ctx->provider, size);
    if (work == NULL) {
        return 0;
    }
    memcpy(work, in, size);
    const int status = og_des3_unwrap_bytes(&ctx->des, work, size - EXTRA);
    if (status == OG_OK) {
        memcpy(out, work + OG_DES3_WRAP_IV, size - EXTRA);
    } else {
        og_wipe(out, size - EXTRA);
    }
    ogp_free(ctx->provider, work, size);
    return status == OG_ERR_MAC ? OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_CIPHER_OPERATION_FAILED))
                                : OGP_OK(ctx->provider, status);
}

int ogp_wrap_update(void *cipher, unsigned char *out, size_t *written, size_t room, const unsigned char *in,
                    size_t size) {
    ogp_cipher_ctx *ctx = cipher;
    *written = 0;
    if (!ogp_cipher_has_key(ctx)) {
        return 0;
    }
    if (size == 0) {
        return 1;
    }
    if (size % OG_DES_BLOCK_SIZE != 0 || size > INT_MAX - EXTRA ||
        (!ctx->encrypt && size < EXTRA + OG_DES_BLOCK_SIZE)) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_CIPHER_OPERATION_FAILED));
    }
    const size_t result = ctx->encrypt ? size + EXTRA : size - EXTRA;
    if (out == NULL) { /* asks for the size */
        *written = result;
        return 1;
    }
    /* libcrypto passes the size of the message and a block, also for a buffer with room for what is wrapped.
     * So the room for the wrapped key cannot be checked. */
    if (room < size) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_OUTPUT_BUFFER_TOO_SMALL));
    }
    const int done = ctx->encrypt ? wrap(ctx, out, in, size) : unwrap(ctx, out, in, size);
    *written = done ? result : 0;
    return done;
}
