/* SPDX-License-Identifier: MIT */
/* Hashes many messages of any lengths with a multi-buffer kernel for 64-byte blocks.
 *
 * Each lane holds one message. A step compresses n blocks in every lane, where n is the least number of
 * blocks that a lane has left. At least one lane is then empty and gets the next blocks of its message: whole
 * blocks in the caller's memory, the block that both parts of a message share, or the padded end. The latter
 * two are copied to a buffer of the lane. If the message has no block left, its digest is written and the
 * next message takes the lane. When no message waits any more, the remaining messages move to the kernel that
 * dispatch chooses for their number. A kernel with more lanes than messages has idle lanes. The last message
 * uses the kernel for one message.
 *
 * The last messages take turns if they are more than the kernel has lanes and too few to fill these twice. So
 * all end together: three messages in two lanes are compressed as A and B, C and A, B and C. Without turns
 * the third one would use a lane alone.
 *
 * A piece of a stream (core/streams.h) is a message in two parts, the partial block of the context and the
 * piece. It has no padded end.
 *
 * If all messages are short, groups of those whose padded forms have the same number of blocks take one step
 * together, without this bookkeeping.
 *
 * The last messages of the queue are started longest first, because a long message that remains alone at
 * the end uses only one lane.
 *
 * All functions are inlined into og_many. The description of the hash is constant there, so no indirect
 * call remains except that of the kernel. */
#ifndef OG_CORE_MANY_H
#define OG_CORE_MANY_H

#include "core/blocks64.h"
#include "core/dispatch.h"
#include "core/many_job.h"
#include "core/upper_halves.h"
#include "core/wipe.h"

#define OG_MANY_INLINE __attribute__((always_inline)) static inline

/* The largest number of lanes of a kernel that og_many uses. */
#define OG_MANY_LANES 16
/* The lanes, and a place for what a lane holds while two are exchanged. */
#define OG_MANY_PLACES (OG_MANY_LANES + 1)
/* A message whose padded form fits into this size is copied as a whole. It takes one step instead of two. */
#define OG_MANY_WHOLE 576
/* The padded form of a short message (OG_SHORT) fits into this size. */
#define OG_MANY_SHORT 256
/* The messages with a number of blocks, on average, from which those of different numbers are hashed apart.
 */
#define OG_MANY_GROUP 4
/* The number of messages that are sorted, and the length of a message from which sorting by length pays. It
 * takes up to 3,000 cycles for 64 messages, which is the time that one lane needs for 4 KiB. Shorter messages
 * are sorted by the number of their blocks, of which there are few. */
#define OG_MANY_WINDOW 64
#define OG_MANY_WORTH_SORTING 4096
#define OG_MANY_NUMBERS (OG_MANY_WORTH_SORTING / 64 + 3)
/* The length of the longest message from which turns pay, the most lanes of a kernel with which they do, and
 * the least number of blocks of a turn. What eight lanes leave has a kernel for fewer messages, which costs
 * less than the many steps of turns: ten messages of 1 KiB with detection took 2.5 cycles a byte with
 * turns, 2.1 without, and 2.4 one by one (Zen 3). */
#define OG_MANY_WORTH_TURNS 1000
#define OG_MANY_TURN_LANES 4
#define OG_MANY_TURN 4

/* The messages that are not started yet. */
typedef struct og_many_queue {
    size_t next, n;
    size_t ordered_from;           /* index of the first message that is taken in the order below */
    uint8_t order[OG_MANY_WINDOW]; /* message indices relative to ordered_from */
    uint64_t length[OG_MANY_WINDOW];
} og_many_queue;

typedef struct og_many_lanes {
    size_t active; /* lanes 0 .. active - 1 hold a message */
    size_t opened; /* lanes that have held a message */
    _Alignas(64) uint8_t cv[OG_MANY_PLACES * 64];
    const uint8_t *at[OG_MANY_PLACES];   /* the next block */
    size_t blocks[OG_MANY_PLACES];       /* the number of blocks there */
    uint64_t compressed[OG_MANY_PLACES]; /* blocks of the message that are compressed */
    uint64_t left[OG_MANY_PLACES];       /* blocks of the message that are not, with its padded end */
    size_t message[OG_MANY_PLACES];      /* index of the message */
    uint8_t ending[OG_MANY_PLACES];      /* 1: these blocks are the message's padded end */
    uint8_t *end[OG_MANY_PLACES];        /* the lane's buffer for copied blocks: in ends */
    uint8_t tail[64];                    /* the last bytes of a message before they are padded */
    _Alignas(64) uint8_t ends[OG_MANY_LANES * OG_MANY_WHOLE];
    og_many_queue queue;
} og_many_lanes;

