/* SPDX-License-Identifier: MIT */
/* The unfinished 64-byte block of a stream: `held` bytes of the message, then zeros.
 *
 * A kernel loads the block as vectors of 16 bytes soon after its last bytes were written. The CPU forwards a
 * store to a load only if that store wrote all bytes of the load. Otherwise the load waits until the stores
 * have reached the first-level cache, which they do only after all earlier instructions have retired. So each
 * vector is composed in registers and stored as a whole. Two updates and the end of a message of 64 bytes
 * took 73 cycles more with copies by memcpy and stores of bytes (Granite Rapids). */
#ifndef OG_CORE_TAIL64_H
#define OG_CORE_TAIL64_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SIZEOF_INT128__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* 16 bytes; the first is the lowest. */
__extension__ typedef unsigned __int128 og_tail_vector;

static inline og_tail_vector og_tail_load(const uint8_t *p) {
    og_tail_vector x;
    memcpy(&x, p, 16);
    return x;
}

/* Stores 16 bytes in one store. The compiler would store an integer in two halves. */
static inline void og_tail_store(uint8_t *p, og_tail_vector x) {
    typedef uint64_t vector __attribute__((vector_size(16)));
    const vector v = {(uint64_t)x, (uint64_t)(x >> 64)};
    memcpy(p, &v, 16);
}

static inline uint64_t og_tail_load64(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
}

/* Returns 16 bytes: two integers, the first at the lower address. */
static inline og_tail_vector og_tail_pair(uint64_t first, uint64_t last) {
    return (og_tail_vector)last << 64 | first;
}

/* Returns the 0 < n < 16 bytes at p, then zeros. */
static inline og_tail_vector og_tail_load_part(const uint8_t *p, size_t n) {
    if (n >= 8) {
        return og_tail_pair(og_tail_load64(p), og_tail_load64(p + n - 8) >> 8 >> (8 * (15 - n)));
    }
    if (n >= 4) {
        uint32_t first, last;
        memcpy(&first, p, 4);
        memcpy(&last, p + n - 4, 4);
        return (uint64_t)last << (8 * (n - 4)) | first;
    }
    return (uint64_t)p[n - 1] << (8 * (n - 1)) | (uint64_t)p[n / 2] << (8 * (n / 2)) | p[0];
}

/* Writes the size bytes at `in` to tail + held. The bytes from held on to the next multiple of 16 must be
 * zero. Sets the bytes after the last one to zero, up to a multiple of 16. */
static inline void og_tail_append(uint8_t *tail, size_t held, const uint8_t *in, size_t size) {
    const size_t shift = 8 * (held % 16);
    uint8_t *at = tail + (held - held % 16);
    if (size >= 16) {
        og_tail_store(at, og_tail_load(at) | og_tail_load(in) << shift);
        size_t done = 16 - held % 16;
        for (; size - done >= 16; done += 16) {
            og_tail_store(tail + held + done, og_tail_load(in + done));
        }
        if (done < size) {
            og_tail_store(tail + held + done, og_tail_load(in + size - 16) >> (8 * (16 - (size - done))));
        }
    } else if (size > 0) {
        const og_tail_vector x = og_tail_load_part(in, size);
        og_tail_store(at, og_tail_load(at) | x << shift);
        if (held % 16 + size > 16) {
            og_tail_store(at + 16, x >> (128 - shift));
        }
    }
}

/* Returns 0x80 in byte n < 8. */
static inline uint64_t og_tail_mark(size_t n) { return (uint64_t)0x80 << (8 * n); }

/* Writes zeros, and at the end a number in big-endian order, to the last block of the padded form of a
 * message that ends `held` < 64 bytes after `last`. Returns the number of blocks from there on. */
static inline size_t og_tail_close(uint8_t last[128], size_t held, uint64_t count) {
    const size_t blocks = held < 56 ? 1 : 2;
    uint8_t *to = last + 64 * blocks - 64;
    og_tail_store(to, 0);
    og_tail_store(to + 16, 0);
    og_tail_store(to + 32, 0);
    og_tail_store(to + 48, og_tail_pair(0, __builtin_bswap64(count)));
    return blocks;
}

/* Writes the vector with the end of a message, after og_tail_close. held: as there. */
static inline void og_tail_store_end(uint8_t last[128], size_t held, uint64_t first, uint64_t end,
                                     uint64_t count) {
    og_tail_store(last + (held - held % 16),
                  og_tail_pair(first, held >= 48 && held < 56 ? __builtin_bswap64(count) : end));
}

/* Writes the last held % 16 of the size bytes at `in`, which end a message, and the byte 0x80, after
 * og_tail_close. */
