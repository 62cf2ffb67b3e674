/* SPDX-License-Identifier: MIT */
/* The algorithms for many messages and for pieces of many messages. */
#include "lanes.h"

#include <string.h>

static int sha1_of_many(const og_message *messages, size_t n, uint8_t *digests, og_sha1dc_verdict *verdicts) {
    (void)verdicts;
    return og_sha1_many(messages, n, (uint8_t(*)[OG_SHA1_DIGEST_SIZE])digests, NULL);
}

/* Files are no secret that the caller wipes either: OG_SHA1DC_NO_WIPE as in algorithm.c. */
static int sha1dc_of_many(const og_message *messages, size_t n, uint8_t *digests,
                          og_sha1dc_verdict *verdicts) {
    return og_sha1dc_many(messages, n, OG_SHA1DC_NO_WIPE, (uint8_t(*)[OG_SHA1_DIGEST_SIZE])digests, verdicts,
                          NULL);
}

static int whirlpool_of_many(const og_message *messages, size_t n, uint8_t *digests,
                             og_sha1dc_verdict *verdicts) {
    (void)verdicts;
    return og_whirlpool_many(messages, n, (uint8_t(*)[OG_WHIRLPOOL_DIGEST_SIZE])digests, NULL);
}

static int sha1_update_many(context *const *contexts, const og_message *pieces, size_t n) {
    og_sha1_ctx *list[LANES];
    for (size_t i = 0; i < n; i++) list[i] = &contexts[i]->sha1;
    return og_sha1_update_many(list, pieces, n, NULL);
}

static int sha1dc_update_many(context *const *contexts, const og_message *pieces, size_t n) {
    og_sha1dc_ctx *list[LANES];
    for (size_t i = 0; i < n; i++) list[i] = &contexts[i]->sha1dc;
    return og_sha1dc_update_many(list, pieces, n, NULL);
}

static int whirlpool_update_many(context *const *contexts, const og_message *pieces, size_t n) {
    og_whirlpool_ctx *list[LANES];
    for (size_t i = 0; i < n; i++) list[i] = &contexts[i]->whirlpool;
    return og_whirlpool_update_many(list, pieces, n, NULL);
}

const lanes sha1_in_lanes = {&sha1, sha1_of_many, sha1_update_many};
static const lanes sha1dc_in_lanes = {&sha1dc, sha1dc_of_many, sha1dc_update_many};
static const lanes whirlpool_in_lanes = {&whirlpool, whirlpool_of_many, whirlpool_update_many};

const lanes *find_lanes(const char *name) {
    if (!strcmp(name, "sha1")) return &sha1_in_lanes;
    if (!strcmp(name, "sha1dc")) return &sha1dc_in_lanes;
    if (!strcmp(name, "whirlpool")) return &whirlpool_in_lanes;
    return NULL;
}
