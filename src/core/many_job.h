/* SPDX-License-Identifier: MIT */
/* The messages of a call that hashes many, in either form that the API takes. */
#ifndef OG_CORE_MANY_JOB_H
#define OG_CORE_MANY_JOB_H

#include <oldguard/message.h>
#include <oldguard/status.h>
#include <stdint.h>

#include "core/streams.h"

/* The messages of a call. */
typedef struct og_many_job {
    const og_message *messages;  /* NULL if two_part has the messages */
    const og_two_part *two_part; /* NULL if messages has them */
    size_t n;
    size_t longest;  /* bytes of the longest message, at most SIZE_MAX */
    size_t shortest; /* bytes of the shortest message, at most SIZE_MAX; 0 for streams */
    uint8_t *digests;
    const void *contexts;           /* of streams, whose pieces are the messages; see core/streams.h */
    const og_stream_layout *layout; /* of the contexts */
    void *user;                     /* for compress_one and compress_lanes */
} og_many_job;

/* Return message i of a job whose messages have one part, or two. An og_many_hash's message. */
static inline og_two_part og_many_one_part(const og_many_job *job, size_t i) {
    return (og_two_part){.data = job->messages[i].data, .size = job->messages[i].size};
}

static inline og_two_part og_many_two_part(const og_many_job *job, size_t i) { return job->two_part[i]; }

/* Returns message i of a job in the form that it has. */
static inline og_two_part og_many_message(const og_many_job *job, size_t i) {
    return job->two_part != NULL ? og_many_two_part(job, i) : og_many_one_part(job, i);
}

/* Returns the partial block of context i and its piece. An og_many_hash's message. */
static inline og_two_part og_many_piece(const og_many_job *job, size_t i) {
    void *ctx = og_stream_context(job->contexts, i);
    return (og_two_part){.head = (const uint8_t *)ctx + job->layout->tail,
                         .head_size = og_stream_held(job->layout, ctx),
                         .data = job->messages[i].data,
                         .size = job->messages[i].size};
}

/* Returns the length of a message in bytes. */
static inline uint64_t og_many_length(const og_two_part *m) { return (uint64_t)m->head_size + m->size; }

/* Sets *bad to index unless bad is NULL. Returns status. */
static inline int og_many_status(int status, size_t index, size_t *bad) {
    if (bad != NULL) {
        *bad = index;
    }
    return status;
}

#endif
