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

/* Returns the 0 < n < 16 bytes at p, then zeros. */
static inline og_tail_vector og_tail_load_part(const uint8_t *p, size_t n) {
    if (n >= 8) {
        uint64_t first, last;
        memcpy(&first, p, 8);
        memcpy(&last, p + n - 8, 8);
        return (og_tail_vector)last << (8 * (n - 8)) | first;
    }
    if (n >= 4) {
        uint32_t first, last;
        memcpy(&first, p, 4);
        memcpy(&last, p + n - 4, 4);
        return (uint64_t)last << (8 * (n - 4)) | first;
    }
    return (uint64_t)p[n - 1] << (8 * (n - 1)) | (uint64_t)p[n / 2] << (8 * (n / 2)) | p[0];
}

/* Writes the `size` bytes at `in` to tail + held. The bytes from held on to the next multiple of 16 must be
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

/* Sets the byte after the message to 0x80. held < 64. */
static inline void og_tail_mark(uint8_t tail[64], size_t held) {
    uint8_t *at = tail + (held - held % 16);
    og_tail_store(at, og_tail_load(at) | (og_tail_vector)0x80 << (8 * (held % 16)));
}

/* Sets the last 8 bytes of a block, which are zero, to a number in big-endian order. */
static inline void og_tail_count(uint8_t block[64], uint64_t count) {
    og_tail_store(block + 48, og_tail_load(block + 48) | (og_tail_vector)__builtin_bswap64(count) << 64);
}

/* Writes the padded end of a message: its last size < 64 bytes from in, the byte 0x80, zeros, and at the end
 * of the first or the second block a number in big-endian order. Returns the number of blocks. */
static inline size_t og_tail_pad(uint8_t last[128], const uint8_t *in, size_t size, uint64_t count) {
    const size_t whole = size - size % 16, shift = 8 * (size % 16);
    const og_tail_vector end = (og_tail_vector)__builtin_bswap64(count) << 64;
    og_tail_vector x = 0;
    for (size_t i = 0; i < whole; i += 16) {
        og_tail_store(last + i, og_tail_load(in + i));
    }
    if (shift > 0) {
        x = size > 16 ? og_tail_load(in + size - 16) >> (128 - shift) : og_tail_load_part(in, size);
    }
    x |= (og_tail_vector)0x80 << shift;
    const size_t blocks = size < 56 ? 1 : 2;
    if (whole == 64 * blocks - 16) {
        og_tail_store(last + whole, x | end);
        return blocks;
    }
    og_tail_store(last + whole, x);
    for (size_t i = whole + 16; i < 64 * blocks - 16; i += 16) {
        og_tail_store(last + i, 0);
    }
    og_tail_store(last + 64 * blocks - 16, end);
    return blocks;
}

#else

static inline void og_tail_append(uint8_t *tail, size_t held, const uint8_t *in, size_t size) {
    if (size > 0) {
        memcpy(tail + held, in, size);
    }
}

static inline void og_tail_mark(uint8_t tail[64], size_t held) { tail[held] = 0x80; }

static inline void og_tail_count(uint8_t block[64], uint64_t count) {
    for (size_t i = 0; i < 8; i++) {
        block[63 - i] = (uint8_t)(count >> (8 * i));
    }
}

static inline size_t og_tail_pad(uint8_t last[128], const uint8_t *in, size_t size, uint64_t count) {
    const size_t blocks = size < 56 ? 1 : 2;
    memset(last, 0, 64 * blocks);
    og_tail_append(last, 0, in, size);
    og_tail_mark(last, size);
    og_tail_count(last + 64 * (blocks - 1), count);
    return blocks;
}

#endif
#endif
