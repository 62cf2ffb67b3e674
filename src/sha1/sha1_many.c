/* SPDX-License-Identifier: MIT */
/* SHA-1 of many messages, or of pieces of many streams, at once. core/many.h assigns them to lanes. */
#include <oldguard/sha1.h>

#include "core/wipe.h"
#include "sha1/sha1_many.h"

static void compress_one(const og_many_job *job, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)job;
    ((og_sha1_blocks_fn *)kernel)((void *)lanes->cv, lanes->at[0], n);
}

static void compress_lanes(const og_many_job *job, const og_kernel *kernel, og_many_lanes *lanes, size_t busy,
                           size_t n) {
    (void)job;
    (void)busy;
    ((og_sha1_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n);
}

#define KERNELS .lanes = OG_OP_SHA1_LANES, .compress_one = compress_one, .compress_lanes = compress_lanes

static const og_many_hash one_part = {OG_SHA1_MANY, KERNELS, .message = og_many_one_part};
static const og_many_hash two_part = {OG_SHA1_MANY, KERNELS, .message = og_many_two_part};
static const og_many_hash streams = {OG_SHA1_STREAMS, KERNELS};
OG_MANY(hash_one_part, one_part, og_burn_small_stack)
OG_MANY(hash_two_part, two_part, og_burn_small_stack)
OG_MANY(hash_streams, streams, og_burn_small_stack)

/* Hashes the messages of a job and sets *bad. */
static int hash_all(og_many_job *job, size_t *bad) {
    const og_many_results digests = {job->digests, OG_SHA1_DIGEST_SIZE};
    const int status = og_many_check(job, &digests, 1, OG_SHA1_MAX_BYTES, bad);
    if (status != OG_OK || job->n == 0) {
        return status;
    }
    og_sha1_blocks_fn *single = og_sha1_kernel(job->longest);
    if (single == NULL) {
        return og_dispatch_status();
    }
    if (job->two_part != NULL) {
        hash_two_part(job, (og_fn)single);
    } else {
        hash_one_part(job, (og_fn)single);
    }
    return OG_OK;
}

/* Returns 1 if the checks of many messages find no fault with a part of a message and its digest. */
static inline int is_plain(const void *part, size_t size, const void *digest) {
    return og_sha1_is_plain(part, size, digest, OG_SHA1_DIGEST_SIZE);
}

__attribute__((noinline)) static int hash_one_parts(const og_message *messages, size_t n,
                                                    uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], size_t *bad) {
    og_many_job job = {.messages = messages, .n = n, .digests = (uint8_t *)digests};
    return hash_all(&job, bad);
}

__attribute__((noinline)) static int hash_two_parts(const og_two_part *messages, size_t n,
                                                    uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], size_t *bad) {
    og_many_job job = {.two_part = messages, .n = n, .digests = (uint8_t *)digests};
    return hash_all(&job, bad);
}

/* One message is hashed without lanes and without their checks, unless these may find a fault with it. */
int og_sha1_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], size_t *bad) {
    if (n == 1 && messages != NULL && digests != NULL && is_plain(messages, sizeof *messages, digests) &&
        is_plain(messages->data, messages->size, digests)) {
        og_many_status(OG_OK, 1, bad);
        return og_sha1(messages->data, messages->size, *digests);
    }
    return hash_one_parts(messages, n, digests, bad);
}

int og_sha1_two_part_many(const og_two_part *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE],
                          size_t *bad) {
    if (n == 1 && messages != NULL && digests != NULL && is_plain(messages, sizeof *messages, digests) &&
        is_plain(messages->head, messages->head_size, digests) &&
        is_plain(messages->data, messages->size, digests)) {
        og_many_status(OG_OK, 1, bad);
        return og_sha1_two_part(messages, *digests);
    }
    return hash_two_parts(messages, n, digests, bad);
}

int og_sha1_update_many(og_sha1_ctx *const *ctx, const og_message *pieces, size_t n, size_t *bad) {
    static const og_stream_layout layout = OG_SHA1_LAYOUT(og_sha1_ctx);
    og_many_job job = {.messages = pieces, .n = n, .contexts = ctx, .layout = &layout};
    const int status = og_many_check_streams(&job, bad);
    if (status != OG_OK || job.longest == 0) {
        return status;
    }
    if (n == 1) {
        return og_sha1_update(ctx[0], pieces[0].data, pieces[0].size);
    }
    og_sha1_blocks_fn *single = og_sha1_kernel(job.longest);
    if (single == NULL) {
        return og_dispatch_status();
    }
    hash_streams(&job, (og_fn)single);
    return OG_OK;
}
