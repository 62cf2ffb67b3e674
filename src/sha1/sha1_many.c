/* SPDX-License-Identifier: MIT */
/* SHA-1 of many messages at once. core/many.h assigns the messages to lanes. */
#include <oldguard/sha1.h>

#include "sha1/sha1_many.h"

static void compress_one(void *user, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)user;
    ((og_sha1_blocks_fn *)kernel)((void *)lanes->cv, lanes->at[0], n);
}

static void compress_lanes(void *user, const og_kernel *kernel, og_many_lanes *lanes, size_t busy, size_t n) {
    (void)user;
    (void)busy;
    ((og_sha1_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n);
}

int og_sha1_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE], size_t *bad) {
    static const og_many_hash hash = {OG_SHA1_MANY, .lanes = OG_OP_SHA1_LANES, .compress_one = compress_one,
                                      .compress_lanes = compress_lanes};
    size_t longest;
    const int status = og_many_check(messages, n, digests, OG_SHA1_MAX_BYTES, &longest, bad);
    if (status != OG_OK) {
        return status;
    }
    if (n <= 1) {
        return n == 0 ? OG_OK : og_sha1(messages[0].data, messages[0].len, digests[0]);
    }
    og_sha1_blocks_fn *single = og_sha1_kernel(longest);
    if (single == NULL) {
        return og_dispatch_status();
    }
    og_many(&hash, NULL, messages, n, longest, (og_fn)single, digests[0]);
    return OG_OK;
}