/* The description of a hash. Chaining values have at most 64 bytes and are stored without gaps. */
typedef struct og_many_hash {
    og_op lanes;        /* the operation of its multi-buffer kernels */
    size_t cv_size;     /* bytes */
    size_t length_size; /* bytes of the length field at the end of the padding */
    size_t most_blocks; /* per lane in one call of compress_lanes; 0: no limit */
    /* Returns message i. */
    og_two_part (*message)(const og_many_job *job, size_t i);
    /* Stores the chaining value before message i. */
    void (*start)(const og_many_job *job, size_t i, void *cv);
    /* Writes the padded end of a message of `bytes` bytes, whose last `size` bytes are at tail, to last.
     * Returns the number of blocks. NULL: messages have no padded end. */
    size_t (*pad)(uint8_t *last, const uint8_t *tail, size_t size, uint64_t bytes);
    /* Takes the chaining value after message i. */
    void (*end)(const og_many_job *job, size_t i, const void *cv);
    /* Hashes message i without lanes, if that takes less time than in lane 0. NULL: it does not. */
    void (*alone)(const og_many_job *job, og_fn kernel, size_t i);
    /* compress_one compresses the next n blocks of lane 0. compress_lanes compresses the next n blocks of
     * every lane of a kernel, of which the first `busy` hold messages. */
    void (*compress_one)(const og_many_job *job, og_fn kernel, og_many_lanes *lanes, size_t n);
    void (*compress_lanes)(const og_many_job *job, const og_kernel *kernel, og_many_lanes *lanes, size_t busy,
                           size_t n);
} og_many_hash;

/* Returns the multi-buffer kernel for a number of messages, or NULL if no kernel of at most max_lanes lanes
 * pays and the messages are better hashed one by one. The dispatch size is 64 bytes per message. */
static inline const og_kernel *og_many_kernel(og_op op, og_length length, size_t messages, size_t max_lanes) {
    const size_t size = 64 * messages;
    const og_kernel *kernel = messages < 2 ? NULL : og_dispatch_length(op, length, size);
    return kernel != NULL && size >= kernel->min_size && kernel->lanes <= max_lanes ? kernel : NULL;
}

/* Returns the number of blocks of the padded form of a message, or of the whole blocks of a piece. */
OG_MANY_INLINE uint64_t og_many_blocks(const og_many_hash *hash, uint64_t size) {
    return hash->pad == NULL ? size / 64 : size / 64 + (size % 64 + hash->length_size) / 64 + 1;
}

/* Sorts `count` messages from `first` on, all shorter than OG_MANY_WORTH_SORTING bytes, by the number of
 * their blocks, the greatest first. Sets end[most - n] to the end of those with n blocks in the order. */
OG_MANY_INLINE void og_many_sort(const og_many_hash *hash, const og_many_job *job, size_t first, size_t count,
                                 uint8_t order[OG_MANY_WINDOW], uint8_t end[OG_MANY_NUMBERS]) {
    const size_t held = hash->pad == NULL ? 63 : 0; /* bytes of a context */
    const size_t most = (size_t)og_many_blocks(hash, job->longest + held);
    uint8_t place[OG_MANY_WINDOW];
    memset(end, 0, most + 1);
    for (size_t i = 0; i < count; i++) {
        const og_two_part m = hash->message(job, first + i);
        place[i] = (uint8_t)(most - og_many_blocks(hash, og_many_length(&m)));
        end[place[i]]++;
    }
    uint8_t sum = 0;
    for (size_t i = 0; i <= most; i++) {
        const uint8_t number = end[i];
        end[i] = sum;
        sum = (uint8_t)(sum + number);
    }
    for (size_t i = 0; i < count; i++) {
        order[end[place[i]]++] = (uint8_t)i;
    }
}

