/* SPDX-License-Identifier: MIT */
/* SHA-1 as an og_many_hash (core/many.h), for og_sha1_many and og_sha1dc_many. */
#ifndef OG_SHA1_MANY_H
#define OG_SHA1_MANY_H

#include "core/many.h"
#include "core/many_check.h"
#include "sha1/sha1_message.h"

static inline void og_sha1_many_start(void *cv) { og_sha1_start(cv); }

static inline size_t og_sha1_many_pad(uint8_t *last, const uint8_t *tail, size_t size, size_t len) {
    return og_sha1_pad(last, tail, size, len);
}

static inline void og_sha1_many_digest(uint8_t *digest, const void *cv) { og_sha1_digest(digest, cv); }

/* The members of og_many_hash that both functions share. */
#define OG_SHA1_MANY                                                                 \
    .cv_size = 20, .digest_size = 20, .length_size = 8, .start = og_sha1_many_start, \
    .pad = og_sha1_many_pad, .digest = og_sha1_many_digest

#endif
