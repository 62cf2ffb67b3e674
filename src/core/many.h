/* SPDX-License-Identifier: MIT */
/* Many messages at once under a hash of 64-byte blocks: a schedule of any mixture of lengths over the
 * lanes of its lanes kernel.
 *
 * Each lane holds one message. A step folds as many blocks as every lane still has, so at least one
 * lane reaches the end of what it was given: of the whole blocks in the caller's memory, then it gets
 * the message's padded end; or of that end, then the digest is written and the next message takes
 * the lane. When none is left, the lanes that remain move to the kernel that dispatch names for so
 * many messages, with idle lanes where it has more, and the last one to the kernel for one message.
 *
 * The messages that are last in line go longest first: what costs is a long message that is
 * left alone at the end.
 *
 * All of it is inlined into og_many, with whose constant description no indirect call is left. */
#ifndef OG_CORE_MANY_H
#define OG_CORE_MANY_H

#include <oldguard/message.h>

#include "core/blocks64.h"
#include "core/dispatch.h"
#include "core/wipe.h"

#define OG_MANY_INLINE __attribute__((always_inline)) static inline

/* The widest kernel that is made use of. */
#define OG_MANY_LANES 16
/* Messages whose padded form fits are laid out whole, so that they cost one step instead of two. */
#define OG_MANY_WHOLE 256
/* How many messages are put in order, and the length from which on that pays: sorting 64 takes up
 * to 3,000 cycles, as long as one lane needs for 4 KiB. */
#define OG_MANY_WINDOW 64
#define OG_MANY_WORTH_SORTING 4096

typedef struct og_many_lanes {
    size_t active; /* lanes 0 .. active - 1 hold a message */
    _Alignas(64) uint8_t cv[OG_MANY_LANES * 64];
    const uint8_t *at[OG_MANY_LANES];   /* the next block */
    size_t blocks[OG_MANY_LANES];       /* how many follow there */
    uint64_t compressed[OG_MANY_LANES]; /* blocks of the message that went before */
    size_t message[OG_MANY_LANES];
    uint8_t ending[OG_MANY_LANES]; /* 1: these blocks are the message's padded end */
    uint8_t *end[OG_MANY_LANES];   /* a place for that: one of ends */
    uint8_t ends[OG_MANY_LANES][OG_MANY_WHOLE];
} og_many_lanes;

/* What a hash is to the schedule. Chaining values are at most 64 bytes, one after the other. */
typedef struct og_many_hash {
    og_op lanes;             /* the operation of its kernels for lanes */
    size_t cv_size;          /* bytes */
    size_t digest_size;      /* bytes */
    size_t length_size;      /* bytes of the length field at the end of the padding */
    size_t most_blocks;      /* of a lane in one call of compress_lanes; 0: any number */
    void (*start)(void *cv); /* the first chaining value */
    /* Lays out the end of a message of len bytes, the last `size` at tail; returns the blocks. */
    size_t (*pad)(uint8_t *last, const uint8_t *tail, size_t size, size_t len);
    void (*digest)(uint8_t *digest, const void *cv);
    /* Fold the next n blocks of lane 0, and of every lane of a kernel, the first `busy` of which
     * hold messages, into their chaining values. */
    void (*compress_one)(void *user, og_fn kernel, og_many_lanes *lanes, size_t n);
    void (*compress_lanes)(void *user, const og_kernel *kernel, og_many_lanes *lanes, size_t busy, size_t n);
} og_many_hash;

/* The messages that have not been started. */
typedef struct og_many_queue {
    const og_message *messages;
    size_t next, n;
    size_t ordered_from;           /* from here on, order says which one comes */
    uint8_t order[OG_MANY_WINDOW]; /* relative to ordered_from */
} og_many_queue;

/* The lanes kernel for so many messages, or NULL where none of at most max_lanes pays and they are
 * better done one by one. Its dispatch size is 64 bytes for each message. */
static inline const og_kernel *og_many_kernel(og_op op, size_t messages, size_t max_lanes) {
    const size_t size = 64 * messages;
    const og_kernel *kernel = messages < 2 ? NULL : og_dispatch_kernel(op, size);
    return kernel != NULL && size >= kernel->min_size && kernel->lanes <= max_lanes ? kernel : NULL;
}

/* Puts the messages that are last in line in order; longest: the greatest length of all. */
static inline void og_many_order(og_many_queue *q, size_t longest) {
    const size_t count = q->n < OG_MANY_WINDOW ? q->n : OG_MANY_WINDOW;
    q->ordered_from = q->n - count;
    const og_message *messages = q->messages + q->ordered_from;
    for (size_t i = 0; i < count; i++) {
        q->order[i] = (uint8_t)i;
    }
    for (size_t i = 1; i < count && longest >= OG_MANY_WORTH_SORTING; i++) {
        size_t j = i;
        for (; j > 0 && messages[q->order[j - 1]].len < messages[i].len; j--) {
            q->order[j] = q->order[j - 1];
        }
        q->order[j] = (uint8_t)i;
    }
}