static inline void og_tail_end(uint8_t last[128], size_t held, const uint8_t *in, size_t size,
                               uint64_t count) {
    const size_t n = held % 8;
    uint64_t x = 0;
    if (size >= 8) {
        x = og_tail_load64(in + size - 8) >> 8 >> (56 - 8 * n);
    } else if (n > 0) {
        x = (uint64_t)og_tail_load_part(in + size - n, n);
    }
    x |= og_tail_mark(n);
    if (held & 8) {
        og_tail_store_end(last, held, og_tail_load64(in + size - held % 16), x, count);
    } else {
        og_tail_store_end(last, held, x, 0, count);
    }
}

/* Writes the padded end of a message: its last size < 64 bytes from in, the byte 0x80, zeros, and at the end
 * of the first or the second block a number in big-endian order. Returns the number of blocks. */
static inline size_t og_tail_pad(uint8_t last[128], const uint8_t *in, size_t size, uint64_t count) {
    const size_t blocks = og_tail_close(last, size, count);
    for (size_t i = 0; i < size - size % 16; i += 16) {
        og_tail_store(last + i, og_tail_load(in + i));
    }
    og_tail_end(last, size, in, size, count);
    return blocks;
}

/* Does the same for a message that is in tail, followed by zeros. The second block follows the first. */
static inline size_t og_tail_pad_in_place(uint8_t *tail, size_t held, uint64_t count) {
    uint8_t *at = tail + (held - held % 16);
    uint64_t first = og_tail_load64(at), end = og_tail_load64(at + 8);
    if (held & 8) {
        end |= og_tail_mark(held % 8);
    } else {
        first |= og_tail_mark(held % 8);
    }
    if (held < 56) {
        og_tail_store(tail + 48, og_tail_pair(0, __builtin_bswap64(count)));
        og_tail_store_end(tail, held, first, end, count);
        return 1;
    }
    og_tail_store(at, og_tail_pair(first, end));
    og_tail_store(tail + 64, 0);
    og_tail_store(tail + 80, 0);
    og_tail_store(tail + 96, 0);
    og_tail_store(tail + 112, og_tail_pair(0, __builtin_bswap64(count)));
    return 2;
}

/* Writes the padded form of a message in two parts. */
static inline void og_tail_join(uint8_t *all, const uint8_t *head, size_t head_size, const uint8_t *data,
                                size_t size, uint64_t count) {
    const size_t bytes = head_size + size, held = bytes % 64, over = head_size % 16;
    uint8_t *last = all + (bytes - held);
    size_t at = 0;
    og_tail_close(last, held, count);
    for (; at < head_size - over; at += 16) {
        og_tail_store(all + at, og_tail_load(head + at));
    }
    if (over > 0) {
        const og_tail_vector x = head_size < 16 ? og_tail_load_part(head, head_size)
                                                : og_tail_load(head + head_size - 16) >> (128 - 8 * over);
        const og_tail_vector y = size >= 16 ? og_tail_load(data)
                                 : size > 0 ? og_tail_load_part(data, size)
                                            : 0;
        const og_tail_vector both = x | y << (8 * over);
        if (over + size < 16) {
            const og_tail_vector whole = both | (og_tail_vector)0x80 << (8 * (over + size));
            og_tail_store_end(last, held, (uint64_t)whole, (uint64_t)(whole >> 64), count);
            return;
        }
        og_tail_store(all + at, both);
        at += 16;
    }
    for (; at + 16 <= bytes; at += 16) {
        og_tail_store(all + at, og_tail_load(data + (at - head_size)));
    }
    og_tail_end(last, held, data, size, count);
}

#else

static inline void og_tail_append(uint8_t *tail, size_t held, const uint8_t *in, size_t size) {
    if (size > 0) {
        memcpy(tail + held, in, size);
    }
}

/* Writes 0x80 and the number to a block with `held` bytes, then zeros. Returns the number of blocks. */
static inline size_t og_tail_pad_in_place(uint8_t *tail, size_t held, uint64_t count) {
    const size_t blocks = held < 56 ? 1 : 2;
    tail[held] = 0x80;
    if (blocks == 2) {
        memset(tail + 64, 0, 64);
    }
    for (size_t i = 0; i < 8; i++) {
        tail[64 * blocks - 1 - i] = (uint8_t)(count >> (8 * i));
    }
    return blocks;
}

static inline void og_tail_join(uint8_t *all, const uint8_t *head, size_t head_size, const uint8_t *data,
                                size_t size, uint64_t count) {
    const size_t bytes = head_size + size, whole = bytes - bytes % 64;
    memset(all + whole, 0, 64);
    og_tail_append(all, 0, head, head_size);
    og_tail_append(all, head_size, data, size);
    og_tail_pad_in_place(all + whole, bytes % 64, count);
}

static inline size_t og_tail_pad(uint8_t last[128], const uint8_t *in, size_t size, uint64_t count) {
    memset(last, 0, 64);
    og_tail_append(last, 0, in, size);
    return og_tail_pad_in_place(last, size, count);
}

#endif
#endif
