/* SPDX-License-Identifier: MIT */
/* Whirlpool of many messages, or of pieces of many streams, at once. core/many.h assigns them to lanes. */
#include <oldguard/whirlpool.h>

#include "core/many.h"
#include "core/many_check.h"
#include "core/wipe.h"
#include "whirlpool/whirlpool_message.h"

static void start(const og_many_job *job, size_t i, void *cv) {
    (void)job;
    (void)i;
    memset(cv, 0, 64);
}

static size_t pad(uint8_t *last, const uint8_t *tail, size_t size, uint64_t bytes) {
    uint64_t bits[4] = {0};
    og_whirlpool_count(bits, bytes);
    return og_whirlpool_pad(last, tail, size, bits);
}

static void end(const og_many_job *job, size_t i, const void *cv) {
    memcpy(job->digests + OG_WHIRLPOOL_DIGEST_SIZE * i, cv, 64);
}

static void compress_one(const og_many_job *job, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)job;
    ((og_whirlpool_blocks_fn *)kernel)((void *)lanes->cv, lanes->at[0], n);
}

static void compress_lanes(const og_many_job *job, const og_kernel *kernel, og_many_lanes *lanes, size_t busy,
                           size_t n) {
    (void)job;
    (void)busy;
    ((og_whirlpool_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n);
}

#define KERNELS                                                                  \
    .lanes = OG_OP_WHIRLPOOL_LANES, .cv_size = 64, .compress_one = compress_one, \
    .compress_lanes = compress_lanes

static const og_many_hash whole = {KERNELS,        .length_size = 32, .message = og_many_one_part,
                                   .start = start, .pad = pad,        .end = end};
OG_MANY(hash_whole, whole, og_burn_small_stack)

int og_whirlpool_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE],
                      size_t *bad) {
    og_many_job job = {.messages = messages, .n = n, .digests = (uint8_t *)digests};
    const og_many_results results = {digests, OG_WHIRLPOOL_DIGEST_SIZE};
    const int status = og_many_check(&job, &results, 1, UINT64_MAX, bad);
    if (status != OG_OK || n == 0) {
        return status;
    }
    if (n == 1) {
        return og_whirlpool(messages[0].data, messages[0].size, digests[0]);
    }
    og_whirlpool_blocks_fn *single = og_whirlpool_kernel(job.longest);
    if (single == NULL) {
        return og_dispatch_status();
    }
    hash_whole(&job, (og_fn)single);
    return OG_OK;
}

static void resume(const og_many_job *job, size_t i, void *cv) {
    memcpy(cv, og_stream_context(job->contexts, i), 64);
}

static void suspend(const og_many_job *job, size_t i, const void *cv) {
    og_whirlpool_ctx *ctx = og_stream_context(job->contexts, i);
    memcpy(ctx->cv, cv, 64);
    og_stream_keep(job->layout, ctx, &job->messages[i]);
    og_whirlpool_count(ctx->bits, job->messages[i].size);
}

static int has_room(const og_stream_layout *layout, void *ctx, size_t size) {
    uint64_t bits[4];
    memcpy(bits, og_stream_counter(layout, ctx), sizeof bits);
    return og_whirlpool_count(bits, size);
}

static const og_many_hash streams = {KERNELS, .message = og_many_piece, .start = resume, .end = suspend};
OG_MANY(hash_streams, streams, og_burn_small_stack)

int og_whirlpool_update_many(og_whirlpool_ctx *const *ctx, const og_message *pieces, size_t n, size_t *bad) {
    static const og_stream_layout layout = {.counter = offsetof(og_whirlpool_ctx, bits),
                                            .per_byte = 8,
                                            .tail = offsetof(og_whirlpool_ctx, tail),
                                            .mark = 1,
                                            .has_room = has_room};
    og_many_job job = {.messages = pieces, .n = n, .contexts = ctx, .layout = &layout};
    const int status = og_many_check_streams(&job, bad);
    if (status != OG_OK || job.longest == 0) {
        return status;
    }
    if (n == 1) {
        return og_whirlpool_update(ctx[0], pieces[0].data, pieces[0].size);
    }
    og_whirlpool_blocks_fn *single = og_whirlpool_kernel(job.longest);
    if (single == NULL) {
        return og_dispatch_status();
    }
    hash_streams(&job, (og_fn)single);
    return OG_OK;
}
