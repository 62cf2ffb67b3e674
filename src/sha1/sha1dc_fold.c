/* SPDX-License-Identifier: MIT */
#include "sha1/sha1dc_fold.h"

#include "core/dispatch.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"

/* Blocks folded ahead of their tests: enough to pay for the call, few enough for the stack and the
 * first-level cache. */
#define AHEAD 32

int og_sha1dc_choose(og_sha1dc_chain *chain, size_t len) {
    chain->kernel = (og_sha1dc_blocks_fn *)og_dispatch(OG_OP_SHA1DC_BLOCKS, len);
    chain->compress = og_sha1_kernel(64);
    if (chain->kernel == NULL) {
        return og_dispatch_status(OG_OP_SHA1DC_BLOCKS);
    }
    return chain->compress != NULL ? OG_OK : og_dispatch_status(OG_OP_SHA1_BLOCKS);
}

/* Tests a block for the vectors of a mask; the first one that is hit counts. */
static int attacked(const og_sha1dc_chain *c, const og_sha1dc_folded *folded, uint32_t mask,
                    uint64_t at) {
    const int reduced = (c->flags & OG_SHA1DC_REDUCED) != 0;
    og_sha1dc_other other;
    int hit = 0;
    for (; mask != 0 && !hit; mask &= mask - 1) {
        const unsigned vector = (unsigned)__builtin_ctz(mask);
        hit = og_sha1dc_test(folded, vector, reduced, c->compress, &other);
        if (hit) {
            c->hit(c->user, folded, at, vector, &other);
        }
    }
    og_wipe(&other, sizeof other);
    return hit;
}

/* Tests n blocks that were folded. Returns how many count: n, or, where a safe hash folds one of
 * them in twice more, those up to that one; the chaining value is then the one after it. */
static size_t judge(const og_sha1dc_chain *c, const uint8_t *blocks, size_t n,
                    const og_sha1dc_trace *traces) {
    const uint32_t always = c->flags & OG_SHA1DC_EVERY_VECTOR ? 0xffffffff : 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t mask = traces[i].mask | always;
        if (__builtin_expect(mask == 0, 1)) {
            continue;
        }
        const og_sha1dc_folded folded = {blocks + 64 * i, &traces[i],
                                         i + 1 < n ? traces[i + 1].cv : c->cv};
        if (attacked(c, &folded, mask, c->at + 64 * i) && c->flags & OG_SHA1DC_SAFE_HASH) {
            memmove(c->cv, folded.after, 5 * sizeof *c->cv);
            c->compress(c->cv, folded.block, 1);
            c->compress(c->cv, folded.block, 1);
            return i + 1;
        }
    }
    return n;
}

void og_sha1dc_fold(void *chain, const uint8_t *blocks, size_t n) {
    og_sha1dc_chain *c = chain;
    og_sha1dc_trace traces[AHEAD];
    const size_t used = n < AHEAD ? n : AHEAD;
    size_t ahead = AHEAD;
    while (n > 0) {
        const size_t some = n < ahead ? n : ahead;
        c->kernel(c->cv, blocks, some, traces);
        const size_t done = judge(c, blocks, some, traces);
        /* a message of nothing but attacks does not have much folded in vain */
        ahead = done < some ? 1 : ahead < AHEAD ? 2 * ahead : AHEAD;
        blocks += 64 * done;
        c->at += 64 * done;
        n -= done;
    }
    og_wipe(traces, used * sizeof *traces);
}
