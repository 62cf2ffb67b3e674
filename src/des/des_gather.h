/* SPDX-License-Identifier: MIT */
/* Copies blocks between messages and the layout of des.lanes: 8 bytes for each lane in a step, `stride` bytes
 * between steps. */
#ifndef OG_DES_GATHER_H
#define OG_DES_GATHER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Copies n blocks between places with different strides. */
static inline void og_des_copy_blocks(uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride,
                                      size_t n) {
    for (size_t t = 0; t < n; t++) {
        memcpy(to + to_stride * t, from + from_stride * t, 8);
    }
}

/* Copies n blocks, an even number, of two messages into neighbouring lanes. */
static inline void og_des_gather_pair(uint8_t *to, size_t stride, const uint8_t *a, const uint8_t *b,
                                      size_t n) {
#ifdef __SSE2__
    for (size_t t = 0; t < n; t += 2) {
        const __m128i x = _mm_loadu_si128((const __m128i *)(a + 8 * t));
        const __m128i y = _mm_loadu_si128((const __m128i *)(b + 8 * t));
        _mm_storeu_si128((__m128i *)(to + stride * t), _mm_unpacklo_epi64(x, y));
        _mm_storeu_si128((__m128i *)(to + stride * (t + 1)), _mm_unpackhi_epi64(x, y));
    }
#else
    og_des_copy_blocks(to, stride, a, 8, n);
    og_des_copy_blocks(to + 8, stride, b, 8, n);
#endif
}

#ifdef __SSE2__
/* Copies n blocks, a multiple of four, of four messages into neighbouring lanes, or back. Block t of from[i]
 * becomes block i of to[t], for each four blocks. The strides are the bytes between two fours. */
__attribute__((target("avx2"))) static inline void og_des_exchange_avx2(uint8_t *const to[4],
                                                                        const uint8_t *const from[4],
                                                                        size_t to_stride, size_t from_stride,
                                                                        size_t n) {
    for (size_t four = 0; four < n / 4; four++) {
        const size_t in = from_stride * four, out = to_stride * four;
        const __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(from[0] + in));
        const __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(from[1] + in));
        const __m256i c = _mm256_loadu_si256((const __m256i *)(const void *)(from[2] + in));
        const __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)(from[3] + in));
        const __m256i ab_even = _mm256_unpacklo_epi64(a, b), ab_odd = _mm256_unpackhi_epi64(a, b);
        const __m256i cd_even = _mm256_unpacklo_epi64(c, d), cd_odd = _mm256_unpackhi_epi64(c, d);
        _mm256_storeu_si256((__m256i *)(void *)(to[0] + out),
                            _mm256_permute2x128_si256(ab_even, cd_even, 0x20));
        _mm256_storeu_si256((__m256i *)(void *)(to[1] + out),
                            _mm256_permute2x128_si256(ab_odd, cd_odd, 0x20));
        _mm256_storeu_si256((__m256i *)(void *)(to[2] + out),
                            _mm256_permute2x128_si256(ab_even, cd_even, 0x31));
        _mm256_storeu_si256((__m256i *)(void *)(to[3] + out),
                            _mm256_permute2x128_si256(ab_odd, cd_odd, 0x31));
    }
}
#endif

/* Copies n blocks, an even number, of two neighbouring lanes into two messages. */
static inline void og_des_scatter_pair(uint8_t *a, uint8_t *b, const uint8_t *from, size_t stride, size_t n) {
#ifdef __SSE2__
    for (size_t t = 0; t < n; t += 2) {
        const __m128i x = _mm_loadu_si128((const __m128i *)(from + stride * t));
        const __m128i y = _mm_loadu_si128((const __m128i *)(from + stride * (t + 1)));
        _mm_storeu_si128((__m128i *)(a + 8 * t), _mm_unpacklo_epi64(x, y));
        _mm_storeu_si128((__m128i *)(b + 8 * t), _mm_unpackhi_epi64(x, y));
    }
#else
    og_des_copy_blocks(a, 8, from, stride, n);
    og_des_copy_blocks(b, 8, from + 8, stride, n);
#endif
}

#endif