/* Sorts the last messages of the queue, if they are more than can have a lane at once. */
OG_MANY_INLINE void og_many_order(const og_many_hash *hash, const og_many_job *job, og_many_queue *q) {
    const size_t count = q->n < OG_MANY_WINDOW ? q->n : OG_MANY_WINDOW;
    uint64_t *const length = q->length;
    q->ordered_from = q->n - count;
    if (job->longest < OG_MANY_WORTH_SORTING && count > OG_MANY_LANES) {
        uint8_t end[OG_MANY_NUMBERS];
        og_many_sort(hash, job, q->ordered_from, count, q->order, end);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        q->order[i] = (uint8_t)i;
    }
    if (job->longest < OG_MANY_WORTH_SORTING) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const og_two_part m = hash->message(job, q->ordered_from + i);
        length[i] = og_many_length(&m);
        size_t j = i;
        for (; j > 0 && length[q->order[j - 1]] < length[i]; j--) {
            q->order[j] = q->order[j - 1];
        }
        q->order[j] = (uint8_t)i;
    }
}

/* Removes the next message from the queue and returns its index. */
static inline size_t og_many_take(og_many_queue *q) {
    const size_t i = q->next++;
    return i < q->ordered_from ? i : q->ordered_from + q->order[i - q->ordered_from];
}

/* Returns size and hides from the compiler what it knows about it. For a size with a small bound GCC emits
 * rep movs instead of a call of memcpy, which takes 20 ns more. */
static inline size_t og_many_any_size(size_t size) {
    __asm__("" : "+r"(size));
    return size;
}

/* Copies `size` bytes of a message, from the offset `from` on. */
static inline void og_many_copy(uint8_t *to, const og_two_part *m, uint64_t from, size_t size) {
    const uint64_t in_head = from < m->head_size ? m->head_size - from : 0;
    const size_t first = size < in_head ? size : (size_t)in_head;
    if (first > 0) {
        memcpy(to, (const uint8_t *)m->head + from, og_many_any_size(first));
    }
    if (size > first) {
        memcpy(to + first, (const uint8_t *)m->data + (from + first - m->head_size),
               og_many_any_size(size - first));
    }
}

/* Writes the padded end of message m, of which `size` bytes remain from the offset `from` on, to `to`.
 * Returns the number of its blocks. */
OG_MANY_INLINE size_t og_many_pad(const og_many_hash *hash, og_many_lanes *l, uint8_t *to,
                                  const og_two_part *m, uint64_t from, size_t size) {
    size_t copied = 0;
    const uint8_t *tail = m->data;
    if (from < m->head_size) { /* the padding takes its bytes from one place */
        copied = size - size % 64;
        og_many_copy(to, m, from, copied);
        og_many_copy(l->tail, m, from + copied, size % 64);
        tail = l->tail;
    } else if (size > 0) {
        tail += from - m->head_size;
    }
    return copied / 64 + hash->pad(to + copied, tail, og_many_any_size(size - copied), og_many_length(m));
}

/* Gives lane i the next blocks of message `which`, of which `done` blocks are compressed. Returns 0 if there
 * are none. */
OG_MANY_INLINE int og_many_next(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l, size_t i,
                                size_t which, uint64_t done) {
    const og_two_part m = hash->message(job, which);
    const uint64_t from = 64 * done, left = og_many_length(&m) - from;
    if (hash->pad != NULL && left < OG_MANY_WHOLE - hash->length_size) {
        l->blocks[i] = og_many_pad(hash, l, l->end[i], &m, from, (size_t)left);
        l->at[i] = l->end[i];
        l->ending[i] = 1;
        return 1;
    }
    if (left < 64) {
        return 0;
    }
    if (from >= m.head_size) {
        l->at[i] = (const uint8_t *)m.data + (from - m.head_size);
        l->blocks[i] = (size_t)(left / 64);
    } else if (m.head_size - from >= 64) {
        l->at[i] = (const uint8_t *)m.head + from;
        l->blocks[i] = (size_t)((m.head_size - from) / 64);
    } else {
        og_many_copy(l->end[i], &m, from, 64);
        l->at[i] = l->end[i];
        l->blocks[i] = 1;
    }
    return 1;
}

/* Returns the bytes of the buffer of a lane. Of a piece of a stream only the block that begins in the context
 * is copied. */
OG_MANY_INLINE size_t og_many_room(const og_many_hash *hash) {
    return hash->pad == NULL ? 64 : OG_MANY_WHOLE;
}

/* Starts the next message of the queue in lane i. A message without a block, a short piece of a stream, ends
 * at once, and the one after it is started. Returns 0 if the queue is empty. */
