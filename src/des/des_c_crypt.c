/* SPDX-License-Identifier: MIT */
/*
 * kernel: des_c_crypt
 * op: des.crypt25
 * lanes: 1
 * constant-time: no
 * min-size: 0
 * summary: crypt(3) in expanded form: 4 KiB of tables include E and the salt; key off the critical path
 * refs: FIPS 46-3; R. Morris and K. Thompson, Password Security: A Case History, CACM 22(11), 1979
 *
 * y[r+2] = y[r] ^ F(y[r+1] ^ k[r+1]), where y is a half block after E and the salt's exchange.
 *
 * Both are linear, so halves stay in this form through all 400 rounds. The tables have E(P(S)) with the
 * salt's exchange in every entry, and are made once for a password. The kernel keeps z[r] = y[r] ^ k[r]
 * instead of y[r], and adds k[r] ^ k[r+2] during the look-ups. So the critical path of a round is a look-up
 * and its XORs. IP and FP cancel between iterations. The first round of an iteration and the last round of
 * the one before read the same half block, and run in parallel.
 *
 * Lab notes: docs/kernels/des.md.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"
#include "des/des_sp.h"
#include "des/des_tables.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef uint64_t tables[8][64];

/* Hides the origin of a value. Otherwise the compiler adds the eight entries of a round in one chain, and
 * extracts bytes in a way that costs more cycles. */
#define APART(x) __asm__("" : "+r"(x))

/* Returns the mask of the bits that the salt exchanges, in both words of the expanded form. */
static uint64_t exchange_mask(uint32_t salt) {
    const uint32_t mask =
        (salt & 63) | (salt >> 6 & 63) << 16 | (salt >> 12 & 63) << 8 | (salt >> 18 & 63) << 24;
    return (uint64_t)mask << 32 | mask;
}

/* Exchanges the bits at mask between the two words of a half block. */
static inline uint64_t exchange(uint64_t half, uint64_t mask) {
    return half ^ ((half ^ (half << 32 | half >> 32)) & mask);
}

#ifdef __SSE2__
__attribute__((target("avx2"))) static void salt_tables_avx2(uint64_t *to, const uint64_t *from,
                                                             uint64_t mask) {
    const __m256i all = _mm256_set1_epi64x((long long)mask);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 512; i += 4) {
        const __m256i x = _mm256_load_si256((const __m256i *)(from + i));
        const __m256i differ = _mm256_xor_si256(x, _mm256_shuffle_epi32(x, 0xb1));
        _mm256_store_si256((__m256i *)(to + i), _mm256_xor_si256(x, _mm256_and_si256(differ, all)));
    }
}
#endif

/* Writes the tables of a salt. */
static void salt_tables(tables t, uint64_t mask) {
    const uint64_t *from = og_des_esp[0];
    uint64_t *to = t[0];
#ifdef __SSE2__
    if (og_cpu_has("avx2") == 1) {
        salt_tables_avx2(to, from, mask);
        return;
    }
    const __m128i both = _mm_set1_epi64x((long long)mask);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 512; i += 2) {
        const __m128i x = _mm_load_si128((const __m128i *)(from + i));
        const __m128i differ = _mm_xor_si128(x, _mm_shuffle_epi32(x, 0xb1));
        _mm_store_si128((__m128i *)(to + i), _mm_xor_si128(x, _mm_and_si128(differ, both)));
    }
#else
    for (unsigned i = 0; i < 512; i++) {
        to[i] = exchange(from[i], mask);
    }
#endif
}

/* Returns a round key in expanded form. */
static inline uint64_t expand_key(const uint32_t k[2]) {
    const uint32_t odd = k[0] >> 2 & 0x3f3f3f3f;
    const uint32_t even = og_rotr32(k[1], 6) & 0x3f3f3f3f;
    return (uint64_t)(odd >> 16 | (even & 0xffff0000)) << 32 | (odd & 0xffff) | even << 16;
}

/* Returns sum ^ F(z). */
static inline uint64_t add_round(tables t, uint64_t z, uint64_t sum) {
    const uint32_t low = (uint32_t)z;
    const uint32_t high = (uint32_t)(z >> 32);
    uint32_t from_48 = (uint32_t)(z >> 48);
    APART(from_48);
    uint64_t a = sum ^ t[0][low & 0xff] ^ t[3][low >> 24] ^ t[1][low >> 8 & 0xff] ^ t[4][high & 0xff];
    uint64_t b = t[7][z >> 56] ^ t[2][low >> 16 & 0xff] ^ t[5][high >> 8 & 0xff] ^ t[6][from_48 & 0xff];
    APART(a);
    APART(b);
    return a ^ b;
}

/* Returns a half block from its expanded form, the inner four bits of each field. Bit 1 of the standard is
 * the lowest. */
static uint32_t contract(uint64_t half) {
    const uint64_t inner = half >> 1 & 0x0f0f0f0f0f0f0f0f;
    uint32_t bits = 0;
    for (unsigned box = 0; box < 8; box++) {
        static const uint8_t byte_of_box[8] = {0, 2, 1, 3, 4, 6, 5, 7};
        bits |= (uint32_t)(inner >> 8 * byte_of_box[box] & 15) << 4 * box;
    }
    return bits;
}

/* Not inlined, so that its spilled registers are below the frame of the caller, which clears them. */
__attribute__((noinline)) static void run(uint8_t out[8], const og_des_key *ks, uint32_t salt) {
    _Alignas(64) tables t;
    const uint64_t mask = exchange_mask(salt);
    salt_tables(t, mask);
    uint64_t k[16], next[16]; /* next[r] turns z[r] into what round r + 1 adds to */
    for (unsigned r = 0; r < 16; r++) {
        k[r] = expand_key(ks->k[r]);
    }
    for (unsigned r = 0; r < 14; r++) {
        next[r] = k[r] ^ k[r + 2];
    }
    next[14] = k[14] ^ k[1]; /* the right half of this iteration is the left one of the next */
    next[15] = k[15] ^ k[0];

    uint64_t z = k[0], w = k[1]; /* both halves are zero */
    for (unsigned i = 0; i < 25; i++) {
        for (unsigned r = 0; r < 14; r += 2) {
            const uint64_t odd = add_round(t, z, w);
            w = z ^ next[r];
            z = add_round(t, odd, w);
            w = odd ^ next[r + 1];
        }
        const uint64_t last = add_round(t, z, w);
        w = add_round(t, last, z ^ next[14]);
        z = last ^ next[15];
    }
    uint32_t data[2] = {contract(exchange(z ^ k[0], mask)), contract(exchange(w ^ k[1], mask))};
    des_sp_fp(data);
    og_store32le(out, data[0]);
    og_store32le(out + 4, data[1]);
    og_wipe(k, sizeof k);
    og_wipe(next, sizeof next);
    og_wipe(data, sizeof data);
}

void og_des_c_crypt(uint8_t out[8], const og_des_key *ks, uint32_t salt) {
    run(out, ks, salt);
    og_burn_deep_stack();
}
