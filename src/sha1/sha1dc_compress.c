/* SPDX-License-Identifier: MIT */
#include "sha1/sha1dc_compress.h"

#include "catalogue.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"

/* Blocks that are compressed before the first of them is tested. Their info is wiped at the end, and so few
 * that its 2 KB cost less than the calls of the kernel. */
#define LOOKAHEAD_BLOCKS 16

/* There is a kernel where there is one with detection. Without one, sha1detectcoll has no way to say so. */
og_sha1_blocks_fn *og_sha1dc_plain_kernel(void) {
    og_sha1_blocks_fn *kernel = og_sha1_kernel(64);
    return kernel != NULL ? kernel : og_sha1_c_fast;
}

void og_sha1dc_record(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                      const og_sha1dc_other *other) {
    og_sha1dc_verdict *verdict = user;
    (void)block;
    (void)other;
    if (verdict->vector < 0) {
        verdict->vector = (int)vector;
        verdict->at = at;
    }
}

/* Returns 1 if two chaining values are equal. */
static inline int is_equal(const uint32_t a[5], const uint32_t b[5]) {
    uint32_t differences = 0;
    for (unsigned i = 0; i < 5; i++) {
        differences |= a[i] ^ b[i];
    }
    return differences == 0;
}

/* Tests a block along a vector, and reports a hit. Returns 1 then. In safe-hash mode it compresses the block
 * twice more, because the blocks after it must be compressed again. */
OG_BELOW int decide(const og_sha1dc_chain *c, const og_sha1dc_block *block, uint64_t at, unsigned vector) {
    og_sha1_blocks_fn *compress = og_sha1dc_plain_kernel();
    og_sha1dc_other other;
    uint32_t end[5];
    og_sha1dc_find_other(&other, end, block, vector);
    compress(end, other.block, 1);
    const int hit = is_equal(end, block->after) ||
                    (c->flags & OG_SHA1DC_REDUCED && og_sha1dc_is_reduced(&other, block, compress));
    if (hit) {
        c->hit(c->user, block, at, vector, &other);
        if (c->flags & OG_SHA1DC_SAFE_HASH) {
            memmove(c->cv, block->after, 5 * sizeof *c->cv);
            compress(c->cv, block->bytes, 1);
            compress(c->cv, block->bytes, 1);
        }
    }
    if (!(c->flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe_in_place(&other, sizeof other);
        og_wipe_in_place(end, sizeof end);
    }
    return hit;
}

/* Tests a block along the vectors of a mask, and clears what that has left. Returns 1 after a hit. */
OG_BELOW int test_block(const og_sha1dc_chain *c, const og_sha1dc_block *block, uint64_t at, uint32_t mask) {
    const int keep = (c->flags & OG_SHA1DC_NO_WIPE) != 0;
    og_sha1dc_test_fn *kernel =
        c->flags & OG_SHA1DC_REDUCED ? NULL : (og_sha1dc_test_fn *)og_dispatch(OG_OP_SHA1DC_TEST, 64);
    for (; mask != 0; mask &= mask - 1) {
        const unsigned vector = (unsigned)__builtin_ctz(mask);
        if (kernel != NULL && og_sha1dc_is_excluded(block, vector, kernel, keep)) {
            continue;
        }
        const int hit = decide(c, block, at, vector);
        if (!keep) {
            og_burn_small_stack();
        }
        if (hit) {
            return 1;
        }
    }
    return 0;
}

/* Tests n compressed blocks from block `first` on, the first with a mask. Returns n, or after a hit in
 * safe-hash mode the number of blocks up to and including that one; the chaining value is then the one after
 * it. */
OG_BELOW size_t test(const og_sha1dc_chain *c, const uint8_t *blocks, size_t n,
                     const og_sha1dc_block_info *info, size_t first) {
    const uint32_t always = c->flags & OG_SHA1DC_EVERY_VECTOR ? 0xffffffff : 0;
    for (size_t i = first; i < n; i++) {
        const uint32_t mask = info[i].mask | always;
        const og_sha1dc_block block = {blocks + 64 * i, &info[i], i + 1 < n ? info[i + 1].cv : c->cv};
        if (mask != 0 && test_block(c, &block, c->at + 64 * i, mask) && c->flags & OG_SHA1DC_SAFE_HASH) {
            return i + 1;
        }
    }
    return n;
}

/* Compresses and tests n blocks: at first `ahead` in a call of the kernel, then up to `most`. info has room
 * for these. */
static inline void compress(og_sha1dc_chain *c, const uint8_t *blocks, size_t n, og_sha1dc_block_info *info,
                            size_t ahead, size_t most) {
    while (n > 0) {
        const size_t some = n < ahead ? n : ahead;
        c->kernel(c->cv, blocks, some, info);
        const size_t first = og_sha1dc_first_mask(info, some, c->flags);
        const size_t done = first < some ? test(c, blocks, some, info, first) : some;
        /* After a hit in safe-hash mode the look-ahead restarts at one block and doubles, so that at most
         * half of the work is wasted on a message that consists of attacks. */
        ahead = done < some ? 1 : 2 * ahead < most ? 2 * ahead : most;
        blocks += 64 * done;
        c->at += 64 * done;
        n -= done;
    }
}

void og_sha1dc_test_blocks(og_sha1dc_chain *c, const uint8_t *blocks, size_t n, og_sha1dc_block_info *info,
                           size_t first) {
    const size_t done = test(c, blocks, n, info, first);
    c->at += 64 * done;
    compress(c, blocks + 64 * done, n - done, info, 1, n);
}

void og_sha1dc_compress_blocks(void *chain, const uint8_t *blocks, size_t n) {
    og_sha1dc_chain *c = chain;
    og_sha1dc_block_info info[LOOKAHEAD_BLOCKS];
    if (n <= LOOKAHEAD_BLOCKS) {
        c->kernel(c->cv, blocks, n, info);
        const size_t first = og_sha1dc_first_mask(info, n, c->flags);
        if (first < n) {
            og_sha1dc_test_blocks(c, blocks, n, info, first);
        } else {
            c->at += 64 * n;
        }
    } else {
        compress(c, blocks, n, info, LOOKAHEAD_BLOCKS, LOOKAHEAD_BLOCKS);
    }
    if (c->flags & OG_SHA1DC_NO_WIPE) {
        return;
    }
    if (n == 1) {
        og_wipe_in_place(info, sizeof *info);
    } else {
        og_wipe(info, (n < LOOKAHEAD_BLOCKS ? n : LOOKAHEAD_BLOCKS) * sizeof *info);
    }
}
