/* SPDX-License-Identifier: MIT */
/* SHA-1 with detection of collision attacks of many messages at once. core/many.h assigns the messages
 * to lanes.
 * sha1dc.lanes kernels return only the masks of the blocks. Blocks with a mask are compressed again,
 * each by itself, by a sha1dc.blocks kernel, and tested as in one message. */
#include <oldguard/sha1dc.h>

#include "sha1/sha1_many.h"
#include "sha1/sha1dc_compress.h"

/* Blocks of each lane in one call. Their info has 6 KiB for 16 lanes. */
#define ROWS 16
/* Words of a block and lane in info: the chaining value before the block and the mask. */
#define WORDS 6

typedef struct detection {
    unsigned flags;
    og_sha1dc_verdict *verdicts;
    og_sha1dc_chain chain; /* its kernels are chosen once */
} detection;

/* Compresses n blocks of lane i by the chain's kernel. done: blocks of the lane's current step that come
 * before them. */
static void compress_alone(detection *d, const og_many_lanes *lanes, size_t i, uint32_t cv[5], size_t done,
                           size_t n) {
    d->chain.cv = cv;
    d->chain.at = 64 * (lanes->compressed[i] + done);
    d->chain.user = &d->verdicts[lanes->message[i]];
    og_sha1dc_compress_blocks(&d->chain, lanes->at[i] + 64 * done, n);
}

static void compress_one(void *user, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)kernel; /* it is in the chain */
    compress_alone(user, lanes, 0, (void *)lanes->cv, 0, n);
}

/* Tests the blocks of lane i whose mask is not zero. Each is compressed again by the chain's kernel. If
 * the chaining value differs, as it does after an attack in safe-hash mode, so do all later ones, and
 * the rest of the lane's step is compressed again. */
static void test_lane(detection *d, og_many_lanes *lanes, size_t i, size_t width, size_t n,
                      const uint32_t *info) {
    const uint32_t always = d->flags & OG_SHA1DC_EVERY_VECTOR ? 0xffffffff : 0;
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
        compress_alone(d, lanes, i, cv, row, 1);
        const int other = memcmp(cv, after, sizeof cv) != 0;
        if (other) {
            compress_alone(d, lanes, i, cv, row + 1, n - row - 1);
            memcpy(last, cv, sizeof cv);
        }
        og_wipe(cv, sizeof cv);
        og_wipe(after, sizeof after);
        if (other) {
            return;
        }
    }
}

static void compress_lanes(void *user, const og_kernel *kernel, og_many_lanes *lanes, size_t busy, size_t n) {
    uint32_t info[ROWS * WORDS * OG_MANY_LANES];
    ((og_sha1dc_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n, info);
    for (size_t i = 0; i < busy; i++) {
        test_lane(user, lanes, i, kernel->lanes, n, info);
    }
    og_wipe(info, n * WORDS * kernel->lanes * sizeof *info);
}

int og_sha1dc_many(const og_message *messages, size_t n, unsigned flags,
                   uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], og_sha1dc_verdict *verdicts, size_t *bad) {
    static const og_many_hash hash = {OG_SHA1_MANY, .lanes = OG_OP_SHA1DC_LANES, .most_blocks = ROWS,
                                      .compress_one = compress_one, .compress_lanes = compress_lanes};
    if (n > 0 && verdicts == NULL) {
        return og_many_status(OG_ERR_NULL, n, bad);
    }
    if (flags & ~(unsigned)OG_SHA1DC_FLAGS) {
        return og_many_status(OG_ERR_ARGUMENT, n, bad);
    }
    size_t longest;
    int status = og_many_check(messages, n, digests, OG_SHA1_MAX_BYTES, &longest, bad);
    if (status != OG_OK) {
        return status;
    }
    if (n <= 1) {
        return n == 0 ? OG_OK : og_sha1dc(messages[0].data, messages[0].len, flags, digests[0], verdicts);
    }
    detection d = {.flags = flags, .verdicts = verdicts, .chain = {.flags = flags, .hit = og_sha1dc_record}};
    status = og_sha1dc_choose(&d.chain, longest);
    if (status != OG_OK) {
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        verdicts[i] = (og_sha1dc_verdict){.vector = -1, .at = 0};
    }
    og_many(&hash, &d, messages, n, longest, (og_fn)d.chain.kernel, digests[0]);
    return OG_OK;
}
