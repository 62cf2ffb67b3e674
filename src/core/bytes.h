/* SPDX-License-Identifier: MIT */
/* Loads, stores and rotates words at any alignment, on machines of either byte order. */
#ifndef OG_CORE_BYTES_H
#define OG_CORE_BYTES_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OG_BIG_ENDIAN 1
#else
#define OG_BIG_ENDIAN 0
#endif

#if defined(__GNUC__)
#define og_swap32 __builtin_bswap32
#define og_swap64 __builtin_bswap64
#else /* for compilers without these builtins, such as tcc */
static inline uint32_t og_swap32(uint32_t w) {
    return w << 24 | (w & 0xff00) << 8 | (w >> 8 & 0xff00) | w >> 24;
}

static inline uint64_t og_swap64(uint64_t w) {
    return (uint64_t)og_swap32((uint32_t)w) << 32 | og_swap32((uint32_t)(w >> 32));
}
#endif

/* memcpy is the portable way to access unaligned memory. Compilers turn each call into one instruction. */
static inline uint32_t og_load32le(const uint8_t *p) {
    uint32_t w;
    memcpy(&w, p, sizeof w);
    return OG_BIG_ENDIAN ? og_swap32(w) : w;
}

static inline uint32_t og_load32be(const uint8_t *p) {
    uint32_t w;
    memcpy(&w, p, sizeof w);
    return OG_BIG_ENDIAN ? w : og_swap32(w);
}

static inline uint64_t og_load64le(const uint8_t *p) {
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return OG_BIG_ENDIAN ? og_swap64(w) : w;
}

static inline uint64_t og_load64be(const uint8_t *p) {
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return OG_BIG_ENDIAN ? w : og_swap64(w);
}

static inline void og_store32le(uint8_t *p, uint32_t w) {
    w = OG_BIG_ENDIAN ? og_swap32(w) : w;
    memcpy(p, &w, sizeof w);
}

static inline void og_store32be(uint8_t *p, uint32_t w) {
    w = OG_BIG_ENDIAN ? w : og_swap32(w);
    memcpy(p, &w, sizeof w);
}

static inline void og_store64le(uint8_t *p, uint64_t w) {
    w = OG_BIG_ENDIAN ? og_swap64(w) : w;
    memcpy(p, &w, sizeof w);
}

static inline void og_store64be(uint8_t *p, uint64_t w) {
    w = OG_BIG_ENDIAN ? w : og_swap64(w);
    memcpy(p, &w, sizeof w);
}

/* Rotate by 1 to 31 bits. 0 would shift by the width, which is undefined. */
static inline uint32_t og_rotl32(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }

static inline uint32_t og_rotr32(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

#endif
