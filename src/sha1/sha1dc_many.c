/* SPDX-License-Identifier: MIT */
/* SHA-1 with detection of collision attacks of many messages, or of pieces of many streams, at once.
 * core/many.h assigns them to lanes.
 * sha1dc.lanes kernels return only the masks of the blocks. Blocks with a mask are compressed again,
 * each by itself, by a sha1dc.blocks kernel, and tested as in one message. */
#include <oldguard/sha1dc.h>

#include "core/wipe.h"
#include "sha1/sha1_many.h"
#include "sha1/sha1dc_compress.h"

/* Blocks of each lane in one call. Their info has 6 KiB for 16 lanes. */
#define ROWS 16
/* Words of a block and lane in info: the chaining value before the block and the mask. */
#define WORDS 6

/* What a test of a block of a lane needs. */
typedef struct again {
    uint32_t cv[5], after[5];
    og_sha1dc_block_info info;
} again;

/* The state of detection in a job. finish wipes it. */
typedef struct detection {
    unsigned flags;              /* of messages; a stream has its own */
    og_sha1dc_verdict *verdicts; /* of messages */
    og_sha1dc_chain chain;       /* its kernel is chosen once */
    int tested;                  /* 1: a block has been tested */
    again again;
    size_t used;                                 /* words of info */
    uint32_t info[ROWS * WORDS * OG_MANY_LANES]; /* of a step: what a kernel finds out */
} detection;

/* Prepares a job. Its info is not written: a step needs a part of it. */
static void start(detection *d, unsigned flags, og_sha1dc_hit_fn *hit, size_t longest) {
    d->flags = flags;
    d->chain = (og_sha1dc_chain){.hit = hit, .kernel = og_sha1dc_kernel(longest)};
    d->tested = 0;
    d->used = 0;
}

/* Clears what a job has left. */
static void finish(detection *d) {
    og_wipe(d->info, d->used * sizeof *d->info);
    if (d->tested) {
        og_wipe_in_place(&d->again, sizeof d->again);
        og_burn_stack();
    }
}

/* Directs the chain to the next block of lane i, and the hits to the message's verdict or to the stream. */
static og_sha1dc_chain *aim(const og_many_job *job, const og_many_lanes *lanes, size_t i) {
    detection *d = job->user;
    const size_t which = lanes->message[i];
    d->chain.at = 64 * lanes->compressed[i];
    if (job->contexts == NULL) {
        d->chain.flags = d->flags;
        d->chain.user = &d->verdicts[which];
    } else {
        og_sha1dc_ctx *ctx = og_stream_context(job->contexts, which);
        d->chain.flags = ctx->flags;
        d->chain.user = ctx;
        d->chain.at += ctx->bytes - ctx->bytes % 64;
    }
    return &d->chain;
}

static void compress_one(const og_many_job *job, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)kernel; /* it is in the chain */
    og_sha1dc_chain *chain = aim(job, lanes, 0);
    chain->cv = (void *)lanes->cv;
    og_sha1dc_compress_blocks(chain, lanes->at[0], n);
}

/* Tests a block of lane i, with the row of the lane's step in which it is. The block is compressed again by
 * the chain's kernel. If the chaining value differs, as it does after an attack in safe-hash mode, so do all
 * later ones, and the rest of the lane's step is compressed again. Returns 1 then, otherwise 0. */
OG_BELOW int test_block(const og_many_job *job, og_many_lanes *lanes, size_t i, size_t width, size_t n,
                        size_t row) {
    detection *d = job->user;
    again *a = &d->again;
    const uint32_t *words = d->info + row * WORDS * width + i;
    uint32_t *last = (uint32_t *)(void *)lanes->cv + 5 * i;
    og_sha1dc_chain *chain = aim(job, lanes, i);
    const uint8_t *block = lanes->at[i] + 64 * row;
    for (size_t k = 0; k < 5; k++) {
        a->cv[k] = words[k * width];
        a->after[k] = row + 1 < n ? words[(WORDS + k) * width] : last[k];
    }
    chain->cv = a->cv;
    chain->at += 64 * row;
    chain->kernel(a->cv, block, 1, &a->info);
    og_sha1dc_test_blocks(chain, block, 1, &a->info, 0);
    if (memcmp(a->cv, a->after, sizeof a->cv) == 0) {
        return 0;
    }
    og_sha1dc_compress_blocks(chain, block + 64, n - row - 1);
    memcpy(last, a->cv, sizeof a->cv);
    return 1;
}

