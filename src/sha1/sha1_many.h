/* SPDX-License-Identifier: MIT */
/* SHA-1 as an og_many_hash (core/many.h), with and without detection of collision attacks. */
#ifndef OG_SHA1_MANY_H
#define OG_SHA1_MANY_H

#include "core/many.h"
#include "core/many_check.h"
#include "sha1/sha1_message.h"

static inline void og_sha1_many_start(const og_many_job *job, size_t i, void *cv) {
    (void)job;
    (void)i;
    og_sha1_start(cv);
}

static inline void og_sha1_many_end(const og_many_job *job, size_t i, const void *cv) {
    og_sha1_digest(job->digests + OG_SHA1_DIGEST_SIZE * i, cv);
}

/* The members of og_many_hash for messages. */
#define OG_SHA1_MANY \
    .cv_size = 20, .length_size = 8, .start = og_sha1_many_start, .pad = og_sha1_pad, .end = og_sha1_many_end

static inline void og_sha1_stream_start(const og_many_job *job, size_t i, void *cv) {
    memcpy(cv, og_stream_context(job->contexts, i), 20);
}

static inline void og_sha1_stream_end(const og_many_job *job, size_t i, const void *cv) {
    void *ctx = og_stream_context(job->contexts, i);
    memcpy(ctx, cv, 20);
    og_stream_keep(job->layout, ctx, &job->messages[i]);
    *og_stream_counter(job->layout, ctx) += job->messages[i].size;
}

/* An og_stream_layout's has_room. */
static inline int og_sha1_stream_has_room(const og_stream_layout *layout, void *ctx, size_t size) {
    return og_sha1_has_room(*og_stream_counter(layout, ctx), size);
}

/* The members of og_many_hash for pieces of streams. */
#define OG_SHA1_STREAMS \
    .cv_size = 20, .message = og_many_piece, .start = og_sha1_stream_start, .end = og_sha1_stream_end

/* Returns 1 if og_sha1_two_part finds no fault with a part of a message, and the part shares no byte with a
 * result of result_size bytes. Returns 0 for some empty parts as well. Has few instructions: behind one block
 * of a message a processor with room for 256 of them begins the next message only if few are between (Zen 3:
 * og_sha1_many of one message of 64 bytes took 138 cycles more than og_sha1). */
static inline int og_sha1_is_plain(const void *part, size_t size, const void *result, size_t result_size) {
    const uintptr_t at = (uintptr_t)part, to = (uintptr_t)result;
    const uint64_t bytes = size; /* 64 bits avoid a comparison that is always true with a 32-bit size_t */
    return (part != NULL || size == 0) && og_fits(part, size, 1) && bytes <= OG_SHA1_MAX_BYTES / 2 &&
           at - to >= result_size && to - at >= size;
}

/* An og_stream_layout for a context type with the fields of og_sha1_ctx. */
#define OG_SHA1_LAYOUT(type)           \
    {.counter = offsetof(type, bytes), \
     .per_byte = 1,                    \
     .tail = offsetof(type, tail),     \
     .mark = UINT64_C(1) << 63,        \
     .has_room = og_sha1_stream_has_room}

#endif
