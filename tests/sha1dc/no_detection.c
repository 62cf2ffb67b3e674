/* SPDX-License-Identifier: MIT */
/* The functions of libsha1detectcoll that git calls, with plain SHA-1. With this library git's tests of the
 * detection must fail. The caller's SHA1_CTX holds the og_sha1_ctx. */
#include <oldguard/sha1.h>
#include <sha1dc/sha1.h>

_Static_assert(sizeof(og_sha1_ctx) <= sizeof(SHA1_CTX), "the context does not fit");

void SHA1DCInit(SHA1_CTX *ctx) { og_sha1_init((og_sha1_ctx *)ctx); }

void SHA1DCSetSafeHash(SHA1_CTX *ctx, int safe) {
    (void)ctx;
    (void)safe;
}

void SHA1DCUpdate(SHA1_CTX *ctx, const char *data, size_t len) {
    og_sha1_update((og_sha1_ctx *)ctx, data, len);
}

int SHA1DCFinal(unsigned char digest[20], SHA1_CTX *ctx) {
    og_sha1_final((og_sha1_ctx *)ctx, digest);
    return 0;
}