static inline size_t og_many_take(og_many_queue *q) {
    const size_t i = q->next++;
    return i < q->ordered_from ? i : q->ordered_from + q->order[i - q->ordered_from];
}

/* The padded end of the message in lane i, of which size bytes are left at tail. */
OG_MANY_INLINE void og_many_begin_end(const og_many_hash *hash, og_many_lanes *l, size_t i,
                                      const uint8_t *tail, size_t size, size_t len) {
    l->blocks[i] = hash->pad(l->end[i], tail, size, len);
    l->at[i] = l->end[i];
    l->ending[i] = 1;
}

OG_MANY_INLINE void og_many_begin(const og_many_hash *hash, og_many_lanes *l, size_t i, og_many_queue *q) {
    const size_t which = og_many_take(q);
    const og_message *m = &q->messages[which];
    hash->start(l->cv + i * hash->cv_size);
    l->message[i] = which;
    l->compressed[i] = 0;
    if (m->len <= OG_MANY_WHOLE - 1 - hash->length_size) {
        og_many_begin_end(hash, l, i, m->data, m->len, m->len);
    } else {
        l->at[i] = m->data;
        l->blocks[i] = m->len / 64;
        l->ending[i] = 0;
    }
}

/* Moves the last active lane to lane i, whose message is done and has no successor: no lane is
 * opened again. */
OG_MANY_INLINE void og_many_close(const og_many_hash *hash, og_many_lanes *l, size_t i) {
    const size_t last = --l->active;
    if (i != last) {
        memcpy(l->cv + i * hash->cv_size, l->cv + last * hash->cv_size, hash->cv_size);
    }
    l->at[i] = l->at[last];
    l->blocks[i] = l->blocks[last];
    l->compressed[i] = l->compressed[last];
    l->message[i] = l->message[last];
    l->ending[i] = l->ending[last];
    l->end[i] = l->end[last];
}

/* Folds as many blocks as all lanes of a kernel have; returns how many lanes moved on. */
OG_MANY_INLINE size_t og_many_compress(const og_many_hash *hash, void *user, og_many_lanes *l, og_fn single) {
    const og_kernel *kernel = og_many_kernel(hash->lanes, l->active, OG_MANY_LANES);
    const size_t width = kernel == NULL ? 1 : kernel->lanes;
    const size_t busy = width < l->active ? width : l->active;
    size_t n = l->blocks[0];
    for (size_t i = 1; i < busy; i++) {
        n = l->blocks[i] < n ? l->blocks[i] : n;
    }
    if (kernel == NULL) {
        hash->compress_one(user, single, l, n);
    } else {
        n = hash->most_blocks != 0 && n > hash->most_blocks ? hash->most_blocks : n;
        for (size_t i = busy; i < width; i++) {
            l->at[i] = l->at[0]; /* an idle lane folds blocks that are there into nobody's value */
        }
        hash->compress_lanes(user, kernel, l, busy, n);
    }
    for (size_t i = 0; i < busy; i++) {
        l->at[i] += 64 * n;
        l->blocks[i] -= n;
        l->compressed[i] += n;
    }
    return busy;
}

OG_MANY_INLINE void og_many_run(const og_many_hash *hash, void *user, og_many_lanes *l, og_many_queue *q,
                                uint8_t *digests, og_fn single) {
    while (l->active > 0) {
        /* downwards, so that a lane which moves into a closed one has been looked at */
        for (size_t i = og_many_compress(hash, user, l, single); i-- > 0;) {
            const size_t which = l->message[i];
            if (l->blocks[i] > 0) {
                continue;
            }
            if (!l->ending[i]) {
                const size_t len = q->messages[which].len;
                og_many_begin_end(hash, l, i, l->at[i], len % 64, len);
                continue;
            }
            hash->digest(digests + which * hash->digest_size, l->cv + i * hash->cv_size);
            if (q->next < q->n) {
                og_many_begin(hash, l, i, q);
            } else {
                og_many_close(hash, l, i);
            }
        }
    }
}

/* The digests of n >= 2 messages, which have been looked at; longest: the greatest length of all;
 * single: the kernel for one message; user: for the hash's folding. */
OG_MANY_INLINE void og_many(const og_many_hash *hash, void *user, const og_message *messages, size_t n,
                            size_t longest, og_fn single, uint8_t *digests) {
    og_many_queue q = {.messages = messages, .n = n};
    og_many_lanes l;
    og_many_order(&q, longest);
    memset(l.cv, 0, sizeof l.cv);
    const og_kernel *kernel =
        og_many_kernel(hash->lanes, n < OG_MANY_LANES ? n : OG_MANY_LANES, OG_MANY_LANES);
    const size_t width = kernel == NULL ? 1 : kernel->lanes;
    for (l.active = 0; l.active < width && q.next < n; l.active++) {
        l.end[l.active] = l.ends[l.active];
        og_many_begin(hash, &l, l.active, &q);
    }
    const size_t used = l.active;
    og_many_run(hash, user, &l, &q, digests, single);
    og_wipe(&l, offsetof(og_many_lanes, ends) + used * sizeof *l.ends);
}

#endif
