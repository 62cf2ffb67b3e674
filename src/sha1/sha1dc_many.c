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

/* The state of detection in a job. */
typedef struct detection {
    unsigned flags;              /* of messages; a stream has its own */
    og_sha1dc_verdict *verdicts; /* of messages */
    og_sha1dc_chain chain;       /* its kernel is chosen once */
} detection;

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

/* Compresses n blocks of lane i by the chain's kernel. skipped: blocks of the lane's current step that come
 * before them. */
OG_BELOW void compress_alone(const og_many_job *job, const og_many_lanes *lanes, size_t i, uint32_t cv[5],
                             size_t skipped, size_t n) {
    og_sha1dc_chain *chain = aim(job, lanes, i);
    chain->cv = cv;
    chain->at += 64 * skipped;
    og_sha1dc_compress_blocks(chain, lanes->at[i] + 64 * skipped, n);
}

static void compress_one(const og_many_job *job, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)kernel; /* it is in the chain */
    compress_alone(job, lanes, 0, (void *)lanes->cv, 0, n);
}

/* Tests the blocks of lane i whose mask is not zero. Each is compressed again by the chain's kernel. If
 * the chaining value differs, as it does after an attack in safe-hash mode, so do all later ones, and
 * the rest of the lane's step is compressed again. */
static void test_lane(const og_many_job *job, og_many_lanes *lanes, size_t i, size_t width, size_t n,
                      const uint32_t *info) {
    const uint32_t always = aim(job, lanes, i)->flags & OG_SHA1DC_EVERY_VECTOR ? 0xffffffff : 0;
    uint32_t *last = (uint32_t *)(void *)lanes->cv + 5 * i;
    for (size_t row = 0; row < n; row++) {
        const uint32_t *words = info + row * WORDS * width + i;
        if (__builtin_expect((words[(WORDS - 1) * width] | always) == 0, 1)) {
            continue;
        }
        uint32_t cv[5];
        uint32_t after[5];
        for (size_t k = 0; k < 5; k++) {
            cv[k] = words[k * width];
            after[k] = row + 1 < n ? words[(WORDS + k) * width] : last[k];
        }
        compress_alone(job, lanes, i, cv, row, 1);
        const int other = memcmp(cv, after, sizeof cv) != 0;
        if (other) {
            compress_alone(job, lanes, i, cv, row + 1, n - row - 1);
            memcpy(last, cv, sizeof cv);
        }
        og_wipe(cv, sizeof cv);
        og_wipe(after, sizeof after);
        og_burn_stack();
        if (other) {
            return;
        }
    }
}

/* Compresses blocks of the lanes and tests them. info: what the kernel finds out. */
OG_BELOW void compress_and_test(const og_many_job *job, const og_kernel *kernel, og_many_lanes *lanes,
                                size_t busy, size_t n, uint32_t *info) {
    ((og_sha1dc_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n, info);
    for (size_t i = 0; i < busy; i++) {
        test_lane(job, lanes, i, kernel->lanes, n, info);
    }
}

__attribute__((noinline)) static void compress_lanes(const og_many_job *job, const og_kernel *kernel,
                                                     og_many_lanes *lanes, size_t busy, size_t n) {
    uint32_t info[ROWS * WORDS * OG_MANY_LANES];
    compress_and_test(job, kernel, lanes, busy, n, info);
    og_wipe(info, n * WORDS * kernel->lanes * sizeof *info);
    og_burn_small_stack();
}

#define KERNELS                                                                     \
    .lanes = OG_OP_SHA1DC_LANES, .most_blocks = ROWS, .compress_one = compress_one, \
    .compress_lanes = compress_lanes

static const og_many_hash one_part = {OG_SHA1_MANY, KERNELS, .message = og_many_one_part};
static const og_many_hash two_part = {OG_SHA1_MANY, KERNELS, .message = og_many_two_part};
static const og_many_hash streams = {OG_SHA1_STREAMS, KERNELS};
OG_MANY(hash_one_part, one_part, og_burn_stack)
OG_MANY(hash_two_part, two_part, og_burn_stack)
OG_MANY(hash_streams, streams, og_burn_stack)

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
    detection d = {.flags = flags, .verdicts = verdicts, .chain = {.hit = og_sha1dc_record}};
    d.chain.kernel = og_sha1dc_kernel(job->longest);
    if (d.chain.kernel == NULL) {
        return og_dispatch_status();
    }
    for (size_t i = 0; i < job->n; i++) {
        verdicts[i] = (og_sha1dc_verdict){.vector = -1, .at = 0};
    }
    job->user = &d;
    if (job->two_part != NULL) {
        hash_two_part(job, (og_fn)d.chain.kernel);
    } else {
        hash_one_part(job, (og_fn)d.chain.kernel);
    }
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
    detection d = {.chain = {.hit = og_sha1dc_report}};
    d.chain.kernel = og_sha1dc_kernel(job.longest);
    if (d.chain.kernel == NULL) {
        return og_dispatch_status();
    }
    job.user = &d;
    hash_streams(&job, (og_fn)d.chain.kernel);
    return OG_OK;
}
