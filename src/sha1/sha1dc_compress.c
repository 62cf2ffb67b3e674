/* SPDX-License-Identifier: MIT */
#include "sha1/sha1dc_compress.h"

#include "core/dispatch.h"
#include "core/many.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"

/* Blocks that are compressed before the first of them is tested. Many blocks give BATCH tests at a time;
 * few blocks keep info on the stack and in the first-level cache. */
#define LOOKAHEAD_BLOCKS 64
/* The most blocks of a call with a small frame. */
#define FEW_BLOCKS 9
/* Tests that are decided together, by one call of a sha1.lanes kernel. */
#define BATCH 2

/* Tests of one or several blocks, in order of block and disturbance vector. */
typedef struct batch {
    size_t n;
    size_t hit;          /* index of the last block with a hit */
    size_t index[BATCH]; /* index of the block */
    unsigned vector[BATCH];
    og_sha1dc_block block[BATCH];
    og_sha1dc_other other[BATCH];
    uint32_t end[BATCH][5]; /* the chaining values after the other blocks */
} batch;

int og_sha1dc_choose(og_sha1dc_chain *chain, size_t size) {
    chain->tested = 0;
    chain->kernel = (og_sha1dc_blocks_fn *)og_dispatch(OG_OP_SHA1DC_BLOCKS, size);
    chain->compress = og_sha1_kernel(64);
    if (chain->kernel == NULL) {
        return og_dispatch_status();
    }
    return chain->compress != NULL ? OG_OK : og_dispatch_status();
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

/* Compresses the other blocks of the batch, by a sha1.lanes kernel if dispatch has one for b->n messages. */
static void compress_others(const og_sha1dc_chain *c, batch *b) {
    const og_kernel *lanes = og_many_kernel(OG_OP_SHA1_LANES, OG_SHORT, b->n, BATCH);
    const uint8_t *blocks[BATCH];
    for (size_t i = 0; i < BATCH; i++) { /* with one test, element 1 repeats element 0 */
        const og_sha1dc_other *other = &b->other[i < b->n ? i : 0];
        memcpy(b->end[i], other->cv, sizeof b->end[i]);
        blocks[i] = other->block;
    }
    size_t done = 0;
    for (; lanes != NULL && done < b->n; done += lanes->lanes) {
        ((og_sha1_lanes_fn *)lanes->fn)(b->end + done, blocks + done, 1);
    }
    for (; done < b->n; done++) {
        c->compress(b->end[done], blocks[done], 1);
    }
}

/* Decides the tests of a batch, reports the first hit of each block and empties the batch. In safe-hash
 * mode it stops at the first hit: it compresses that block twice more and returns 1, because the blocks
 * after it must be compressed again. Otherwise returns 0. */
static int decide(const og_sha1dc_chain *c, batch *b) {
    compress_others(c, b);
    for (size_t i = 0; i < b->n; i++) {
        const og_sha1dc_block *block = &b->block[i];
        if (b->index[i] == b->hit) {
            continue;
        }
        if (memcmp(b->end[i], block->after, sizeof b->end[i]) != 0 &&
            !(c->flags & OG_SHA1DC_REDUCED && og_sha1dc_is_reduced(&b->other[i], block, c->compress))) {
            continue;
        }
        b->hit = b->index[i];
        c->hit(c->user, block, c->at + 64 * b->hit, b->vector[i], &b->other[i]);
        if (c->flags & OG_SHA1DC_SAFE_HASH) {
            memmove(c->cv, block->after, 5 * sizeof *c->cv);
            c->compress(c->cv, block->bytes, 1);
            c->compress(c->cv, block->bytes, 1);
            return 1;
        }
    }
    b->n = 0;
    return 0;
}

/* Tests n compressed blocks. Returns n, or after a hit in safe-hash mode the number of blocks up to and
 * including that one; the chaining value is then the one after it. */
__attribute__((noinline)) static size_t judge(const og_sha1dc_chain *c, const uint8_t *blocks, size_t n,
                                              const og_sha1dc_block_info *info) {
    const uint32_t always = c->flags & OG_SHA1DC_EVERY_VECTOR ? 0xffffffff : 0;
    int over = 0;
    batch b;
    b.n = 0;
    b.hit = n;
    for (size_t i = 0; i < n && !over; i++) {
        uint32_t mask = info[i].mask | always;
        for (; mask != 0 && b.hit != i && !over; mask &= mask - 1) {
            b.index[b.n] = i;
            b.vector[b.n] = (unsigned)__builtin_ctz(mask);
            b.block[b.n] = (og_sha1dc_block){blocks + 64 * i, &info[i], i + 1 < n ? info[i + 1].cv : c->cv};
            og_sha1dc_find_other(&b.other[b.n], &b.block[b.n], b.vector[b.n]);
            b.n++;
            over = b.n == BATCH && decide(c, &b);
        }
    }
    over = over || (b.n > 0 && decide(c, &b));
    const size_t done = over ? b.hit + 1 : n;
    if (!(c->flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe(&b, sizeof b);
        og_burn_stack();
    }
    return done;
}

/* Compresses and tests n blocks, at most `most` in one call of the kernel. info has room for these. */
__attribute__((always_inline)) static inline void
compress(og_sha1dc_chain *c, const uint8_t *blocks, size_t n, og_sha1dc_block_info *info, size_t most) {
    const uint32_t always = c->flags & OG_SHA1DC_EVERY_VECTOR ? 0xffffffff : 0;
    size_t ahead = most;
    while (n > 0) {
        const size_t some = n < ahead ? n : ahead;
        c->kernel(c->cv, blocks, some, info);
        uint32_t masks = always;
        for (size_t i = 0; i < some; i++) {
            masks |= info[i].mask;
        }
        size_t done = some;
        if (__builtin_expect(masks != 0, 0)) {
            done = judge(c, blocks, some, info);
            c->tested = 1;
        }
        /* After a hit in safe-hash mode the look-ahead restarts at one block and doubles, so that at most
         * half of the work is wasted on a message that consists of attacks. */
        ahead = done < some ? 1 : 2 * ahead < most ? 2 * ahead : most;
        blocks += 64 * done;
        c->at += 64 * done;
        n -= done;
    }
}

/* Compresses and tests n <= FEW_BLOCKS blocks. */
__attribute__((noinline)) static void compress_few(og_sha1dc_chain *c, const uint8_t *blocks, size_t n) {
    og_sha1dc_block_info info[FEW_BLOCKS];
    compress(c, blocks, n, info, FEW_BLOCKS);
    if (!(c->flags & OG_SHA1DC_NO_WIPE)) {
        if (n == 1) {
            og_wipe_in_place(info, sizeof *info);
        } else {
            og_wipe(info, n * sizeof *info);
        }
    }
}

/* Compresses and tests n blocks. */
__attribute__((noinline)) static void compress_many(og_sha1dc_chain *c, const uint8_t *blocks, size_t n) {
    og_sha1dc_block_info info[LOOKAHEAD_BLOCKS];
    compress(c, blocks, n, info, LOOKAHEAD_BLOCKS);
    if (!(c->flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe(info, (n < LOOKAHEAD_BLOCKS ? n : LOOKAHEAD_BLOCKS) * sizeof *info);
    }
}

void og_sha1dc_compress_blocks(void *chain, const uint8_t *blocks, size_t n) {
    if (n <= FEW_BLOCKS) {
        compress_few(chain, blocks, n);
    } else {
        compress_many(chain, blocks, n);
    }
}