/* Returns the flags of lane i. */
static inline unsigned flags_of(const og_many_job *job, const og_many_lanes *lanes, size_t i) {
    const og_sha1dc_ctx *ctx =
        job->contexts == NULL ? NULL : og_stream_context(job->contexts, lanes->message[i]);
    return ctx == NULL ? ((detection *)job->user)->flags : ctx->flags;
}

/* Compresses blocks of the lanes and tests those whose mask is not zero. */
static void compress_lanes(const og_many_job *job, const og_kernel *kernel, og_many_lanes *lanes, size_t busy,
                           size_t n) {
    detection *d = job->user;
    const size_t width = kernel->lanes, words = n * WORDS * width;
    d->used = words > d->used ? words : d->used;
    ((og_sha1dc_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n, d->info);
    for (size_t i = 0; i < busy; i++) {
        const uint32_t always = flags_of(job, lanes, i) & OG_SHA1DC_EVERY_VECTOR;
        const uint32_t *masks = d->info + (WORDS - 1) * width + i;
        for (size_t row = 0; row < n; row++) {
            if (__builtin_expect((masks[row * WORDS * width] | always) == 0, 1)) {
                continue;
            }
            d->tested = 1;
            if (test_block(job, lanes, i, width, n, row)) {
                break;
            }
        }
    }
}

/* Hashes a message by itself. An og_many_hash's alone. */
static void alone(const og_many_job *job, og_fn kernel, size_t i) {
    const detection *d = job->user;
    const og_two_part m = og_many_message(job, i);
    og_sha1dc_hash((og_sha1dc_blocks_fn *)kernel, &m, d->flags, job->digests + OG_SHA1_DIGEST_SIZE * i,
                   &d->verdicts[i]);
}

#define KERNELS                                                                     \
    .lanes = OG_OP_SHA1DC_LANES, .most_blocks = ROWS, .compress_one = compress_one, \
    .compress_lanes = compress_lanes

static const og_many_hash one_part = {OG_SHA1_MANY, KERNELS, .message = og_many_one_part, .alone = alone};
static const og_many_hash two_part = {OG_SHA1_MANY, KERNELS, .message = og_many_two_part, .alone = alone};
static const og_many_hash streams = {OG_SHA1_STREAMS, KERNELS};
OG_MANY(hash_one_part, one_part, og_burn_small_stack)
OG_MANY(hash_two_part, two_part, og_burn_small_stack)
OG_MANY(hash_streams, streams, og_burn_small_stack)

/* Hashes the messages of a job and sets *bad. */
static int hash_all(og_many_job *job, unsigned flags, og_sha1dc_verdict *verdicts, size_t *bad) {
    int status = og_sha1dc_check_flags(flags);
    if (status != OG_OK) {
        return og_many_status(status, job->n, bad);
    }
    const og_many_results results[2] = {{job->digests, OG_SHA1_DIGEST_SIZE}, {verdicts, sizeof *verdicts}};
    status = og_many_check(job, results, 2, OG_SHA1_MAX_BYTES, bad);
    if (status != OG_OK || job->n == 0) {
        return status;
    }
    detection d;
    start(&d, flags, og_sha1dc_record, job->longest);
    if (d.chain.kernel == NULL) {
        return og_dispatch_status();
    }
    d.verdicts = verdicts;
    for (size_t i = 0; i < job->n; i++) {
        verdicts[i] = (og_sha1dc_verdict){.vector = -1, .at = 0};
    }
    job->user = &d;
    if (job->two_part != NULL) {
        hash_two_part(job, (og_fn)d.chain.kernel);
    } else {
        hash_one_part(job, (og_fn)d.chain.kernel);
    }
    finish(&d);
    return OG_OK;
}

/* Returns 1 if the checks of many messages find no fault with a part of a message and its results. */
static inline int is_plain(const void *part, size_t size, const void *digest,
                           const og_sha1dc_verdict *verdict) {
    return og_sha1_is_plain(part, size, digest, OG_SHA1_DIGEST_SIZE) &&
           og_sha1_is_plain(part, size, verdict, sizeof *verdict);
}

/* Returns 1 if a call has one message, whose array and results share no byte and are not NULL. */
static inline int is_one(const void *message, size_t size, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE],
                         const og_sha1dc_verdict *verdicts) {
    return n == 1 && message != NULL && digests != NULL && verdicts != NULL &&
           og_sha1_is_plain(digests, sizeof *digests, verdicts, sizeof *verdicts) &&
           is_plain(message, size, digests, verdicts);
}

