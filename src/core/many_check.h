/* SPDX-License-Identifier: MIT */
/* Checks the arguments of functions that take many messages in one call. */
#ifndef OG_CORE_MANY_CHECK_H
#define OG_CORE_MANY_CHECK_H

#include "core/many_job.h"

/* An array of results, one for each message. */
typedef struct og_many_results {
    const void *at;
    size_t size; /* bytes of an element */
} og_many_results;

/* Checks the messages of a job and the `count` arrays that receive the results, 1 or 2. most: the longest
 * message that the standard allows, in bytes. Sets job->longest, job->shortest and *bad. Returns OG_OK, the
 * error of the arrays, or that of the first message that cannot be hashed: OG_ERR_NULL, OG_ERR_TOO_LONG, or
 * OG_ERR_ARGUMENT if a result overlaps another result, a message or the array of messages. */
int og_many_check(og_many_job *job, const og_many_results *results, size_t count, uint64_t most, size_t *bad);

/* Checks the contexts and pieces of a job on streams. Sets job->longest and *bad. Returns OG_OK or the error
 * of the first stream that cannot take its piece: OG_ERR_NULL, OG_ERR_TOO_LONG, or OG_ERR_ARGUMENT if its
 * context occurs before. */
int og_many_check_streams(og_many_job *job, size_t *bad);

#endif
