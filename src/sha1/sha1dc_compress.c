/* SPDX-License-Identifier: MIT */
#include "sha1/sha1dc_compress.h"

#include "catalogue.h"
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

/* The other blocks of some tests, and the chaining values that begin as those before them and end as those
 * after them. */
typedef struct others {
    uint32_t end[BATCH][5];
    og_sha1dc_other other[BATCH];
} others;

/* Tests of one or several blocks, in order of block and disturbance vector. */
typedef struct batch {
    size_t n;
    size_t hit;          /* index of the last block with a hit */
    size_t index[BATCH]; /* index of the block */
    unsigned vector[BATCH];
    og_sha1dc_block block[BATCH];
    others *o;
} batch;

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

/* Compresses the other blocks of the batch, two by a sha1.lanes kernel if dispatch has one for two messages.
 */
static void compress_others(og_sha1_blocks_fn *compress, const batch *b) {
    others *o = b->o;
    const og_kernel *lanes = og_many_kernel(OG_OP_SHA1_LANES, OG_SHORT, b->n, BATCH);
    if (lanes != NULL && lanes->lanes == b->n) {
        const uint8_t *const blocks[BATCH] = {o->other[0].block, o->other[1].block};
        ((og_sha1_lanes_fn *)lanes->fn)(o->end, blocks, 1);
        return;
    }
    for (size_t i = 0; i < b->n; i++) {
        compress(o->end[i], o->other[i].block, 1);
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

/* Decides the tests of a batch, reports the first hit of each block and empties the batch. In safe-hash
 * mode it stops at the first hit: it compresses that block twice more and returns 1, because the blocks
 * after it must be compressed again. Otherwise returns 0. */
static int decide(const og_sha1dc_chain *c, batch *b) {
    og_sha1_blocks_fn *compress = og_sha1dc_plain_kernel();
    compress_others(compress, b);
    for (size_t i = 0; i < b->n; i++) {
        const og_sha1dc_block *block = &b->block[i];
        if (b->index[i] == b->hit) {
            continue;
        }
        og_sha1dc_other *other = &b->o->other[i];
        if (!is_equal(b->o->end[i], block->after) &&
            !(c->flags & OG_SHA1DC_REDUCED && og_sha1dc_is_reduced(other, block, compress))) {
            continue;
        }
        b->hit = b->index[i];
        c->hit(c->user, block, c->at + 64 * b->hit, b->vector[i], other);
        if (c->flags & OG_SHA1DC_SAFE_HASH) {
            memmove(c->cv, block->after, 5 * sizeof *c->cv);
            compress(c->cv, block->bytes, 1);
            compress(c->cv, block->bytes, 1);
            return 1;
        }
    }
    b->n = 0;
    return 0;
}

/* Judges n compressed blocks from block `first` on, the first with a mask. Returns n, or after a hit in
 * safe-hash mode the number of blocks up to and including that one; the chaining value is then the one after
 * it. */
OG_BELOW size_t judge(const og_sha1dc_chain *c, const uint8_t *blocks, size_t n,
                      const og_sha1dc_block_info *info, size_t first, others *o) {
    const uint32_t always = c->flags & OG_SHA1DC_EVERY_VECTOR ? 0xffffffff : 0;
    int over = 0;
    batch b;
    b.n = 0;
    b.hit = n;
    b.o = o;
    for (size_t i = first; i < n && !over; i++) {
        uint32_t mask = info[i].mask | always;
        for (; mask != 0 && b.hit != i && !over; mask &= mask - 1) {
            b.index[b.n] = i;
            b.vector[b.n] = (unsigned)__builtin_ctz(mask);
            b.block[b.n] = (og_sha1dc_block){blocks + 64 * i, &info[i], i + 1 < n ? info[i + 1].cv : c->cv};
            og_sha1dc_find_other(&o->other[b.n], o->end[b.n], &b.block[b.n], b.vector[b.n]);
            b.n++;
            over = b.n == BATCH && decide(c, &b);
        }
    }
    over = over || (b.n > 0 && decide(c, &b));
    return over ? b.hit + 1 : n;
}

/* Does what judge does, and clears what that has left. */
static size_t test(const og_sha1dc_chain *c, const uint8_t *blocks, size_t n,
                   const og_sha1dc_block_info *info, size_t first) {
    others o;
    const size_t done = judge(c, blocks, n, info, first, &o);
    if (!(c->flags & OG_SHA1DC_NO_WIPE)) {
        og_wipe_in_place(&o, sizeof o);
        og_burn_small_stack();
    }
    return done;
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

/* Compresses and tests n <= FEW_BLOCKS blocks. */
__attribute__((noinline)) static void compress_few(og_sha1dc_chain *c, const uint8_t *blocks, size_t n) {
    og_sha1dc_block_info info[FEW_BLOCKS];
    c->kernel(c->cv, blocks, n, info);
    const size_t first = og_sha1dc_first_mask(info, n, c->flags);
    if (first < n) {
        og_sha1dc_test_blocks(c, blocks, n, info, first);
    } else {
        c->at += 64 * n;
    }
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
    compress(c, blocks, n, info, LOOKAHEAD_BLOCKS, LOOKAHEAD_BLOCKS);
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