OG_MANY_INLINE int og_many_begin(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l, size_t i,
                                 og_many_queue *q) {
    while (q->next < q->n) {
        const size_t which = og_many_take(q);
        const og_two_part m = hash->message(job, which);
        hash->start(job, which, l->cv + i * hash->cv_size);
        l->message[i] = which;
        l->compressed[i] = 0;
        l->left[i] = og_many_blocks(hash, og_many_length(&m));
        l->ending[i] = 0;
        if (og_many_next(hash, job, l, i, which, 0)) {
            return 1;
        }
        hash->end(job, which, l->cv + i * hash->cv_size);
    }
    return 0;
}

/* Starts a message of the queue in the lane after the last one. Returns 0 if the queue is empty. */
OG_MANY_INLINE int og_many_open(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l,
                                og_many_queue *q) {
    const size_t i = l->active;
    l->end[i] = l->ends + i * og_many_room(hash);
    if (!og_many_begin(hash, job, l, i, q)) {
        return 0;
    }
    l->active++;
    l->opened = l->active > l->opened ? l->active : l->opened;
    return 1;
}

/* Starts all messages of the queue if they and the active ones are more than `width` lanes, and too few to
 * fill these twice. Returns 1 if it did. */
OG_MANY_INLINE int og_many_open_rest(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l,
                                     og_many_queue *q, size_t width) {
    const size_t waiting = q->n - q->next, all = l->active + waiting;
    if (waiting == 0 || all <= width || all >= 2 * width || all > OG_MANY_LANES) {
        return 0;
    }
    while (og_many_open(hash, job, l, q)) {
    }
    return 1;
}

/* Moves what one place holds to another. */
OG_MANY_INLINE void og_many_move(const og_many_hash *hash, og_many_lanes *l, size_t to, size_t from) {
    if (to != from) {
        memcpy(l->cv + to * hash->cv_size, l->cv + from * hash->cv_size, hash->cv_size);
    }
    l->at[to] = l->at[from];
    l->blocks[to] = l->blocks[from];
    l->compressed[to] = l->compressed[from];
    l->left[to] = l->left[from];
    l->message[to] = l->message[from];
    l->ending[to] = l->ending[from];
    l->end[to] = l->end[from];
}

/* Closes lane i, whose message is done and has no successor, by moving the last active lane into it. A closed
 * lane is never opened again. */
OG_MANY_INLINE void og_many_close(const og_many_hash *hash, og_many_lanes *l, size_t i) {
    og_many_move(hash, l, i, --l->active);
}

/* Moves the messages with the most blocks left to the first `busy` lanes, which are fewer than the active
 * ones. Returns after how many blocks another message should have its turn. No lane is idle, and the last
 * message ends as soon as possible, if each message gets a lane before it has more blocks left than are left
 * to do in every lane. */
OG_MANY_INLINE size_t og_many_turn(const og_many_hash *hash, og_many_lanes *l, size_t busy) {
    size_t least, most;
    for (;; og_many_move(hash, l, OG_MANY_LANES, least), og_many_move(hash, l, least, most),
            og_many_move(hash, l, most, OG_MANY_LANES)) {
        least = 0;
        most = busy;
        for (size_t i = 1; i < l->active; i++) {
            if (i < busy && l->left[i] < l->left[least]) {
                least = i;
            } else if (i > busy && l->left[i] > l->left[most]) {
                most = i;
            }
        }
        if (l->left[most] <= l->left[least]) {
            break;
        }
    }
    uint64_t all = 0, longest = 0;
    for (size_t i = 0; i < l->active; i++) {
        all += l->left[i];
        longest = l->left[i] > longest ? l->left[i] : longest;
    }
    const uint64_t share = (all + busy - 1) / busy, end = share > longest ? share : longest;
    const uint64_t turn = end - l->left[most];
    return turn < OG_MANY_TURN ? OG_MANY_TURN : turn < SIZE_MAX ? (size_t)turn : SIZE_MAX;
}

/* Returns the length class of a job. Messages are short if the padded form of the longest fits into
 * OG_MANY_SHORT bytes. */
OG_MANY_INLINE og_length og_many_length_class(const og_many_hash *hash, const og_many_job *job) {
    return job->longest < OG_MANY_SHORT - hash->length_size ? OG_SHORT : OG_LONG;
}

/* Returns the kernel for `messages` messages, of which at most OG_MANY_LANES take part, or NULL. Sets *width
 * to its number of lanes, 1 for NULL. */