__attribute__((noinline)) static int hash_one_parts(const og_message *messages, size_t n, unsigned flags,
                                                    uint8_t (*digests)[OG_SHA1_DIGEST_SIZE],
                                                    og_sha1dc_verdict *verdicts, size_t *bad) {
    og_many_job job = {.messages = messages, .n = n, .digests = (uint8_t *)digests};
    return hash_all(&job, flags, verdicts, bad);
}

__attribute__((noinline)) static int hash_two_parts(const og_two_part *messages, size_t n, unsigned flags,
                                                    uint8_t (*digests)[OG_SHA1_DIGEST_SIZE],
                                                    og_sha1dc_verdict *verdicts, size_t *bad) {
    og_many_job job = {.two_part = messages, .n = n, .digests = (uint8_t *)digests};
    return hash_all(&job, flags, verdicts, bad);
}

/* One message is hashed without lanes and without their checks, unless these may find a fault with it. */
int og_sha1dc_many(const og_message *messages, size_t n, unsigned flags,
                   uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdicts, size_t *bad) {
    if (is_one(messages, sizeof *messages, n, digests, verdicts) &&
        is_plain(messages->data, messages->size, digests, verdicts) &&
        og_sha1dc_check_flags(flags) == OG_OK) {
        og_many_status(OG_OK, 1, bad);
        return og_sha1dc(messages->data, messages->size, flags, *digests, verdicts);
    }
    return hash_one_parts(messages, n, flags, digests, verdicts, bad);
}

int og_sha1dc_two_part_many(const og_two_part *messages, size_t n, unsigned flags,
                            uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdicts,
                            size_t *bad) {
    if (is_one(messages, sizeof *messages, n, digests, verdicts) &&
        is_plain(messages->head, messages->head_size, digests, verdicts) &&
        is_plain(messages->data, messages->size, digests, verdicts) &&
        og_sha1dc_check_flags(flags) == OG_OK) {
        og_many_status(OG_OK, 1, bad);
        return og_sha1dc_two_part(messages, flags, *digests, verdicts);
    }
    return hash_two_parts(messages, n, flags, digests, verdicts, bad);
}

int og_sha1dc_update_many(og_sha1dc_ctx *const *ctx, const og_message *pieces, size_t n, size_t *bad) {
    static const og_stream_layout layout = OG_SHA1_LAYOUT(og_sha1dc_ctx);
    og_many_job job = {.messages = pieces, .n = n, .contexts = ctx, .layout = &layout};
    int status = og_many_check_streams(&job, bad);
    if (status != OG_OK || job.longest == 0) {
        return status;
    }
    if (n == 1) {
        return og_sha1dc_update(ctx[0], pieces[0].data, pieces[0].size);
    }
    detection d;
    start(&d, 0, og_sha1dc_report, job.longest);
    if (d.chain.kernel == NULL) {
        return og_dispatch_status();
    }
    job.user = &d;
    hash_streams(&job, (og_fn)d.chain.kernel);
    finish(&d);
    return OG_OK;
}
