/* SPDX-License-Identifier: MIT */
/* Compression of blocks with detection of collision attacks. A sha1dc.blocks kernel compresses the blocks
 * and returns for each the mask of disturbance vectors that no condition excludes. The exact test
 * (sha1dc_test.h) decides on these. */
#ifndef OG_SHA1DC_COMPRESS_H
#define OG_SHA1DC_COMPRESS_H

#include <oldguard/sha1dc.h>

#include "core/dispatch.h"
#include "sha1/sha1dc_test.h"

#define OG_SHA1DC_FLAGS (OG_SHA1DC_SAFE_HASH | OG_SHA1DC_REDUCED | OG_SHA1DC_EVERY_VECTOR | OG_SHA1DC_NO_WIPE)

/* Returns OG_OK, or OG_ERR_ARGUMENT for an unknown flag. */
static inline int og_sha1dc_check_flags(unsigned flags) {
    return flags & ~(unsigned)OG_SHA1DC_FLAGS ? OG_ERR_ARGUMENT : OG_OK;
}

/* Receives each attack block, in order. at: its offset in the message, in bytes. */
typedef void og_sha1dc_hit_fn(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                              const og_sha1dc_other *other);

/* The state of one message between calls. */
typedef struct og_sha1dc_chain {
    uint32_t *cv;
    unsigned flags;
    uint64_t at; /* offset of the next block in the message, in bytes */
    og_sha1dc_hit_fn *hit;
    void *user;
    og_sha1dc_blocks_fn *kernel;
} og_sha1dc_chain;

#ifndef OLDGUARD_NO_SHA1DC /* saved states do without the operation */
/* Returns the kernel for size bytes, or NULL, for which og_dispatch_status() has the error. */
static inline og_sha1dc_blocks_fn *og_sha1dc_kernel(size_t size) {
    return (og_sha1dc_blocks_fn *)og_dispatch(OG_OP_SHA1DC_BLOCKS, size);
}
#endif

/* Returns a kernel that compresses without detection. */
og_sha1_blocks_fn *og_sha1dc_plain_kernel(void);

/* Hashes a message without faults by a kernel, as og_sha1dc_two_part does. */
void og_sha1dc_hash(og_sha1dc_blocks_fn *kernel, const og_two_part *message, unsigned flags, uint8_t *digest,
                    og_sha1dc_verdict *verdict);

/* Returns the first of n blocks that must be tested, or n. */
static inline size_t og_sha1dc_first_mask(const og_sha1dc_block_info *info, size_t n, unsigned flags) {
    const uint32_t always = flags & OG_SHA1DC_EVERY_VECTOR;
    size_t i = 0;
    while (i < n && __builtin_expect((info[i].mask | always) == 0, 1)) {
        i++;
    }
    return i;
}

/* Tests n blocks that have been compressed, from block `first` on. After a hit in safe-hash mode it
 * compresses the blocks after that one again, and tests them. */
void og_sha1dc_test_blocks(og_sha1dc_chain *chain, const uint8_t *blocks, size_t n,
                           og_sha1dc_block_info *info, size_t first);

/* Records the first hit in the og_sha1dc_verdict at user. An og_sha1dc_hit_fn. */
void og_sha1dc_record(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                      const og_sha1dc_other *other);

/* Records the first hit in the verdict of the og_sha1dc_ctx at user, and reports each to its callback. An
 * og_sha1dc_hit_fn. */
void og_sha1dc_report(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                      const og_sha1dc_other *other);

/* Compresses and tests n blocks. An og_compress_fn for an og_sha1dc_chain. */
void og_sha1dc_compress_blocks(void *chain, const uint8_t *blocks, size_t n);

#endif