OG_MANY_INLINE const og_kernel *og_many_choose(const og_many_hash *hash, const og_many_job *job,
                                               size_t messages, size_t *width) {
    const og_kernel *kernel =
        og_many_kernel(hash->lanes, og_many_length_class(hash, job),
                       messages < OG_MANY_LANES ? messages : OG_MANY_LANES, OG_MANY_LANES);
    *width = kernel == NULL ? 1 : kernel->lanes;
    return kernel;
}

/* Compresses the next n blocks of the first `busy` lanes with a kernel of `width` lanes, or those of lane 0
 * if kernel is NULL. */
OG_MANY_INLINE void og_many_call(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l,
                                 const og_kernel *kernel, size_t width, size_t busy, size_t n, og_fn single) {
    if (kernel == NULL) {
        hash->compress_one(job, single, l, n);
        return;
    }
    for (size_t i = busy; i < width; i++) {
        l->at[i] = l->at[0]; /* an idle lane compresses valid blocks into an unused chaining value */
    }
    hash->compress_lanes(job, kernel, l, busy, n);
}

/* Compresses as many blocks as every lane of the kernel has left, or those of a turn. Returns the number of
 * lanes with messages that the kernel served. */
OG_MANY_INLINE size_t og_many_compress(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l,
                                       og_many_queue *q, og_fn single) {
    size_t width;
    const og_kernel *kernel = og_many_choose(hash, job, l->active, &width);
    if (job->longest >= OG_MANY_WORTH_TURNS && width <= OG_MANY_TURN_LANES &&
        og_many_open_rest(hash, job, l, q, width)) {
        kernel = og_many_choose(hash, job, l->active, &width);
    }
    const size_t busy = width < l->active ? width : l->active;
    size_t n = busy < l->active && busy > 1 ? og_many_turn(hash, l, busy) : SIZE_MAX;
    for (size_t i = 0; i < busy; i++) {
        n = l->blocks[i] < n ? l->blocks[i] : n;
    }
    if (kernel != NULL && hash->most_blocks != 0 && n > hash->most_blocks) {
        n = hash->most_blocks;
    }
    og_many_call(hash, job, l, kernel, width, busy, n, single);
    for (size_t i = 0; i < busy; i++) {
        l->at[i] += 64 * n;
        l->blocks[i] -= n;
        l->compressed[i] += n;
        l->left[i] -= n;
    }
    return busy;
}

/* Hashes the messages in the lanes and in the queue until none is left. */
OG_MANY_INLINE void og_many_run(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l,
                                og_many_queue *q, og_fn single) {
    while (l->active > 0) {
        /* downwards, so that no lane that this loop still has to serve moves */
        for (size_t i = og_many_compress(hash, job, l, q, single); i-- > 0;) {
            const size_t which = l->message[i];
            if (l->blocks[i] > 0 ||
                (!l->ending[i] && og_many_next(hash, job, l, i, which, l->compressed[i]))) {
                continue;
            }
            hash->end(job, which, l->cv + i * hash->cv_size);
            if (!og_many_begin(hash, job, l, i, q)) {
                og_many_close(hash, l, i);
            }
        }
    }
}

/* Returns 1 if the padded form of every message fits into OG_MANY_WHOLE bytes, and all have the same number
 * of blocks or each number is that of OG_MANY_GROUP messages on average. */
OG_MANY_INLINE int og_many_in_groups(const og_many_hash *hash, const og_many_job *job) {
    if (hash->pad == NULL || job->longest >= OG_MANY_WHOLE - hash->length_size) {
        return 0;
    }
    const size_t numbers =
        (size_t)(og_many_blocks(hash, job->longest) - og_many_blocks(hash, job->shortest)) + 1;
    return numbers == 1 || job->n >= OG_MANY_GROUP * numbers;
}

/* Hashes the messages first + order[0 .. count - 1], whose padded forms have n blocks, or, if order is NULL,
 * the messages first .. first + count - 1. Every lane ends after one step, so no lane has to be refilled or
 * moved. The padded forms are stored without gaps. */
