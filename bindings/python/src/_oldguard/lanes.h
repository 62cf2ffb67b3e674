/* SPDX-License-Identifier: MIT */
/* The algorithms for many messages and for pieces of many messages, as tables of functions over contexts. */
#ifndef OLDGUARD_PYTHON_LANES_H
#define OLDGUARD_PYTHON_LANES_H

#include "hash.h"

/* The most messages of a call of update_many. */
#define LANES 16

/* An algorithm, and the functions of the library for many messages. They return a status. */
typedef struct lanes {
    const algorithm *a;

    /* Hashes n messages. digests has a->digest_size bytes for each. verdicts has n elements, which stay as
     * they are if a->detects is 0. */
    int (*many)(const og_message *messages, size_t n, uint8_t *digests, og_sha1dc_verdict *verdicts);

    /* Appends a piece to each of n messages, at most LANES. */
    int (*update_many)(context *const *contexts, const og_message *pieces, size_t n);
} lanes;

extern const lanes sha1_in_lanes;

/* Returns the algorithm of a name, "sha1", "sha1dc" or "whirlpool", or NULL. */
const lanes *find_lanes(const char *name);

#endif
