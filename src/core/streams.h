/* SPDX-License-Identifier: MIT */
/* Streams in lanes: the contexts of running hashes, each of which takes a piece of its message in one call.
 * To core/many.h a piece is a message in two parts, the partial block of the context and the piece. */
#ifndef OG_CORE_STREAMS_H
#define OG_CORE_STREAMS_H

#include <oldguard/message.h>
#include <stdint.h>
#include <string.h>

typedef struct og_stream_layout og_stream_layout;

/* Describes the contexts of a hash. A context begins with its chaining value. Offsets are in bytes. */
struct og_stream_layout {
    size_t counter;    /* offset of the uint64_t that counts the message so far, or of its lowest word */
    unsigned per_byte; /* units of the counter for a byte of the message: 1, or 8 for bits */
    size_t tail;       /* offset of the 64 bytes of the partial block */
    uint64_t mark;     /* a bit of the counter that is 0 in every context */
    /* Returns 1 if the message of a context can be size bytes longer. */
    int (*has_room)(const og_stream_layout *layout, void *ctx, size_t size);
};

/* Returns element i of an array of pointers to contexts, whatever the type of a context is. */
static inline void *og_stream_context(const void *contexts, size_t i) {
    void *ctx;
    memcpy(&ctx, (const uint8_t *)contexts + i * sizeof ctx, sizeof ctx);
    return ctx;
}

static inline uint64_t *og_stream_counter(const og_stream_layout *layout, void *ctx) {
    return (uint64_t *)(void *)((uint8_t *)ctx + layout->counter);
}

/* Returns the number of bytes in the partial block. */
static inline size_t og_stream_held(const og_stream_layout *layout, void *ctx) {
    return (size_t)(*og_stream_counter(layout, ctx) / layout->per_byte % 64);
}

/* Stores the end of a piece, the bytes after its last whole block, in the partial block. The bytes after them
 * are zero. Must precede the change of the counter. */
static inline void og_stream_keep(const og_stream_layout *layout, void *ctx, const og_message *piece) {
    const size_t held = og_stream_held(layout, ctx);
    uint8_t *tail = (uint8_t *)ctx + layout->tail;
    if (piece->size < 64 - held) {
        if (piece->size > 0) {
            memcpy(tail + held, piece->data, piece->size);
        }
        return;
    }
    const size_t rest = (held + piece->size % 64) % 64;
    memset(tail, 0, 64);
    if (rest > 0) {
        memcpy(tail, (const uint8_t *)piece->data + (piece->size - rest), rest);
    }
}

#endif
