/* SPDX-License-Identifier: MIT */
/* The hash of SSL 3.0's handshake messages with SHA-1 (RFC 6101 sections 5.6.8 and 5.6.9). */
#ifndef OG_OPENSSL_DIGEST_SSL3_H
#define OG_OPENSSL_DIGEST_SSL3_H

#include <oldguard/sha1.h>

/* Bytes of a master secret. */
#define OGP_SSL3_SECRET_SIZE 48

/* Appends the master secret and the pads, so that og_sha1_final gives
 * SHA(secret + pad_2 + SHA(messages + secret + pad_1)). ctx has hashed the messages. */
int ogp_ssl3_sha1(og_sha1_ctx *ctx, const uint8_t secret[OGP_SSL3_SECRET_SIZE]);

#endif
