/* SPDX-License-Identifier: MIT */
/* SHA-1 of many messages at once: core/many.h has the schedule. */
#include <oldguard/sha1.h>

#include "core/many.h"
#include "sha1/sha1_message.h"

static void start(void *cv) {
    og_sha1_start(cv);
}

static size_t pad(uint8_t *last, const uint8_t *tail, size_t size, size_t len) {
    return og_sha1_pad(last, tail, size, len);
}

static void digest(uint8_t *to, const void *cv) {
    og_sha1_digest(to, cv);
}

static void fold_one(void *user, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)user;
    ((og_sha1_blocks_fn *)kernel)((void *)lanes->cv, lanes->at[0], n);
}

static void fold_lanes(void *user, const og_kernel *kernel, og_many_lanes *lanes, size_t busy,
                       size_t n) {
    (void)user;
    (void)busy;
    ((og_sha1_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n);
}

int og_sha1_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE]) {
    static const og_many_hash hash = {.lanes = OG_OP_SHA1_LANES, .cv_size = 20, .digest_size = 20,
                                      .length_size = 8, .start = start, .pad = pad,
                                      .digest = digest, .fold_one = fold_one,
                                      .fold_lanes = fold_lanes};
    if (n > 0 && (messages == NULL || digests == NULL)) {
        return OG_ERR_NULL;
    }
    size_t longest = 0;
    for (size_t i = 0; i < n; i++) {
        const int status = og_sha1_check(messages[i].data, messages[i].len);
        if (status != OG_OK) {
            return status;
        }
        longest = messages[i].len > longest ? messages[i].len : longest;
    }
    if (n <= 1) {
        return n == 0 ? OG_OK : og_sha1(messages[0].data, messages[0].len, digests[0]);
    }
    og_sha1_blocks_fn *single = og_sha1_kernel(longest);
    if (single == NULL) {
        return og_dispatch_status(OG_OP_SHA1_BLOCKS);
    }
    og_many(&hash, NULL, messages, n, longest, (og_fn)single, digests[0]);
    return OG_OK;
}
