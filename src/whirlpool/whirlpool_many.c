/* SPDX-License-Identifier: MIT */
/* Whirlpool of many messages in one call. core/many.h distributes them over lanes. */
#include <oldguard/whirlpool.h>

#include "core/many.h"
#include "core/many_check.h"
#include "whirlpool/whirlpool_message.h"

static void start(void *cv) { memset(cv, 0, 64); }

static size_t pad(uint8_t *last, const uint8_t *tail, size_t size, size_t len) {
    uint64_t bits[4] = {0};
    og_whirlpool_count(bits, len);
    return og_whirlpool_pad(last, tail, size, bits);
}

static void digest(uint8_t *to, const void *cv) { memcpy(to, cv, 64); }

static void compress_one(void *user, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)user;
    ((og_whirlpool_blocks_fn *)kernel)((void *)lanes->cv, lanes->at[0], n);
}

static void compress_lanes(void *user, const og_kernel *kernel, og_many_lanes *lanes, size_t busy, size_t n) {
    (void)user;
    (void)busy;
    ((og_whirlpool_lanes_fn *)kernel->fn)((void *)lanes->cv, lanes->at, n);
}

int og_whirlpool_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_WHIRLPOOL_DIGEST_SIZE],
                      size_t *bad) {
    static const og_many_hash hash = {.lanes = OG_OP_WHIRLPOOL_LANES,
                                      .cv_size = 64,
                                      .digest_size = 64,
                                      .length_size = 32,
                                      .start = start,
                                      .pad = pad,
                                      .digest = digest,
                                      .compress_one = compress_one,
                                      .compress_lanes = compress_lanes};
    size_t longest;
    const int status = og_many_check(messages, n, digests, UINT64_MAX, &longest, bad);
    if (status != OG_OK) {
        return status;
    }
    if (n <= 1) {
        return n == 0 ? OG_OK : og_whirlpool(messages[0].data, messages[0].len, digests[0]);
    }
    og_whirlpool_blocks_fn *single = og_whirlpool_kernel(longest);
    if (single == NULL) {
        return og_dispatch_status();
    }
    og_many(&hash, NULL, messages, n, longest, (og_fn)single, digests[0]);
    return OG_OK;
}
