/* SPDX-License-Identifier: MIT */
/* The hash of SSL 3.0's handshake messages with SHA-1. */
#include "digest_ssl3.h"

#include <string.h>

#include "core/wipe.h"

/* Appends the secret, and the pad that RFC 6101 section 5.2.3.1 gives for SHA-1: 40 bytes. */
static int append(og_sha1_ctx *ctx, const uint8_t *secret, uint8_t byte) {
    uint8_t pad[40];
    memset(pad, byte, sizeof pad);
    const int status = og_sha1_update(ctx, secret, OGP_SSL3_SECRET_SIZE);
    return status != OG_OK ? status : og_sha1_update(ctx, pad, sizeof pad);
}

int ogp_ssl3_sha1(og_sha1_ctx *ctx, const uint8_t secret[OGP_SSL3_SECRET_SIZE]) {
    uint8_t inner[OG_SHA1_DIGEST_SIZE];
    int status = append(ctx, secret, 0x36);
    if (status == OG_OK) status = og_sha1_final(ctx, inner);
    if (status == OG_OK) status = og_sha1_init(ctx);
    if (status == OG_OK) status = append(ctx, secret, 0x5c);
    if (status == OG_OK) status = og_sha1_update(ctx, inner, sizeof inner);
    og_wipe(inner, sizeof inner);
    return status;
}