OG_MANY_INLINE void og_many_run_group(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l,
                                      size_t first, const uint8_t *order, size_t count, size_t n,
                                      og_fn single) {
    const og_kernel *kernel = NULL;
    size_t width = SIZE_MAX;
    for (size_t done = 0, busy; done < count; done += busy) {
        const size_t left = count - done;
        if (left < width) {
            kernel = og_many_choose(hash, job, left, &width);
        }
        busy = width < left ? width : left;
        if (kernel == NULL && hash->alone != NULL) {
            hash->alone(job, single, first + (order == NULL ? done : order[done]));
            continue;
        }
        l->opened = width > l->opened ? width : l->opened;
        for (size_t i = 0; i < busy; i++) {
            const size_t which = first + (order == NULL ? done + i : order[done + i]);
            const og_two_part m = hash->message(job, which);
            hash->start(job, which, l->cv + i * hash->cv_size);
            l->message[i] = which;
            l->compressed[i] = 0;
            l->ending[i] = 1;
            uint8_t *const padded = l->ends + 64 * n * i;
            og_many_pad(hash, l, padded, &m, 0, (size_t)og_many_length(&m));
            l->at[i] = padded;
        }
        for (size_t i = busy; i < width; i++) {
            memset(l->cv + i * hash->cv_size, 0, hash->cv_size); /* of an idle lane */
        }
        og_many_call(hash, job, l, kernel, width, busy, n, single);
        for (size_t i = 0; i < busy; i++) {
            hash->end(job, l->message[i], l->cv + i * hash->cv_size);
        }
    }
}

/* Hashes messages that og_many_in_groups allows: at once if all have the same number of blocks, otherwise
 * OG_MANY_WINDOW at a time, sorted by that number. */
OG_MANY_INLINE void og_many_run_groups(const og_many_hash *hash, const og_many_job *job, og_many_lanes *l,
                                       og_fn single) {
    const size_t least = (size_t)og_many_blocks(hash, job->shortest);
    const size_t most = (size_t)og_many_blocks(hash, job->longest);
    uint8_t *const order = least == most ? NULL : l->queue.order, end[OG_MANY_NUMBERS];
    l->opened = 0;
    for (size_t first = 0, count; first < job->n; first += count) {
        const size_t left = job->n - first;
        count = order == NULL || left < OG_MANY_WINDOW ? left : OG_MANY_WINDOW;
        if (order != NULL) {
            og_many_sort(hash, job, first, count, order, end);
        }
        for (size_t n = most, at = 0, to; n >= least; n--, at = to) {
            to = order == NULL ? count : end[most - n];
            og_many_run_group(hash, job, l, first, order == NULL ? NULL : order + at, to - at, n, single);
        }
    }
    og_wipe(l->cv, l->opened * hash->cv_size);
    og_wipe_in_place(l->tail, sizeof l->tail);
    og_wipe(l->ends, 64 * most * l->opened);
}

/* Hashes the messages of a job, whose arguments the caller has checked. single: the kernel for one message.
 * Wipes the lanes. */
OG_MANY_INLINE void og_many(const og_many_hash *hash, const og_many_job *job, og_fn single,
                            og_many_lanes *l) {
    og_clear_upper_halves();
    if (og_many_in_groups(hash, job)) {
        og_many_run_groups(hash, job, l, single);
        return;
    }
    og_many_queue *const q = &l->queue;
    q->next = 0;
    q->n = job->n;
    og_many_order(hash, job, q);
    memset(l->cv, 0, og_many_any_size(OG_MANY_LANES * hash->cv_size)); /* of idle lanes */
    size_t width;
    (void)og_many_choose(hash, job, job->n, &width);
    l->active = l->opened = 0;
    while (l->active < width && og_many_open(hash, job, l, q)) {
    }
    og_many_run(hash, job, l, q, single);
    og_wipe(l, offsetof(og_many_lanes, ends) + l->opened * og_many_room(hash));
}

/* Defines a function that hashes the messages of a job. The lanes, which og_many wipes, have a frame of their
 * own, so that little is left for `clear`, a function of core/wipe.h: what og_many has spilled, and what the
 * functions that it calls have saved. */
#define OG_MANY(name, hash, clear)                                                     \
    OG_BELOW void name##_in(const og_many_job *job, og_fn single, og_many_lanes *l) {  \
        og_many(&hash, job, single, l);                                                \
    }                                                                                  \
    __attribute__((noinline)) static void name(const og_many_job *job, og_fn single) { \
        og_many_lanes l;                                                               \
        name##_in(job, single, &l);                                                    \
        clear();                                                                       \
    }

#endif
