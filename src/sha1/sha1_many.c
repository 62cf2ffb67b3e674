/* SPDX-License-Identifier: MIT */
/* SHA-1 of many messages at once: a schedule of any mixture of lengths over the lanes of a
 * sha1.lanes kernel.
 *
 * Each lane holds one message. A step folds as many blocks as every lane still has, so at least one
 * lane reaches the end of what it was given: of the whole blocks in the caller's memory, then it gets
 * the message's padded end; or of that end, then the digest is written and the next message takes
 * the lane. When none is left, the lanes that remain move to the kernel that dispatch names for so
 * many messages, with idle lanes where it has more, and the last one to sha1.blocks.
 *
 * The messages that are last in line go longest first: what costs is a long message that is
 * left alone at the end. */
#include <oldguard/sha1.h>

#include "core/dispatch.h"
#include "core/wipe.h"
#include "sha1/sha1_message.h"

/* The widest kernel that is made use of. */
#define MAX_LANES 8
/* Messages whose padded form fits are laid out whole, so that they cost one step instead of two. */
#define WHOLE 256
/* How many messages are put in order, and the length from which on that pays: sorting 64 takes up
 * to 3,000 cycles, as long as one lane needs for 4 KiB. */
#define WINDOW 64
#define WORTH_SORTING 4096

/* The messages that have not been started. */
typedef struct queue {
    const og_message *messages;
    size_t next, n;
    size_t ordered_from;    /* from here on, order says which one comes */
    uint8_t order[WINDOW];  /* relative to ordered_from */
} queue;

typedef struct lanes {
    size_t active; /* lanes 0 .. active - 1 hold a message */
    uint32_t cv[MAX_LANES][5];
    const uint8_t *at[MAX_LANES]; /* the next block */
    size_t blocks[MAX_LANES];     /* how many follow there */
    size_t message[MAX_LANES];
    uint8_t ending[MAX_LANES]; /* 1: these blocks are the message's padded end */
    uint8_t *end[MAX_LANES];   /* a place for that: one of ends */
    uint8_t ends[MAX_LANES][WHOLE];
} lanes;

/* Puts the messages that are last in line in order; longest: the greatest length of all. */
static void order_queue(queue *q, size_t longest) {
    const size_t count = q->n < WINDOW ? q->n : WINDOW;
    q->ordered_from = q->n - count;
    const og_message *messages = q->messages + q->ordered_from;
    for (size_t i = 0; i < count; i++) {
        q->order[i] = (uint8_t)i;
    }
    for (size_t i = 1; i < count && longest >= WORTH_SORTING; i++) {
        size_t j = i;
        for (; j > 0 && messages[q->order[j - 1]].len < messages[i].len; j--) {
            q->order[j] = q->order[j - 1];
        }
        q->order[j] = (uint8_t)i;
    }
}

static size_t take(queue *q) {
    const size_t i = q->next++;
    return i < q->ordered_from ? i : q->ordered_from + q->order[i - q->ordered_from];
}

/* The padded end of the message in lane i, of which size bytes are left at tail. */
static void begin_end(lanes *l, size_t i, const uint8_t *tail, size_t size, size_t len) {
    l->blocks[i] = og_sha1_pad(l->end[i], tail, size, len);
    l->at[i] = l->end[i];
    l->ending[i] = 1;
}

static void begin(lanes *l, size_t i, queue *q) {
    const size_t which = take(q);
    const og_message *m = &q->messages[which];
    og_sha1_start(l->cv[i]);
    l->message[i] = which;
    if (m->len + 9 <= WHOLE) {
        begin_end(l, i, m->data, m->len, m->len);
    } else {
        l->at[i] = m->data;
        l->blocks[i] = m->len / 64;
        l->ending[i] = 0;
    }
}

/* Moves the last active lane to lane i, whose message is done and has no successor: no lane is
 * opened again. */
static void close_lane(lanes *l, size_t i) {
    const size_t last = --l->active;
    memcpy(l->cv[i], l->cv[last], sizeof l->cv[i]);
    l->at[i] = l->at[last];
    l->blocks[i] = l->blocks[last];
    l->message[i] = l->message[last];
    l->ending[i] = l->ending[last];
    l->end[i] = l->end[last];
}

/* Folds as many blocks as all lanes of a kernel have; returns how many lanes moved on. */
static size_t fold(lanes *l, og_sha1_blocks_fn *single) {
    const og_kernel *kernel = og_sha1_lanes_kernel(l->active, MAX_LANES);
    const size_t width = kernel == NULL ? 1 : kernel->lanes;
    const size_t busy = width < l->active ? width : l->active;
    size_t n = l->blocks[0];
    for (size_t i = 1; i < busy; i++) {
        n = l->blocks[i] < n ? l->blocks[i] : n;
    }
    if (kernel == NULL) {
        single(l->cv[0], l->at[0], n);
    } else {
        for (size_t i = busy; i < width; i++) {
            l->at[i] = l->at[0]; /* an idle lane folds blocks that are there into nobody's value */
        }
        ((og_sha1_lanes_fn *)kernel->fn)(l->cv, l->at, n);
    }
    for (size_t i = 0; i < busy; i++) {
        l->at[i] += 64 * n;
        l->blocks[i] -= n;
    }
    return busy;
}

static void run(lanes *l, queue *q, uint8_t (*digests)[20], og_sha1_blocks_fn *single) {
    while (l->active > 0) {
        /* downwards, so that a lane which moves into a closed one has been looked at */
        for (size_t i = fold(l, single); i-- > 0;) {
            const size_t which = l->message[i];
            if (l->blocks[i] > 0) {
                continue;
            }
            if (!l->ending[i]) {
                const size_t len = q->messages[which].len;
                begin_end(l, i, l->at[i], len % 64, len);
                continue;
            }
            og_sha1_digest(digests[which], l->cv[i]);
            if (q->next < q->n) {
                begin(l, i, q);
            } else {
                close_lane(l, i);
            }
        }
    }
}

int og_sha1_many(const og_message *messages, size_t n, uint8_t (*digests)[OG_SHA1_DIGEST_SIZE]) {
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
    queue q = {.messages = messages, .n = n};
    lanes l;
    order_queue(&q, longest);
    memset(l.cv, 0, sizeof l.cv);
    const og_kernel *kernel = og_sha1_lanes_kernel(n < MAX_LANES ? n : MAX_LANES, MAX_LANES);
    const size_t width = kernel == NULL ? 1 : kernel->lanes;
    for (l.active = 0; l.active < width && q.next < n; l.active++) {
        l.end[l.active] = l.ends[l.active];
        begin(&l, l.active, &q);
    }
    run(&l, &q, digests, single);
    og_wipe(&l, sizeof l);
    return OG_OK;
}
